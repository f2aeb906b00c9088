import { getDomainHealth, resumeOutreach } from '@troupe/contract/outreach/email-domain';
import { getMailQueue } from '@troupe/contract/outreach/mail';
import { escapeHtml } from '@troupe/domain/html-text';
import { problem } from '@troupe/domain/problem';
import { inLanguage } from '@troupe/i18n/language';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type { Api } from '../../../platform/api.ts';
import { type Database, withTransaction } from '../../../platform/database.ts';
import { PLAIN_PAGE_POLICY, plainPage } from '../../../platform/http.ts';
import { visitorLanguage } from '../../../platform/language.ts';
import { readDomainHealth, resumeDomain } from './domain-health.queries.ts';
import { findUnsubscribe, readMailQueue, type UnsubscribableMail, unsubscribe } from './mail.queries.ts';
import { t } from './messages/messages.gen.ts';

/** Registers the calls that return a brand's email queue and the health of its domain, and that resume sending. */
export function mailRoutes({ db, clock, implement, implementChange }: Api): void {
  implement(getMailQueue, async ({ brandId }) => readMailQueue(db, brandId, clock.now()));
  implement(getDomainHealth, async ({ brandId }) => ({
    health: await readDomainHealth(db, brandId, clock.now()),
  }));
  implementChange(resumeOutreach, async ({ brandId, caller, commit }) => {
    await commit(async (tx) => {
      if (!(await resumeDomain(tx, brandId, caller.userId, clock.now())))
        throw problem('invalid_transition', { message: "Invites and follow-ups aren't paused." });
    });
    return { health: await readDomainHealth(db, brandId, clock.now()) };
  });
}

const unknownPage = () => plainPage(t('unsubscribe.unknown'), t('unsubscribe.unknownText'));

interface About {
  brand: string;
  email: string;
  /** What ends: all emails of the brand, or only these. */
  what: 'all' | 'digest' | 'report';
}

const TEXTS = {
  all: {
    title: 'unsubscribe.title',
    text: 'unsubscribe.text',
    doneText: 'unsubscribe.doneText',
  },
  digest: {
    title: 'unsubscribe.digestTitle',
    text: 'unsubscribe.digestText',
    doneText: 'unsubscribe.digestDoneText',
  },
  report: {
    title: 'unsubscribe.reportTitle',
    text: 'unsubscribe.reportText',
    doneText: 'unsubscribe.reportDoneText',
  },
} as const;

const askPage = ({ brand, email, what }: About) =>
  plainPage(
    t(TEXTS[what].title, { brand }),
    t(TEXTS[what].text, { brand, email }),
    `<form method="post"><input type="hidden" name="List-Unsubscribe" value="One-Click"><button>${escapeHtml(t('unsubscribe.action'))}</button></form>`,
  );

const donePage = ({ brand, email, what }: About) =>
  plainPage(t('unsubscribe.done'), t(TEXTS[what].doneText, { brand, email }));

const aboutOf = ({ brandName, toAddress, purpose }: UnsubscribableMail): About => ({
  brand: brandName,
  email: toAddress,
  what:
    purpose === 'report'
      ? 'report'
      : purpose === 'listening-digest' || purpose === 'search-alert'
        ? 'digest'
        : 'all',
});

/**
 * Registers the List-Unsubscribe URL (RFC 8058). POST unsubscribes without login, because mailbox providers have no
 * session. GET shows a button and changes nothing, because link scanners follow every link.
 */
export function unsubscribeRoutes(server: FastifyInstance, api: Api): void {
  server.register(async (scope) => {
    scope.addContentTypeParser(
      'application/x-www-form-urlencoded',
      { parseAs: 'string', bodyLimit: 10_000 },
      (_request, _body, done) => done(null, null),
    );
    scope.get<TokenRoute>('/unsubscribe/:token', (request, reply) => showUnsubscribe(api, request, reply));
    scope.post<TokenRoute>('/unsubscribe/:token', (request, reply) => unsubscribeNow(api, request, reply));
  });
}

interface TokenRoute {
  Params: { token: string };
}

async function showUnsubscribe({ db }: Api, request: FastifyRequest<TokenRoute>, reply: FastifyReply) {
  reply.type('text/html; charset=utf-8').header('content-security-policy', PLAIN_PAGE_POLICY);
  const mail = await findMail(db, request.params.token);
  const of = visitorLanguage(request);
  if (!mail) return reply.code(404).send(inLanguage(of, unknownPage));
  const about = aboutOf(mail);
  return inLanguage(of, () => (mail.done ? donePage(about) : askPage(about)));
}

async function unsubscribeNow(
  { db, pool, clock }: Api,
  request: FastifyRequest<TokenRoute>,
  reply: FastifyReply,
) {
  reply.type('text/html; charset=utf-8').header('content-security-policy', PLAIN_PAGE_POLICY);
  const mail = await findMail(db, request.params.token);
  const of = visitorLanguage(request);
  if (!mail) return reply.code(404).send(inLanguage(of, unknownPage));
  await withTransaction(pool, (tx) => unsubscribe(tx, mail, 'unsubscribe', clock.now()));
  return inLanguage(of, () => donePage(aboutOf(mail)));
}

/** Returns the email of a token. Rejects malformed text before it reaches the database. */
const findMail = async (db: Database, token: string) =>
  /^[\w-]{1,100}$/.test(token) ? findUnsubscribe(db, token) : null;
