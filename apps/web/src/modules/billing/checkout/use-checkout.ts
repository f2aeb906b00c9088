import { useQueryClient } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { CallError } from '@troupe/contract/client';
import { PAYMENT_FAILED } from '@troupe/domain/billing/checkout';
import { useCallback, useEffect, useRef, useState } from 'react';
import { meOptions } from '../../../shared/brand/current-brand.ts';
import { keepReceipt } from '../../../shared/payment-receipt.ts';
import { dialog } from './chargebee.ts';
import { completePage, openPage, type Purchase, type PurchaseKind, rememberCheckout } from './purchase.ts';
import { trackPurchase } from './purchase-event.ts';

/** Where every purchase ends. */
const AFTER_PAYMENT = '/account#email-settings';

const isCreditPack = ({ id }: { id: string }) => id.startsWith('credits-');

/** Completes a paid page: posts it, counts the purchase, and goes to the account. Throws what the API says. */
export function useCompletion() {
  const queryClient = useQueryClient();
  const navigate = useNavigate();
  return useCallback(
    async (brandId: string, kind: PurchaseKind, hostedPageId: string) => {
      const { purchase } = await completePage(brandId, kind, hostedPageId);
      if (kind !== 'subscription') trackPurchase(purchase);
      for (const noun of ['brand', 'billing', 'credit', 'welcome', 'team']) {
        void queryClient.invalidateQueries({ queryKey: [noun] });
      }
      const { transactionId, value, currency, items } = purchase;
      const me = await queryClient.ensureQueryData(meOptions).catch(() => null);
      if (me)
        keepReceipt(brandId, {
          userId: me.id,
          items: items.map(({ name }) => name),
          kind: kind === 'subscription' ? 'plan' : items.some(isCreditPack) ? 'credits' : 'addon',
          // Without an invoice, use the page.
          invoiceId: transactionId === hostedPageId ? null : transactionId,
          amount: value,
          currency,
        });
      await navigate({ href: AFTER_PAYMENT, replace: true });
    },
    [queryClient, navigate],
  );
}

/** What a failed purchase says: one sentence, and the reason where a person can do something about it. */
export interface CheckoutFailure {
  text: string;
  reason: string | undefined;
}

export function checkoutFailure(error: unknown): CheckoutFailure {
  const telling = ['already_subscribed', 'not_for_sale', 'payment_past_due', 'forbidden', 'network'];
  const known = error instanceof CallError && telling.includes(error.code);
  return { text: PAYMENT_FAILED, reason: known ? error.message : undefined };
}

/** How a start ended: paid, closed without a payment, failed, or gone to the provider's page. */
export type CheckoutEnd = 'paid' | 'closed' | 'failed' | 'leaving' | 'running';

/**
 * Opens a purchase: in a dialog over this page if the provider's script is loaded, otherwise on the provider's page. A
 * second click while the first is pending does nothing.
 */
export function useCheckout(brandId: string) {
  const complete = useCompletion();
  const running = useRef(false);
  const [busy, setBusy] = useState<Purchase | null>(null);
  const [failure, setFailure] = useState<CheckoutFailure | null>(null);

  // Coming back by the Back button, the page may be as it was left.
  useEffect(() => {
    const again = () => {
      running.current = false;
      setBusy(null);
    };
    addEventListener('pageshow', again);
    return () => removeEventListener('pageshow', again);
  }, []);

  const start = useCallback(
    async (purchase: Purchase, from = location.pathname + location.search): Promise<CheckoutEnd> => {
      if (running.current) return 'running';
      running.current = true;
      setBusy(purchase);
      setFailure(null);
      let leaving = false;
      try {
        const pay = await dialog();
        if (pay) {
          const end = await pay(() => openPage(brandId, purchase));
          if (end.state === 'failed') throw end.error;
          if (end.state === 'paid') await complete(brandId, purchase.kind, end.hostedPageId);
          return end.state;
        }
        const page = await openPage(brandId, purchase);
        rememberCheckout({ brandId, kind: purchase.kind, from });
        leaving = true;
        // A URL that opens a payment would open it again after Back.
        if (from !== location.pathname + location.search) history.replaceState(history.state, '', from);
        location.assign(page.url);
        return 'leaving';
      } catch (error) {
        setFailure(checkoutFailure(error));
        return 'failed';
      } finally {
        // While the page is being left a second click would open another one.
        if (!leaving) {
          running.current = false;
          setBusy(null);
        }
      }
    },
    [brandId, complete],
  );

  return { start, busy, failure };
}
