import type { FastifyInstance } from 'fastify';
import { html } from '../page/html.ts';
import { bodyOf, flag, type Panel, registerControl, secondsList, text, whole } from '../platform/control.ts';
import { cardBehaviors, cardThat, DECLINED, expireCard, saveCard } from './billing-card.ts';
import { cancelPage, isOpen, openPage, pageOf, payPage } from './billing-checkout.ts';
import type { CardBehavior, WebhookSettings } from './billing-entity.ts';
import { collect, DAY, isUnpaid, refund, retryPayment } from './billing-invoice.ts';
import { type BillingStore, seconds } from './billing-store.ts';
import { passTime, renewNow } from './billing-subscription.ts';
import type { BillingWebhooks } from './billing-webhook.ts';
import { BillingError, notFound, wrongValue } from './billing-wire.ts';

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
      store.reset();
      return stateOf(store, webhooks);
    });
    registerPeople(scope, store);
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
      saveCard(store, customer, cardThat(body.card), 'portal');
      return { customer };
    },
  );
  scope.post<Id>('/customers/:id/expire-card', async ({ params }) => {
    expireCard(store, store.customer(params.id));
    return { customer: store.customer(params.id) };
  });
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
    if (act === 'collect') collect(store, invoice, { outcome: { ok: true }, source: 'admin_console' });
    else if (act === 'fail') retryPayment(store, invoice, { outcome: DECLINED });
    else if (act === 'exhaust') retryPayment(store, invoice, { outcome: DECLINED, last: true });
    else if (act === 'refund') refund(store, invoice, { source: 'admin_console' });
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
      ...{ url: text(1000), user: text(100), password: text(200), retrySeconds: secondsList, stopped: flag },
    }),
    async ({ body }) => {
      webhooks.change(body ?? {});
      return stateOf(store, webhooks).webhooks;
    },
  );
  scope.post<{ Body: { event?: string } | null }>(
    '/webhooks/replay',
    bodyOf({ event: text() }),
    async ({ body }) => {
      const found = body?.event ? [store.state.events.get(body.event)] : [...store.state.events.values()];
      for (const event of found) {
        if (!event) throw notFound('Event', body?.event ?? '');
        webhooks.replay(event);
      }
      return { events: found.length };
    },
  );
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
    async ({ body }) => sendBurst(store, webhooks, body),
  );
}

/**
 * Changes subscriptions `count` times in turn and tells each change in a `subscription_changed` event; every event
 * carries its number in `subscription.meta_data.burst`, so the highest number of each subscription must win.
 */
function sendBurst(store: BillingStore, webhooks: BillingWebhooks, burst: Burst): { events: number } {
  const named = burst.subscriptions?.map((id) => store.subscription(id));
  const subscriptions = named ?? [...store.state.subscriptions.values()];
  if (subscriptions.length === 0) throw wrongValue('subscriptions', 'There is no subscription yet.');
  const { stopped } = webhooks.settings;
  // Held back while they are made, so that they leave together.
  webhooks.change({ stopped: true });
  for (let at = 0; at < burst.count; at += 1) {
    const subscription = subscriptions[at % subscriptions.length];
    if (!subscription) break;
    subscription.meta_data = { burst: at + 1 };
    store.touch(subscription);
    const event = store.emit('subscription_changed', store.about(subscription), 'admin_console');
    const delivery = store.state.deliveries.get(event.id);
    if (!delivery) continue;
    delivery.twice = at < (burst.duplicates ?? 0);
    if (burst.shuffled) delivery.nextAt = Date.now() + Math.random() * 100;
  }
  webhooks.change({ stopped });
  return { events: burst.count };
}

/** What the page of the vendor shows, and the buttons of its rows. */
export function billingPanel(store: BillingStore, webhooks: BillingWebhooks, site: string): Panel {
  const newest = <T>(list: Map<string, T>): T[] => [...list.values()].reverse();
  const at = (seconds: number) => new Date(seconds * 1000).toISOString();
  const post = (label: string, path: string, about: unknown, body = {}) => ({
    ...{ label, path, about: String(about), body },
  });
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
      { label: 'Send every webhook again', path: '/webhooks/replay' },
      { label: 'Send burst', path: '/webhooks/burst', fields: { count: '1000' } },
      { label: 'Forget everything', method: 'DELETE', path: '/' },
    ],
    tables: () => {
      const { state } = store;
      return [
        {
          title: 'Subscriptions',
          rows: newest(state.subscriptions).map((one) => ({
            id: one.id,
            customer: one.customer_id,
            plan: one.subscription_items.map(({ item_price_id }) => item_price_id).join(', '),
            status: one.status,
            term_ends: at(one.current_term_end),
            due: one.total_dues ?? 0,
          })),
          actions: ({ id, status }) =>
            status === 'cancelled'
              ? []
              : [
                  post('Renew', `/subscriptions/${id}/renew`, id),
                  post('Renew, payment fails', `/subscriptions/${id}/renew`, id, { payment: 'fails' }),
                  post('30 days later', `/subscriptions/${id}/age`, id, { days: 30 }),
                ],
        },
        {
          title: 'Invoices',
          rows: newest(state.invoices).map((one) => ({
            id: one.id,
            customer: one.customer_id,
            status: one.status,
            total: one.total,
            due: one.amount_due,
            date: at(one.date),
          })),
          actions: ({ id }) => {
            const invoice = store.invoice(String(id));
            const on = (label: string, act: string) => post(label, `/invoices/${id}/${act}`, id);
            return isUnpaid(invoice)
              ? [on('Pay', 'collect'), on('Fail again', 'fail'), on('Give up', 'exhaust')]
              : [on('Refund', 'refund')];
          },
        },
        {
          title: 'Customers',
          rows: newest(state.customers).map(({ id, company, email }) => ({
            ...{ id, company, email, card: state.cards.get(id)?.last4, behavior: state.behaviors.get(id) },
          })),
          actions: ({ id }) => [
            {
              ...{ label: 'Set card', about: String(id), path: `/customers/${id}/card` },
              fields: { card: cardBehaviors },
            },
            post('Expire card', `/customers/${id}/expire-card`, id),
          ],
        },
        {
          title: 'Hosted pages',
          rows: newest(state.pages).map(({ page }) => ({
            ...{ id: page.id, type: page.type, state: page.state, url: new URL(page.url).pathname },
            expires: at(page.expires_at),
          })),
          actions: ({ id }) => [post('Expire', `/hosted-pages/${id}/expire`, id)],
        },
        {
          title: 'Webhooks',
          rows: newest(state.events).map(({ id, event_type, occurred_at }) => ({
            ...{ id, event: event_type, status: state.deliveries.get(id)?.status ?? 'not configured' },
            answers: state.deliveries.get(id)?.attempts.map(({ status, note }) => note ?? status),
            when: at(occurred_at),
          })),
          actions: ({ id }) => [post('Send again', '/webhooks/replay', id, { event: String(id) })],
        },
        { title: 'Last calls', rows: store.calls.map((one) => ({ ...one })) },
      ];
    },
  };
}
