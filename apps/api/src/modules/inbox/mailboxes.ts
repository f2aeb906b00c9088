import { Outbox } from '@troupe/server/outbox';
import type { Api } from '../../platform/api.ts';
import type { Files } from '../../platform/files/files.ts';
import type { Listener } from '../../platform/listen.ts';
import { type MailboxAccount, pinServer } from '../../platform/outgoing/mail-server.ts';
import type { MailTransport } from '../../platform/outgoing/mail-transport.ts';
import type { MailboxSession } from '../../platform/outgoing/mailbox-session.ts';
import { gmailTransport, openGmail } from '../../providers/mail/gmail.ts';
import { graphTransport, openGraph } from '../../providers/mail/graph.ts';
import { openImap } from '../../providers/mail/imap.ts';
import { mailboxVendor } from '../../providers/mail/mailbox-oauth.ts';
import { checkSmtp, smtpTransport } from '../../providers/mail/smtp.ts';
import { headerCaches } from '../../providers/mail/vendor-session.ts';
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
    access: config.GOOGLE_MAIL_ACCESS,
    clientId: config.GOOGLE_MAIL_CLIENT_ID,
    clientSecret: config.GOOGLE_MAIL_CLIENT_SECRET,
    authorizeUrl: config.GOOGLE_MAIL_AUTHORIZE_URL,
    tokenUrl: config.GOOGLE_MAIL_TOKEN_URL,
    imap: serverOf(config.GOOGLE_MAIL_IMAP_URL, config),
    smtp: serverOf(config.GOOGLE_MAIL_SMTP_URL, config),
  }),
  microsoft: mailboxVendor('microsoft', {
    access: config.MICROSOFT_MAIL_ACCESS,
    clientId: config.MICROSOFT_MAIL_CLIENT_ID,
    clientSecret: config.MICROSOFT_MAIL_CLIENT_SECRET,
    authorizeUrl: config.MICROSOFT_MAIL_AUTHORIZE_URL,
    tokenUrl: config.MICROSOFT_MAIL_TOKEN_URL,
    imap: serverOf(config.MICROSOFT_MAIL_IMAP_URL, config),
    smtp: serverOf(config.MICROSOFT_MAIL_SMTP_URL, config),
  }),
});

/** Opens mailboxes and sends from them, over their servers or the vendor's API. */
function connections({ config, log }: Pick<Api, 'config' | 'log'>) {
  const { MAILBOXES_ANYWHERE: anywhere, GOOGLE_MAIL_API_URL, MICROSOFT_MAIL_API_URL } = config;
  const headersOf = headerCaches((mailbox, reason) =>
    log.warn({ mailbox, reason }, 'skipped an email or its text that the vendor failed to return'),
  );
  const tokenOf = ({ login }: MailboxAccount) => ('accessToken' in login ? login.accessToken : '');
  return {
    open(account: MailboxAccount): Promise<MailboxSession> {
      const known = headersOf(`${account.api} ${account.login.user}`);
      if (account.api === 'google') return openGmail(GOOGLE_MAIL_API_URL, tokenOf(account), known);
      if (account.api === 'microsoft') return openGraph(MICROSOFT_MAIL_API_URL, tokenOf(account), known);
      return openImap(account, anywhere);
    },
    async transport(
      account: MailboxAccount,
      onAccepted: (raw: Buffer, messageId: string) => void,
    ): Promise<MailTransport> {
      if (account.api === 'google') return gmailTransport(GOOGLE_MAIL_API_URL, tokenOf(account));
      if (account.api === 'microsoft') return graphTransport(MICROSOFT_MAIL_API_URL, tokenOf(account));
      const server = await pinServer(account.smtp, anywhere);
      return smtpTransport(Object.assign({ login: account.login, onAccepted }, server));
    },
  };
}

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
  const { open, transport } = connections(api);
  const checkReading = async (account: MailboxAccount) => {
    const session = await open(account);
    await session.folders().finally(() => session.close());
  };
  // With an API, reading and sending use the same login.
  const checkSending = async (account: MailboxAccount) =>
    account.api
      ? checkReading(account)
      : checkSmtp(Object.assign(await pinServer(account.smtp, anywhere), { login: account.login }));
  mailboxRoutes({
    api,
    vendors,
    checks: { imap: checkReading, smtp: checkSending },
    wake: announceMailboxes,
    countWeek: (brandId, address) => countMailboxWeek(api.db, brandId, address, api.clock.now()),
  });
  return {
    sending: mailboxSending({
      api,
      vendors,
      transport,
      check: checkSending,
      async fileSent(account, raw, messageId) {
        const session = await openImap(account, anywhere);
        await session.fileSent(raw, messageId).finally(() => session.close());
      },
    }),
    reading(receiver) {
      const reader = new MailboxReader(Object.assign({ api, vendors, files, receiver, open }, conversations));
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
