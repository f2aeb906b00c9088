import type { CreatorFilters } from '@troupe/domain/discovery/creator-search';
import { type SearchTerm, searchTerms } from '@troupe/domain/discovery/creator-search-terms';

/** Collects the values of a statement; each gets a numbered place. */
export class Values {
  readonly list: unknown[] = [];

  /** The place of a value, of the given SQL type. */
  add(value: unknown, type: string): string {
    this.list.push(value);
    return `$${this.list.length}::${type}`;
  }
}

/** Whose creators a condition speaks of: those shared by all, or the brand's own. */
export type Scope = 'shared' | 'own';

/** Kinds of conditions that an index can answer. */
export type Indexed = 'q' | 'platform' | 'country' | 'language' | 'category' | 'range';

/** Conditions that are not asked for here, and those that no index is used for. */
export interface Exceptions {
  omit?: readonly ('country' | 'platform' | 'q')[];
  unindexed?: ReadonlySet<Indexed> | undefined;
}

/** The conditions of a search as SQL over the table `creator`, without those on its order. */
export function conditions(
  filters: CreatorFilters,
  brandId: string,
  values: Values,
  scope: Scope,
  { omit = [], unindexed }: Exceptions = {},
): string[] {
  const found = [scope === 'shared' ? 'brand_id is null' : `brand_id = ${values.add(brandId, 'uuid')}`];
  // No index answers to `is true`.
  const add = (kind: Indexed, condition: string) =>
    found.push(unindexed?.has(kind) ? `(${condition}) is true` : condition);
  const among = (column: Indexed & string, wanted: readonly string[], type: string) => {
    if (wanted.length === 0) return;
    // Spelled out, because a GIN index cannot look for `any` of an array.
    add(column, `(${wanted.map((value) => `${column} = ${values.add(value, type)}`).join(' or ')})`);
  };
  const between = (column: string, min: number | undefined, max: number | undefined, type: string) => {
    if (min !== undefined) add('range', `${column} >= ${values.add(min, type)}`);
    if (max !== undefined) add('range', `${column} <= ${values.add(max, type)}`);
    // Unknown figures are kept as -1, and are in no range.
    if (min === undefined && max !== undefined) add('range', `${column} >= 0`);
  };

  const ways = omit.includes('q') ? [] : matching(filters.q ?? '', values);
  if (ways.length > 0) add('q', `(${ways.join(' or ')})`);
  if (!omit.includes('platform')) among('platform', filters.platform, 'text');
  if (!omit.includes('country')) among('country', filters.country, 'bpchar');
  among('language', filters.language, 'text');
  if (filters.category.length > 0) add('category', `categories && ${values.add(filters.category, 'text[]')}`);
  between('followers_key', filters.followersMin, filters.followersMax, 'bigint');
  between('engagement_key', filters.engagementMin, filters.engagementMax, 'float8');
  between('views_key', filters.viewsMin, filters.viewsMax, 'bigint');
  if (filters.verified !== undefined)
    // Nearly all are not verified: an index would only be slowed down by looking for them.
    found.push(filters.verified ? 'verified' : 'verified is not true');
  if (filters.registered !== undefined)
    found.push(filters.registered ? 'user_id is not null' : 'user_id is null');
  if (filters.hasEmail !== undefined) {
    const known = `(contact_email is not null or exists (select from creator_contact contact
      where contact.creator_id = creator.id and contact.brand_id = ${values.add(brandId, 'uuid')}))`;
    found.push(filters.hasEmail ? known : `not ${known}`);
  }
  if (filters.notInLists !== undefined) {
    const listed = `exists (select from creator_list_item item join creator_list list on list.id = item.list_id
      where item.creator_id = creator.id and item.brand_id = ${values.add(brandId, 'uuid')}
        and item.archived_at is null and list.archived_at is null)`;
    found.push(filters.notInLists ? `not ${listed}` : listed);
  }
  return found;
}

/**
 * The ways in which a creator can match what is asked for: every term is found among the words, or every one in the
 * middle of handle and name where it may be. None where nothing is asked for. `byParts` has an index of the parts of
 * shared names answer.
 */
export function matching(q: string, values: Values, byParts = false): string[] {
  const terms = searchTerms(q);
  if (terms.length === 0) return [];
  if (!terms.every((term) => term.inName)) return [amongWords(terms, values)];
  // In the middle of names, one term alone is found wherever it is among their words.
  const among = amongWords(terms, values, terms.length === 1 ? 'bio' : 'all');
  return [among, (byParts && inMiddleByParts(terms, values)) || inMiddle(terms, values)];
}

/** Shared names are indexed by every run of so many characters. */
const PART = 5;

/**
 * Every term is found somewhere in handle and name, looked up by the parts of names; null where the terms are too
 * short. Parts lead to few names, while trigrams are found in so many that reading those took 4 ms a term. The
 * function behind `like` is called, because only the index of trigrams answers to the operator.
 */
function inMiddleByParts(terms: readonly SearchTerm[], values: Values): string | null {
  const parts = new Set(terms.flatMap(({ text }) => partsOf(text)));
  if (parts.size === 0) return null;
  const tests = terms.map(({ text }) => `textlike(name_text, ${values.add(`%${text}%`, 'text')})`);
  return [`creator_name_parts(name_text) @> ${values.add([...parts], 'text[]')}`, ...tests].join(' and ');
}

const partsOf = (text: string): string[] =>
  Array.from({ length: Math.max(0, text.length - PART + 1) }, (_, at) => text.slice(at, at + PART));

/** An unfinished word begins this many others or more as long as it is shorter than this. */
const SELECTIVE_PREFIX = 5;

/**
 * Every term is found among the words of the bio, of handle and name, or either. An index would have to read all
 * words that begin with a short unfinished one: beside finished words it is looked for in what those find, for which
 * the function behind the operator is called, because an index answers to the operator alone.
 */
export function amongWords(
  terms: readonly SearchTerm[],
  values: Values,
  where: 'bio' | 'name' | 'all' = 'all',
): string {
  const query = (of: readonly SearchTerm[]) => values.add(tsquery(of, where), 'tsquery');
  const [short, rest] = [terms.filter(isVague), terms.filter((term) => !isVague(term))];
  if (short.length === 0 || rest.length === 0) return `words @@ ${query(terms)}`;
  return `(words @@ ${query(rest)} and ts_match_vq(words, ${query(short)}))`;
}

const isVague = ({ prefix, text }: SearchTerm) => prefix && text.length < SELECTIVE_PREFIX;

/** Every term is found somewhere in handle and name. Terms hold neither % nor _. */
export function inMiddle(terms: readonly SearchTerm[], values: Values): string {
  return `(${terms.map(({ text }) => `name_text like ${values.add(`%${text}%`, 'text')}`).join(' and ')})`;
}

/** A query for all of these terms. The words of handle and name are kept behind an @. */
export function tsquery(terms: readonly SearchTerm[], where: 'bio' | 'name' | 'all' = 'all'): string {
  const lexeme = ({ text, prefix }: SearchTerm, mark: string) =>
    `'${mark}${text.replace(/['\\]/g, '\\$&')}'${prefix ? ':*' : ''}`;
  return terms
    .map((term) => {
      if (where === 'bio') return lexeme(term, '');
      if (where === 'name') return lexeme(term, '@');
      return `(${lexeme(term, '')} | ${lexeme(term, '@')})`;
    })
    .join(' & ');
}
