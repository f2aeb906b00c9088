import { Problem } from '@troupe/domain/problem';
import type { FastifyInstance } from 'fastify';
import { registerControl, text } from '../platform/control.ts';
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
    after: { type: 'number', minimum: 0, maximum: 86_400, default: 0 },
  },
  ['kind'],
);
const inboundBody = objectOf({ url: { ...text(200), pattern: '^smtp://[^\\s/]+$' } }, ['url']);

type ById = { Params: { id: string } };
type ListQuery = { to?: string; search?: string; after?: string; limit: number; wait: number };
type AnswerBody = { kind: AnswerKind; text: string; language: QuoteLanguage; after: number };

/**
 * The mailbox for programs, under /api/mail:
 * - `GET /api/mail?to&search&after&limit&wait` -> `{ mails, total }`, newest first; `wait` holds the answer
 *   up to that many milliseconds until a mail fits
 * - `GET /api/mail/{id}` -> the mail, opened, with its links
 * - `DELETE /api/mail?to`, `DELETE /api/mail/{id}`
 * - `GET|POST /api/mail/{id}/answers` -> what was done about a mail, or does it: `{ kind, text, language, after }`
 * - `PUT /api/mail/inbound` `{ url }` -> where answers go
 */
export async function registerMailApi(
  app: FastifyInstance,
  store: MailStore,
  answers: MailAnswers,
): Promise<void> {
  await registerControl(
    app,
    '/api/mail',
    async () => {},
    (scope) => {
      scope.get<{ Querystring: ListQuery }>(
        '/',
        { schema: { querystring: listQuery } },
        async ({ query }) => {
          const mails = await store.waitFor(query, query.wait);
          return { mails: mails.slice(0, query.limit), total: mails.length };
        },
      );
      scope.delete<{ Querystring: { to?: string } }>('/', async ({ query: { to } }) => ({
        removed: await store.remove(store.list({ to }).map(({ id }) => id)),
      }));
      scope.get<ById>('/:id', async ({ params }) => (await openMail(store, params.id)).mail);
      scope.delete<ById>('/:id', async ({ params }, reply) => {
        if ((await store.remove([params.id])) === 0)
          throw new Problem('not_found', { message: 'This mail is not here any more.' });
        return reply.code(204).send();
      });
      scope.put<{ Body: { url: string } }>(
        '/inbound',
        { schema: { body: inboundBody } },
        async ({ body }) => {
          answers.setInbound(body.url);
          return { url: answers.inbound };
        },
      );
      scope.get<ById>('/:id/answers', async ({ params }) => ({ answers: answers.list(params.id) }));
      scope.post<ById & { Body: AnswerBody }>(
        '/:id/answers',
        { schema: { body: answerBody } },
        async ({ params, body: { kind, after, ...options } }) => {
          const { mail, raw } = await openMail(store, params.id);
          return answers.give(mail, raw, kind, options, after);
        },
      );
    },
  );
}
