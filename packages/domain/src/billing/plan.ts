import { z } from 'zod';

/** What everything is sold in. Money is integer minor units (cents) everywhere behind the screen. */
export const CURRENCY = 'USD';

/** What a plan costs in its yearly form, in percent of the monthly one. */
export const YEARLY_PERCENT = 85;
/** Paid once by a brand, with its first plan. */
export const SETUP_FEE = 395_00;
/** A plan paid by the month runs at least so long; one taken for a year runs the year. */
export const MINIMUM_MONTHS = 3;
export const YEARLY_MONTHS = 12;
/** Whoever cancels says so this many days before. */
export const NOTICE_DAYS = 30;
/** What paid-ads management takes of the ad budget. */
export const AD_BUDGET_PERCENT = 10;

export const PlanId = z.enum(['self-serve', 'starter', 'trailblazer', 'bespoke']);
export type PlanId = z.infer<typeof PlanId>;

/** `yearly` is taken for a year and paid monthly, at the lower price. */
export const Period = z.enum(['monthly', 'yearly']);
export type Period = z.infer<typeof Period>;

export const AddOnId = z.enum(['affiliate', 'paid-ads-management', 'social-media-content-management']);
export type AddOnId = z.infer<typeof AddOnId>;

export const CreditPackId = z.enum(['credits-10', 'credits-50', 'credits-200']);
export type CreditPackId = z.infer<typeof CreditPackId>;

/** A plan and how it is paid, as calls name it: `starter-yearly`. */
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

/** A plan. Limits that are null are not limited. */
export interface Plan {
  id: PlanId;
  name: string;
  /** A month's price, in cents, by how it is paid. */
  price: Record<Period, number>;
  /** The price is where it begins. */
  from: boolean;
  /** People in the team, owners included. */
  teamUsers: number | null;
  /** Approved opt-ins in a calendar month (UTC). */
  collaborations: number | null;
  /** Granted each calendar month. */
  credits: number;
}

/** Paid monthly beside a plan, or without one. */
export interface AddOn {
  id: AddOnId;
  name: string;
  /** A month, in cents. */
  price: number;
  from: boolean;
  /** What comes on top, as it is written after the price. */
  plus: string | null;
  /** Whether it is for sale. What is not built yet keeps its price on the pricing page and cannot be bought. */
  available: boolean;
}

/** Credits that are bought once. */
export interface CreditPack {
  id: CreditPackId;
  name: string;
  credits: number;
  /** In cents. */
  price: number;
}

/** The price of a month of a yearly plan: 85% of the monthly price, rounded down to whole dollars. In cents. */
export const yearlyPrice = (monthly: number): number =>
  Math.floor((monthly * YEARLY_PERCENT) / 100 / 100) * 100;

const plan = ({ monthly, ...rest }: Omit<Plan, 'price'> & { monthly: number }): Plan => ({
  ...rest,
  price: { monthly, yearly: yearlyPrice(monthly) },
});

/** The plans, smallest first. Prices, limits and credits of the whole product come from here. */
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
    available: false,
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

/** A plan by its slug; null when there is none. */
export const planOf = (id: string | null | undefined): Plan | null =>
  PLANS.find((one) => one.id === id) ?? null;

export const addOnOf = (id: string | null | undefined): AddOn | null =>
  ADD_ONS.find((one) => one.id === id) ?? null;

export const creditPackOf = (id: string | null | undefined): CreditPack | null =>
  CREDIT_PACKS.find((one) => one.id === id) ?? null;

/** What people call a plan, an add-on or a pack. */
export const nameOf = (id: string): string => (planOf(id) ?? addOnOf(id) ?? creditPackOf(id))?.name ?? id;

/** `starter-yearly` -> its plan and period. */
export function choiceOf(choice: PlanChoice): { planId: PlanId; period: Period } {
  const at = choice.lastIndexOf('-');
  return { planId: PlanId.parse(choice.slice(0, at)), period: Period.parse(choice.slice(at + 1)) };
}

/** What a brand can buy. */
export type Offer =
  | { kind: 'plan'; id: PlanId; period: Period }
  | { kind: 'addon'; id: AddOnId }
  | { kind: 'credits'; id: CreditPackId }
  | { kind: 'setup' };

/** Something as it stands in the billing provider's catalogue. */
export interface ItemPrice {
  /** Such as `starter-USD-Monthly`, and `starter-annual-USD-Monthly` for the yearly plan, which is paid monthly. */
  id: string;
  itemId: string;
  name: string;
  /** Plans and add-ons are subscribed to each by itself, so both are plans to the provider. */
  itemType: 'plan' | 'charge';
  /** In cents; of a month where it is a plan. */
  price: number;
  offer: Offer;
}

/** Everything that is sold, as the provider's catalogue has to hold it. All in {@link CURRENCY}. */
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

/** The provider's price of an offer. */
export function itemPriceOf(offer: Offer): ItemPrice {
  const found = ITEM_PRICES.find((price) => sameOffer(price.offer, offer));
  if (!found) throw new RangeError('Nothing of this kind is sold.');
  return found;
}

/** Whether an offer can be bought today. Brands that hold an add-on keep it when it is no longer for sale. */
export const isForSale = (offer: Offer): boolean =>
  offer.kind !== 'addon' || addOnOf(offer.id)?.available === true;

/** What the provider's price stands for; null for one that is not ours. */
export const offerOf = (itemPriceId: string): Offer | null =>
  ITEM_PRICES.find(({ id }) => id === itemPriceId)?.offer ?? null;

/** Whether a change of plan costs more a month (at once) or not (at the end of the term). */
export function changeOf(
  from: { planId: string; period: Period },
  to: { planId: PlanId; period: Period },
): 'same' | 'upgrade' | 'downgrade' {
  if (from.planId === to.planId && from.period === to.period) return 'same';
  const rank = (id: string) => PLANS.findIndex((one) => one.id === id);
  if (from.planId !== to.planId) return rank(to.planId) > rank(from.planId) ? 'upgrade' : 'downgrade';
  // The same plan for a whole year binds for longer: that is taken at once, and given up at its end.
  return to.period === 'yearly' ? 'upgrade' : 'downgrade';
}
