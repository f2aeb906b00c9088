import type { Figure, FigureValue, FormulaId } from '@troupe/domain/figure';
import { addParts, calculate, figureOf, isPerCurrency, type Part } from '@troupe/domain/figure-formula';
import type { PostSum } from './post-figure.queries.ts';
import type { SalesSum } from './sales-sum.queries.ts';
import type { SpendSum } from './spend.queries.ts';

/** Sums in one currency. */
interface Money {
  net: Part;
  refunds: Part;
  orders: Part;
  orderCommission: Part;
  commission: Part;
  fee: Part;
  cost: Part;
}

const empty = (): Part => ({ value: 0, known: 0, unknown: 0 });
const noMoney = (): Money => ({
  net: empty(),
  refunds: empty(),
  orders: empty(),
  orderCommission: empty(),
  commission: empty(),
  fee: empty(),
  cost: empty(),
});

function add(part: Part, value: number, known: number, unknown: number): void {
  part.value = (part.value ?? 0) + value;
  part.known += known;
  part.unknown += unknown;
}

/** Figures of posts. */
const POST_FORMULAS = ['views', 'reach', 'likes', 'comments', 'saves', 'shares', 'engagements'] as const;

/** Sums of a period, a row or a point, from which formulas of the registry make figures. */
export class FigureBag {
  readonly money = new Map<string, Money>();
  readonly clicks = empty();
  readonly visitors = empty();
  readonly linked = empty();
  posts: PostSum | null = null;
  creators = 0;

  /** Adds credited orders and clicks. */
  addSales(row: Omit<SalesSum, 'campaignId' | 'affiliateId'>): void {
    if (row.clicks > 0) add(this.clicks, row.clicks, row.clicks, 0);
    if (row.visitors > 0) add(this.visitors, row.visitors, row.visitors, 0);
    if (row.orders === 0) return;
    add(this.linked, row.linked, row.orders, 0);
    const money = this.moneyIn(row.currency);
    const rated = row.orders - row.unrated;
    add(money.net, row.net, rated, row.unrated);
    add(money.refunds, row.refunded, rated, row.unrated);
    add(money.orders, row.orders, row.orders, 0);
    add(money.orderCommission, row.commission, rated, row.unrated);
  }

  /** Adds payments, costs and commissions without orders. */
  addSpend({ kind, currency, amount, known, unrated }: SpendSum): void {
    add(this.moneyIn(currency)[kind], amount, known, unrated);
  }

  moneyIn(currency: string): Money {
    const money = this.money.get(currency) ?? noMoney();
    this.money.set(currency, money);
    return money;
  }

  /** Returns what was spent in a currency. */
  spend(currency: string): Part {
    const { fee, orderCommission, commission, cost } = this.money.get(currency) ?? noMoney();
    return addParts([fee, orderCommission, commission, cost]);
  }

  /** Returns the sums of a formula. @param currency for formulas of money */
  partsOf(id: FormulaId, currency: string | null): { top: Part; bottom?: Part } {
    const money = this.money.get(currency ?? '') ?? noMoney();
    const spend = () => this.spend(currency ?? '');
    switch (id) {
      case 'net-revenue':
        return { top: money.net };
      case 'refunds':
        return { top: money.refunds };
      case 'orders':
        return { top: addParts([empty(), ...[...this.money.values()].map(({ orders }) => orders)]) };
      case 'commission':
        return { top: addParts([money.orderCommission, money.commission]) };
      case 'fees':
        return { top: money.fee };
      case 'costs':
        return { top: money.cost };
      case 'spend':
        return { top: spend() };
      case 'roas':
      case 'roi':
        return { top: money.net, bottom: spend() };
      case 'cpa':
        return { top: spend(), bottom: money.orders };
      case 'cpm':
        return { top: spend(), bottom: this.postPart('views') };
      case 'cpe':
        return { top: spend(), bottom: this.postPart('engagements') };
      case 'clicks':
        return { top: this.clicks };
      case 'visitors':
        return { top: this.visitors };
      case 'conversion':
        return { top: this.linked, bottom: this.visitors };
      case 'posts':
        return { top: { value: this.posts?.posts ?? 0, known: this.posts?.posts ?? 0, unknown: 0 } };
      case 'creators':
        return { top: { value: this.creators, known: this.creators, unknown: 0 } };
      case 'engagement-rate':
        return this.rateParts();
      default:
        return { top: this.postPart(id as (typeof POST_FORMULAS)[number]) };
    }
  }

  postPart(count: (typeof POST_FORMULAS)[number]): Part {
    const { posts } = this;
    if (!posts) return { value: null, known: 0, unknown: 0 };
    const known = posts[`${count}Known`];
    return { value: known === 0 ? null : posts[count], known, unknown: posts.posts - known };
  }

  /** Engagements over reach where both are known, otherwise over views; as in campaign metrics. */
  rateParts(): { top: Part; bottom: Part } {
    const { posts } = this;
    const all = posts?.posts ?? 0;
    for (const base of ['ratedReach', 'ratedViews'] as const) {
      const sum = posts?.[base] ?? 0;
      if (!posts || sum === 0) continue;
      const known = posts[`${base}Known`];
      return {
        top: { value: posts[`${base}Engagements`], known, unknown: all - known },
        bottom: { value: sum, known: 0, unknown: 0 },
      };
    }
    return {
      top: { value: null, known: 0, unknown: all },
      bottom: { value: null, known: 0, unknown: 0 },
    };
  }

  /** Calculates a figure. Costs of posts need spend in one currency: posts have none. */
  value(id: FormulaId, currency: string | null, margin: number | null): FigureValue {
    const { top, bottom } = this.partsOf(id, currency);
    const spending = [...this.money.keys()].filter((one) => (this.spend(one).value ?? 0) !== 0);
    if ((id === 'cpm' || id === 'cpe') && spending.length > 1)
      return {
        value: null,
        why: 'several-currencies',
        low: null,
        high: null,
        known: top.known,
        unknown: top.unknown,
      };
    return calculateRated(id, top, bottom, margin);
  }
}

/** Amounts of which none has an exchange rate are unknown, not 0. */
const rated = (part: Part): Part =>
  part.known === 0 && part.unknown > 0 ? { value: null, known: 0, unknown: part.unknown } : part;

/** Calculates a figure; without any exchange rate it has no value. */
export function calculateRated(
  id: FormulaId,
  top: Part,
  bottom: Part | undefined,
  margin: number | null,
): FigureValue {
  const value = calculate(id, rated(top), bottom && rated(bottom), margin);
  if (value.why === 'unknown' && isPerCurrency(id)) value.why = 'no-rate';
  return value;
}

/** Formulas of the overview, in the order of screens. */
export const OVERVIEW_FORMULAS = [
  ...['net-revenue', 'refunds', 'orders', 'spend', 'fees', 'commission', 'costs', 'roas', 'roi'],
  ...['cpa', 'cpm', 'cpe', 'clicks', 'visitors', 'conversion', 'posts', 'creators', 'views', 'reach'],
  ...['likes', 'comments', 'saves', 'shares', 'engagements', 'engagement-rate'],
] as readonly FormulaId[];

/** Formulas of rows. */
export const ROW_FORMULAS = [
  ...['net-revenue', 'orders', 'spend', 'roas', 'cpa', 'cpm', 'cpe', 'clicks', 'visitors', 'conversion'],
  ...['posts', 'views', 'reach', 'engagements', 'engagement-rate'],
] as readonly FormulaId[];

/** Formulas of rows of posts: sales belong to no single post. */
export const POST_ROW_FORMULAS = [
  ...['views', 'reach', 'likes', 'comments', 'saves', 'shares', 'engagements', 'engagement-rate'],
] as readonly FormulaId[];

/** Makes the figures of a bag; those of money once per currency. */
export function figuresOf(
  formulas: readonly FormulaId[],
  bag: FigureBag,
  {
    before,
    currencies,
    margin,
    asOf,
  }: { before: FigureBag | null; currencies: readonly string[]; margin: number | null; asOf: string },
): Figure[] {
  return formulas.flatMap((id) =>
    (isPerCurrency(id) ? currencies : [null]).map((currency) =>
      figureOf(id, bag.value(id, currency, margin), {
        currency,
        previous: before?.value(id, currency, margin) ?? null,
        asOf,
      }),
    ),
  );
}
