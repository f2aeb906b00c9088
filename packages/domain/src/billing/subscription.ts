import { z } from 'zod';
import { Subscription } from '../account/brand.ts';
import { Instant } from '../shape.ts';
import { MINIMUM_MONTHS, NOTICE_DAYS, Period, YEARLY_MONTHS } from './plan.ts';

/** What a subscription is for: the plan, the affiliate add-on, or another add-on. */
export const SubscriptionKind = z.enum(['plan', 'affiliate', 'addon']);
export type SubscriptionKind = z.infer<typeof SubscriptionKind>;

/** A subscription as its owner reads it in the account. Money in cents. */
export const HeldSubscription = Subscription.extend({
  kind: SubscriptionKind,
  name: z.string(),
  /** A month's price. */
  price: z.int(),
  currency: z.string(),
  started: Instant,
  /** The next payment falls due then; null when it has ended, or nobody knows. */
  termEnds: Instant.nullable(),
  /** It ends then, because it was cancelled. */
  ends: Instant.nullable(),
  /** When it would end if it were cancelled now; null when it cannot be cancelled (any more). */
  endsIfCancelled: Instant.nullable(),
  pastDue: z.boolean(),
  /** What is owed. */
  due: z.int(),
  /** The plan that takes its place at the end of the term. */
  change: z
    .object({ planId: z.string(), name: z.string(), period: Period, price: z.int(), at: Instant })
    .nullable(),
});
export type HeldSubscription = z.infer<typeof HeldSubscription>;

export const InvoiceStatus = z.enum(['paid', 'posted', 'payment_due', 'not_paid', 'voided', 'pending']);

/** An invoice. Money in cents. */
export const Invoice = z.object({
  id: z.string(),
  date: Instant,
  status: InvoiceStatus,
  total: z.int(),
  due: z.int(),
  /** What of it went back, as money or as credit for later invoices. */
  refunded: z.int(),
  currency: z.string(),
  lines: z.array(z.object({ text: z.string(), amount: z.int() })),
});
export type Invoice = z.infer<typeof Invoice>;

/** `months` later, on the same day of the month or its last one. UTC. */
export function addMonths(from: Date, months: number): Date {
  const day = from.getUTCDate();
  const there = new Date(from);
  there.setUTCDate(1);
  there.setUTCMonth(there.getUTCMonth() + months);
  const last = new Date(Date.UTC(there.getUTCFullYear(), there.getUTCMonth() + 1, 0)).getUTCDate();
  there.setUTCDate(Math.min(day, last));
  return there;
}

/**
 * When a subscription ends that is cancelled now: with the first month that is paid for after 30 days of notice, and
 * not before the time it was taken for has passed (three months, or the year of a yearly plan). Add-ons have the
 * notice alone.
 */
export function endIfCancelled(
  subscription: { kind: SubscriptionKind; period: Period; started: Date; termEnds: Date },
  now: Date,
): Date {
  const { kind, period, started, termEnds } = subscription;
  const months = kind !== 'plan' ? 0 : period === 'yearly' ? YEARLY_MONTHS : MINIMUM_MONTHS;
  const notice = now.getTime() + NOTICE_DAYS * 86_400_000;
  const earliest = Math.max(notice, addMonths(started, months).getTime());
  let end = termEnds;
  // Months are counted from the term that runs, so that the 31st comes back after a February.
  for (let month = 1; end.getTime() < earliest; month += 1) end = addMonths(termEnds, month);
  return end;
}

/** Until when a plan was taken for a year and cannot become a smaller one; null where the term may end it. */
export function boundUntil({
  period,
  started,
  termEnds,
}: {
  period: Period;
  started: Date;
  termEnds: Date;
}): Date | null {
  const yearEnds = addMonths(started, YEARLY_MONTHS);
  return period === 'yearly' && termEnds < yearEnds ? yearEnds : null;
}

/** What is known about the payment of a subscription, as the provider last told it. */
export interface PaymentNews {
  subscription: { version: number; dueInvoices: number; due: number; dueSince: Date | null };
  invoices: readonly { version: number; unpaid: boolean; due: number; date: Date }[];
}

/**
 * Whether a subscription is past due, how much and since when. The provider has no such flag: it is in the invoices,
 * and counted in the subscription. Both come in any order, so the newer word counts.
 */
export function pastDueOf({ subscription, invoices }: PaymentNews): { due: number; since: Date } | null {
  const settled = (version: number) => subscription.dueInvoices === 0 && subscription.version > version;
  const unpaid = invoices.filter((invoice) => invoice.unpaid && invoice.due > 0 && !settled(invoice.version));
  if (unpaid.length > 0) {
    const since = subscription.dueSince ?? new Date(Math.min(...unpaid.map(({ date }) => date.getTime())));
    return { due: unpaid.reduce((sum, { due }) => sum + due, 0), since };
  }
  if (subscription.dueInvoices === 0) return null;
  // The subscription speaks of an invoice that never came, or of one that was paid since.
  const newest = Math.max(0, ...invoices.map(({ version }) => version));
  if (newest >= subscription.version) return null;
  return { due: subscription.due, since: subscription.dueSince ?? new Date(subscription.version) };
}
