import { CURRENCY, ITEM_PRICES, type ItemPrice } from '@troupe/domain/billing/plan';

/** When the catalogue was set up, for `created_at`. */
const SET_UP = 1_767_225_600;

/** The catalogue as the product sells it: what a person would have typed into the vendor's own pages. */
export const catalogue: readonly ItemPrice[] = ITEM_PRICES;

const byId = new Map(catalogue.map((price) => [price.id, price]));

/** One price of the catalogue; undefined when nothing is sold under this id. */
export const priceOf = (id: string): ItemPrice | undefined => byId.get(id);

/** In the vendor's shape. Plans and add-ons are paid by the month, charges once. */
export function itemPriceBody({ id, itemId, name, itemType, price }: ItemPrice) {
  return {
    id,
    name: id,
    item_family_id: 'troupe',
    item_id: itemId,
    external_name: name,
    status: 'active',
    pricing_model: itemType === 'charge' ? 'per_unit' : 'flat_fee',
    price,
    ...(itemType !== 'charge' && { period: 1, period_unit: 'month' }),
    currency_code: CURRENCY,
    free_quantity: 0,
    channel: 'web',
    resource_version: SET_UP * 1000,
    updated_at: SET_UP,
    created_at: SET_UP,
    is_taxable: true,
    item_type: itemType,
    show_description_in_invoices: false,
    show_description_in_quotes: false,
    object: 'item_price',
  };
}

/** The items behind the prices, each once. */
export function itemBodies() {
  const items = new Map(catalogue.map((price) => [price.itemId, price]));
  return [...items.values()].map(({ itemId, name, itemType }) => ({
    id: itemId,
    name: itemId,
    external_name: name,
    status: 'active',
    type: itemType,
    item_family_id: 'troupe',
    is_shippable: false,
    is_giftable: false,
    enabled_for_checkout: true,
    enabled_in_portal: true,
    included_in_mrr: itemType === 'plan',
    item_applicability: 'all',
    metered: false,
    channel: 'web',
    resource_version: SET_UP * 1000,
    updated_at: SET_UP,
    object: 'item',
  }));
}
