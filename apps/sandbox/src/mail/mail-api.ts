import { Problem } from '@troupe/domain/problem';
import type { FastifyInstance } from 'fastify';
import type { DnsZone } from '../dns/dns-zone.ts';
import type { AnswerKind, QuoteLanguage } from './mail-answer.ts';
import { answerKinds, FORGED_POLICY, quoteLanguages } from './mail-answer.ts';
import type { MailAnswers } from './mail-answers.ts';
import { openMail } from './mail-pages.ts';
import type { MailStore } from './mail-store.ts';

/** Longest time a call may wait for a mail, in milliseconds. */
const MAX_WAIT_MS = 30_000;

const listQuery = {
  type: 'object',
  properties: {
    to: { type: 'string', maxLength: 320 },
    search: { type: 'string', maxLength: 200 },
    after: { type: 'string', maxLength: 36 },
    limit: { type: 'integer', minimum: 1, maximum: 500, default: 50 },
    wait: { type: 'integer', minimum: 0, maximum: MAX_WAIT_MS, default: 0 },
  },
};

const answerBody = {
  type: 'object',
  required: ['kind'],
  properties: {
    kind: { enum: [...answerKinds] },
    text: { type: 'string', maxLength: 10_000, default: 'Yes, gladly.' },
    language: { enum: [...quoteLanguages], default: 'en' },
    after: { type: 'number', minimum: 0, maximum: 86_400, default: 0 },
  },
};

/**
 * The mailbox for programs, under /api/mail:
 * - `GET /api/mail?to&search&after&limit&wait` -> `{ mails, total }`, newest first; `wait` holds the answer
 *   up to that many milliseconds until a mail fits
 * - `GET /api/mail/{id}` -> the mail, opened, with its links
 * - `DELETE /api/mail?to`, `DELETE /api/mail/{id}`
 * - `GET|POST /api/mail/{id}/answers` -> what was done about a mail, or does it: `{ kind, text, language, after }`
 * - `PUT /api/mail/inbound` `{ url }` -> where answers go
 */
export function registerMailApi(
  app: FastifyInstance,
  store: MailStore,
  answers: MailAnswers,
  zone: DnsZone,
): void {
  app.get<{ Querystring: { to?: string; search?: string; after?: string; limit: number; wait: number } }>(
    '/api/mail',
    { schema: { querystring: listQuery } },
    async (request) => {
      const { limit, wait, ...query } = request.query;
      const mails = await store.waitFor(query, wait);
      return { mails: mails.slice(0, limit), total: mails.length };
    },
  );

  app.get<{ Params: { id: string } }>('/api/mail/:id', async (request) => {
    return (await openMail(store, request.params.id)).mail;
  });

  app.delete<{ Querystring: { to?: string } }>(
    '/api/mail',
    { schema: { querystring: { type: 'object', properties: { to: { type: 'string', maxLength: 320 } } } } },
    async (request) => ({ removed: await store.clear({ to: request.query.to }) }),
  );

  app.delete<{ Params: { id: string } }>('/api/mail/:id', async (request, reply) => {
    if (!(await store.remove(request.params.id))) {
      throw new Problem('not_found', { message: 'This mail is not here any more.' });
    }
    return reply.code(204).send();
  });

  app.put<{ Body: { url: string } }>(
    '/api/mail/inbound',
    {
      schema: {
        body: {
          type: 'object',
          required: ['url'],
          properties: { url: { type: 'string', pattern: '^smtp://[^\\s/]+$', maxLength: 200 } },
        },
      },
    },
    async (request) => {
      answers.setInbound(request.body.url);
      return { url: answers.inbound };
    },
  );

  app.get<{ Params: { id: string } }>('/api/mail/:id/answers', async (request) => ({
    answers: answers.list(request.params.id),
  }));

  app.post<{
    Params: { id: string };
    Body: { kind: AnswerKind; text: string; language: QuoteLanguage; after: number };
  }>('/api/mail/:id/answers', { schema: { body: answerBody } }, async (request) => {
    const { mail, raw } = await openMail(store, request.params.id);
    const { kind, text, language, after } = request.body;
    if (kind === 'reply-forged') await zone.add([FORGED_POLICY]);
    return answers.give(mail, raw, kind, { text, language }, after);
  });
}
