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
}

type Errors = Partial<Record<keyof ProgramValues, string>>;

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
  };
}

const readDays = (typed: string, most: number): number | undefined => {
  const days = Number(typed.trim().replace(',', '.'));
  return typed.trim() !== '' && Number.isFinite(days) && days >= 0 && days <= most ? days : undefined;
};

const MOST_WINDOW_DAYS = 400;
const MOST_HOLD_DAYS = 90;

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
  const errors: Errors = {};
  if (rate === undefined || rate === null) errors.rate = t('settings.rateError');
  if (repeatRate === undefined) errors.repeatRate = t('settings.rateError');
  const windowHours = windowDays === undefined ? 0 : Math.round(windowDays * 24);
  if (windowHours < 1) errors.windowDays = t('settings.windowError', { most: MOST_WINDOW_DAYS });
  if (holdDays === undefined || !Number.isInteger(holdDays))
    errors.holdDays = t('settings.holdError', { most: MOST_HOLD_DAYS });
  if (minPayout === undefined) errors.minPayout = t('settings.amountError');
  if (Object.keys(errors).length > 0) return { rules: null, errors };
  const minimums = Object.entries(saved.terms.minPayout).filter(([name]) => name !== currency);
  if (minPayout) minimums.push([currency, minPayout]);
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
    minPayout: Object.fromEntries(minimums),
  });
  return {
    rules: Object.assign({}, saved, { zone: values.zone, standDown: values.standDown, attribution, terms }),
    errors: null,
  };
}
