import { getMailQueue } from '@troupe/contract/outreach/mail';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type { Api } from '../../../platform/api.ts';
import { type Database, withTransaction } from '../../../platform/database.ts';
import { PLAIN_PAGE_POLICY, plainPage } from '../../../platform/http.ts';
import { findUnsubscribe, readMailQueue, unsubscribe } from './mail.queries.ts';

/** Registers the call that returns a brand's email queue. */
export function mailRoutes({ db, clock, implement }: Api): void {
  implement(getMailQueue, async ({ brandId }) => readMailQueue(db, brandId, clock.now()));
}

const UNKNOWN = plainPage("This link doesn't work", 'It may be cut off. Open it from the email again.');
const BUTTON =
  '<form method="post"><input type="hidden" name="List-Unsubscribe" value="One-Click"><button>Unsubscribe</button></form>';

const donePage = ({ brandName, toAddress }: { brandName: string; toAddress: string }) =>
  plainPage("You're unsubscribed", `${brandName} will no longer email ${toAddress}.`);

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

async function showUnsubscribe({ db }: Api, { params }: FastifyRequest<TokenRoute>, reply: FastifyReply) {
  reply.type('text/html; charset=utf-8').header('content-security-policy', PLAIN_PAGE_POLICY);
  const mail = await findMail(db, params.token);
  if (!mail) return reply.code(404).send(UNKNOWN);
  if (mail.done) return donePage(mail);
  return plainPage(
    `Unsubscribe from ${mail.brandName}`,
    `${mail.toAddress} will no longer get email from ${mail.brandName}.`,
    BUTTON,
  );
}

async function unsubscribeNow(
  { db, pool, clock }: Api,
  { params }: FastifyRequest<TokenRoute>,
  reply: FastifyReply,
) {
  reply.type('text/html; charset=utf-8').header('content-security-policy', PLAIN_PAGE_POLICY);
  const mail = await findMail(db, params.token);
  if (!mail) return reply.code(404).send(UNKNOWN);
  await withTransaction(pool, (tx) => unsubscribe(tx, mail, 'unsubscribe', clock.now()));
  return donePage(mail);
}

/** Returns the email of a token. Rejects malformed text before it reaches the database. */
const findMail = async (db: Database, token: string) =>
  /^[\w-]{1,100}$/.test(token) ? findUnsubscribe(db, token) : null;
