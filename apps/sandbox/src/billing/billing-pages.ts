import { readFile } from 'node:fs/promises';
import type { FastifyInstance } from 'fastify';
import { choiceOf, type Form, refuse, wholeOf } from '../page/form.ts';
import { fromHere } from '../page/from-here.ts';
import { sendPage } from '../page/layout.ts';
import { actOnInvoice, orderFailure, orderWebhooks, sendBurst } from './billing-acts.ts';
import { type CardBehaviour, cardThat } from './billing-card.ts';
import { isOpen, pageOf } from './billing-checkout.ts';
import { BillingError } from './billing-error.ts';
import { seconds } from './billing-id.ts';
import { billingFailures } from './billing-order.ts';
import { billingPage } from './billing-page.ts';
import { saveCard } from './billing-payment.ts';
import type { BillingStore } from './billing-store.ts';
import { customerOf, subscriptionOf } from './billing-subscription.ts';
import { daysOf, passTime, renewNow } from './billing-term.ts';
import type { BillingWebhooks } from './billing-webhook.ts';
import { webhookScripts } from './billing-webhook-order.ts';

type Sent = { Params: { id: string; act: string }; Body: Form };

const CARDS: CardBehaviour[] = ['pays', 'declines', 'declines_later', 'server_error'];

/** The vendor's state for people, under /billing, and the scripts its other pages need. */
export async function registerBillingPages(
  app: FastifyInstance,
  store: BillingStore,
  webhooks: BillingWebhooks,
  site: string,
): Promise<void> {
  const script = async (path: string, file: string) => {
    const content = await readFile(new URL(file, import.meta.url));
    app.get(path, (_request, reply) =>
      reply
        .type('text/javascript; charset=utf-8')
        .header('cache-control', 'no-cache')
        // Pages of the product load it.
        .header('cross-origin-resource-policy', 'cross-origin')
        .send(content),
    );
  };
  await script('/billing/chargebee.js', 'chargebee.js');
  await script('/billing/pages/checkout.js', 'checkout.js');

  app.get('/billing', (_request, reply) => sendPage(reply, billingPage(store, webhooks, site)));

  const change = (path: string, work: (form: Form, params: { id: string; act: string }) => void) =>
    app.post<Sent>(`/billing/${path}`, { preHandler: fromHere }, async ({ body, params }, reply) => {
      try {
        work(body, params);
      } catch (error) {
        if (error instanceof BillingError) throw refuse(error.message);
        throw error;
      }
      await store.save();
      return reply.redirect('/billing', 303);
    });

  change('reset', () => {
    webhooks.forget();
    store.reset();
  });
  change('orders', (form) => {
    const failure = choiceOf(form, 'failure', billingFailures);
    const atCheckout = failure === 'server_error' || failure === 'card_error';
    const times = wholeOf(form, 'times', 1, 10_000);
    orderFailure(store, {
      call: atCheckout ? 'checkout' : form?.get('call')?.trim() || '*',
      failure,
      ...(times !== null && { times }),
    });
  });
  change('orders/remove', (form) => store.orders.remove(form?.get('call') ?? ''));
  change('webhooks/orders', (form) => {
    const times = wholeOf(form, 'times', 1, 100_000);
    const late = wholeOf(form, 'seconds', 0, 100_000);
    orderWebhooks(webhooks, {
      script: choiceOf(form, 'script', webhookScripts),
      ...(times !== null && { times }),
      ...(late !== null && { seconds: late }),
    });
  });
  change('webhooks/orders/remove', (form) => {
    store.webhookOrders = store.webhookOrders.filter(({ script }) => script !== form?.get('script'));
  });
  change('webhooks/stop', (form) => webhooks.change({ stopped: form?.get('stopped') === 'true' }));
  change('webhooks/replay', (form) => {
    const id = form?.get('event');
    const events = id ? [store.events.get(id)] : [...store.events.values()];
    for (const event of events) if (event) webhooks.replay(event);
  });
  change('webhooks/burst', (form) => {
    sendBurst(store, webhooks, { count: wholeOf(form, 'count', 1, 5000) ?? 1000 });
  });
  change('hosted-pages/:id/expire', (_form, { id }) => {
    const stored = pageOf(store, id);
    if (isOpen(stored)) stored.page.expires_at = seconds();
  });
  change('customers/:id/card', (form, { id }) => {
    const card = cardThat(choiceOf(form, 'card', CARDS), new Date());
    saveCard(store, customerOf(store, id), card, 'admin_console');
  });
  change('subscriptions/:id/renew', (form, { id }) =>
    renewNow(store, subscriptionOf(store, id), form?.get('payment') === 'fails' ? 'fails' : undefined),
  );
  change('subscriptions/:id/age', (form, { id }) =>
    passTime(store, subscriptionOf(store, id), daysOf(wholeOf(form, 'days', 0, 3700) ?? 0)),
  );
  change('subscriptions/:id/payments', (form, { id }) => {
    const subscription = subscriptionOf(store, id);
    if (form?.get('payment') === 'fails') store.payments.set(subscription.id, 'fails');
    else store.payments.delete(subscription.id);
  });
  change('invoices/:id/:act', (_form, { id, act }) => actOnInvoice(store, id, act));
}
