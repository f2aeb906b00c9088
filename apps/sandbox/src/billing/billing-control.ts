import type { FastifyInstance } from 'fastify';
import { html } from '../page/html.ts';
import { bodyOf, flag, type Panel, registerControl, secondsList, text, whole } from '../platform/control.ts';
import { cardBehaviors, cardThat, DECLINED, saveCard } from './billing-card.ts';
import { cancelPage, isOpen, openPage, pageOf, payPage } from './billing-checkout.ts';
import type { CardBehavior, WebhookSettings } from './billing-entity.ts';
import { collect, refund } from './billing-invoice.ts';
import { type BillingStore, seconds } from './billing-store.ts';
import { passTime, renewNow } from './billing-subscription.ts';
import type { BillingWebhooks } from './billing-webhook.ts';
import { BillingError, notFound, wrongValue } from './billing-wire.ts';

const DAY = 86_400;

type Id = { Params: { id: string; act: string } };
const card = { card: { enum: cardBehaviors } };

/** The vendor's state for programs, and what they can make happen, below /api/billing. */
export async function registerBillingControl(
  app: FastifyInstance,
  store: BillingStore,
  webhooks: BillingWebhooks,
): Promise<void> {
  await registerControl(app, '/api/billing', store.save, (scope) => {
    scope.setErrorHandler((error, _request, reply) => {
      if (error instanceof BillingError) return reply.code(error.status).send(error.toBody());
      throw error;
    });
    scope.get('/', async () => stateOf(store, webhooks));
    scope.delete('/', async () => {
      store.forget();
      return stateOf(store, webhooks);
    });
    registerPeople(scope, store);
    registerTime(scope, store);
    registerWebhooks(scope, store, webhooks);
  });
}

function stateOf({ state, calls }: BillingStore, webhooks: BillingWebhooks) {
  const { password: _, ...settings } = webhooks.settings;
  return {
    customers: [...state.customers.values()],
    subscriptions: [...state.subscriptions.values()],
    invoices: [...state.invoices.values()],
    transactions: [...state.transactions.values()],
    hostedPages: [...state.pages.values()].map(({ page }) => page),
    events: [...state.events.values()].map((event) => ({
      ...event,
      delivery: state.deliveries.get(event.id) ?? null,
    })),
    webhooks: settings,
    calls,
  };
}

/** What people do: on a checkout page, with their card. */
function registerPeople(scope: FastifyInstance, store: BillingStore): void {
  scope.post<Id & { Body: { card?: CardBehavior } | null }>(
    '/hosted-pages/:id/:act',
    bodyOf(card),
    async ({ params: { id, act }, body }) => {
      const stored = pageOf(store, id);
      let failure: string | null = null;
      if (act === 'open') openPage(store, stored);
      else if (act === 'cancel') cancelPage(store, stored);
      else if (act === 'expire' && isOpen(stored)) stored.page.expires_at = seconds();
      else if (act === 'pay') {
        const outcome = payPage(store, stored, cardThat(body?.card ?? 'pays'));
        failure = outcome.ok ? null : outcome.code;
      } else if (act !== 'expire') throw notFound('The address', act);
      return { hosted_page: stored.page, failure };
    },
  );
  scope.post<Id & { Body: { card: CardBehavior } }>(
    '/customers/:id/card',
    bodyOf(card, ['card']),
    async ({ params, body }) => {
      const customer = store.customer(params.id);
      saveCard(store, customer, cardThat(body.card));
      return { customer };
    },
  );
}

/** What happens by itself in time. */
function registerTime(scope: FastifyInstance, store: BillingStore): void {
  scope.post<Id & { Body: { payment?: 'succeeds' | 'fails' } | null }>(
    '/subscriptions/:id/renew',
    bodyOf({ payment: { enum: ['succeeds', 'fails'] } }),
    async ({ params, body }) => {
      const subscription = store.subscription(params.id);
      renewNow(store, subscription, body?.payment);
      return { subscription };
    },
  );
  scope.post<Id & { Body: { days: number } }>(
    '/subscriptions/:id/age',
    bodyOf({ days: { type: 'number', minimum: 0, maximum: 3700 } }, ['days']),
    async ({ params, body }) => {
      const subscription = store.subscription(params.id);
      passTime(store, subscription, Math.round(body.days * DAY));
      return { subscription };
    },
  );
  scope.post<Id>('/invoices/:id/:act', async ({ params: { id, act } }) => {
    const invoice = store.invoice(id);
    if (act === 'exhaust') invoice.status = 'not_paid';
    if (act === 'collect') collect(store, invoice, { ok: true });
    else if (act === 'fail' || act === 'exhaust') collect(store, invoice, DECLINED);
    else if (act === 'refund') refund(store, invoice);
    else throw notFound('The address', act);
    return { invoice };
  });
}

/** A burst of changes: `duplicates` of them are sent twice. */
interface Burst {
  count: number;
  /** Of these subscriptions in turn; of all when none is named. */
  subscriptions?: string[];
  duplicates?: number;
  shuffled?: boolean;
}

function registerWebhooks(scope: FastifyInstance, store: BillingStore, webhooks: BillingWebhooks): void {
  scope.put<{ Body: Partial<WebhookSettings> }>(
    '/webhooks',
    bodyOf({
      url: text(1000),
      user: text(100),
      password: text(200),
      retrySeconds: secondsList,
      stopped: flag,
    }),
    async ({ body }) => {
      Object.assign(store.state.webhooks, body);
      return stateOf(store, webhooks).webhooks;
    },
  );
  scope.post('/webhooks/replay', async () => {
    for (const event of store.state.events.values()) webhooks.replay(event);
    return { events: store.state.events.size };
  });
  scope.post<Id>('/webhooks/:id/replay', async ({ params: { id } }) => {
    const event = store.state.events.get(id);
    if (!event) throw notFound('Event', id);
    webhooks.replay(event);
    return { events: 1 };
  });
  scope.post<{ Body: Burst }>(
    '/webhooks/burst',
    bodyOf(
      {
        count: whole(1, 1500),
        subscriptions: { type: 'array', maxItems: 1000, items: text() },
        duplicates: whole(0, 1500),
        shuffled: flag,
      },
      ['count'],
    ),
    async ({ body }) => sendBurst(store, body),
  );
}

/**
 * Changes subscriptions `count` times in turn and tells each change in a `subscription_changed` event; every event
 * carries its number in `subscription.meta_data.burst`, so the highest number of each subscription must win.
 */
function sendBurst(store: BillingStore, burst: Burst): { events: number } {
  const named = burst.subscriptions?.map((id) => store.subscription(id));
  const subscriptions = named ?? [...store.state.subscriptions.values()];
  for (let at = 0; at < burst.count; at += 1) {
    const subscription = subscriptions[at % subscriptions.length];
    if (!subscription) throw wrongValue('subscriptions', 'There is no subscription yet.');
    subscription.meta_data = { burst: at + 1 };
    store.touch(subscription);
    const event = store.emit('subscription_changed', store.about(subscription));
    const delivery = store.state.deliveries.get(event.id);
    if (!delivery) continue;
    delivery.twice = at < (burst.duplicates ?? 0);
    if (burst.shuffled) delivery.nextAt = Date.now() + Math.random() * 100;
  }
  return { events: burst.count };
}

/** What the page of the vendor shows, and the buttons of its rows. */
export function billingPanel(store: BillingStore, webhooks: BillingWebhooks, site: string): Panel {
  const newest = <T>(list: Map<string, T>): T[] => [...list.values()].reverse();
  return {
    provider: 'billing',
    path: '/billing',
    prefix: '/api/billing',
    title: 'Billing',
    intro: () =>
      html`Chargebee with the site <code>${site}</code>. Webhooks go to <code>${webhooks.settings.url || 'nowhere'}</code>${webhooks.settings.stopped && '; sending is stopped'}.`,
    actions: [
      { label: 'Stop webhooks', method: 'PUT', path: '/webhooks', body: { stopped: true } },
      { label: 'Resume webhooks', method: 'PUT', path: '/webhooks', body: { stopped: false } },
      { label: 'Send burst', path: '/webhooks/burst', fields: { count: '1000' } },
      { label: 'Forget everything', method: 'DELETE', path: '/' },
    ],
    tables: () => [
      {
        title: 'Subscriptions',
        rows: newest(store.state.subscriptions),
        columns: ['id', 'customer_id', 'status', 'current_term_end', 'total_dues'],
        actions: [
          { label: 'Renew', path: '/subscriptions/{id}/renew' },
          { label: 'Renew, payment fails', path: '/subscriptions/{id}/renew', body: { payment: 'fails' } },
          { label: '30 days later', path: '/subscriptions/{id}/age', body: { days: 30 } },
        ],
      },
      {
        title: 'Invoices',
        rows: newest(store.state.invoices),
        columns: ['id', 'customer_id', 'status', 'total', 'amount_due', 'date'],
        actions: [
          { label: 'Pay', path: '/invoices/{id}/collect' },
          { label: 'Fail again', path: '/invoices/{id}/fail' },
          { label: 'Give up', path: '/invoices/{id}/exhaust' },
          { label: 'Refund', path: '/invoices/{id}/refund' },
        ],
      },
      {
        title: 'Customers',
        rows: newest(store.state.customers),
        columns: ['id', 'company', 'email', 'card_status'],
        actions: [{ label: 'Set card', path: '/customers/{id}/card', fields: { card: cardBehaviors } }],
      },
      {
        title: 'Hosted pages',
        rows: newest(store.state.pages).map(({ page }) => page),
        columns: ['id', 'type', 'state', 'url', 'expires_at'],
        actions: [{ label: 'Expire', path: '/hosted-pages/{id}/expire' }],
      },
      {
        title: 'Webhooks',
        rows: newest(store.state.events).map((event) => ({
          ...event,
          delivery: store.state.deliveries.get(event.id)?.attempts.map(({ status, note }) => note ?? status),
        })),
        columns: ['id', 'event_type', 'delivery', 'occurred_at'],
        actions: [{ label: 'Send again', path: '/webhooks/{id}/replay' }],
      },
      { title: 'Last calls', rows: store.calls },
    ],
  };
}
