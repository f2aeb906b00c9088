import {
  discountOf,
  financialStatusOf,
  leftOf,
  pieceOf,
  refundedOf,
  subtotalOf,
  totalOf,
} from './shopify-amount.ts';
import { type CallContext, gid, need } from './shopify-context.ts';
import type { Minor, OrderLine, OrderRefund, ShopOrder } from './shopify-entity.ts';
import { convert, decimalAmount } from './shopify-money.ts';
import { type PageArgs, pageInOrder } from './shopify-page-of.ts';
import { productView } from './shopify-product-view.ts';
import { secondOf } from './shopify-time.ts';

type View = Record<string, unknown>;

/** One order as GraphQL shows it, amounts in both currencies. */
export class OrderView {
  readonly #order: ShopOrder;
  readonly #context: CallContext;

  constructor(order: ShopOrder, context: CallContext) {
    this.#order = order;
    this.#context = context;
  }

  view(): View {
    const order = this.#order;
    const money = (amount: Minor) => this.#money(amount);
    const refunded = refundedOf(order);
    const total = totalOf(order);
    return {
      __typename: 'Order',
      id: gid('Order', order.id),
      legacyResourceId: String(order.id),
      name: `#${order.number}`,
      number: order.number,
      email: order.customer?.email ?? null,
      phone: null,
      note: order.note,
      tags: order.tags,
      test: order.test,
      confirmed: true,
      createdAt: secondOf(order.createdAt),
      updatedAt: secondOf(order.updatedAt),
      processedAt: secondOf(order.createdAt),
      cancelledAt: order.cancelledAt && secondOf(order.cancelledAt),
      cancelReason: order.cancelReason?.toUpperCase() ?? null,
      closedAt: null,
      currencyCode: this.#context.shop.currency,
      presentmentCurrencyCode: order.presentmentCurrency,
      taxesIncluded: false,
      displayFinancialStatus: financialStatusOf(order).toUpperCase(),
      displayFulfillmentStatus: 'UNFULFILLED',
      subtotalPriceSet: money(subtotalOf(order)),
      totalPriceSet: money(total),
      totalDiscountsSet: money(discountOf(order)),
      totalShippingPriceSet: money(order.shipping),
      totalTaxSet: money(order.tax),
      totalRefundedSet: money(refunded),
      totalRefundedShippingSet: money(order.refunds.reduce((sum, { shipping }) => sum + shipping, 0)),
      netPaymentSet: money(order.paid ? total - refunded : 0),
      totalReceivedSet: money(order.paid ? total : 0),
      currentSubtotalPriceSet: money(Math.max(0, subtotalOf(order) - refunded)),
      currentTotalPriceSet: money(total - refunded),
      currentTotalDiscountsSet: money(discountOf(order)),
      currentTotalTaxSet: money(order.tax),
      discountCode: order.discount?.code ?? null,
      discountCodes: order.discount ? [order.discount.code] : [],
      discountApplications: (args: PageArgs) =>
        pageInOrder(order.discount ? [order.discount] : [], args, () => this.#application()),
      customAttributes: order.noteAttributes.map(({ name, value }) => ({ key: name, value })),
      sourceName: order.landingSite === null ? 'shopify_draft_order' : 'web',
      landingPageUrl: this.#page(),
      referrerUrl: order.referringSite,
      customerJourneySummary: () => this.#journey(),
      customer: () => this.#customer(),
      lineItems: (args: PageArgs) => pageInOrder(order.lines, args, (line) => this.#line(line)),
      refunds: ({ first }: { first?: number | null }) =>
        order.refunds.slice(0, first ?? undefined).map((refund) => this.#refund(refund)),
      transactions: ({ first }: { first?: number | null }) =>
        [...this.#sale(), ...order.refunds.map((refund) => this.#transaction(refund))].slice(
          0,
          first ?? undefined,
        ),
    };
  }

  #money(amount: Minor): View {
    const { currency } = this.#context.shop;
    const { presentmentCurrency, rate } = this.#order;
    const other = convert(amount, currency, presentmentCurrency, rate);
    return {
      shopMoney: { amount: decimalAmount(amount, currency), currencyCode: currency },
      presentmentMoney: {
        amount: decimalAmount(other, presentmentCurrency),
        currencyCode: presentmentCurrency,
      },
    };
  }

  #page(): string | null {
    const { landingSite } = this.#order;
    return landingSite && `https://${this.#context.shop.domain}${landingSite}`;
  }

  #application(): View {
    const { discount } = this.#order;
    const { currency } = this.#context.shop;
    const value =
      discount?.kind === 'percentage'
        ? { __typename: 'PricingPercentageValue', percentage: discount.value }
        : {
            __typename: 'MoneyV2',
            amount: decimalAmount(discount?.value ?? 0, currency),
            currencyCode: currency,
          };
    return {
      __typename: 'DiscountCodeApplication',
      allocationMethod: 'ACROSS',
      index: 0,
      targetSelection: 'ALL',
      targetType: 'LINE_ITEM',
      value,
      code: discount?.code,
    };
  }

  /** What the shopper's way to the order was; unknown for orders that came from no page. */
  #journey(): View | null {
    const { id, landingSite, referringSite, createdAt } = this.#order;
    if (landingSite === null) return null;
    const utm = new URL(landingSite, 'https://x').searchParams;
    const visit = {
      id: gid('CustomerVisit', id),
      landingPage: this.#page(),
      referrerUrl: referringSite,
      referralCode: utm.get('ref'),
      source: referringSite ? new URL(referringSite).hostname : 'direct',
      occurredAt: secondOf(createdAt),
      utmParameters: utm.has('utm_source')
        ? {
            source: utm.get('utm_source'),
            medium: utm.get('utm_medium'),
            campaign: utm.get('utm_campaign'),
            content: utm.get('utm_content'),
            term: utm.get('utm_term'),
          }
        : null,
    };
    return { ready: true, customerOrderIndex: 0, daysToConversion: 0, firstVisit: visit, lastVisit: visit };
  }

  #customer(): View | null {
    need(this.#context, 'read_customers', 'customer');
    const { customer, shop } = this.#order;
    if (!customer) return null;
    const { store } = this.#context;
    return {
      id: gid('Customer', customer.id),
      legacyResourceId: String(customer.id),
      displayName: `${customer.firstName} ${customer.lastName}`,
      firstName: customer.firstName,
      lastName: customer.lastName,
      email: customer.email,
      defaultEmailAddress: { emailAddress: customer.email },
      numberOfOrders: () =>
        String(store.ordersOf(shop).filter((one) => one.customer?.id === customer.id).length),
    };
  }

  #line(line: OrderLine): View {
    const order = this.#order;
    const whole = line.price * line.quantity;
    return {
      id: gid('LineItem', line.id),
      name: line.title,
      title: line.title,
      sku: line.sku,
      quantity: line.quantity,
      currentQuantity: leftOf(order, line),
      refundableQuantity: leftOf(order, line),
      variantTitle: null,
      product: () => {
        const product = this.#context.shop.products.find(({ id }) => id === line.productId);
        need(this.#context, 'read_products', 'product');
        return product ? productView(product, this.#context) : null;
      },
      originalUnitPriceSet: this.#money(line.price),
      originalTotalSet: this.#money(whole),
      // As the platform has it: without codes for the whole order.
      discountedTotalSet: this.#money(whole),
      discountedUnitPriceAfterAllDiscountsSet: this.#money(pieceOf(line)),
      totalDiscountSet: this.#money(0),
      discountAllocations:
        line.discount > 0
          ? [{ allocatedAmountSet: this.#money(line.discount), discountApplication: this.#application() }]
          : [],
    };
  }

  #refund(refund: OrderRefund): View {
    const order = this.#order;
    return {
      id: gid('Refund', refund.id),
      legacyResourceId: String(refund.id),
      createdAt: secondOf(refund.at),
      updatedAt: secondOf(refund.at),
      note: refund.note,
      order: () => this.view(),
      totalRefundedSet: this.#money(refund.amount),
      refundLineItems: (args: PageArgs) =>
        pageInOrder(refund.lines, args, ({ id, lineId, quantity, subtotal }) => {
          const line = order.lines.find((one) => one.id === lineId);
          return {
            id: gid('RefundLineItem', id),
            quantity,
            subtotalSet: this.#money(subtotal),
            totalTaxSet: this.#money(0),
            priceSet: this.#money(line?.price ?? 0),
            lineItem: line && this.#line(line),
            restocked: true,
          };
        }),
      refundShippingLines: (args: PageArgs) =>
        pageInOrder(refund.shipping > 0 ? [refund.shipping] : [], args, (amount) => ({
          id: gid('RefundShippingLine', refund.id),
          subtotalAmountSet: this.#money(amount),
          taxAmountSet: this.#money(0),
        })),
      transactions: (args: PageArgs) => pageInOrder([refund], args, (one) => this.#transaction(one)),
    };
  }

  #transaction(refund: OrderRefund): View {
    return {
      id: gid('OrderTransaction', refund.transactionId),
      kind: 'REFUND',
      status: 'SUCCESS',
      gateway: 'bogus',
      test: this.#order.test,
      amountSet: this.#money(refund.amount),
      createdAt: secondOf(refund.at),
      processedAt: secondOf(refund.at),
    };
  }

  #sale(): View[] {
    const order = this.#order;
    if (!order.paid) return [];
    const at = secondOf(order.createdAt);
    return [
      {
        id: gid('OrderTransaction', order.id),
        kind: 'SALE',
        status: 'SUCCESS',
        gateway: 'bogus',
        test: order.test,
        amountSet: this.#money(totalOf(order)),
        createdAt: at,
        processedAt: at,
      },
    ];
  }
}
