import { z } from 'zod';

/** Currency of all prices. Amounts are integer minor units (cents) except on screens. */
export const CURRENCY = 'USD';

/** Monthly price of a yearly plan, as a percentage of the monthly plan's price. */
export const YEARLY_PERCENT = 85;
/** Charged once per brand, with its first plan. */
export const SETUP_FEE = 395_00;
/** Minimum term of a monthly plan; a yearly plan runs for the year. */
export const MINIMUM_MONTHS = 3;
export const YEARLY_MONTHS = 12;
/** Notice period for cancellations. */
export const NOTICE_DAYS = 30;
/** Fee for paid-ads management, as a percentage of the ad budget. */
export const AD_BUDGET_PERCENT = 10;

export const PlanId = z.enum(['self-serve', 'starter', 'trailblazer', 'bespoke']);
export type PlanId = z.infer<typeof PlanId>;

/** `yearly` is a one-year commitment paid monthly at the lower price. */
export const Period = z.enum(['monthly', 'yearly']);
export type Period = z.infer<typeof Period>;

export const AddOnId = z.enum(['affiliate', 'paid-ads-management', 'social-media-content-management']);
export type AddOnId = z.infer<typeof AddOnId>;

export const CreditPackId = z.enum(['credits-10', 'credits-50', 'credits-200']);
export type CreditPackId = z.infer<typeof CreditPackId>;

/** A plan and its billing period, as used in the API: `starter-yearly`. */
export const PlanChoice = z.enum([
  'self-serve-monthly',
  'self-serve-yearly',
  'starter-monthly',
  'starter-yearly',
  'trailblazer-monthly',
  'trailblazer-yearly',
  'bespoke-monthly',
  'bespoke-yearly',
]);
export type PlanChoice = z.infer<typeof PlanChoice>;

/** A plan. Null limits mean unlimited. */
export interface Plan {
  id: PlanId;
  name: string;
  /** Monthly price in cents, by billing period. */
  price: Record<Period, number>;
  /** Whether the price is a starting price. */
  from: boolean;
  /** Seats, including owners. */
  teamUsers: number | null;
  /** Approved opt-ins per calendar month (UTC). */
  collaborations: number | null;
  /** Granted each calendar month. */
  credits: number;
}

/** A monthly subscription in addition to a plan, or without one. */
export interface AddOn {
  id: AddOnId;
  name: string;
  /** Monthly price in cents. */
  price: number;
  from: boolean;
  /** Surcharge, displayed after the price. */
  plus: string | null;
  /**
   * Whether it can be purchased. Features that aren't built yet show a price but can't be
   * purchased.
   */
  available: boolean;
}

/** A one-time purchase of credits. */
export interface CreditPack {
  id: CreditPackId;
  name: string;
  credits: number;
  /** In cents. */
  price: number;
}

/**
 * Returns the monthly price of a yearly plan in cents: 85% of the monthly price, rounded down to
 * whole dollars.
 */
export const yearlyPrice = (monthly: number): number =>
  Math.floor((monthly * YEARLY_PERCENT) / 100 / 100) * 100;

const plan = ({ monthly, ...rest }: Omit<Plan, 'price'> & { monthly: number }): Plan => ({
  ...rest,
  price: { monthly, yearly: yearlyPrice(monthly) },
});

/** All plans, smallest first. The single source of prices, limits and credits. */
export const PLANS: readonly Plan[] = [
  plan({
    id: 'self-serve',
    name: 'Self-Serve',
    monthly: 495_00,
    from: false,
    teamUsers: 2,
    collaborations: null,
    credits: 10,
  }),
  plan({
    id: 'starter',
    name: 'Starter',
    monthly: 995_00,
    from: false,
    teamUsers: null,
    collaborations: 5,
    credits: 25,
  }),
  plan({
    id: 'trailblazer',
    name: 'Trailblazer',
    monthly: 2995_00,
    from: false,
    teamUsers: null,
    collaborations: 20,
    credits: 75,
  }),
  plan({
    id: 'bespoke',
    name: 'Bespoke',
    monthly: 3995_00,
    from: true,
    teamUsers: null,
    collaborations: 30,
    credits: 150,
  }),
];

export const ADD_ONS: readonly AddOn[] = [
  {
    id: 'affiliate',
    name: 'Affiliate Integration',
    price: 95_00,
    from: false,
    plus: 'plus commissions',
    available: true,
  },
  {
    id: 'paid-ads-management',
    name: 'Paid Ads Management',
    price: 1495_00,
    from: true,
    plus: `plus ${AD_BUDGET_PERCENT}% of ad budget`,
    available: true,
  },
  {
    id: 'social-media-content-management',
    name: 'Social Media Content Management',
    price: 1995_00,
    from: true,
    plus: null,
    available: true,
  },
];

export const CREDIT_PACKS: readonly CreditPack[] = [
  { id: 'credits-10', name: '10 credits', credits: 10, price: 50_00 },
  { id: 'credits-50', name: '50 credits', credits: 50, price: 225_00 },
  { id: 'credits-200', name: '200 credits', credits: 200, price: 800_00 },
];

/** Returns a plan by id, or null. */
export const planOf = (id: string | null | undefined): Plan | null =>
  PLANS.find((one) => one.id === id) ?? null;

export const addOnOf = (id: string | null | undefined): AddOn | null =>
  ADD_ONS.find((one) => one.id === id) ?? null;

export const creditPackOf = (id: string | null | undefined): CreditPack | null =>
  CREDIT_PACKS.find((one) => one.id === id) ?? null;

/** Returns the display name of a plan, add-on or credit pack. */
export const nameOf = (id: string): string => (planOf(id) ?? addOnOf(id) ?? creditPackOf(id))?.name ?? id;

/** Splits a choice such as `starter-yearly` into plan and period. */
export function splitPlanChoice(choice: PlanChoice): { planId: PlanId; period: Period } {
  const at = choice.lastIndexOf('-');
  return { planId: PlanId.parse(choice.slice(0, at)), period: Period.parse(choice.slice(at + 1)) };
}

/** A product a brand can buy. */
export type Offer =
  | { kind: 'plan'; id: PlanId; period: Period }
  | { kind: 'addon'; id: AddOnId }
  | { kind: 'credits'; id: CreditPackId }
  | { kind: 'setup' };

/** An entry of the billing provider's catalog. */
export interface ItemPrice {
  /**
   * Such as `starter-USD-Monthly`, and `starter-annual-USD-Monthly` for the yearly plan, which is
   * billed monthly.
   */
  id: string;
  itemId: string;
  name: string;
  /** Add-ons have their own subscriptions, so the provider treats them as plans too. */
  itemType: 'plan' | 'charge';
  /** In cents; per month for a plan. */
  price: number;
  offer: Offer;
}

/** The catalog the provider must contain. All prices in {@link CURRENCY}. */
export const ITEM_PRICES: readonly ItemPrice[] = [
  ...PLANS.flatMap(({ id, name, price }) =>
    Period.options.map((period) => {
      const itemId = period === 'yearly' ? `${id}-annual` : id;
      return {
        id: `${itemId}-${CURRENCY}-Monthly`,
        itemId,
        name: period === 'yearly' ? `${name} (yearly)` : name,
        itemType: 'plan' as const,
        price: price[period],
        offer: { kind: 'plan' as const, id, period },
      };
    }),
  ),
  ...ADD_ONS.map(({ id, name, price }) => ({
    id: `${id}-${CURRENCY}-Monthly`,
    itemId: id,
    name,
    itemType: 'plan' as const,
    price,
    offer: { kind: 'addon' as const, id },
  })),
  ...CREDIT_PACKS.map(({ id, name, price }) => ({
    id: `${id}-${CURRENCY}`,
    itemId: id,
    name,
    itemType: 'charge' as const,
    price,
    offer: { kind: 'credits' as const, id },
  })),
  {
    id: `setup-fee-${CURRENCY}`,
    itemId: 'setup-fee',
    name: 'Setup',
    itemType: 'charge',
    price: SETUP_FEE,
    offer: { kind: 'setup' },
  },
];

const sameOffer = (a: Offer, b: Offer): boolean =>
  a.kind === b.kind &&
  (a.kind === 'setup' || a.id === (b as { id?: string }).id) &&
  (a.kind !== 'plan' || a.period === (b as { period?: Period }).period);

/** Returns the provider's price for a product. */
export function itemPriceOf(offer: Offer): ItemPrice {
  const found = ITEM_PRICES.find((price) => sameOffer(price.offer, offer));
  if (!found) throw new RangeError('Unknown product.');
  return found;
}

/**
 * Returns whether a product can be purchased today. Existing add-on subscriptions continue when it
 * no longer can.
 */
export const isForSale = (offer: Offer): boolean =>
  offer.kind !== 'addon' || addOnOf(offer.id)?.available === true;

/** Returns the product behind a provider price; null if it isn't ours. */
export const offerOf = (itemPriceId: string): Offer | null =>
  ITEM_PRICES.find(({ id }) => id === itemPriceId)?.offer ?? null;

/**
 * Returns whether a plan change is an upgrade (immediate) or a downgrade (at the end of the term).
 */
export function planChangeKind(
  from: { planId: string; period: Period },
  to: { planId: PlanId; period: Period },
): 'same' | 'upgrade' | 'downgrade' {
  if (from.planId === to.planId && from.period === to.period) return 'same';
  const rank = (id: string) => PLANS.findIndex((one) => one.id === id);
  if (from.planId !== to.planId) return rank(to.planId) > rank(from.planId) ? 'upgrade' : 'downgrade';
  // The same plan for a year is the longer commitment: it starts immediately and can be left only
  // at the end.
  return to.period === 'yearly' ? 'upgrade' : 'downgrade';
}
