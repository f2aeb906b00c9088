import type { FastifyInstance } from 'fastify';
import { signingIdentityOf } from '../features/email-domain/email-domain.queries.ts';
import { MAIL_CHANNEL } from '../features/mail/mail.outbox.ts';
import { mailRoutes } from '../features/mail/mail.routes.ts';
import { MailPump } from '../features/mail/mail-pump.ts';
import { SenderLock } from '../features/mail/mail-sender-lock.ts';
import { unsubscribeRoutes } from '../features/mail/unsubscribe.routes.ts';
import type { Api } from '../platform/api.ts';
import type { Files } from '../platform/files.ts';
import type { Listener } from '../platform/listen.ts';
import { smtpTransport } from '../providers/mail/smtp.ts';

/** The parts of mail that run beside requests. */
export interface MailService {
  start(): Promise<void>;
  stop(): Promise<void>;
}

/** Mail out of the outbox, each brand's signed with the key of its own domain; and mail that comes back. */
export function sendMail(api: Api, server: FastifyInstance, listener: Listener, _files: Files): MailService {
  const { config, db } = api;
  mailRoutes(api);
  unsubscribeRoutes(server, api);
  const sends = config.TROUPE_ROLES.includes('jobs');
  const pump = new MailPump(api, {
    transport: smtpTransport(config.SMTP_URL),
    lock: new SenderLock(config.DATABASE_DIRECT_URL ?? config.DATABASE_URL),
    identityOf: (brandId) => signingIdentityOf(db, config.SECRET_KEY, brandId),
  });
  if (sends) listener.on(MAIL_CHANNEL, () => pump.wake());
  return {
    async start() {
      if (sends) pump.start();
    },
    async stop() {
      await pump.stop();
    },
  };
}
