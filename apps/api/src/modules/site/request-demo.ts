import { listDemoRequests, requestDemo } from '@troupe/contract/site/demo-request';
import { escapeHtml } from '@troupe/domain/html-text';
import { Problem, problem } from '@troupe/domain/problem';
import { translateProblem } from '@troupe/domain/problem-text';
import { pagesOf } from '@troupe/domain/shape';
import { DemoRequestForm, spamReason } from '@troupe/domain/site/demo-request';
import { inLanguage, isLanguage, type Language } from '@troupe/i18n/language';
import { networkOf } from '@troupe/server/http';
import { createLimiter } from '@troupe/server/rate-counters';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import type { Api } from '../../platform/api.ts';
import { withTransaction } from '../../platform/database.ts';
import { PLAIN_PAGE_POLICY, plainPage } from '../../platform/http.ts';
import { newId } from '../../platform/id.ts';
import { visitorLanguage } from '../../platform/language.ts';
import { noticeDomain, queueMails } from '../outreach/mail/mail-queue.queries.ts';
import {
  countSince,
  fingerprintOf,
  insertDemoRequest,
  readDemoRequests,
  receivedSince,
  removeOldDemoRequests,
} from './demo-request/demo-request.queries.ts';
import { demoRequestEmail } from './demo-request-email.ts';
import { t } from './messages/messages.gen.ts';

const HOUR_MS = 3_600_000;
const DAY_MS = 24 * HOUR_MS;
/** Requests per network and hour: an office shares one IP address. */
const PER_NETWORK = 8;
/** Requests per hour across all networks. */
const TOTAL_PER_HOUR = 200;
const LARGEST_FORM = 64 * 1024;

/** Registers the public endpoint for demo requests: stores them and emails sales. */
export function demoRequests(api: Api, server: FastifyInstance): void {
  const { config, db, pool, clock, implement } = api;
  const limit = createLimiter(api.rates, 'request-demo', PER_NETWORK, HOUR_MS);

  /** Stores a request once and emails it in the same transaction. */
  async function keep(form: DemoRequestForm, ip: string): Promise<void> {
    const now = clock.now();
    const fingerprint = fingerprintOf(form);
    const since = new Date(now.getTime() - DAY_MS);
    if (await receivedSince(db, fingerprint, since)) return;
    await limit(networkOf(ip));
    await withTransaction(pool, async (tx) => {
      if (await receivedSince(tx, fingerprint, since)) return;
      if ((await countSince(tx, new Date(now.getTime() - HOUR_MS))) >= TOTAL_PER_HOUR)
        throw problem('rate_limited');
      const heldBack = spamReason(form);
      const emails =
        config.SALES_EMAIL && !heldBack
          ? [
              {
                brandId: null,
                kind: 'notice' as const,
                dueAt: null,
                unsubscribable: false,
                ...demoRequestEmail(form, config.WEB_ORIGIN),
                to: { address: config.SALES_EMAIL, name: '' },
                replyTo: form.email,
                domain: noticeDomain(api),
              },
            ]
          : [];
      const [mailId = null] = await queueMails(tx, emails, now);
      await insertDemoRequest(tx, form, { id: newId(), fingerprint, heldBack, mailId, now });
    });
  }

  implement(requestDemo, async ({ body, request }) => {
    await keep(body, request.ip);
    return { success: true };
  });

  // Form posts of browsers without JavaScript get HTML responses.
  server.register(async (scope) => {
    scope.addContentTypeParser(
      'application/x-www-form-urlencoded',
      { parseAs: 'string', bodyLimit: LARGEST_FORM },
      (_request, body, done) => done(null, Object.fromEntries(new URLSearchParams(String(body)))),
    );
    scope.post('/demo-requests/form', async (request, reply) => {
      reply.type('text/html; charset=utf-8').header('content-security-policy', PLAIN_PAGE_POLICY);
      const { took: _, source: __, ...fields } = Object(request.body) as Record<string, unknown>;
      const form = DemoRequestForm.safeParse(fields);
      if (!form.success) {
        const texts = [...new Set(form.error.issues.map(({ message }) => message))];
        return reply.code(422).send(refusal(formLanguage(request), texts, config.WEB_ORIGIN));
      }
      try {
        await keep(form.data, request.ip);
      } catch (error) {
        if (!(error instanceof Problem) || error.code !== 'rate_limited') throw error;
        return reply
          .code(error.status)
          .send(refusal(formLanguage(request), [error.message], config.WEB_ORIGIN));
      }
      return reply.redirect(`${config.WEB_ORIGIN}/demo-confirmation`, 303);
    });
  });

  demoRequestRoutes(api);
  demoRequestJobs(api);
}

/** The language of the page with the form, else the browser's. */
function formLanguage(request: FastifyRequest): Language {
  const { language } = Object(request.query) as { language?: unknown };
  return isLanguage(language) ? language : visitorLanguage(request);
}

const refusal = (of: Language, texts: readonly string[], webOrigin: string) =>
  inLanguage(of, () =>
    plainPage(
      t('demo.notSent'),
      t('demo.goBack'),
      `<ul>${texts.map((text) => `<li>${escapeHtml(translateProblem(text))}</li>`).join('')}</ul>
<p><a href="${escapeHtml(webOrigin)}/book-a-demo">${escapeHtml(t('demo.again'))}</a></p>`,
    ),
  );

/** Requests that led nowhere are deleted after two years, spam after a month. */
const RETENTION_DAYS = { all: 730, heldBack: 30 };

/** Registers the administrators' call that lists demo requests. */
function demoRequestRoutes({ implement, db }: Api): void {
  implement(listDemoRequests, async ({ query: { page, heldBack } }) => {
    const { requests, total } = await readDemoRequests(db, heldBack, page);
    return { requests, ...pagesOf(page, total) };
  });
}

/** Deletes old requests every night. */
function demoRequestJobs({ jobs, pool, clock, log }: Api): void {
  jobs.every('50 3 * * *', 'demo-request.sweep', async () => {
    const ago = (days: number) => new Date(clock.now().getTime() - days * DAY_MS);
    const before = { all: ago(RETENTION_DAYS.all), heldBack: ago(RETENTION_DAYS.heldBack) };
    const removed = await withTransaction(pool, (tx) => removeOldDemoRequests(tx, before));
    if (removed > 0) log.info({ removed }, 'removed old demo requests');
  });
}
