import type { Api } from '../../../platform/api.ts';
import {
  deleteOldClicks,
  deleteSalts,
  dropPartitions,
  longestKept,
  makePartitions,
} from './affiliate-click.queries.ts';
import { dirtyBuckets, rollBucket } from './click-rollup.queries.ts';
import { dayOf } from './visitor-key.ts';

const DAY_MS = 86_400_000;
/** How long clicks are kept where no program asks for more. */
const KEPT_DAYS = 90;
/** Days for which partitions are made ahead. */
const AHEAD = 7;

/** Background work of clicks: counting them by quarter hour, and forgetting them. */
export function affiliateClickJobs(api: Pick<Api, 'jobs' | 'pool' | 'clock'>): void {
  const { jobs, pool, clock } = api;
  jobs.every('* * * * *', 'affiliate-click-roll', () => rollClicks(pool, clock.now()), { policy: 'short' });
  jobs.every('7 0,6,12,18 * * *', 'affiliate-click-keep', () => keepClicks(api, clock.now()));
}

/** Counts all quarter hours that got hits since they were counted. */
export async function rollClicks(pool: Api['pool'], now: Date): Promise<void> {
  for (const { bucket, markedAt } of await dirtyBuckets(pool, now)) await rollBucket(pool, bucket, markedAt);
}

/** Makes the partitions of the coming days, and deletes clicks and salts whose time is over. */
export async function keepClicks({ pool }: Pick<Api, 'pool'>, now: Date): Promise<void> {
  const dayIn = (days: number) => dayOf(now.getTime() + days * DAY_MS);
  await makePartitions(
    pool,
    Array.from({ length: AHEAD }, (_, day) => dayIn(day)),
  );
  const kept = Math.max(KEPT_DAYS, (await longestKept(pool)) ?? 0);
  await dropPartitions(pool, dayIn(-kept));
  await deleteOldClicks(pool, now, kept);
  await deleteSalts(pool, dayIn(-1));
}
