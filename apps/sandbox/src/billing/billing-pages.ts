import { readFile } from 'node:fs/promises';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { fromHere } from '../page/from-here.ts';
import { type Html, html } from '../page/html.ts';
import { sendVendorPage, vendorPage } from '../page/vendor-page.ts';
import type { Faults } from '../platform/faults.ts';
import {
  BROKEN,
  type CardErrors,
  DECLINED,
  payWith,
  readCard,
  saveCard,
  TEST_CARDS,
  type TypedCard,
} from './billing-card.ts';
import {
  cancelPage,
  enterPortal,
  isOpen,
  openPage,
  payPage,
  summaryOf,
  visitOf,
} from './billing-checkout.ts';
import { dayText, invoicePdf, isDownload, moneyText } from './billing-download.ts';
import type { BillingInvoice, BillingSubscription, PortalSession, StoredPage } from './billing-entity.ts';
import { collect, isUnpaid, priceOf, sumOf } from './billing-invoice.ts';
import type { BillingStore } from './billing-store.ts';

const PAGES = '/billing/pages/v3';
const PORTAL = '/billing/pages/portal';
const COOKIE = 'billing_visit';

type Address = { Params: { id: string }; Querystring: Record<string, string>; Body: URLSearchParams | null };
type Request = FastifyRequest<Address>;

/** Shows a page of the vendor. `marks` say to its script what happened. */
type Show = (reply: FastifyReply, status: number, title: string, content: Html, marks?: Html) => FastifyReply;

/** The vendor's pages for shoppers below /billing/pages, and the scripts they and the product load. */
export async function registerBillingPages(
  app: FastifyInstance,
  store: BillingStore,
  faults: Faults,
  site: string,
): Promise<void> {
  for (const [path, file] of [
    ['/billing/chargebee.js', 'chargebee.js'],
    ['/billing/pages/checkout.js', 'checkout.js'],
  ] as const) {
    const content = await readFile(new URL(file, import.meta.url));
    app.get(path, (_request, reply) =>
      reply
        .type('text/javascript; charset=utf-8')
        .header('cache-control', 'no-cache')
        // Pages of the product load it.
        .header('cross-origin-resource-policy', 'cross-origin')
        .send(content),
    );
  }
  const show: Show = (reply, status, title, content, marks) => {
    const options = { vendor: 'Sandbox billing', about: site, note: 'No money moves.', wide: !marks };
    const markup = vendorPage({
      ...options,
      title,
      content,
      marks: marks ?? html``,
      script: '/billing/pages/checkout.js',
    });
    return sendVendorPage(reply, status, markup, { framed: true });
  };
  registerCheckout(app, store, faults, show);
  registerPortal(app, store, show);
}

const CARD_FIELDS: [keyof TypedCard, string, Html][] = [
  ['number', 'Card number', html` inputmode="numeric" autocomplete="cc-number" required`],
  ['expiry', 'Expiry (MM/YY)', html` autocomplete="cc-exp" placeholder="12/30" required`],
  ['cvv', 'Security code', html` inputmode="numeric" autocomplete="cc-csc" required`],
  ['name', 'Name on the card', html` autocomplete="cc-name"`],
];

const typedCard = (form: URLSearchParams | null) =>
  Object.fromEntries(CARD_FIELDS.map(([name]) => [name, form?.get(name) ?? ''])) as TypedCard;

/** Input errors or a refusal, for the page that is shown again. */
interface Failed {
  typed?: TypedCard;
  errors?: CardErrors;
  alert?: string;
  event?: string;
}

/** The fields of a card. Typed values stay, except for the security code. */
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

/** Where the shop hears of it, with what the vendor adds to its address. */
function backTo(url: string, id: string, state: string): string {
  const address = new URL(url);
  address.searchParams.set('id', id);
  address.searchParams.set('state', state);
  return address.href;
}

/** Back to the shop. A form of these pages may end there. */
const leave = (reply: FastifyReply, url: string): FastifyReply =>
  reply.header('content-security-policy', "default-src 'none'").redirect(url, 303);

/** What a page that is no longer open says: event, status, title and text. */
const CLOSED = {
  paid: ['success', 200, 'Thank you', 'Your payment went through.'],
  cancelled: ['cancelled', 200, 'Cancelled', 'You cancelled this checkout. Nothing was charged.'],
  expired: [
    'expired',
    410,
    'Expired',
    'This checkout has expired. Go back and start again. Nothing was charged.',
  ],
} as const;

function registerCheckout(app: FastifyInstance, store: BillingStore, faults: Faults, show: Show): void {
  const isFramed = ({ query, body }: Request) => query.framed === 'yes' || body?.get('framed') === 'yes';
  const marks = (event: string, id: string, framed: boolean) =>
    html` data-event="${event}" data-id="${id}"${framed && html` data-framed="yes"`}`;

  function closed(reply: FastifyReply, { page, redirectUrl, cancelUrl }: StoredPage, framed: boolean) {
    const { id, state } = page;
    const isPaid = state === 'succeeded' || state === 'acknowledged';
    const [event, status, title, text] = CLOSED[isPaid ? 'paid' : state === 'cancelled' ? state : 'expired'];
    const back = isPaid ? redirectUrl && backTo(redirectUrl, id, 'succeeded') : cancelUrl;
    const exit = framed
      ? html`<p><button type="button" class="main" data-close>Close</button></p>`
      : back && html`<p><a class="button main" href="${back}">Go back</a></p>`;
    const content = html`<h1>${title}</h1><p>${text}</p>${exit}`;
    return show(reply, status, title, content, marks(event, id, framed));
  }

  function form(reply: FastifyReply, stored: StoredPage, framed: boolean, status = 200, failed: Failed = {}) {
    const { id } = stored.page;
    const { lines, due, monthly } = summaryOf(stored);
    const hidden = framed && html`<input type="hidden" name="framed" value="yes">`;
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
    return show(reply, status, 'Checkout', content, marks(failed.event ?? 'loaded', id, framed));
  }

  type Work = (stored: StoredPage, request: Request, reply: FastifyReply, framed: boolean) => FastifyReply;
  /** Work on a page that is open: of two tabs, the second one learns what the first one did. */
  const on = (work: Work) => async (request: Request, reply: FastifyReply) => {
    const stored = store.state.pages.get(request.params.id);
    const title = 'There is no such page';
    const text = html`<h1>${title}</h1><p>Go back to where you came from and start again.</p>`;
    if (!stored) return show(reply, 404, title, text, html` `);
    const framed = isFramed(request);
    const answered = isOpen(stored) ? work(stored, request, reply, framed) : closed(reply, stored, framed);
    await store.save();
    return answered;
  };

  const look = on((stored, _request, reply, framed) => {
    openPage(store, stored);
    return form(reply, stored, framed);
  });
  for (const path of [`${PAGES}/:id`, `${PAGES}/:id/`]) app.get<Address>(path, look);

  const pay = on((stored, { body }, reply, framed) => {
    const typed = typedCard(body);
    const read = readCard(typed);
    if ('errors' in read) return form(reply, stored, framed, 422, { typed, errors: read.errors });
    const fault = faults.take('billing', ['checkout'])?.failure;
    const ordered = fault && (fault === 'card_error' ? DECLINED : BROKEN);
    const outcome = payPage(store, stored, read.card, ordered);
    if (!outcome.ok) {
      const isDeclined = outcome.reason === 'card_error';
      const alert = `${outcome.text} ${isDeclined ? 'Use another card.' : 'Try again in a moment.'}`;
      return form(reply, stored, framed, isDeclined ? 402 : 502, { typed, alert, event: outcome.reason });
    }
    const { redirectUrl, page } = stored;
    if (framed || !redirectUrl) return closed(reply, stored, framed);
    return leave(reply, backTo(redirectUrl, page.id, 'succeeded'));
  });
  app.post<Address>(`${PAGES}/:id/pay`, { preHandler: fromHere }, pay);

  const cancel = on((stored, _request, reply, framed) => {
    const { cancelUrl, page } = stored;
    cancelPage(store, stored);
    if (framed || !cancelUrl) return closed(reply, stored, framed);
    return leave(reply, backTo(cancelUrl, page.id, 'cancelled'));
  });
  app.post<Address>(`${PAGES}/:id/cancel`, { preHandler: fromHere }, cancel);
}

function subscriptionLine({
  status,
  current_term_end,
  cancelled_at = 0,
  subscription_items,
}: BillingSubscription): Html {
  const name = subscription_items.map(({ item_price_id }) => priceOf(item_price_id).name).join(', ');
  const text =
    status === 'active'
      ? `${moneyText(sumOf(subscription_items))} a month, next on ${dayText(current_term_end)}.`
      : `${status === 'cancelled' ? 'Ended' : 'Ends'} on ${dayText(cancelled_at)}.`;
  return html`<section class="panel"><h3>${name}</h3><p>${text}</p></section>`;
}

const invoiceLine = ({ id, date, status, total }: BillingInvoice): Html =>
  html`<tr><td>Invoice ${id}</td><td>${dayText(date)}</td><td>${status.replace('_', ' ')}</td><td class="number">${moneyText(total)}</td></tr>`;

function registerPortal(app: FastifyInstance, store: BillingStore, show: Show): void {
  const refused = (reply: FastifyReply, status: number, text: string) => {
    const content = html`<h1>Billing is not open</h1><p>${text} Open billing again from where you came from.</p>`;
    return show(reply, status, 'Not open', content);
  };
  const ownOf = <T extends { customer_id: string }>(list: Map<string, T>, { customer_id }: PortalSession) =>
    [...list.values()].filter((one) => one.customer_id === customer_id).reverse();

  function home(reply: FastifyReply, session: PortalSession, status = 200, failed: Failed = {}) {
    const { state } = store;
    const customer = store.customer(session.customer_id);
    const card = state.cards.get(customer.id);
    const invoices = ownOf(state.invoices, session);
    const due = invoices.filter(isUnpaid).reduce((sum, { amount_due }) => sum + amount_due, 0);
    const content = html`<div class="head"><h1>Billing</h1><form method="post" action="${PORTAL}/leave"><button>Leave billing</button></form></div>
<p class="quiet">${customer.company ?? customer.email ?? customer.id}</p>
${notice(failed)}
${due > 0 && html`<section class="panel"><h2>${moneyText(due)} is due</h2><form method="post" action="${PORTAL}/collect" data-once><button class="main">Pay ${moneyText(due)} now</button></form></section>`}
<h2>Subscriptions</h2>
${ownOf(state.subscriptions, session).map(subscriptionLine)}
<h2>Card</h2>
<p>${card ? `Card ending in ${card.last4}, expires ${card.expiry_month}/${card.expiry_year}.` : 'No card on file.'}</p>
<form method="post" action="${PORTAL}/card" class="stack" data-once>${cardFields(failed)}
<p><button class="main">Save card</button></p></form>
<h2>Invoices</h2>
<div class="table" tabindex="0" role="region" aria-label="Invoices"><table><thead><tr><th scope="col">Invoice</th><th scope="col">Date</th><th scope="col">Status</th><th scope="col" class="number">Total</th></tr></thead><tbody>${invoices.map(invoiceLine)}</tbody></table></div>
${testCards}`;
    return show(reply, status, 'Billing', content);
  }

  type Work = (session: PortalSession, request: Request, reply: FastifyReply) => FastifyReply;
  const visiting = (work: Work) => async (request: Request, reply: FastifyReply) => {
    const cookie = new RegExp(`(?:^|; *)${COOKIE}=([^;]*)`).exec(request.headers.cookie ?? '');
    const session = visitOf(store, cookie?.[1]);
    if (!session) return refused(reply, 403, 'Your visit is over.');
    const answered = work(session, request, reply);
    await store.save();
    return answered;
  };
  const post = (path: string, work: Work) =>
    app.post<Address>(`${PORTAL}${path}`, { preHandler: fromHere }, visiting(work));

  app.get<{ Params: { token: string } }>(`${PORTAL}/authenticate/:token`, async (request, reply) => {
    const session = enterPortal(store, request.params.token);
    if (!session) return refused(reply, 410, 'This link was used already, or has expired.');
    await store.save();
    reply.header('set-cookie', `${COOKIE}=${session.id}; Path=${PORTAL}; HttpOnly; SameSite=Lax`);
    return reply.header('cache-control', 'no-store').redirect(PORTAL, 303);
  });
  app.get<Address>(
    PORTAL,
    visiting((session, _request, reply) => home(reply, session)),
  );
  post('/card', (session, { body }, reply) => {
    const typed = typedCard(body);
    const read = readCard(typed);
    if ('errors' in read) return home(reply, session, 422, { typed, errors: read.errors });
    const outcome = payWith(read.card.behavior);
    if (!outcome.ok) return home(reply, session, 402, { typed, alert: `${outcome.text} Use another card.` });
    saveCard(store, store.customer(session.customer_id), read.card);
    return reply.redirect(PORTAL, 303);
  });
  post('/collect', (session, _request, reply) => {
    for (const invoice of ownOf(store.state.invoices, session).filter(isUnpaid)) {
      const outcome = collect(store, invoice);
      if (!outcome.ok) return home(reply, session, 400, { alert: outcome.text });
    }
    return reply.redirect(PORTAL, 303);
  });
  post('/leave', (session, _request, reply) => {
    session.status = 'logged_out';
    reply.header('set-cookie', `${COOKIE}=; Path=${PORTAL}; Max-Age=0`);
    return leave(reply, session.redirect_url ?? PORTAL);
  });
  app.get<Address>('/billing/pages/invoices/:id.pdf', async ({ params: { id }, query }, reply) => {
    const { until = '', signature = '' } = query;
    if (!isDownload(id, Number(until), signature)) return refused(reply, 403, 'This link has expired.');
    return reply
      .header('cache-control', 'no-store')
      .header('content-disposition', `attachment; filename="invoice-${id}.pdf"`)
      .type('application/pdf')
      .send(await invoicePdf(store, store.invoice(id)));
  });
}
