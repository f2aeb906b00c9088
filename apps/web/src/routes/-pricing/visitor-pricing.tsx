import type { Period } from '@troupe/domain/plan';
import { useAppliedColorScheme } from '@troupe/ui/color-scheme';
import { SkipLink } from '@troupe/ui/skip-link';
import { lazy, Suspense, useState } from 'react';
import { PricingPage } from '../../features/pricing/pricing-page.tsx';
import { closePanel, usePanel } from '../../shared/panels.ts';
import { HeaderFrame, WaysIn } from '../-shell/header-frame.tsx';
import '../-shell/shell.css';
import { visitorAddOn, visitorPlan } from './visitor-actions.tsx';

const VisitorMenu = lazy(() => import('../-shell/visitor-menu.tsx'));

/** `monthly` in the address; yearly otherwise. */
const periodOf = (query: string): Period =>
  new URLSearchParams(query).get('period') === 'monthly' ? 'monthly' : 'yearly';

/** The pricing page for visitors, which stands by itself. */
export function VisitorPricing() {
  useAppliedColorScheme();
  const panel = usePanel();
  const [period, setPeriod] = useState(() => periodOf(location.search));
  const choose = (next: Period) => {
    const address = new URL(location.href);
    if (next === 'monthly') address.searchParams.set('period', next);
    else address.searchParams.delete('period');
    history.replaceState(null, '', address);
    setPeriod(next);
  };
  return (
    <div className="shell" data-menu="none">
      <SkipLink />
      <HeaderFrame path="/pricing">
        <WaysIn />
      </HeaderFrame>
      <div className="sheet">
        <main id="main" tabIndex={-1}>
          <PricingPage
            period={period}
            onPeriod={choose}
            chosen={null}
            held={new Set()}
            planAction={visitorPlan(period)}
            addOnAction={visitorAddOn}
          />
        </main>
      </div>
      {panel === 'mobile-menu' && (
        <Suspense>
          <VisitorMenu onClose={closePanel} />
        </Suspense>
      )}
    </div>
  );
}
