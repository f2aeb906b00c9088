import type { BillingSubscription, LineItem } from './billing-entity.ts';
import { type AskedItem, type Item, itemOf, lineOf, sumOf } from './billing-items.ts';

/** What a change of items costs at once. All amounts in minor units. */
export interface Proration {
  /** What is paid for and will not be used. */
  credits: LineItem[];
  /** What is used and not paid for yet, with everything that is charged once. */
  charges: LineItem[];
  credit: number;
  charge: number;
}

/** The items a subscription will have: all of the asked ones, or the asked ones in place of those of their kind. */
export function mergeItems(
  subscription: BillingSubscription,
  asked: AskedItem[],
  replace: boolean,
  removed: string[] = [],
): AskedItem[] {
  if (replace) return asked;
  const hasPlan = asked.some((one) => itemOf(one).type === 'plan');
  const ids = new Set([...asked.map(({ itemPriceId }) => itemPriceId), ...removed]);
  const kept = subscription.subscription_items.filter(
    ({ item_price_id, item_type }) => !ids.has(item_price_id) && !(hasPlan && item_type === 'plan'),
  );
  const earlier = kept.map(({ item_price_id, quantity, unit_price }) => ({
    itemPriceId: item_price_id,
    quantity,
    unitPrice: unit_price,
  }));
  const both = [...asked, ...earlier];
  return both.sort((one, other) => Number(isPlan(other)) - Number(isPlan(one)));
}

const isPlan = (one: AskedItem) => itemOf(one).type === 'plan';

/**
 * What changing to these items costs at a moment of the running term: the rest of the term is credited for what goes
 * and charged for what comes, by the second. Without `prorate` only what is charged once is charged.
 */
export function prorate(
  subscription: BillingSubscription,
  items: AskedItem[],
  options: { at: number; prorate: boolean },
): Proration {
  const { current_term_start: start, current_term_end: end, customer_id: customerId, id } = subscription;
  const { at } = options;
  const share = Math.max(0, Math.min(1, (end - at) / (end - start)));
  const scope = { from: at, to: end, subscriptionId: id, customerId };
  const next = items.map(itemOf);
  const recurring = next.filter(({ type }) => type !== 'charge');
  const before: Item[] = subscription.subscription_items.map(({ item_price_id, quantity, unit_price }) =>
    itemOf({ itemPriceId: item_price_id, quantity, unitPrice: unit_price }),
  );
  const goes = before.filter((one) => !recurring.some((other) => sameItem(one, other)));
  const comes = recurring.filter((one) => !before.some((other) => sameItem(one, other)));
  const part = (item: Item): LineItem => {
    const line = lineOf(item, { ...scope, amount: Math.round(item.amount * share) });
    return { ...line, description: `${item.price.name} - prorated charges` };
  };
  const credits = options.prorate ? goes.map(part).filter(({ amount }) => amount > 0) : [];
  const charges = [
    ...(options.prorate ? comes.map(part).filter(({ amount }) => amount > 0) : []),
    ...next
      .filter(({ type }) => type === 'charge')
      .map((item) => lineOf(item, { from: at, to: at, subscriptionId: id, customerId })),
  ];
  return { credits, charges, credit: sumOf(credits), charge: sumOf(charges) };
}

const sameItem = (one: Item, other: Item): boolean =>
  one.price.id === other.price.id && one.quantity === other.quantity && one.unitPrice === other.unitPrice;
