import type { CreatorFilters } from '@troupe/domain/discovery/creator-search';
import { type SearchTerm, searchTerms } from '@troupe/domain/discovery/creator-search-terms';

/** Collects statement parameters. */
export class Values {
  readonly list: unknown[] = [];

  /** Returns the placeholder of a value with the given SQL type. */
  add(value: unknown, type: string): string {
    this.list.push(value);
    return `$${this.list.length}::${type}`;
  }
}

/** Which creators a condition applies to: shared ones, or the brand's own. */
export type Scope = 'shared' | 'own';

/** Conditions that an index supports. */
export type Indexed = 'q' | 'platform' | 'country' | 'language' | 'category' | 'range';

/** Conditions to skip, and conditions not to use an index for. */
export interface Exceptions {
  omit?: readonly ('country' | 'platform' | 'q')[];
  unindexed?: ReadonlySet<Indexed> | undefined;
}

/** Returns the conditions of a search as SQL on the table `creator`, without its sort order. */
export function conditions(
  filters: CreatorFilters,
  brandId: string,
  values: Values,
  scope: Scope,
  { omit = [], unindexed }: Exceptions = {},
): string[] {
  const found = [scope === 'shared' ? 'brand_id is null' : `brand_id = ${values.add(brandId, 'uuid')}`];
  // No index supports `is true`.
  const add = (kind: Indexed, condition: string) =>
    found.push(unindexed?.has(kind) ? `(${condition}) is true` : condition);
  const among = (column: Indexed & string, wanted: readonly string[], type: string) => {
    if (wanted.length === 0) return;
    // Expanded, because a GIN index doesn't support `any` of an array.
    add(column, `(${wanted.map((value) => `${column} = ${values.add(value, type)}`).join(' or ')})`);
  };
  const between = (column: string, min: number | undefined, max: number | undefined, type: string) => {
    if (min !== undefined) add('range', `${column} >= ${values.add(min, type)}`);
    if (max !== undefined) add('range', `${column} <= ${values.add(max, type)}`);
    // Unknown figures are stored as -1 and are in no range.
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
    // Most creators aren't verified, so an index would only be slower.
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
  if (filters.notInvited !== undefined) {
    const invited = `exists (select from invite where invite.creator_id = creator.id
      and invite.brand_id = ${values.add(brandId, 'uuid')} and invite.cancelled_at is null)`;
    found.push(filters.notInvited ? `not ${invited}` : invited);
  }
  found.push(...safetyConditions(filters, brandId, values), ...growthConditions(filters, values));
  return found;
}

/** Returns the conditions on growth. It has its own table, so that searches without it don't pay for it. */
function growthConditions(filters: CreatorFilters, values: Values): string[] {
  return ([30, 90] as const).flatMap((days) => {
    const ends: [string, number | undefined][] = [
      ['>=', filters[`growth${days}Min`]],
      ['<=', filters[`growth${days}Max`]],
    ];
    const tests = ends.flatMap(([sign, end]) =>
      end === undefined ? [] : [`growth.days${days} ${sign} ${values.add(end, 'float8')}`],
    );
    if (tests.length === 0) return [];
    return [
      `exists (select from creator_growth growth where growth.creator_id = creator.id and ${tests.join(' and ')})`,
    ];
  });
}

/**
 * Returns the conditions on the brand's flags. A brand has few flags and checks, so their creators are looked up first,
 * rather than asking for each creator of the sort order.
 */
function safetyConditions(
  { safety, safetyCategory }: CreatorFilters,
  brandId: string,
  values: Values,
): string[] {
  const found: string[] = [];
  const open = () => `flag.brand_id = ${values.add(brandId, 'uuid')} and flag.state = 'open'`;
  if (safety === 'open' && safetyCategory.length === 0)
    found.push(`id = any(array(select flag.creator_id from safety_flag flag where ${open()}))`);
  if (safetyCategory.length > 0)
    found.push(`id = any(array(select flag.creator_id from safety_flag flag where ${open()}
      and flag.category = any(${values.add(safetyCategory, 'text[]')})))`);
  if (safety === 'none')
    found.push(`id = any(array(select checked.creator_id from safety_check checked
      where checked.brand_id = ${values.add(brandId, 'uuid')} and not exists (select from safety_flag flag
        where flag.creator_id = checked.creator_id and ${open()})))`);
  if (safety === 'unchecked')
    found.push(`not exists (select from safety_check checked
      where checked.creator_id = creator.id and checked.brand_id = ${values.add(brandId, 'uuid')})`);
  return found;
}

/**
 * Returns the alternative conditions for matching a text: all terms among the words, or all inside
 * handle and name where allowed. Empty without terms. `byParts` uses the index of parts of shared
 * names.
 */
export function matching(q: string, values: Values, byParts = false): string[] {
  const terms = searchTerms(q);
  if (terms.length === 0) return [];
  if (!terms.every((term) => term.inName)) return [wordConditions(terms, values)];
  // A single term found inside a name is always among its words.
  const among = wordConditions(terms, values, terms.length === 1 ? 'bio' : 'all');
  return [among, (byParts && namePartConditions(terms, values)) || nameConditions(terms, values)];
}

/** Length of the indexed parts of shared names. */
const PART = 5;

/**
 * All terms inside handle and name, looked up by name parts; null if the terms are too short. Parts
 * lead to few names, while trigrams find so many that reading them took 4 ms per term. Calls the
 * function behind `like`, because only the trigram index supports the operator.
 */
function namePartConditions(terms: readonly SearchTerm[], values: Values): string | null {
  const parts = new Set(terms.flatMap(({ text }) => partsOf(text)));
  if (parts.size === 0) return null;
  const tests = terms.map(({ text }) => `textlike(name_text, ${values.add(`%${text}%`, 'text')})`);
  return [`creator_name_parts(name_text) @> ${values.add([...parts], 'text[]')}`, ...tests].join(' and ');
}

const partsOf = (text: string): string[] =>
  Array.from({ length: Math.max(0, text.length - PART + 1) }, (_, at) => text.slice(at, at + PART));

/** Prefixes shorter than this match too many words. */
const SELECTIVE_PREFIX = 5;

/**
 * All terms among the words of the bio, of handle and name, or either. With a short prefix, an
 * index would read all words starting with it, so the prefix is checked on the matches of the other
 * words, through the function behind the operator that no index supports.
 */
export function wordConditions(
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

/** All terms inside handle and name. Terms contain neither % nor _. */
export function nameConditions(terms: readonly SearchTerm[], values: Values): string {
  return `(${terms.map(({ text }) => `name_text like ${values.add(`%${text}%`, 'text')}`).join(' and ')})`;
}

/** A tsquery for all terms. Words of handle and name are stored with a leading @. */
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
