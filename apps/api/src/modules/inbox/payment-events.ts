import { nameOf } from '@troupe/domain/billing/plan';
import type { DomainEventOf, PaymentChange } from '@troupe/domain/domain-event';
import { moneyText } from '@troupe/domain/money';
import type { Api } from '../../platform/api.ts';
import type { Database } from '../../platform/database.ts';
import { readOwners } from '../account/brand/brand-member.queries.ts';
import { notify, notifyPeople, settleDecided } from './notification/notification.queries.ts';

/** Notifies people of payments: owners of those for their plan, creators and teams of those to creators. */
export function subscribePaymentNotices({ events }: Pick<Api, 'events'>): void {
  events.subscribe('subscription.payment_changed', async (tx, published, now) => {
    for (const { brandId, data } of published) await notifyOwners(tx, brandId, data, now);
  });
  events.subscribe('payable.moved', async (tx, published, now) => {
    for (const event of published) await notifyOfPayable(tx, event, now);
  });
}

/**
 * Tells the owners of a brand that a payment failed, once until it is settled. Settled, the notice counts as read, and
 * no email of it goes out. Where the provider gave up, they are told that it has ended.
 */
async function notifyOwners(
  tx: Database,
  brandId: string,
  { subscriptionId, planId, currency, due, before, since, ended }: PaymentChange,
  now: Date,
): Promise<void> {
  const of = `payment:${subscriptionId}:`;
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

/** Tells the creator what became of a payment, and the team of one that failed. */
async function notifyOfPayable(
  tx: Database,
  { brandId, data }: DomainEventOf<'payable.moved'>,
  now: Date,
): Promise<void> {
  const { payableId, optInId, creatorUserId, version, state, reason } = data;
  const about = {
    brandId,
    kind: 'opt-in' as const,
    reference: `payable:${payableId}:${version}:${state}`,
    now,
  };
  const title = {
    approved: 'Your payment is approved',
    paid: 'You are paid',
    failed: 'Your payment failed',
  }[state];
  const text = {
    approved: 'The brand will pay you next.',
    paid: 'The brand has paid. It may take some days until the money is there.',
    failed: reason ?? '',
  }[state];
  const people = creatorUserId ? [creatorUserId] : [];
  await notifyPeople(tx, people, { ...about, title, text, href: `/opt-ins/${optInId}` });
  if (state === 'failed')
    await notify(tx, {
      ...about,
      title: 'A payment to a creator failed',
      text: reason ?? '',
      href: '/account/payments?state=failed',
    });
}
