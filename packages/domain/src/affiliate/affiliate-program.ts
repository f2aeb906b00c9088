import { z } from 'zod';
import { Ability } from '../account/ability.ts';
import { Id, Instant, text, VersionOrZero } from '../shape.ts';

/** Whether a program takes new creators and counts orders: `closed` counts nothing placed after it closed. */
export const ProgramState = z.enum(['off', 'on', 'closed']);
export type ProgramState = z.infer<typeof ProgramState>;

/** What can show that a creator brought an order, in the order in which a new program asks them. */
const WITNESSES = ['code', 'click', 'attribute', 'landing', 'journey'] as const;
export const Witness = z.enum(WITNESSES);
export type Witness = z.infer<typeof Witness>;

/** The longest a visit or a code may lie before an order: 400 days. */
const MOST_WINDOW_HOURS = 9600;
/** The longest hold, in days. */
const MOST_HOLD_DAYS = 90;
/** A rate of 100%, in basis points. */
export const WHOLE_BP = 10_000;
/** Currencies with a cap or minimum. */
const MOST_CURRENCIES = 200;
/** The largest cap or minimum, in minor units: the product with a rate stays exact. */
const MOST_MINOR = 100_000_000_000;

/** A rate in basis points: 1000 is 10%. */
export const Rate = z
  .int({ error: 'Enter a whole number of basis points' })
  .min(0)
  .max(WHOLE_BP, { error: 'Enter 100% or less (10,000 basis points)' });
const Product = text({ min: 1, max: 200 });
/** Amounts by currency, in minor units. */
const Amounts = z
  .record(
    z.string().regex(/^[A-Z]{3}$/, { error: 'Use an ISO currency code such as EUR' }),
    z.int().min(0).max(MOST_MINOR),
  )
  .refine((amounts) => Object.keys(amounts).length <= MOST_CURRENCIES, {
    error: `Use at most ${MOST_CURRENCIES} currencies`,
  })
  .meta({ maxProperties: MOST_CURRENCIES });

/** How a program decides who brought an order. */
export const AttributionRules = z.object({
  /** How long before an order a visit or a click counts, in hours: 720 is 30 days whatever the clocks do. */
  windowHours: z.int().min(1).max(MOST_WINDOW_HOURS),
  /** Which of several visits of equal rank counts. */
  model: z.enum(['last', 'first']),
  /** The evidence that can win, strongest first; other evidence is only stored. */
  witnesses: z
    .array(Witness)
    .min(1)
    .max(WITNESSES.length)
    .refine((names) => new Set(names).size === names.length, { error: 'List each source once' }),
  /** Who wins where an order has codes of several creators. */
  codeTie: z.enum(['first-listed', 'largest-discount', 'split', 'none']),
  /** Who wins where one creator's code meets another one's link. */
  codeVsLink: z.enum(['code', 'link', 'later']),
  /** Orders that creators place themselves: not counted, held until a person decides, or counted. */
  selfPurchase: z.enum(['block', 'ask', 'allow']),
  /** Clicks with a marker of paid search. */
  paidSearch: z.enum(['deny', 'allow']),
});
export type AttributionRules = z.infer<typeof AttributionRules>;

/** What a creator earns. A creator is bound by the terms they accepted. */
export const CommissionTerms = z.object({
  /** Share of the basis in basis points: 1000 is 10%. */
  rateBp: Rate,
  /** The rate for buyers who bought before; null for the same rate. */
  repeatRateBp: Rate.nullable(),
  /** Pays nothing for buyers who bought before. */
  newBuyersOnly: z.boolean(),
  /** What the basis holds beside goods after discounts. */
  basis: z.object({
    /** False counts prices before discounts. */
    afterDiscount: z.boolean(),
    tax: z.boolean(),
    shipping: z.boolean(),
    /** Gift cards that are bought. One that is paid with is a payment. */
    giftCards: z.boolean(),
  }),
  /** Product ids or SKUs that earn nothing. */
  excludedProducts: z.array(Product).max(500),
  /** Rates of single products, by product id or SKU. */
  productRates: z.array(z.object({ product: Product, rateBp: Rate })).max(500),
  /** The most an order earns, by currency. */
  capPerOrder: Amounts,
  /** The most a creator earns from orders of one calendar month in the program's zone, by currency. */
  capPerMonth: Amounts,
  /** When an order earns: once it is paid, or once everything has shipped. */
  earnWhen: z.enum(['paid', 'fulfilled']),
  /** Days until a commission can be paid out, so that returns come first. */
  holdDays: z.int().min(0).max(MOST_HOLD_DAYS),
  /** Statements below this are carried over to the next month, by currency. */
  minPayout: Amounts,
});
export type CommissionTerms = z.infer<typeof CommissionTerms>;

/** The most campaigns with an individual rate. */
const MOST_CAMPAIGN_RATES = 200;

/** The rules of a program. Each change creates a version; orders keep the version they were placed under. */
export const ProgramRules = z.object({
  /** The time zone that months and statements follow. */
  zone: z.string().refine(isZone, { error: 'Choose a time zone' }),
  attribution: AttributionRules,
  terms: CommissionTerms,
  /** Rates per campaign. */
  campaignRates: z.array(z.object({ campaignId: Id, rateBp: Rate })).max(MOST_CAMPAIGN_RATES),
  /** Asks browser extensions to stand down on the program's links (`afsrc=1`). */
  standDown: z.boolean(),
  /** How long single clicks are kept, in days; totals stay. */
  keepClicksDays: z.int().min(1).max(400),
});
export type ProgramRules = z.infer<typeof ProgramRules>;

/** The rules of a new program: 10%, 30 days, last touch, new and returning buyers, 30 days' hold. */
export const NEW_PROGRAM_RULES: ProgramRules = {
  zone: 'UTC',
  attribution: {
    windowHours: 720,
    model: 'last',
    witnesses: [...WITNESSES],
    codeTie: 'first-listed',
    codeVsLink: 'code',
    selfPurchase: 'block',
    paidSearch: 'deny',
  },
  terms: {
    rateBp: 1000,
    repeatRateBp: null,
    newBuyersOnly: false,
    basis: { afterDiscount: true, tax: false, shipping: false, giftCards: false },
    excludedProducts: [],
    productRates: [],
    capPerOrder: {},
    capPerMonth: {},
    earnWhen: 'paid',
    holdDays: 30,
    minPayout: {},
  },
  campaignRates: [],
  standDown: true,
  keepClicksDays: 90,
};

/**
 * Returns rules with the commissions of campaigns as their rates. Rates of other campaigns stay.
 * @param campaigns `percent` is between 0 and 100
 * @param replaces whether rates that are set are replaced
 */
export function withCampaignRates(
  rules: ProgramRules,
  campaigns: readonly { campaignId: string; percent: number }[],
  replaces: boolean,
): ProgramRules {
  const rates = new Map(rules.campaignRates.map(({ campaignId, rateBp }) => [campaignId, rateBp]));
  for (const { campaignId, percent } of campaigns)
    if (rates.has(campaignId) ? replaces : rates.size < MOST_CAMPAIGN_RATES)
      rates.set(campaignId, Math.min(WHOLE_BP, Math.round(percent * 100)));
  const campaignRates = [...rates].map(([campaignId, rateBp]) => ({ campaignId, rateBp }));
  return Object.assign({}, rules, { campaignRates });
}

function isZone(zone: string): boolean {
  try {
    new Intl.DateTimeFormat('en-US', { timeZone: zone });
    return true;
  } catch {
    return false;
  }
}

/** A brand's affiliate program. */
const AffiliateProgram = z.object({
  state: ProgramState,
  /** Grows with each change; 0 before the program was ever turned on. */
  version: z.int().min(0),
  rules: ProgramRules,
  /** When this version took effect; null before the first. */
  since: Instant.nullable(),
});
export type AffiliateProgram = z.infer<typeof AffiliateProgram>;

/** A change to a program: all its rules, or only its state. */
export const ProgramChange = z.object({
  /** The version the change is based on; 0 for a program that was never on. */
  version: VersionOrZero,
  state: ProgramState,
  /** Omitted: the rules stay. */
  rules: ProgramRules.optional(),
  /** Shown in the program's history. */
  reason: text({ max: 500 }).default(''),
});

/** A store as programs use it. */
export const ProgramStore = z.object({
  id: Id,
  name: z.string(),
  shop: z.string(),
  currency: z.string().nullable(),
  /** Where its pages are. */
  storefront: z.string(),
  /** Whether codes can be created there now. */
  createCodes: Ability,
});
export type ProgramStore = z.infer<typeof ProgramStore>;

/** A program with what its screens need. */
export const ProgramOverview = AffiliateProgram.extend({
  addOn: z.object({
    active: z.boolean(),
    name: z.string(),
    /** Per month, in cents. */
    price: z.int(),
    /** Names of the owners, who can buy it. */
    owners: z.array(z.string()),
  }),
  counts: z.object({
    invited: z.int(),
    active: z.int(),
    paused: z.int(),
    ended: z.int(),
    /** Creators with new terms to accept. */
    awaitingTerms: z.int(),
    links: z.int(),
    codes: z.int(),
    failedCodes: z.int(),
    openAlerts: z.int(),
  }),
  stores: z.array(ProgramStore),
  abilities: z.object({ edit: Ability, invite: Ability }),
});
export type ProgramOverview = z.infer<typeof ProgramOverview>;

/** A version of a program. */
export const ProgramVersion = z.object({
  version: z.int(),
  state: ProgramState,
  rules: ProgramRules,
  by: z.string().nullable(),
  reason: z.string().nullable(),
  effective: Instant,
});
export type ProgramVersion = z.infer<typeof ProgramVersion>;
