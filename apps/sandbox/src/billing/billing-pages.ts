import { readFile } from 'node:fs/promises';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { LRUCache } from 'lru-cache';
import {
  fromHere,
  type Html,
  html,
  pdfOf,
  plain,
  sendVendorPage,
  serveFile,
  type VendorPage,
} from '../page/page.ts';
import type { Faults } from '../platform/faults.ts';
import {
  cancelPage,
  enterPortal,
  isOpen,
  openPage,
  payPage,
  summaryOf,
  visitOf,
} from './billing-checkout.ts';
import {
  BROKEN,
  type CardErrors,
  collect,
  DECLINED,
  isUnpaid,
  payWith,
  priceOf,
  readCard,
  saveCard,
  sumOf,
  TEST_CARDS,
  type TypedCard,
} from './billing-payment.ts';
import {
  type BillingInvoice,
  type BillingPortal,
  type BillingStore,
  type BillingSubscription,
  newId,
  type StoredPage,
  seconds,
} from './billing-store.ts';

const PAGES = '/billing/pages/v3';
const PORTAL = '/billing/pages/portal';
const COOKIE = 'billing_visit';
const HOUR = 3600;
/** Invoices by download key. */
const downloads = new LRUCache<string, string>({ max: 10_000, ttl: HOUR * 1000 });

/** Formats minor units: `$995.00`. */
const moneyText = (amount: number): string =>
  new Intl.NumberFormat('en-US', { style: 'currency', currency: 'USD' }).format(amount / 100);

const day = new Intl.DateTimeFormat('en-US', { dateStyle: 'medium', timeZone: 'UTC' });
/** Formats Unix seconds as a date: `Nov 20, 2026`. */
const dayText = (at: number): string => day.format(new Date(at * 1000));

/** Returns an invoice PDF's URL, valid for one hour. */
export function downloadAddress({ id }: BillingInvoice, origin: string) {
  const key = newId('', 40);
  downloads.set(key, id);
  const download_url = `${origin}/billing/pages/invoices/${id}.pdf?key=${key}`;
  return { download_url, valid_till: seconds() + HOUR };
}

/** Renders an invoice as PDF. */
function invoicePdf({ state }: BillingStore, invoice: BillingInvoice): Promise<Buffer> {
  const customer = state.customers.get(invoice.customer_id);
  const rows: [string, number][] = [
    ...invoice.line_items.map(({ description, amount }): [string, number] => [description, amount]),
    ['Total', invoice.total],
    ['Credits', -invoice.credits_applied],
    ['Paid', invoice.amount_paid],
    ['Due', invoice.amount_due],
  ];
  return pdfOf(`Invoice ${invoice.id}`, (document) => {
    document.text(`${dayText(invoice.date)}, ${invoice.status}`);
    document.text(plain([customer?.company, customer?.email].filter(Boolean).join(', '))).moveDown();
    for (const [text, amount] of rows) document.text(`${plain(text)}: ${moneyText(amount)}`);
  });
}

/** Content of a page. `marks` report results to the checkout's script. */
type Shown = Pick<VendorPage, 'status' | 'title' | 'content' | 'marks'>;
type Address = { Params: { id: string }; Querystring: Record<string, string>; Body: URLSearchParams | null };
type Request = FastifyRequest<Address>;
/** A page, or a redirect. */
type Outcome = Shown | { to: string };

/** Registers the shopper pages below /billing/pages and their scripts. */
export async function registerBillingPages(
  app: FastifyInstance,
  store: BillingStore,
  faults: Faults,
  site: string,
): Promise<void> {
  // Loaded by the product's pages.
  const script = (file: string) => readFile(new URL(file, import.meta.url));
  serveFile(app, '/billing/chargebee.js', { content: await script('chargebee.js'), crossOrigin: true });
  serveFile(app, '/billing/pages/checkout.js', { content: await script('checkout.js') });

  /** Sends a page or a redirect to the shop, where its forms may end. */
  function send(reply: FastifyReply, outcome: Outcome): FastifyReply {
    if ('to' in outcome)
      return reply.header('content-security-policy', "default-src 'none'").redirect(outcome.to, 303);
    const page = { vendor: 'Sandbox billing', about: site, note: 'No money moves.', framed: true };
    const script = '/billing/pages/checkout.js';
    return sendVendorPage(reply, { ...page, ...outcome, script, wide: !outcome.marks });
  }
  registerCheckout(app, store, faults, send);
  registerPortal(app, store, send);
}

type Send = (reply: FastifyReply, outcome: Outcome) => FastifyReply;

const CARD_FIELDS: [keyof TypedCard, string, Html][] = [
  ['number', 'Card number', html` inputmode="numeric" autocomplete="cc-number" required`],
  ['expiry', 'Expiry (MM/YY)', html` autocomplete="cc-exp" placeholder="12/30" required`],
  ['cvv', 'Security code', html` inputmode="numeric" autocomplete="cc-csc" required`],
  ['name', 'Name on the card', html` autocomplete="cc-name"`],
];

const typedCard = (form: URLSearchParams | null) =>
  Object.fromEntries(CARD_FIELDS.map(([name]) => [name, form?.get(name) ?? ''])) as TypedCard;

/** Input errors or a failure, for showing the page again. */
interface Failed {
  typed?: TypedCard;
  errors?: CardErrors;
  alert?: string;
  event?: string;
}

/** Card fields. Input is kept, except the security code. */
function cardFields({ typed, errors = {} }: Failed): Html {
  return html`${CARD_FIELDS.map(([name, label, more]) => {
    const error = errors[name];
    const described = error && html` aria-invalid="true" aria-describedby="error-${name}"`;
    return html`<label>${label}<input name="${name}" maxlength="100" value="${name === 'cvv' ? '' : (typed?.[name] ?? '')}"${more}${described}>${error && html`<span class="error" id="error-${name}">${error}</span>`}</label>`;
  })}`;
}

const testCards = html`<section aria-labelledby="cards"><h2 id="cards">Test cards</h2>
<p class="quiet">Any expiry in the future and any security code will do.</p>
<ul class="plain">${TEST_CARDS.map(({ number, text }) => html`<li class="cardline"><span><code>${number}</code> ${text}</span><button type="button" data-card="${number}" aria-label="Use the card ending in ${number.slice(-4)}">Use</button></li>`)}</ul></section>`;

const notice = ({ alert }: Failed) => alert && html`<p class="notice" role="alert">${alert}</p>`;

/** Returns the redirect URL with the provider's parameters. */
function backTo(url: string, id: string, state: string): string {
  const address = new URL(url);
  address.searchParams.set('id', id);
  address.searchParams.set('state', state);
  return address.href;
}

const EXPIRED = 'This checkout has expired. Go back and start again. Nothing was charged.';
/** Content of closed pages: event, status, title and text. */
const CLOSED = {
  paid: ['success', 200, 'Thank you', 'Your payment went through.'],
  cancelled: ['cancelled', 200, 'Canceled', 'You canceled this checkout. Nothing was charged.'],
  expired: ['expired', 410, 'Expired', EXPIRED],
} as const;

/** A checkout, shown in a frame of the shop or standalone. */
type Visit = { stored: StoredPage; framed: boolean };

const marksOf = (event: string, { stored: { page }, framed }: Visit) =>
  html` data-event="${event}" data-id="${page.id}"${framed && html` data-framed="yes"`}`;

function closedPage(visit: Visit): Shown {
  const { page, redirectUrl, cancelUrl } = visit.stored;
  const isPaid = page.state === 'succeeded' || page.state === 'acknowledged';
  const [event, status, title, text] =
    CLOSED[isPaid ? 'paid' : page.state === 'cancelled' ? 'cancelled' : 'expired'];
  const back = isPaid ? redirectUrl && backTo(redirectUrl, page.id, 'succeeded') : cancelUrl;
  const exit = visit.framed
    ? html`<p><button type="button" class="main" data-close>Close</button></p>`
    : back && html`<p><a class="button main" href="${back}">Go back</a></p>`;
  const content = html`<h1>${title}</h1><p>${text}</p>${exit}`;
  return { status, title, content, marks: marksOf(event, visit) };
}

function checkoutForm(visit: Visit, status = 200, failed: Failed = {}): Shown {
  const { id } = visit.stored.page;
  const { lines, due, monthly } = summaryOf(visit.stored);
  const hidden = visit.framed && html`<input type="hidden" name="framed" value="yes">`;
  const content = html`<h1>Checkout</h1>
${notice(failed)}
<table class="amounts"><caption>Order summary</caption><tbody>${lines.map(({ description, amount }) => html`<tr><td>${description}</td><td class="number">${moneyText(amount)}</td></tr>`)}</tbody>
<tfoot><tr><th scope="row">Due today</th><td class="number"><strong>${moneyText(due)}</strong></td></tr></tfoot></table>
${monthly !== null && html`<p class="quiet">Then ${moneyText(monthly)} each month.</p>`}
<form method="post" action="${PAGES}/${id}/pay" class="stack" data-once>${hidden}
${cardFields(failed)}
<p class="row"><button class="main">Pay ${moneyText(due)}</button><button form="cancel">Cancel</button></p></form>
<form method="post" action="${PAGES}/${id}/cancel" id="cancel">${hidden}</form>
${testCards}`;
  return { status, title: 'Checkout', content, marks: marksOf(failed.event ?? 'loaded', visit) };
}

function registerCheckout(app: FastifyInstance, store: BillingStore, faults: Faults, send: Send): void {
  /** Runs on open pages only: the second of two tabs sees the first one's result. */
  const on =
    (work: (visit: Visit, request: Request) => Outcome) => async (request: Request, reply: FastifyReply) => {
      const stored = store.state.pages.get(request.params.id);
      const title = 'There is no such page';
      const content = html`<h1>${title}</h1><p>Go back to where you came from and start again.</p>`;
      if (!stored) return send(reply, { status: 404, title, content, marks: html` ` });
      const framed = (request.query.framed ?? request.body?.get('framed')) === 'yes';
      const visit = { stored, framed };
      const outcome = isOpen(stored) ? work(visit, request) : closedPage(visit);
      await store.save();
      return send(reply, outcome);
    };

  const look = on((visit) => {
    openPage(store, visit.stored);
    return checkoutForm(visit);
  });
  for (const path of [`${PAGES}/:id`, `${PAGES}/:id/`]) app.get<Address>(path, look);

  const pay = on((visit, { body }) => {
    const { stored, framed } = visit;
    const typed = typedCard(body);
    const read = readCard(typed);
    if ('errors' in read) return checkoutForm(visit, 422, { typed, errors: read.errors });
    const fault = faults.take('billing', ['checkout'])?.failure;
    const outcome = payPage(store, stored, read.card, fault && (fault === 'card_error' ? DECLINED : BROKEN));
    if (!outcome.ok) {
      const isDeclined = outcome.reason === 'card_error';
      const alert = `${outcome.text} ${isDeclined ? 'Use another card.' : 'Try again in a moment.'}`;
      return checkoutForm(visit, isDeclined ? 402 : 502, { typed, alert, event: outcome.reason });
    }
    const { redirectUrl, page } = stored;
    return framed || !redirectUrl ? closedPage(visit) : { to: backTo(redirectUrl, page.id, 'succeeded') };
  });
  app.post<Address>(`${PAGES}/:id/pay`, { preHandler: fromHere }, pay);

  const cancel = on((visit) => {
    const { cancelUrl, page } = visit.stored;
    cancelPage(store, visit.stored);
    return visit.framed || !cancelUrl ? closedPage(visit) : { to: backTo(cancelUrl, page.id, 'cancelled') };
  });
  app.post<Address>(`${PAGES}/:id/cancel`, { preHandler: fromHere }, cancel);
}

function subscriptionLine(subscription: BillingSubscription): Html {
  const { status, current_term_end, cancelled_at = 0, subscription_items } = subscription;
  const name = subscription_items.map(({ item_price_id }) => priceOf(item_price_id).name).join(', ');
  const text =
    status === 'active'
      ? `${moneyText(sumOf(subscription_items))} a month, next on ${dayText(current_term_end)}.`
      : `${status === 'cancelled' ? 'Ended' : 'Ends'} on ${dayText(cancelled_at)}.`;
  return html`<section class="panel"><h3>${name}</h3><p>${text}</p></section>`;
}

const invoiceLine = ({ id, date, status, total }: BillingInvoice): Html =>
  html`<tr><td>Invoice ${id}</td><td>${dayText(date)}</td><td>${status.replace('_', ' ')}</td><td class="number">${moneyText(total)}</td></tr>`;

const ownOf = <T extends { customer_id?: string }>(list: Map<string, T>, { customer_id }: BillingPortal) =>
  [...list.values()].filter((one) => one.customer_id === customer_id).reverse();

function portalHome(store: BillingStore, visit: BillingPortal, status = 200, failed: Failed = {}): Shown {
  const { state } = store;
  const customer = store.customer(visit.customer_id);
  const card = state.cards.get(customer.id);
  const invoices = ownOf(state.invoices, visit);
  const due = invoices.filter(isUnpaid).reduce((sum, { amount_due }) => sum + amount_due, 0);
  const content = html`<div class="head"><h1>Billing</h1><form method="post" action="${PORTAL}/leave"><button>Leave billing</button></form></div>
<p class="quiet">${customer.company ?? customer.email ?? customer.id}</p>
${notice(failed)}
${due > 0 && html`<section class="panel"><h2>${moneyText(due)} is due</h2><form method="post" action="${PORTAL}/collect" data-once><button class="main">Pay ${moneyText(due)} now</button></form></section>`}
<h2>Subscriptions</h2>
${ownOf(state.subscriptions, visit).map(subscriptionLine)}
<h2>Card</h2>
<p>${card ? `Card ending in ${card.last4}, expires ${card.expiry_month}/${card.expiry_year}.` : 'No card on file.'}</p>
<form method="post" action="${PORTAL}/card" class="stack" data-once>${cardFields(failed)}
<p><button class="main">Save card</button></p></form>
<h2>Invoices</h2>
<div class="table" tabindex="0" role="region" aria-label="Invoices"><table><thead><tr><th scope="col">Invoice</th><th scope="col">Date</th><th scope="col">Status</th><th scope="col" class="number">Total</th></tr></thead><tbody>${invoices.map(invoiceLine)}</tbody></table></div>
${testCards}`;
  return { status, title: 'Billing', content };
}

function registerPortal(app: FastifyInstance, store: BillingStore, send: Send): void {
  const refused = (status: number, text: string): Shown => ({
    status,
    title: 'Not open',
    content: html`<h1>Billing is not open</h1><p>${text} Open billing again from where you came from.</p>`,
  });
  type Work = (visit: BillingPortal, request: Request, reply: FastifyReply) => Outcome;
  const visiting = (work: Work) => async (request: Request, reply: FastifyReply) => {
    const cookie = new RegExp(`(?:^|; *)${COOKIE}=([^;]*)`).exec(request.headers.cookie ?? '');
    const visit = visitOf(store, cookie?.[1]);
    if (!visit) return send(reply, refused(403, 'Your visit is over.'));
    const outcome = work(visit, request, reply);
    await store.save();
    return send(reply, outcome);
  };
  const post = (path: string, work: Work) =>
    app.post<Address>(`${PORTAL}${path}`, { preHandler: fromHere }, visiting(work));

  app.get<{ Params: { token: string } }>(`${PORTAL}/authenticate/:token`, async (request, reply) => {
    const visit = enterPortal(store, request.params.token);
    if (!visit) return send(reply, refused(410, 'This link was used already, or has expired.'));
    await store.save();
    reply.header('set-cookie', `${COOKIE}=${visit.id}; Path=${PORTAL}; HttpOnly; SameSite=Lax`);
    return reply.header('cache-control', 'no-store').redirect(PORTAL, 303);
  });
  const home = visiting((visit) => portalHome(store, visit));
  app.get<Address>(PORTAL, home);
  post('/card', (visit, { body }) => {
    const typed = typedCard(body);
    const read = readCard(typed);
    if ('errors' in read) return portalHome(store, visit, 422, { typed, errors: read.errors });
    const outcome = payWith(read.card.behavior);
    if (!outcome.ok)
      return portalHome(store, visit, 402, { typed, alert: `${outcome.text} Use another card.` });
    saveCard(store, store.customer(visit.customer_id), read.card);
    return { to: PORTAL };
  });
  post('/collect', (visit) => {
    for (const invoice of ownOf(store.state.invoices, visit).filter(isUnpaid)) {
      const outcome = collect(store, invoice);
      if (!outcome.ok) return portalHome(store, visit, 400, { alert: outcome.text });
    }
    return { to: PORTAL };
  });
  post('/leave', (visit, _request, reply) => {
    visit.status = 'logged_out';
    reply.header('set-cookie', `${COOKIE}=; Path=${PORTAL}; Max-Age=0`);
    return { to: visit.redirect_url ?? PORTAL };
  });
  app.get<Address>('/billing/pages/invoices/:id.pdf', async ({ params: { id }, query }, reply) => {
    if (downloads.get(query.key ?? '') !== id) return send(reply, refused(403, 'This link has expired.'));
    return reply
      .header('cache-control', 'no-store')
      .header('content-disposition', `attachment; filename="invoice-${id}.pdf"`)
      .type('application/pdf')
      .send(await invoicePdf(store, store.invoice(id)));
  });
}
