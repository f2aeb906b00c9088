import { Outbox } from '@troupe/server/outbox';
import type { Api } from '../../platform/api.ts';
import type { Files } from '../../platform/files/files.ts';
import type { Listener } from '../../platform/listen.ts';
import { type MailboxAccount, pinServer } from '../../platform/outgoing/mail-server.ts';
import { openMailbox } from '../../providers/mail/imap.ts';
import { mailboxVendor } from '../../providers/mail/mailbox-oauth.ts';
import { checkSmtp, smtpTransport } from '../../providers/mail/smtp.ts';
import { countMailboxWeek } from '../outreach/mail/domain-health.queries.ts';
import { announceMailboxes, MAILBOX_CHANNEL } from '../outreach/mailbox/mailbox.queries.ts';
import { mailboxRoutes } from '../outreach/mailbox/mailbox.routes.ts';
import { type MailboxParts, serverOf } from '../outreach/mailbox/mailbox-access.ts';
import { mailboxSending } from '../outreach/mailbox-sending.ts';
import type { MailboxService } from '../outreach/send-mail.ts';
import { MailboxReader, type MailboxReaderParts } from './read-mailboxes.ts';

/** The vendors whose OAuth apps are configured. */
const vendorsOf = ({ config }: Pick<Api, 'config'>): MailboxParts['vendors'] => ({
  google: mailboxVendor('google', {
    clientId: config.GOOGLE_MAIL_CLIENT_ID,
    clientSecret: config.GOOGLE_MAIL_CLIENT_SECRET,
    authorizeUrl: config.GOOGLE_MAIL_AUTHORIZE_URL,
    tokenUrl: config.GOOGLE_MAIL_TOKEN_URL,
    imap: serverOf(config.GOOGLE_MAIL_IMAP_URL, config),
    smtp: serverOf(config.GOOGLE_MAIL_SMTP_URL, config),
  }),
  microsoft: mailboxVendor('microsoft', {
    clientId: config.MICROSOFT_MAIL_CLIENT_ID,
    clientSecret: config.MICROSOFT_MAIL_CLIENT_SECRET,
    authorizeUrl: config.MICROSOFT_MAIL_AUTHORIZE_URL,
    tokenUrl: config.MICROSOFT_MAIL_TOKEN_URL,
    imap: serverOf(config.MICROSOFT_MAIL_IMAP_URL, config),
    smtp: serverOf(config.MICROSOFT_MAIL_SMTP_URL, config),
  }),
});

/** Wires connected mailboxes: their calls, sending from them, and reading them where jobs run. */
export function mailboxes(
  api: Api,
  {
    listener,
    files,
    conversations,
  }: {
    listener: Listener;
    files: Files;
    conversations: Pick<MailboxReaderParts, 'attachments' | 'notifyTeam'>;
  },
): MailboxService {
  const anywhere = api.config.MAILBOXES_ANYWHERE;
  const vendors = vendorsOf(api);
  const checkSending = async ({ smtp, login }: MailboxAccount) =>
    checkSmtp(Object.assign(await pinServer(smtp, anywhere), { login }));
  mailboxRoutes({
    api,
    vendors,
    checks: {
      async imap(account) {
        const session = await openMailbox(account, anywhere);
        await session.folders().finally(() => session.close());
      },
      smtp: checkSending,
    },
    wake: announceMailboxes,
    countWeek: (brandId, address) => countMailboxWeek(api.db, brandId, address, api.clock.now()),
  });
  return {
    sending: mailboxSending({
      api,
      vendors,
      pin: ({ smtp }) => pinServer(smtp, anywhere),
      transport: (server, login, onAccepted) => smtpTransport(Object.assign({ login, onAccepted }, server)),
      check: checkSending,
      async fileSent(account, raw, messageId) {
        const session = await openMailbox(account, anywhere);
        await session.fileSent(raw, messageId).finally(() => session.close());
      },
    }),
    reading(receiver) {
      const reader = new MailboxReader(Object.assign({ api, vendors, files, receiver }, conversations));
      const turns = new Outbox(api, reader);
      return {
        start() {
          listener.on(MAILBOX_CHANNEL, () => turns.wake());
          turns.start();
        },
        async stop() {
          await turns.stop();
          await reader.stop();
        },
      };
    },
  };
}
