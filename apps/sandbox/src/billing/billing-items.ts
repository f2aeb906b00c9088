import type { ItemPrice } from '@troupe/domain/billing/plan';
import { priceOf } from './billing-catalogue.ts';
import type { ItemType, LineItem, SubscriptionItem } from './billing-entity.ts';
import { notFound, wrongValue } from './billing-error.ts';
import type { BillingForm } from './billing-form.ts';
import { newId } from './billing-id.ts';

/** An item as it is asked for. */
export interface AskedItem {
  itemPriceId: string;
  quantity: number;
  /** Instead of the catalogue's price, in minor units. */
  unitPrice?: number;
}

/** Something charged by amount alone. */
export interface AskedCharge {
  amount: number;
  description: string;
}

const QUANTITY_MOST = 1000;
const AMOUNT_MOST = 100_000_000;

/** Reads `name[item_price_id][n]`, `name[quantity][n]`, `name[unit_price][n]`; each must be in the catalogue. */
export function readItems(form: BillingForm, name: string): AskedItem[] {
  return form.rows(name).map((row, at) => {
    const itemPriceId = row.text('item_price_id');
    if (itemPriceId === undefined) throw wrongValue(`${name}[item_price_id][${at}]`, 'cannot be blank');
    if (!priceOf(itemPriceId)) throw notFound('Item price', itemPriceId);
    const unitPrice = row.whole('unit_price', 0, AMOUNT_MOST);
    return {
      itemPriceId,
      quantity: row.whole('quantity', 1, QUANTITY_MOST) ?? 1,
      ...(unitPrice !== undefined && { unitPrice }),
    };
  });
}

export function readCharges(form: BillingForm): AskedCharge[] {
  return form.rows('charges').map((row, at) => {
    const amount = row.whole('amount', 1, AMOUNT_MOST);
    const description = row.text('description');
    if (amount === undefined) throw wrongValue(`charges[amount][${at}]`, 'cannot be blank');
    if (description === undefined) throw wrongValue(`charges[description][${at}]`, 'cannot be blank');
    return { amount, description };
  });
}

/** An asked item with what the catalogue says of it. */
export interface Item {
  price: ItemPrice;
  type: ItemType;
  quantity: number;
  unitPrice: number;
  amount: number;
}

export function itemOf({ itemPriceId, quantity, unitPrice }: AskedItem): Item {
  const price = priceOf(itemPriceId);
  if (!price) throw notFound('Item price', itemPriceId);
  const unit = unitPrice ?? price.price;
  return { price, type: price.itemType, quantity, unitPrice: unit, amount: unit * quantity };
}

/** The order the vendor asks for: one plan, and it comes first. */
export function checkPlanFirst(asked: AskedItem[], param = 'subscription_items'): void {
  const types = asked.map((one) => itemOf(one).type);
  if (types[0] !== 'plan') throw wrongValue(`${param}[item_price_id][0]`, 'should be a plan item price');
  if (types.lastIndexOf('plan') > 0)
    throw wrongValue(`${param}[item_price_id][${types.lastIndexOf('plan')}]`, 'only one plan is allowed');
  if (new Set(asked.map(({ itemPriceId }) => itemPriceId)).size < asked.length)
    throw wrongValue(`${param}[item_price_id]`, 'has duplicates');
}

export function subscriptionItemOf({ price, type, quantity, unitPrice, amount }: Item): SubscriptionItem {
  return {
    item_price_id: price.id,
    item_type: type,
    quantity,
    unit_price: unitPrice,
    amount,
    free_quantity: 0,
    object: 'subscription_item',
  };
}

/** Between two times, for whom, and when it is not the whole price, how much. */
export interface LineScope {
  from: number;
  to: number;
  subscriptionId?: string;
  customerId?: string;
  amount?: number;
}

export function lineOf(
  { price, type, quantity, unitPrice, amount }: Item,
  { from, to, subscriptionId, customerId, amount: part }: LineScope,
): LineItem {
  const charged = part ?? amount;
  return {
    ...plainLine(price.name, charged, { from, to, subscriptionId, customerId }),
    unit_amount: part === undefined ? unitPrice : Math.round(part / quantity),
    quantity,
    pricing_model: type === 'charge' ? 'per_unit' : 'flat_fee',
    entity_type: `${type}_item_price`,
    entity_id: price.id,
  };
}

export function plainLine(description: string, amount: number, scope: LineScope): LineItem {
  return {
    id: newId('li'),
    date_from: scope.from,
    date_to: scope.to,
    unit_amount: amount,
    quantity: 1,
    amount,
    pricing_model: 'flat_fee',
    is_taxed: false,
    tax_amount: 0,
    discount_amount: 0,
    item_level_discount_amount: 0,
    metered: false,
    ...(scope.subscriptionId && { subscription_id: scope.subscriptionId }),
    ...(scope.customerId && { customer_id: scope.customerId }),
    description,
    entity_type: 'adhoc',
    tax_exempt_reason: 'tax_not_configured',
    object: 'line_item',
  };
}

export const sumOf = (lines: readonly { amount: number }[]): number =>
  lines.reduce((sum, { amount }) => sum + amount, 0);
