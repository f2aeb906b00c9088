import { IconAd, IconAffiliate, IconCalendarEvent } from '@tabler/icons-react';
import {
  ADD_ONS,
  type AddOn,
  type AddOnId,
  CURRENCY,
  NOTICE_DAYS,
  type Period,
  PLANS,
  type Plan,
  type PlanId,
  SETUP_FEE,
} from '@troupe/domain/billing/plan';
import { PROCESSING_FEE_PERCENT } from '@troupe/domain/campaigns/payable';
import { Button } from '@troupe/ui/action/button';
import { Link } from '@troupe/ui/action/link';
import { Pill } from '@troupe/ui/content/pill';
import { Segmented } from '@troupe/ui/field/segmented';
import { UP_TO_MOBILE } from '@troupe/ui/lib/breakpoints';
import { type ComponentType, type ReactNode, useEffect, useRef, useState } from 'react';
import { prerendering } from '../../../shared/config.ts';
import { dollars } from '../../../shared/dollars.ts';
import { linkTarget } from '../../../shared/links.ts';
import { prefersReducedMotion, whenHalfSeen } from '../../../shared/visitor/slide-testimonials.ts';
import { Testimonials } from '../../../shared/visitor/testimonials.tsx';
import { t } from '../messages/messages.gen.ts';
import { offerOfPlan } from './offer-address.ts';
import { PlanCard } from './plan-card.tsx';
import { addOnNote, addOnPrice, headline, note, subLine, YEARLY_DISCOUNT } from './pricing-labels.ts';
import './pricing.css';
import '../../../shared/visitor/reveal.css';

interface PricingPageProps {
  /** The billing period; `both` renders a page that switches without a script. */
  period: Period | 'both';
  onPeriod: (period: Period) => void;
  /** The plan the address asks for. */
  chosen: PlanId | null;
  /** The slugs of what the brand holds. */
  held: ReadonlySet<string>;
  /** The way to a plan; `main` for the one that stands out. */
  planAction: (plan: Plan, main: boolean, period: Period) => ReactNode;
  addOnAction: (addOn: AddOn) => ReactNode;
  /** Said above the plans: what went wrong. */
  notice?: ReactNode;
}

/** Plans and add-ons with their prices; what can be done with them depends on who looks. */
export function PricingPage(props: PricingPageProps) {
  const { period, onPeriod, chosen, held, planAction, addOnAction, notice } = props;
  const featured = chosen ?? (held.has('trailblazer') ? null : 'trailblazer');
  const wanted = useRef<HTMLLIElement>(null);

  // On phones the plans stand below each other, and the one that was asked for may be far down.
  useEffect(() => {
    if (wanted.current && matchMedia(UP_TO_MOBILE).matches)
      wanted.current.scrollIntoView({ block: 'center' });
  }, []);

  return (
    <div className="pricing">
      {notice}
      <header className="pricing-head">
        <div>
          <h1 className="t-28">{headline()}</h1>
          <p className="pricing-sub">{subLine()}</p>
          <p className="t-ink3">{note()}</p>
        </div>
        <div className="pricing-period">
          <Segmented
            label={t('pricing.howYouPay')}
            value={period === 'both' ? 'yearly' : period}
            onChange={onPeriod}
            options={[
              { value: 'monthly', label: t('pricing.monthly') },
              {
                value: 'yearly',
                label: t('pricing.yearly'),
                aside: <Pill tone="green">{t('pricing.percentOff', { percent: YEARLY_DISCOUNT })}</Pill>,
              },
            ]}
          />
        </div>
      </header>
      <Reveal>
        <section aria-label={t('pricing.plans')} className="plans-frame">
          <h2 className="t-hidden">{t('pricing.plans')}</h2>
          <ul className="plans">
            {PLANS.map((plan) => (
              <PlanCard
                key={plan.id}
                {...(plan.id === chosen ? { ref: wanted } : {})}
                plan={plan}
                period={period}
                active={held.has(plan.id)}
                featured={plan.id === featured}
                action={(one) => planAction(plan, plan.id === featured, one)}
              />
            ))}
          </ul>
        </section>
      </Reveal>
      <Reveal>
        <ul className="pricing-claims">
          <li>{t.rich('pricing.profiles', { b: (words) => <strong key="b">{words}</strong> })}</li>
          <li>{t.rich('pricing.micro', { b: (words) => <strong key="b">{words}</strong> })}</li>
          <li>{t('pricing.everyPlan')}</li>
        </ul>
      </Reveal>
      <Reveal>
        <section className="pricing-add-ons" aria-labelledby="add-ons">
          <div className="pricing-add-ons-head">
            <h2 id="add-ons" className="t-16 t-grow">
              {t('pricing.addOns')}
            </h2>
            <p className="t-ink2">
              {t.rich('pricing.agency', {
                link: (words) => (
                  <Link key="link" href={linkTarget('contact')} className="t-link t-medium">
                    {words}
                  </Link>
                ),
              })}
            </p>
          </div>
          <ul className="add-ons">
            {ADD_ONS.map((addOn) => (
              <AddOnRow
                key={addOn.id}
                addOn={addOn}
                active={held.has(addOn.id)}
                action={addOnAction(addOn)}
              />
            ))}
          </ul>
        </section>
      </Reveal>
      <p className="pricing-terms t-12 t-ink3">
        {t('pricing.terms', {
          days: NOTICE_DAYS,
          fee: dollars(SETUP_FEE),
          percent: PROCESSING_FEE_PERCENT,
          currency: CURRENCY,
        })}
      </p>
      <Reveal>
        <Testimonials />
      </Reveal>
    </div>
  );
}

const addOnIcons: Record<AddOnId, ComponentType<{ size?: number }>> = {
  affiliate: IconAffiliate,
  'paid-ads-management': IconAd,
  'social-media-content-management': IconCalendarEvent,
};

function AddOnRow({ addOn, active, action }: { addOn: AddOn; active: boolean; action: ReactNode }) {
  const Icon = addOnIcons[addOn.id];
  return (
    <li className="add-on">
      <Icon size={18} />
      <div className="t-grow">
        <h3>{addOn.name}</h3>
        <p className="t-12 t-ink2">{addOnNote(addOn.id)}</p>
      </div>
      <div className="add-on-price">
        <p className="t-name t-num">{addOnPrice(addOn)}</p>
        {active ? (
          <Pill tone="green">{t('pricing.active')}</Pill>
        ) : addOn.available ? (
          action
        ) : (
          <span className="t-12 t-ink3">{t('pricing.later')}</span>
        )}
      </div>
    </li>
  );
}

/**
 * A section that animates in once half of it is in view. Without scripts, and for people who want less motion, it is
 * simply there.
 */
function Reveal({ children }: { children: ReactNode }) {
  const section = useRef<HTMLDivElement>(null);
  const [shown, setShown] = useState(() => !prerendering && prefersReducedMotion());
  useEffect(() => {
    const element = section.current;
    if (shown || !element) return;
    return whenHalfSeen(element, () => setShown(true));
  }, [shown]);
  // Observe a static element: a moving one would be detected too late.
  return (
    <div ref={section} className="reveal" data-shown={shown || undefined}>
      <div className="reveal-inside">{children}</div>
    </div>
  );
}

/** A visitor signs up first and comes back with the plan chosen. */
export const visitorPlan = (plan: Plan, main: boolean, period: Period) => (
  <Button kind={main ? 'main' : 'second'} size="form" full href={`/signup/${offerOfPlan(plan.id, period)}`}>
    {t('pricing.choose', { plan: plan.name })}
  </Button>
);

export const visitorAddOn = (addOn: AddOn) => (
  <Link
    href={`/signup/${addOn.id}`}
    className="t-link t-medium"
    aria-label={t('pricing.addNamed', { name: addOn.name })}
  >
    {t('pricing.add')}
  </Link>
);
