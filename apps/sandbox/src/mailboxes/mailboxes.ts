import type { FastifyInstance } from 'fastify';
import { composed } from '../mail/mail-answer.ts';
import { html } from '../page/page.ts';
import { flag, name, needed, oneOf, registerControl, text, whole } from '../platform/control.ts';
import type { Faults } from '../platform/faults.ts';
import { type ApiParts, registerGmailApi } from './gmail-api.ts';
import { registerGraphApi } from './graph-api.ts';
import { hosts, type MailAccounts } from './mail-accounts.ts';
import { registerMailOauth } from './mail-oauth.ts';

/** Fields of a message that is put into a folder. */
const messageFields = {
  folder: text(100),
  from: text(320),
  to: text(2000),
  subject: text(1000),
  text: text(100_000),
  html: text(100_000),
  messageId: text(500),
  inReplyTo: text(500),
  references: text(5000),
  /** ISO 8601; now by default. */
  date: text(40),
  /** The whole message instead of its parts. */
  raw: text(2_000_000),
  /** How many copies, each with its own Message-ID. */
  copies: whole(1, 100_000),
};

/**
 * Registers the mailboxes that Troupe connects to: the OAuth hosts and APIs of both vendors, and the control API at
 * /api/mailboxes. The IMAP server is started by `startImap`.
 */
export async function registerMailboxes(
  app: FastifyInstance,
  {
    accounts,
    faults,
    webOrigin,
    imap,
    ...sending
  }: { accounts: MailAccounts; faults: Faults; webOrigin: string; imap: string } & Omit<
    ApiParts,
    'accounts' | 'faults'
  >,
): Promise<void> {
  registerMailOauth(app, { accounts, faults, webOrigin });
  await registerGmailApi(app, { accounts, faults, ...sending });
  await registerGraphApi(app, { accounts, faults, ...sending });
  const intro = () =>
    html`Mailboxes that you can read over IMAP at <code>${imap}</code> and submit email from. Email to their addresses arrives in them. Gmail and Microsoft 365 accounts log in with OAuth only, both for mail servers and for the vendors' APIs.`;
  const state = () => ({ accounts: accounts.view() });
  const body = 4_000_000;
  await app.register(async (scope) => {
    scope.addHook('onRoute', (route) => {
      route.bodyLimit = body;
    });
    await registerControl(
      scope,
      { provider: 'mailboxes', faults, intro, state, save: accounts.save },
      (on) => {
        on('DELETE', '/', {}, () => {
          accounts.reset();
          return state();
        });
        const added = { address: needed(name(320)), host: needed(oneOf(hosts)), password: text(200) };
        on('POST', '/accounts', added, ({ address, host, password = 'sandbox-password' }) => {
          accounts.add(address, host, password);
          return state();
        });
        on('DELETE', '/accounts/:id', {}, ({ id }) => {
          accounts.remove(id);
          return state();
        });
        on('PUT', '/accounts/:id/password', { password: needed(name(200)) }, ({ id, password }) => {
          accounts.need(id).password = password;
          return state();
        });
        on('PUT', '/accounts/:id/spam', { on: needed(flag) }, ({ id, on: takesForSpam }) => {
          accounts.need(id).takesForSpam = takesForSpam;
          return state();
        });
        on('POST', '/accounts/:id/revoke', {}, ({ id }) => {
          accounts.revoke(accounts.need(id).address);
          return state();
        });
        on('POST', '/accounts/:id/expire', {}, ({ id }) => {
          accounts.expire(accounts.need(id).address);
          return state();
        });
        on('POST', '/accounts/:id/renumber', {}, ({ id }) => {
          accounts.renumber(accounts.need(id));
          return state();
        });
        on('POST', '/accounts/:id/forget', { invalid: flag }, ({ id, invalid }) => {
          accounts.forget(accounts.need(id), invalid);
          return state();
        });
        const moved = { message: needed(name(100)), folder: text(100) };
        on('POST', '/accounts/:id/move', moved, ({ id, message, folder = 'INBOX' }) => {
          accounts.move(accounts.need(id), message, folder);
          return state();
        });
        on('GET', '/accounts/:id/messages', {}, ({ id }) => ({
          messages: accounts
            .need(id)
            .folders.flatMap(({ name: folder, messages }) =>
              messages.slice(-500).map(({ change: _, ...message }) => ({ folder, ...message })),
            ),
        }));
        on(
          'POST',
          '/accounts/:id/messages',
          messageFields,
          async ({ id, folder = 'INBOX', raw, copies = 1, ...mail }) => {
            const account = accounts.need(id);
            const at = mail.date ? new Date(mail.date).toISOString() : new Date().toISOString();
            const whole =
              raw ??
              (await composed({ from: `someone@${copies}.test`, to: id, ...mail, date: new Date(at) }));
            const uids: number[] = [];
            for (let copy = 0; copy < copies; copy++) {
              const own = copies === 1 ? whole : whole.replace(/^Message-ID: </im, `$&${copy}-`);
              uids.push(accounts.put(account, folder, own, at).uid);
            }
            return { uids: uids.slice(0, 100) };
          },
        );
      },
    );
  });
}
