import type { PlatformOrder, PlatformRefund } from '@troupe/domain/commerce/store-platform';
import { toMinor } from '@troupe/domain/money';
import { z } from 'zod';

const Money = z.object({ amount: z.union([z.string(), z.number()]), currencyCode: z.string() });
const ShopMoney = z.object({ shopMoney: Money });
const Moment = z.string().transform((text) => new Date(text).toISOString());
const LegacyId = z.union([z.string(), z.int()]).transform(String);
const nodes = <T extends z.ZodType>(node: T) => z.object({ nodes: z.array(node) });

const GraphRefund = z.object({
  legacyResourceId: LegacyId,
  createdAt: Moment.nullish(),
  totalRefundedSet: ShopMoney,
  refundLineItems: nodes(z.object({ subtotalSet: ShopMoney, totalTaxSet: ShopMoney.nullish() }))
    .extend({ pageInfo: z.object({ hasNextPage: z.boolean() }).nullish() })
    .nullish(),
  refundShippingLines: nodes(z.object({ subtotalAmountSet: ShopMoney, taxAmountSet: ShopMoney.nullish() }))
    .extend({ pageInfo: z.object({ hasNextPage: z.boolean() }).nullish() })
    .nullish(),
});

const GraphOrder = z.object({
  legacyResourceId: LegacyId,
  name: z.string(),
  createdAt: Moment,
  updatedAt: Moment,
  cancelledAt: Moment.nullish(),
  displayFinancialStatus: z.string().nullish(),
  displayFulfillmentStatus: z.string().nullish(),
  test: z.boolean(),
  taxesIncluded: z.boolean().nullish(),
  currencyCode: z.string(),
  presentmentCurrencyCode: z.string().nullish(),
  totalPriceSet: ShopMoney.extend({ presentmentMoney: Money.nullish() }),
  subtotalPriceSet: ShopMoney.nullish(),
  totalDiscountsSet: ShopMoney.nullish(),
  totalTaxSet: ShopMoney.nullish(),
  totalShippingPriceSet: ShopMoney.nullish(),
  discountCodes: z.array(z.string()).nullish(),
  customAttributes: z.array(z.object({ key: z.string(), value: z.string().nullish() })).nullish(),
  customerJourneySummary: z
    .object({
      firstVisit: z
        .object({ landingPage: z.string().nullish(), referrerUrl: z.string().nullish() })
        .nullish(),
    })
    .nullish(),
  lineItems: nodes(
    z.object({
      id: z.string(),
      isGiftCard: z.boolean().nullish(),
      title: z.string(),
      sku: z.string().nullish(),
      quantity: z.int(),
      originalUnitPriceSet: ShopMoney.nullish(),
      totalDiscountSet: ShopMoney.nullish(),
      discountAllocations: z.array(z.object({ allocatedAmountSet: ShopMoney })).nullish(),
    }),
  )
    .extend({ pageInfo: z.object({ hasNextPage: z.boolean() }).nullish() })
    .nullish(),
  refunds: z.array(GraphRefund).nullish(),
});

/** A page of orders. Orders are parsed individually, so an invalid one doesn't hide others. */
export const OrdersPage = z.object({
  orders: z.object({
    pageInfo: z.object({ hasNextPage: z.boolean(), endCursor: z.string().nullish() }),
    nodes: z.array(z.unknown()),
  }),
});

const tail = (id: string) => id.split('/').at(-1)?.split('?')[0] ?? id;

function minor(set: z.output<typeof ShopMoney> | null | undefined): number {
  if (!set) return 0;
  const read = toMinor(set.shopMoney.amount, set.shopMoney.currencyCode);
  if (read === null) throw new Error('no amount');
  return read;
}

/** Converts statuses to those of the REST API, which webhooks use. */
const FULFILLMENT: Record<string, string | null> = { unfulfilled: null, partially_fulfilled: 'partial' };

function statusOf(told: string | null | undefined): string | null {
  const word = told?.toLowerCase() ?? '';
  return (word in FULFILLMENT ? FULFILLMENT[word] : word) || null;
}

/** Converts a landing page to a path of the shop, as in webhooks and the database. */
export function pathOf(address: string | null | undefined): string | null {
  if (!address || !URL.canParse(address)) return address ?? null;
  const { pathname, search } = new URL(address);
  return pathname + search;
}

/** Returns the id of an entry in any format. */
export const idOfNode = (node: unknown): string =>
  z.object({ legacyResourceId: LegacyId }).safeParse(node).data?.legacyResourceId ?? 'without an id';

/** Parses a GraphQL order. Throws for an unknown format. */
export function readGraphOrder(node: unknown): PlatformOrder {
  const told = GraphOrder.parse(node);
  const shown = told.totalPriceSet.presentmentMoney;
  const visit = told.customerJourneySummary?.firstVisit;
  return {
    externalId: told.legacyResourceId,
    name: told.name,
    placed: told.createdAt,
    updated: told.updatedAt,
    cancelled: told.cancelledAt ?? null,
    financialStatus: statusOf(told.displayFinancialStatus),
    fulfillmentStatus: statusOf(told.displayFulfillmentStatus),
    test: told.test,
    currency: told.currencyCode,
    total: minor(told.totalPriceSet),
    subtotal: minor(told.subtotalPriceSet),
    discount: minor(told.totalDiscountsSet),
    tax: minor(told.totalTaxSet),
    shipping: minor(told.totalShippingPriceSet),
    taxesIncluded: told.taxesIncluded === true,
    presentment:
      shown && shown.currencyCode !== told.currencyCode
        ? { currency: shown.currencyCode, total: toMinor(shown.amount, shown.currencyCode) ?? 0 }
        : null,
    discounts: (told.discountCodes ?? []).map((code) => ({ code, amount: null, type: null })),
    attributes: (told.customAttributes ?? []).map(({ key, value }) => ({ name: key, value: value ?? '' })),
    lines:
      !told.lineItems || told.lineItems.pageInfo?.hasNextPage
        ? null
        : told.lineItems.nodes.map((line) => ({
            id: tail(line.id),
            title: line.title.slice(0, 500),
            sku: line.sku ?? null,
            quantity: line.quantity,
            price: line.originalUnitPriceSet ? minor(line.originalUnitPriceSet) : null,
            // Order-level discounts are only in the allocations.
            discount: Math.max(
              minor(line.totalDiscountSet),
              (line.discountAllocations ?? []).reduce((all, one) => all + minor(one.allocatedAmountSet), 0),
            ),
            giftCard: line.isGiftCard === true,
          })),
    ref: null,
    landingSite: pathOf(visit?.landingPage),
    referringSite: visit?.referrerUrl ?? null,
    customerId: null,
    buyerEmail: null,
    refunds: (told.refunds ?? []).map(refundOf),
  };
}

function refundOf(told: z.output<typeof GraphRefund>): PlatformRefund {
  // A partial list would be taken for all goods.
  const lines = told.refundLineItems?.pageInfo?.hasNextPage ? [] : (told.refundLineItems?.nodes ?? []);
  const money = minor(told.totalRefundedSet);
  return {
    id: told.legacyResourceId,
    money,
    currency: told.totalRefundedSet.shopMoney.currencyCode,
    goods:
      lines.length > 0
        ? lines.reduce((all, { subtotalSet }) => all + minor(subtotalSet), 0)
        : restOf(told, money),
    goodsTax: lines.reduce((all, { totalTaxSet }) => all + minor(totalTaxSet), 0),
    // Line ids would exceed the query cost limit; webhooks have them.
    lines: null,
    created: told.createdAt ?? null,
  };
}

/**
 * The part of a refund without returned lines that may be for goods: everything except shipping;
 * null if unknown.
 */
function restOf({ refundLineItems, refundShippingLines }: z.output<typeof GraphRefund>, money: number) {
  const shipping = refundShippingLines?.nodes ?? [];
  if (refundLineItems?.pageInfo?.hasNextPage || refundShippingLines?.pageInfo?.hasNextPage) return null;
  if (shipping.length === 0) return null;
  return Math.max(
    0,
    shipping.reduce((all, one) => all - minor(one.subtotalAmountSet) - minor(one.taxAmountSet), money),
  );
}
