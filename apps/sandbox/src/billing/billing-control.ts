import type { FastifyInstance } from 'fastify';
import { actOnInvoice, type Burst, orderFailure, orderWebhooks, sendBurst } from './billing-acts.ts';
import { type CardBehaviour, cardThat } from './billing-card.ts';
import { cancelPage, isOpen, openPage, pageBody, pageOf, payPage } from './billing-checkout.ts';
import { BillingError, notFound } from './billing-error.ts';
import { seconds } from './billing-id.ts';
import { type BillingFailure, billingFailures } from './billing-order.ts';
import { expireCard, saveCard } from './billing-payment.ts';
import type { BillingStore, PaymentOrder } from './billing-store.ts';
import { customerOf, subscriptionOf } from './billing-subscription.ts';
import { daysOf, passTime, renewNow } from './billing-term.ts';
import type { BillingWebhooks } from './billing-webhook.ts';
import { type WebhookScript, type WebhookSettings, webhookScripts } from './billing-webhook-order.ts';

const text = (most = 250) => ({ type: 'string', maxLength: most });
const whole = (minimum: number, maximum: number) => ({ type: 'integer', minimum, maximum });
const body = (properties: Record<string, object>, required: string[] = []) => ({
  // Without anything that must be there, the whole may be missing.
  schema: { body: { type: 'object', nullable: required.length === 0, required, properties } },
});
const behaviours = ['pays', 'declines', 'declines_later', 'server_error'];

/**
 * The vendor's state for programs and what they can order, under /api/billing. Refusals are in the vendor's shape.
 * - `GET /api/billing`, `DELETE /api/billing` (a new beginning)
 * - `POST /api/billing/orders { call, failure, times?, milliseconds? }`, `DELETE /api/billing/orders?call=`
 * - `POST /api/billing/hosted-pages/{id}/{open|pay|cancel|expire} { card? }`: what a shopper does; `card` is a
 *   behaviour of billing-card.ts
 * - `POST /api/billing/customers/{id}/card { card }`: another card on file; `.../expire-card`: it expires
 * - `POST /api/billing/subscriptions/{id}/renew { payment? }`, `.../age { days }`, `.../payments { payment }`
 * - `POST /api/billing/invoices/{id}/{collect|fail|exhaust|refund}`: a payment that works, fails, fails for the last
 *   time, goes back
 * - `PUT /api/billing/webhooks { url?, user?, password?, retrySeconds?, stopped? }`
 * - `POST /api/billing/webhooks/orders { script, times?, seconds? }`, `DELETE /api/billing/webhooks/orders`
 * - `POST /api/billing/webhooks/replay { event? }` (all without one), `POST /api/billing/webhooks/burst` ({@link Burst})
 * - `PUT /api/billing/limit { perMinute }`, `DELETE /api/billing/idempotency-keys` (as after half an hour)
 */
export async function registerBillingControl(
  app: FastifyInstance,
  store: BillingStore,
  webhooks: BillingWebhooks,
): Promise<void> {
  await app.register(
    async (scope) => {
      scope.setErrorHandler((error, _request, reply) => {
        if (error instanceof BillingError) return reply.code(error.status).send(error.toBody());
        throw error;
      });
      registerState(scope, store, webhooks);
      registerPeople(scope, store);
      registerWebhooks(scope, store, webhooks);
    },
    { prefix: '/api/billing' },
  );
}

/** Everything there is. */
export function stateOf(store: BillingStore, webhooks: BillingWebhooks) {
  const { password: _, ...settings } = webhooks.settings;
  return {
    customers: [...store.customers.values()],
    subscriptions: [...store.subscriptions.values()],
    payments: Object.fromEntries(store.payments),
    invoices: [...store.invoices.values()],
    transactions: [...store.transactions.values()],
    creditNotes: [...store.creditNotes.values()],
    hostedPages: [...store.pages.values()].map(pageBody),
    events: [...store.events.values()].map((event) => ({
      ...event,
      delivery: store.deliveries.get(event.id) ?? null,
    })),
    orders: store.orders.list,
    webhooks: { ...settings, orders: store.webhookOrders },
    perMinute: store.perMinute,
    calls: store.calls,
  };
}

function registerState(app: FastifyInstance, store: BillingStore, webhooks: BillingWebhooks): void {
  app.get('/', async () => stateOf(store, webhooks));

  app.delete('/', async () => {
    webhooks.forget();
    store.reset();
    await store.save();
    return stateOf(store, webhooks);
  });

  app.post<{ Body: { call: string; failure: BillingFailure; times?: number; milliseconds?: number } }>(
    '/orders',
    body(
      {
        call: { type: 'string', minLength: 1, maxLength: 100 },
        failure: { enum: [...billingFailures] },
        times: whole(1, 10_000),
        milliseconds: whole(1, 600_000),
      },
      ['call', 'failure'],
    ),
    async (request) => {
      orderFailure(store, request.body);
      await store.save();
      return { orders: store.orders.list };
    },
  );

  app.delete<{ Querystring: { call?: string } }>('/orders', async (request) => {
    if (request.query.call) store.orders.remove(request.query.call);
    else store.orders.clear();
    await store.save();
    return { orders: store.orders.list };
  });

  // As after the half hour for which the vendor remembers them.
  app.delete('/idempotency-keys', async () => {
    const forgotten = store.answers.size;
    store.answers.clear();
    await store.save();
    return { forgotten };
  });

  app.put<{ Body: { perMinute: number } }>(
    '/limit',
    body({ perMinute: whole(0, 1_000_000) }, ['perMinute']),
    async (request) => {
      store.perMinute = request.body.perMinute;
      await store.save();
      return { perMinute: store.perMinute };
    },
  );
}

type Id = { Params: { id: string } };
const card = body({ card: { enum: behaviours } });
const payment = body({ payment: { type: 'string', nullable: true, enum: ['succeeds', 'fails', null] } });

function registerPeople(app: FastifyInstance, store: BillingStore): void {
  app.post<Id & { Params: { act: string }; Body: { card?: CardBehaviour } | null }>(
    '/hosted-pages/:id/:act',
    card,
    async ({ params, body: asked }) => {
      const stored = pageOf(store, params.id);
      let failure: string | null = null;
      if (params.act === 'open') openPage(store, stored);
      else if (params.act === 'cancel') cancelPage(store, stored);
      else if (params.act === 'expire') {
        if (isOpen(stored)) stored.page.expires_at = seconds();
      } else if (params.act === 'pay') {
        const outcome = payPage(store, stored, cardThat(asked?.card ?? 'pays', new Date()));
        failure = outcome.ok ? null : outcome.code;
      } else throw notFound('The address', params.act);
      await store.save();
      return { hosted_page: pageBody(stored), failure };
    },
  );

  app.post<Id & { Body: { card: CardBehaviour } }>(
    '/customers/:id/card',
    body({ card: { enum: behaviours } }, ['card']),
    async ({ params, body: asked }) => {
      const customer = customerOf(store, params.id);
      saveCard(store, customer, cardThat(asked.card, new Date()), 'portal');
      await store.save();
      return { customer };
    },
  );

  app.post<Id>('/customers/:id/expire-card', async ({ params }) => {
    const customer = customerOf(store, params.id);
    expireCard(store, customer, new Date());
    await store.save();
    return { customer };
  });

  app.post<Id & { Body: { payment?: PaymentOrder | null } | null }>(
    '/subscriptions/:id/renew',
    payment,
    async ({ params, body: asked }) => {
      const subscription = subscriptionOf(store, params.id);
      renewNow(store, subscription, asked?.payment ?? undefined);
      await store.save();
      return { subscription };
    },
  );

  app.post<Id & { Body: { payment?: PaymentOrder | null } }>(
    '/subscriptions/:id/payments',
    payment,
    async ({ params, body: asked }) => {
      const subscription = subscriptionOf(store, params.id);
      if (asked.payment) store.payments.set(subscription.id, asked.payment);
      else store.payments.delete(subscription.id);
      await store.save();
      return { subscription };
    },
  );

  app.post<Id & { Body: { days: number } }>(
    '/subscriptions/:id/age',
    body({ days: { type: 'number', minimum: 0, maximum: 3700 } }, ['days']),
    async ({ params, body: asked }) => {
      const subscription = subscriptionOf(store, params.id);
      passTime(store, subscription, daysOf(asked.days));
      await store.save();
      return { subscription };
    },
  );

  app.post<Id & { Params: { act: string } }>('/invoices/:id/:act', async ({ params }) => {
    actOnInvoice(store, params.id, params.act);
    await store.save();
    return { invoice: store.invoices.get(params.id) };
  });
}

function registerWebhooks(app: FastifyInstance, store: BillingStore, webhooks: BillingWebhooks): void {
  app.put<{ Body: Partial<WebhookSettings> }>(
    '/webhooks',
    body({
      url: text(1000),
      user: text(100),
      password: text(200),
      retrySeconds: {
        type: 'array',
        maxItems: 20,
        items: { type: 'number', minimum: 0, maximum: 1_000_000 },
      },
      stopped: { type: 'boolean' },
    }),
    async (request) => {
      const { url, user, password, retrySeconds, stopped } = request.body;
      webhooks.change({
        ...(url !== undefined && { url }),
        ...(user !== undefined && { user }),
        ...(password !== undefined && { password }),
        ...(retrySeconds !== undefined && { retrySeconds }),
        ...(stopped !== undefined && { stopped }),
      });
      await store.save();
      return stateOf(store, webhooks).webhooks;
    },
  );

  app.post<{ Body: { script: WebhookScript; times?: number; seconds?: number } }>(
    '/webhooks/orders',
    body(
      {
        script: { enum: [...webhookScripts] },
        times: whole(1, 100_000),
        seconds: { type: 'number', minimum: 0, maximum: 100_000 },
      },
      ['script'],
    ),
    async (request) => {
      orderWebhooks(webhooks, request.body);
      await store.save();
      return { orders: store.webhookOrders };
    },
  );

  app.delete<{ Querystring: { script?: string } }>('/webhooks/orders', async (request) => {
    const { script } = request.query;
    store.webhookOrders = script ? store.webhookOrders.filter((one) => one.script !== script) : [];
    await store.save();
    return { orders: store.webhookOrders };
  });

  app.post<{ Body: { event?: string } | null }>(
    '/webhooks/replay',
    body({ event: text() }),
    async (request) => {
      const id = request.body?.event;
      const found = id === undefined ? [...store.events.values()] : [store.events.get(id)];
      for (const event of found) {
        if (!event) throw notFound('Event', id ?? '');
        webhooks.replay(event);
      }
      await store.save();
      return { events: found.length };
    },
  );

  app.post<{ Body: Burst }>(
    '/webhooks/burst',
    body(
      {
        count: whole(1, 5000),
        subscriptions: { type: 'array', maxItems: 1000, items: text() },
        duplicates: whole(0, 5000),
        shuffled: { type: 'boolean' },
      },
      ['count'],
    ),
    async (request) => {
      const sent = sendBurst(store, webhooks, request.body);
      await store.save();
      return sent;
    },
  );
}
