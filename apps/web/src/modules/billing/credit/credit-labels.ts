import type { CreditKind } from '@troupe/domain/billing/credit';
import { exactNumber } from '@troupe/ui/lib/format';

/** What each kind of movement is called. */
export const KIND_NAMES: Record<CreditKind, string> = {
  plan: 'Plan',
  grant: 'Grant',
  purchase: 'Purchase',
  adjustment: 'Adjustment',
  reserve: 'Reserved',
  capture: 'Spent',
  release: 'Released',
  refund: 'Refunded',
};

/** With its sign, and a minus as wide as the plus: '+10', '−1', '0'. */
export const amountText = (amount: number): string =>
  amount > 0 ? `+${exactNumber(amount)}` : exactNumber(amount).replace('-', '−');
