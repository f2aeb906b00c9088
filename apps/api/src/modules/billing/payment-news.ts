import { nameOf } from '@troupe/domain/billing/plan';
import { moneyText } from '@troupe/domain/money-text';
import type { Database } from '../../platform/database.ts';
import { readOwners } from '../account/brand/brand-member.queries.ts';
import { notify, settleDecided } from '../inbox/notification/notification.queries.ts';
import type { PaymentTurn } from './subscription/subscription.queries.ts';

/**
 * Tells the owners of a brand that a payment failed, in the transaction of it, once until it is settled. Settled, the
 * notice counts as read, and no mail of it goes out. Where the provider gave up, they are told that it has ended.
 */
export async function tellOfPayment(
  tx: Database,
  brandId: string,
  { id, planId, currency, due, before, since, ended }: PaymentTurn,
  now: Date,
): Promise<void> {
  const of = `payment:${id}:`;
  if (since === null && before !== null) await settleDecided(tx, { brandId, of }, now);
  // Nothing began to be due, and nothing that was has ended.
  if (since === null ? before === null || !ended : before !== null) return;
  const owners = await readOwners(tx, brandId);
  const about = { brandId, kind: 'payment' as const, to: owners.map((owner) => owner.id), now };
  if (since === null)
    return notify(tx, {
      ...about,
      title: `${nameOf(planId)} has ended`,
      text: "Its last payment wasn't settled. Choose the plan again to continue.",
      href: '/pricing',
      reference: `${of}ended:${before}`,
    });
  await notify(tx, {
    ...about,
    title: `The payment for ${nameOf(planId)} failed`,
    text: `${moneyText(due, currency)} could not be charged. Open billing in your account, and settle it or change the card.`,
    href: '/account#subscription',
    reference: of + since,
  });
}
