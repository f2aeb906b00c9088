import type { CreditKind } from '@troupe/domain/billing/credit';
import { exactNumber } from '@troupe/ui/lib/format';
import { t } from '../messages/messages.gen.ts';

/** What each kind of movement is called. */
export const kindName = (kind: CreditKind): string => t(`credit.kind.${kind}`);

/** With its sign, and a minus as wide as the plus: '+10', '−1', '0'. */
export const amountText = (amount: number): string =>
  amount > 0 ? `+${exactNumber(amount)}` : exactNumber(amount).replace('-', '−');
