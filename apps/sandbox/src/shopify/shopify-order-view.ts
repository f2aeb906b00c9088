import { type CallContext, gid, need, type PageArgs, pageInOrder } from './shopify-context.ts';
import type { Minor, OrderLine, OrderRefund, ShopOrder } from './shopify-entity.ts';
import {
  convert,
  decimalAmount,
  discountOf,
  financialStatusOf,
  leftOf,
  refundedOf,
  secondOf,
  subtotalOf,
  totalOf,
} from './shopify-value.ts';

type View = Record<string, unknown>;

/** One order as GraphQL shows it, amounts in both currencies. */
export function orderView(order: ShopOrder, context: CallContext): View {
  const { shop } = context;
  const money = (amount: Minor): View => {
    const { presentmentCurrency: other, rate } = order;
    return {
      shopMoney: { amount: decimalAmount(amount, shop.currency), currencyCode: shop.currency },
      presentmentMoney: {
        amount: decimalAmount(convert(amount, shop.currency, other, rate), other),
        currencyCode: other,
      },
    };
  };
  const line = (one: OrderLine): View => ({
    id: gid('LineItem', one.id),
    title: one.title,
    sku: one.sku,
    quantity: one.quantity,
    currentQuantity: leftOf(order, one),
    originalUnitPriceSet: money(one.price),
    // The platform leaves it at zero where a code takes something off the whole order.
    totalDiscountSet: money(0),
    discountAllocations: one.discount > 0 ? [{ allocatedAmountSet: money(one.discount) }] : [],
  });
  const refund = (one: OrderRefund): View => ({
    id: gid('Refund', one.id),
    legacyResourceId: String(one.id),
    createdAt: secondOf(one.at),
    note: one.note,
    totalRefundedSet: money(one.amount),
    refundLineItems: (args: PageArgs) =>
      pageInOrder(one.lines, args, ({ id, lineId, quantity, subtotal }) => {
        const of = order.lines.find((own) => own.id === lineId);
        return {
          id: gid('RefundLineItem', id),
          quantity,
          subtotalSet: money(subtotal),
          totalTaxSet: money(0),
          lineItem: of && line(of),
        };
      }),
    refundShippingLines: (args: PageArgs) =>
      pageInOrder(one.shipping > 0 ? [one.shipping] : [], args, (amount) => ({
        id: gid('RefundShippingLine', one.id),
        subtotalAmountSet: money(amount),
        taxAmountSet: money(0),
      })),
  });
  return {
    __typename: 'Order',
    id: gid('Order', order.id),
    legacyResourceId: String(order.id),
    name: `#${order.number}`,
    email: order.customer?.email ?? null,
    note: order.note,
    tags: order.tags,
    test: order.test,
    createdAt: secondOf(order.createdAt),
    updatedAt: secondOf(order.updatedAt),
    processedAt: secondOf(order.createdAt),
    cancelledAt: order.cancelledAt && secondOf(order.cancelledAt),
    cancelReason: order.cancelReason?.toUpperCase() ?? null,
    currencyCode: shop.currency,
    presentmentCurrencyCode: order.presentmentCurrency,
    taxesIncluded: false,
    displayFinancialStatus: financialStatusOf(order).toUpperCase(),
    displayFulfillmentStatus: 'UNFULFILLED',
    subtotalPriceSet: money(subtotalOf(order)),
    totalPriceSet: money(totalOf(order)),
    totalDiscountsSet: money(discountOf(order)),
    totalShippingPriceSet: money(order.shipping),
    totalTaxSet: money(order.tax),
    totalRefundedSet: money(refundedOf(order)),
    discountCodes: order.discount ? [order.discount.code] : [],
    customAttributes: order.noteAttributes.map(({ name, value }) => ({ key: name, value })),
    customerJourneySummary: () => journeyOf(order, shop.domain),
    customer: () => {
      need(context, 'read_customers', 'customer');
      const { customer } = order;
      return customer && { ...customer, id: gid('Customer', customer.id) };
    },
    lineItems: (args: PageArgs) => pageInOrder(order.lines, args, line),
    refunds: ({ first }: { first?: number | null }) => order.refunds.slice(0, first ?? undefined).map(refund),
  };
}

/** The shopper's way to the order; unknown for orders that came from no page. */
function journeyOf({ id, landingSite, referringSite, createdAt }: ShopOrder, domain: string): View | null {
  if (landingSite === null) return null;
  const visit = {
    id: gid('CustomerVisit', id),
    landingPage: `https://${domain}${landingSite}`,
    referrerUrl: referringSite,
    occurredAt: secondOf(createdAt),
  };
  return { ready: true, firstVisit: visit, lastVisit: visit };
}
