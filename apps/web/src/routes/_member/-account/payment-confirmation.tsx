import { IconCircleCheck } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { money } from '@troupe/domain/money';
import { CloseButton } from '@troupe/ui/action/icon-button';
import { Link } from '@troupe/ui/action/link';
import { dayText } from '@troupe/ui/lib/date';
import { useEffect, useRef } from 'react';
import { billingOptions } from '../../../modules/billing/subscription/account-queries.ts';
import { brandOptions, useBrandId, useMe } from '../../../shared/brand/current-brand.ts';
import { dismissReceipt, useReceipt } from '../../../shared/payment-receipt.ts';
import { t } from '../../-screens/messages/messages.gen.ts';
import './payment-confirmation.css';

/** The last payment: what was bought, its invoice, and what to do next. Stays until it is dismissed. */
export function PaymentConfirmation() {
  const brandId = useBrandId();
  const receipt = useReceipt(brandId, useMe()?.id);
  const { data: brand } = useQuery(brandOptions(brandId));
  const { data: billing } = useQuery({ ...billingOptions(brandId), enabled: receipt !== null });
  const band = useRef<HTMLElement>(null);
  const shown = receipt !== null;
  useEffect(() => {
    if (!shown || !band.current) return;
    // Sections that an address leads to come to stand below the band, not under it.
    const page = document.documentElement;
    const sizes = new ResizeObserver(([entry]) => {
      page.style.scrollPaddingTop = `${entry?.borderBoxSize[0]?.blockSize ?? 0}px`;
    });
    sizes.observe(band.current);
    return () => {
      sizes.disconnect();
      page.style.scrollPaddingTop = '';
    };
  }, [shown]);
  if (!receipt) return null;
  const plan = billing?.subscriptions.find(({ kind }) => kind === 'plan');
  const nextPayment = receipt.kind === 'plan' ? plan?.termEnds : undefined;
  const next = nextStep(receipt.kind, brand?.emailConfigured ?? false);
  return (
    <section ref={band} className="payment-confirmation" role="status" aria-label={t('receipt.label')}>
      <IconCircleCheck size={20} />
      <div className="t-grow">
        <p className="t-name">{t('receipt.received', { items: receipt.items.join(', ') })}</p>
        <p>
          {t('receipt.text', {
            invoice: receipt.invoiceId ?? '',
            hasInvoice: receipt.invoiceId ? 'yes' : 'no',
            amount: money(receipt.amount, receipt.currency),
            day: nextPayment ? dayText(nextPayment) : '',
            hasNext: nextPayment ? 'yes' : 'no',
          })}
        </p>
        <p>
          {t.rich('receipt.next', {
            step: next.label,
            link: (words) => (
              <Link key="link" href={next.href} className="t-link">
                {words}
              </Link>
            ),
          })}
        </p>
      </div>
      <CloseButton label={t('receipt.dismiss')} onClick={() => dismissReceipt(brandId)} />
    </section>
  );
}

function nextStep(kind: 'plan' | 'addon' | 'credits', emailConfigured: boolean) {
  if (kind === 'credits') return { href: '/creator-search', label: t('receipt.step.insights') };
  return emailConfigured
    ? { href: '/creator-search', label: t('receipt.step.find') }
    : { href: '/account#email-settings', label: t('receipt.step.domain') };
}
