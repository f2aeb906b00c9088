import { PAYMENT_FAILED } from '@troupe/domain/billing/checkout';
import { Button } from '@troupe/ui/action/button';
import { ErrorState } from '@troupe/ui/feedback/error-state';
import { useEffect, useEffectEvent, useRef, useState } from 'react';
import { t as shared } from '../../../shared/messages/messages.gen.ts';
import { DocumentTitle, PageLoading } from '../../../shared/screen/screen.tsx';
import { t } from '../messages/messages.gen.ts';
import { kindReturned, readCheckout } from './purchase.ts';
import { type CheckoutFailure, checkoutFailure, useCompletion } from './use-checkout.ts';

interface CheckoutReturnProps {
  /** The brand being worked with; the checkout may have been for another one. */
  brandId: string;
  /** What the address says it was for. */
  word: string;
  hostedPageId: string | undefined;
  state: string | undefined;
  /** The shopper turned back. */
  onCancelled: (from: string) => void;
}

/** The return URL of the provider's page: posts its ID and continues. Safe to reload. */
export function CheckoutReturn({ brandId, word, hostedPageId, state, onCancelled }: CheckoutReturnProps) {
  const complete = useCompletion();
  const started = useRef(false);
  const [failure, setFailure] = useState<CheckoutFailure | null>(null);
  const [left] = useState(readCheckout);
  const what = kindReturned(word) ?? left?.kind;
  const from = left?.from ?? '/pricing';

  const finish = async () => {
    setFailure(null);
    if (state !== 'succeeded' || !hostedPageId || !what) {
      if (state === 'cancelled') return onCancelled(from);
      return setFailure({ text: PAYMENT_FAILED, reason: undefined });
    }
    try {
      await complete(left?.kind === what ? left.brandId : brandId, what, hostedPageId);
    } catch (error) {
      setFailure(checkoutFailure(error));
    }
  };

  const onVisit = useEffectEvent(() => void finish());
  useEffect(() => {
    // React may mount it more than once; a purchase is completed once per visit.
    if (started.current) return;
    started.current = true;
    onVisit();
  }, []);

  if (!failure) return <PageLoading label={t('checkout.completing')} />;
  return (
    <div className="t-page">
      <DocumentTitle>{t('checkout.title')}</DocumentTitle>
      <h1 className="t-hidden">{t('checkout.title')}</h1>
      <ErrorState
        title={failure.text}
        text={failure.reason}
        {...(hostedPageId && what ? { onRetry: () => void finish() } : {})}
        actions={<Button href={from}>{shared('action.goBack')}</Button>}
      />
    </div>
  );
}
