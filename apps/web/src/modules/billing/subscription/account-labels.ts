import type { Period } from '@troupe/domain/billing/plan';
import type { HeldSubscription, Invoice } from '@troupe/domain/billing/subscription';
import { columnMoney, money } from '@troupe/domain/money';
import type { PillTone } from '@troupe/ui/content/pill';
import { dayText } from '@troupe/ui/lib/date';
import { t } from '../messages/messages.gen.ts';

/** What paying is called: plans of a year are paid monthly too. */
export const periodName = (period: Period): string => t(`period.${period}`);

/** '$2,545 per month'. */
export const priceText = (cents: number, currency: string): string =>
  t('price.perMonth', { amount: money(cents, currency) });

/** Where a subscription stands, in a word and with the day that matters. */
export function standingOf({ pastDue, due, currency, ends, change }: HeldSubscription): {
  tone: PillTone;
  word: string;
  more: string | null;
} {
  if (pastDue || due > 0)
    return {
      tone: 'tangerine',
      word: pastDue ? t('standing.pastDue') : t('standing.due'),
      more: t('standing.amountDue', { amount: money(due, currency) }),
    };
  if (ends)
    return {
      tone: 'neutral',
      word: t('standing.canceled'),
      more: t('standing.endsOn', { day: dayText(ends) }),
    };
  if (change)
    return {
      tone: 'iris',
      word: t('standing.active'),
      more: t('standing.change', { plan: change.name, period: change.period, day: dayText(change.at) }),
    };
  return { tone: 'green', word: t('standing.active'), more: null };
}

const INVOICE_TONES: Record<Invoice['status'], PillTone> = {
  paid: 'green',
  posted: 'neutral',
  payment_due: 'tangerine',
  not_paid: 'red',
  voided: 'neutral',
  pending: 'neutral',
};

/** What is shown of an invoice: once it is paid, also what of it went back. */
export function invoiceLook({ status, total, refunded, currency }: Invoice): {
  tone: PillTone;
  word: string;
  more: string | null;
} {
  const look = { tone: INVOICE_TONES[status], word: t(`invoice.status.${status}`), more: null };
  if (status !== 'paid' || refunded <= 0) return look;
  if (refunded >= total) return { tone: 'neutral', word: t('invoice.refunded'), more: null };
  return { ...look, more: t('invoice.amountRefunded', { amount: columnMoney(refunded, currency) }) };
}

/** The confirmation text before canceling a subscription. */
export function cancelText({ name, kind, period, endsIfCancelled }: HeldSubscription): string {
  return t('cancel.text', {
    name,
    hasDay: endsIfCancelled ? 'yes' : 'no',
    day: endsIfCancelled ? dayText(endsIfCancelled) : '',
    kind: kind !== 'plan' ? 'addon' : period,
  });
}
