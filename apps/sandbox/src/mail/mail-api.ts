import { Problem } from '@troupe/domain/problem';
import type { FastifyInstance } from 'fastify';
import { html } from '../page/html.ts';
import { type Control, registerControl, text } from '../platform/control.ts';
import type { Faults } from '../platform/faults.ts';
import { type AnswerKind, answerKinds, type QuoteLanguage, quoteLanguages } from './mail-answer.ts';
import type { MailAnswers } from './mail-answers.ts';
import { openMail } from './mail-pages.ts';
import type { MailStore } from './mail-store.ts';

/** Longest time a call may wait for a mail, in milliseconds. */
const MAX_WAIT_MS = 30_000;

const objectOf = (properties: Record<string, object>, required: string[] = []) => ({
  type: 'object',
  required,
  properties,
});
const listQuery = objectOf({
  to: text(320),
  search: text(200),
  after: text(36),
  limit: { type: 'integer', minimum: 1, maximum: 500, default: 50 },
  wait: { type: 'integer', minimum: 0, maximum: MAX_WAIT_MS, default: 0 },
});
const answerBody = objectOf(
  {
    kind: { enum: [...answerKinds] },
    text: { ...text(10_000), default: 'Yes, gladly.' },
    language: { enum: [...quoteLanguages], default: 'en' },
  },
  ['kind'],
);
const inboundBody = objectOf({ url: { ...text(200), pattern: '^smtp://[^\\s/]+$' } }, ['url']);

type ListQuery = { to?: string; search?: string; after?: string; limit: number; wait: number };
type AnswerInput = { id: string; kind: AnswerKind; text: string; language: QuoteLanguage };

/**
 * The mailbox for programs, under /api/mail:
 * - `GET /api/mail?to&search&after&limit&wait` -> `{ mails, total }`, newest first; `wait` holds the answer
 *   up to that many milliseconds until a mail fits
 * - `GET /api/mail/{id}` -> the mail, opened, with its links
 * - `DELETE /api/mail?to`, `DELETE /api/mail/{id}`
 * - `GET|POST /api/mail/{id}/answers` -> what was done about a mail, or does it: `{ kind, text, language }`
 * - `PUT /api/mail/inbound` `{ url }` -> where answers go
 */
export async function registerMailApi(
  app: FastifyInstance,
  store: MailStore,
  { faults, answers, smtpAddress }: { faults: Faults; answers: MailAnswers; smtpAddress: () => string },
): Promise<void> {
  const panel: Control = {
    provider: 'mail',
    prefix: '/api/mail',
    path: '/mail/faults',
    title: 'Delivery faults',
    intro: () =>
      html`The mail server is at <code>${smtpAddress()}</code>. Addresses such as bounce@ or defer-3@ fail at any domain without a fault; the login "refused" is refused.`,
    faults,
  };
  await registerControl(app, panel, (on) => {
    on<ListQuery>('GET', '/', { schema: { querystring: listQuery } }, async (query) => {
      const mails = await store.waitFor(query, query.wait);
      return { mails: mails.slice(0, query.limit), total: mails.length };
    });
    on<{ to?: string }>('DELETE', '/', {}, async ({ to }) => ({
      removed: await store.remove(store.list({ to }).map(({ id }) => id)),
    }));
    on<{ id: string }>('GET', '/:id', {}, async ({ id }) => (await openMail(store, id)).mail);
    on<{ id: string }>('DELETE', '/:id', {}, async ({ id }) => {
      const removed = await store.remove([id]);
      if (removed === 0) throw new Problem('not_found', { message: 'This mail is not here any more.' });
      return { removed };
    });
    on<{ url: string }>('PUT', '/inbound', { schema: { body: inboundBody } }, ({ url }) => {
      answers.setInbound(url);
      return { url: answers.inbound };
    });
    on<{ id: string }>('GET', '/:id/answers', {}, ({ id }) => ({ answers: answers.list(id) }));
    on<AnswerInput>(
      'POST',
      '/:id/answers',
      { schema: { body: answerBody } },
      async ({ id, kind, ...options }) => {
        const { mail, raw } = await openMail(store, id);
        return answers.give(mail, raw, kind, options);
      },
    );
  });
}
