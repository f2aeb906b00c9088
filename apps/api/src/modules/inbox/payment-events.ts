import { nameOf } from '@troupe/domain/billing/plan';
import { payoutFailureText } from '@troupe/domain/campaigns/payout';
import type { DomainEventOf, PaymentChange } from '@troupe/domain/domain-event';
import { money } from '@troupe/domain/money';
import type { Api } from '../../platform/api.ts';
import type { Database } from '../../platform/database.ts';
import { readOwners } from '../account/brand/brand-member.queries.ts';
import { t } from './messages/messages.gen.ts';
import { t as team } from './notification/messages/messages.gen.ts';
import { notify, notifyPeople, settleDecided } from './notification/notification.queries.ts';

/** Notifies owners of plan payments, and creators and teams of payments to creators. */
export function subscribePaymentNotices({ events }: Pick<Api, 'events'>): void {
  events.subscribe('subscription.payment_changed', async (tx, published, now) => {
    for (const { brandId, data } of published) await notifyOwners(tx, brandId, data, now);
  });
  events.subscribe('payable.moved', async (tx, published, now) => {
    for (const event of published) await notifyOfPayable(tx, event, now);
  });
  events.subscribe('payout_account.blocked', async (tx, published, now) => {
    for (const event of published) await notifyOfBlocked(tx, event, now);
  });
}

/**
 * Notifies owners once per failed payment. When it is settled, marks the notification as read and stops its email.
 * When the provider gives up, notifies that the plan ended.
 */
async function notifyOwners(
  tx: Database,
  brandId: string,
  { subscriptionId, planId, currency, due, before, since, ended }: PaymentChange,
  now: Date,
): Promise<void> {
  const of = `payment:${subscriptionId}:`;
  if (since === null && before !== null) await settleDecided(tx, { brandId, of }, now);
  // Nothing became due, and nothing due has ended.
  if (since === null ? before === null || !ended : before !== null) return;
  const owners = await readOwners(tx, brandId);
  const about = { brandId, kind: 'payment' as const, to: owners.map((owner) => owner.id), now };
  if (since === null)
    return notify(tx, {
      ...about,
      write: () => ({
        title: team('plan.ended', { plan: nameOf(planId) }),
        text: team('plan.endedText'),
      }),
      href: '/pricing',
      reference: `${of}ended:${before}`,
    });
  await notify(tx, {
    ...about,
    write: () => ({
      title: team('plan.unpaid', { plan: nameOf(planId) }),
      text: team('plan.unpaidText', { amount: money(due, currency) }),
    }),
    href: '/account#subscription',
    reference: of + since,
  });
}

/** Notifies the creator of a payment's status, and the team of a failed one. */
async function notifyOfPayable(
  tx: Database,
  { brandId, data }: DomainEventOf<'payable.moved'>,
  now: Date,
): Promise<void> {
  const { payableId, optInId, creatorUserId, version, state, reason, failure } = data;
  // A reason that a person entered stays as it is.
  const why = () => (failure ? payoutFailureText(failure) : (reason ?? ''));
  const about = {
    brandId,
    kind: optInId ? ('opt-in' as const) : ('affiliate' as const),
    reference: `payable:${payableId}:${version}:${state}`,
    now,
  };
  const people = creatorUserId ? [creatorUserId] : [];
  await notifyPeople(tx, people, {
    ...about,
    write: () => ({
      title: t(`payment.${state}`),
      text: state === 'failed' ? why() : t(`paymentText.${state}`),
    }),
    href: optInId ? `/opt-ins/${optInId}` : '/account#payments',
  });
  if (state === 'failed')
    await notify(tx, {
      ...about,
      write: () => ({ title: team('creatorPayment.failed'), text: why() }),
      href: '/account/payments?state=failed',
    });
}

/** Notifies a creator once that their payout account doesn't work, and the teams of the brands that pay them. */
async function notifyOfBlocked(
  tx: Database,
  { brandId, data: { userId, name, why, at } }: DomainEventOf<'payout_account.blocked'>,
  now: Date,
): Promise<void> {
  const about = { brandId, kind: 'opt-in' as const, reference: `payout-account:${userId}:${why}:${at}`, now };
  await notifyPeople(tx, [userId], {
    ...about,
    write: () => ({ title: t(`payoutAccount.${why}`), text: t(`payoutAccountText.${why}`) }),
    href: '/account#payouts',
  });
  await notify(tx, {
    ...about,
    write: () => ({ title: team('payoutAccount.blocked', { name }), text: team(`payoutAccount.${why}`) }),
    href: '/account/payments',
  });
}
