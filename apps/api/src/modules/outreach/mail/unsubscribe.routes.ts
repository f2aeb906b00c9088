import type { FastifyInstance } from 'fastify';
import type { Api } from '../../../platform/api.ts';
import { PLAIN_PAGE_POLICY, plainPage } from '../../../platform/plain-page.ts';
import { withTransaction } from '../../../platform/transaction.ts';
import { findUnsubscribe, unsubscribe } from './mail.queries.ts';

const UNKNOWN = plainPage('This link does not work', 'It may be cut off. Open it from the mail again.');
const BUTTON =
  '<form method="post"><input type="hidden" name="List-Unsubscribe" value="One-Click"><button>Unsubscribe</button></form>';

const donePage = ({ brandName, toAddress }: { brandName: string; toAddress: string }) =>
  plainPage('You are unsubscribed', `${brandName} will not write to ${toAddress} any more.`);

/**
 * The address of List-Unsubscribe (RFC 8058). A POST unsubscribes, whoever sends it: the mailbox provider has no
 * cookies and no login. A GET shows a button and changes nothing, because link scanners follow every link.
 */
export function unsubscribeRoutes(server: FastifyInstance, { db, pool, clock }: Api): void {
  // What no token has, the database may not be able to read.
  const find = async (token: string) => (/^[\w-]{1,100}$/.test(token) ? findUnsubscribe(db, token) : null);
  server.register(async (scope) => {
    scope.addContentTypeParser(
      'application/x-www-form-urlencoded',
      { parseAs: 'string', bodyLimit: 10_000 },
      (_request, _body, done) => done(null, null),
    );
    scope.get<{ Params: { token: string } }>('/unsubscribe/:token', async (request, reply) => {
      reply.type('text/html; charset=utf-8').header('content-security-policy', PLAIN_PAGE_POLICY);
      const mail = await find(request.params.token);
      if (!mail) return reply.code(404).send(UNKNOWN);
      if (mail.done) return donePage(mail);
      return plainPage(
        `Unsubscribe from ${mail.brandName}`,
        `${mail.toAddress} will get no more mail from ${mail.brandName}.`,
        BUTTON,
      );
    });
    scope.post<{ Params: { token: string } }>('/unsubscribe/:token', async (request, reply) => {
      reply.type('text/html; charset=utf-8').header('content-security-policy', PLAIN_PAGE_POLICY);
      const mail = await find(request.params.token);
      if (!mail) return reply.code(404).send(UNKNOWN);
      await withTransaction(pool, (tx) => unsubscribe(tx, mail, 'unsubscribe', clock.now()));
      return donePage(mail);
    });
  });
}
