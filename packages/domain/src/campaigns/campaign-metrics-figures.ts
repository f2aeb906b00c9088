import type { Platform } from '../discovery/creator.ts';
import { calculate, type Part, partOf } from '../figure-formula.ts';
import type { CampaignMetrics, Measured, MetricItem } from './campaign-metrics.ts';

/** A live post with its opt-in. */
export type CountedItem = MetricItem & { optInId: string };

/** The agreed fee of an opt-in, in minor units of `currency`. */
export interface AgreedFee {
  optInId: string;
  username: string;
  platform: Platform;
  completed: boolean;
  fee: number | null;
  currency: string;
}

/** Counts that can have an earned media value rate. */
export const RATED_COUNTS = ['views', 'reach', 'likes', 'comments', 'saves', 'shares'] as const;
export type MediaRates = Partial<Record<(typeof RATED_COUNTS)[number], number>>;

/**
 * Default earned media value rates in minor units per count. They are a convention, not a
 * measurement, so they are shown next to every value and can be changed.
 */
export const DEFAULT_MEDIA_RATES: MediaRates = { views: 1.5, likes: 8, comments: 40, saves: 25, shares: 25 };

/** Parses `views:1.5,likes:8`; null if invalid. */
export function parseMediaRates(text: string): MediaRates | null {
  const rates: MediaRates = {};
  for (const part of text.split(',').filter(Boolean)) {
    const [, name, rate] = /^([a-z]+):(\d{1,7}(?:\.\d{1,4})?)$/.exec(part) ?? [];
    const count = RATED_COUNTS.find((each) => each === name);
    if (!count) return null;
    rates[count] = Number(rate);
  }
  return rates;
}

/** Returns the sum of known likes, comments, saves and shares; null if none is known. */
export function engagementsOf({
  likes,
  comments,
  saves,
  shares,
}: Pick<MetricItem, 'likes' | 'comments' | 'saves' | 'shares'>): number | null {
  const known = [likes, comments, saves, shares].filter((count) => count !== null);
  return known.length === 0 ? null : known.reduce((sum, count) => sum + count, 0);
}

/**
 * Sums a count over posts and lists the posts that have it. An unknown count is never treated as 0.
 */
export function measure(items: readonly MetricItem[], count: (item: MetricItem) => number | null): Measured {
  const { value, unknown } = partOf(items, count);
  return { value, items: items.filter((item) => count(item) !== null).map(({ id }) => id), unknown };
}

/**
 * Returns engagements / reach x 100 over posts with known reach; if there are none, engagements /
 * views x 100 over posts with known views. Both sums cover the same posts, so posts without a base
 * can't raise the rate. In percent; null without a base.
 */
export function engagementRate(items: readonly MetricItem[]): {
  engagementRate: number | null;
  engagementRateOf: 'reach' | 'views' | null;
} {
  for (const base of ['reach', 'views'] as const) {
    const both = items.filter((item) => item[base] !== null && engagementsOf(item) !== null);
    const rate = calculate(
      'engagement-rate',
      partOf(both, engagementsOf),
      partOf(both, (item) => item[base]),
    ).value;
    if (rate !== null) return { engagementRate: rate, engagementRateOf: base };
  }
  return { engagementRate: null, engagementRateOf: null };
}

const sumOf = (value: number | null): Part => ({ value, known: value === null ? 0 : 1, unknown: 0 });

/**
 * Returns a campaign's metrics. Cost per engagement = agreed fees / engagements, in minor units.
 * Earned media value = sum of count x rate; null without rates. Fees in other currencies are
 * excluded.
 */
export function campaignFigures({
  items,
  fees,
  currency,
  rates,
}: {
  items: readonly CountedItem[];
  fees: readonly AgreedFee[];
  currency: string;
  rates: MediaRates;
}): Omit<CampaignMetrics, 'missing'> {
  const totals = {
    reach: measure(items, ({ reach }) => reach),
    views: measure(items, ({ views }) => views),
    likes: measure(items, ({ likes }) => likes),
    comments: measure(items, ({ comments }) => comments),
    saves: measure(items, ({ saves }) => saves),
    shares: measure(items, ({ shares }) => shares),
    engagements: measure(items, engagementsOf),
  };
  const own = fees.filter((fee) => fee.currency === currency);
  const agreed = own.reduce((sum, { fee }) => sum + (fee ?? 0), 0);
  const spent = own.reduce((sum, { fee, completed }) => sum + (completed ? (fee ?? 0) : 0), 0);
  const rated = RATED_COUNTS.filter((name) => rates[name] !== undefined && totals[name].value !== null);
  const shareOf = (some: readonly MetricItem[]) => ({
    items: some.map(({ id }) => id),
    engagements: measure(some, engagementsOf).value,
    views: measure(some, ({ views }) => views).value,
  });
  const byDay = Map.groupBy(
    items.filter(({ published }) => published !== null),
    ({ published }) => (published ?? '').slice(0, 10),
  );
  const readings = items.flatMap(({ asOf }) => asOf ?? []);
  return {
    ...totals,
    contentCount: items.length,
    ...engagementRate(items),
    currency,
    spent,
    agreed,
    costPerEngagement:
      agreed > 0
        ? calculate('fee-per-engagement', sumOf(agreed), sumOf(totals.engagements.value)).value
        : null,
    earnedMediaValue: calculate(
      'earned-media-value',
      partOf(rated, (name) => (totals[name].value ?? 0) * (rates[name] ?? 0)),
    ).value,
    earnedMediaRates: { ...rates },
    items: items.map(({ optInId: _, ...item }) => item),
    byCreator: fees
      .map(({ optInId, username, platform, fee }) => ({
        username,
        platform,
        fee,
        ...shareOf(items.filter((item) => item.optInId === optInId)),
      }))
      .sort((a, b) => (b.engagements ?? -1) - (a.engagements ?? -1) || a.username.localeCompare(b.username)),
    byPlatform: [...Map.groupBy(items, ({ platform }) => platform)].map(([platform, some]) => ({
      platform,
      ...shareOf(some),
    })),
    byDay: [...byDay].sort(([a], [b]) => (a < b ? -1 : 1)).map(([day, some]) => ({ day, ...shareOf(some) })),
    asOf: readings.sort().at(-1) ?? null,
  };
}
