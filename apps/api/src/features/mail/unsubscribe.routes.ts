import { createHash } from 'node:crypto';
import type { FastifyInstance } from 'fastify';
import type { Api } from '../../platform/api.ts';
import { escapeHtml } from '../../platform/html.ts';
import { withTransaction } from '../../platform/transaction.ts';
import { findUnsubscribe, unsubscribe } from './mail.queries.ts';

const STYLE = `:root{color-scheme:light dark}body{font:16px/24px system-ui,sans-serif;margin:0;padding:48px 24px;background:light-dark(#f6f5f2,#121215);color:light-dark(#1d1b23,#eeedf1)}main{max-width:480px;margin:0 auto;padding:32px;background:light-dark(#fff,#19191d);border:1px solid light-dark(#e7e5e0,#2a2a30);border-radius:12px}h1{font-size:20px;line-height:28px;margin:0 0 8px;overflow-wrap:anywhere}p{margin:0 0 16px;overflow-wrap:anywhere}button{font:inherit;font-weight:500;padding:8px 16px;border:0;border-radius:8px;background:#4f46e5;color:#fff;cursor:pointer}`;
const POLICY = `default-src 'none'; style-src 'sha256-${createHash('sha256').update(STYLE).digest('base64')}'; form-action 'self'; base-uri 'none'; frame-ancestors 'none'`;

const page = (title: string, text: string, form = '') => `<!doctype html>
<html lang="en"><head><meta charset="utf-8"><title>${escapeHtml(title)}</title>
<meta name="viewport" content="width=device-width, initial-scale=1"><meta name="robots" content="noindex">
<style>${STYLE}</style></head>
<body><main><h1>${escapeHtml(title)}</h1><p>${escapeHtml(text)}</p>${form}</main></body></html>`;

const UNKNOWN = page('This link does not work', 'It may be cut off. Open it from the mail again.');
const BUTTON =
  '<form method="post"><input type="hidden" name="List-Unsubscribe" value="One-Click"><button>Unsubscribe</button></form>';

const donePage = ({ brandName, toAddress }: { brandName: string; toAddress: string }) =>
  page('You are unsubscribed', `${brandName} will not write to ${toAddress} any more.`);

/**
 * The address of List-Unsubscribe (RFC 8058). A POST unsubscribes, whoever sends it: the mailbox provider has no
 * cookies and no login. A GET shows a button and changes nothing, because link scanners follow every link.
 */
export function unsubscribeRoutes(server: FastifyInstance, { db, pool, clock }: Api): void {
  server.register(async (scope) => {
    scope.addContentTypeParser(
      'application/x-www-form-urlencoded',
      { parseAs: 'string', bodyLimit: 10_000 },
      (_request, _body, done) => done(null, null),
    );
    scope.get<{ Params: { token: string } }>('/unsubscribe/:token', async (request, reply) => {
      reply.type('text/html; charset=utf-8').header('content-security-policy', POLICY);
      const mail = await findUnsubscribe(db, request.params.token);
      if (!mail) return reply.code(404).send(UNKNOWN);
      if (mail.done) return donePage(mail);
      return page(
        `Unsubscribe from ${mail.brandName}`,
        `${mail.toAddress} will get no more mail from ${mail.brandName}.`,
        BUTTON,
      );
    });
    scope.post<{ Params: { token: string } }>('/unsubscribe/:token', async (request, reply) => {
      reply.type('text/html; charset=utf-8').header('content-security-policy', POLICY);
      const mail = await findUnsubscribe(db, request.params.token);
      if (!mail) return reply.code(404).send(UNKNOWN);
      await withTransaction(pool, (tx) => unsubscribe(tx, mail, 'unsubscribe', clock.now()));
      return donePage(mail);
    });
  });
}
