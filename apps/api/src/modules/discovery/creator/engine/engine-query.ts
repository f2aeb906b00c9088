import type { CreatorFilters } from '@troupe/domain/discovery/creator-search';
import { type SearchTerm, searchTerms } from '@troupe/domain/discovery/creator-search-terms';
import type { Json } from '../../../../platform/outgoing/search-cluster.ts';
import { isTiered, sortKeyOf, tiersOf } from '../creator-search.queries.ts';
import type { SearchFilters, SearchRequest } from '../creator-search.ts';
import { namedNodes, partNodes, topicalMeaning, type WordNode } from '../creator-search-text.queries.ts';

/** Creators that a brand's own data includes or excludes: lists, invites, contacts, flags, reports. */
export interface RelatedCreators {
  /** Each of these sets must contain a creator. */
  among: readonly (readonly string[])[];
  /** None of these sets may contain a creator. */
  outside: readonly (readonly string[])[];
  /** Creators with the brand's own contact info; null if it doesn't matter. */
  contacts: readonly string[] | null;
}

/** The value of the field `brand` for creators that all brands share. */
const SHARED = 'shared';

const term = (field: string, value: string | boolean): Json => ({ term: { [field]: value } });
const terms = (field: string, values: readonly string[]): Json => ({ terms: { [field]: values } });
/** A single term is counted without visiting its creators. */
const oneOf = (field: string, values: readonly string[]): Json =>
  values.length === 1 ? term(field, values[0] ?? '') : terms(field, values);
const ids = (values: readonly string[]): Json => ({ ids: { values } });
const all = (filter: readonly Json[]): Json => ({ bool: { filter } });
const any = (should: readonly Json[]): Json => ({ bool: { should, minimum_should_match: 1 } });
const not = (...must_not: readonly Json[]): Json => ({ bool: { must_not } });
const range = (field: string, gte: number | undefined, lte: number | undefined): Json => ({
  range: { [field]: { ...(gte === undefined ? {} : { gte }), ...(lte === undefined ? {} : { lte }) } },
});

/** The fields that searches sort by, by the columns of the database. */
const FIELDS: Record<string, string> = {
  followers_key: 'followers',
  engagement_key: 'engagement',
  views_key: 'views',
  updated_at: 'updated',
  fit_key: 'fit',
};

/**
 * Returns the body of a search for one page and one creator more. Its matches are the same as those of PostgreSQL, in the
 * same order: the score is the tier, see `CreatorSearch`. It counts nothing, so that the engine can skip matches that
 * can't be on the page.
 */
export function pageQuery(request: SearchRequest, related: RelatedCreators): Json {
  const { filters, after, limit } = request;
  const tiered = isTiered(request);
  const matching = conditions(request, related);
  const field = sortFieldOf(request);
  return {
    size: limit + 1,
    _source: false,
    track_total_hits: false,
    query: tiered ? { bool: { filter: matching, must: [tierScore(filters)] } } : all(matching),
    sort: [...(tiered ? [{ _score: 'desc' }] : []), { [field]: 'desc' }, { id: 'desc' }],
    ...(after
      ? { search_after: [...(tiered ? [scoreOf(after.tier)] : []), toSortValue(after.key), after.id] }
      : {}),
  };
}

/**
 * Returns the body of a search that counts matches, shared by all brands or the brand's own. The engine caches such
 * counts; one of shared creators is the same for all brands.
 */
export const countQuery = (
  request: Pick<SearchRequest, 'brandId' | 'filters'>,
  related: RelatedCreators,
  { scope, most }: { scope: 'shared' | 'own'; most: number | true },
): Json => ({
  size: 0,
  track_total_hits: most,
  query: all(conditions(request, related, [scope === 'own' ? request.brandId : SHARED])),
});

/** Returns tier and sort value of a hit as the port has them. */
export function positionOf(
  request: SearchRequest,
  sort: readonly (number | string)[],
): { tier: number; key: number | string } {
  const values = isTiered(request) ? sort : [scoreOf(0), ...sort];
  const [score, key] = values.map(Number);
  return {
    tier: (score ?? 0) - scoreOf(0),
    key: request.sort === 'updated' ? new Date(key ?? 0).toISOString() : (key ?? 0),
  };
}

const sortFieldOf = (request: SearchRequest): string => FIELDS[sortKeyOf(request).column] ?? 'followers';

/** Instants are numbers in the engine. */
const toSortValue = (key: number | string): number => (typeof key === 'string' ? Date.parse(key) : key);

/** Scores start at 1, because a score of 0 isn't one. */
const scoreOf = (tier: number): number => tier + 1;

function conditions(
  { brandId, filters }: Pick<SearchRequest, 'brandId' | 'filters'>,
  { among, outside, contacts }: RelatedCreators,
  brands: readonly string[] = [SHARED, brandId],
): Json[] {
  const found: Json[] = [oneOf('brand', brands)];
  const text = textCondition(filters);
  if (text) found.push(text);
  for (const field of ['platform', 'country', 'language'] as const)
    if (filters[field].length > 0) found.push(oneOf(field, filters[field]));
  if (filters.category.length > 0) found.push(oneOf('categories', filters.category));
  found.push(...figureConditions(filters));
  if (filters.verified !== undefined) found.push(term('verified', filters.verified));
  if (filters.registered !== undefined) found.push(term('registered', filters.registered));
  if (filters.hasEmail !== undefined) {
    const known = any([term('email', true), ids(contacts ?? [])]);
    found.push(filters.hasEmail ? known : not(known));
  }
  for (const set of among) found.push(ids(set));
  if (outside.length > 0) found.push(not(...outside.map(ids)));
  return found;
}

function figureConditions(filters: CreatorFilters): Json[] {
  const found: Json[] = [];
  const between = (field: string, min: number | undefined, max: number | undefined, least?: number) => {
    if (min !== undefined || max !== undefined) found.push(range(field, min ?? least, max));
  };
  // Unknown figures are stored as -1 and are in no range.
  between('followers', filters.followersMin, filters.followersMax, 0);
  between('engagement', filters.engagementMin, filters.engagementMax, 0);
  between('views', filters.viewsMin, filters.viewsMax, 0);
  between('growth30', filters.growth30Min, filters.growth30Max);
  between('growth90', filters.growth90Min, filters.growth90Max);
  return found;
}

/** Returns the condition of a text; null without one. */
function textCondition(filters: SearchFilters): Json | null {
  const topical = topicalMeaning(filters);
  if (topical) {
    const nodes = partNodes(topical, 1, filters.widened !== undefined);
    return nodeCondition(filters.widened === 'any' ? { any: nodes } : { all: nodes });
  }
  const words = searchTerms(filters.q ?? '');
  if (words.length === 0) return null;
  const among = all(words.map((each) => wordCondition(each, ['', '@'])));
  return words.every(({ inName }) => inName) ? any([among, insideNames(words)]) : among;
}

const wordCondition = ({ text, prefix }: SearchTerm, marks: readonly string[]): Json =>
  any(marks.map((mark) => lexeme(`${mark}${text}`, prefix)));

const lexeme = (text: string, prefix: boolean): Json =>
  prefix ? { prefix: { words: { value: text } } } : term('words', text);

/** All terms inside handle and name. They contain only alphanumeric characters. */
const insideNames = (words: readonly SearchTerm[]): Json =>
  all(words.map(({ text }) => ({ wildcard: { name: { value: `*${text}*` } } })));

function nodeCondition(node: WordNode): Json {
  if ('word' in node) return lexeme(node.word, node.prefix);
  return 'all' in node ? all(node.all.map(nodeCondition)) : any(node.any.map(nodeCondition));
}

/** Scores a creator by the highest tier whose condition it meets. */
function tierScore(filters: SearchFilters): Json {
  const tests = tierTests(filters);
  const queries = tiersOf(filters).map((tier) => ({
    constant_score: { filter: tests[tier] ?? EVERYTHING, boost: scoreOf(tier) },
  }));
  return { dis_max: { queries } };
}

const EVERYTHING: Json = { match_all: {} };

/** The condition of each tier, without excluding those above; all matches are in the others. */
function tierTests(filters: SearchFilters): Record<number, Json> {
  const { q = '' } = filters;
  const handle = q.trim().replace(/^@/, '').toLowerCase();
  const hasHandle = term('handle', handle);
  const topical = topicalMeaning(filters);
  if (topical) {
    const found = (level: 1 | 2 | 3, widened = false) => {
      const nodes = partNodes(topical, level, widened);
      return nodeCondition(widened && filters.widened === 'any' ? { any: nodes } : { all: nodes });
    };
    return {
      5: any([hasHandle, nodeCondition({ all: namedNodes(topical) })]),
      4: found(3),
      3: found(2),
      2: filters.widened ? found(1) : EVERYTHING,
      1: found(2, true),
    };
  }
  const words = searchTerms(q);
  const startsName = all(words.map((each) => wordCondition(each, ['@'])));
  return {
    5: hasHandle,
    4: { prefix: { handle: { value: handle } } },
    3: startsName,
    2: words.every(({ inName }) => inName) ? insideNames(words) : { match_none: {} },
  };
}
