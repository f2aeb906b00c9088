import { z } from 'zod';
import { FigureSource } from '../creator.ts';
import { averagesOf, NEWEST_POSTS, type PostCounts } from '../creator-refresh.ts';
import { FigureChange } from '../safety-flag.ts';

const DAY_MS = 86_400_000;

/** Figures of a profile on a day, from one source. */
export interface FigureDay {
  day: string;
  source: string;
  followers: number | null;
  engagement: number | null;
  views: number | null;
}

/** Days between which a change is sudden. */
const SUDDEN_DAYS = 30;
/** Days that history must span to say anything. */
const MIN_SPAN_DAYS = 7;
/** Smaller profiles change a lot by chance. */
const MIN_FOLLOWERS = 1000;
/** Followers that are half as many again or a fifth fewer, engagement that doubles or halves. */
const FOLLOWERS_UP = 1.5;
const FOLLOWERS_DOWN = 0.8;
const ENGAGEMENT_UP = 2;
const ENGAGEMENT_DOWN = 0.5;

/** Whether history is long enough to notice a sudden change. */
export function knowsHistory(history: readonly FigureDay[]): boolean {
  const last = history.at(-1);
  return history.some(
    ({ day, source }) =>
      last && source === last.source && Date.parse(last.day) - Date.parse(day) >= MIN_SPAN_DAYS * DAY_MS,
  );
}

/**
 * Returns figures that changed suddenly within the last 30 days, comparing the newest with the oldest of the same source.
 * @param history oldest first
 */
export function suddenChanges(history: readonly FigureDay[]): FigureChange[] {
  const last = history.at(-1);
  if (!last) return [];
  const first = history.find(
    ({ day, source }) =>
      source === last.source && Date.parse(last.day) - Date.parse(day) <= SUDDEN_DAYS * DAY_MS,
  );
  if (!first || first.day === last.day) return [];
  const found: FigureChange[] = [];
  const compare = (
    figure: FigureChange['figure'],
    from: number | null,
    to: number | null,
    up: number,
    down: number,
  ) => {
    if (from === null || to === null || from <= 0) return;
    if (to / from >= up || to / from <= down)
      found.push({ figure, from, to, fromAt: atMidnight(first.day), toAt: atMidnight(last.day) });
  };
  if ((first.followers ?? 0) >= MIN_FOLLOWERS) {
    compare('followers', first.followers, last.followers, FOLLOWERS_UP, FOLLOWERS_DOWN);
    compare('engagement', first.engagement, last.engagement, ENGAGEMENT_UP, ENGAGEMENT_DOWN);
  }
  return found;
}

const atMidnight = (day: string) => `${day}T00:00:00.000Z`;

/** Figures that were read on a day. `changes` lists sudden changes first noticed with this reading. */
const FigureReading = z.object({
  day: z.iso.date(),
  source: FigureSource,
  followers: z.number().nullable(),
  /** A rate in percent. */
  engagement: z.number().nullable(),
  /** Average views of a post. */
  views: z.number().nullable(),
  changes: z.array(FigureChange),
});
export type FigureReading = z.infer<typeof FigureReading>;

/** Growth of followers between two readings of the same source. `percent` is null if there were no followers before. */
export const FollowerGrowth = z.object({
  from: z.number(),
  to: z.number(),
  percent: z.number().nullable(),
  fromDay: z.iso.date(),
  toDay: z.iso.date(),
});
export type FollowerGrowth = z.infer<typeof FollowerGrowth>;

/** The posts behind a creator's average views: those of the newest posts whose views are known. */
export const AverageViews = z.object({
  /** Null without any. */
  average: z.number().nullable(),
  posts: z.array(
    z.object({ url: z.string(), title: z.string(), published: z.iso.datetime(), views: z.number() }),
  ),
  /** Posts among the newest without a view count. */
  unknown: z.int(),
});
export type AverageViews = z.infer<typeof AverageViews>;

/** Returns the average views of a creator's newest posts, as profiles show them. @param all newest first */
export function averageViews(
  all: readonly (PostCounts & Omit<AverageViews['posts'][number], 'views'>)[],
): AverageViews {
  const newest = all.slice(0, NEWEST_POSTS);
  const posts = newest.flatMap(({ url, title, published, viewCount }) =>
    viewCount === null ? [] : [{ url, title, published, views: viewCount }],
  );
  return {
    average: averagesOf(newest).avgViews,
    posts,
    unknown: newest.length - posts.length,
  };
}

/** How a creator's figures changed over time. Growth is null without a reading from about that many days before the newest. */
export const FigureHistory = z.object({
  readings: z.array(FigureReading),
  growth: z.object({ days30: FollowerGrowth.nullable(), days90: FollowerGrowth.nullable() }),
  averageViews: AverageViews,
});
export type FigureHistory = z.infer<typeof FigureHistory>;

/** Readings may be this share of the period earlier or later than its start. */
const GROWTH_TOLERANCE = 0.25;

/**
 * Returns how followers grew up to the newest reading that has them, compared with the reading closest to `days` before it.
 * @param history oldest first
 */
export function followerGrowth(history: readonly FigureDay[], days: number): FollowerGrowth | null {
  const known = history.filter(({ followers }) => followers !== null);
  const last = known.at(-1);
  if (!last) return null;
  const distance = ({ day }: FigureDay) => Math.abs((Date.parse(last.day) - Date.parse(day)) / DAY_MS - days);
  const [first] = known
    .filter((one) => one.source === last.source && distance(one) <= days * GROWTH_TOLERANCE)
    .sort((a, b) => distance(a) - distance(b));
  if (!first || first.followers === null || last.followers === null) return null;
  const { followers: from } = first;
  const { followers: to } = last;
  const percent = from > 0 ? ((to - from) / from) * 100 : null;
  return { from, to, percent, fromDay: first.day, toDay: last.day };
}

/**
 * Returns a creator's readings with growth. A sudden change is marked at the reading that first shows it, not again while
 * it stays within the period that the rule looks at.
 * @param history oldest first
 */
export function figureHistory(history: readonly FigureDay[]): Pick<FigureHistory, 'readings' | 'growth'> {
  let before: FigureChange[] = [];
  const readings = history.map(({ source, ...figures }, at) => {
    const changes = suddenChanges(history.slice(0, at + 1));
    const started = changes.filter(({ figure }) => !before.some((one) => one.figure === figure));
    before = changes;
    return Object.assign({ source: FigureSource.parse(source), changes: started }, figures);
  });
  return {
    readings,
    growth: { days30: followerGrowth(history, 30), days90: followerGrowth(history, 90) },
  };
}
