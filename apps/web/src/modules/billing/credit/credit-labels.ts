import { exactNumber } from '@troupe/ui/lib/format';

/** With its sign, and a minus as wide as the plus: '+10', '−1', '0'. */
export const amountText = (amount: number): string =>
  amount > 0 ? `+${exactNumber(amount)}` : exactNumber(amount).replace('-', '−');
