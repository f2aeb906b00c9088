import type { GiftProblem } from '@troupe/domain/commerce/gift';
import { CREATOR_PROBLEMS } from '@troupe/domain/commerce/gift';
import type { Api } from '../../platform/api.ts';
import { connectionOf, type Database } from '../../platform/database.ts';
import { publish } from '../../platform/events.ts';
import { notify, notifyPeople } from '../inbox/notification/notification.queries.ts';
import {
  type GiftParties,
  lockCancelable,
  readGiftParties,
  type StoredGift,
  updateGift,
  wakeChosen,
  wakeShipments,
} from './gift/gift.queries.ts';
import { t } from './gift/messages/messages.gen.ts';

/** Asks stores about due gifts: creates orders and reads shipments. */
export const GIFT_JOB = 'gift';

/** Follows changes of orders, stores and opt-ins. */
export function subscribeGifts({ events, jobs }: Pick<Api, 'events' | 'jobs'>): void {
  const run = (tx: Database) => jobs.send(GIFT_JOB, {}, { transaction: connectionOf(tx) });
  events.subscribe('order.changed', async (tx, published, now) => {
    const ids = published.flatMap(({ data }) => data.orderIds);
    if (await wakeShipments(tx, ids, now)) await run(tx);
  });
  events.subscribe('store.changed', async (tx, published, now) => {
    const ids = published.map(({ data }) => data.storeId);
    if (await wakeChosen(tx, ids, now)) await run(tx);
  });
  events.subscribe('opt_in.changed', async (tx, published, now) => {
    const ended = published.filter(({ data }) => data.status === 'withdrawn' || data.status === 'rejected');
    if (ended.length === 0) return;
    const optInIds = ended.map(({ data }) => data.optInId);
    for (const row of await lockCancelable(tx, optInIds)) await cancel(tx, row, now);
  });
}

/** Cancels a gift and publishes it. Callers have locked it. */
export async function cancel(tx: Database, row: StoredGift, now: Date): Promise<void> {
  const changed = await updateGift(
    tx,
    row.id,
    { status: 'cancelled', cancelledAt: now.toISOString(), dueAt: null, problem: null, address: null },
    now,
  );
  await publishGifts(tx, [changed], now);
}

/**
 * Publishes that gifts changed, and notifies the people who must know or act.
 * @param costs which of their costs became known or changed
 */
export async function publishGifts(
  tx: Database,
  rows: readonly StoredGift[],
  now: Date,
  costs: ('product' | 'shipping')[] = [],
): Promise<void> {
  const parties = await readGiftParties(
    tx,
    rows.map(({ optInId }) => optInId),
  );
  for (const row of rows) {
    const of = parties.get(row.optInId);
    if (!of) continue;
    const { creatorId, campaignId, creatorUserId } = of;
    const { id: giftId, optInId, brandId, status } = row;
    const data = { giftId, optInId, campaignId, creatorId, creatorUserId, status, costs };
    await publish(tx, { type: 'gift.changed', brandId, data }, now);
    await notifyCreator(tx, row, of, now);
    await notifyBrand(tx, row, of, now);
  }
}

const isForCreator = (problem: GiftProblem): boolean => CREATOR_PROBLEMS.some((one) => one === problem);

/** Notifies the creator of offers and shipments. Other changes appear only on the opt-in page. */
async function notifyCreator(tx: Database, row: StoredGift, of: GiftParties, now: Date): Promise<void> {
  const { status, problem } = row;
  const isNotified = status === 'offered' || status === 'shipped';
  if (!of.creatorUserId || !isNotified) return;
  const about = { brand: of.brandName, campaign: of.campaignTitle };
  const kind = problem && isForCreator(problem) ? 'again' : status;
  // Notify again for each choice that fails.
  const reference = `gift:${row.id}:${kind}${kind === 'again' ? `:${row.chosenAt}` : ''}`;
  await notifyPeople(tx, [of.creatorUserId], {
    brandId: row.brandId,
    kind: 'opt-in',
    write: () => ({
      title: t(`news.${kind}.title`, about),
      text: kind === 'again' ? t('news.again.text', about) : t(`news.${kind}.text`),
    }),
    href: `/opt-ins/${row.optInId}`,
    reference,
    now,
  });
}

/** The brand must act if its store withholds permission, access or the order. */
async function notifyBrand(tx: Database, row: StoredGift, of: GiftParties, now: Date): Promise<void> {
  const { problem } = row;
  if (problem !== 'no_permission' && problem !== 'store_disconnected' && problem !== 'store_refused') return;
  await notify(tx, {
    brandId: row.brandId,
    kind: 'opt-in',
    write: () => ({
      title: t('stuck.title', { username: of.username }),
      text: t(`stuck.${problem}`),
    }),
    href: `/campaigns/${of.campaignId}/gifts`,
    reference: `opt-in/${row.optInId}/gift/${row.id}/${problem}`,
    now,
  });
}
