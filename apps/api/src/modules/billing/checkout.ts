import {
  completeAddOnCheckout,
  completeAffiliateCheckout,
  completeSubscriptionCheckout,
  openAddOnCheckout,
  openAffiliateCheckout,
  openSubscriptionCheckout,
} from '@troupe/contract/billing/billing';
import { type Offer, splitPlanChoice } from '@troupe/domain/billing/plan';
import type { BillingParts } from './billing-update.ts';
import { completePosted } from './checkout-complete.ts';
import { openCheckout } from './checkout-open.ts';

/** Registers the checkout routes for plans, add-ons and credit packs. */
export function checkoutRoutes(parts: BillingParts): void {
  const { api } = parts;

  api.implement(openSubscriptionCheckout, ({ brandId, caller, query }) => {
    const { planId, period } = splitPlanChoice(query.planId);
    return openCheckout(parts, { brandId, caller, offer: { kind: 'plan', id: planId, period } });
  });
  api.implement(completeSubscriptionCheckout, ({ brandId, body }) =>
    completePosted(parts, { brandId, hostedPageId: body.hostedPageId, sells: ({ kind }) => kind === 'plan' }),
  );

  api.implement(openAffiliateCheckout, ({ brandId, caller }) =>
    openCheckout(parts, { brandId, caller, offer: { kind: 'addon', id: 'affiliate' } }),
  );
  api.implement(completeAffiliateCheckout, ({ brandId, body }) =>
    completePosted(parts, {
      brandId,
      hostedPageId: body.hostedPageId,
      sells: ({ offerId }) => offerId === 'affiliate',
    }),
  );

  api.implement(openAddOnCheckout, ({ brandId, caller, query }) =>
    openCheckout(parts, { brandId, caller, offer: addOnOffer(query.addon) }),
  );
  api.implement(completeAddOnCheckout, ({ brandId, body }) =>
    completePosted(parts, { brandId, hostedPageId: body.hostedPageId, sells: ({ kind }) => kind !== 'plan' }),
  );
}

function addOnOffer(id: Extract<Offer, { kind: 'addon' | 'credits' }>['id']): Offer {
  switch (id) {
    case 'credits-10':
    case 'credits-50':
    case 'credits-200':
      return { kind: 'credits', id };
    default:
      return { kind: 'addon', id };
  }
}
