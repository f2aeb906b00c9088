import { z } from 'zod';
import { Subscription } from '../account/brand.ts';
import { Instant } from '../shape.ts';
import { MINIMUM_MONTHS, NOTICE_DAYS, Period, YEARLY_MONTHS } from './plan.ts';

/** What a subscription is for: the plan, the affiliate add-on or another add-on. */
export const SubscriptionKind = z.enum(['plan', 'affiliate', 'addon']);
export type SubscriptionKind = z.infer<typeof SubscriptionKind>;

/** A subscription as shown in the account. Money in cents. */
export const HeldSubscription = Subscription.extend({
  kind: SubscriptionKind,
  name: z.string(),
  /** Monthly price. */
  price: z.int(),
  currency: z.string(),
  started: Instant,
  /** When the next payment is due; null if it has ended or is unknown. */
  termEnds: Instant.nullable(),
  /** When a cancelled subscription ends. */
  ends: Instant.nullable(),
  /** When it would end if cancelled now; null if it can't be cancelled. */
  endsIfCancelled: Instant.nullable(),
  pastDue: z.boolean(),
  /** Amount due. */
  due: z.int(),
  /** Plan that replaces it at the end of the term. */
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
  /** Amount refunded, as money or as credit for later invoices. */
  refunded: z.int(),
  currency: z.string(),
  lines: z.array(z.object({ text: z.string(), amount: z.int() })),
});
export type Invoice = z.infer<typeof Invoice>;

/** Adds calendar months in UTC, keeping the day or using the last day of a shorter month. */
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
 * Returns when a subscription cancelled now ends: with the first paid month after 30 days' notice,
 * but not before its minimum term (three months, or a year for a yearly plan). Add-ons have only
 * the notice period.
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
  // Count from the current term so that the 31st returns after February.
  for (let month = 1; end.getTime() < earliest; month += 1) end = addMonths(termEnds, month);
  return end;
}

/** Returns until when a yearly plan can't be downgraded; null if the current term may end it. */
export function committedUntil({
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

/** Payment state of a subscription as last reported by the provider. */
export interface PaymentRecord {
  subscription: { version: number; dueInvoices: number; due: number; dueSince: Date | null };
  invoices: readonly { version: number; unpaid: boolean; due: number; date: Date }[];
}

/**
 * Returns whether a subscription is past due, the amount and since when. The provider reports this
 * only through invoices and an amount on the subscription, which can arrive in any order; the latest
 * one counts.
 */
export function pastDueOf({ subscription, invoices }: PaymentRecord): { due: number; since: Date } | null {
  const settled = (version: number) => subscription.dueInvoices === 0 && subscription.version > version;
  const unpaid = invoices.filter((invoice) => invoice.unpaid && invoice.due > 0 && !settled(invoice.version));
  if (unpaid.length > 0) {
    const since = subscription.dueSince ?? new Date(Math.min(...unpaid.map(({ date }) => date.getTime())));
    return { due: unpaid.reduce((sum, { due }) => sum + due, 0), since };
  }
  if (subscription.dueInvoices === 0) return null;
  // The subscription refers to an invoice that never arrived or has been paid since.
  const newest = Math.max(0, ...invoices.map(({ version }) => version));
  if (newest >= subscription.version) return null;
  return { due: subscription.due, since: subscription.dueSince ?? new Date(subscription.version) };
}
