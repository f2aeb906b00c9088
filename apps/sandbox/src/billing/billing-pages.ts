import { readFile } from 'node:fs/promises';
import { offerOf } from '@troupe/domain/billing/plan';
import { endIfCancelled } from '@troupe/domain/billing/subscription';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { fromHere } from '../page/from-here.ts';
import { type Html, html } from '../page/html.ts';
import { sendVendorPage, vendorPage } from '../page/vendor-page.ts';
import type { Faults } from '../platform/faults.ts';
import {
  BROKEN,
  type CardErrors,
  DECLINED,
  type PaymentOutcome,
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
import { collect, isUnpaid, priceOf } from './billing-invoice.ts';
import type { BillingStore } from './billing-store.ts';
import { cancelSubscription, removeScheduledCancellation } from './billing-subscription.ts';
import { BillingError } from './billing-wire.ts';

const PAGES = '/billing/pages/v3';
const PORTAL = '/billing/pages/portal';
const COOKIE = 'billing_visit';

type Address = { Params: { id: string }; Querystring: Record<string, string>; Body: URLSearchParams | null };
type Request = FastifyRequest<Address>;

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
  const show: Show = (reply, status, title, content, marks = html``) => {
    const options = { vendor: 'Sandbox billing', about: site, note: 'No money moves.', wide: !marks.markup };
    const markup = vendorPage({ ...options, title, content, marks, script: '/billing/pages/checkout.js' });
    return sendVendorPage(reply, status, markup, { framed: true });
  };
  registerCheckout(app, store, faults, show);
  registerPortal(app, store, show);
}

type Show = (reply: FastifyReply, status: number, title: string, content: Html, marks?: Html) => FastifyReply;

const CARD_FIELDS: [keyof TypedCard, string, Html][] = [
  ['number', 'Card number', html` inputmode="numeric" autocomplete="cc-number" required`],
  ['expiry', 'Expiry (MM/YY)', html` autocomplete="cc-exp" placeholder="12/30" required`],
  ['cvv', 'Security code', html` inputmode="numeric" autocomplete="cc-csc" required`],
  ['name', 'Name on the card', html` autocomplete="cc-name"`],
];

/** The fields of a card. What was typed stays, except for the security code. */
function cardFields(typed: Partial<TypedCard>, errors: CardErrors): Html {
  return html`${CARD_FIELDS.map(([name, label, more]) => {
    const error = errors[name];
    const described = error && html` aria-invalid="true" aria-describedby="error-${name}"`;
    return html`<label>${label}<input name="${name}" maxlength="100" value="${name === 'cvv' ? '' : (typed[name] ?? '')}"${more}${described}>${error && html`<span class="error" id="error-${name}">${error}</span>`}</label>`;
  })}`;
}

const testCards = html`<section aria-labelledby="cards"><h2 id="cards">Test cards</h2>
<p class="quiet">Any expiry in the future and any security code will do.</p>
<ul class="plain">${TEST_CARDS.map(({ number, text }) => html`<li class="cardline"><span><code>${number}</code> ${text}</span><button type="button" data-card="${number}" aria-label="Use the card ending in ${number.slice(-4)}">Use</button></li>`)}</ul></section>`;

const typedCard = (form: URLSearchParams | null): TypedCard => ({
  number: form?.get('number') ?? '',
  expiry: form?.get('expiry') ?? '',
  cvv: form?.get('cvv') ?? '',
  name: form?.get('name') ?? '',
});

const nameOf = ({ subscription_items }: BillingSubscription): string =>
  subscription_items.map(({ item_price_id }) => priceOf(item_price_id).name).join(', ');

function amountTable(lines: { description: string; amount: number }[], totals: [string, number][]): Html {
  return html`<table class="amounts"><caption>Order summary</caption><tbody>${lines.map(({ description, amount }) => html`<tr><td>${description}</td><td class="number">${moneyText(amount)}</td></tr>`)}</tbody>
<tfoot>${totals.map(([text, amount]) => html`<tr><th scope="row">${text}</th><td class="number"><strong>${moneyText(amount)}</strong></td></tr>`)}</tfoot></table>`;
}

/** Back to the shop, with what the vendor adds to its address. A form of these pages may end there. */
function leave(reply: FastifyReply, url: string, id: string, state: string): FastifyReply {
  return reply.header('content-security-policy', "default-src 'none'").redirect(backTo(url, id, state), 303);
}

function backTo(url: string, id: string, state: string): string {
  const address = new URL(url);
  address.searchParams.set('id', id);
  address.searchParams.set('state', state);
  return address.href;
}

function registerCheckout(app: FastifyInstance, store: BillingStore, faults: Faults, show: Show): void {
  const isFramed = ({ query, body }: Request) => query.framed === 'yes' || body?.get('framed') === 'yes';
  const marks = (event: string, id: string, framed: boolean) =>
    html` data-event="${event}" data-id="${id}"${framed && html` data-framed="yes"`}`;

  /** What a page that is no longer open says. */
  function closed(reply: FastifyReply, stored: StoredPage, framed: boolean): FastifyReply {
    const { id, state } = stored.page;
    const paid = state === 'succeeded' || state === 'acknowledged';
    const [event, status, title, text] = paid
      ? ['success', 200, 'Thank you', 'Your payment went through.']
      : state === 'cancelled'
        ? ['cancelled', 200, 'Cancelled', 'You cancelled this checkout. Nothing was charged.']
        : [
            'expired',
            410,
            'Expired',
            'This checkout has expired. Go back and start again. Nothing was charged.',
          ];
    const back = paid ? stored.redirectUrl && backTo(stored.redirectUrl, id, 'succeeded') : stored.cancelUrl;
    const exit = framed
      ? html`<p><button type="button" class="main" data-close>Close</button></p>`
      : back && html`<p><a class="button main" href="${back}">Go back</a></p>`;
    const content = html`<h1>${title}</h1><p>${text}</p>${exit}`;
    return show(reply, Number(status), String(title), content, marks(String(event), id, framed));
  }

  function form(
    reply: FastifyReply,
    stored: StoredPage,
    framed: boolean,
    failed: { status?: number; typed?: TypedCard; errors?: CardErrors; text?: string; event?: string } = {},
  ): FastifyReply {
    const { id } = stored.page;
    const { lines, due, monthly } = summaryOf(stored);
    const { status = 200, typed = {}, errors = {}, text, event = 'loaded' } = failed;
    const hidden = framed && html`<input type="hidden" name="framed" value="yes">`;
    const content = html`<h1>Checkout</h1>
${text && html`<p class="notice" role="alert">${text}</p>`}
${amountTable(lines, [['Due today', due]])}
${monthly !== null && html`<p class="quiet">Then ${moneyText(monthly)} each month.</p>`}
<form method="post" action="${PAGES}/${id}/pay" class="stack" data-once>${hidden}
${cardFields(typed, errors)}
<p class="row"><button class="main">Pay ${moneyText(due)}</button><button form="cancel">Cancel</button></p></form>
<form method="post" action="${PAGES}/${id}/cancel" id="cancel">${hidden}</form>
${testCards}`;
    return show(reply, status, 'Checkout', content, marks(event, id, framed));
  }

  const on =
    (work: (stored: StoredPage, request: Request, reply: FastifyReply) => Promise<FastifyReply>) =>
    async (request: Request, reply: FastifyReply) => {
      const stored = store.state.pages.get(request.params.id);
      const title = 'There is no such page';
      const text = html`<h1>${title}</h1><p>Go back to where you came from and start again.</p>`;
      return stored ? work(stored, request, reply) : show(reply, 404, title, text, html` `);
    };
  const look = on(async (stored, request, reply) => {
    if (!isOpen(stored)) return closed(reply, stored, isFramed(request));
    if (openPage(store, stored)) await store.save();
    return form(reply, stored, isFramed(request));
  });
  for (const path of [`${PAGES}/:id`, `${PAGES}/:id/`]) app.get<Address>(path, look);

  app.post<Address>(
    `${PAGES}/:id/pay`,
    { preHandler: fromHere },
    on(async (stored, request, reply) => {
      const framed = isFramed(request);
      // Two tabs: the second one learns what the first one did.
      if (!isOpen(stored)) return closed(reply, stored, framed);
      const typed = typedCard(request.body);
      const read = readCard(typed, new Date());
      if ('errors' in read) return form(reply, stored, framed, { status: 422, typed, errors: read.errors });
      const fault = faults.take('billing', ['checkout']);
      const ordered: PaymentOutcome | undefined =
        fault?.failure === 'card_error' ? DECLINED : fault ? BROKEN : undefined;
      const outcome = payPage(store, stored, read.card, ordered);
      await store.save();
      if (!outcome.ok) {
        const declined = outcome.reason === 'card_error';
        const text = `${outcome.text} ${declined ? 'Use another card.' : 'Try again in a moment.'}`;
        return form(reply, stored, framed, {
          ...{ status: declined ? 402 : 502, typed, text, event: outcome.reason },
        });
      }
      const { redirectUrl } = stored;
      if (framed || !redirectUrl) return closed(reply, stored, framed);
      return leave(reply, redirectUrl, stored.page.id, 'succeeded');
    }),
  );

  app.post<Address>(
    `${PAGES}/:id/cancel`,
    { preHandler: fromHere },
    on(async (stored, request, reply) => {
      const framed = isFramed(request);
      if (!isOpen(stored)) return closed(reply, stored, framed);
      cancelPage(store, stored);
      await store.save();
      if (framed || !stored.cancelUrl) return closed(reply, stored, framed);
      return leave(reply, stored.cancelUrl, stored.page.id, 'cancelled');
    }),
  );
}

/** With notice and minimum term, as the shop set the portal up. Unix seconds. */
function portalCancelsAt({ subscription_items, started_at, current_term_end }: BillingSubscription): number {
  const offer = offerOf(subscription_items[0]?.item_price_id ?? '');
  const held = {
    kind: offer?.kind === 'plan' ? ('plan' as const) : ('addon' as const),
    period: offer?.kind === 'plan' ? offer.period : ('monthly' as const),
    started: new Date(started_at * 1000),
    termEnds: new Date(current_term_end * 1000),
  };
  return Math.floor(endIfCancelled(held, new Date()).getTime() / 1000);
}

function subscriptionPart(subscription: BillingSubscription): Html {
  const { id, status, current_term_end, cancelled_at = 0, mrr } = subscription;
  const name = nameOf(subscription);
  const at = `${PORTAL}/subscriptions/${id}`;
  const text =
    status === 'active'
      ? `${moneyText(mrr)} a month, next on ${dayText(current_term_end)}.`
      : `${status === 'cancelled' ? 'Ended' : 'Ends'} on ${dayText(cancelled_at)}.`;
  const form =
    status === 'non_renewing'
      ? html`<form method="post" action="${at}/keep"><button aria-label="Keep subscription: ${name}">Keep subscription</button></form>`
      : status === 'active' &&
        html`<details><summary class="button danger" aria-label="Cancel subscription: ${name}">Cancel subscription</summary>
<form method="post" action="${at}/cancel"><p>With 30 days' notice and the minimum term, it ends on ${dayText(portalCancelsAt(subscription))}.</p><button class="danger">Confirm cancellation</button></form></details>`;
  return html`<section class="panel"><h3>${name}</h3><p>${text}</p>${form}</section>`;
}

type Shown = { typed?: TypedCard; errors?: CardErrors; alert?: string };

function portalContent({ state }: BillingStore, { customer_id }: PortalSession, shown: Shown): Html {
  const customer = state.customers.get(customer_id);
  const card = state.cards.get(customer_id);
  const own = <T extends { customer_id: string }>(list: Iterable<T>) =>
    [...list].filter((one) => one.customer_id === customer_id).reverse();
  const subscriptions = own(state.subscriptions.values());
  const invoices = own(state.invoices.values());
  const due = invoices.filter(isUnpaid).reduce((sum, { amount_due }) => sum + amount_due, 0);
  const row = ({ id, date, status, total }: BillingInvoice) =>
    html`<tr><td>Invoice ${id}</td><td>${dayText(date)}</td><td>${status.replace('_', ' ')}</td><td class="number">${moneyText(total)}</td><td class="number"><a href="${PORTAL}/invoices/${id}.pdf" aria-label="PDF of invoice ${id}">PDF</a></td></tr>`;
  return html`<div class="head"><h1>Billing</h1><form method="post" action="${PORTAL}/leave"><button>Leave billing</button></form></div>
<p class="quiet">${customer?.company ?? customer?.email ?? customer_id}</p>
${shown.alert && html`<p class="notice" role="alert">${shown.alert}</p>`}
${due > 0 && html`<section class="panel"><h2>${moneyText(due)} is due</h2><form method="post" action="${PORTAL}/collect" data-once><button class="main">Pay ${moneyText(due)} now</button></form></section>`}
<h2>Subscriptions</h2>
${subscriptions.length === 0 ? html`<p class="quiet">No subscriptions.</p>` : subscriptions.map(subscriptionPart)}
<h2>Card</h2>
<p>${card ? `Card ending in ${card.last4}, expires ${card.expiry_month}/${card.expiry_year}.` : 'No card on file.'}</p>
<form method="post" action="${PORTAL}/card" class="stack" data-once>${cardFields(shown.typed ?? {}, shown.errors ?? {})}
<p><button class="main">Save card</button></p></form>
<h2>Invoices</h2>
<div class="table" tabindex="0" role="region" aria-label="Invoices"><table><thead><tr><th scope="col">Invoice</th><th scope="col">Date</th><th scope="col">Status</th><th scope="col" class="number">Total</th><th scope="col" class="number">File</th></tr></thead><tbody>${invoices.map(row)}</tbody></table></div>
${testCards}`;
}

const WHY_NOT = {
  used: 'This link was used already.',
  expired: 'This link has expired.',
  unknown: 'There is no such link.',
};

function registerPortal(app: FastifyInstance, store: BillingStore, show: Show): void {
  const refused = (reply: FastifyReply, status: number, text: string) =>
    show(
      reply,
      status,
      'Not open',
      html`<h1>Billing is not open</h1><p>${text} Open billing again from where you came from.</p>`,
    );
  const home = (reply: FastifyReply, session: PortalSession, status = 200, shown: Shown = {}) =>
    show(reply, status, 'Billing', portalContent(store, session, shown));
  const visitor = (request: FastifyRequest) =>
    visitOf(store, new RegExp(`(?:^|; *)${COOKIE}=([^;]*)`).exec(request.headers.cookie ?? '')?.[1]);
  const back = async (reply: FastifyReply) => {
    await store.save();
    return reply.redirect(PORTAL, 303);
  };
  const file = async (reply: FastifyReply, invoice: BillingInvoice) =>
    reply
      .header('cache-control', 'no-store')
      .header('content-disposition', `attachment; filename="invoice-${invoice.id}.pdf"`)
      .type('application/pdf')
      .send(await invoicePdf(store, invoice));

  type Work = (
    session: PortalSession,
    request: Request,
    reply: FastifyReply,
  ) => FastifyReply | Promise<FastifyReply>;
  const visiting = (work: Work) => async (request: Request, reply: FastifyReply) => {
    const session = visitor(request);
    if (!session) return refused(reply, 403, 'Your visit is over.');
    try {
      return await work(session, request, reply);
    } catch (error) {
      if (!(error instanceof BillingError)) throw error;
      await store.save();
      return home(reply, session, error.status, { alert: error.message });
    }
  };
  const get = (path: string, work: Work) => app.get<Address>(`${PORTAL}${path}`, visiting(work));
  const post = (path: string, work: Work) =>
    app.post<Address>(`${PORTAL}${path}`, { preHandler: fromHere }, visiting(work));

  app.get<{ Params: { token: string } }>(`${PORTAL}/authenticate/:token`, async (request, reply) => {
    const session = enterPortal(store, request.params.token);
    if (typeof session === 'string')
      return refused(reply, session === 'unknown' ? 404 : 410, WHY_NOT[session]);
    reply.header('set-cookie', `${COOKIE}=${session.id}; Path=${PORTAL}; HttpOnly; SameSite=Lax`);
    return back(reply.header('cache-control', 'no-store'));
  });
  get('', (session, _request, reply) => home(reply, session));
  post('/card', (session, request, reply) => {
    const typed = typedCard(request.body);
    const read = readCard(typed, new Date());
    if ('errors' in read) return home(reply, session, 422, { typed, errors: read.errors });
    const outcome = payWith(read.card);
    if (!outcome.ok) return home(reply, session, 402, { typed, alert: `${outcome.text} Use another card.` });
    saveCard(store, store.customer(session.customer_id), read.card, 'portal');
    return back(reply);
  });
  post('/collect', (session, _request, reply) => {
    for (const invoice of store.state.invoices.values())
      if (invoice.customer_id === session.customer_id && isUnpaid(invoice))
        collect(store, invoice, { source: 'portal' });
    return back(reply);
  });
  const onSubscription = (name: string, work: (subscription: BillingSubscription) => void) =>
    post(`/subscriptions/:id/${name}`, (session, request, reply) => {
      const subscription = store.state.subscriptions.get(request.params.id);
      if (subscription?.customer_id !== session.customer_id)
        return refused(reply, 404, 'There is no such subscription.');
      work(subscription);
      return back(reply);
    });
  onSubscription('cancel', (one) => cancelSubscription(store, one, portalCancelsAt(one), 'portal'));
  onSubscription('keep', (one) => removeScheduledCancellation(store, one, 'portal'));
  get('/invoices/:id.pdf', (session, request, reply) => {
    const invoice = store.state.invoices.get(request.params.id);
    if (invoice?.customer_id !== session.customer_id) return refused(reply, 404, 'There is no such invoice.');
    return file(reply, invoice);
  });
  post('/leave', async (session, _request, reply) => {
    session.status = 'logged_out';
    await store.save();
    return reply
      .header('set-cookie', `${COOKIE}=; Path=${PORTAL}; Max-Age=0`)
      .header('content-security-policy', "default-src 'none'")
      .redirect(session.redirect_url ?? PORTAL, 303);
  });
  app.get<Address>('/billing/pages/invoices/:id.pdf', (request, reply) => {
    const { until = '', signature = '' } = request.query;
    const invoice = store.state.invoices.get(request.params.id);
    if (!invoice || !isDownload(invoice.id, Number(until), signature))
      return refused(reply, 403, 'This link has expired.');
    return file(reply, invoice);
  });
}
