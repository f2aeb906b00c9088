import type { CreatorFilters } from '@troupe/domain/creator-search';
import { type SearchTerm, searchTerms } from '@troupe/domain/creator-words';

/** Collects the values of a statement; each gets a numbered place. */
export class Values {
  readonly list: unknown[] = [];

  /** The place of a value, of the given SQL type. */
  add(value: unknown, type: string): string {
    this.list.push(value);
    return `$${this.list.length}::${type}`;
  }
}

/** Whose creators a condition speaks of: those shared by all, the brand's own, or both. */
export type Scope = 'shared' | 'own' | 'visible';

/** The conditions of a search as SQL over the table `creator`, without those on its order. */
export function conditions(
  filters: CreatorFilters,
  brandId: string,
  values: Values,
  scope: Scope,
  omit?: 'country',
): string[] {
  const found: string[] = [visible(scope, brandId, values)];
  const among = (column: string, wanted: readonly string[], type: string) => {
    if (wanted.length === 0) return;
    // Spelled out, because a GIN index cannot look for `any` of an array.
    found.push(`(${wanted.map((value) => `${column} = ${values.add(value, type)}`).join(' or ')})`);
  };
  const between = (column: string, min: number | undefined, max: number | undefined, type: string) => {
    if (min !== undefined) found.push(`${column} >= ${values.add(min, type)}`);
    if (max !== undefined) found.push(`${column} <= ${values.add(max, type)}`);
    // Unknown figures are kept as -1, and are in no range.
    if (min === undefined && max !== undefined) found.push(`${column} >= 0`);
  };

  found.push(...matching(searchTerms(filters.q ?? ''), values));
  among('platform', filters.platform, 'text');
  if (omit !== 'country') among('country', filters.country, 'bpchar');
  among('language', filters.language, 'text');
  if (filters.category.length > 0) found.push(`categories && ${values.add(filters.category, 'text[]')}`);
  between('followers_key', filters.followersMin, filters.followersMax, 'bigint');
  between('engagement_key', filters.engagementMin, filters.engagementMax, 'float8');
  between('views_key', filters.viewsMin, filters.viewsMax, 'bigint');
  if (filters.verified !== undefined) found.push(filters.verified ? 'verified' : 'not verified');
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

function visible(scope: Scope, brandId: string, values: Values): string {
  if (scope === 'shared') return 'brand_id is null';
  const own = `brand_id = ${values.add(brandId, 'uuid')}`;
  return scope === 'own' ? own : `(brand_id is null or ${own})`;
}

/** Every term is found: in the middle of the name where it may be, otherwise among all words. */
function matching(terms: readonly SearchTerm[], values: Values): string[] {
  const inWords = terms.filter((term) => !term.inName);
  const anywhere = terms.filter((term) => term.inName);
  return [
    ...(inWords.length > 0 ? [`words @@ ${values.add(tsquery(inWords), 'tsquery')}`] : []),
    ...anywhere.map(
      (term) =>
        `(words @@ ${values.add(tsquery([term]), 'tsquery')} or name_text like ${values.add(middle(term), 'text')})`,
    ),
  ];
}

/** A query for all of these terms; with a mark, only for words of handle and name. */
export function tsquery(terms: readonly SearchTerm[], mark = ''): string {
  return terms
    .map(({ text, prefix }) => `'${mark}${text.replace(/['\\]/g, '\\$&')}'${prefix ? ':*' : ''}`)
    .join(' & ');
}

/** A pattern for a term in the middle of a text. Terms hold neither % nor _. */
export const middle = (term: SearchTerm): string => `%${term.text}%`;
