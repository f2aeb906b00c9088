import { useQuery } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import type { Period } from '@troupe/domain/billing/plan';
import { ErrorState } from '@troupe/ui/feedback/error-state';
import { useCallback } from 'react';
import { offerOfPlan, readOffer } from '../../modules/site/pricing/offer-address.ts';
import { PricingPage, visitorAddOn, visitorPlan } from '../../modules/site/pricing/pricing-page.tsx';
import { meOptions, useBrandIdOrNone } from '../../shared/brand/current-brand.ts';
import { errorText } from '../../shared/call/error-text.ts';
import { DocumentTitle } from '../../shared/screen/screen.tsx';
import { useSession } from '../../shared/session/session.ts';
import { t } from '../-screens/messages/messages.gen.ts';
import { MemberPricing } from './member-pricing.tsx';

interface PricingScreenProps {
  /** The part of the address after `/pricing/`. */
  offer?: string;
  /** How the address says people pay. */
  period: Period;
}

/** The pricing page inside the app. */
export function PricingScreen({ offer: text = '', period: asked }: PricingScreenProps) {
  const navigate = useNavigate();
  const signedIn = useSession().status !== 'none';
  const me = useQuery({ ...meOptions, enabled: signedIn });
  const brandId = useBrandIdOrNone();
  const offer = readOffer(text);
  const chosen = offer?.kind === 'plan' ? offer.planId : null;
  const period = offer?.kind === 'plan' ? offer.period : asked;

  const choosePeriod = (next: Period) => {
    const place = chosen
      ? { to: '/pricing/$planId' as const, params: { planId: offerOfPlan(chosen, next) } }
      : { to: '/pricing' as const, search: next === 'monthly' ? { period: next } : {} };
    void navigate({ ...place, replace: true, resetScroll: false });
  };
  const onOpened = useCallback(
    () => void navigate({ to: '/pricing', replace: true, resetScroll: false }),
    [navigate],
  );
  const shared = { period, onPeriod: choosePeriod, chosen };
  return (
    <>
      <DocumentTitle>{t('pricing.title')}</DocumentTitle>
      {signedIn && brandId ? (
        <MemberPricing
          {...shared}
          key={brandId}
          brandId={brandId}
          opens={offer?.kind === 'addon' ? offer : null}
          onOpened={onOpened}
        />
      ) : (
        <PricingPage
          {...shared}
          held={new Set()}
          planAction={visitorPlan}
          addOnAction={visitorAddOn}
          notice={
            me.error && !me.data ? (
              <ErrorState
                title={t('account.notLoaded')}
                text={errorText(me.error)}
                busy={me.isFetching}
                onRetry={() => void me.refetch()}
              />
            ) : undefined
          }
        />
      )}
    </>
  );
}
