import { type Html, html } from '../page/html.ts';
import { page, timeTag } from '../page/layout.ts';
import { actsOf, howOften, options, table } from '../page/page-parts.ts';
import { BILLING_BASE } from './billing-call.ts';
import { isOpen } from './billing-checkout.ts';
import type { BillingCustomer, BillingEvent, BillingInvoice, BillingSubscription } from './billing-entity.ts';
import { isUnpaid } from './billing-invoice.ts';
import type { BillingFailure } from './billing-order.ts';
import { nameOfSubscription } from './billing-portal-page.ts';
import type { BillingStore, StoredPage } from './billing-store.ts';
import { dayText, moneyText } from './billing-text.ts';
import type { BillingWebhooks } from './billing-webhook.ts';
import type { WebhookScript } from './billing-webhook-order.ts';

const SHOWN = 30;

const FAILURES: Record<BillingFailure, string> = {
  down: 'API: 503, not available',
  error_500: 'API: 500, internal error',
  rate_limit: 'API: 429, too many requests',
  wrong_key: 'API: key is refused',
  slow: 'API: answers after 5 seconds',
  hang: 'API: never answers',
  lost: 'API: does it, but the answer is lost',
  garbage: 'API: answers a page instead of data',
  server_error: 'Checkout: payment breaks down',
  card_error: 'Checkout: card is declined',
};

const SCRIPTS: Record<WebhookScript, string> = {
  late: 'Late',
  twice: 'Twice',
  out_of_order: 'Out of order',
  wrong_credentials: 'First with a wrong password',
  lost: 'Never sent',
};

const CARDS = { pays: 'Pays', declines_later: 'Is declined', server_error: 'Breaks down' };

const act = actsOf('/billing');

const timeOf = (seconds: number): Html => timeTag(new Date(seconds * 1000).toISOString());

function customerRow(store: BillingStore, { id, email, company }: BillingCustomer): Html {
  const card = store.cards.get(id);
  const behaviour = store.behaviours.get(id);
  return html`<tr><td title="${id}"><code>${id}</code></td><td>${company ?? email ?? ''}</td><td>${card ? `Ends in ${card.last4}` : 'No card'}</td>
<td class="number"><form method="post" action="/billing/customers/${id}/card" class="inline"><label class="inline">Card<select name="card">${options(CARDS, behaviour === 'declines' ? 'declines_later' : behaviour)}</select></label><button aria-label="Set card: ${id}">Set</button></form></td></tr>`;
}

function subscriptionRow(store: BillingStore, subscription: BillingSubscription): Html {
  const { id, customer_id, status, current_term_end, cancelled_at, total_dues } = subscription;
  const order = store.payments.get(id);
  const until =
    status === 'cancelled' || status === 'non_renewing'
      ? html`ends ${dayText(cancelled_at ?? 0)}`
      : html`until ${dayText(current_term_end)}`;
  const goesOn = status !== 'cancelled';
  return html`<tr><td title="${id}">${nameOfSubscription(subscription)}</td><td title="${customer_id}"><code>${customer_id}</code></td>
<td>${status}, ${until}${total_dues !== undefined && html`, <strong>${moneyText(total_dues)} due</strong>`}${order && html`, payment ${order === 'fails' ? 'will fail' : 'will succeed'}`}</td>
<td class="number">${goesOn && html`${act(`subscriptions/${id}/renew`, 'Renew', id)}${act(`subscriptions/${id}/renew`, 'Renew, payment fails', id, { payment: 'fails' })}${act(`subscriptions/${id}/age`, '30 days later', id, { days: '30' })}${act(`subscriptions/${id}/payments`, order === 'fails' ? 'Let payments succeed' : 'Let payments fail', id, order === 'fails' ? {} : { payment: 'fails' })}`}</td></tr>`;
}

function invoiceRow(invoice: BillingInvoice): Html {
  const { id, customer_id, status, total, amount_due, dunning_status, date } = invoice;
  return html`<tr><td>${id}</td><td title="${customer_id}"><code>${customer_id}</code></td><td>${status}${dunning_status && html` <span class="quiet">${dunning_status}</span>`}</td><td>${moneyText(total)}${amount_due > 0 && html`, ${moneyText(amount_due)} due`}</td><td>${timeOf(date)}</td>
<td class="number">${isUnpaid(invoice) && html`${act(`invoices/${id}/collect`, 'Pay', `invoice ${id}`)}${act(`invoices/${id}/fail`, 'Fail again', `invoice ${id}`)}${status !== 'not_paid' && act(`invoices/${id}/exhaust`, 'Give up', `invoice ${id}`)}`}${status === 'paid' && invoice.amount_paid > 0 && invoice.issued_credit_notes.length === 0 && act(`invoices/${id}/refund`, 'Refund', `invoice ${id}`)}</td></tr>`;
}

function pageRow(stored: StoredPage): Html {
  const { id, type, state, url, created_at, expires_at } = stored.page;
  const open = isOpen(stored);
  const expired = (state === 'created' || state === 'requested') && !open;
  return html`<tr><td title="${id}"><a href="${new URL(url).pathname}">${id.slice(0, 12)}</a></td><td>${type}</td><td>${expired ? 'expired' : state}${stored.page.failure_reason && html` <span class="quiet">${stored.page.failure_reason}</span>`}</td><td>${timeOf(created_at)}</td>
<td class="number">${open ? act(`hosted-pages/${id}/expire`, 'Expire', id) : timeOf(expires_at)}</td></tr>`;
}

function eventRow(store: BillingStore, { id, event_type, occurred_at }: BillingEvent): Html {
  const delivery = store.deliveries.get(id);
  const last = delivery?.attempts.at(-1);
  const answer =
    last &&
    html`, last answer ${last.status === 0 ? (last.note ?? 'none') : last.status} after ${last.ms} ms`;
  return html`<tr><td title="${id}">${event_type}</td><td>${delivery?.status ?? 'not_configured'}</td><td>${delivery?.attempts.length ?? 0}${answer}</td><td>${timeOf(occurred_at)}</td>
<td class="number">${act('webhooks/replay', 'Send again', `${event_type} ${id}`, { event: id })}</td></tr>`;
}

/** What the billing vendor holds, and the forms that make things happen or go wrong. */
export function billingPage(store: BillingStore, webhooks: BillingWebhooks, site: string): string {
  const newest = <T>(list: Iterable<T>): T[] => [...list].reverse();
  const { url, stopped } = webhooks.settings;
  const count = (size: number, one: string, many: string) =>
    `${size.toLocaleString('en')} ${size === 1 ? one : many}`;
  const waiting = [...store.deliveries.values()].filter(({ nextAt }) => nextAt !== null).length;
  const content = html`<div class="head"><div><h1>Billing</h1>
<div class="quiet">A billing vendor with the site <code>${site}</code> and its API at <code>${BILLING_BASE}</code>. ${count(store.customers.size, 'customer', 'customers')}, ${count(store.subscriptions.size, 'subscription', 'subscriptions')}, ${count(store.invoices.size, 'invoice', 'invoices')}.</div></div>
<form method="post" action="/billing/reset"><button class="danger">Forget everything</button></form></div>
<h2>Order a failure</h2>
<form method="post" action="/billing/orders" class="row">
<label>What happens<select name="failure">${options(FAILURES)}</select></label>
<label>Call<input name="call" maxlength="100" placeholder="All, or hosted_page.retrieve"></label>
<label>Times<input type="number" name="times" min="1" max="10000" placeholder="Always"></label>
<button class="main">Order</button></form>
${table(
  'Ordered failures',
  ['Call', 'What happens', 'How long', 'Remove'],
  store.orders.list.map(
    ({ call, failure, times }) =>
      html`<tr><td>${call === '*' ? 'Every call' : call}</td><td>${FAILURES[failure]}</td><td>${howOften(times)}</td><td class="number">${act('orders/remove', 'Remove', `order for ${call}`, { call })}</td></tr>`,
  ),
  'No orders. Everything works.',
)}
<h2>Subscriptions</h2>
${table(
  'Subscriptions',
  ['Plan', 'Customer', 'Status', 'Make happen'],
  newest(store.subscriptions.values())
    .slice(0, SHOWN)
    .map((one) => subscriptionRow(store, one)),
  'No subscriptions.',
)}
<h2>Invoices</h2>
${table('Invoices', ['Invoice', 'Customer', 'Status', 'Total', 'Date', 'Make happen'], newest(store.invoices.values()).slice(0, SHOWN).map(invoiceRow), 'No invoices.')}
<h2>Customers</h2>
${table(
  'Customers',
  ['Customer', 'Name', 'Card', 'Change card'],
  newest(store.customers.values())
    .slice(0, SHOWN)
    .map((one) => customerRow(store, one)),
  'No customers.',
)}
<h2>Hosted pages</h2>
${table('Hosted pages', ['Page', 'Type', 'State', 'Made', 'Expires'], newest(store.pages.values()).slice(0, SHOWN).map(pageRow), 'No hosted pages.')}
<h2>Webhooks</h2>
<p class="quiet">Sent to <code>${url || 'nowhere'}</code>. ${stopped ? html`<strong>Sending is stopped.</strong> ` : ''}${waiting > 0 ? `${waiting} waiting.` : ''}</p>
<div class="row"><form method="post" action="/billing/webhooks/orders" class="row">
<label>What happens<select name="script">${options(SCRIPTS)}</select></label>
<label>Times<input type="number" name="times" min="1" max="100000" placeholder="Always"></label>
<label>Seconds late<input type="number" name="seconds" min="0" max="100000" placeholder="10"></label>
<button>Order</button></form>
<form method="post" action="/billing/webhooks/stop"><input type="hidden" name="stopped" value="${stopped ? 'false' : 'true'}"><button>${stopped ? 'Send again' : 'Stop sending'}</button></form>
<form method="post" action="/billing/webhooks/replay"><button>Send all once more</button></form>
<form method="post" action="/billing/webhooks/burst" class="row"><label>Burst of changes<input type="number" name="count" min="1" max="5000" value="1000"></label><button>Send burst</button></form></div>
${table(
  'Ordered for webhooks',
  ['What happens', 'How long', 'Remove'],
  store.webhookOrders.map(
    ({ script, times }) =>
      html`<tr><td>${SCRIPTS[script]}</td><td>${howOften(times)}</td><td class="number">${act('webhooks/orders/remove', 'Remove', SCRIPTS[script], { script })}</td></tr>`,
  ),
  'No orders. Webhooks arrive at once.',
)}
${table(
  'Events',
  ['Event', 'Webhook', 'Attempts', 'When', 'Send'],
  newest(store.events.values())
    .slice(0, SHOWN)
    .map((event) => eventRow(store, event)),
  'Nothing has happened yet.',
)}
<h2>Last calls</h2>
${table(
  'Last calls',
  ['Call', 'Answer', 'When'],
  store.calls
    .slice(0, SHOWN)
    .map(
      ({ at, call, status, note }) =>
        html`<tr><td><code>${call}</code></td><td>${status === 0 ? 'No answer' : status}${note && html` <span class="quiet">${note}</span>`}</td><td class="number">${timeTag(at)}</td></tr>`,
    ),
  'Nobody has called since the sandbox started.',
)}`;
  return page({ title: 'Billing', content, current: 'billing' });
}
