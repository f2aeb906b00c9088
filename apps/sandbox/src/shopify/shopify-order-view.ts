import { type CallContext, gid, type PageArgs, pageOf } from './shopify-context.ts';
import {
  convert,
  decimalAmount,
  discountOf,
  financialStatusOf,
  goodsOf,
  localTime,
  type Minor,
  type OrderFulfillment,
  type OrderLine,
  type OrderRefund,
  plainAmount,
  type Shop,
  type ShopOrder,
  type ShopVisit,
  secondOf,
  subtotalOf,
  totalOf,
} from './shopify-order.ts';

type Body = Record<string, unknown>;

/** An amount in both currencies, as in webhooks. */
function moneySet(amount: Minor, { presentmentCurrency: other, rate }: ShopOrder, shop: Shop): Body {
  return {
    shop_money: { amount: plainAmount(amount, shop.currency), currency_code: shop.currency },
    presentment_money: {
      amount: plainAmount(convert(amount, shop.currency, other, rate), other),
      currency_code: other,
    },
  };
}

function lineBody(line: OrderLine, shop: Shop): Body {
  const money = (amount: Minor) => plainAmount(amount, shop.currency);
  const { id, title, sku, quantity } = line;
  return {
    id,
    title,
    name: title,
    sku,
    quantity,
    product_id: line.productId,
    price: money(line.price),
    // The platform leaves it at zero for order-level discounts.
    total_discount: money(0),
    discount_allocations: line.discount > 0 ? [{ amount: money(line.discount) }] : [],
  };
}

/** A refund in the format of `refunds/create`, also used in `refunds` of `orders/*`. */
export function refundBody(refund: OrderRefund, order: ShopOrder, shop: Shop): Body {
  const at = localTime(refund.at, shop.timezone);
  const set = (amount: Minor) => moneySet(amount, order, shop);
  const { presentmentCurrency: other, rate } = order;
  const adjustment = {
    kind: 'shipping_refund',
    amount: plainAmount(-refund.shipping, shop.currency),
    amount_set: set(-refund.shipping),
    tax_amount: plainAmount(0, shop.currency),
  };
  return {
    id: refund.id,
    order_id: order.id,
    created_at: at,
    note: refund.note,
    order_adjustments: refund.shipping > 0 ? [adjustment] : [],
    refund_line_items: refund.lines.map(({ id, lineId, quantity, subtotal }) => ({
      id,
      line_item_id: lineId,
      quantity,
      // The only amount the platform sends as a number.
      subtotal: Number(plainAmount(subtotal, shop.currency)),
      subtotal_set: set(subtotal),
      total_tax: 0,
      total_tax_set: set(0),
    })),
    transactions: [
      {
        id: refund.transactionId,
        kind: 'refund',
        status: 'success',
        // In the currency paid by the buyer.
        amount: plainAmount(convert(refund.amount, shop.currency, other, rate), other),
        currency: other,
      },
    ],
  };
}

/**
 * An order in the format of `orders/*` webhooks. Amounts without `_set` are in the store currency.
 */
export function orderBody(order: ShopOrder, shop: Shop): Body {
  const { customer, discount } = order;
  const money = (amount: Minor) => plainAmount(amount, shop.currency);
  const time = (iso: string | null) => iso && localTime(iso, shop.timezone);
  return {
    id: order.id,
    admin_graphql_api_id: `gid://shopify/Order/${order.id}`,
    name: `#${order.number}`,
    order_number: order.number,
    created_at: time(order.createdAt),
    processed_at: time(order.createdAt),
    updated_at: time(order.updatedAt),
    cancelled_at: time(order.cancelledAt),
    cancel_reason: order.cancelReason,
    financial_status: financialStatusOf(order),
    fulfillment_status: order.fulfillment ? 'fulfilled' : null,
    test: order.test,
    currency: shop.currency,
    presentment_currency: order.presentmentCurrency,
    total_line_items_price: money(goodsOf(order)),
    subtotal_price: money(subtotalOf(order)),
    total_discounts: money(discountOf(order)),
    total_tax: money(order.tax),
    total_shipping_price_set: moneySet(order.shipping, order, shop),
    total_price: money(totalOf(order)),
    total_price_set: moneySet(totalOf(order), order, shop),
    total_outstanding: money(order.paid ? 0 : totalOf(order)),
    taxes_included: false,
    discount_codes: discount
      ? [{ code: discount.code, amount: money(discountOf(order)), type: discount.kind }]
      : [],
    landing_site: order.landingSite,
    referring_site: order.referringSite ?? (order.landingSite === null ? null : ''),
    note: order.note,
    note_attributes: order.noteAttributes,
    tags: (order.tags ?? []).join(', '),
    email: customer?.email ?? '',
    customer: customer && {
      id: customer.id,
      email: customer.email,
      first_name: customer.firstName,
      last_name: customer.lastName,
    },
    line_items: order.lines.map((line) => lineBody(line, shop)),
    refunds: order.refunds.map((refund) => refundBody(refund, order, shop)),
  };
}

/** Parameters of a landing page that name who referred the visitor. */
const REFERRALS = ['ref', 'source', 'r'];

/**
 * What the store knows about how the buyer came. Null without any visit; without visits until it is
 * ready, which takes a while after the order.
 */
function journeyView(
  { visits, journeyAt, createdAt, customer, id }: ShopOrder,
  { store, shop }: CallContext,
) {
  if (visits === null || visits.length === 0) return null;
  const ready = Date.now() >= journeyAt;
  const view = ({ at, landingPage, referrer }: ShopVisit) => {
    const { href, searchParams } = new URL(landingPage, `https://${shop.domain}`);
    const utm = ['source', 'medium', 'campaign', 'content', 'term'].map(
      (name) => [name, searchParams.get(`utm_${name}`)] as const,
    );
    return {
      landingPage: href,
      referrerUrl: referrer,
      occurredAt: secondOf(at),
      source: referrer ? new URL(referrer).hostname : 'direct',
      referralCode: REFERRALS.map((name) => searchParams.get(name)).find(Boolean) ?? null,
      utmParameters: utm.some(([, value]) => value) ? Object.fromEntries(utm) : null,
    };
  };
  const [first] = visits;
  const last = visits.at(-1);
  if (!ready || !first || !last)
    return {
      ready: false,
      customerOrderIndex: null,
      daysToConversion: null,
      firstVisit: null,
      lastVisit: null,
    };
  const days = Math.floor((Date.parse(createdAt) - Date.parse(first.at)) / 86_400_000);
  return {
    ready,
    customerOrderIndex: store
      .ordersOf(shop.domain)
      .filter((one) => one.customer?.id === customer?.id && one.id < id).length,
    daysToConversion: Math.max(0, days),
    firstVisit: view(first),
    lastVisit: view(last),
  };
}

/** A shipment in GraphQL. */
const fulfillmentView = ({ id, at, deliveredAt, company, number, url }: OrderFulfillment): Body => ({
  id: gid('Fulfillment', id),
  status: 'SUCCESS',
  createdAt: secondOf(at),
  deliveredAt: deliveredAt && secondOf(deliveredAt),
  trackingInfo: company || number || url ? [{ company, number, url }] : [],
});

/** An order in GraphQL, with amounts in both currencies. */
export function orderView(order: ShopOrder, context: CallContext): Body {
  const { shop } = context;
  const money = (amount: Minor): Body => {
    const { presentmentCurrency: other, rate } = order;
    return {
      shopMoney: { amount: decimalAmount(amount, shop.currency), currencyCode: shop.currency },
      presentmentMoney: {
        amount: decimalAmount(convert(amount, shop.currency, other, rate), other),
        currencyCode: other,
      },
    };
  };
  const line = (one: OrderLine): Body => ({
    id: gid('LineItem', one.id),
    title: one.title,
    sku: one.sku,
    quantity: one.quantity,
    isGiftCard: false,
    originalUnitPriceSet: money(one.price),
    // The platform leaves it at zero for order-level discounts.
    totalDiscountSet: money(0),
    discountAllocations: one.discount > 0 ? [{ allocatedAmountSet: money(one.discount) }] : [],
  });
  const refund = (one: OrderRefund): Body => ({
    id: gid('Refund', one.id),
    legacyResourceId: String(one.id),
    createdAt: secondOf(one.at),
    totalRefundedSet: money(one.amount),
    refundLineItems: (args: PageArgs) =>
      pageOf(one.lines, args, ({ subtotal }) => ({ subtotalSet: money(subtotal), totalTaxSet: money(0) })),
    refundShippingLines: (args: PageArgs) =>
      pageOf(one.shipping > 0 ? [one.shipping] : [], args, (amount) => ({
        subtotalAmountSet: money(amount),
        taxAmountSet: money(0),
      })),
  });
  return {
    id: gid('Order', order.id),
    legacyResourceId: String(order.id),
    name: `#${order.number}`,
    test: order.test,
    createdAt: secondOf(order.createdAt),
    updatedAt: secondOf(order.updatedAt),
    cancelledAt: order.cancelledAt && secondOf(order.cancelledAt),
    currencyCode: shop.currency,
    presentmentCurrencyCode: order.presentmentCurrency,
    taxesIncluded: false,
    displayFinancialStatus: financialStatusOf(order).toUpperCase(),
    displayFulfillmentStatus: order.fulfillment ? 'FULFILLED' : 'UNFULFILLED',
    tags: order.tags ?? [],
    fulfillments: order.fulfillment ? [fulfillmentView(order.fulfillment)] : [],
    subtotalPriceSet: money(subtotalOf(order)),
    totalPriceSet: money(totalOf(order)),
    totalDiscountsSet: money(discountOf(order)),
    totalShippingPriceSet: money(order.shipping),
    shippingLines: (args: PageArgs) =>
      pageOf([order], args, (one) => ({
        title: 'Shipping',
        originalPriceSet: money(one.shipping + (one.shippingDiscount ?? 0)),
        currentDiscountedPriceSet: money(one.shipping),
      })),
    totalTaxSet: money(order.tax),
    discountCodes: order.discount ? [order.discount.code] : [],
    customAttributes: order.noteAttributes.map(({ name, value }) => ({ key: name, value })),
    customerJourneySummary: journeyView(order, context),
    disputes: order.dispute
      ? [
          {
            id: gid('ShopifyPaymentsDispute', order.dispute.id),
            initiatedAs: 'CHARGEBACK',
            status: order.dispute.status.toUpperCase(),
          },
        ]
      : [],
    lineItems: (args: PageArgs) => pageOf(order.lines, args, line),
    refunds: ({ first }: { first?: number | null }) => order.refunds.slice(0, first ?? undefined).map(refund),
  };
}
