import type { FastifyInstance } from 'fastify';
import { body, MOST_SECONDS, missing, signings, whole } from './shopify-control-shape.ts';
import type { Delivery } from './shopify-entity.ts';
import type { ShopifyStore } from './shopify-store.ts';
import type { ShopifyWebhooks } from './shopify-webhook.ts';
import { type WebhookScript, webhookScripts } from './shopify-webhook-order.ts';

const WAIT_AT_MOST_MS = 20_000;

/** A webhook, without its body. */
export const deliveryView = (store: ShopifyStore, delivery: Delivery) => {
  const event = store.events.get(delivery.eventKey);
  return { ...delivery, eventId: event?.eventId ?? null, triggeredAt: event?.triggeredAt ?? null };
};

/** What was sent, and what happens to what is sent from now on. */
export function registerSending(
  app: FastifyInstance,
  base: string,
  store: ShopifyStore,
  webhooks: ShopifyWebhooks,
): void {
  app.get<{ Querystring: { shop?: string; topic?: string; order?: string } }>(base, async ({ query }) => ({
    deliveries: [...store.deliveries.values()]
      .filter(
        (one) => (!query.shop || one.shop === query.shop) && (!query.topic || one.topic === query.topic),
      )
      .map((one) => deliveryView(store, one)),
  }));

  app.get<{ Params: { id: string } }>(`${base}/:id`, async ({ params }) => {
    const delivery = store.deliveries.get(params.id);
    if (!delivery) throw missing('webhook');
    return { ...deliveryView(store, delivery), body: store.events.get(delivery.eventKey)?.body ?? null };
  });

  app.post<{ Params: { id: string }; Body: { signing?: Delivery['signing'] } | null }>(
    `${base}/:id/resend`,
    body({ signing: { enum: signings } }),
    async ({ params, body: asked }) => {
      const delivery = store.deliveries.get(params.id);
      if (!delivery) throw missing('webhook');
      webhooks.resend(delivery, asked?.signing);
      await store.save();
      return deliveryView(store, delivery);
    },
  );

  app.post<{ Body: { script: WebhookScript; times?: number; seconds?: number } }>(
    `${base}/orders`,
    body(
      {
        script: { enum: [...webhookScripts] },
        times: whole(1, 100_000),
        seconds: { type: 'number', minimum: 0, maximum: MOST_SECONDS },
      },
      ['script'],
    ),
    async ({ body: { script, times = null, seconds = 10 } }) => {
      webhooks.order({ script, times, seconds });
      await store.save();
      return { orders: store.webhookOrders };
    },
  );

  app.delete(`${base}/orders`, async () => {
    store.webhookOrders = [];
    await store.save();
    return { orders: [] };
  });

  // Tests wait for what they ordered to have arrived.
  app.post<{ Body: { withinMs?: number } | null }>(
    `${base}/idle`,
    body({ withinMs: whole(1, WAIT_AT_MOST_MS) }),
    async ({ body: asked }) => ({ idle: await webhooks.idle(asked?.withinMs ?? 10_000) }),
  );
}
