import type { CreatorSort } from '@troupe/domain/discovery/creator-search';
import { searchTerms } from '@troupe/domain/discovery/creator-search-terms';
import type pg from 'pg';
import { RAW_COLUMNS } from '../../../platform/raw-json.ts';
import { creatorColumnsSql, hasCopySql } from './creator.table.ts';
import type { SearchFilters, SearchRequest } from './creator-search.ts';
import { conditions, conditionsInPlace, type Indexed, type Scope } from './creator-search-filter.queries.ts';
import {
  matching,
  nameConditions,
  namedNodes,
  nodeQuery,
  topicalMeaning,
  topicWords,
  Values,
  wordConditions,
} from './creator-search-text.queries.ts';

/** A statement with its parameters. */
export interface Statement {
  text: string;
  values: unknown[];
  types?: pg.CustomTypesConfig;
}

const SORT_KEYS: Record<CreatorSort, { column: string; type: string }> = {
  relevance: { column: 'followers_key', type: 'bigint' },
  followers: { column: 'followers_key', type: 'bigint' },
  engagement: { column: 'engagement_key', type: 'float8' },
  views: { column: 'views_key', type: 'bigint' },
  updated: { column: 'updated_at', type: 'timestamptz' },
};

/** Best match without words, or about topics. */
const FIT = { column: 'fit_key', type: 'float8' };

/** Returns what a request sorts by within a tier. */
export const sortKeyOf = ({
  sort,
  filters,
}: Pick<SearchRequest, 'sort' | 'filters'>): { column: string; type: string } =>
  sort === 'relevance' && (!hasText(filters) || topicalMeaning(filters)) ? FIT : SORT_KEYS[sort];

/** Returns whether the filters contain a text. */
export const hasText = ({ q }: SearchFilters): boolean => (q ?? '').trim() !== '';

/** Returns whether results are in tiers of relevance. */
export const isTiered = ({ sort, filters }: SearchRequest): boolean =>
  sort === 'relevance' && hasText(filters);

const COLUMNS = creatorColumnsSql('creator');

/** Number of newest posts shown per creator. */
const RECENT_POSTS = 4;

const BEST_FIRST = 'tier desc, key desc, id desc';
const BEST = BEST_FIRST.replaceAll(/(tier|key|id)/g, 'best.$1');

/** Leading index column of a sort; several values are walked side by side and merged. */
const APART: Partial<Record<CreatorSort, { filter: 'country' | 'platform'; type: string }>> = {
  relevance: { filter: 'country', type: 'bpchar' },
  followers: { filter: 'country', type: 'bpchar' },
  views: { filter: 'platform', type: 'text' },
};

/** More values than this are filtered instead of walked side by side. */
const MAX_WALKS = 8;

/**
 * How the matches of a scope are found. `gather` finds up to `most` matches and sorts them. `walk`
 * follows an index in sort order, within one tier, until the page is full.
 */
export type Strategy = { kind: 'gather'; most: number } | { kind: 'walk'; tier: number; limit: number };

/** The strategy for each searched scope. */
export type Strategies = Partial<Record<Scope, Strategy>>;

const ownContact = (creatorId: string, brandId: string) => `
  (select true from creator_contact contact
    where contact.brand_id = ${brandId} and contact.creator_id = ${creatorId}) as "ownContact"`;

const recentPosts = (creatorId: string) => `
  (select json_agg(post) from (
    select url, title, type, thumbnail_url as persistent_thumbnail_url from content
    where creator_id = ${creatorId} order by published_at desc nulls last limit ${RECENT_POSTS}) post) as content`;

/** Reads the titles of creators' newest posts, as a JSON array each. */
export const titlesStatement = (creatorIds: readonly string[]): Statement & { name: string } => ({
  name: 'creator-recent-titles',
  text: `select creator.id, (
      select json_agg(title) from (
        select title from content where creator_id = creator.id order by published_at desc nulls last limit ${RECENT_POSTS}) post
    ) as titles
    from unnest($1::uuid[]) creator(id)`,
  values: [creatorIds],
});

/**
 * The brand's lists that creators of `best` are on, numbered from 0, since a list may contain all
 * of them.
 */
const listsOf = (brandId: string) => `
  listed as materialized (
    select creator_id, list_id, saved_at from creator_list_item
    where brand_id = ${brandId} and archived_at is null and creator_id = any (array(select id from best))
  ),
  list as materialized (
    select id, title, row_number() over () - 1 as number from creator_list
    where brand_id = ${brandId} and archived_at is null and id = any (array(select list_id from listed))
  ),
  numbers as materialized (
    select creator_id, string_agg(number::text, ',' order by saved_at desc) as lists
    from listed join list on list.id = list_id group by creator_id
  )`;

/** Number of creators at the last statistics, which large imports and undos refresh. */
const CREATORS_KNOWN = `(select reltuples from pg_class where oid = 'creator'::regclass) as known`;

/**
 * Finds the best matches of all scopes together with their data. Each row, or a single one without
 * a creator, has the number of matches of the gathered scopes (`sharedSize`, `ownSize`). If one
 * exceeds `most`, no creators are returned and a walk is needed. Each row lists the numbers of the
 * brand's lists the creator is on, most recently saved first; the first row has all these lists. Columns keep the
 * database's text.
 * @param unindexed conditions applied as filters on the matches of other indexes
 */
export function pageStatement(
  request: SearchRequest,
  ways: Strategies,
  unindexed?: ReadonlySet<Indexed>,
): Statement {
  const { brandId, after, limit } = request;
  const values = new Values();
  const brand = values.add(brandId, 'uuid');
  const found: string[] = [];
  const sizes: string[] = [];
  const scopes: string[] = [];
  const fits: string[] = [];
  for (const scope of ['shared', 'own'] as const) {
    const way = ways[scope];
    if (!way) continue;
    if (way.kind === 'walk') {
      found.push(`${scope} as materialized (${walk(request, scope, way, values)})`);
      scopes.push(`select tier, key, id from ${scope}`);
      continue;
    }
    found.push(`${scope} as materialized (${gather(request, scope, way.most, values, unindexed)})`);
    sizes.push(`(select count(*) from ${scope})::int as "${scope}Size"`);
    scopes.push(`select ${tierOf(request, values)} as tier, key, id from ${scope}`);
    fits.push(`(select "${scope}Size" from size) <= ${way.most}`);
  }
  const { type } = sortKeyOf(request);
  const behind = after
    ? [
        `(tier, key, id) < (${values.add(after.tier, 'int')}, ${values.add(after.key, type)}, ${values.add(after.id, 'uuid')})`,
      ]
    : [];
  const where = (more: readonly string[]) => (more.length > 0 ? `where ${more.join(' and ')}` : '');
  // Comparing texts is the larger part of the work, so tiers wait until it is known that the matches are few.
  const all = scopes.map((scope) => `${scope} ${where(fits)}`).join(' union all ');
  return {
    text: `with ${found.join(', ')},
    size as materialized (select ${[CREATORS_KNOWN, ...sizes].join(', ')}),
    best as materialized (
      select tier, key, id from (${all}) both_scopes ${where(behind)} order by ${BEST_FIRST} limit ${limit + 1}
    ), ${detailsOf(brand, request)}`,
    values: values.list,
    types: RAW_COLUMNS,
  };
}

/** Reads the data of creators that are found already, as {@link pageStatement} does, if the brand may see them. */
export function detailsStatement(
  request: Pick<SearchRequest, 'brandId' | 'sort' | 'filters' | 'omitsPosts'>,
  found: readonly { tier: number; key: number | string; id: string }[],
): Statement {
  const values = new Values();
  const brand = values.add(request.brandId, 'uuid');
  const { type } = sortKeyOf(request);
  const tiers = values.add(
    found.map(({ tier }) => tier),
    'int[]',
  );
  const keys = values.add(
    found.map(({ key }) => key),
    `${type}[]`,
  );
  const ids = values.add(
    found.map(({ id }) => id),
    'uuid[]',
  );
  return {
    text: `with size as (select 0 as known),
    best as materialized (
      select found.* from unnest(${tiers}, ${keys}, ${ids}) as found(tier, key, id)
        join creator on creator.id = found.id and (creator.brand_id is null or creator.brand_id = ${brand})
    ), ${detailsOf(brand, request)}`,
    values: values.list,
    types: RAW_COLUMNS,
  };
}

/** The data of the creators of `best`, sorted, with `size`. */
const detailsOf = (brand: string, { omitsPosts }: Pick<SearchRequest, 'omitsPosts'>) => `${listsOf(brand)}
    select size.*, best.tier, best.key, ${COLUMNS}, ${ownContact('best.id', brand)},${omitsPosts ? '' : `${recentPosts('best.id')},`}
      creator.topics, creator.last_post_at as "lastPostAt", creator.contact_email is not null as "hasEmail",
      numbers.lists as "listNumbers",
      ${hasCopySql(brand)} as "hasCopy",
      case when row_number() over (order by ${BEST}) = 1 then (
        select json_agg(json_build_object('id', id, 'title', title) order by number) from list
      ) end as "allLists"
    from size
      left join (best join creator on creator.id = best.id left join numbers on creator_id = best.id) on true
    order by ${BEST}`;

function gather(
  request: SearchRequest,
  scope: Scope,
  most: number,
  values: Values,
  unindexed: ReadonlySet<Indexed> | undefined,
): string {
  const { column } = sortKeyOf(request);
  const texts = isTiered(request) ? ', username, name_text, words' : '';
  const found = waysToMatch(request, scope, values, unindexed)
    .map((where) => `select ${column} as key, id${texts} from creator where ${where}`)
    .join(' union all ');
  return `${found} limit ${most + 1}`;
}

/**
 * Conditions that together find every match once. For shared creators, words and names are searched
 * separately because each has its own index.
 */
function waysToMatch(
  { filters, brandId }: SearchRequest,
  scope: Scope,
  values: Values,
  unindexed: ReadonlySet<Indexed> | undefined,
): string[] {
  const shared = scope === 'shared';
  if (unindexed?.has('q')) {
    // Without words and categories, the index on places is left.
    const inPlace =
      shared && unindexed.has('category') && conditionsInPlace(filters, brandId, values, unindexed);
    return [(inPlace || conditions(filters, brandId, values, scope, { unindexed })).join(' and ')];
  }
  const others = conditions(filters, brandId, values, scope, { omit: ['q'], unindexed });
  const ways = matching(filters, values, shared);
  const [words, names] = ways;
  if (shared && names)
    return [words, `${names} and not (${words})`].map((way) => [...others, way].join(' and '));
  return [[...others, ...(words ? [`(${ways.join(' or ')})`] : [])].join(' and ')];
}

/** Samples one creator in 200, block by block, until enough matches are found. Always the same blocks, which stay in memory. */
export function sampleStatement(request: SearchRequest, scope: Scope, enough: number): Statement {
  const values = new Values();
  const where = conditions(request.filters, request.brandId, values, scope).join(' and ');
  return {
    text: `select count(*) as hits from (
      select from creator tablesample system (0.5) repeatable (1) where ${where} limit ${enough}) sample`,
    values: values.list,
  };
}

function walk(
  request: SearchRequest,
  scope: Scope,
  { tier, limit }: Extract<Strategy, { kind: 'walk' }>,
  values: Values,
): string {
  const { filters, brandId, after, sort } = request;
  const { column, type } = sortKeyOf(request);
  const behind =
    after?.tier === tier
      ? [`(${column}, id) < (${values.add(after.key, type)}, ${values.add(after.id, 'uuid')})`]
      : [];
  const order = `order by ${column} desc, id desc limit ${limit}`;
  // With several leading values an index isn't in sort order, so each is walked separately and
  // merged.
  const apart = APART[sort];
  const among = apart ? filters[apart.filter] : [];
  const split = apart && among.length > 1 && among.length <= MAX_WALKS ? apart : null;
  const omit = [
    ...(split ? [split.filter] : []),
    // Implied by the upper tiers.
    ...(isTiered(request) && tier > lowestTier(filters) ? (['q'] as const) : []),
  ];
  const where = [
    ...conditions(filters, brandId, values, scope, { omit }),
    ...(isTiered(request) ? tierConditions(tier, filters, values) : []),
    ...behind,
  ];
  const one = (more: string[]) =>
    `(select ${tier} as tier, ${column} as key, id from creator where ${[...where, ...more].join(' and ')} ${order})`;
  if (!split) return one([]);
  const walks = among.map((value) => one([`${split.filter} = ${values.add(value, split.type)}`]));
  return `select tier, key, id from (${walks.join(' union all ')}) walks order by key desc, id desc limit ${limit}`;
}

/** Counts matches up to `most`. */
export function countStatement(request: SearchRequest, scope: Scope, most: number): Statement {
  const values = new Values();
  const where = conditions(request.filters, request.brandId, values, scope).join(' and ');
  return {
    text: `select count(*)::int as size from (select from creator where ${where} limit ${most}) counted`,
    values: values.list,
  };
}

/** Returns the planner's estimate. */
export function estimateStatement(request: SearchRequest, scope: Scope): Statement {
  const values = new Values();
  const where = conditions(request.filters, request.brandId, values, scope).join(' and ');
  return { text: `explain (format json) select from creator where ${where}`, values: values.list };
}

/** Cancels the statement of another connection; does nothing if there is none. */
export const cancelStatement = (processId: number): Statement => ({
  text: 'select pg_cancel_backend($1)',
  values: [processId],
});

const NAME_TIERS = [5, 4, 3, 2, 1];
const TOPIC_TIERS = [5, 4, 3, 2];
const WIDENED_TIERS = [5, 4, 3, 2, 1, 0];

/** Returns the tiers of relevance of a text, best first; see `CreatorSearch`. */
export function tiersOf(filters: SearchFilters): readonly number[] {
  if (!topicalMeaning(filters)) return NAME_TIERS;
  return filters.widened ? WIDENED_TIERS : TOPIC_TIERS;
}

const lowestTier = (filters: SearchFilters): number => tiersOf(filters).at(-1) ?? 0;

/** The condition of each tier, without excluding the tiers above. */
function tierTests(filters: SearchFilters, values: Values): Record<number, () => string> {
  const { q = '' } = filters;
  const handle = q.trim().replace(/^@/, '').toLowerCase();
  const hasHandle = () => `lower(username) = ${values.add(handle, 'text')}`;
  const topical = topicalMeaning(filters);
  if (topical) {
    const found = (level: 1 | 2 | 3, widened = false) =>
      topicWords(filters, topical, values, { level, widened });
    return {
      5: () =>
        `(${hasHandle()} or words @@ ${values.add(nodeQuery({ all: namedNodes(topical) }), 'tsquery')})`,
      4: () => found(3),
      3: () => found(2),
      2: () => (filters.widened ? found(1) : 'true'),
      1: () => found(2, true),
      0: () => 'true',
    };
  }
  const terms = searchTerms(q);
  return {
    5: hasHandle,
    4: () => `lower(username) like ${values.add(`${handle.replace(/[\\%_]/g, '\\$&')}%`, 'text')}`,
    3: () => wordConditions(terms, values, 'name'),
    2: () => (terms.every((term) => term.inName) ? nameConditions(terms, values) : 'false'),
    1: () => 'true',
  };
}

/** SQL expression for a creator's tier. */
function tierOf(request: SearchRequest, values: Values): string {
  if (!isTiered(request)) return '0';
  const { filters } = request;
  const tests = tierTests(filters, values);
  const tiers = tiersOf(filters);
  return `case ${tiers
    .slice(0, -1)
    .map((tier) => `when ${tests[tier]?.()} then ${tier}`)
    .join(' ')} else ${tiers.at(-1)} end`;
}

/** The conditions of a tier, excluding the tiers above. */
function tierConditions(tier: number, filters: SearchFilters, values: Values): string[] {
  const tests = tierTests(filters, values);
  // A creator whose handle is the text also matches the other tiers, but only starts with it in tier 4.
  const isName = !topicalMeaning(filters);
  const above = tiersOf(filters).filter((other) => other > tier && (other < 5 || tier === 4 || !isName));
  return [`(${tests[tier]?.()})`, ...above.map((other) => `not (${tests[other]?.()})`)];
}
