import {
  discountOf,
  financialStatusOf,
  goodsOf,
  leftOf,
  refundedOf,
  subtotalOf,
  totalOf,
} from './shopify-amount.ts';
import type { Minor, OrderCustomer, OrderLine, OrderRefund, Shop, ShopOrder } from './shopify-entity.ts';
import { convert, plainAmount } from './shopify-money.ts';
import { localTime } from './shopify-time.ts';

type Body = Record<string, unknown>;

/** An amount in both currencies, as webhooks have it. */
function moneySet(amount: Minor, order: ShopOrder, shop: Shop): Body {
  const { presentmentCurrency, rate } = order;
  const other = convert(amount, shop.currency, presentmentCurrency, rate);
  return {
    shop_money: { amount: plainAmount(amount, shop.currency), currency_code: shop.currency },
    presentment_money: {
      amount: plainAmount(other, presentmentCurrency),
      currency_code: presentmentCurrency,
    },
  };
}

const customerBody = (customer: OrderCustomer | null): Body | null =>
  customer && {
    id: customer.id,
    admin_graphql_api_id: `gid://shopify/Customer/${customer.id}`,
    email: customer.email,
    first_name: customer.firstName,
    last_name: customer.lastName,
    state: 'disabled',
    verified_email: true,
    tags: '',
    phone: null,
  };

function lineBody(line: OrderLine, order: ShopOrder, shop: Shop): Body {
  const taken = line.discount > 0;
  return {
    id: line.id,
    admin_graphql_api_id: `gid://shopify/LineItem/${line.id}`,
    current_quantity: leftOf(order, line),
    fulfillable_quantity: line.quantity,
    fulfillment_service: 'manual',
    fulfillment_status: null,
    gift_card: false,
    grams: 0,
    name: line.title,
    price: plainAmount(line.price, shop.currency),
    price_set: moneySet(line.price, order, shop),
    product_exists: true,
    product_id: line.productId,
    properties: [],
    quantity: line.quantity,
    requires_shipping: true,
    sku: line.sku,
    taxable: true,
    title: line.title,
    // The platform leaves it at nought where a code takes something off the whole order.
    total_discount: plainAmount(0, shop.currency),
    total_discount_set: moneySet(0, order, shop),
    variant_id: line.variantId,
    variant_title: null,
    vendor: shop.name,
    tax_lines: [],
    duties: [],
    discount_allocations: taken
      ? [
          {
            amount: plainAmount(line.discount, shop.currency),
            amount_set: moneySet(line.discount, order, shop),
            discount_application_index: 0,
          },
        ]
      : [],
  };
}

/** A refund in the shape of `refunds/create`, which `orders/*` have in their `refunds` too. */
export function refundBody(refund: OrderRefund, order: ShopOrder, shop: Shop): Body {
  const at = localTime(refund.at, shop.timezone);
  const lineOf = (id: number) => order.lines.find((line) => line.id === id);
  return {
    id: refund.id,
    admin_graphql_api_id: `gid://shopify/Refund/${refund.id}`,
    order_id: order.id,
    created_at: at,
    processed_at: at,
    note: refund.note,
    restock: true,
    user_id: null,
    order_adjustments:
      refund.shipping > 0
        ? [
            {
              id: refund.id + 1,
              order_id: order.id,
              refund_id: refund.id,
              kind: 'shipping_refund',
              reason: 'Shipping refund',
              amount: plainAmount(-refund.shipping, shop.currency),
              amount_set: moneySet(-refund.shipping, order, shop),
              tax_amount: plainAmount(0, shop.currency),
            },
          ]
        : [],
    refund_line_items: refund.lines.map(({ id, lineId, quantity, subtotal }) => {
      const line = lineOf(lineId);
      return {
        id,
        line_item_id: lineId,
        line_item: line ? lineBody(line, order, shop) : null,
        location_id: null,
        quantity,
        restock_type: 'return',
        // The one amount that the platform sends as a number.
        subtotal: Number(plainAmount(subtotal, shop.currency)),
        subtotal_set: moneySet(subtotal, order, shop),
        total_tax: 0,
        total_tax_set: moneySet(0, order, shop),
      };
    }),
    transactions: [
      {
        id: refund.transactionId,
        admin_graphql_api_id: `gid://shopify/OrderTransaction/${refund.transactionId}`,
        order_id: order.id,
        kind: 'refund',
        status: 'success',
        gateway: 'bogus',
        amount: plainAmount(
          convert(refund.amount, shop.currency, order.presentmentCurrency, order.rate),
          order.presentmentCurrency,
        ),
        currency: order.presentmentCurrency,
        created_at: at,
        processed_at: at,
        test: order.test,
      },
    ],
  };
}

const discountBody = (order: ShopOrder, shop: Shop): { codes: Body[]; applications: Body[] } => {
  const { discount } = order;
  if (!discount) return { codes: [], applications: [] };
  const amount = plainAmount(discountOf(order), shop.currency);
  const value =
    discount.kind === 'percentage' ? discount.value.toFixed(1) : plainAmount(discount.value, shop.currency);
  return {
    codes: [{ code: discount.code, amount, type: discount.kind }],
    applications: [
      {
        target_type: 'line_item',
        type: 'discount_code',
        value,
        value_type: discount.kind,
        allocation_method: 'across',
        target_selection: 'all',
        code: discount.code,
      },
    ],
  };
};

/** An order in the shape of the webhooks `orders/*`. Amounts without `_set` are in the store's currency. */
export function orderBody(order: ShopOrder, shop: Shop): Body {
  const { customer, presentmentCurrency } = order;
  const created = localTime(order.createdAt, shop.timezone);
  const money = (amount: Minor) => plainAmount(amount, shop.currency);
  const both = (name: string, amount: Minor): Body => ({
    [name]: money(amount),
    [`${name}_set`]: moneySet(amount, order, shop),
  });
  const { codes, applications } = discountBody(order, shop);
  const total = totalOf(order);
  const refunded = refundedOf(order);
  const address = customer && {
    first_name: customer.firstName,
    last_name: customer.lastName,
    name: `${customer.firstName} ${customer.lastName}`,
    city: 'Sandbox',
    country_code: shop.country,
    phone: null,
  };
  return {
    id: order.id,
    admin_graphql_api_id: `gid://shopify/Order/${order.id}`,
    app_id: 580_111,
    browser_ip: null,
    buyer_accepts_marketing: false,
    cancel_reason: order.cancelReason,
    cancelled_at: order.cancelledAt && localTime(order.cancelledAt, shop.timezone),
    cart_token: null,
    checkout_id: null,
    checkout_token: null,
    closed_at: null,
    confirmed: true,
    contact_email: customer?.email ?? null,
    created_at: created,
    currency: shop.currency,
    ...both('current_subtotal_price', Math.max(0, subtotalOf(order) - refunded)),
    ...both('current_total_discounts', discountOf(order)),
    ...both('current_total_price', total - refunded),
    ...both('current_total_tax', order.tax),
    customer_locale: 'en',
    discount_codes: codes,
    email: customer?.email ?? '',
    estimated_taxes: false,
    financial_status: financialStatusOf(order),
    fulfillment_status: null,
    landing_site: order.landingSite,
    landing_site_ref: null,
    location_id: null,
    name: `#${order.number}`,
    note: order.note,
    note_attributes: order.noteAttributes,
    number: order.number - 1000,
    order_number: order.number,
    payment_gateway_names: order.paid ? ['bogus'] : [],
    phone: null,
    presentment_currency: presentmentCurrency,
    processed_at: created,
    reference: null,
    referring_site: order.referringSite ?? (order.landingSite === null ? null : ''),
    source_name: order.landingSite === null ? 'shopify_draft_order' : 'web',
    ...both('subtotal_price', subtotalOf(order)),
    tags: order.tags.join(', '),
    tax_lines: [],
    taxes_included: false,
    test: order.test,
    token: order.id.toString(16),
    ...both('total_discounts', discountOf(order)),
    ...both('total_line_items_price', goodsOf(order)),
    total_outstanding: money(order.paid ? 0 : total),
    ...both('total_price', total),
    total_shipping_price_set: moneySet(order.shipping, order, shop),
    ...both('total_tax', order.tax),
    total_tip_received: money(0),
    total_weight: 0,
    updated_at: localTime(order.updatedAt, shop.timezone),
    user_id: null,
    billing_address: address,
    shipping_address: address,
    customer: customerBody(customer),
    discount_applications: applications,
    fulfillments: [],
    line_items: order.lines.map((line) => lineBody(line, order, shop)),
    refunds: order.refunds.map((refund) => refundBody(refund, order, shop)),
    shipping_lines:
      order.shipping > 0
        ? [
            {
              id: order.id + 1,
              code: 'Standard',
              title: 'Standard',
              source: 'shopify',
              price: money(order.shipping),
              price_set: moneySet(order.shipping, order, shop),
              discounted_price: money(order.shipping),
              tax_lines: [],
              discount_allocations: [],
            },
          ]
        : [],
  };
}

/** A store in the shape of `app/uninstalled`. */
export const shopBody = (shop: Shop): Body => ({
  id: shop.id,
  name: shop.name,
  email: shop.email,
  domain: shop.domain,
  myshopify_domain: shop.domain,
  primary_locale: 'en',
  country: shop.country,
  country_code: shop.country,
  currency: shop.currency,
  iana_timezone: shop.timezone,
  shop_owner: `${shop.name} Owner`,
  plan_name: shop.plan === 'plus' ? 'shopify_plus' : 'basic',
  plan_display_name: shop.plan === 'plus' ? 'Shopify Plus' : 'Basic',
});
