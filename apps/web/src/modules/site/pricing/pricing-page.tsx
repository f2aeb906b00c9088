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
import { offerOfPlan } from './offer-address.ts';
import { PlanCard } from './plan-card.tsx';
import { addOnPrice, HEADLINE, NOTE, SUB_LINE, YEARLY_DISCOUNT } from './pricing-labels.ts';
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
          <h1 className="t-28">{HEADLINE}</h1>
          <p className="pricing-sub">{SUB_LINE}</p>
          <p className="t-ink3">{NOTE}</p>
        </div>
        <div className="pricing-period">
          <Segmented
            label="How you pay"
            value={period === 'both' ? 'yearly' : period}
            onChange={onPeriod}
            options={[
              { value: 'monthly', label: 'Monthly' },
              {
                value: 'yearly',
                label: 'Yearly',
                aside: <Pill tone="green">{YEARLY_DISCOUNT}% off</Pill>,
              },
            ]}
          />
        </div>
      </header>
      <Reveal>
        <section aria-label="Plans" className="plans-frame">
          <h2 className="t-hidden">Plans</h2>
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
          <li>
            <strong>400M+</strong> profiles to search
          </li>
          <li>
            <strong>250,000+</strong> micro-influencers
          </li>
          <li>Lists, campaigns and inbox in every plan</li>
        </ul>
      </Reveal>
      <Reveal>
        <section className="pricing-add-ons" aria-labelledby="add-ons">
          <div className="pricing-add-ons-head">
            <h2 id="add-ons" className="t-16 t-grow">
              Add-ons
            </h2>
            <p className="t-ink2">
              Running several brands?{' '}
              <Link href={linkTarget('contact')} className="t-link t-medium">
                Talk to us about agency plans
              </Link>
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
        Minimum subscription: three months. Cancellation needs {NOTICE_DAYS} days' notice. One-time setup fee
        of {dollars(SETUP_FEE)}. An automatic {PROCESSING_FEE_PERCENT}% payment processing fee applies to
        influencer payments, for both brand and creator. Prices in {CURRENCY}, taxes not included.
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

/** Where nothing comes on top of the price, what it is. */
const addOnNotes: Partial<Record<AddOnId, string>> = {
  'social-media-content-management': 'planned, made and posted',
};

function AddOnRow({ addOn, active, action }: { addOn: AddOn; active: boolean; action: ReactNode }) {
  const Icon = addOnIcons[addOn.id];
  return (
    <li className="add-on">
      <Icon size={18} />
      <div className="t-grow">
        <h3>{addOn.name}</h3>
        <p className="t-12 t-ink2">{addOn.plus ?? addOnNotes[addOn.id]}</p>
      </div>
      <div className="add-on-price">
        <p className="t-name t-num">{addOnPrice(addOn)}</p>
        {active ? (
          <Pill tone="green">Active</Pill>
        ) : addOn.available ? (
          action
        ) : (
          <span className="t-12 t-ink3">Coming later. Not for sale yet.</span>
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
    Choose {plan.name}
  </Button>
);

export const visitorAddOn = (addOn: AddOn) => (
  <Link href={`/signup/${addOn.id}`} className="t-link t-medium" aria-label={`Add ${addOn.name}`}>
    Add
  </Link>
);
