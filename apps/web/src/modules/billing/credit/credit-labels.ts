import { storedMonth } from '@troupe/browser/stored-month';
import type { CreditEntry, CreditKind } from '@troupe/domain/billing/credit';
import { exactNumber } from '@troupe/ui/lib/format';
import { t } from '../messages/messages.gen.ts';

/** What each kind of movement is called. */
export const kindName = (kind: CreditKind): string => t(`credit.kind.${kind}`);

type Values = [string, string, string, string];

/** Reasons that the API books, which are kept in English. */
const REASONS: [RegExp, (...values: Values) => string][] = [
  [/^(.+) plan, (\w+ \d{4})$/, (plan, month) => t('credit.why.plan', { plan, month: storedMonth(month) })],
  [/^Deep insights: (.+)$/, (name) => t('credit.why.report', { name })],
  [/^Deep insights update: (.+)$/, (name) => t('credit.why.reportUpdate', { name })],
  [/^Contact info: (.+)$/, (name) => t('credit.why.contact', { name })],
  [/^No contact info found$/, () => t('credit.why.noContact')],
  [
    /^Search outside Troupe: (\d+) new creators?$/,
    (count) => t('credit.why.outsideNew', { count: Number(count) }),
  ],
  [/^Search outside Troupe: no results from the provider$/, () => t('credit.why.outsideNone')],
  [/^Search outside Troupe: (.+)$/, (name) => t('credit.why.outside', { name })],
  [
    /^(\d+) credits bought, invoice (.+)$/,
    (count, invoice) => t('credit.why.bought', { count: Number(count), invoice }),
  ],
  [
    /^(.+) refunded: (\d+) of (\d+) credits removed, (\d+) will be removed from future credits$/,
    (name, amount, bought, missing) =>
      t('credit.why.refundLater', { name, amount, bought: Number(bought), missing }),
  ],
  [
    /^(.+) refunded: (\d+) of (\d+) credits removed$/,
    (name, amount, bought) => t('credit.why.refund', { name, amount, bought: Number(bought) }),
  ],
];

/** Why credits moved, in the language of the page. What an administrator wrote stays as it is. */
export function reasonText({ kind, reason }: Pick<CreditEntry, 'kind' | 'reason'>): string {
  if (kind === 'adjustment') return reason;
  for (const [form, write] of REASONS) {
    const found = form.exec(reason);
    if (found) return write(...(found.slice(1) as Values));
  }
  return reason;
}

/** With its sign, and a minus as wide as the plus: '+10', '−1', '0'. */
export const amountText = (amount: number): string =>
  amount > 0 ? `+${exactNumber(amount)}` : exactNumber(amount).replace('-', '−');
