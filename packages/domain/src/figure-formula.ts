import type { Figure, FigureUnit, FigureValue, FormulaId } from './figure.ts';
import { type Share95, share95 } from './share-interval.ts';

/** A sum over items, with how many items have a value. Null: no item has one. */
export interface Part {
  value: number | null;
  known: number;
  unknown: number;
}

/** How a figure is calculated from sums over items. */
export type Calculation =
  /** The sum itself. */
  | { kind: 'sum' }
  /** `times` × top / bottom, rounded to `digits` decimals; not rounded if null. */
  | { kind: 'ratio'; times: number; digits: number | null }
  /** A share in percent with Wilson's interval. */
  | { kind: 'share' }
  /** (top × margin − bottom) / bottom. */
  | { kind: 'return'; digits: number }
  /** Sum of counts × rates, rounded to minor units. */
  | { kind: 'weighted' }
  /** The lowest and highest of several calculations. */
  | { kind: 'range' }
  /** The mean of the scores of its parts that are known, 0 to 100. */
  | { kind: 'score' }
  /** The median of items, each scaled, with an interval between two of them. */
  | { kind: 'median' };

/** A formula: screens, files and the API name it by id and version. A change of what it returns raises the version. */
export interface Formula {
  version: number;
  unit: FigureUnit;
  calculation: Calculation;
  /** The summands: items, or the sums of other formulas. */
  top: readonly (FormulaId | FormulaItem)[];
  /** The divisor's items. */
  bottom: readonly (FormulaId | FormulaItem)[];
}

/** Items that sums are taken over. */
export type FormulaItem =
  | 'order'
  | 'linked-order'
  | 'commission'
  | 'payment'
  | 'cost'
  | 'click'
  | 'visitor'
  | 'post'
  | 'creator'
  | 'agreed-fee'
  | 'follower'
  | 'reading'
  | 'report'
  | 'offer';

const SUM = { kind: 'sum' } as const;
const sum = (unit: FigureUnit, ...top: Formula['top']): Formula => ({
  version: 1,
  unit,
  calculation: SUM,
  top,
  bottom: [],
});
const ratio = (
  unit: FigureUnit,
  [top, bottom]: readonly [FormulaId | FormulaItem, FormulaId | FormulaItem],
  [times, digits]: readonly [number, number | null],
): Formula => ({
  version: 1,
  unit,
  calculation: { kind: 'ratio', times, digits },
  top: [top],
  bottom: [bottom],
});

/** All formulas. Campaign metrics, affiliate figures, engagement of profiles, analytics and reports use these alone. */
export const FORMULAS: Readonly<Record<FormulaId, Formula>> = {
  'net-revenue': sum('money', 'order'),
  refunds: sum('money', 'order'),
  orders: sum('count', 'order'),
  commission: sum('money', 'commission'),
  fees: sum('money', 'payment'),
  costs: sum('money', 'cost'),
  spend: sum('money', 'fees', 'commission', 'costs'),
  roas: ratio('ratio', ['net-revenue', 'spend'], [1, 4]),
  'roas-band': { version: 1, unit: 'ratio', calculation: { kind: 'range' }, top: ['roas'], bottom: [] },
  roi: {
    version: 1,
    unit: 'percent',
    calculation: { kind: 'return', digits: 2 },
    top: ['net-revenue'],
    bottom: ['spend'],
  },
  cpa: ratio('money', ['spend', 'orders'], [1, 2]),
  cpm: ratio('money', ['spend', 'views'], [1000, 2]),
  cpe: ratio('money', ['spend', 'engagements'], [1, 2]),
  'fee-per-engagement': ratio('money', ['agreed-fee', 'engagements'], [1, 2]),
  clicks: sum('count', 'click'),
  visitors: sum('count', 'visitor'),
  conversion: {
    version: 1,
    unit: 'percent',
    calculation: { kind: 'share' },
    top: ['linked-order'],
    bottom: ['visitors'],
  },
  posts: sum('count', 'post'),
  creators: sum('count', 'creator'),
  views: sum('count', 'post'),
  reach: sum('count', 'post'),
  likes: sum('count', 'post'),
  comments: sum('count', 'post'),
  saves: sum('count', 'post'),
  shares: sum('count', 'post'),
  engagements: sum('count', 'likes', 'comments', 'saves', 'shares'),
  'engagement-rate': ratio('percent', ['engagements', 'reach'], [100, null]),
  'follower-engagement': ratio('percent', ['engagements', 'follower'], [100, 3]),
  'earned-media-value': {
    version: 1,
    unit: 'money',
    calculation: { kind: 'weighted' },
    top: ['views', 'reach', 'likes', 'comments', 'saves', 'shares'],
    bottom: [],
  },
  'emv-range': {
    version: 1,
    unit: 'money',
    calculation: { kind: 'range' },
    top: ['views', 'likes', 'comments', 'saves', 'shares', 'follower'],
    bottom: [],
  },
  authenticity: {
    version: 1,
    unit: 'count',
    calculation: { kind: 'score' },
    top: ['reading', 'follower-engagement', 'post', 'report'],
    bottom: [],
  },
  'price-estimate': {
    version: 1,
    unit: 'money',
    calculation: { kind: 'median' },
    top: ['offer'],
    bottom: [],
  },
};

/** Returns the sum of known values and the number of unknown ones, which are never treated as 0. */
export function partOf<T>(items: readonly T[], measure: (item: T) => number | null): Part {
  let value = 0;
  let known = 0;
  for (const item of items) {
    const one = measure(item);
    if (one === null) continue;
    value += one;
    known += 1;
  }
  return { value: known === 0 ? null : value, known, unknown: items.length - known };
}

/** Adds up parts: null only if none has a value. */
export function addParts(parts: readonly Part[]): Part {
  const total: Part = { value: null, known: 0, unknown: 0 };
  for (const { value, known, unknown } of parts) {
    if (value !== null) total.value = (total.value ?? 0) + value;
    total.known += known;
    total.unknown += unknown;
  }
  return total;
}

/** Rounds half away from zero. Uses the decimal value, so that binary fractions just below a half round up. */
export function roundTo(value: number, digits: number): number {
  const scale = 10 ** digits;
  return (Math.sign(value) * Math.round(Number((Math.abs(value) * scale).toPrecision(14)))) / scale;
}

const nothing = (why: FigureValue['why'], { known, unknown }: Omit<Part, 'value'>): FigureValue => ({
  value: null,
  why,
  low: null,
  high: null,
  known,
  unknown,
});

/** Whether the value isn't calculated from sums, but where its parts are. */
const isMadeElsewhere = (
  calculation: Calculation,
): calculation is Calculation & { kind: 'range' | 'score' | 'median' } =>
  calculation.kind === 'range' || calculation.kind === 'score' || calculation.kind === 'median';

/**
 * Calculates a figure from its sums. A divisor of 0 is "not defined", never infinite.
 * @param top the summands
 * @param bottom the divisor, for ratios
 * @param margin gross margin in percent, for the return on investment
 */
export function calculate(
  id: FormulaId,
  top: Part,
  bottom: Part = { value: null, known: 0, unknown: 0 },
  margin: number | null = null,
): FigureValue {
  const { calculation } = FORMULAS[id];
  const counted =
    calculation.kind === 'sum' || calculation.kind === 'weighted' || isMadeElsewhere(calculation)
      ? top
      : { known: top.known + bottom.known, unknown: top.unknown + bottom.unknown };
  const measured = (value: number, low: number | null = null, high: number | null = null): FigureValue => ({
    value,
    why: null,
    low,
    high,
    known: counted.known,
    unknown: counted.unknown,
  });
  if (top.value === null) return nothing(top.unknown > 0 ? 'unknown' : 'no-items', counted);
  if (calculation.kind === 'sum' || isMadeElsewhere(calculation)) return measured(top.value);
  if (calculation.kind === 'weighted') return measured(Math.round(top.value));
  if (calculation.kind === 'return' && margin === null) return nothing('needs-margin', counted);
  if (bottom.value === null && bottom.unknown > 0) return nothing('unknown', counted);
  if (bottom.value === null || bottom.value <= 0) return nothing('not-defined', counted);
  if (calculation.kind === 'share') {
    const { rate, low, high } = share95(top.value, bottom.value);
    return measured(rate * 100, low * 100, high * 100);
  }
  if (calculation.kind === 'return')
    return measured(
      roundTo(((top.value * ((margin ?? 0) / 100) - bottom.value) / bottom.value) * 100, calculation.digits),
    );
  const { times, digits } = calculation;
  const value = (top.value / bottom.value) * times;
  return measured(digits === null ? value : roundTo(value, digits));
}

/** Returns the share of a formula such as `conversion` from 0 to 1, as affiliate figures show it; null without cases. */
export const shareOf = (id: FormulaId & 'conversion', k: number, n: number): Share95 | null =>
  FORMULAS[id].calculation.kind === 'share' && n > 0 ? share95(k, n) : null;

/** Returns a figure with its formula. @param currency of money and of ratios of money; null otherwise */
export function figureOf(
  id: FormulaId,
  value: FigureValue,
  { currency, previous, asOf }: { currency: string | null; previous: FigureValue | null; asOf: string },
): Figure {
  const { version, unit } = FORMULAS[id];
  return {
    formula: id,
    version,
    unit,
    currency,
    value: value.value,
    why: value.why,
    low: value.low,
    high: value.high,
    known: value.known,
    unknown: value.unknown,
    previous,
    asOf,
  };
}

/** Formulas whose figures exist once per currency. */
export const isPerCurrency = (id: FormulaId): boolean =>
  FORMULAS[id].unit === 'money' || ['roas', 'roas-band', 'roi'].includes(id);
