import { useMutation, useQueryClient } from '@tanstack/react-query';
import { payPayable } from '@troupe/contract/campaigns/payout';
import { type Payable, PROCESSING_FEE_PERCENT } from '@troupe/domain/campaigns/payable';
import { columnMoney } from '@troupe/domain/money';
import { Button } from '@troupe/ui/action/button';
import { notify } from '@troupe/ui/feedback/notify';
import { Dialog } from '@troupe/ui/overlay/dialog';
import { useRef } from 'react';
import { useBrandId } from '../../../shared/brand/current-brand.ts';
import { client } from '../../../shared/call/client.ts';
import { errorText } from '../../../shared/call/error-text.ts';
import { t } from '../messages/messages.gen.ts';

/** Asks before a payment is sent: what the brand pays, and what the creator gets. */
export default function PayDialog({ payable, onClose }: { payable: Payable; onClose: () => void }) {
  const brandId = useBrandId();
  const queryClient = useQueryClient();
  const started = useRef(false);
  const { id, version, fee, processingFee, brandPays, currency } = payable;
  const { mutate, isPending } = useMutation({
    mutationFn: () => client.call(payPayable, { params: { brandId, payableId: id }, body: { version } }),
    onSuccess: () => notify.success(t('payable.payStarted')),
    onError: (error) => notify.failure(errorText(error)),
    onSettled: () => {
      onClose();
      return queryClient.invalidateQueries({ queryKey: ['payable'] });
    },
  });
  const pay = () => {
    // The second click of a double click comes before the next render.
    if (started.current) return;
    started.current = true;
    mutate();
  };
  return (
    <Dialog
      open
      title={t('payable.payTitle', { name: payable.fullname || `@${payable.username}` })}
      onClose={onClose}
      onSubmit={pay}
      foot={t('payable.payFoot')}
      actions={
        <>
          <Button onClick={onClose}>{t('action.cancel')}</Button>
          <Button kind="main" type="submit" busy={isPending}>
            {t('payable.payConfirm', { amount: columnMoney(brandPays, currency) })}
          </Button>
        </>
      }
    >
      <dl className="payable-facts">
        <dt>{t('terms.agreedFee')}</dt>
        <dd>{columnMoney(fee, currency)}</dd>
        <dt>{t('terms.processing', { percent: PROCESSING_FEE_PERCENT })}</dt>
        <dd>{columnMoney(processingFee, currency)}</dd>
        <dt>{t('terms.youPay')}</dt>
        <dd className="t-medium">{columnMoney(brandPays, currency)}</dd>
        <dt>{t('payable.creatorGets')}</dt>
        <dd>{columnMoney(fee - processingFee, currency)}</dd>
      </dl>
    </Dialog>
  );
}
