import type { DomainEventOf } from '@troupe/domain/domain-event';
import type { Api } from '../../platform/api.ts';
import { connectionOf, type Database, withTransaction } from '../../platform/database.ts';
import { updateBooks } from './attribute-orders.ts';
import { eraseTouches } from './attribution/attribution.queries.ts';
import { subscribeCommissionNotices } from './commission-notices.ts';
import { subscribeJourneys } from './order-journeys.ts';

/** Attributes orders again whose clicks were not stored yet, such as those in the spool of a click host. */
const JOB = 'attribute-orders';
/** When clicks that are still unknown are looked up again, in seconds after the time before. */
const DELAYS = [60, 900, 3600, 6 * 3600, 48 * 3600];

interface Waiting {
  brandId: string;
  orderIds: string[];
  /** How often they were looked up again. */
  round: number;
}

/** Keeps attributions and commissions in line with orders, in the transaction of their change. */
export function subscribeAttributions({ events, jobs }: Pick<Api, 'events' | 'jobs'>): void {
  events.subscribe(['order.placed', 'order.changed'], async (tx, published, now) => {
    for (const [brandId, orderIds] of byBrand(published)) {
      const { waiting } = await updateBooks(tx, brandId, orderIds, now);
      await lookAgain(jobs, tx, { brandId, orderIds: waiting, round: 0 });
    }
  });
  events.subscribe('order.erased', async (tx, published) => {
    for (const [brandId, orderIds] of byBrand(published)) await eraseTouches(tx, brandId, orderIds);
  });
  subscribeCommissionNotices({ events });
  subscribeJourneys({ events, jobs });
}

function byBrand(
  published: readonly DomainEventOf<'order.placed' | 'order.changed' | 'order.erased'>[],
): Map<string, string[]> {
  const orders = new Map<string, string[]>();
  for (const { brandId, data } of published)
    orders.set(brandId, [...new Set([...(orders.get(brandId) ?? []), ...data.orderIds])]);
  return orders;
}

async function lookAgain(jobs: Api['jobs'], tx: Database, waiting: Waiting): Promise<void> {
  const delaySeconds = DELAYS[waiting.round];
  if (delaySeconds === undefined || waiting.orderIds.length === 0) return;
  await jobs.send(JOB, waiting, { transaction: connectionOf(tx), delaySeconds });
}

/** Registers the jobs. */
export function attributionJobs({ jobs, pool, clock }: Api): void {
  jobs.define<Waiting>(JOB, ({ brandId, orderIds, round }) =>
    withTransaction(pool, async (tx) => {
      const { waiting } = await updateBooks(tx, brandId, orderIds, clock.now());
      await lookAgain(jobs, tx, { brandId, orderIds: waiting, round: round + 1 });
    }),
  );
}
