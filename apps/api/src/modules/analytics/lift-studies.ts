import * as contract from '@troupe/contract/analytics/lift-study';
import { compareWithPast, weekdayControls } from '@troupe/domain/analytics/counterfactual';
import {
  type Disturbance,
  LIFT_BUCKET_MS,
  LIFT_VERSION,
  type MeasuredLift,
  measureLift,
  type SalesTimeline,
} from '@troupe/domain/analytics/lift';
import {
  type LiftRequest,
  type LiftResult,
  type LiftStudy,
  MOST_LIFT_POSTS,
  MOST_LIFT_STUDIES,
  type PeriodEffect,
} from '@troupe/domain/analytics/lift-study';
import { problem } from '@troupe/domain/problem';
import { pagesOf } from '@troupe/domain/shape';
import { createLimiter } from '@troupe/server/rate-counters';
import type { Api } from '../../platform/api.ts';
import { newId } from '../../platform/id.ts';
import { readBrandZone } from '../listening/listening-summary/listening-summary.queries.ts';
import {
  insertStudy,
  instantsOf,
  readCampaignTitle,
  readLiftPosts,
  readOrderQuarters,
  readOtherPosts,
  readOutage,
  readPromotionDays,
  readStudies,
  readStudy,
  readWindowNet,
  removeStudy,
  type TimedPost,
} from './lift-study/lift-study.queries.ts';

const HOUR_MS = 3_600_000;
const DAY_MS = 24 * HOUR_MS;
/** Orders that are read before the first post: a year to compare with, and the weeks before that. */
const HISTORY_DAYS = 540;
/** The longest time from the first post to the last. */
const MOST_SPAN_DAYS = 400;
/** On a day with more orders than this share under one general code, orders say little about posts. */
const PROMOTION_SHARE = 0.3;
/** Days before the first post that the period is compared with, and the longest period. */
const PERIOD_BEFORE_DAYS = 112;
const FEWEST_PERIOD_BEFORE_DAYS = 56;
const MOST_PERIOD_DAYS = 92;
const STUDIES = 20;
const STUDIES_MS = 10 * 60_000;

/** Registers the calls that examine whether posts lifted sales. */
export function liftStudies(api: Api): void {
  const { implement, implementChange, pool, rates } = api;
  const limit = createLimiter(rates, 'study-lift', STUDIES, STUDIES_MS);
  implementChange(contract.studyLift, async ({ brandId, caller, body, commit }) => {
    await limit(brandId);
    const study = await examine(api, brandId, body);
    await commit((_tx, connection) =>
      insertStudy(connection, brandId, study, { userId: caller.userId, kept: MOST_LIFT_STUDIES }),
    );
    const stored = await readStudy(pool, brandId, study.id);
    if (!stored) throw problem('not_found');
    return { study: stored };
  });
  implement(contract.listLiftStudies, async ({ brandId, query: { campaignId, page } }) => {
    const { studies, total } = await readStudies(pool, brandId, { campaignId: campaignId ?? null, page });
    return { studies, ...pagesOf(page, total) };
  });
  implement(contract.getLiftStudy, async ({ brandId, params: { studyId } }) => {
    const study = await readStudy(pool, brandId, studyId);
    if (!study) throw problem('not_found');
    return { study };
  });
  implementChange(contract.deleteLiftStudy, async ({ brandId, params: { studyId }, commit }) => {
    const removed = await commit((_tx, connection) => removeStudy(connection, brandId, studyId));
    if (!removed) throw problem('not_found');
    return { deleted: true as const };
  });
}

/** Examines posts as they are known now. Writes nothing. */
export async function examine(
  api: Pick<Api, 'pool' | 'clock'>,
  brandId: string,
  request: LiftRequest,
): Promise<Omit<LiftStudy, 'createdBy' | 'formula'>> {
  const { pool, clock } = api;
  const now = clock.now();
  const { campaignId, postIds, windowHours, baselineWeeks, excluded } = request;
  const zone = await readBrandZone(pool, brandId);
  const campaignName = campaignId === null ? null : await readCampaignTitle(pool, brandId, campaignId);
  if (campaignId !== null && campaignName === null) throw problem('not_found');
  const posts = await readLiftPosts(pool, brandId, zone, { campaignId, postIds }, MOST_LIFT_POSTS + 1);
  if (new Set(postIds).size > posts.length) throw problem('not_found');
  if (posts.length > MOST_LIFT_POSTS)
    throw problem('invalid', {
      fields: { campaignId: `Choose up to ${MOST_LIFT_POSTS} of the campaign's posts` },
    });
  const dated = posts.filter((post): post is TimedPost & { wall: number } => post.wall !== null);
  const [first, last] = [dated[0], dated.at(-1)];
  if (first && last && last.wall - first.wall > MOST_SPAN_DAYS * DAY_MS)
    throw problem('invalid', {
      fields: { postIds: `Choose posts that are at most ${MOST_SPAN_DAYS} days apart` },
    });
  const result = await measure(api, brandId, { zone, now, dated, request });
  return {
    id: newId(),
    name: request.name.trim() || campaignName || '',
    campaignId,
    campaignName,
    posts: posts.map(({ wall: _wall, ...post }) => post),
    windowHours,
    baselineWeeks,
    excluded,
    zone,
    version: LIFT_VERSION,
    result,
    asOf: now.toISOString(),
  };
}

interface Measured {
  zone: string;
  now: Date;
  dated: readonly (TimedPost & { wall: number })[];
  request: LiftRequest;
}

async function measure(
  { pool }: Pick<Api, 'pool'>,
  brandId: string,
  { zone, now, dated, request }: Measured,
): Promise<LiftResult> {
  const { windowHours, baselineWeeks, excluded } = request;
  const first = dated[0] ? Date.parse(dated[0].publishedAt as string) : now.getTime();
  const from = new Date(first - HISTORY_DAYS * DAY_MS);
  const lastPost = dated.at(-1)?.publishedAt;
  // Windows that aren't over yet don't count, and nothing after the last one matters.
  const until = new Date(
    Math.min(now.getTime(), (lastPost ? Date.parse(lastPost) : first) + windowHours * HOUR_MS + DAY_MS),
  );
  const span = { from, until };
  const [quarters, promotions, others, outage] = await Promise.all([
    readOrderQuarters(pool, brandId, zone, span),
    readPromotionDays(pool, brandId, zone, { from, until, share: PROMOTION_SHARE }),
    readOtherPosts(pool, brandId, zone, { known: dated.map(({ postId }) => postId), since: from }),
    readOutage(pool, brandId, zone, now),
  ]);
  const [start = 0, end = 0] = wallsOf(zone, [from, until]);
  const timeline = timelineOf(Math.floor(start / DAY_MS) * DAY_MS, end, quarters);
  const disturbances: Disturbance[] = [
    ...promotions.map((day) => disturbedDays(day, day, 'promotion')),
    ...excluded.map((one) => disturbedDays(one.from, one.to, 'excluded')),
    ...(outage === null ? [] : [{ from: outage, to: end + DAY_MS, reason: 'outage' as const }]),
    ...others.map((at) => ({ from: at, to: at + windowHours * HOUR_MS, reason: 'other-post' as const })),
  ];
  const found = measureLift({
    timeline,
    posts: dated.map(({ postId, wall }) => ({ id: postId, at: wall })),
    disturbances,
    windowHours,
    baselineWeeks,
  });
  return publish(pool, brandId, {
    zone,
    found,
    period: periodOf(timeline, dated, { windowHours, disturbances }),
  });
}

const disturbedDays = (from: string, to: string, reason: 'promotion' | 'excluded'): Disturbance => ({
  from: Date.parse(from),
  to: Date.parse(to) + DAY_MS,
  reason,
});

/** Wall clock times of a zone, in milliseconds as if they were UTC. */
function wallsOf(zone: string, times: readonly Date[]): number[] {
  const format = new Intl.DateTimeFormat('sv-SE', {
    timeZone: zone,
    dateStyle: 'short',
    timeStyle: 'medium',
  });
  return times.map((time) => Date.parse(`${format.format(time).replace(' ', 'T')}Z`));
}

function timelineOf(
  start: number,
  end: number,
  quarters: readonly { at: number; orders: number }[],
): SalesTimeline {
  const orders = new Uint32Array(Math.max(0, Math.floor((end - start) / LIFT_BUCKET_MS)));
  for (const { at, orders: n } of quarters) {
    const place = (at - start) / LIFT_BUCKET_MS;
    if (place >= 0 && place < orders.length) orders[place] = (orders[place] as number) + n;
  }
  return { start, orders };
}

/** Adds what needs the database: times in UTC, and the money of the windows. */
async function publish(
  pool: Api['pool'],
  brandId: string,
  { zone, found, period }: { zone: string; found: MeasuredLift; period: PeriodEffect | null },
): Promise<LiftResult> {
  const times = await instantsOf(
    pool,
    zone,
    found.windows.flatMap(({ from, to }) => [from, to]),
  );
  const windows = found.windows.map((window, i) =>
    Object.assign({}, window, { from: times[2 * i] as string, to: times[2 * i + 1] as string }),
  );
  const { effect } = found;
  const used = windows.filter(({ leftOut }) => leftOut === null);
  const net = effect && used.length > 0 ? await readWindowNet(pool, brandId, used) : [];
  const added = (amount: number, rate: number) => Math.round(amount * (1 - 1 / (1 + rate)));
  return Object.assign({}, found, {
    windows,
    period,
    incrementalNet: effect
      ? net.map(({ currency, net: amount }) => ({
          currency,
          amount: added(amount, effect.rate),
          low: added(amount, effect.low),
          high: added(amount, effect.high),
        }))
      : [],
  });
}

/**
 * The days from the first to the last window against the days before, on logarithms, so that weekdays and effects are
 * factors. Null with fewer than 8 weeks before, or more than 92 days.
 */
function periodOf(
  { start, orders }: SalesTimeline,
  posts: readonly { wall: number }[],
  { windowHours, disturbances }: { windowHours: number; disturbances: readonly Disturbance[] },
): PeriodEffect | null {
  const [first, last] = [posts[0], posts.at(-1)];
  if (!first || !last) return null;
  const dayOf = (wall: number) => Math.floor((wall - start) / DAY_MS);
  const perDay = DAY_MS / LIFT_BUCKET_MS;
  const days = Math.floor(orders.length / perDay);
  const from = dayOf(first.wall);
  const to = Math.min(days - 1, dayOf(last.wall + windowHours * HOUR_MS - 1));
  const counts = Array.from({ length: days }, (_, day) => {
    let sum = 0;
    for (let i = day * perDay; i < (day + 1) * perDay; i += 1) sum += orders[i] as number;
    return sum;
  });
  const opened = counts.findIndex((count) => count > 0);
  const disturbed = (day: number) =>
    disturbances.some((one) => one.from < start + (day + 1) * DAY_MS && one.to > start + day * DAY_MS);
  const before: number[] = [];
  for (let day = from - 1; day >= Math.max(opened, 0) && before.length < PERIOD_BEFORE_DAYS; day -= 1)
    if (!disturbed(day)) before.unshift(day);
  const after: number[] = [];
  for (let day = from; day <= to; day += 1) if (!disturbed(day)) after.push(day);
  if (
    opened < 0 ||
    before.length < FEWEST_PERIOD_BEFORE_DAYS ||
    after.length === 0 ||
    to - from >= MOST_PERIOD_DAYS
  )
    return null;
  const all = [...before, ...after];
  const weekday = (day: number) => new Date(start + day * DAY_MS).getUTCDay();
  const found = compareWithPast(
    all.map((day) => Math.log((counts[day] as number) + 0.5)),
    weekdayControls(all.map(weekday)),
    before.length,
  );
  if (!found) return null;
  const name = (day: number) => new Date(start + day * DAY_MS).toISOString().slice(0, 10);
  const count = (log: number) => Math.max(0, Math.exp(log) - 0.5);
  const steps = found.steps.map(({ expected, low, high }, i) => ({
    day: name(after[i] as number),
    actual: counts[after[i] as number] as number,
    expected: count(expected),
    low: count(low),
    high: count(high),
  }));
  return {
    from: name(from),
    to: name(to),
    actual: steps.reduce((sum, one) => sum + one.actual, 0),
    expected: steps.reduce((sum, one) => sum + one.expected, 0),
    effect: {
      rate: Math.expm1(found.effect.mean),
      low: Math.expm1(found.effect.low),
      high: Math.expm1(found.effect.high),
    },
    days: steps,
  };
}
