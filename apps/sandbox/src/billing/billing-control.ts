import type { FastifyInstance } from 'fastify';
import { html } from '../page/html.ts';
import {
  bodyOf,
  type Calls,
  type Control,
  flag,
  paramsOf,
  registerControl,
  secondsList,
  text,
  whole,
} from '../platform/control.ts';
import type { Faults } from '../platform/faults.ts';
import { cardBehaviors, cardThat, DECLINED, type PaymentOutcome, saveCard } from './billing-card.ts';
import { cancelPage, openPage, pageOf, payPage } from './billing-checkout.ts';
import type { CardBehavior, WebhookSettings } from './billing-entity.ts';
import { collect, refund } from './billing-invoice.ts';
import { type BillingStore, seconds } from './billing-store.ts';
import { passTime, renewNow } from './billing-subscription.ts';
import type { BillingWebhooks } from './billing-webhook.ts';
import { notFound, wrongValue } from './billing-wire.ts';

const DAY = 86_400;

const card = { card: { enum: cardBehaviors } };

/** The vendor's state for programs, and what they can make happen, below /api/billing; its page is /billing. */
export async function registerBillingControl(
  app: FastifyInstance,
  store: BillingStore,
  webhooks: BillingWebhooks,
  { site, faults }: { site: string; faults: Faults },
): Promise<void> {
  const panel: Control = {
    provider: 'billing',
    prefix: '/api/billing',
    path: '/billing',
    title: 'Billing',
    intro: () =>
      html`Chargebee with the site <code>${site}</code>. Webhooks go to <code>${webhooks.settings.url || 'nowhere'}</code>${webhooks.settings.stopped && '; sending is stopped'}.`,
    faults,
    state: () => stateOf(store, webhooks),
    save: store.save,
  };
  await registerControl(app, panel, (on) => {
    on('DELETE', '/', {}, () => {
      store.forget();
      return stateOf(store, webhooks);
    });
    registerPeople(on, store);
    registerTime(on, store);
    registerWebhooks(on, store, webhooks);
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
function registerPeople(on: Calls, store: BillingStore): void {
  type Page = { id: string; act: string; card?: CardBehavior };
  const params = paramsOf({ act: { enum: ['open', 'pay', 'cancel', 'expire'] } });
  const { schema } = bodyOf(card);
  on<Page>('POST', '/hosted-pages/:id/:act', { schema: { params, ...schema } }, (input) => {
    const stored = pageOf(store, input.id);
    let outcome: PaymentOutcome = { ok: true };
    if (input.act === 'open') openPage(store, stored);
    else if (input.act === 'cancel') cancelPage(store, stored);
    else if (input.act === 'expire') stored.page.expires_at = seconds();
    else outcome = payPage(store, stored, cardThat(input.card ?? 'pays'));
    return { hosted_page: stored.page, failure: outcome.ok ? null : outcome.code };
  });
  type Card = { id: string; card: CardBehavior };
  on<Card>('POST', '/customers/:id/card', bodyOf(card, ['card']), ({ id, card: behavior }) => {
    const customer = store.customer(id);
    saveCard(store, customer, cardThat(behavior));
    return { customer };
  });
}

/** Renewals, the passing of time, and payments of invoices. */
function registerTime(on: Calls, store: BillingStore): void {
  const payment = { payment: { enum: ['succeeds', 'fails'] } };
  type Renewal = { id: string; payment?: 'succeeds' | 'fails' };
  on<Renewal>('POST', '/subscriptions/:id/renew', bodyOf(payment), (input) => {
    const subscription = store.subscription(input.id);
    renewNow(store, subscription, input.payment);
    return { subscription };
  });
  const days = { days: { type: 'number', minimum: 0, maximum: 3700 } };
  type Age = { id: string; days: number };
  on<Age>('POST', '/subscriptions/:id/age', bodyOf(days, ['days']), (input) => {
    const subscription = store.subscription(input.id);
    passTime(store, subscription, Math.round(input.days * DAY));
    return { subscription };
  });
  const params = paramsOf({ act: { enum: ['collect', 'fail', 'exhaust', 'refund'] } });
  on<{ id: string; act: string }>('POST', '/invoices/:id/:act', { schema: { params } }, ({ id, act }) => {
    const invoice = store.invoice(id);
    if (act === 'exhaust') invoice.status = 'not_paid';
    if (act === 'collect') collect(store, invoice, { ok: true });
    else if (act === 'fail' || act === 'exhaust') collect(store, invoice, DECLINED);
    else refund(store, invoice);
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

function registerWebhooks(on: Calls, store: BillingStore, webhooks: BillingWebhooks): void {
  const login = { user: text(100), password: text(200) };
  const settings = { url: text(1000), ...login, retrySeconds: secondsList, stopped: flag };
  on<Partial<WebhookSettings>>('PUT', '/webhooks', bodyOf(settings), (input) => {
    Object.assign(store.state.webhooks, input);
    return stateOf(store, webhooks).webhooks;
  });
  on('POST', '/webhooks/replay', {}, () => {
    for (const event of store.state.events.values()) webhooks.replay(event);
    return { events: store.state.events.size };
  });
  on<{ id: string }>('POST', '/events/:id/replay', {}, ({ id }) => {
    const event = store.state.events.get(id);
    if (!event) throw notFound('Event', id);
    webhooks.replay(event);
    return { events: 1 };
  });
  const named = { type: 'array', maxItems: 1000, items: text() };
  const burst = { count: whole(1, 1500), subscriptions: named, duplicates: whole(0, 1500), shuffled: flag };
  on<Burst>('POST', '/webhooks/burst', bodyOf(burst, ['count']), (input) => sendBurst(store, input));
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
