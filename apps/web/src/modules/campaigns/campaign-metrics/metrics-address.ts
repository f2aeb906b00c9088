import { parseMediaRates, RATED_COUNTS } from '@troupe/domain/campaigns/campaign-metrics-figures';
import { PLATFORM_NAMES, type Platform } from '@troupe/domain/discovery/creator';

/** The figures whose items can be listed. */
export const ITEM_FIGURES = [
  'reach',
  'views',
  'engagements',
  'likes',
  'comments',
  'saves',
  'shares',
] as const;
export type ItemFigure = (typeof ITEM_FIGURES)[number];

/** Search parameters of the metrics. */
export interface MetricsAddress {
  platform?: Platform | undefined;
  /** First and last day, such as 2026-11-03. */
  from?: string | undefined;
  to?: string | undefined;
  /** What the charts show; engagements by default. */
  chart?: 'views' | undefined;
  /** The figure whose items are listed. */
  of?: ItemFigure | undefined;
  /** Rates of earned media value, such as `views:1.5,likes:8`; without them it is not shown. */
  rates?: string | undefined;
}

const text = (value: unknown) => (typeof value === 'string' && value ? value : undefined);
const day = (value: unknown) => {
  const found = text(value);
  return found && /^\d{4}-\d{2}-\d{2}$/.test(found) && !Number.isNaN(Date.parse(found)) ? found : undefined;
};

/** Parses the search parameters; drops invalid values. */
export function readMetricsAddress(raw: Record<string, unknown>): MetricsAddress {
  const platform = text(raw.platform);
  const rates = text(raw.rates);
  return {
    platform: platform && platform in PLATFORM_NAMES ? (platform as Platform) : undefined,
    from: day(raw.from),
    to: day(raw.to),
    chart: raw.chart === 'views' ? 'views' : undefined,
    of: ITEM_FIGURES.find((one) => one === raw.of),
    rates: rates && parseMediaRates(rates) ? rates : undefined,
  };
}

/** The query of the metrics for a URL; days are in the person's time zone. */
export const askedOf = ({ platform, from, to, rates }: MetricsAddress) => ({
  ...(platform ? { platform } : {}),
  ...(from ? { from: new Date(`${from}T00:00:00`).toISOString() } : {}),
  ...(to ? { to: new Date(`${to}T23:59:59.999`).toISOString() } : {}),
  ...(rates ? { rates } : {}),
});

/** Rates as written in the URL. */
export const ratesText = (rates: Readonly<Record<string, number | undefined>>): string =>
  RATED_COUNTS.filter((name) => rates[name] !== undefined)
    .map((name) => `${name}:${rates[name]}`)
    .join(',');

/** Days on the axis of charts, the newest last. */
export const SHOWN_DAYS = 28;
export const DAY_MS = 86_400_000;

export const dayOf = (time: number): string => new Date(time).toISOString().slice(0, 10);

/** Returns the last day of the axis: today, or that of the last post if it is older than the axis is long. */
export function shownUntil(byDay: readonly { day: string }[], to: string | undefined, now: Date): string {
  if (to) return to;
  const today = dayOf(now.getTime());
  const newest = byDay
    .map(({ day }) => day)
    .toSorted()
    .at(-1);
  return newest && newest <= dayOf(now.getTime() - SHOWN_DAYS * DAY_MS) ? newest : today;
}
