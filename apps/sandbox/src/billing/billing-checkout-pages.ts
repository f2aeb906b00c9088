import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { fromHere } from '../page/from-here.ts';
import { type Html, html } from '../page/html.ts';
import { readCard, type TypedCard } from './billing-card.ts';
import { type CardErrors, cardFields, testCards, typedCard } from './billing-card-form.ts';
import { cancelPage, isExpired, isOpen, openPage, payPage, summaryOf } from './billing-checkout.ts';
import type { HostedPageType } from './billing-entity.ts';
import { BillingError } from './billing-error.ts';
import { amountTable, sendShopperPage } from './billing-layout.ts';
import type { PaymentOutcome } from './billing-payment.ts';
import type { BillingStore, StoredPage } from './billing-store.ts';
import { moneyText } from './billing-text.ts';

type Address = { Params: { id: string }; Querystring: { framed?: string }; Body: URLSearchParams | null };

const TITLES: Record<HostedPageType, string> = {
  checkout_new: 'Checkout',
  checkout_existing: 'Change subscription',
  checkout_one_time: 'Checkout',
  manage_payment_sources: 'Payment method',
  collect_now: 'Pay what is due',
};

/** Back to the shop, with what the vendor adds to its address. */
function backTo(url: string, id: string, state: string): string {
  const address = new URL(url);
  address.searchParams.set('id', id);
  address.searchParams.set('state', state);
  return address.href;
}

/** The checkout as people see it, below /billing/pages/v3. */
export function registerCheckoutPages(app: FastifyInstance, store: BillingStore, site: string): void {
  const show = (
    reply: FastifyReply,
    status: number,
    title: string,
    content: Html,
    more: { tell?: { event: string; id: string }; framed?: boolean } = {},
  ) => sendShopperPage(reply, status, { site, title, content, ...more });

  const missing = (reply: FastifyReply) =>
    show(
      reply,
      404,
      'No such page',
      html`<h1>There is no such page</h1><p>Go back to where you came from and start again.</p>`,
    );

  /** What a page that is no longer open says. */
  function closed(reply: FastifyReply, stored: StoredPage, framed: boolean): FastifyReply {
    const { page, order } = stored;
    const { id } = page;
    const paid = page.state === 'succeeded' || page.state === 'acknowledged';
    const back = paid ? order.redirectUrl : (order.cancelUrl ?? order.redirectUrl);
    const wayOn = framed
      ? html`<p><button type="button" class="main" data-close>Close</button></p>`
      : back &&
        html`<p><a class="button main" href="${paid ? backTo(back, id, 'succeeded') : back}">Go back</a></p>`;
    const [title, text] = paid
      ? ['Thank you', 'Your payment went through.']
      : page.state === 'cancelled'
        ? ['Cancelled', 'You cancelled this checkout. Nothing was charged.']
        : ['Expired', 'This checkout has expired. Go back and start again. Nothing was charged.'];
    const event = paid ? 'success' : page.state === 'cancelled' ? 'cancelled' : 'expired';
    return show(
      reply,
      paid || page.state === 'cancelled' ? 200 : 410,
      title,
      html`<h1>${title}</h1><p>${text}</p>${wayOn}`,
      {
        tell: { event, id },
        framed,
      },
    );
  }

  function openForm(
    reply: FastifyReply,
    stored: StoredPage,
    framed: boolean,
    failed: { status: number; typed?: TypedCard; errors?: CardErrors; text?: string; event?: string } = {
      status: 200,
    },
  ): FastifyReply {
    const { page } = stored;
    const { lines, credits, due, monthly } = summaryOf(store, stored);
    const action = (name: string) => `/billing/pages/v3/${page.id}/${name}`;
    const hidden = framed && html`<input type="hidden" name="framed" value="yes">`;
    const { typed = {}, errors = {}, text } = failed;
    const content = html`<h1>${TITLES[page.type]}</h1>
${text && html`<p class="notice" role="alert">${text}</p>`}
${
  page.type !== 'manage_payment_sources' &&
  amountTable(
    'Order summary',
    [
      ...lines.map(({ description, quantity, amount }) => ({
        text: quantity > 1 ? `${description} x ${quantity}` : description,
        amount,
      })),
      ...credits.map(({ description, amount }) => ({ text: `Credit: ${description}`, amount: -amount })),
    ],
    [{ text: 'Due today', amount: due }],
  )
}
${monthly !== null && html`<p class="quiet">Then ${moneyText(monthly)} each month.</p>`}
<form method="post" action="${action('pay')}" class="stack" data-once>${hidden}
${cardFields(typed, errors)}
<p class="row"><button class="main">${due > 0 ? `Pay ${moneyText(due)}` : 'Save card'}</button><button form="cancel">Cancel</button></p></form>
<form method="post" action="${action('cancel')}" id="cancel">${hidden}</form>
${testCards()}`;
    return show(reply, failed.status, TITLES[page.type], content, {
      tell: { event: failed.event ?? 'loaded', id: page.id },
      framed,
    });
  }

  const isFramed = ({ query, body }: FastifyRequest<Address>) =>
    query.framed === 'yes' || body?.get('framed') === 'yes';

  async function look(request: FastifyRequest<Address>, reply: FastifyReply): Promise<FastifyReply> {
    const stored = store.pages.get(request.params.id);
    if (!stored) return missing(reply);
    const framed = isFramed(request);
    if (!isOpen(stored)) return closed(reply, stored, framed);
    if (openPage(store, stored)) await store.save();
    return openForm(reply, stored, framed);
  }

  async function pay(request: FastifyRequest<Address>, reply: FastifyReply): Promise<FastifyReply> {
    const stored = store.pages.get(request.params.id);
    if (!stored) return missing(reply);
    const framed = isFramed(request);
    // Two tabs: the second one learns what the first one did.
    if (!isOpen(stored)) return closed(reply, stored, framed);
    const typed = typedCard(request.body);
    const read = readCard(typed, new Date());
    if ('errors' in read) return openForm(reply, stored, framed, { status: 422, typed, errors: read.errors });
    const ordered = orderedOutcome(store);
    const outcome = attempt(() => payPage(store, stored, read.card, ordered));
    await store.save();
    if (!outcome.ok)
      return openForm(reply, stored, framed, {
        status: outcome.reason === 'card_error' ? 402 : 502,
        typed,
        text: `${outcome.text} ${outcome.reason === 'card_error' ? 'Use another card.' : 'Try again in a moment.'}`,
        event: outcome.reason,
      });
    const { redirectUrl } = stored.order;
    return framed || !redirectUrl
      ? closed(reply, stored, framed)
      : leave(reply, backTo(redirectUrl, stored.page.id, 'succeeded'));
  }

  async function cancel(request: FastifyRequest<Address>, reply: FastifyReply): Promise<FastifyReply> {
    const stored = store.pages.get(request.params.id);
    if (!stored) return missing(reply);
    if (isOpen(stored)) {
      cancelPage(store, stored);
      await store.save();
    }
    const { cancelUrl } = stored.order;
    return isFramed(request) || !cancelUrl || stored.page.state !== 'cancelled' || isExpired(stored)
      ? closed(reply, stored, isFramed(request))
      : leave(reply, backTo(cancelUrl, stored.page.id, 'cancelled'));
  }

  for (const path of ['/billing/pages/v3/:id', '/billing/pages/v3/:id/']) app.get<Address>(path, look);
  app.post<Address>('/billing/pages/v3/:id/pay', { preHandler: fromHere }, pay);
  app.post<Address>('/billing/pages/v3/:id/cancel', { preHandler: fromHere }, cancel);
}

/** A form of these pages may end at the shop. */
const leave = (reply: FastifyReply, url: string): FastifyReply =>
  reply.header('content-security-policy', "default-src 'none'").redirect(url, 303);

/** How the next payments on a page end, when that was ordered. */
function orderedOutcome(store: BillingStore): PaymentOutcome | undefined {
  const order = store.orders.decide('checkout');
  if (!order) return undefined;
  return order.failure === 'card_error'
    ? { ok: false, reason: 'card_error', code: 'card_declined', text: 'Your card was declined.' }
    : {
        ok: false,
        reason: 'server_error',
        code: 'processing_error',
        text: 'Something went wrong while taking your payment.',
      };
}

/** What cannot be fulfilled any more, such as a change of a subscription that ended meanwhile. */
function attempt(work: () => PaymentOutcome): PaymentOutcome {
  try {
    return work();
  } catch (error) {
    if (!(error instanceof BillingError)) throw error;
    return { ok: false, reason: 'server_error', code: error.code, text: error.message };
  }
}
