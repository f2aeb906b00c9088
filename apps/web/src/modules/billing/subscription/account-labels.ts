import type { Period } from '@troupe/domain/billing/plan';
import type { HeldSubscription, Invoice } from '@troupe/domain/billing/subscription';
import type { PillTone } from '@troupe/ui/content/pill';
import { dayText } from '@troupe/ui/lib/date';
import { money } from '@troupe/ui/lib/format';

/** What paying is called: plans of a year are paid monthly too. */
export const PERIOD_NAMES: Record<Period, string> = { monthly: 'Monthly', yearly: 'Yearly, paid monthly' };

/** '$2,545 per month'. */
export const priceText = (cents: number, currency: string): string => `${money(cents, currency)} per month`;

/** Where a subscription stands, in a word and with the day that matters. */
export function standingOf({ pastDue, due, currency, ends, change }: HeldSubscription): {
  tone: PillTone;
  word: string;
  more: string | null;
} {
  if (pastDue || due > 0)
    return {
      tone: 'tangerine',
      word: pastDue ? 'Past due' : 'Payment due',
      more: `${money(due, currency)} is due`,
    };
  if (ends) return { tone: 'neutral', word: 'Canceled', more: `Ends on ${dayText(ends)}` };
  if (change)
    return {
      tone: 'iris',
      word: 'Active',
      more: `${change.name}, ${change.period}, from ${dayText(change.at)}`,
    };
  return { tone: 'green', word: 'Active', more: null };
}

/** What each state of an invoice is called. */
const INVOICE_LOOKS: Record<Invoice['status'], { tone: PillTone; word: string }> = {
  paid: { tone: 'green', word: 'Paid' },
  posted: { tone: 'neutral', word: 'Sent' },
  payment_due: { tone: 'tangerine', word: 'Payment due' },
  not_paid: { tone: 'red', word: 'Not paid' },
  voided: { tone: 'neutral', word: 'Voided' },
  pending: { tone: 'neutral', word: 'Pending' },
};

/** What is shown of an invoice: once it is paid, also what of it went back. */
export function invoiceLook({ status, total, refunded, currency }: Invoice): {
  tone: PillTone;
  word: string;
  more: string | null;
} {
  const look = { ...INVOICE_LOOKS[status], more: null };
  if (status !== 'paid' || refunded <= 0) return look;
  if (refunded >= total) return { tone: 'neutral', word: 'Refunded', more: null };
  return { ...look, more: `${money(refunded, currency)} refunded` };
}

/** The confirmation text before canceling a subscription. */
export function cancelText({ name, kind, period, endsIfCancelled }: HeldSubscription): string {
  const day = endsIfCancelled ? dayText(endsIfCancelled) : 'the end of its term';
  const why =
    kind !== 'plan'
      ? "Cancellation takes effect at the end of a paid month, with 30 days' notice."
      : period === 'yearly'
        ? "A yearly plan runs for the full year, with 30 days' notice."
        : "Plans run for at least three months, with 30 days' notice.";
  return `${name} ends on ${day}. ${why} Until then, you keep full access and monthly payments continue. You can undo the cancellation until that day.`;
}
