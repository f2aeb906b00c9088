import type { Period, Plan } from '@troupe/domain/billing/plan';
import { Button } from '@troupe/ui/action/button';
import { Dialog } from '@troupe/ui/overlay/dialog';
import { useState } from 'react';
import { Agreement } from '../../../shared/agreement.tsx';
import { dollars } from '../../../shared/dollars.ts';
import { t as shared } from '../../../shared/messages/messages.gen.ts';
import { t } from '../messages/messages.gen.ts';

interface AgreementDialogProps {
  plan: Plan;
  period: Period;
  /** Cents that come on top once; 0 for a brand that has paid them. */
  setupFee: number;
  onContinue: () => void;
  onClose: () => void;
}

/** What a plan binds to; it is read and accepted before it is paid. */
export default function AgreementDialog(props: AgreementDialogProps) {
  const { plan, period, setupFee, onContinue, onClose } = props;
  const [accepted, setAccepted] = useState(false);
  const price = dollars(plan.price[period]);
  return (
    <Dialog
      open
      width={560}
      title={t('agreement.title')}
      onClose={onClose}
      onSubmit={() => accepted && onContinue()}
      foot={t('agreement.price', { price, fee: dollars(setupFee), hasFee: setupFee > 0 ? 'yes' : 'no' })}
      actions={
        <>
          <Button onClick={onClose}>{shared('action.cancel')}</Button>
          <Button
            kind="main"
            type="submit"
            disabledReason={accepted ? undefined : t('agreement.acceptFirst')}
          >
            {t('agreement.continue')}
          </Button>
        </>
      }
    >
      <Agreement plan={plan} period={period} setupFee={setupFee} accepted={accepted} onAccept={setAccepted} />
    </Dialog>
  );
}
