import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { fromHere } from '../page/from-here.ts';
import { type Html, html } from '../page/html.ts';
import { readCard } from './billing-card.ts';
import { typedCard } from './billing-card-form.ts';
import { addressCounts, invoicePdf } from './billing-download.ts';
import type { BillingSubscription, PortalSession } from './billing-entity.ts';
import { BillingError } from './billing-error.ts';
import { collect, isUnpaid } from './billing-invoice.ts';
import { sendShopperPage } from './billing-layout.ts';
import { payWith, saveCard } from './billing-payment.ts';
import { enterPortal, leavePortal, visitOf } from './billing-portal.ts';
import { invoiceContent, portalCancelsAt, portalContent } from './billing-portal-page.ts';
import type { BillingStore } from './billing-store.ts';
import { customerOf } from './billing-subscription.ts';
import { cancelSubscription, removeScheduledCancellation } from './billing-term.ts';

const AT = '/billing/pages/portal';
const COOKIE = 'billing_visit';

const WHY_NOT = {
  used: 'This link was used already. Open billing again from where you came from.',
  expired: 'This link has expired. Open billing again from where you came from.',
  unknown: 'There is no such link. Open billing again from where you came from.',
};

type Request = FastifyRequest<{ Params: { id: string }; Body: URLSearchParams | null }>;
type Work = (
  session: PortalSession,
  request: Request,
  reply: FastifyReply,
) => FastifyReply | Promise<FastifyReply>;

function visitCookie(request: FastifyRequest): string | undefined {
  const parts = (request.headers.cookie ?? '').split(';').map((part) => part.trim().split('='));
  return parts.find(([name]) => name === COOKIE)?.[1];
}

/** The portal as customers see it, below /billing/pages/portal. */
export function registerPortalPages(app: FastifyInstance, store: BillingStore, site: string): void {
  const show = (reply: FastifyReply, status: number, title: string, content: Html) =>
    sendShopperPage(reply, status, { site, title, content, wide: true });
  const refused = (reply: FastifyReply, status: number, text: string) =>
    show(reply, status, 'Not open', html`<h1>Billing is not open</h1><p>${text}</p>`);
  const home = (
    reply: FastifyReply,
    session: PortalSession,
    shown?: Parameters<typeof portalContent>[2],
    status = 200,
  ) => show(reply, status, 'Billing', portalContent(store, session, shown));

  const visiting = (work: Work) => async (request: Request, reply: FastifyReply) => {
    const session = visitOf(store, visitCookie(request));
    if (!session)
      return refused(reply, 403, 'Your visit is over. Open billing again from where you came from.');
    return work(session, request, reply);
  };
  const page = (path: string, work: Work) =>
    app.get<{ Params: { id: string }; Body: URLSearchParams | null }>(path, visiting(work));
  const form = (path: string, work: Work) =>
    app.post<{ Params: { id: string }; Body: URLSearchParams | null }>(
      path,
      { preHandler: fromHere },
      visiting(async (session, request, reply) => {
        try {
          return await work(session, request, reply);
        } catch (error) {
          if (!(error instanceof BillingError)) throw error;
          await store.save();
          return home(reply, session, { alert: error.message }, error.status);
        }
      }),
    );
  const back = async (reply: FastifyReply) => {
    await store.save();
    return reply.redirect(AT, 303);
  };
  const ownInvoice = (session: PortalSession, id: string) => {
    const invoice = store.invoices.get(id);
    return invoice?.customer_id === session.customer_id ? invoice : null;
  };

  app.get<{ Params: { token: string } }>(`${AT}/authenticate/:token`, async (request, reply) => {
    const session = enterPortal(store, request.params.token);
    if (typeof session === 'string')
      return refused(reply, session === 'unknown' ? 404 : 410, WHY_NOT[session]);
    session.login_ipaddress = request.ip;
    await store.save();
    return reply
      .header('set-cookie', `${COOKIE}=${session.id}; Path=${AT}; HttpOnly; SameSite=Lax`)
      .header('cache-control', 'no-store')
      .redirect(AT, 303);
  });

  page(AT, (session, _request, reply) => home(reply, session));

  form(`${AT}/card`, async (session, request, reply) => {
    const typed = typedCard(request.body);
    const read = readCard(typed, new Date());
    if ('errors' in read) return home(reply, session, { typed, errors: read.errors }, 422);
    const outcome = payWith(read.card);
    if (!outcome.ok) return home(reply, session, { typed, alert: `${outcome.text} Use another card.` }, 402);
    saveCard(store, customerOf(store, session.customer_id), read.card, 'portal');
    return back(reply);
  });

  form(`${AT}/collect`, async (session, _request, reply) => {
    for (const invoice of store.invoices.values())
      if (invoice.customer_id === session.customer_id && isUnpaid(invoice))
        collect(store, invoice, { source: 'portal' });
    return back(reply);
  });

  const onSubscription = (name: string, work: (subscription: BillingSubscription) => void) =>
    form(`${AT}/subscriptions/:id/${name}`, async (session, request, reply) => {
      const subscription = store.subscriptions.get(request.params.id);
      if (subscription?.customer_id !== session.customer_id)
        return refused(reply, 404, 'There is no such subscription.');
      work(subscription);
      return back(reply);
    });
  onSubscription('cancel', (subscription) =>
    cancelSubscription(
      store,
      subscription,
      { at: portalCancelsAt(subscription, new Date()), credit: 'none' },
      'portal',
    ),
  );
  onSubscription('keep', (subscription) => removeScheduledCancellation(store, subscription, 'portal'));

  page(`${AT}/invoices/:id`, (session, request, reply) => {
    const invoice = ownInvoice(session, request.params.id);
    if (!invoice) return refused(reply, 404, 'There is no such invoice.');
    return show(reply, 200, `Invoice ${invoice.id}`, invoiceContent(store, invoice));
  });

  page(`${AT}/invoices/:id.pdf`, async (session, request, reply) => {
    const invoice = ownInvoice(session, request.params.id);
    if (!invoice) return refused(reply, 404, 'There is no such invoice.');
    return sendPdf(reply, invoice.id, await invoicePdf(store, invoice));
  });

  form(`${AT}/leave`, async (session, _request, reply) => {
    leavePortal(session);
    await store.save();
    return reply
      .header('set-cookie', `${COOKIE}=; Path=${AT}; Max-Age=0`)
      .header('content-security-policy', "default-src 'none'")
      .redirect(session.redirect_url ?? `${AT}/left`, 303);
  });
  app.get(`${AT}/left`, (_request, reply) =>
    show(reply, 200, 'Left', html`<h1>You left billing</h1><p>You can close this page.</p>`),
  );

  app.get<{ Params: { id: string }; Querystring: { until?: string; signature?: string } }>(
    '/billing/pages/invoices/:id.pdf',
    async (request, reply) => {
      const { until = '', signature = '' } = request.query;
      const invoice = store.invoices.get(request.params.id);
      if (!invoice || !addressCounts(request.params.id, Number(until), signature))
        return refused(reply, 403, 'This address has expired.');
      return sendPdf(reply, invoice.id, await invoicePdf(store, invoice));
    },
  );
}

const sendPdf = (reply: FastifyReply, id: string, pdf: Buffer): FastifyReply =>
  reply
    .header('cache-control', 'no-store')
    .header('content-disposition', `attachment; filename="invoice-${id}.pdf"`)
    .type('application/pdf')
    .send(pdf);
