import { getMailQueue } from '@troupe/contract/outreach/mail';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type { Api } from '../../../platform/api.ts';
import { type Database, withTransaction } from '../../../platform/database.ts';
import { PLAIN_PAGE_POLICY, plainPage } from '../../../platform/http.ts';
import { findUnsubscribe, readMailQueue, unsubscribe } from './mail.queries.ts';

/** Registers the call that shows the queue of a brand's emails. */
export function mailRoutes({ db, clock, implement }: Api): void {
  implement(getMailQueue, async ({ brandId }) => readMailQueue(db, brandId, clock.now()));
}

const UNKNOWN = plainPage('This link does not work', 'It may be cut off. Open it from the mail again.');
const BUTTON =
  '<form method="post"><input type="hidden" name="List-Unsubscribe" value="One-Click"><button>Unsubscribe</button></form>';

const donePage = ({ brandName, toAddress }: { brandName: string; toAddress: string }) =>
  plainPage('You are unsubscribed', `${brandName} will not write to ${toAddress} any more.`);

/**
 * Registers the address of List-Unsubscribe (RFC 8058). A POST unsubscribes, whoever sends it: the mailbox provider has
 * no cookies and no login. A GET shows a button and changes nothing, because link scanners follow every link.
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
    `${mail.toAddress} will get no more mail from ${mail.brandName}.`,
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

/** Looks up the email of a token. Text that cannot be one is not sent to the database, which may not accept it. */
const findMail = async (db: Database, token: string) =>
  /^[\w-]{1,100}$/.test(token) ? findUnsubscribe(db, token) : null;
