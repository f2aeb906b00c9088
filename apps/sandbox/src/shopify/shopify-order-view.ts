import { type CallContext, gid, type PageArgs, pageOf } from './shopify-context.ts';
import type { Minor, OrderLine, OrderRefund, ShopOrder } from './shopify-entity.ts';
import {
  convert,
  decimalAmount,
  discountOf,
  financialStatusOf,
  secondOf,
  subtotalOf,
  totalOf,
} from './shopify-value.ts';

type View = Record<string, unknown>;

/** One order as GraphQL shows it, amounts in both currencies. */
export function orderView(order: ShopOrder, { shop }: CallContext): View {
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
    originalUnitPriceSet: money(one.price),
    // The platform leaves it at zero where a code takes something off the whole order.
    totalDiscountSet: money(0),
    discountAllocations: one.discount > 0 ? [{ allocatedAmountSet: money(one.discount) }] : [],
  });
  const refund = (one: OrderRefund): View => ({
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
    displayFulfillmentStatus: 'UNFULFILLED',
    subtotalPriceSet: money(subtotalOf(order)),
    totalPriceSet: money(totalOf(order)),
    totalDiscountsSet: money(discountOf(order)),
    totalShippingPriceSet: money(order.shipping),
    totalTaxSet: money(order.tax),
    discountCodes: order.discount ? [order.discount.code] : [],
    customAttributes: order.noteAttributes.map(({ name, value }) => ({ key: name, value })),
    // Unknown for orders that came from no page.
    customerJourneySummary:
      order.landingSite === null
        ? null
        : {
            firstVisit: {
              landingPage: `https://${shop.domain}${order.landingSite}`,
              referrerUrl: order.referringSite,
            },
          },
    lineItems: (args: PageArgs) => pageOf(order.lines, args, line),
    refunds: ({ first }: { first?: number | null }) => order.refunds.slice(0, first ?? undefined).map(refund),
  };
}
