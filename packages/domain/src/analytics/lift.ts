import { share95 } from '../share-interval.ts';
import { meanOf, medianOf, sampleSd, tQuantile } from '../statistics.ts';
import {
  FEWEST_BASELINE_WEEKS,
  FEWEST_LIFT_WEEKS,
  type LiftEffect,
  type LiftResult,
  type LiftUnknown,
  type WindowLeftOut,
} from './lift-study.ts';

/** The version of the formula; raise it with every change of a result. */
export const LIFT_VERSION = 1;

/** Milliseconds of a bucket of orders: a quarter of an hour. */
export const LIFT_BUCKET_MS = 900_000;
const DAY = 96;
const WEEK = 7 * DAY;
/** Fewest quarter-hours of the week before that must be undisturbed in both weeks: two days. */
const FEWEST_LEVEL = 2 * DAY;
const CONFIDENCE = 0.975;
/** A rise that studies should be able to show. */
const WORTHWHILE = Math.log(1.2);
const MOST_NEEDED = 1000;
/** Days by which a study is moved to see what it says without posts, and the work that may take. */
const MOST_SHIFTS = 364;
const MOST_MOVED_WINDOWS = 3000;
/** Share of its windows that a moved study must have left. */
const FEWEST_MOVED = 0.6;
/** The rank that counts as unusual. Less than 5%, since moved studies overlap and resemble each other. */
const UNUSUAL = 0.04;
/** Minimum number of moved studies for such a rank. */
const FEWEST_RANKED = 24;

/**
 * Orders of a store by quarter-hour. All times of a study are those of a clock on the wall in the brand's time zone, in
 * milliseconds as if it were UTC: weeks then compare the same hours, whatever daylight saving does.
 */
export interface SalesTimeline {
  /** The beginning of a day. */
  start: number;
  orders: ArrayLike<number>;
}

/** A time in which orders aren't comparable. */
export interface Disturbance {
  from: number;
  to: number;
  reason: Extract<WindowLeftOut, 'other-post' | 'promotion' | 'outage' | 'excluded' | 'closed'>;
}

/** What a lift is calculated from. */
export interface LiftInput {
  timeline: SalesTimeline;
  posts: readonly { id: string; at: number }[];
  /** Other posts of the brand count as disturbed for the window after them. */
  disturbances: readonly Disturbance[];
  windowHours: number;
  baselineWeeks: number;
}

/** A window of a lift: as in `LiftWindow`, with times on the wall. */
export interface MeasuredWindow {
  postIds: string[];
  from: number;
  to: number;
  orders: number;
  expected: number | null;
  effect: LiftEffect | null;
  weeks: number;
  skippedWeeks: { weeksBack: number; reason: WindowLeftOut }[];
  leftOut: WindowLeftOut | null;
}

/** The measured part of a study's result. */
export type MeasuredLift = Omit<LiftResult, 'windows' | 'incrementalNet' | 'period'> & {
  windows: MeasuredWindow[];
};

const REASONS = ['other-post', 'promotion', 'outage', 'excluded', 'closed'] as const;

/** Weeks before and after that tell what is usual for a day, the fewest of them, and fewest usual orders. */
const CLOSED = { weeks: 4, fewest: 4, orders: 5, share: 0.1 } as const;

/** Returns days, counted from the first, with less than a tenth of the orders that the same weekday usually has. */
function closedDays({ orders }: SalesTimeline): number[] {
  const days = Array.from({ length: Math.floor(orders.length / DAY) }, (_, day) => {
    let sum = 0;
    for (let i = day * DAY; i < (day + 1) * DAY; i += 1) sum += orders[i] as number;
    return sum;
  });
  return days.flatMap((count, day) => {
    const around: number[] = [];
    for (let week = -CLOSED.weeks; week <= CLOSED.weeks; week += 1) {
      const other = week === 0 ? undefined : days[day + 7 * week];
      if (other !== undefined) around.push(other);
    }
    if (around.length < CLOSED.fewest) return [];
    const usual = medianOf(around);
    return usual >= CLOSED.orders && count < CLOSED.share * usual ? [day] : [];
  });
}

/** Sums of orders and of disturbed buckets, so that any stretch is counted in one step. */
class Sales {
  readonly length: number;
  /** The bucket of the first order; `length` without orders. */
  readonly first: number;
  private readonly counts: Float64Array;
  private readonly sums: Float64Array;
  private readonly reasons: Uint8Array;
  private readonly disturbedSums: Uint32Array;

  constructor({ orders, start }: SalesTimeline, disturbances: readonly Disturbance[]) {
    this.length = orders.length;
    this.counts = Float64Array.from(orders);
    this.sums = new Float64Array(orders.length + 1);
    let first = orders.length;
    for (let i = 0; i < orders.length; i += 1) {
      const n = orders[i] as number;
      if (n > 0 && first === orders.length) first = i;
      this.sums[i + 1] = (this.sums[i] as number) + n;
    }
    this.first = first;
    this.reasons = new Uint8Array(orders.length);
    for (const { from, to, reason } of disturbances) {
      const until = Math.min(orders.length, Math.ceil((to - start) / LIFT_BUCKET_MS));
      for (let i = Math.max(0, Math.floor((from - start) / LIFT_BUCKET_MS)); i < until; i += 1)
        if (this.reasons[i] === 0) this.reasons[i] = REASONS.indexOf(reason) + 1;
    }
    this.disturbedSums = new Uint32Array(orders.length + 1);
    for (let i = 0; i < orders.length; i += 1)
      this.disturbedSums[i + 1] = (this.disturbedSums[i] as number) + (this.reasons[i] === 0 ? 0 : 1);
  }

  ordersIn(from: number, to: number): number {
    return (this.sums[to] as number) - (this.sums[from] as number);
  }

  disturbedIn(from: number, to: number): number {
    return (this.disturbedSums[to] as number) - (this.disturbedSums[from] as number);
  }

  /** Why a stretch isn't comparable; null if it is. */
  reasonIn(from: number, to: number): WindowLeftOut | null {
    if (this.disturbedIn(from, to) === 0) return null;
    for (let i = from; i < to; i += 1)
      if (this.reasons[i] !== 0) return REASONS[(this.reasons[i] as number) - 1] as WindowLeftOut;
    return null;
  }

  /** Orders in the week before each of two windows, in the hours undisturbed in both; null with too few hours. */
  levels(one: number, other: number): [number, number] | null {
    if (this.disturbedIn(one - WEEK, one) === 0 && this.disturbedIn(other - WEEK, other) === 0)
      return [this.ordersIn(one - WEEK, one), this.ordersIn(other - WEEK, other)];
    const { reasons, counts } = this;
    let buckets = 0;
    let ones = 0;
    let others = 0;
    for (let back = 1; back <= WEEK; back += 1) {
      if (reasons[one - back] !== 0 || reasons[other - back] !== 0) continue;
      buckets += 1;
      ones += counts[one - back] as number;
      others += counts[other - back] as number;
    }
    return buckets < FEWEST_LEVEL ? null : [ones, others];
  }
}

/** Logarithm of the orders of a window as a share of the week before; half an order keeps it finite (Anscombe 1956). */
const logShare = (orders: number, level: number): number => Math.log((orders + 0.5) / (level + 0.5));

interface Comparison {
  /** Logarithm of orders over what the weeks before suggest. */
  effect: number;
  /** Standard deviation of single comparisons, at least that of counts (Poisson). */
  sd: number;
  weeks: number;
  skipped: MeasuredWindow['skippedWeeks'];
}

/**
 * Compares a window with the same hours in the weeks before, each relative to the orders of the week before it. A
 * disturbed week is replaced by an earlier one, at most twice as far back. Null with fewer than 5 weeks.
 */
function compare(
  sales: Sales,
  from: number,
  to: number,
  weeks: number,
): Comparison | MeasuredWindow['skippedWeeks'] {
  const orders = sales.ordersIn(from, to);
  const differences: number[] = [];
  const skipped: MeasuredWindow['skippedWeeks'] = [];
  let compared = 0;
  // A merged window longer than a week isn't compared with itself.
  const nearest = Math.max(1, Math.ceil((to - from) / WEEK));
  for (let k = nearest; k < nearest + 2 * weeks && differences.length < weeks; k += 1) {
    const start = from - k * WEEK;
    if (start - WEEK < sales.first) {
      skipped.push({ weeksBack: k, reason: 'no-data' });
      break;
    }
    const reason = sales.reasonIn(start, to - k * WEEK);
    const levels = reason ? null : sales.levels(from, start);
    if (!levels) {
      skipped.push({ weeksBack: k, reason: reason ?? sales.reasonIn(start - WEEK, start) ?? 'other-post' });
      continue;
    }
    const then = sales.ordersIn(start, to - k * WEEK);
    compared += then;
    differences.push(logShare(orders, levels[0]) - logShare(then, levels[1]));
  }
  const n = differences.length;
  if (n < FEWEST_BASELINE_WEEKS) return skipped;
  const counts = 1 / Math.sqrt(compared / n + 0.5);
  return { effect: meanOf(differences), sd: Math.max(sampleSd(differences), counts), weeks: n, skipped };
}

const effectOf = (log: number, half: number): LiftEffect => ({
  rate: Math.expm1(log),
  low: Math.expm1(log - half),
  high: Math.expm1(log + half),
});

/** The pooled logarithmic effect of comparable windows and half its 95% interval. */
function pool(comparisons: readonly Comparison[]): { effect: number; half: number } {
  const [only] = comparisons as [Comparison];
  const m = comparisons.length;
  if (m === 1)
    return {
      effect: only.effect,
      half: tQuantile(CONFIDENCE, only.weeks - 1) * only.sd * Math.sqrt(1 + 1 / only.weeks),
    };
  const effects = comparisons.map(({ effect }) => effect);
  return { effect: meanOf(effects), half: (tQuantile(CONFIDENCE, m - 1) * sampleSd(effects)) / Math.sqrt(m) };
}

/** Windows after posts, in buckets; those that overlap become one, except with windows that aren't over yet. */
function windowsOf({
  timeline,
  posts,
  windowHours,
}: LiftInput): { postIds: string[]; from: number; to: number }[] {
  const length = windowHours * 4;
  const windows: { postIds: string[]; from: number; to: number }[] = [];
  for (const { id, at } of [...posts].sort((a, b) => a.at - b.at)) {
    const from = Math.floor((at - timeline.start) / LIFT_BUCKET_MS);
    const last = windows.at(-1);
    const open = from + length > timeline.orders.length;
    if (last && from < last.to && !open) {
      last.postIds.push(id);
      last.to = from + length;
    } else windows.push({ postIds: [id], from, to: from + length });
  }
  return windows;
}

/**
 * Measures whether orders rose after posts (matched windows; measured in docs/statistics.md).
 *
 * For each window of `h` hours after a post: `e = ln((x + 1/2) / (L + 1/2)) - mean of ln((x_k + 1/2) / (L_k + 1/2))`, `x`
 * the orders within it, `L` those of the 168 hours before, `k` the same hours of the weeks before. The level `L` takes out
 * growth and seasons. Hours disturbed by other posts, promotions, outages, closed days or what the brand named are left out
 * on both sides. One window has the prediction interval of `n` weeks, `t(n-1) * s * sqrt(1 + 1/n)`; several are pooled as the mean
 * of their effects with `t(m-1) * sd / sqrt(m)`. The second opinion is the rank of the pooled effect, relative to its
 * uncertainty, among those of the same study moved by whole days into times without posts (split conformal; Vovk, Gammerman and Shafer 2005). It says
 * lift or drop only if both agree.
 */
export function measureLift(input: LiftInput): MeasuredLift {
  const { timeline, baselineWeeks } = input;
  const places = windowsOf(input);
  const disturbances = [
    ...input.disturbances,
    ...closedDays(timeline).map((day): Disturbance => {
      const from = timeline.start + day * DAY * LIFT_BUCKET_MS;
      return { from, to: from + DAY * LIFT_BUCKET_MS, reason: 'closed' };
    }),
  ];
  const own = places.map(
    ({ from, to }): Disturbance => ({
      from: timeline.start + from * LIFT_BUCKET_MS,
      to: timeline.start + to * LIFT_BUCKET_MS,
      reason: 'other-post',
    }),
  );
  const before = new Sales(timeline, disturbances);
  // A window of the study disturbs the weeks of other windows, not itself.
  const sales = new Sales(timeline, [...disturbances, ...own]);
  const comparisons: Comparison[] = [];
  const used: { from: number; to: number }[] = [];
  const windows = places.map(({ postIds, from, to }): MeasuredWindow => {
    const window: MeasuredWindow = {
      postIds,
      from: timeline.start + from * LIFT_BUCKET_MS,
      to: timeline.start + to * LIFT_BUCKET_MS,
      orders: from < 0 ? 0 : before.ordersIn(Math.min(from, before.length), Math.min(to, before.length)),
      expected: null,
      effect: null,
      weeks: 0,
      skippedWeeks: [],
      leftOut: null,
    };
    if (to > before.length || from - FEWEST_LIFT_WEEKS * WEEK < before.first) window.leftOut = 'no-data';
    else window.leftOut = before.reasonIn(from, to);
    if (window.leftOut) return window;
    const found = compare(sales, from, to, baselineWeeks);
    if (Array.isArray(found)) {
      window.skippedWeeks = found;
      window.leftOut = 'too-few-weeks';
      return window;
    }
    comparisons.push(found);
    used.push({ from, to });
    const { effect, half } = pool([found]);
    window.expected = Math.max(0, (window.orders + 0.5) * Math.exp(-effect) - 0.5);
    window.effect = effectOf(effect, half);
    window.weeks = found.weeks;
    window.skippedWeeks = found.skipped;
    return window;
  });
  const firstPost = Math.min(...places.map(({ from }) => from), sales.length);
  const historyWeeks = Math.max(0, Math.floor((firstPost - sales.first) / WEEK));
  const nothing = (why: LiftUnknown): MeasuredLift => ({
    verdict: 'cannot-tell',
    why,
    used: comparisons.length,
    historyWeeks,
    effect: null,
    incremental: null,
    neededPosts: null,
    rank: null,
    placebo: null,
    windows,
  });
  if (places.length === 0) return nothing('no-posts');
  if (sales.first === sales.length) return nothing('no-orders');
  if (comparisons.length === 0)
    return nothing(
      places.every(({ from }) => from - FEWEST_LIFT_WEEKS * WEEK < sales.first)
        ? 'too-little-history'
        : 'no-windows',
    );
  const { effect, half } = pool(comparisons);
  const past = moveStudy(sales, used, baselineWeeks);
  const rank = rankOf({ effect, half }, past);
  const excludesNothing = Math.abs(effect) > half;
  const agrees = rank?.agrees ?? false;
  const told = excludesNothing && agrees;
  const orders = windows.reduce((sum, window) => sum + (window.leftOut ? 0 : window.orders), 0);
  const added = (log: number) => orders * -Math.expm1(-log);
  return {
    verdict: !told ? 'cannot-tell' : effect > 0 ? 'lift' : 'drop',
    why: told ? null : excludesNothing ? 'rank' : 'interval',
    used: comparisons.length,
    historyWeeks,
    effect: effectOf(effect, half),
    incremental: { orders: added(effect), low: added(effect - half), high: added(effect + half) },
    neededPosts: neededPosts(comparisons),
    rank,
    placebo: placeboOf(past),
    windows,
  };
}

interface Moved {
  effect: number;
  half: number;
}

/**
 * The same study in times without posts: all windows moved by whole days, from the end of the time on to its beginning.
 */
function moveStudy(sales: Sales, windows: readonly { from: number; to: number }[], weeks: number): Moved[] {
  const end = Math.max(...windows.map(({ to }) => to));
  // The earliest day on which a window has enough weeks before it.
  const days = Math.floor((end - sales.first) / DAY) - 7 * (FEWEST_BASELINE_WEEKS + 1);
  const most = Math.min(MOST_SHIFTS, days - 1);
  const step = Math.max(1, Math.ceil((most * windows.length) / MOST_MOVED_WINDOWS));
  const enough = Math.ceil(windows.length * FEWEST_MOVED);
  const moved: Moved[] = [];
  for (let shift = 1; shift <= most; shift += step) {
    const comparisons: Comparison[] = [];
    for (const { from, to } of windows) {
      let start = from - shift * DAY;
      if (start < end - days * DAY) start += days * DAY;
      const stop = start + to - from;
      if (stop > end || sales.disturbedIn(start, stop) > 0) continue;
      const found = compare(sales, start, stop, weeks);
      if (!Array.isArray(found)) comparisons.push(found);
    }
    if (comparisons.length >= enough) moved.push(pool(comparisons));
  }
  return moved;
}

/** The place of an effect among those of moved studies; null with too few of them. */
function rankOf({ effect, half }: Moved, past: readonly Moved[]): MeasuredLift['rank'] {
  if (past.length < FEWEST_RANKED) return null;
  // Relative to its uncertainty, so that studies that know little don't crowd out others.
  const beyond = past.filter((one) => Math.abs(one.effect) * half >= Math.abs(effect) * one.half).length;
  const p = (beyond + 1) / (past.length + 1);
  return { p, of: past.length, agrees: p <= UNUSUAL + 1e-9 };
}

/** How many moved studies would have been called a lift or a drop by the same rules. */
function placeboOf(past: readonly Moved[]): MeasuredLift['placebo'] {
  if (past.length < FEWEST_RANKED) return null;
  const called = past.filter(
    (one, i) =>
      Math.abs(one.effect) > one.half &&
      (rankOf(
        one,
        past.filter((_, j) => j !== i),
      )?.agrees ??
        false),
  ).length;
  return { studies: past.length, called, share: share95(called, past.length) };
}

/** Windows with which the interval of +20% would exclude 0, at the spread of the study or of its comparisons. */
function neededPosts(comparisons: readonly Comparison[]): number | null {
  const spread =
    comparisons.length >= FEWEST_BASELINE_WEEKS
      ? sampleSd(comparisons.map(({ effect }) => effect))
      : Math.sqrt(meanOf(comparisons.map(({ sd, weeks }) => sd ** 2 * (1 + 1 / weeks))));
  for (let m = 2; m <= MOST_NEEDED; m += 1)
    if ((tQuantile(CONFIDENCE, m - 1) * spread) / Math.sqrt(m) <= WORTHWHILE) return m;
  return null;
}
