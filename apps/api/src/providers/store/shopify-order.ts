import { MAX_ORDER_LINES, type OrderLine } from '@troupe/domain/commerce/order';
import { paymentStatus } from '@troupe/domain/commerce/order-money';
import type { PlatformOrder, PlatformRefund } from '@troupe/domain/commerce/store-platform';
import { toMinor } from '@troupe/domain/money';
import { z } from 'zod';

// Orders and refunds as in the REST API, webhooks and exports: amounts are strings or numbers, and
// most fields are optional.

/** An id as number or string. */
const WireId = z.union([z.int().min(1), z.string().regex(/^[1-9]\d{0,18}$/)]).transform((id) => String(id));
/** An amount, parsed once its currency is known. */
const Amount = z.union([z.string(), z.number()]).nullish();
const Words = z
  .string()
  .nullish()
  .catch(null)
  .transform((text) => plain(text).slice(0, 2000) || null);
const Moment = z.string().transform((text, context) => {
  const at = new Date(text.trim().replace(/([+-]\d{2})(\d{2})$/, '$1:$2'));
  // PostgreSQL has no year below 1, and years above 9999 are invalid for a store.
  const year = at.getUTCFullYear();
  if (year >= 1 && year <= 9999) return at.toISOString();
  context.addIssue({ code: 'custom', message: 'no moment' });
  return z.NEVER;
});
const Money = z.object({ amount: Amount, currency_code: z.string() });
const MoneySet = z.object({ shop_money: Money, presentment_money: Money.nullish() }).nullish().catch(null);

const WireLine = z.object({
  id: WireId.nullish().catch(null),
  product_id: WireId.nullish().catch(null),
  gift_card: z.boolean().nullish().catch(null),
  title: Words,
  name: Words,
  sku: Words,
  quantity: z.coerce.number().int().min(0).max(1e9).catch(0),
  price: Amount,
  total_discount: Amount,
  discount_allocations: z.array(z.object({ amount: Amount })).catch([]),
});

const WireRefund = z.object({
  id: WireId,
  order_id: WireId.nullish(),
  created_at: Moment.nullish().catch(null),
  refund_line_items: z
    .array(
      z.object({
        line_item_id: WireId.nullish().catch(null),
        subtotal: Amount,
        subtotal_set: MoneySet,
        total_tax: Amount,
        total_tax_set: MoneySet,
      }),
    )
    .nullish(),
  order_adjustments: z
    .array(z.object({ amount: Amount, amount_set: MoneySet, tax_amount: Amount, kind: z.string().nullish() }))
    .nullish(),
  transactions: z
    .array(
      z.object({
        amount: Amount,
        kind: z.string().nullish(),
        status: z.string().nullish(),
        currency: z.string().nullish(),
      }),
    )
    .nullish(),
});

const WireOrder = z.object({
  id: WireId,
  name: Words,
  order_number: z.union([z.string(), z.number()]).nullish(),
  created_at: Moment,
  processed_at: Moment.nullish().catch(null),
  updated_at: Moment.nullish().catch(null),
  cancelled_at: Moment.nullish().catch(null),
  financial_status: Words,
  fulfillment_status: Words,
  test: z.boolean().nullish(),
  currency: z.string().regex(/^[A-Z]{3}$/),
  total_price: Amount,
  total_price_set: MoneySet,
  total_outstanding: Amount,
  subtotal_price: Amount,
  total_discounts: Amount,
  total_tax: Amount,
  total_shipping_price_set: MoneySet,
  shipping_lines: z.array(z.object({ price: Amount })).nullish(),
  taxes_included: z.boolean().nullish(),
  discount_codes: z
    .array(z.object({ code: z.string(), amount: Amount, type: z.string().nullish() }))
    .nullish(),
  note_attributes: z
    .array(z.object({ name: z.string(), value: z.unknown() }))
    .nullish()
    .catch([]),
  line_items: z.array(WireLine).nullish(),
  landing_site: Words,
  landing_site_ref: Words,
  referring_site: Words,
  customer: z.object({ id: WireId.nullish() }).nullish().catch(null),
  email: z.string().max(320).nullish().catch(null),
  refunds: z.array(WireRefund).nullish(),
});

/** PostgreSQL accepts neither NUL nor unpaired surrogates. */
const plain = (text: string | null | undefined): string =>
  (text ?? '').replaceAll('\u0000', '').toWellFormed();

const isMissing = (amount: z.output<typeof Amount>): amount is null | undefined | '' =>
  amount === null || amount === undefined || amount === '';

/** A missing amount is 0. */
function minor(amount: z.output<typeof Amount>, currency: string): number {
  if (isMissing(amount)) return 0;
  const read = toMinor(amount, currency);
  if (read === null)
    throw new z.ZodError([{ code: 'custom', path: [], message: 'no amount', input: amount }]);
  return read;
}

const sum = (numbers: readonly number[]) => numbers.reduce((all, one) => all + one, 0);

/** Parses an order from a webhook or the REST API. Throws if it isn't one. */
export function readOrder(body: unknown): PlatformOrder {
  const told = WireOrder.parse(body);
  const { currency } = told;
  const of = (amount: z.output<typeof Amount>) => minor(amount, currency);
  const total = of(told.total_price);
  const shown = told.total_price_set?.presentment_money;
  const attributes = (told.note_attributes ?? []).slice(0, 100).map(({ name, value }) => ({
    name: plain(name).slice(0, 200),
    value: plain(typeof value === 'string' ? value : JSON.stringify(value ?? '')).slice(0, 2000),
  }));
  return {
    externalId: told.id,
    name: told.name ?? (told.order_number ? `#${told.order_number}` : told.id),
    placed: told.created_at,
    updated: told.updated_at ?? told.created_at,
    cancelled: told.cancelled_at ?? null,
    financialStatus: paymentStatus(
      told.financial_status,
      total,
      isMissing(told.total_outstanding) ? null : of(told.total_outstanding),
    ),
    fulfillmentStatus: told.fulfillment_status,
    test: told.test === true,
    currency,
    total,
    subtotal: of(told.subtotal_price),
    discount: of(told.total_discounts),
    tax: of(told.total_tax),
    shipping: told.total_shipping_price_set
      ? of(told.total_shipping_price_set.shop_money.amount)
      : sum((told.shipping_lines ?? []).map(({ price }) => of(price))),
    taxesIncluded: told.taxes_included === true,
    presentment:
      shown && shown.currency_code !== currency
        ? { currency: shown.currency_code, total: minor(shown.amount, shown.currency_code) }
        : null,
    discounts: (told.discount_codes ?? []).slice(0, 100).map(({ code, amount, type }) => ({
      code: plain(code).slice(0, 200),
      amount: of(amount),
      type: type ? plain(type).trim().slice(0, 50) : null,
    })),
    attributes,
    lines: (told.line_items ?? []).slice(0, MAX_ORDER_LINES).map((line) => lineOf(line, currency)),
    ref: told.landing_site_ref,
    landingSite: told.landing_site,
    referringSite: told.referring_site,
    customerId: told.customer?.id ?? null,
    buyerEmail: told.email || null,
    refunds: (told.refunds ?? []).map((refund) => refundOf(refund, currency)),
  };
}

function lineOf(line: z.output<typeof WireLine>, currency: string): OrderLine {
  const own = minor(line.total_discount, currency);
  // Order-level discounts are only in the allocations.
  const shares = sum(line.discount_allocations.map(({ amount }) => minor(amount, currency)));
  return {
    id: line.id ?? null,
    title: (line.title ?? line.name ?? '').slice(0, 500),
    sku: line.sku,
    quantity: line.quantity,
    price: minor(line.price, currency),
    discount: Math.max(own, shares),
    productId: line.product_id ?? null,
    giftCard: line.gift_card === true,
  };
}

/**
 * Parses a refund from a webhook, with the id of its order. Throws if it isn't one.
 * @param books currency of the order, for refunds that name none
 */
export function readRefund(
  body: unknown,
  books: string | null = null,
): { orderId: string; refund: PlatformRefund } {
  const told = WireRefund.extend({ order_id: WireId }).parse(body);
  return { orderId: told.order_id, refund: refundOf(told, named(told) ?? books) };
}

/** Returns the currency a refund names. */
const named = ({ refund_line_items, order_adjustments, transactions }: z.output<typeof WireRefund>) =>
  refund_line_items?.[0]?.subtotal_set?.shop_money.currency_code ??
  order_adjustments?.[0]?.amount_set?.shop_money.currency_code ??
  moneyBack(transactions)[0]?.currency;

/** Successful refund transactions. */
const moneyBack = (transactions: z.output<typeof WireRefund>['transactions']) =>
  (transactions ?? []).filter(
    ({ kind, status }) => (kind ?? 'refund') === 'refund' && (status ?? 'success') === 'success',
  );

/** @param currency store currency of the order */
function refundOf(told: z.output<typeof WireRefund>, currency: string | null | undefined): PlatformRefund {
  if (!currency)
    throw new z.ZodError([{ code: 'custom', path: ['currency'], message: 'no currency', input: told }]);
  const lines = told.refund_line_items ?? [];
  const adjustments = told.order_adjustments ?? [];
  const paid = moneyBack(told.transactions);
  const inBooks = (amount: z.output<typeof Amount>, set: z.output<typeof MoneySet>) =>
    minor(set?.shop_money.amount ?? amount, currency);
  const subtotal = sum(lines.map(({ subtotal, subtotal_set }) => inBooks(subtotal, subtotal_set)));
  const tax = sum(lines.map(({ total_tax, total_tax_set }) => inBooks(total_tax, total_tax_set)));
  const adjusted = (kind: string) =>
    sum(adjustments.filter((one) => one.kind === kind).map((one) => inBooks(one.amount, one.amount_set)));
  // Negative: refunded beyond the lines. Positive: less was refunded than the lines are worth.
  const [shipping, discrepancy] = [adjusted('shipping_refund'), adjusted('refund_discrepancy')];
  const shippingTax = sum(
    adjustments
      .filter(({ kind }) => kind === 'shipping_refund')
      .map((one) => minor(one.tax_amount, currency)),
  );
  const foreign = paid.some((one) => (one.currency ?? currency) !== currency);
  const itemised = lines.length > 0 || discrepancy !== 0;
  const moneyOfParts = subtotal + tax - discrepancy - shipping - shippingTax;
  const paidCurrency = paid[0]?.currency ?? currency;
  const whole = sum(paid.map(({ amount }) => minor(amount, paidCurrency)));
  const inParts = foreign && (itemised || shipping !== 0);
  const money = Math.abs(inParts || paid.length === 0 ? moneyOfParts : whole);
  const goods = itemised
    ? Math.max(0, subtotal - discrepancy)
    : shipping !== 0
      ? Math.max(0, (foreign ? moneyOfParts : whole) + shipping + shippingTax)
      : null;
  return {
    id: told.id,
    money,
    currency: foreign && !inParts ? paidCurrency : currency,
    goods,
    goodsTax: tax,
    lines: lines.every(({ line_item_id }) => line_item_id)
      ? lines.map((one) => ({
          lineId: one.line_item_id ?? '',
          goods: inBooks(one.subtotal, one.subtotal_set),
          tax: inBooks(one.total_tax, one.total_tax_set),
        }))
      : null,
    created: told.created_at ?? null,
  };
}
