import {
  type AnalyticsRow,
  type AnalyticsRowKind,
  type AnalyticsSort,
  type RankedRate,
  ROWS_PER_PAGE,
} from '@troupe/domain/analytics/analytics';
import { rankRates } from '@troupe/domain/analytics/leaderboard';
import type { Platform } from '@troupe/domain/discovery/creator';
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

/** A row before its figures are made: only those of a page are. */
export interface Line {
  /** Id of the campaign, creator or post, or the platform; empty for what belongs to none. */
  key: string;
  bag: FigureBag;
  post: ListedPost | null;
  conversion: RankedRate | null;
  engagement: RankedRate | null;
}

/** Bags by key. */
type Bags = Map<string, FigureBag>;
type SumGroup = 'campaign' | 'creator' | 'platform';

/** Returns all rows of a period, sorted. */
export async function rowsOf(api: Api, input: RowsInput): Promise<AnalyticsRow[]> {
  const lines = await readLines(api, input.filter, input.groupBy);
  return (await readRows(api, input, { lines, number: null })).rows;
}

/** Reads the sums of rows of a period, unsorted. */
export async function readLines(
  api: Api,
  filter: AnalyticsFilter,
  groupBy: AnalyticsRowKind,
): Promise<Line[]> {
  const lines =
    groupBy === 'content'
      ? (await readPosts(api.pool, filter)).map(postLine)
      : [...(await readBags(api, filter, groupBy))].map(([key, bag]) => lineOf(key, bag));
  withRates(lines);
  return lines;
}

/**
 * Returns a page of rows, sorted, and how many there are.
 * @param lines as {@link readLines} reads them
 * @param number from 1; null for all rows
 */
export async function readRows(
  api: Api,
  input: RowsInput,
  { lines, number }: { lines: readonly Line[]; number: number | null },
): Promise<{ rows: AnalyticsRow[]; total: number }> {
  const sorted = sortLines(lines, input);
  const page = number === null ? sorted : sorted.slice((number - 1) * ROWS_PER_PAGE, number * ROWS_PER_PAGE);
  const rows =
    input.groupBy === 'content'
      ? page.map((line) => postRow(line, input))
      : await sumRows(api, input, { kind: input.groupBy, page });
  return { rows, total: lines.length };
}

const bagOf = (bags: Bags, key: string | null): FigureBag => {
  const bag = bags.get(key ?? '') ?? new FigureBag();
  bags.set(key ?? '', bag);
  return bag;
};

async function readBags({ pool }: Api, filter: AnalyticsFilter, groupBy: SumGroup): Promise<Bags> {
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

/** The compared period, of the rows of a page alone where that is less work. */
async function readEarlier(
  api: Api,
  before: AnalyticsFilter | null,
  { kind, page }: { kind: SumGroup; page: readonly Line[] },
): Promise<Bags> {
  if (!before) return new Map();
  if (kind !== 'creator') return readBags(api, before, kind);
  const ids = new Set(page.map(({ key }) => key));
  const affiliates = await readAffiliates(api.pool, before.brandId, before);
  const own = affiliates.filter(({ creatorId }) => ids.has(creatorId)).map(({ id }) => id);
  return readBags(api, Object.assign({}, before, { affiliateIds: own }), kind);
}

async function sumRows(
  api: Api,
  { filter, before, margin, asOf, currencies }: RowsInput,
  { kind, page }: { kind: SumGroup; page: readonly Line[] },
): Promise<AnalyticsRow[]> {
  const ids = page.map(({ key }) => key).filter((key) => key !== '');
  const [earlier, titles, creators] = await Promise.all([
    readEarlier(api, before, { kind, page }),
    kind === 'campaign' ? readCampaignTitles(api.pool, filter.brandId, ids) : new Map<string, string>(),
    kind === 'creator' ? readCreatorNames(api.pool, filter.brandId, ids) : new Map<string, never>(),
  ]);
  return page.map(({ key, bag, conversion, engagement }): AnalyticsRow => {
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
        // Every currency: a row without orders has a net revenue of 0, like the whole.
        currencies,
        margin,
        asOf,
      }),
      conversion,
      engagement,
    };
  });
}

/** A rate without its place among others. */
const rateOf = ({ top, bottom }: { top: Part; bottom?: Part }): RankedRate | null => {
  const n = bottom?.value ?? 0;
  if (n <= 0 || top.value === null) return null;
  // Sales can come through links opened before the period.
  return { k: Math.min(top.value, n), n, rate: 0, low: 0, high: 0, shrunk: 0 };
};

/** Engagements by view, over posts where both are known. */
const viewRateOf = ({ posts }: FigureBag): RankedRate | null =>
  rateOf({
    top: { value: posts?.ratedViewsEngagements ?? null, known: 0, unknown: 0 },
    bottom: { value: posts?.ratedViews ?? null, known: 0, unknown: 0 },
  });

const lineOf = (key: string, bag: FigureBag): Line => ({
  key,
  bag,
  post: null,
  conversion: rateOf(bag.partsOf('conversion', null)),
  engagement: viewRateOf(bag),
});

function postLine(post: ListedPost): Line {
  const bag = new FigureBag();
  bag.posts = sumOf(post);
  return { key: post.id, bag, post, conversion: null, engagement: viewRateOf(bag) };
}

function postRow(
  { key, bag, post, engagement }: Line,
  { margin, asOf, currencies }: RowsInput,
): AnalyticsRow {
  return {
    kind: 'content',
    id: key,
    name: post?.title ?? '',
    platform: post?.platform ?? null,
    username: post?.username ?? null,
    pictureUrl: post?.thumbnailUrl ?? null,
    url: post?.url ?? null,
    campaignId: post?.campaignId ?? null,
    creatorId: post?.creatorId ?? null,
    published: post?.published ?? null,
    // A post isn't compared: its figures grow from its first day on.
    figures: figuresOf(POST_ROW_FORMULAS, bag, {
      before: null,
      currencies,
      margin,
      asOf: post?.asOf ?? asOf,
    }),
    conversion: null,
    engagement,
  };
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
function withRates(lines: readonly Line[]): void {
  for (const name of ['conversion', 'engagement'] as const) {
    const rated = lines.filter((line) => line[name] !== null);
    const rates = rankRates(rated.map((line) => ({ k: line[name]?.k ?? 0, n: line[name]?.n ?? 0 })));
    rated.forEach((line, place) => {
      line[name] = rates[place] ?? null;
    });
  }
}

function sortLines(lines: readonly Line[], { sort, currencies }: RowsInput): Line[] {
  const currency = currencies[0] ?? '';
  const keyOf = ({ bag, conversion, engagement }: Line): number | null => {
    if (sort === 'conversion') return conversion?.low ?? null;
    if (sort === 'engagement') return engagement?.low ?? null;
    return bag.value(sort, currency, null).value;
  };
  const ranked = lines.map((line) => ({
    line,
    value: keyOf(line) ?? Number.NEGATIVE_INFINITY,
    engagements: line.bag.value('engagements', null, null).value ?? Number.NEGATIVE_INFINITY,
  }));
  const descending = (a: number, b: number) => (a === b ? 0 : b > a ? 1 : -1);
  // What belongs to no campaign or creator comes last.
  ranked.sort(
    (a, b) =>
      Number(a.line.key === '') - Number(b.line.key === '') ||
      descending(a.value, b.value) ||
      descending(a.engagements, b.engagements) ||
      (a.line.key < b.line.key ? -1 : 1),
  );
  return ranked.map(({ line }) => line);
}
