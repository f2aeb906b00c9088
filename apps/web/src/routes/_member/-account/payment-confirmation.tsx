import { IconCircleCheck } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { CloseButton } from '@troupe/ui/action/icon-button';
import { Link } from '@troupe/ui/action/link';
import { dayText } from '@troupe/ui/lib/date';
import { money } from '@troupe/ui/lib/format';
import { useEffect, useRef } from 'react';
import { billingOptions } from '../../../modules/billing/subscription/account-queries.ts';
import { brandOptions, useBrandId, useMe } from '../../../shared/brand/current-brand.ts';
import { dismissReceipt, useReceipt } from '../../../shared/payment-receipt.ts';
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
  const next = nextStep(receipt.kind, brand?.emailConfigured ?? false);
  return (
    <section ref={band} className="payment-confirmation" role="status" aria-label="Payment confirmation">
      <IconCircleCheck size={20} />
      <div className="t-grow">
        <p className="t-name">Payment received: {receipt.items.join(', ')}</p>
        <p>
          {receipt.invoiceId ? `Invoice ${receipt.invoiceId}: ` : ''}
          {money(receipt.amount, receipt.currency)} paid.
          {receipt.kind === 'plan' && plan?.termEnds && ` Next payment on ${dayText(plan.termEnds)}.`}
        </p>
        <p>
          Next step:{' '}
          <Link href={next.href} className="t-link">
            {next.label}
          </Link>
        </p>
      </div>
      <CloseButton label="Dismiss" onClick={() => dismissReceipt(brandId)} />
    </section>
  );
}

function nextStep(kind: 'plan' | 'addon' | 'credits', emailConfigured: boolean) {
  if (kind === 'credits') return { href: '/creator-search', label: 'Choose a creator for Deep Insights' };
  return emailConfigured
    ? { href: '/creator-search', label: 'Find creators to invite' }
    : { href: '/account#email-settings', label: 'Set up your email domain to send invites' };
}
