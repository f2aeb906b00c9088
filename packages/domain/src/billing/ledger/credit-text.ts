import { language } from '@troupe/i18n/language';
import type { CreditEntry, CreditKind } from '../credit.ts';
import { t } from './messages/messages.gen.ts';

/** Returns the name of a kind of movement. */
export const creditKindName = (kind: CreditKind): string => t(`kind.${kind}`);

/** Writes a month that is kept in English, such as `November 2026`. */
function monthText(english: string): string {
  const month = new Date(`1 ${english} UTC`);
  if (language() === 'en' || Number.isNaN(month.getTime())) return english;
  return month.toLocaleDateString(language(), { month: 'long', year: 'numeric', timeZone: 'UTC' });
}

type Values = [string, string, string, string];

/** Reasons that the API books, which are kept in English. */
const REASONS: [RegExp, (...values: Values) => string][] = [
  [/^(.+) plan, (\w+ \d{4})$/, (plan, month) => t('why.plan', { plan, month: monthText(month) })],
  [/^Deep insights: (.+)$/, (name) => t('why.report', { name })],
  [/^Deep insights update: (.+)$/, (name) => t('why.reportUpdate', { name })],
  [/^Contact info: (.+)$/, (name) => t('why.contact', { name })],
  [/^No contact info found$/, () => t('why.noContact')],
  [/^Search outside Troupe: (\d+) new creators?$/, (count) => t('why.outsideNew', { count: Number(count) })],
  [/^Search outside Troupe: no results from the provider$/, () => t('why.outsideNone')],
  [/^Search outside Troupe: (.+)$/, (name) => t('why.outside', { name })],
  [
    /^(\d+) credits bought, invoice (.+)$/,
    (count, invoice) => t('why.bought', { count: Number(count), invoice }),
  ],
  [
    /^(.+) refunded: (\d+) of (\d+) credits removed, (\d+) will be removed from future credits$/,
    (name, amount, bought, missing) =>
      t('why.refundLater', { name, amount, bought: Number(bought), missing }),
  ],
  [
    /^(.+) refunded: (\d+) of (\d+) credits removed$/,
    (name, amount, bought) => t('why.refund', { name, amount, bought: Number(bought) }),
  ],
];

/** Writes why credits moved in the current language. What an administrator wrote stays as it is. */
export function creditReasonText({ kind, reason }: Pick<CreditEntry, 'kind' | 'reason'>): string {
  if (kind === 'adjustment') return reason;
  for (const [form, write] of REASONS) {
    const found = form.exec(reason);
    if (found) return write(...(found.slice(1) as Values));
  }
  return reason;
}
