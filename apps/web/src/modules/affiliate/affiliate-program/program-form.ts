import type { ProgramOverview, ProgramRules } from '@troupe/domain/affiliate/affiliate-program';
import { amountOf, amountText } from '@troupe/ui/lib/amount';
import { t } from '../messages/messages.gen.ts';
import { rateField, readRate } from './program-labels.ts';

/** The rules of a program as they are typed. */
export interface ProgramValues {
  rate: string;
  /** Empty: the same rate. */
  repeatRate: string;
  buyers: 'all' | 'new';
  windowDays: string;
  model: 'last' | 'first';
  codeVsLink: 'code' | 'link' | 'later';
  codeTie: 'first-listed' | 'largest-discount' | 'split' | 'none';
  selfPurchase: 'block' | 'ask' | 'allow';
  paidSearch: 'deny' | 'allow';
  earnWhen: 'paid' | 'fulfilled';
  holdDays: string;
  /** In the currency of the store. */
  minPayout: string;
  zone: string;
  standDown: boolean;
  /** The most an order, and all orders of a month, earn; empty for no limit. In the currency of the store. */
  capPerOrder: string;
  capPerMonth: string;
  /** Rates of products by id or SKU. */
  productRates: readonly { product: string; rate: string }[];
  campaignRates: readonly { campaignId: string; rate: string }[];
  /** Product ids or SKUs that earn nothing, one per line. */
  excluded: string;
}

type Errors = Partial<Record<keyof ProgramValues, string>>;

/** What a part of the form gets. */
export interface PartProps {
  values: ProgramValues;
  errors: Record<string, string | undefined>;
  change: (part: Partial<ProgramValues>) => void;
}

/** The currency that amounts are typed in. */
export const currencyOf = ({ stores }: Pick<ProgramOverview, 'stores'>): string =>
  stores.find(({ currency }) => currency !== null)?.currency ?? 'USD';

/** Returns the rules as form values. */
export function valuesOf(rules: ProgramRules, currency: string): ProgramValues {
  const { attribution, terms } = rules;
  return {
    rate: rateField(terms.rateBp),
    repeatRate: rateField(terms.repeatRateBp),
    buyers: terms.newBuyersOnly ? 'new' : 'all',
    windowDays: String(attribution.windowHours / 24),
    model: attribution.model,
    codeVsLink: attribution.codeVsLink,
    codeTie: attribution.codeTie,
    selfPurchase: attribution.selfPurchase,
    paidSearch: attribution.paidSearch,
    earnWhen: terms.earnWhen,
    holdDays: String(terms.holdDays),
    minPayout: amountText(terms.minPayout[currency] ?? null, currency),
    zone: rules.zone,
    standDown: rules.standDown,
    capPerOrder: amountText(terms.capPerOrder[currency] ?? null, currency),
    capPerMonth: amountText(terms.capPerMonth[currency] ?? null, currency),
    productRates: terms.productRates.map(({ product, rateBp }) => ({ product, rate: rateField(rateBp) })),
    campaignRates: rules.campaignRates.map(({ campaignId, rateBp }) => ({
      campaignId,
      rate: rateField(rateBp),
    })),
    excluded: terms.excludedProducts.join('\n'),
  };
}

const readDays = (typed: string, most: number): number | undefined => {
  const days = Number(typed.trim().replace(',', '.'));
  return typed.trim() !== '' && Number.isFinite(days) && days >= 0 && days <= most ? days : undefined;
};

const MOST_WINDOW_DAYS = 400;
const MOST_HOLD_DAYS = 90;

const MOST_PRODUCTS = 500;

/** Reads a list of names with rates; null if one has no name or rate, or is listed twice. Empty rows are left out. */
function readRates<Row extends { rate: string }>(
  rows: readonly Row[],
  nameOf: (row: Row) => string,
): { name: string; rateBp: number }[] | null {
  const read = new Map<string, number>();
  for (const row of rows) {
    const [name, rateBp] = [nameOf(row), readRate(row.rate)];
    if (name === '' && rateBp === null) continue;
    if (name === '' || rateBp === undefined || rateBp === null || read.has(name)) return null;
    read.set(name, rateBp);
  }
  return [...read].map(([name, rateBp]) => ({ name, rateBp }));
}

const readProducts = (text: string): string[] => [
  ...new Set(
    text
      .split(/[\n,;]/)
      .map((line) => line.trim())
      .filter((line) => line !== ''),
  ),
];

/** Returns the rules that were typed on top of the saved ones, or what is wrong with the fields. */
export function readRules(
  values: ProgramValues,
  saved: ProgramRules,
  currency: string,
): { rules: ProgramRules; errors: null } | { rules: null; errors: Errors } {
  const rate = readRate(values.rate);
  const repeatRate = readRate(values.repeatRate);
  const windowDays = readDays(values.windowDays, MOST_WINDOW_DAYS);
  const holdDays = readDays(values.holdDays, MOST_HOLD_DAYS);
  const minPayout = amountOf(values.minPayout, currency);
  const capPerOrder = amountOf(values.capPerOrder, currency);
  const capPerMonth = amountOf(values.capPerMonth, currency);
  const productRates = readRates(values.productRates, ({ product }) => product.trim());
  const campaignRates = readRates(values.campaignRates, ({ campaignId }) => campaignId);
  const excludedProducts = readProducts(values.excluded);
  const errors: Errors = {};
  if (rate === undefined || rate === null) errors.rate = t('settings.rateError');
  if (repeatRate === undefined) errors.repeatRate = t('settings.rateError');
  const windowHours = windowDays === undefined ? 0 : Math.round(windowDays * 24);
  if (windowHours < 1) errors.windowDays = t('settings.windowError', { most: MOST_WINDOW_DAYS });
  if (holdDays === undefined || !Number.isInteger(holdDays))
    errors.holdDays = t('settings.holdError', { most: MOST_HOLD_DAYS });
  if (minPayout === undefined) errors.minPayout = t('settings.amountError');
  // A limit of 0 would pay nothing, but probably means no limit.
  if (capPerOrder === undefined || capPerOrder === 0) errors.capPerOrder = t('settings.capError');
  if (capPerMonth === undefined || capPerMonth === 0) errors.capPerMonth = t('settings.capError');
  if (!productRates) errors.productRates = t('settings.productRatesError');
  if (!campaignRates) errors.campaignRates = t('settings.campaignRatesError');
  if (excludedProducts.length > MOST_PRODUCTS || excludedProducts.some((one) => one.length > 200))
    errors.excluded = t('settings.excludedError', { most: MOST_PRODUCTS });
  if (Object.keys(errors).length > 0) return { rules: null, errors };
  // Amounts in other currencies stay.
  const amounts = (before: Record<string, number>, amount: number | null | undefined) =>
    Object.fromEntries([
      ...Object.entries(before).filter(([name]) => name !== currency),
      ...(amount ? [[currency, amount] as const] : []),
    ]);
  const attribution = Object.assign({}, saved.attribution, {
    windowHours,
    model: values.model,
    codeVsLink: values.codeVsLink,
    codeTie: values.codeTie,
    selfPurchase: values.selfPurchase,
    paidSearch: values.paidSearch,
  });
  const terms = Object.assign({}, saved.terms, {
    rateBp: rate ?? 0,
    repeatRateBp: repeatRate ?? null,
    newBuyersOnly: values.buyers === 'new',
    earnWhen: values.earnWhen,
    holdDays: holdDays ?? 0,
    minPayout: amounts(saved.terms.minPayout, minPayout),
    capPerOrder: amounts(saved.terms.capPerOrder, capPerOrder),
    capPerMonth: amounts(saved.terms.capPerMonth, capPerMonth),
    productRates: (productRates ?? []).map(({ name, rateBp }) => ({ product: name, rateBp })),
    excludedProducts,
  });
  return {
    rules: Object.assign({}, saved, {
      zone: values.zone,
      standDown: values.standDown,
      attribution,
      terms,
      campaignRates: (campaignRates ?? []).map(({ name, rateBp }) => ({ campaignId: name, rateBp })),
    }),
    errors: null,
  };
}
