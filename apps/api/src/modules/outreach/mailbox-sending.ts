import { LRUCache } from 'lru-cache';
import { type MailboxAccount, MailboxFailure } from '../../platform/outgoing/mail-server.ts';
import type { MailTransport, OutgoingMail } from '../../platform/outgoing/mail-transport.ts';
import type { SendingIdentity } from './mail/mail-outbox.ts';
import { readSenderMailbox, type StoredMailbox } from './mailbox/mailbox.queries.ts';
import { type MailboxParts, withAccount } from './mailbox/mailbox-access.ts';

/** Adapters for sending from a mailbox. */
export interface MailboxSendingParts extends MailboxParts {
  /** Creates a transport; `onAccepted` receives what a mail server accepted. @throws MailboxFailure */
  transport(
    account: MailboxAccount,
    onAccepted: (raw: Buffer, messageId: string) => void,
  ): Promise<MailTransport>;
  /** Logs in without sending. @throws MailboxFailure */
  check(account: MailboxAccount): Promise<void>;
  /** Adds a sent email to the folder for sent emails. @throws MailboxFailure */
  fileSent(account: MailboxAccount, raw: Buffer, messageId: string): Promise<void>;
}

const TRANSPORT_MS = 5 * 60_000;

/** Returns the identities of brands that send from a mailbox, with the transport to use. */
export function mailboxSending(parts: MailboxSendingParts) {
  const transports = new LRUCache<string, MailTransport>({
    max: 100,
    ttl: TRANSPORT_MS,
    ttlAutopurge: true,
    dispose: (transport) => transport.close(),
  });
  const filing = new Set<Promise<void>>();

  /** Vendors file what they send; for other servers clients do it. */
  function file(mailbox: StoredMailbox, account: MailboxAccount, raw: Buffer, messageId: string): void {
    if (mailbox.provider !== 'imap') return;
    const done = parts
      .fileSent(account, raw, messageId)
      .catch((error: unknown) =>
        parts.api.log.info({ err: error, mailbox: mailbox.id }, 'failed to file a sent email'),
      )
      .finally(() => filing.delete(done));
    filing.add(done);
  }

  async function transportOf(mailbox: StoredMailbox, account: MailboxAccount): Promise<MailTransport> {
    const { login } = account;
    const secret = 'password' in login ? String(mailbox.version) : login.accessToken;
    const key = `${mailbox.id} ${secret}`;
    const known = transports.get(key);
    if (known) return known;
    const made = await parts.transport(account, (raw, messageId) => file(mailbox, account, raw, messageId));
    transports.set(key, made);
    return made;
  }

  const send = async (mailbox: StoredMailbox, mail: OutgoingMail) => {
    try {
      return await withAccount(parts, mailbox, async (account) => {
        const delivery = await (await transportOf(mailbox, account)).send(mail);
        // Nothing was sent. If a mail server rejected the login, a token is refreshed and the email sent again.
        if (delivery.outcome === 'unreachable' && !account.api) await parts.check(account);
        return delivery;
      });
    } catch (error) {
      if (!(error instanceof MailboxFailure)) throw error;
      return { outcome: 'unreachable' as const, answer: error.message.slice(0, 500) };
    }
  };

  return {
    /** Returns the identity of a brand's sender; `mailbox` while it needs attention, null without one. */
    async identityOf(brandId: string): Promise<SendingIdentity | 'mailbox' | null> {
      const mailbox = await readSenderMailbox(parts.api.db, brandId);
      if (!mailbox) return null;
      if (mailbox.status !== 'connected') return 'mailbox';
      const { address, name, dailyCap, spacingSeconds } = mailbox;
      const domain = address.split('@').at(-1) ?? '';
      return {
        domain,
        fromName: name,
        fromAddress: address,
        returnPathDomain: domain,
        selector: '',
        privateKey: null,
        dailyCap,
        spacingSeconds,
        mailbox: { send: (mail) => send(mailbox, mail), close: () => {} },
      };
    },
    /** Finishes work in progress. */
    async stop(): Promise<void> {
      await Promise.all(filing);
      transports.clear();
    },
  };
}
