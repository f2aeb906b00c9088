import { offerOf } from '@troupe/domain/billing/plan';
import { endIfCancelled } from '@troupe/domain/billing/subscription';
import { type Html, html } from '../page/html.ts';
import type { TypedCard } from './billing-card.ts';
import { type CardErrors, cardFields, testCards } from './billing-card-form.ts';
import { priceOf } from './billing-catalogue.ts';
import type { BillingInvoice, BillingSubscription, PortalSession } from './billing-entity.ts';
import { isUnpaid } from './billing-invoice.ts';
import { amountTable } from './billing-layout.ts';
import type { BillingStore } from './billing-store.ts';
import { dayText, moneyText } from './billing-text.ts';

const AT = '/billing/pages/portal';

const STATUS: Record<BillingInvoice['status'], string> = {
  paid: 'Paid',
  posted: 'Not paid yet',
  payment_due: 'Payment failed',
  not_paid: 'Not paid',
  voided: 'Voided',
  pending: 'Not final',
};

export const nameOfSubscription = ({ subscription_items }: BillingSubscription): string =>
  subscription_items.map(({ item_price_id }) => priceOf(item_price_id)?.name ?? item_price_id).join(', ');

/** With notice and minimum term, as the shop set the portal up. Unix seconds. */
export function portalCancelsAt(subscription: BillingSubscription, now: Date): number {
  const plan = subscription.subscription_items.find(({ item_type }) => item_type === 'plan');
  const offer = offerOf(plan?.item_price_id ?? '');
  const end = endIfCancelled(
    {
      kind: offer?.kind === 'plan' ? 'plan' : 'addon',
      period: offer?.kind === 'plan' ? offer.period : 'monthly',
      started: new Date(subscription.started_at * 1000),
      termEnds: new Date(subscription.current_term_end * 1000),
    },
    now,
  );
  return Math.floor(end.getTime() / 1000);
}

function subscriptionPart(subscription: BillingSubscription, now: Date): Html {
  const { id, status, current_term_end, cancelled_at, mrr } = subscription;
  const ends = cancelled_at !== undefined && dayText(cancelled_at);
  const name = nameOfSubscription(subscription);
  const said =
    status === 'cancelled'
      ? html`Ended on ${ends}.`
      : status === 'non_renewing'
        ? html`Ends on ${ends}.`
        : html`${moneyText(mrr)} a month, next on ${dayText(current_term_end)}.`;
  const form =
    status === 'non_renewing'
      ? html`<form method="post" action="${AT}/subscriptions/${id}/keep"><button aria-label="Keep subscription: ${name}">Keep subscription</button></form>`
      : status === 'active' &&
        html`<details><summary class="button danger" aria-label="Cancel subscription: ${name}">Cancel subscription</summary>
<form method="post" action="${AT}/subscriptions/${id}/cancel"><p>With 30 days of notice and the time it was taken for, it ends on ${dayText(portalCancelsAt(subscription, now))}.</p><button class="danger">Confirm cancellation</button></form></details>`;
  return html`<section class="panel"><h3>${name}</h3><p>${said}</p>${form}</section>`;
}

const invoiceRow = (invoice: BillingInvoice): Html =>
  html`<tr><td><a href="${AT}/invoices/${invoice.id}">Invoice ${invoice.id}</a></td><td>${dayText(invoice.date)}</td><td>${STATUS[invoice.status]}</td><td class="number">${moneyText(invoice.total)}</td><td class="number"><a href="${AT}/invoices/${invoice.id}.pdf" aria-label="PDF of invoice ${invoice.id}">PDF</a></td></tr>`;

/** What a customer finds in the portal. */
export function portalContent(
  store: BillingStore,
  session: PortalSession,
  shown: { typed?: Partial<TypedCard>; errors?: CardErrors; alert?: string; notice?: string } = {},
): Html {
  const customer = store.customers.get(session.customer_id);
  const card = store.cards.get(session.customer_id);
  const own = <T extends { customer_id: string }>(list: Iterable<T>) =>
    [...list].filter(({ customer_id }) => customer_id === session.customer_id).reverse();
  const subscriptions = own(store.subscriptions.values());
  const invoices = own(store.invoices.values());
  const due = invoices.filter(isUnpaid).reduce((sum, { amount_due }) => sum + amount_due, 0);
  const now = new Date();
  return html`<div class="head"><h1>Billing</h1><form method="post" action="${AT}/leave"><button>Leave billing</button></form></div>
<p class="quiet">${customer?.company ?? customer?.email ?? session.customer_id}</p>
${shown.alert && html`<p class="notice" role="alert">${shown.alert}</p>`}${shown.notice && html`<p role="status">${shown.notice}</p>`}
${due > 0 && html`<section class="panel" aria-labelledby="due"><h2 id="due">${moneyText(due)} is due</h2><form method="post" action="${AT}/collect" data-once><button class="main">Pay ${moneyText(due)} now</button></form></section>`}
<h2>Subscriptions</h2>
${subscriptions.length === 0 ? html`<p class="quiet">No subscriptions.</p>` : subscriptions.map((one) => subscriptionPart(one, now))}
<h2>Card</h2>
<p>${card ? `Card ending in ${card.last4}, expires ${card.expiry_month}/${card.expiry_year}.` : 'No card on file.'}</p>
<form method="post" action="${AT}/card" class="stack" data-once>${cardFields(shown.typed ?? {}, shown.errors ?? {})}
<p><button class="main">Save card</button></p></form>
<h2>Invoices</h2>
${
  invoices.length === 0
    ? html`<p class="quiet">No invoices.</p>`
    : html`<div class="table" tabindex="0" role="region" aria-label="Invoices"><table><thead><tr><th scope="col">Invoice</th><th scope="col">Date</th><th scope="col">Status</th><th scope="col" class="number">Total</th><th scope="col" class="number">File</th></tr></thead><tbody>${invoices.map(invoiceRow)}</tbody></table></div>`
}
${testCards()}`;
}

/** One invoice to read and to print. */
export function invoiceContent(store: BillingStore, invoice: BillingInvoice): Html {
  const customer = store.customers.get(invoice.customer_id);
  return html`<p><a href="${AT}">Back to billing</a></p><h1>Invoice ${invoice.id}</h1>
<p>${customer?.company ?? customer?.email ?? ''}</p><p class="quiet">${dayText(invoice.date)}, ${STATUS[invoice.status].toLowerCase()}</p>
${amountTable(
  'What was charged',
  invoice.line_items.map(({ description, amount }) => ({ text: description, amount })),
  [
    { text: 'Total', amount: invoice.total },
    ...(invoice.credits_applied > 0 ? [{ text: 'Credits', amount: -invoice.credits_applied }] : []),
    { text: 'Paid', amount: invoice.amount_paid },
    { text: 'Due', amount: invoice.amount_due },
  ],
)}
<p><a class="button" href="${AT}/invoices/${invoice.id}.pdf">Download PDF</a></p>`;
}
