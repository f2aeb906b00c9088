import { Problem } from '@troupe/domain/problem';
import type { FastifyInstance } from 'fastify';
import type { DnsZone } from '../dns/dns-zone.ts';
import { fromHere } from '../page/from-here.ts';
import { html } from '../page/html.ts';
import { sendPage } from '../page/layout.ts';
import { registerPanel } from '../platform/control.ts';
import type { Faults } from '../platform/faults.ts';
import type { MailDetail } from './mail.ts';
import { answerKinds, FORGED_POLICY, quoteLanguages } from './mail-answer.ts';
import type { MailAnswers } from './mail-answers.ts';
import { mailDetailPage } from './mail-detail-page.ts';
import { framedHtml, MAIL_HTML_POLICY } from './mail-html.ts';
import { mailListPage } from './mail-list-page.ts';
import { readAttachment, readMail } from './mail-reader.ts';
import type { MailStore } from './mail-store.ts';

const SAFE_PICTURES = new Set(['image/png', 'image/jpeg', 'image/gif', 'image/webp', 'image/avif']);
const INERT_POLICY = "sandbox; default-src 'none'";
const SOURCE_BYTES = 64_000;

type ById = { Params: { id: string } };

/** Opens a mail or answers 404. */
export async function openMail(store: MailStore, id: string): Promise<{ mail: MailDetail; raw: Buffer }> {
  const summary = store.get(id);
  const raw = summary && (await store.raw(id));
  if (!raw) throw new Problem('not_found', { message: 'This mail is not here any more.' });
  return { mail: await readMail(summary, raw), raw };
}

function attachmentHeader(filename: string): string {
  const plain = filename.replace(/[^\w. -]+/g, '_').slice(0, 150) || 'attachment';
  const exact = encodeURIComponent(filename.slice(0, 150).toWellFormed()).replace(/['()*]/g, escape);
  return `attachment; filename="${plain}"; filename*=UTF-8''${exact}`;
}

/** The mailbox for people, under /mail. */
export function registerMailPages(
  app: FastifyInstance,
  store: MailStore,
  parts: { faults: Faults; answers: MailAnswers; zone: DnsZone; smtpAddress: () => string },
): void {
  const { faults, answers, zone, smtpAddress } = parts;
  app.get<{ Querystring: { to: string; search: string; page: number } }>(
    '/mail',
    {
      schema: {
        querystring: {
          type: 'object',
          properties: {
            to: { type: 'string', maxLength: 320, default: '' },
            search: { type: 'string', maxLength: 200, default: '' },
            page: { type: 'integer', minimum: 1, default: 1 },
          },
        },
      },
    },
    (request, reply) => {
      const to = request.query.to.trim().toLowerCase();
      const search = request.query.search.trim();
      const mails = store.list({ to, search });
      return sendPage(
        reply,
        mailListPage({
          mails,
          recipients: store.recipients(),
          to,
          search,
          pageNumber: request.query.page,
          smtp: smtpAddress(),
        }),
      );
    },
  );

  app.get<ById>('/mail/:id', async (request, reply) => {
    const { mail, raw } = await openMail(store, request.params.id);
    return sendPage(
      reply,
      mailDetailPage(mail, raw.subarray(0, SOURCE_BYTES).toString('utf8'), {
        given: answers.list(mail.id),
        inbound: answers.inbound,
      }),
    );
  });

  app.get<ById>('/mail/:id/html', async (request, reply) => {
    const { mail } = await openMail(store, request.params.id);
    if (mail.html === null) throw new Problem('not_found', { message: 'This mail has no HTML.' });
    reply.header('content-security-policy', MAIL_HTML_POLICY);
    return sendPage(reply, framedHtml(mail));
  });

  app.get<ById & { Querystring: { download?: string } }>('/mail/:id/raw', async (request, reply) => {
    const raw = store.get(request.params.id) && (await store.raw(request.params.id));
    if (!raw) throw new Problem('not_found', { message: 'This mail is not here any more.' });
    reply.header('content-security-policy', INERT_POLICY).header('cache-control', 'no-store');
    if (request.query.download === undefined) return reply.type('text/plain; charset=utf-8').send(raw);
    reply.header('content-disposition', attachmentHeader(`${request.params.id}.eml`));
    return reply.type('message/rfc822').send(raw);
  });

  app.get<{ Params: { id: string; index: number } }>(
    '/mail/:id/attachments/:index',
    {
      schema: {
        params: {
          type: 'object',
          properties: { id: { type: 'string' }, index: { type: 'integer', minimum: 0 } },
        },
      },
    },
    async (request, reply) => {
      const raw = await store.raw(request.params.id);
      const found = raw && (await readAttachment(raw, request.params.index));
      if (!found) throw new Problem('not_found', { message: 'This mail has no such attachment.' });
      const { attachment, content } = found;
      const picture = SAFE_PICTURES.has(attachment.mimeType);
      return (
        reply
          .header('content-security-policy', INERT_POLICY)
          .header('content-disposition', attachmentHeader(attachment.filename))
          .header('cache-control', 'no-store')
          // The framed mail has an origin of its own, so its pictures come from elsewhere for the browser.
          .header('cross-origin-resource-policy', picture ? 'cross-origin' : 'same-origin')
          .type(picture ? attachment.mimeType : 'application/octet-stream')
          .send(Buffer.from(content))
      );
    },
  );

  app.post<ById & { Body: URLSearchParams | null }>(
    '/mail/:id/answer',
    { preHandler: fromHere },
    async (request, reply) => {
      const { mail, raw } = await openMail(store, request.params.id);
      const form = request.body;
      const kind = answerKinds.find((one) => one === form?.get('kind'));
      const language = quoteLanguages.find((one) => one === form?.get('language')) ?? 'en';
      const minutes = Number(form?.get('minutes') || 0);
      if (!kind || !(minutes >= 0 && minutes <= 1440))
        throw new Problem('invalid', { message: 'Choose one of what the form offers.' });
      if (kind === 'reply-forged') await zone.add([FORGED_POLICY]);
      const text = form?.get('text')?.slice(0, 10_000) || 'Yes, gladly.';
      await answers.give(mail, raw, kind, { text, language }, minutes * 60);
      return reply.redirect(`/mail/${mail.id}#answers`, 303);
    },
  );

  registerPanel(app, faults, {
    provider: 'mail',
    path: '/mail/faults',
    prefix: '/api/mail',
    title: 'Delivery faults',
    intro: () =>
      html`The mail server is at <code>${smtpAddress()}</code>. Addresses such as bounce@ or defer-3@ fail by themselves at any domain; the login "refused" is refused.`,
    tables: () => [],
  });

  app.post<ById>('/mail/:id/delete', { preHandler: fromHere }, async (request, reply) => {
    await store.remove(request.params.id);
    return reply.redirect('/mail', 303);
  });

  app.post<{ Body: URLSearchParams | null }>(
    '/mail/clear',
    { preHandler: fromHere },
    async (request, reply) => {
      const to = request.body?.get('to') ?? '';
      await store.clear({ to });
      return reply.redirect('/mail', 303);
    },
  );
}
