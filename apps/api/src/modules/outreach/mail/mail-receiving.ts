import type { Api } from '../../../platform/api.ts';
import type { Files } from '../../../platform/files/files.ts';
import { newId } from '../../../platform/id.ts';
import type {
  InboundEnvelope,
  InboundMail,
  MailReceiver,
} from '../../../platform/incoming/mail-receiving.ts';
import {
  type AfterReply,
  type AnsweredMail,
  keepInbound,
  type LinkSecretsOf,
  mailOfMessageIds,
  mailOfReplyToken,
  mailOfUnsubscribeToken,
} from './inbound-mail.queries.ts';

/** A mail that came through so many servers goes round in circles. */
const MAX_HOPS = 50;

/** What the receiver is given beside the platform. */
export interface ReceiverParts {
  files: Files;
  /** Reads the original that lies at a path. */
  read(path: string, size: number, envelope: InboundEnvelope): Promise<InboundMail>;
  afterReply: AfterReply;
  linkSecretsOf: LinkSecretsOf;
  /** Something else came back for an email: it bounced, or its recipient unsubscribed. */
  onChanged(mailId: string): Promise<void>;
}

/**
 * Mail that comes back: replies, bounces, complaints, wishes to get no more. It is found by the token in the address
 * it was sent to, then in the addresses it names, then by the Message-IDs it answers; never by its sender, which
 * anybody can write.
 */
export function mailReceiver(
  { config, db, pool, clock, log }: Pick<Api, 'config' | 'db' | 'pool' | 'clock' | 'log'>,
  { files, read, afterReply, linkSecretsOf, onChanged }: ReceiverParts,
): MailReceiver {
  async function find(address: string): Promise<{ mail: AnsweredMail; unsubscribes: boolean } | null> {
    const known = inboundAddress(address);
    if (!known?.token) return null;
    const unsubscribes = known.purpose === 'unsubscribe';
    const mail = await (unsubscribes ? mailOfUnsubscribeToken : mailOfReplyToken)(db, known.token);
    return mail && { mail, unsubscribes };
  }

  async function match(envelope: InboundEnvelope, inbound: InboundMail) {
    for (const address of [...envelope.recipients, ...inbound.addressees]) {
      const found = await find(address);
      if (found) return found;
    }
    const mail = await mailOfMessageIds(db, inbound.answers);
    return mail && { mail, unsubscribes: false };
  }

  return {
    async accepts(address) {
      const known = inboundAddress(address);
      if (!known) return 'unknown';
      // Some mail programs cut the token off; what they answer to is in the mail itself.
      if (!known.token) return known.domain === config.INBOUND_DOMAIN ? 'maybe' : 'unknown';
      return (await find(address)) ? 'known' : 'unknown';
    },

    async receive(draft, size, envelope) {
      const inbound = await read(draft, size, envelope);
      if (inbound.hops > MAX_HOPS) return 'loop';
      const found = await match(envelope, inbound);
      if (!found) return 'unknown';
      const { mail, unsubscribes } = found;
      // Our own mail, sent back as it is, was not written by anybody.
      const own = inbound.messageId === mail.messageId && inbound.kind === 'reply';
      const kept = { ...inbound, ...(own || unsubscribes ? { kind: 'auto-reply' as const } : {}) };
      const rawKey = `inbound/${mail.brandId}/${newId()}.eml`;
      await files.keep(draft, rawKey);
      const anew = await keepInbound(pool, mail, kept, {
        rawKey,
        size,
        now: clock.now(),
        unsubscribes,
        linkSecretsOf,
        afterReply,
      }).catch(async (error: unknown) => {
        await files.remove(rawKey);
        throw error;
      });
      if (!anew) await files.remove(rawKey);
      else if (kept.kind !== 'reply')
        await onChanged(mail.id).catch((error: unknown) =>
          log.error({ err: error, mail: mail.id }, 'failed to publish delivery'),
        );
      log.info({ mail: mail.id, kind: kept.kind, checks: kept.checks, bytes: size, anew }, 'mail came in');
      return 'kept';
    },
  };
}

/** Addresses that mail comes back to: what they are for, and the token in them; null for any other address. */
export function inboundAddress(
  address: string,
): { purpose: 'reply' | 'bounce' | 'unsubscribe'; token: string | null; domain: string } | null {
  const found = /^(reply|bounce|unsubscribe)(?:\+([a-z0-9_-]{1,64}))?@([a-z0-9.-]{1,253})$/i.exec(
    address.trim(),
  );
  if (!found?.[1] || !found[3]) return null;
  return {
    purpose: found[1].toLowerCase() as 'reply' | 'bounce' | 'unsubscribe',
    token: found[2]?.toLowerCase() ?? null,
    domain: found[3].toLowerCase(),
  };
}
