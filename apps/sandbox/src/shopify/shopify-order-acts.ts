import { customerAt, lineOf } from './shopify-demo.ts';
import type { OrderDiscount, OrderRefund, Shop, ShopOrder } from './shopify-entity.ts';
import { orderBody, refundBody } from './shopify-order-body.ts';
import type { ShopifyStore } from './shopify-store.ts';
import { discountLines, leftOf, pieceOf, rateOf, refundedOf, subtotalOf, totalOf } from './shopify-value.ts';
import type { ShopifyWebhooks } from './shopify-webhook.ts';

/** What somebody who orders may say; everything is optional. */
export interface OrderInput {
  /** A discount code; one that the store does not know takes ten percent off. */
  code?: string;
  /** Put into the cart's attributes as `ref`. */
  ref?: string;
  /** An email address; null for a shopper who left none. */
  customer?: string | null;
  /** What the shopper pays in. */
  currency?: string;
  test?: boolean;
  paid?: boolean;
  /** Null for an order that came from no page of the store. */
  landingSite?: string | null;
  referringSite?: string | null;
  note?: string;
  quantity?: number;
  /** Which of the store's products, from 0. */
  product?: number;
  /** When it was made, ISO 8601; now without it. */
  createdAt?: string;
}

/** What can happen to an order, with the webhooks that tell of it. */
export class OrderActs {
  readonly #store: ShopifyStore;
  readonly #webhooks: ShopifyWebhooks;

  constructor(store: ShopifyStore, webhooks: ShopifyWebhooks) {
    this.#store = store;
    this.#webhooks = webhooks;
  }

  /** Somebody buys something: `orders/create`, and `orders/paid` where it is. */
  create(shop: Shop, input: OrderInput = {}): ShopOrder {
    const order = this.#make(shop, input);
    this.#store.state.orders.set(order.id, order);
    this.#tell(
      shop,
      order.paid ? ['orders/create', 'orders/paid'] : ['orders/create'],
      orderBody(order, shop),
    );
    return order;
  }

  /** Many orders at once, every third with a code. */
  burst(shop: Shop, count: number): ShopOrder[] {
    return Array.from({ length: count }, (_, at) =>
      this.create(shop, {
        product: at,
        landingSite: at % 2 === 0 ? '/?ref=mia' : null,
        ...(at % 3 === 0 && { code: 'MIA15' }),
        ...(at % 5 === 0 && { customer: null }),
      }),
    );
  }

  /** The merchant changes something: `orders/updated`. */
  update(
    shop: Shop,
    order: ShopOrder,
    change: { note?: string; tags?: string[]; paid?: boolean } = {},
  ): ShopOrder {
    order.note = change.note ?? `Looked at by the store, ${order.refunds.length + order.tags.length + 1}`;
    if (change.tags) order.tags = change.tags;
    const nowPaid = change.paid === true && !order.paid;
    if (nowPaid) order.paid = true;
    this.#touch(order);
    this.#tell(
      shop,
      nowPaid ? ['orders/updated', 'orders/paid'] : ['orders/updated'],
      orderBody(order, shop),
    );
    return order;
  }

  /** Cancelled: `orders/cancelled` and `orders/updated`; what was paid goes back if `refund` says so. */
  cancel(shop: Shop, order: ShopOrder, options: { refund?: boolean; reason?: string } = {}): ShopOrder {
    order.cancelledAt ??= new Date().toISOString();
    order.cancelReason = options.reason ?? 'customer';
    this.#touch(order);
    const eventId = this.#tell(shop, ['orders/cancelled', 'orders/updated'], orderBody(order, shop));
    if (options.refund && order.paid && refundedOf(order) < totalOf(order))
      this.refund(shop, order, {}, eventId);
    return order;
  }

  /**
   * Gives money back: `refunds/create` and `orders/updated`.
   * @param input `quantity` pieces of the first line that has any; without it all that is left, shipping too
   */
  refund(
    shop: Shop,
    order: ShopOrder,
    input: { quantity?: number } = {},
    eventId?: string,
  ): OrderRefund | null {
    const id = () => this.#store.nextId();
    const left = order.lines
      .map((line) => ({ line, quantity: leftOf(order, line) }))
      .filter(({ quantity }) => quantity > 0);
    const whole = input.quantity === undefined;
    const taken = whole
      ? left
      : left.slice(0, 1).map((one) => ({ ...one, quantity: Math.min(one.quantity, input.quantity ?? 1) }));
    const lines = taken.map(({ line, quantity }) => ({
      id: id(),
      lineId: line.id,
      quantity,
      subtotal: quantity === line.quantity ? line.price * quantity - line.discount : pieceOf(line) * quantity,
    }));
    const before = refundedOf(order);
    const rest = totalOf(order) - before;
    if (rest <= 0 || (lines.length === 0 && !whole)) return null;
    const goods = Math.min(
      rest,
      lines.reduce((sum, { subtotal }) => sum + subtotal, 0),
    );
    const refund: OrderRefund = {
      id: id(),
      at: new Date().toISOString(),
      note: null,
      lines,
      shipping: whole ? Math.min(order.shipping, rest - goods) : 0,
      transactionId: id(),
      amount: whole ? rest : goods,
    };
    order.refunds.push(refund);
    this.#touch(order);
    const event = this.#tell(shop, ['refunds/create'], refundBody(refund, order, shop), eventId);
    this.#tell(shop, ['orders/updated'], orderBody(order, shop), event);
    return refund;
  }

  #tell(shop: Shop, topics: string[], body: object, eventId?: string): string {
    return this.#webhooks.emit(shop.domain, topics, body, eventId);
  }

  #touch(order: ShopOrder): void {
    order.updatedAt = new Date().toISOString();
  }

  #discountOf(shop: Shop, code: string): OrderDiscount {
    for (const discount of this.#store.state.discounts.values()) {
      const found = discount.codes.find((one) => one.code.toLowerCase() === code.toLowerCase());
      if (discount.shop !== shop.domain || !found || !discount.active) continue;
      found.used += 1;
      return 'percentage' in discount.value
        ? { code: found.code, kind: 'percentage', value: discount.value.percentage * 100 }
        : { code: found.code, kind: 'fixed_amount', value: discount.value.amount };
    }
    return { code, kind: 'percentage', value: 10 };
  }

  #make(shop: Shop, input: OrderInput): ShopOrder {
    const id = () => this.#store.nextId();
    const product = shop.products[(input.product ?? shop.lastNumber) % shop.products.length];
    if (!product) throw new Error(`${shop.domain} sells nothing.`);
    const lines = [lineOf(product, input.quantity ?? 1, id())];
    const discount = input.code ? this.#discountOf(shop, input.code) : null;
    if (discount) discountLines(lines, discount);
    const currency = input.currency ?? shop.currency;
    const at = input.createdAt ?? new Date().toISOString();
    shop.lastNumber += 1;
    const order: ShopOrder = {
      id: id(),
      shop: shop.domain,
      number: shop.lastNumber,
      createdAt: at,
      updatedAt: at,
      cancelledAt: null,
      cancelReason: null,
      paid: input.paid ?? true,
      presentmentCurrency: currency,
      rate: rateOf(shop.currency, currency),
      lines,
      shipping: 500,
      tax: 0,
      discount,
      customer: customerFor(shop, input.customer),
      landingSite:
        input.landingSite === undefined
          ? `/${input.ref ? `?ref=${encodeURIComponent(input.ref)}` : ''}`
          : input.landingSite,
      referringSite: input.referringSite ?? null,
      noteAttributes: input.ref ? [{ name: 'ref', value: input.ref }] : [],
      note: input.note ?? null,
      tags: [],
      test: input.test ?? false,
      refunds: [],
    };
    order.tax = shop.currency === 'JPY' ? Math.round(subtotalOf(order) / 10) : 0;
    return order;
  }
}

function customerFor(shop: Shop, email: string | null | undefined): ShopOrder['customer'] {
  if (email === null) return null;
  const customer = customerAt(shop, shop.lastNumber);
  if (email === undefined) return customer;
  const [name = 'Ann'] = email.split('@');
  return {
    ...customer,
    email,
    firstName: name,
    lastName: 'Buyer',
    id: shop.id * 100 + 50 + (name.length % 50),
  };
}
