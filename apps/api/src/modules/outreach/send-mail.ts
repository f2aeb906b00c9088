import type { ProviderGuard } from '@troupe/domain/discovery/provider';
import { Outbox } from '@troupe/server/outbox';
import type { FastifyInstance } from 'fastify';
import { LRUCache } from 'lru-cache';
import type { Api } from '../../platform/api.ts';
import type { Files } from '../../platform/files/files.ts';
import type { Listener } from '../../platform/listen.ts';
import type { MailFile, MailTransport } from '../../platform/outgoing/mail-transport.ts';
import { inboundServer } from '../../providers/mail/inbound-smtp.ts';
import { readInboundMail } from '../../providers/mail/read-mail.ts';
import { smtpTransport } from '../../providers/mail/smtp.ts';
import { providerGuard } from '../discovery/provider/provider.queries.ts';
import { type SigningIdentity, signingIdentityOf } from './email-domain/email-domain.queries.ts';
import { mailRoutes, unsubscribeRoutes } from './mail/mail.routes.ts';
import { MailOutbox, type MailOutboxParts } from './mail/mail-outbox.ts';
import { MAIL_CHANNEL } from './mail/mail-queue.queries.ts';
import { type MailboxReceiver, mailReceiver, type ReceiverParts } from './mail/mail-receiving.ts';
import { SenderLock } from './mail/mail-sender-lock.ts';
import type { mailboxSending } from './mailbox-sending.ts';

/** How long a decrypted key is cached; changes to pace or domain apply after that. */
const IDENTITY_MS = 5000;

/** The email services that run beside requests. */
export interface MailService {
  /** Starts them; returns the port for incoming email, or null where this process receives none. */
  start(): Promise<number | null>;
  /** Finishes work in progress. */
  stop(): Promise<void>;
}

/** The dependencies of email services. */
export interface MailParts {
  api: Api;
  server: FastifyInstance;
  listener: Listener;
  files: Files;
  /** Provided by later modules: conversations handle attachments, replies and delivery events; invites veto emails. */
  conversations: {
    filesOf(mailId: string): ReturnType<MailOutboxParts['filesOf']>;
  } & Pick<ReceiverParts, 'afterReply' | 'linkSecretsOf' | 'onChanged'>;
  /** Returns the files of an email that a report is sent with. */
  reportFiles(mailId: string): Promise<readonly MailFile[]>;
  vetoes: MailOutboxParts['vetoes'];
  mailboxes: MailboxService;
}

/** Connected mailboxes: sending from them, and reading them with what receives replies. */
export interface MailboxService {
  sending: ReturnType<typeof mailboxSending>;
  reading(receiver: MailboxReceiver): { start(): void; stop(): Promise<void> };
}

/**
 * Sends outbox email, signed with each brand's domain key, and receives replies. Processes with the role `jobs` send;
 * those with `http` receive, because they are reachable from outside.
 */
export function sendMail({
  api,
  server,
  listener,
  files,
  conversations,
  vetoes,
  reportFiles,
  mailboxes,
}: MailParts): MailService {
  const { config, db, log } = api;
  mailRoutes(api);
  unsubscribeRoutes(server, api);
  const identities = new LRUCache<string, SigningIdentity>({ max: 200, ttl: IDENTITY_MS });
  const transport = recorded(smtpTransport(config.SMTP_URL), providerGuard(db, api.clock));
  const lock = new SenderLock(config.DATABASE_DIRECT_URL ?? config.DATABASE_URL);
  const emails = new MailOutbox(api, {
    transport,
    lock,
    async identityOf(brandId) {
      const ofMailbox = await mailboxes.sending.identityOf(brandId);
      if (ofMailbox) return ofMailbox;
      const known = identities.get(brandId);
      if (known) return known;
      const identity = await signingIdentityOf(db, config.SECRET_KEY, brandId);
      if (identity) identities.set(brandId, identity);
      return identity;
    },
    vetoes,
    filesOf: (mail) => (mail.purpose === 'report' ? reportFiles(mail.id) : conversations.filesOf(mail.id)),
    onSettled: async ({ id, kind }) => {
      if (kind === 'email' || kind === 'invite') await conversations.onChanged(id);
    },
  });
  const outbox = new Outbox(api, emails);
  const receiver = mailReceiver(api, {
    files,
    afterReply: conversations.afterReply,
    linkSecretsOf: conversations.linkSecretsOf,
    onChanged: conversations.onChanged,
    read: (path, size, envelope) =>
      readInboundMail({ path, size, envelope, dnsServers: config.DNS_SERVERS, mta: config.INBOUND_DOMAIN }),
  });
  const inbound = inboundServer(receiver, { files, log, name: config.INBOUND_DOMAIN });
  const reading = mailboxes.reading(receiver);
  const works = config.TROUPE_ROLES.includes('jobs');
  if (works) listener.on(MAIL_CHANNEL, () => outbox.wake());
  return {
    async start() {
      if (!works) return null;
      outbox.start();
      reading.start();
      const port = await inbound.listen(config.INBOUND_SMTP_PORT, config.INBOUND_SMTP_HOST);
      log.info({ port }, 'receiving email');
      return port;
    },
    async stop() {
      await Promise.all([inbound.close(), outbox.stop(), reading.stop()]);
      await mailboxes.sending.stop();
      transport.close();
      await lock.release();
    },
  };
}

/** Wraps a transport to record each attempt for administrators; a rejected recipient isn't a provider failure. */
function recorded(transport: MailTransport, book: ProviderGuard): MailTransport {
  return {
    async send(mail) {
      const delivery = await transport.send(mail);
      const ok = delivery.outcome === 'accepted' || delivery.outcome === 'refused';
      const message = `The mail server answered: ${delivery.outcome}`;
      await book.recordCall({ provider: 'mail', ok, ...(ok ? {} : { message }) }).catch(() => {});
      return delivery;
    },
    close: () => transport.close(),
  };
}
