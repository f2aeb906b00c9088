import { notFound, wrongValue } from './billing-error.ts';
import { collect, refund, retryPayment } from './billing-invoice.ts';
import { type BillingFailure, failureFits } from './billing-order.ts';
import type { BillingStore } from './billing-store.ts';
import { besides, subscriptionOf } from './billing-subscription.ts';
import type { BillingWebhooks } from './billing-webhook.ts';
import type { WebhookScript } from './billing-webhook-order.ts';

const SLOW_MS = 5000;
const LATE_SECONDS = 10;

/** Gives an order; without times it stands until it is removed. */
export function orderFailure(
  store: BillingStore,
  order: { call: string; failure: BillingFailure; times?: number; milliseconds?: number },
): void {
  if (!failureFits(order.call, order.failure))
    throw wrongValue('failure', 'server_error and card_error are for the call "checkout", and only they are');
  store.orders.set({
    call: order.call,
    failure: order.failure,
    times: order.times ?? null,
    milliseconds: order.milliseconds ?? SLOW_MS,
  });
}

export function orderWebhooks(
  webhooks: BillingWebhooks,
  order: { script: WebhookScript; times?: number; seconds?: number },
): void {
  webhooks.order({
    script: order.script,
    times: order.times ?? null,
    seconds: order.seconds ?? LATE_SECONDS,
  });
}

/** A burst of webhooks as it is asked for. */
export interface Burst {
  count: number;
  /** Of these subscriptions in turn; of all when none is named. */
  subscriptions?: string[];
  /** So many of them are sent a second time. */
  duplicates?: number;
  /** Sent in any order. */
  shuffled?: boolean;
}

/**
 * Changes subscriptions `count` times in turn and tells each change in a `subscription_changed` event; every event
 * carries its number in `subscription.meta_data.burst`, so the highest number of each subscription must win.
 */
export function sendBurst(store: BillingStore, webhooks: BillingWebhooks, burst: Burst): { events: number } {
  const named = burst.subscriptions?.map((id) => subscriptionOf(store, id));
  const subscriptions = named ?? [...store.subscriptions.values()];
  if (subscriptions.length === 0) throw wrongValue('subscriptions', 'There is no subscription yet.');
  const stopped = webhooks.settings.stopped;
  // Held back while they are made, so that they leave together.
  webhooks.change({ stopped: true });
  const events = Array.from({ length: burst.count }, (_, at) => {
    const subscription = subscriptions[at % subscriptions.length];
    if (!subscription) throw wrongValue('subscriptions', 'There is no subscription yet.');
    subscription.meta_data = { burst: at + 1 };
    store.touch(subscription);
    return store.emit('subscription_changed', besides(store, subscription), 'admin_console');
  });
  for (const event of events.slice(0, burst.duplicates ?? 0)) {
    const delivery = store.deliveries.get(event.id);
    if (delivery) delivery.twice = true;
  }
  if (burst.shuffled) webhooks.shuffle();
  webhooks.change({ stopped });
  return { events: events.length };
}

/** `collect` settles it, `fail` is one more failed attempt, `exhaust` the last one, `refund` gives what was paid back. */
export function actOnInvoice(store: BillingStore, id: string, act: string): void {
  const invoice = store.invoices.get(id);
  if (!invoice) throw notFound('Invoice', id);
  const declined = {
    ok: false,
    reason: 'card_error',
    code: 'card_declined',
    text: 'Your card was declined.',
  } as const;
  if (act === 'collect') collect(store, invoice, { outcome: { ok: true }, source: 'admin_console' });
  else if (act === 'fail') retryPayment(store, invoice, { outcome: declined });
  else if (act === 'exhaust') retryPayment(store, invoice, { outcome: declined, last: true });
  else if (act === 'refund') refund(store, invoice, { source: 'admin_console' });
  else throw notFound('The address', act);
}
