import { readAudienceCondition } from '@troupe/domain/discovery/audience/audience-condition';
import type { CreatorFilters } from '@troupe/domain/discovery/creator-search';
import type { SearchFilters } from './creator-search.ts';
import { matching, type Values } from './creator-search-text.queries.ts';

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
  filters: SearchFilters,
  brandId: string,
  values: Values,
  scope: Scope,
  exceptions: Exceptions = {},
): string[] {
  const found = scope === 'shared' ? 'brand_id is null' : `brand_id = ${values.add(brandId, 'uuid')}`;
  return [
    found,
    ...textConditions(filters, values, exceptions),
    ...placeConditions(filters, values, exceptions),
    ...otherConditions(filters, brandId, values),
  ];
}

/** No index supports `is true`. */
const without = (unindexed: ReadonlySet<Indexed> | undefined, kind: Indexed, condition: string): string =>
  unindexed?.has(kind) ? `(${condition}) is true` : condition;

/** Returns the condition on words and names. */
function textConditions(
  filters: SearchFilters,
  values: Values,
  { omit = [], unindexed }: Exceptions,
): string[] {
  const ways = omit.includes('q') ? [] : matching(filters, values);
  return ways.length > 0 ? [without(unindexed, 'q', `(${ways.join(' or ')})`)] : [];
}

/** Returns the conditions on columns of the index on places, which has platforms, figures and categories too. */
function placeConditions(
  filters: SearchFilters,
  values: Values,
  { omit = [], unindexed }: Exceptions,
): string[] {
  const found: string[] = [];
  const add = (kind: Indexed, condition: string) => found.push(without(unindexed, kind, condition));
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
  return found;
}

/**
 * Returns the conditions on shared creators for a search that reads a place: the index on places excludes those of other
 * categories and figures before any creator is read, which PostgreSQL does only in a separate query. With five million
 * creators, a common word and a category in a large country took 224 ms, and take 107 ms. Null if that excludes none, or no
 * creator is read anyway.
 */
export function conditionsInPlace(
  filters: SearchFilters,
  brandId: string,
  values: Values,
  unindexed: ReadonlySet<Indexed>,
): string[] | null {
  const { category, engagementMin, engagementMax, viewsMin, viewsMax, verified } = filters;
  const narrows = [engagementMin, engagementMax, viewsMin, viewsMax, verified].some(
    (one) => one !== undefined,
  );
  if (category.length === 0 && !narrows) return null;
  const rest = [
    ...textConditions(filters, values, { unindexed }),
    ...otherConditions(filters, brandId, values),
  ];
  // Then no creator is read at all.
  if (rest.length === 0) return null;
  const place = ['brand_id is null', ...placeConditions(filters, values, { unindexed })];
  return [`id in (select id from creator where ${place.join(' and ')} offset 0)`, ...rest];
}

/** Returns the conditions that no index of creators has. */
function otherConditions(filters: SearchFilters, brandId: string, values: Values): string[] {
  const found: string[] = [];
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
  found.push(
    ...safetyConditions(filters, brandId, values),
    ...growthConditions(filters, values),
    ...audienceConditions(filters, brandId, values),
  );
  return found;
}

/** Returns the conditions on followers in reports, which are always those of the brand itself. */
function audienceConditions(
  { audience, audienceKnown }: SearchFilters,
  brandId: string,
  values: Values,
): string[] {
  const found = audience.flatMap((text) => {
    const condition = readAudienceCondition(text);
    if (!condition) return [];
    const { kind, code, percent } = condition;
    return [
      `exists (select from audience_share share where share.creator_id = creator.id
        and share.brand_id = ${values.add(brandId, 'uuid')} and share.kind = ${values.add(kind, 'text')}
        and share.code = ${values.add(code, 'text')} and share.weight >= ${values.add(percent / 100, 'float8')})`,
    ];
  });
  if (audienceKnown)
    found.push(`exists (select from creator_audience audience where audience.creator_id = creator.id
      and audience.brand_id = ${values.add(brandId, 'uuid')} and audience.known)`);
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
 * Returns the conditions on the brand's flags. A brand has few flags, so their creators are looked up first, rather than
 * asking for each creator of the sort order. Checks can be many: PostgreSQL compares each creator with all of an array.
 */
function safetyConditions(
  { safety, safetyCategory }: CreatorFilters,
  brandId: string,
  values: Values,
): string[] {
  const found: string[] = [];
  const open = () => `flag.brand_id = ${values.add(brandId, 'uuid')} and flag.state = 'open'`;
  if (safety === 'open' && safetyCategory.length === 0)
    found.push(`exists (select from safety_flag flag where flag.creator_id = creator.id and ${open()})`);
  if (safetyCategory.length > 0)
    found.push(`exists (select from safety_flag flag where flag.creator_id = creator.id and ${open()}
      and flag.category = any(${values.add(safetyCategory, 'text[]')}))`);
  if (safety === 'none')
    found.push(`exists (select from safety_check checked
      where checked.creator_id = creator.id and checked.brand_id = ${values.add(brandId, 'uuid')}
        and not exists (select from safety_flag flag where flag.creator_id = checked.creator_id and ${open()}))`);
  if (safety === 'unchecked')
    found.push(`not exists (select from safety_check checked
      where checked.creator_id = creator.id and checked.brand_id = ${values.add(brandId, 'uuid')})`);
  return found;
}
