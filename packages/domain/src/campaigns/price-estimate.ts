import { z } from 'zod';
import { FORMULAS } from '../figure-formula.ts';
import { Id, Instant } from '../shape.ts';
import { medianOf } from '../statistics.ts';
import type { Agreement } from './agreement.ts';
import { ContentKind } from './campaign-brief.ts';

/** Offers that an estimate needs. */
const PRICE_OFFERS_NEEDED = 5;

/** Share of further offers that the interval should cover, if there are enough to tell. */
const COVERAGE = 0.8;

/** Offers shown with an estimate, the newest. */
const MOST_PRICE_ITEMS = 20;

/** An accepted offer that an estimate is calculated from. Money is in minor units. */
const PricedOffer = z.object({
  optInId: Id,
  campaignId: Id,
  campaign: z.string(),
  username: z.string(),
  agreed: Instant,
  /** Fee per post. */
  price: z.number(),
  /** Followers, or average views, at the time; the newest known ones if there is no reading from then. */
  size: z.number(),
  /** Whether `size` is from the time of the agreement. */
  dated: z.boolean(),
});
export type PricedOffer = z.infer<typeof PricedOffer>;

/** What one post of a kind may cost, from the brand's own accepted offers in one currency. */
export const PriceEstimate = z.object({
  kind: ContentKind,
  currency: z.string(),
  /** What prices are scaled by. */
  basis: z.enum(['followers', 'views']),
  /** The creator's followers or average views. */
  size: z.number(),
  /** Offers found; with fewer than `needed`, there is no estimate. */
  offers: z.int(),
  needed: z.int(),
  median: z.int().nullable(),
  low: z.int().nullable(),
  high: z.int().nullable(),
  /** How often a further offer falls between `low` and `high`, 0 to 1. */
  coverage: z.number().nullable(),
  items: z.array(PricedOffer).max(MOST_PRICE_ITEMS),
});
export type PriceEstimate = z.infer<typeof PriceEstimate>;

/** Price estimates for a creator. */
export const PriceEstimates = z.object({
  formula: z.literal('price-estimate'),
  version: z.int().min(1),
  needed: z.int(),
  estimates: z.array(PriceEstimate),
  /** Offers for several kinds of content, whose fee can't be divided. */
  mixed: z.int(),
  /** Offers whose creator's followers or views aren't known. */
  unknown: z.int(),
});
export type PriceEstimates = z.infer<typeof PriceEstimates>;

/** The binding terms of a collaboration, with the creator's size at the time. */
export interface AcceptedOffer {
  optInId: string;
  campaignId: string;
  campaign: string;
  username: string;
  agreed: string;
  terms: Pick<Agreement, 'fee' | 'currency' | 'deliverables'>;
  followers: number | null;
  views: number | null;
  dated: boolean;
}

/** Kinds whose price follows views rather than followers. */
const VIEWED = new Set<ContentKind>(['reel', 'video', 'short', 'live']);

const isSize = (value: number | null): value is number =>
  value !== null && Number.isFinite(value) && value > 0;

/**
 * Returns the interval between two of the sorted rates into which a further one falls in at least 80% of cases, whatever
 * their distribution: between the r-th lowest and r-th highest of n, it does in (n + 1 − 2r) / (n + 1). With fewer than
 * nine rates, it lies between the lowest and highest, with what they cover.
 */
function intervalOf(sorted: readonly number[]): { low: number; high: number; coverage: number } {
  const n = sorted.length;
  const rank = Math.max(1, Math.floor(((1 - COVERAGE) / 2) * (n + 1) + 1e-9));
  return {
    low: sorted[rank - 1] as number,
    high: sorted[n - rank] as number,
    coverage: (n + 1 - 2 * rank) / (n + 1),
  };
}

/** Estimates what a creator's content may cost, one estimate for each kind and currency; never across currencies. */
export function priceEstimates(
  offers: readonly AcceptedOffer[],
  creator: { followers: number | null; views: number | null },
): PriceEstimates {
  const groups = new Map<
    string,
    { head: Pick<PriceEstimate, 'kind' | 'currency' | 'basis' | 'size'>; items: PricedOffer[] }
  >();
  let mixed = 0;
  let unknown = 0;
  for (const { optInId, campaignId, campaign, username, agreed, terms, followers, views, dated } of offers) {
    const { fee, currency, deliverables } = terms;
    if (fee === null || fee <= 0 || deliverables.length === 0) continue;
    const kinds = new Set(deliverables.map(({ kind }) => kind));
    const [kind] = kinds;
    if (kinds.size !== 1 || !kind) {
      mixed += 1;
      continue;
    }
    const basis = VIEWED.has(kind) && isSize(creator.views) ? 'views' : 'followers';
    const [size, own] = basis === 'views' ? [views, creator.views] : [followers, creator.followers];
    if (!isSize(size) || !isSize(own)) {
      unknown += 1;
      continue;
    }
    const price = fee / deliverables.reduce((sum, { count }) => sum + count, 0);
    const key = `${kind} ${currency}`;
    const group = groups.get(key) ?? { head: { kind, currency, basis, size: own }, items: [] };
    group.items.push({ optInId, campaignId, campaign, username, agreed, price, size, dated });
    groups.set(key, group);
  }
  const estimates = [...groups.values()].map(({ head, items }): PriceEstimate => {
    const rates = items.map(({ price, size }) => price / size).sort((a, b) => a - b);
    const enough = rates.length >= PRICE_OFFERS_NEEDED;
    const interval = enough ? intervalOf(rates) : null;
    const money = (rate: number) => Math.round(rate * head.size);
    const { kind, currency, basis, size } = head;
    return {
      kind,
      currency,
      basis,
      size,
      offers: items.length,
      needed: PRICE_OFFERS_NEEDED,
      median: enough ? money(medianOf(rates)) : null,
      low: interval && money(interval.low),
      high: interval && money(interval.high),
      coverage: interval?.coverage ?? null,
      items: items.toSorted((a, b) => b.agreed.localeCompare(a.agreed)).slice(0, MOST_PRICE_ITEMS),
    };
  });
  return {
    formula: 'price-estimate',
    version: FORMULAS['price-estimate'].version,
    needed: PRICE_OFFERS_NEEDED,
    estimates: estimates.sort(
      (a, b) => b.offers - a.offers || `${a.kind}${a.currency}`.localeCompare(`${b.kind}${b.currency}`),
    ),
    mixed,
    unknown,
  };
}
