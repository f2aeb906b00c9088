import type { CreatorSort } from '@troupe/domain/discovery/creator-search';
import { searchTerms } from '@troupe/domain/discovery/creator-words';
import { creatorColumnsSql } from './creator.table.ts';
import type { SearchRequest } from './creator-search.ts';
import {
  amongWords,
  conditions,
  inMiddle,
  matching,
  type Scope,
  Values,
} from './creator-search-filter.queries.ts';

/** A statement with its values. */
export interface Statement {
  text: string;
  values: unknown[];
}

const SORT_KEYS: Record<CreatorSort, { column: string; type: string }> = {
  relevance: { column: 'followers_key', type: 'bigint' },
  followers: { column: 'followers_key', type: 'bigint' },
  engagement: { column: 'engagement_key', type: 'float8' },
  views: { column: 'views_key', type: 'bigint' },
  updated: { column: 'updated_at', type: 'timestamptz' },
};

const COLUMNS = creatorColumnsSql('creator');

const BEST_FIRST = 'tier desc, key desc, id desc';

/** What an index of this sort begins with; several values of it are walked side by side and merged. */
const APART: Partial<Record<CreatorSort, { filter: 'country' | 'platform'; type: string }>> = {
  relevance: { filter: 'country', type: 'bpchar' },
  followers: { filter: 'country', type: 'bpchar' },
  views: { filter: 'platform', type: 'text' },
};

/** More values than this are filtered creator by creator instead of walked side by side. */
const MOST_WALKS = 8;

/** Reads the shown columns of the creators picked by the inner statement (tier, key, id). */
const withProfiles = (picked: string, brandId: string) =>
  `select picked.tier, picked.key, ${COLUMNS},
    exists (select from creator_contact contact
      where contact.creator_id = picked.id and contact.brand_id = ${brandId}) as "ownContact"
  from (${picked}) picked join creator on creator.id = picked.id
  order by picked.tier desc, picked.key desc, picked.id desc`;

/**
 * Gathers all that matches in each scope and answers the best of it with the number of all as `size`. Where more than
 * `most` match, it answers no creators, and they have to be walked to in their order.
 */
export function gatherStatement(request: SearchRequest, scopes: readonly Scope[], most: number): Statement {
  const values = new Values();
  const texts = scopes.map((scope) => `(${gather(request, scope, most, values)})`);
  return { text: texts.join(' union all '), values: values.list };
}

function gather(request: SearchRequest, scope: Scope, most: number, values: Values): string {
  const { filters, brandId, after, sort, limit } = request;
  const { column, type } = SORT_KEYS[sort];
  const tier = sort === 'relevance' ? tierOf(filters.q ?? '', values) : '0';
  const found = waysToMatch(request, scope, values)
    .map((where) => `select ${tier} as tier, ${column} as key, id from creator where ${where}`)
    .join(' union all ');
  const behind = after
    ? `(tier, key, id) < (${values.add(after.tier, 'int')}, ${values.add(after.key, type)}, ${values.add(after.id, 'uuid')})`
    : 'true';
  const few = `(select count(*) from found) <= ${most}`;
  const picked = `select tier, key, id from found where ${few} and ${behind} order by ${BEST_FIRST} limit ${limit + 1}`;
  const brand = values.add(brandId, 'uuid');
  return `with found as materialized (
      ${found} limit ${most + 1}
    )
    select '${scope}' as scope, (select count(*) from found)::int as size, page.* from (select) one
    left join (${withProfiles(picked, brand)}) page on true
    order by page.${BEST_FIRST.replaceAll(', ', ', page.')}`;
}

/**
 * Conditions that together find all that matches, each creator once. Among the shared creators words and names are
 * asked for apart: either has an index of its own.
 */
function waysToMatch({ filters, brandId }: SearchRequest, scope: Scope, values: Values): string[] {
  const shared = scope === 'shared';
  const others = conditions(filters, brandId, values, scope, ['q']);
  const ways = matching(filters.q ?? '', values, shared);
  const [words, names] = ways;
  if (shared && names)
    return [words, `${names} and not (${words})`].map((way) => [...others, way].join(' and '));
  return [[...others, ...(words ? [`(${ways.join(' or ')})`] : [])].join(' and ')];
}

/** Looks at one creator in 200, block by block, until so many matches are found. */
export function sampleStatement(request: SearchRequest, scope: Scope, enough: number): Statement {
  const values = new Values();
  const where = conditions(request.filters, request.brandId, values, scope).join(' and ');
  return {
    text: `select count(*) as hits from (
      select from creator tablesample system (0.5) where ${where} limit ${enough}) sample`,
    values: values.list,
  };
}

/** Walks along an index in the order asked for, within one tier, until a page is full. */
export function walkStatement(request: SearchRequest, scope: Scope, tier: number, limit: number): Statement {
  const values = new Values();
  const { filters, brandId, after, sort } = request;
  const { column, type } = SORT_KEYS[sort];
  const behind =
    after?.tier === tier
      ? [`(${column}, id) < (${values.add(after.key, type)}, ${values.add(after.id, 'uuid')})`]
      : [];
  const order = `order by ${column} desc, id desc limit ${limit}`;
  // Behind several values at once an index is in no order; one walk behind each of them, merged, is.
  const apart = APART[sort];
  const among = apart ? filters[apart.filter] : [];
  const split = apart && among.length > 1 && among.length <= MOST_WALKS ? apart : null;
  const where = [
    ...conditions(filters, brandId, values, scope, [
      ...(split ? [split.filter] : []),
      // What the upper tiers ask for is found anyway.
      ...(tier > 1 ? (['q'] as const) : []),
    ]),
    ...tierConditions(tier, filters.q ?? '', values),
    ...behind,
  ];
  const walk = (more: string[]) =>
    `(select ${tier} as tier, ${column} as key, id from creator where ${[...where, ...more].join(' and ')} ${order})`;
  const walks = split
    ? among.map((value) => walk([`${split.filter} = ${values.add(value, split.type)}`]))
    : [walk([])];
  const picked =
    walks.length === 1
      ? walks.join('')
      : `select tier, key, id from (${walks.join(' union all ')}) walks order by key desc, id desc limit ${limit}`;
  return { text: withProfiles(picked, values.add(brandId, 'uuid')), values: values.list };
}

/** Counts what matches, up to `most`. */
export function countStatement(request: SearchRequest, scope: Scope, most: number): Statement {
  const values = new Values();
  const where = conditions(request.filters, request.brandId, values, scope).join(' and ');
  return {
    text: `select count(*)::int as size from (select from creator where ${where} limit ${most}) counted`,
    values: values.list,
  };
}

/** Lets the planner say how many it expects. */
export function estimateStatement(request: SearchRequest, scope: Scope): Statement {
  const values = new Values();
  const where = conditions(request.filters, request.brandId, values, scope).join(' and ');
  return { text: `explain (format json) select from creator where ${where}`, values: values.list };
}

/** Ends the statement of another connection; does nothing where none runs. */
export const cancelStatement = (processId: number): Statement => ({
  text: 'select pg_cancel_backend($1)',
  values: [processId],
});

/** The tiers of relevance, best first; see `CreatorSearch`. */
export const TIERS = [5, 4, 3, 2, 1];

/** What each tier asks for, without regard to the tiers above it. */
function tierTests(q: string, values: Values): Record<number, () => string> {
  const terms = searchTerms(q);
  const handle = q.trim().replace(/^@/, '').toLowerCase();
  return {
    5: () => `lower(username) = ${values.add(handle, 'text')}`,
    4: () => `lower(username) like ${values.add(`${handle.replace(/[\\%_]/g, '\\$&')}%`, 'text')}`,
    3: () => amongWords(terms, values, 'name'),
    2: () => (terms.every((term) => term.inName) ? inMiddle(terms, values) : 'false'),
    1: () => 'true',
  };
}

/** The tier of a creator as an expression. */
function tierOf(q: string, values: Values): string {
  const tests = tierTests(q, values);
  return `case ${TIERS.slice(0, -1)
    .map((tier) => `when ${tests[tier]?.()} then ${tier}`)
    .join(' ')} else 1 end`;
}

/** The conditions of one tier, without what the tiers above it found. */
function tierConditions(tier: number, q: string, values: Values): string[] {
  if (tier === 0) return [];
  const tests = tierTests(q, values);
  // The exact handle begins with itself: tier 5 needs to be left out of tier 4 alone.
  const above = TIERS.filter((other) => other > tier && (other < 5 || tier === 4));
  return [`(${tests[tier]?.()})`, ...above.map((other) => `not (${tests[other]?.()})`)];
}
