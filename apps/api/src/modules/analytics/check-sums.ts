import type { Api } from '../../platform/api.ts';
import { withTransaction } from '../../platform/database.ts';
import { newId } from '../../platform/id.ts';
import { dayText } from '../../platform/language.ts';
import { readBrandName } from '../account/brand/brand.queries.ts';
import { readOwners } from '../account/brand/brand-member.queries.ts';
import { readAdministrators } from '../account/user/user.queries.ts';
import { compareSales, countStaleSales } from '../affiliate/attribution/sales-total.queries.ts';
import { notify } from '../inbox/notification/notification.queries.ts';
import {
  type AnalyticsCompared,
  compareAnalytics,
  compared,
  countStaleAnalytics,
  readCountedBrands,
  writeCheck,
} from './analytics/sales-count.queries.ts';
import { t } from './messages/messages.gen.ts';

const DAY_MS = 86_400_000;
/** Orders older than this hardly change, and were compared before. */
const COMPARED_DAYS = 100;

type Parts = Pick<Api, 'pool' | 'clock' | 'log'>;

/** Registers the work on sums that analytics read: counting what changed, and a nightly comparison with the ledgers. */
export function checkSums(api: Pick<Api, 'jobs'> & Parts): void {
  const { jobs, pool } = api;
  jobs.every('* * * * *', 'analytics-count', () => countStaleAnalytics(pool).then(() => undefined), {
    policy: 'short',
  });
  // Not retried: what differed is right by then, and administrators would never see that it did. Before the comparison of
  // affiliate totals, which corrects sums of orders without telling whose they were.
  jobs.every('11 3 * * *', 'analytics-compare', () => compareAll(api), { policy: 'short', retryLimit: 0 });
}

/**
 * Compares the sums of all brands with orders, commissions and clicks, puts them right, and notifies people whose figures
 * changed.
 * @throws Error if some differed, which lists the job among the failed ones: each difference is a defect
 */
export async function compareAll(api: Parts): Promise<void> {
  const { pool, clock, log } = api;
  const now = clock.now();
  const until = Math.floor(now.getTime() / DAY_MS) * DAY_MS;
  const since = until - COMPARED_DAYS * DAY_MS;
  let differed = 0;
  for (const brandId of await readCountedBrands(pool)) {
    const found = await compareBrand(api, brandId, { since, until });
    if (!found.changed) continue;
    differed += 1;
    log.error({ brandId, found }, 'sums of analytics differed from the ledgers and are recounted');
    await countStaleAnalytics(pool, { brandId });
    await tell(api, brandId, found, now);
  }
  if (differed > 0)
    throw new Error(
      `Sums of analytics differed from the ledgers for ${differed} brands. They were corrected.`,
    );
}

async function compareBrand(
  { pool }: Parts,
  brandId: string,
  { since, until }: { since: number; until: number },
): Promise<AnalyticsCompared> {
  const sales = await compareSales(pool, brandId, {
    since: new Date(since),
    until: new Date(until + DAY_MS),
  });
  // Sums of days are made from those of orders.
  if (sales.length > 0) await countStaleSales(pool, { brandId });
  const { quarters, days, changed } = await compareAnalytics(pool, brandId, {
    since: new Date(since).toISOString().slice(0, 10),
    until: new Date(until).toISOString().slice(0, 10),
  });
  const all = compared([...sales, ...(changed ? [changed.from, changed.to] : [])], []);
  return { quarters: quarters + sales.length, days, changed: all.changed };
}

/** Notifies owners, who may have used the figures, and administrators, who can report the defect. */
async function tell(
  { pool }: Parts,
  brandId: string,
  { changed, days, quarters }: AnalyticsCompared,
  now: Date,
): Promise<void> {
  if (!changed) return;
  const { from, to } = changed;
  const id = newId();
  await writeCheck(pool, brandId, { days, quarters }, { id, now });
  await withTransaction(pool, async (tx) => {
    const owners = (await readOwners(tx, brandId)).map((owner) => owner.id);
    const brand = (await readBrandName(tx, brandId)) ?? '';
    const dayOf = (day: string) => dayText(`${day}T12:00:00Z`, 'long');
    const write = () => ({
      title: t('corrected.title', { brand }),
      text:
        from === to
          ? t('corrected.day', { day: dayOf(from) })
          : t('corrected.days', { from: dayOf(from), to: dayOf(to) }),
    });
    const notice = { brandId, kind: 'analytics' as const, write, now };
    await notify(
      tx,
      Object.assign(
        { href: `/analytics?from=${from}&to=${to}`, reference: `sums:${id}`, to: owners },
        notice,
      ),
    );
    const administrators = (await readAdministrators(tx)).filter((user) => !owners.includes(user));
    await notify(
      tx,
      Object.assign({ href: '/admin/jobs', reference: `sums:${id}`, to: administrators }, notice),
    );
  });
}
