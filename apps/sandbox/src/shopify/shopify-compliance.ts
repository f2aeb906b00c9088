import type { Delivery, OrderCustomer, Shop } from './shopify-entity.ts';
import type { ShopifyStore } from './shopify-store.ts';
import type { ShopifyWebhooks } from './shopify-webhook.ts';
import type { ComplianceTopic } from './shopify-webhook-order.ts';

const customerBody = ({ id, email }: OrderCustomer) => ({ id, email, phone: null });

/**
 * Sends a compliance call about a store, or one of its customers.
 * @param options `customer`: an email address of an order; the customer of the newest order without one
 * @returns null where the app's configuration names no address for them
 */
export function sendCompliance(
  store: ShopifyStore,
  webhooks: ShopifyWebhooks,
  shop: Shop,
  topic: ComplianceTopic,
  options: { customer?: string; signing?: Delivery['signing']; inSeconds?: number } = {},
): Delivery | null {
  const about = { shop_id: shop.id, shop_domain: shop.domain };
  // A call that is wrongly signed shows whether it is refused; the platform would not send it again.
  const { signing = 'right', inSeconds = 0 } = options;
  const sending = { signing, inSeconds, once: signing === 'wrong' || signing === 'altered' };
  if (topic === 'shop/redact') return webhooks.emitConfigured(shop.domain, topic, about, sending);

  const orders = store.ordersOf(shop.domain).filter(({ customer }) => customer !== null);
  const email = options.customer ?? orders.at(-1)?.customer?.email;
  const theirs = orders.filter(({ customer }) => customer?.email === email);
  const customer = theirs[0]?.customer ?? {
    id: 1,
    email: email ?? 'nobody@buyer.test',
    firstName: '',
    lastName: '',
  };
  const ids = theirs.map(({ id }) => id);
  const body =
    topic === 'customers/redact'
      ? { ...about, customer: customerBody(customer), orders_to_redact: ids }
      : {
          ...about,
          customer: customerBody(customer),
          orders_requested: ids,
          data_request: { id: store.nextId() },
        };
  return webhooks.emitConfigured(shop.domain, topic, body, sending);
}
