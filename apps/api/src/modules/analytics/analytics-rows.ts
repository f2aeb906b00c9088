import type { AnalyticsRow, AnalyticsRowKind, AnalyticsSort } from '@troupe/domain/analytics/analytics';
import { rankRates } from '@troupe/domain/analytics/leaderboard';
import type { Platform } from '@troupe/domain/discovery/creator';
import type { FormulaId } from '@troupe/domain/figure';
import type { Part } from '@troupe/domain/figure-formula';
import type { Api } from '../../platform/api.ts';
import { FigureBag, figuresOf, POST_ROW_FORMULAS, ROW_FORMULAS } from './analytics/figure-bag.ts';
import type { AnalyticsFilter } from './analytics/filter.ts';
import { type ListedPost, readPostSums, readPosts } from './analytics/post-figure.queries.ts';
import { readAffiliates, readCampaignTitles, readCreatorNames } from './analytics/row-name.queries.ts';
import { readSalesSums } from './analytics/sales-sum.queries.ts';
import { readSpend } from './analytics/spend.queries.ts';

/** What rows are made for. */
export interface RowsInput {
  filter: AnalyticsFilter;
  before: AnalyticsFilter | null;
  groupBy: AnalyticsRowKind;
  sort: AnalyticsSort;
  margin: number | null;
  asOf: string;
  currencies: readonly string[];
}

/** Rows by the id of their campaign or creator, or their platform; empty for what belongs to none. */
type Bags = Map<string, FigureBag>;

/** Returns all rows of a period, sorted. */
export async function rowsOf(api: Api, input: RowsInput): Promise<AnalyticsRow[]> {
  const rows =
    input.groupBy === 'content' ? await postRows(api, input) : await sumRows(api, input, input.groupBy);
  return sorted(withRates(rows), input.sort, input.currencies[0] ?? null);
}

const bagOf = (bags: Bags, key: string | null): FigureBag => {
  const bag = bags.get(key ?? '') ?? new FigureBag();
  bags.set(key ?? '', bag);
  return bag;
};

async function readBags(
  { pool }: Api,
  filter: AnalyticsFilter,
  groupBy: 'campaign' | 'creator' | 'platform',
): Promise<Bags> {
  const by = groupBy === 'campaign' ? 'campaign' : 'creator';
  const [sales, spend, posts, affiliates] = await Promise.all([
    readSalesSums(pool, filter, by),
    readSpend(pool, filter, by, null),
    readPostSums(pool, filter, groupBy, null),
    by === 'creator' ? readAffiliates(pool, filter.brandId, { creatorId: null, platform: null }) : [],
  ]);
  const known = new Map(affiliates.map((one) => [one.id, one]));
  const creators = new Map<string, Platform>(affiliates.map((one) => [one.creatorId, one.platform]));
  if (groupBy === 'platform') {
    const others = spend.flatMap(({ creatorId }) => (creatorId && !creators.has(creatorId) ? creatorId : []));
    for (const [id, { platform }] of await readCreatorNames(pool, filter.brandId, others))
      creators.set(id, platform);
  }
  const keyOf = (campaignId: string | null, creatorId: string | null): string | null => {
    if (groupBy === 'campaign') return campaignId;
    return groupBy === 'creator' ? creatorId : creatorId && (creators.get(creatorId) ?? null);
  };
  const bags: Bags = new Map();
  for (const row of sales)
    bagOf(bags, keyOf(row.campaignId, known.get(row.affiliateId ?? '')?.creatorId ?? null)).addSales(row);
  for (const row of spend) bagOf(bags, keyOf(row.campaignId, row.creatorId)).addSpend(row);
  for (const row of posts)
    bagOf(bags, groupBy === 'platform' ? row.platform : keyOf(row.campaignId, row.creatorId)).posts = row;
  return bags;
}

async function sumRows(
  api: Api,
  { filter, before, groupBy, margin, asOf, currencies }: RowsInput,
  kind: 'campaign' | 'creator' | 'platform',
): Promise<AnalyticsRow[]> {
  const [bags, earlier] = await Promise.all([
    readBags(api, filter, kind),
    before ? readBags(api, before, kind) : (new Map() as Bags),
  ]);
  const ids = [...bags.keys()].filter((key) => key !== '');
  const [titles, creators] = await Promise.all([
    groupBy === 'campaign' ? readCampaignTitles(api.pool, filter.brandId, ids) : new Map<string, string>(),
    groupBy === 'creator' ? readCreatorNames(api.pool, filter.brandId, ids) : new Map<string, never>(),
  ]);
  return [...bags].map(([key, bag]): AnalyticsRow => {
    const creator = creators.get(key) ?? null;
    const known = key !== '';
    return {
      kind,
      id: known ? key : null,
      name: titles.get(key) ?? creator?.fullname ?? (kind === 'platform' ? key : ''),
      platform: kind === 'platform' ? (known ? (key as Platform) : null) : (creator?.platform ?? null),
      username: creator?.username ?? null,
      pictureUrl: creator?.pictureUrl ?? null,
      url: creator?.url || null,
      campaignId: kind === 'campaign' && known ? key : null,
      creatorId: kind === 'creator' && known ? key : null,
      published: null,
      figures: figuresOf(ROW_FORMULAS, bag, {
        before: before && (earlier.get(key) ?? new FigureBag()),
        currencies: currencies.filter((one) => bag.money.has(one) || earlier.get(key)?.money.has(one)),
        margin,
        asOf,
      }),
      conversion: rateOf(bag.partsOf('conversion', null)),
      engagement: viewRateOf(bag),
    };
  });
}

/** A rate without its place among others. */
const rateOf = ({ top, bottom }: { top: Part; bottom?: Part }): AnalyticsRow['conversion'] => {
  const n = bottom?.value ?? 0;
  if (n <= 0 || top.value === null) return null;
  // Sales can come through links opened before the period.
  return { k: Math.min(top.value, n), n, rate: 0, low: 0, high: 0, shrunk: 0 };
};

/** Engagements by view, over posts where both are known. */
const viewRateOf = ({ posts }: FigureBag): AnalyticsRow['engagement'] =>
  rateOf({
    top: { value: posts?.ratedViewsEngagements ?? null, known: 0, unknown: 0 },
    bottom: { value: posts?.ratedViews ?? null, known: 0, unknown: 0 },
  });

async function postRows(
  { pool }: Api,
  { filter, margin, asOf, currencies }: RowsInput,
): Promise<AnalyticsRow[]> {
  const posts = await readPosts(pool, filter);
  return posts.map((post): AnalyticsRow => {
    const bag = new FigureBag();
    bag.posts = sumOf(post);
    return {
      kind: 'content',
      id: post.id,
      name: post.title,
      platform: post.platform,
      username: post.username,
      pictureUrl: post.thumbnailUrl,
      url: post.url,
      campaignId: post.campaignId,
      creatorId: post.creatorId,
      published: post.published,
      // A post isn't compared: its figures grow from its first day on.
      figures: figuresOf(POST_ROW_FORMULAS, bag, {
        before: null,
        currencies,
        margin,
        asOf: post.asOf ?? asOf,
      }),
      conversion: null,
      engagement: viewRateOf(bag),
    };
  });
}

/** A post as the sum of itself. */
function sumOf(post: ListedPost): FigureBag['posts'] {
  const has = (value: number | null) => (value === null ? 0 : 1);
  const rated = (base: number | null) => base !== null && post.engagements !== null;
  return {
    start: null,
    campaignId: post.campaignId,
    creatorId: post.creatorId,
    platform: post.platform,
    posts: 1,
    views: post.views,
    viewsKnown: has(post.views),
    reach: post.reach,
    reachKnown: has(post.reach),
    likes: post.likes,
    likesKnown: has(post.likes),
    comments: post.comments,
    commentsKnown: has(post.comments),
    saves: post.saves,
    savesKnown: has(post.saves),
    shares: post.shares,
    sharesKnown: has(post.shares),
    engagements: post.engagements,
    engagementsKnown: has(post.engagements),
    ratedReach: rated(post.reach) ? post.reach : null,
    ratedReachEngagements: rated(post.reach) ? post.engagements : null,
    ratedReachKnown: rated(post.reach) ? 1 : 0,
    ratedViews: rated(post.views) ? post.views : null,
    ratedViewsEngagements: rated(post.views) ? post.engagements : null,
    ratedViewsKnown: rated(post.views) ? 1 : 0,
  };
}

/** Fills in rates, intervals and shrunk rates: they depend on all rows. */
function withRates(rows: AnalyticsRow[]): AnalyticsRow[] {
  for (const name of ['conversion', 'engagement'] as const) {
    const rated = rows.filter((row) => row[name] !== null);
    const rates = rankRates(rated.map((row) => ({ k: row[name]?.k ?? 0, n: row[name]?.n ?? 0 })));
    rated.forEach((row, place) => {
      row[name] = rates[place] ?? null;
    });
  }
  return rows;
}

function sorted(rows: AnalyticsRow[], sort: AnalyticsSort, currency: string | null): AnalyticsRow[] {
  const figure = (row: AnalyticsRow, id: FormulaId) =>
    row.figures.find((one) => one.formula === id && (one.currency === null || one.currency === currency))
      ?.value ?? Number.NEGATIVE_INFINITY;
  const of = (row: AnalyticsRow): number =>
    sort === 'conversion' || sort === 'engagement'
      ? (row[sort]?.low ?? Number.NEGATIVE_INFINITY)
      : figure(row, sort);
  const keys = new Map(rows.map((row) => [row, of(row)]));
  const at = (row: AnalyticsRow) => keys.get(row) ?? 0;
  // What belongs to no campaign or creator comes last.
  return rows.sort(
    (a, b) =>
      Number(a.id === null) - Number(b.id === null) ||
      (at(a) === at(b) ? 0 : at(b) > at(a) ? 1 : -1) ||
      figure(b, 'engagements') - figure(a, 'engagements') ||
      ((a.id ?? '') < (b.id ?? '') ? -1 : 1),
  );
}
