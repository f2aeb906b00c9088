import {
  getCreator,
  getSearchAdvice,
  listCreatorFacets,
  searchCreators,
} from '@troupe/contract/discovery/creator';
import type { CreatorDetails, CreatorListMention, ShopSales } from '@troupe/domain/discovery/creator';
import type { MatchReason, ResultProfile, UnderstoodSearch } from '@troupe/domain/discovery/creator-search';
import { markTerms, searchTerms } from '@troupe/domain/discovery/creator-search-terms';
import { engagementBreakdown } from '@troupe/domain/discovery/engagement';
import { problem } from '@troupe/domain/problem';
import { PAGE_SIZE } from '@troupe/domain/shape';
import type pg from 'pg';
import type { Api, CallContext } from '../../../platform/api.ts';
import type { Database } from '../../../platform/database.ts';
import { JsonText } from '../../../platform/raw-json.ts';
import { type ContentReader, requestEngagement } from './creator.jobs.ts';
import { readCreator, readRecentTitles } from './creator.queries.ts';
import { facetReader } from './creator-facets.ts';
import { type FitReader, fitReader } from './creator-fit-reader.ts';
import { readRefresh } from './creator-refresh.queries.ts';
import { readCursor, writeCursor } from './creator-search.cursor.ts';
import { expandProfileUrl } from './creator-search.profile-url.ts';
import type { CreatorSearch, FoundCreator, SearchFilters } from './creator-search.ts';
import { adviseSearch } from './creator-search-advice.ts';
import { findWidened, topicNames, topicsIncludingWider, understoodOf } from './creator-search-widening.ts';

/** Reads a brand's lists and invites of a creator, which belong to other features. */
export interface MentionReader {
  /** Returns the brand's list items of a creator, most recently saved first. */
  listItems(db: Database, brandId: string, creatorId: string): Promise<CreatorListMention[]>;
  /** Returns the brand's invites of a creator, newest first. */
  invites(pool: pg.Pool, brandId: string, creatorId: string, now: string): Promise<CreatorDetails['invites']>;
}

/** Dependencies of the creator routes. */
interface CreatorParts {
  search: CreatorSearch;
  content: ContentReader;
  mentions: MentionReader;
}

/** Registers the routes of the creator search and creator details. */
export function creatorRoutes(api: Api, parts: CreatorParts): void {
  const readFacets = facetReader(api.pool);
  const fits = fitReader(api);
  const readTitles = (ids: readonly string[]) => readRecentTitles(api.pool, ids);
  api.implement(searchCreators, (context) => search({ ...parts, fits, readTitles }, context));
  api.implement(getSearchAdvice, (context) => adviseSearch(parts.search, context));
  api.implement(getCreator, (context) => getDetails(api, parts, context));
  api.implement(listCreatorFacets, ({ brandId }) => readFacets(brandId));
}

interface SearchParts extends CreatorParts {
  fits: FitReader;
  /** Reads the titles of creators' newest posts. */
  readTitles: (creatorIds: readonly string[]) => Promise<Map<string, string[]>>;
}

async function search(
  { search: engine, fits, readTitles }: SearchParts,
  { brandId, query: { cursor, lists, profile = 'whole', ...asked } }: CallContext<typeof searchCreators>,
) {
  const filters = expandProfileUrl(asked);
  const of = { brandId, filters };
  const after = cursor ? readCursor(cursor, of) : null;
  const sort = filters.sort ?? 'relevance';
  const omitsPosts = profile === 'summary';
  const found = await findWidened(engine, { brandId, filters, sort, after, limit: PAGE_SIZE, omitsPosts });
  const { page } = found;
  const reasons = page.creators.map(explainMatches(found.filters, profile));
  if (omitsPosts) await quotePosts(found.filters, { creators: page.creators, reasons, readTitles });
  const named = profile === 'whole' ? '' : namesOfTopics(reasons);
  const fitOf = sort === 'relevance' ? await fits() : null;
  const listed = lists === 'numbered' ? `"listed":${JSON.stringify(numberLists(page.creators))},` : '';
  const creators = page.creators.map(
    (creator, at) =>
      `{${creator.members},"why":${JSON.stringify(reasons[at])},"lists":${JSON.stringify(creator.lists)}${
        fitOf ? `,"fit":${JSON.stringify(fitOf(creator))}` : ''
      }}`,
  );
  const understood = understoodOf(found.filters, found.corrected);
  const next = page.next && writeCursor(page.next, of);
  return new JsonText(
    `{"creators":[${creators.join(',')}],${listed}${named}${understood ? `"understood":${JSON.stringify(understood)},` : ''}"nextCursor":${JSON.stringify(next)},"total":${page.total},"totalIsExact":${page.exact}${page.isMinimum ? ',"totalIsMinimum":true' : ''}}`,
  );
}

/** Moves the lists out of the creators: returns each list once, and each creator's list numbers. */
function numberLists(creators: FoundCreator[]): { lists: FoundCreator['lists']; on: number[][] } {
  const numbers = new Map<string, number>();
  const lists: FoundCreator['lists'] = [];
  const on = creators.map((creator) => {
    const ofCreator = creator.lists.map((list) => {
      const known = numbers.get(list.id);
      if (known !== undefined) return known;
      numbers.set(list.id, lists.length);
      return lists.push(list) - 1;
    });
    creator.lists = [];
    return ofCreator;
  });
  return { lists, on };
}

async function getDetails(
  api: Api,
  { content, mentions }: CreatorParts,
  { brandId, params, caller }: CallContext<typeof getCreator>,
) {
  const row = await readCreator(api.db, brandId, params.profileId);
  if (!row) throw problem('not_found');
  const [contents, refresh, creatorListItems, invites] = await Promise.all([
    content.all(api.db, [row.id]),
    readRefresh(api.db, row.id),
    mentions.listItems(api.db, brandId, row.id),
    mentions.invites(api.pool, brandId, row.id, api.clock.now().toISOString()),
  ]);
  const breakdown = engagementBreakdown({
    followerCount: row.followerCount,
    content: contents.get(row.id) ?? [],
    now: api.clock.now(),
    connectedAt: row.connectedAt ? new Date(row.connectedAt) : null,
    contentFrom: row.contentFrom ? new Date(row.contentFrom) : null,
  });
  // The rate's window moves over time, so recalculate a stale stored rate.
  if (breakdown && breakdown.engagement !== row.engagement) await requestEngagement(api.jobs, [row.id]);
  const partnerCenterUrl = caller.administrator && row.shop ? partnerCenterAddress(row.shop) : undefined;
  return {
    ...row.profile,
    creatorListItems,
    extraData: { engagementBreakdown: breakdown, channels: row.channels, shop: row.shop, refresh },
    invites,
    ...(partnerCenterUrl ? { partnerCenterUrl } : {}),
  };
}

/** Returns the partner center URL of a creator, identified by their shop user id. */
const partnerCenterAddress = (shop: ShopSales) =>
  `https://partner.tiktokshop.com/affiliate-cmp/creator?cid=${encodeURIComponent(shop.user_id)}`;

const SNIPPET = 120;

/** Writes the member with the names of the topics in reasons, each once. */
function namesOfTopics(reasons: readonly MatchReason[][]): string {
  const ids = new Set<string>();
  for (const all of reasons)
    for (const { field, parts } of all) if (field === 'topic' && parts[0]) ids.add(parts[0].text);
  if (ids.size === 0) return '';
  const topics: UnderstoodSearch['topics'] = [...ids].map((id) => ({ id, names: topicNames(id) }));
  return `"topics":${JSON.stringify(topics)},`;
}

/** Adds quotes of posts for creators that nothing else explains, of whom the posts haven't been read. */
async function quotePosts(
  filters: SearchFilters,
  {
    creators,
    reasons,
    readTitles,
  }: Pick<SearchParts, 'readTitles'> & { creators: FoundCreator[]; reasons: MatchReason[][] },
): Promise<void> {
  const terms = searchTerms(filters.q ?? '');
  const unexplained = creators.filter((_, at) => reasons[at]?.length === 0);
  if (terms.length === 0 || unexplained.length === 0) return;
  const titles = await readTitles(unexplained.map(({ id }) => id));
  for (const [at, { id }] of creators.entries())
    for (const title of (reasons[at]?.length === 0 && titles.get(id)) || []) {
      const parts = markTerms(title, terms, { anywhere: false, around: SNIPPET });
      if (parts) reasons[at]?.push({ field: 'post', parts });
    }
}

/** Explains why each creator of a page matches: the texts that match search and filters. */
function explainMatches(filters: SearchFilters, profile: ResultProfile) {
  const terms = searchTerms(filters.q ?? '');
  const wanted = new Set(topicsIncludingWider(filters));
  return (creator: FoundCreator): MatchReason[] => {
    const reasons: MatchReason[] = [];
    const look = (field: MatchReason['field'], text: string, anywhere: boolean) => {
      const parts = terms.length > 0 && markTerms(text, terms, { anywhere, around: SNIPPET });
      if (parts) reasons.push({ field, parts });
    };
    look('username', creator.username, true);
    look('name', creator.fullname, true);
    look('bio', creator.bio, false);
    if (terms.length > 0) for (const title of creator.titles()) look('post', title, false);
    for (const id of wanted.size > 0 ? creator.topics() : [])
      if (wanted.has(id))
        reasons.push({
          field: 'topic',
          parts: [{ text: id, match: true }],
          ...(profile === 'whole' ? { names: topicNames(id) } : {}),
        });
    const facet = (field: MatchReason['field'], text: string) =>
      reasons.push({ field, parts: [{ text, match: true }] });
    for (const category of filters.category.length > 0 ? creator.categories() : [])
      if (filters.category.includes(category)) facet('category', category);
    if (creator.country && filters.country.includes(creator.country)) facet('country', creator.country);
    if (creator.language && filters.language.includes(creator.language)) facet('language', creator.language);
    return reasons;
  };
}
