import type { Minor, OrderLine, OrderRefund, Shop, ShopOrder } from './shopify-entity.ts';
import {
  convert,
  discountOf,
  financialStatusOf,
  goodsOf,
  leftOf,
  localTime,
  plainAmount,
  refundedOf,
  subtotalOf,
  totalOf,
} from './shopify-value.ts';

type Body = Record<string, unknown>;

/** An amount in both currencies, as webhooks have it. */
function moneySet(amount: Minor, { presentmentCurrency: other, rate }: ShopOrder, shop: Shop): Body {
  return {
    shop_money: { amount: plainAmount(amount, shop.currency), currency_code: shop.currency },
    presentment_money: {
      amount: plainAmount(convert(amount, shop.currency, other, rate), other),
      currency_code: other,
    },
  };
}

function lineBody(line: OrderLine, order: ShopOrder, shop: Shop): Body {
  const set = (amount: Minor) => moneySet(amount, order, shop);
  const amount = plainAmount(line.discount, shop.currency);
  return {
    id: line.id,
    admin_graphql_api_id: `gid://shopify/LineItem/${line.id}`,
    current_quantity: leftOf(order, line),
    name: line.title,
    price: plainAmount(line.price, shop.currency),
    price_set: set(line.price),
    product_id: line.productId,
    quantity: line.quantity,
    sku: line.sku,
    title: line.title,
    // The platform leaves it at zero where a code takes something off the whole order.
    total_discount: plainAmount(0, shop.currency),
    total_discount_set: set(0),
    variant_id: line.variantId,
    vendor: shop.name,
    tax_lines: [],
    discount_allocations:
      line.discount > 0 ? [{ amount, amount_set: set(line.discount), discount_application_index: 0 }] : [],
  };
}

/** A refund in the shape of `refunds/create`, which `orders/*` have in their `refunds` too. */
export function refundBody(refund: OrderRefund, order: ShopOrder, shop: Shop): Body {
  const at = localTime(refund.at, shop.timezone);
  const set = (amount: Minor) => moneySet(amount, order, shop);
  const { presentmentCurrency: other, rate } = order;
  const adjustment = {
    id: refund.id + 1,
    order_id: order.id,
    refund_id: refund.id,
    kind: 'shipping_refund',
    reason: 'Shipping refund',
    amount: plainAmount(-refund.shipping, shop.currency),
    amount_set: set(-refund.shipping),
    tax_amount: plainAmount(0, shop.currency),
  };
  return {
    id: refund.id,
    admin_graphql_api_id: `gid://shopify/Refund/${refund.id}`,
    order_id: order.id,
    created_at: at,
    processed_at: at,
    note: refund.note,
    order_adjustments: refund.shipping > 0 ? [adjustment] : [],
    refund_line_items: refund.lines.map(({ id, lineId, quantity, subtotal }) => {
      const line = order.lines.find((one) => one.id === lineId);
      return {
        id,
        line_item_id: lineId,
        line_item: line ? lineBody(line, order, shop) : null,
        quantity,
        restock_type: 'return',
        // The one amount that the platform sends as a number.
        subtotal: Number(plainAmount(subtotal, shop.currency)),
        subtotal_set: set(subtotal),
        total_tax: 0,
        total_tax_set: set(0),
      };
    }),
    transactions: [
      {
        id: refund.transactionId,
        order_id: order.id,
        kind: 'refund',
        status: 'success',
        gateway: 'bogus',
        // In the currency the shopper paid in.
        amount: plainAmount(convert(refund.amount, shop.currency, other, rate), other),
        currency: other,
        created_at: at,
        processed_at: at,
        test: order.test,
      },
    ],
  };
}

/** An order in the shape of the webhooks `orders/*`. Amounts without `_set` are in the store's currency. */
export function orderBody(order: ShopOrder, shop: Shop): Body {
  const { customer, discount } = order;
  const money = (amount: Minor) => plainAmount(amount, shop.currency);
  const both = (name: string, amount: Minor): Body => ({
    [name]: money(amount),
    [`${name}_set`]: moneySet(amount, order, shop),
  });
  const total = totalOf(order);
  const refunded = refundedOf(order);
  const created = localTime(order.createdAt, shop.timezone);
  return {
    id: order.id,
    admin_graphql_api_id: `gid://shopify/Order/${order.id}`,
    cancel_reason: order.cancelReason,
    cancelled_at: order.cancelledAt && localTime(order.cancelledAt, shop.timezone),
    contact_email: customer?.email ?? null,
    created_at: created,
    currency: shop.currency,
    ...both('current_subtotal_price', Math.max(0, subtotalOf(order) - refunded)),
    ...both('current_total_discounts', discountOf(order)),
    ...both('current_total_price', total - refunded),
    ...both('current_total_tax', order.tax),
    discount_codes: discount
      ? [{ code: discount.code, amount: money(discountOf(order)), type: discount.kind }]
      : [],
    email: customer?.email ?? '',
    financial_status: financialStatusOf(order),
    fulfillment_status: null,
    landing_site: order.landingSite,
    name: `#${order.number}`,
    note: order.note,
    note_attributes: order.noteAttributes,
    number: order.number - 1000,
    order_number: order.number,
    presentment_currency: order.presentmentCurrency,
    processed_at: created,
    referring_site: order.referringSite ?? (order.landingSite === null ? null : ''),
    source_name: order.landingSite === null ? 'shopify_draft_order' : 'web',
    ...both('subtotal_price', subtotalOf(order)),
    tags: order.tags.join(', '),
    taxes_included: false,
    test: order.test,
    ...both('total_discounts', discountOf(order)),
    ...both('total_line_items_price', goodsOf(order)),
    total_outstanding: money(order.paid ? 0 : total),
    ...both('total_price', total),
    total_shipping_price_set: moneySet(order.shipping, order, shop),
    ...both('total_tax', order.tax),
    updated_at: localTime(order.updatedAt, shop.timezone),
    customer: customer && {
      id: customer.id,
      admin_graphql_api_id: `gid://shopify/Customer/${customer.id}`,
      email: customer.email,
      first_name: customer.firstName,
      last_name: customer.lastName,
    },
    line_items: order.lines.map((line) => lineBody(line, order, shop)),
    refunds: order.refunds.map((refund) => refundBody(refund, order, shop)),
  };
}

/** A store in the shape of `app/uninstalled`. */
export const shopBody = (shop: Shop): Body => ({
  id: shop.id,
  name: shop.name,
  email: shop.email,
  domain: shop.domain,
  myshopify_domain: shop.domain,
  country_code: shop.country,
  currency: shop.currency,
  iana_timezone: shop.timezone,
});
