import { hypergeometric, logGamma, minimize } from '../statistics.ts';
import { FEWEST_MODEL_BUYERS } from './cohort.ts';

/** The version of the formula; raise it with every change of a result. */
export const PURCHASE_MODEL_VERSION = 1;

/** What is known of buyers, who are alike if they have the same three figures. */
export interface BuyerGroup {
  /** Orders after the first. */
  frequency: number;
  /** Time from the first to the last order, and from the first to now; in any unit, such as weeks. */
  recency: number;
  age: number;
  buyers: number;
}

/** Parameters of the BG/NBD model. */
export interface PurchaseRates {
  r: number;
  alpha: number;
  a: number;
  b: number;
}

/** Parameters of the Gamma-Gamma model of the value of an order. */
export interface OrderValues {
  p: number;
  q: number;
  v: number;
}

/** The largest logarithm of a parameter that is tried. */
const MOST_LOG = 9;

const logSum = (x: number, y: number): number => Math.max(x, y) + Math.log1p(Math.exp(-Math.abs(x - y)));

/**
 * The logarithm of the likelihood of one buyer's orders (Fader, Hardie and Lee 2005, eq. 6).
 * @param counted the part that depends on the number of orders alone, by that number
 */
function logLikelihood(
  { r, alpha, a, b }: PurchaseRates,
  { frequency: x, recency, age }: BuyerGroup,
  counted: Map<number, number>,
): number {
  let known = counted.get(x);
  if (known === undefined) {
    known =
      logGamma(r + x) - logGamma(r) + logGamma(a + b) + logGamma(b + x) - logGamma(b) - logGamma(a + b + x);
    counted.set(x, known);
  }
  const always = known + r * Math.log(alpha);
  const active = -(r + x) * Math.log(alpha + age);
  if (x === 0) return always + active;
  const left = Math.log(a / (b + x - 1)) - (r + x) * Math.log(alpha + recency);
  return always + logSum(active, left);
}

/**
 * Fits the BG/NBD model of repeat orders by maximum likelihood: buyers order at their own rates (gamma) and leave for good
 * after an order with their own probability (beta). P. Fader, B. Hardie, K. L. Lee, "Counting Your Customers the Easy Way",
 * Marketing Science 24 (2005). On the CDNOW sample it finds their published parameters.
 */
export function fitPurchases(
  groups: readonly BuyerGroup[],
): { rates: PurchaseRates } | { why: 'too-few-buyers' | 'no-repeat-orders' | 'no-fit' } {
  const buyers = groups.reduce((sum, group) => sum + group.buyers, 0);
  if (buyers < FEWEST_MODEL_BUYERS) return { why: 'too-few-buyers' };
  const repeated = groups.reduce((sum, group) => sum + (group.frequency > 0 ? group.buyers : 0), 0);
  if (repeated < FEWEST_MODEL_BUYERS / 10) return { why: 'no-repeat-orders' };
  const scale = Math.max(...groups.map(({ age }) => age)) / 10;
  const scaled = groups.map(({ frequency, recency, age, buyers: n }) => ({
    frequency,
    recency: recency / scale,
    age: age / scale,
    buyers: n,
  }));
  // Bounded: without churn, `a` would fall and `b` rise without end.
  const bounded = (log: number) => Math.exp(Math.min(MOST_LOG, Math.max(-MOST_LOG, log)));
  const ratesAt = ([r = 0, alpha = 0, a = 0, b = 0]: readonly number[]): PurchaseRates => ({
    r: bounded(r),
    alpha: bounded(alpha),
    a: bounded(a),
    b: bounded(b),
  });
  const found = minimize(
    (point) => {
      const rates = ratesAt(point);
      const counted = new Map<number, number>();
      const value =
        scaled.reduce((sum, group) => sum - group.buyers * logLikelihood(rates, group, counted), 0) / buyers;
      return Number.isFinite(value) ? value : 1e9;
    },
    [0, 0, 0, 0.5],
    { tolerance: 1e-11, most: 1500 },
  );
  const { r, alpha, a, b } = ratesAt(found.point);
  const extreme = [r, alpha].some((value) => Math.abs(Math.log(value)) > MOST_LOG - 0.01);
  if (!found.converged || extreme) return { why: 'no-fit' };
  return { rates: { r, alpha: alpha * scale, a, b } };
}

/** Returns the probability that a buyer still buys (Fader, Hardie and Lee 2005; 1 before a second order). */
function stillBuying({ r, alpha, a, b }: PurchaseRates, buyer: Omit<BuyerGroup, 'buyers'>): number {
  const { frequency: x, recency, age } = buyer;
  if (x === 0) return 1;
  const odds = (a / (b + x - 1)) * Math.exp((r + x) * Math.log((alpha + age) / (alpha + recency)));
  return 1 / (1 + odds);
}

/** Returns the orders to expect of a buyer within `time` from now (Fader, Hardie and Lee 2005, eq. 10). */
export function expectedOrders(
  rates: PurchaseRates,
  buyer: Omit<BuyerGroup, 'buyers'>,
  time: number,
): number {
  const { r, alpha, a, b } = rates;
  const { frequency: x, age } = buyer;
  // At a = 1 the formula divides 0 by 0; next to it, it is continuous.
  const steady = Math.abs(a - 1) < 1e-6 ? 1 + 1e-6 : a;
  const z = time / (alpha + age + time);
  const bought =
    1 -
    Math.exp((r + x) * Math.log((alpha + age) / (alpha + age + time))) *
      hypergeometric(r + x, b + x, steady + b + x - 1, z);
  return ((steady + b + x - 1) / (steady - 1)) * bought * stillBuying(rates, buyer);
}

/** A buyer's mean order value, and the number of orders that it is the mean of. */
export interface BuyerValue {
  orders: number;
  mean: number;
}

/**
 * Fits the Gamma-Gamma model of order values by maximum likelihood (Fader and Hardie 2013, "The Gamma-Gamma Model of
 * Monetary Value"), which assumes that values don't depend on how often a buyer orders. Null with fewer than 30 buyers
 * of positive value, if values and frequency correlate beyond 0.3, or without a finite mean.
 */
export function fitValues(buyers: readonly BuyerValue[]): OrderValues | null {
  const known = buyers.filter(({ orders, mean }) => orders > 0 && mean > 0);
  if (known.length < 30 || Math.abs(correlation(known)) > 0.3) return null;
  const scale = known.reduce((sum, { mean }) => sum + mean, 0) / known.length;
  const found = minimize(
    ([lp = 0, lq = 0, lv = 0]) => {
      const [p, q, v] = [Math.exp(lp), Math.exp(lq), Math.exp(lv)];
      let sum = 0;
      for (const { orders: x, mean } of known) {
        const m = mean / scale;
        sum +=
          logGamma(p * x + q) -
          logGamma(p * x) -
          logGamma(q) +
          q * Math.log(v) +
          (p * x - 1) * Math.log(m) +
          p * x * Math.log(x) -
          (p * x + q) * Math.log(x * m + v);
      }
      const value = -sum / known.length;
      return Number.isFinite(value) ? value : 1e9;
    },
    [0, 1, 0],
    { tolerance: 1e-11, most: 1500 },
  );
  const [p, q, v] = found.point.map(Math.exp) as [number, number, number];
  // Below 1 the mean of the distribution is infinite.
  return found.converged && q > 1.01 && p < 1e4 && q < 1e4 ? { p, q, v: v * scale } : null;
}

/** Returns the mean order value to expect of a buyer: between their own mean and that of all. */
export function expectedValue({ p, q, v }: OrderValues, { orders, mean }: BuyerValue): number {
  const own = orders > 0 ? (p * orders) / (p * orders + q - 1) : 0;
  return (1 - own) * ((p * v) / (q - 1)) + own * mean;
}

function correlation(buyers: readonly BuyerValue[]): number {
  const n = buyers.length;
  const orders = buyers.reduce((sum, one) => sum + one.orders, 0) / n;
  const means = buyers.reduce((sum, one) => sum + one.mean, 0) / n;
  let [both, first, second] = [0, 0, 0];
  for (const one of buyers) {
    both += (one.orders - orders) * (one.mean - means);
    first += (one.orders - orders) ** 2;
    second += (one.mean - means) ** 2;
  }
  return first * second > 0 ? both / Math.sqrt(first * second) : 0;
}
