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
  type LinkSecretsOf,
  mailOfMessageIds,
  mailOfReplyToken,
  mailOfUnsubscribeToken,
  storeInbound,
} from './inbound-mail.queries.ts';

/** An email with this many hops is in a loop. */
const MAX_HOPS = 50;

/** Dependencies of the receiver besides the platform. */
export interface ReceiverParts {
  files: Files;
  /** Parses the original at a path. */
  read(path: string, size: number, envelope: InboundEnvelope): Promise<InboundMail>;
  afterReply: AfterReply;
  linkSecretsOf: LinkSecretsOf;
  /** Called on other changes to an email: a bounce or an unsubscribe. */
  onChanged(mailId: string): Promise<void>;
}

/** Takes emails that were read from a connected mailbox. */
export interface MailboxReceiver {
  /** Stores an email that refers to one that the brand sent; false if it refers to none. */
  receiveFromMailbox(brandId: string, inbound: InboundMail, draft: string, size: number): Promise<boolean>;
}

/**
 * Receives replies, bounces, complaints and unsubscribe requests. Matches them by the token in the recipient address,
 * then in addresses in the headers, then by Message-ID; never by sender, which can be forged.
 */
export function mailReceiver(
  { config, db, pool, clock, log }: Pick<Api, 'config' | 'db' | 'pool' | 'clock' | 'log'>,
  { files, read, afterReply, linkSecretsOf, onChanged }: ReceiverParts,
): MailReceiver & MailboxReceiver {
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

  /** Stores what came back for a sent email, once. */
  async function keep(
    { mail, unsubscribes }: { mail: AnsweredMail; unsubscribes: boolean },
    inbound: InboundMail,
    draft: string,
    size: number,
  ): Promise<void> {
    // Our own email returned unchanged isn't a reply.
    const own = inbound.messageId === mail.messageId && inbound.kind === 'reply';
    const kept = { ...inbound, ...(own || unsubscribes ? { kind: 'auto-reply' as const } : {}) };
    const rawKey = `inbound/${mail.brandId}/${newId()}.eml`;
    await files.store(draft, rawKey);
    const isNew = await storeInbound(pool, mail, kept, {
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
    if (!isNew) await files.remove(rawKey);
    else if (kept.kind !== 'reply')
      await onChanged(mail.id).catch((error: unknown) =>
        log.error({ err: error, mail: mail.id }, 'failed to publish delivery'),
      );
    log.info(
      { mail: mail.id, kind: kept.kind, checks: kept.checks, bytes: size, isNew },
      'received an email',
    );
  }

  return {
    async accepts(address) {
      const known = inboundAddress(address);
      if (!known) return 'unknown';
      // Some email clients strip the token: headers may identify the email.
      if (!known.token) return known.domain === config.INBOUND_DOMAIN ? 'maybe' : 'unknown';
      return (await find(address)) ? 'known' : 'unknown';
    },

    async receive(draft, size, envelope) {
      const inbound = await read(draft, size, envelope);
      if (inbound.hops > MAX_HOPS) return 'loop';
      const found = await match(envelope, inbound);
      if (!found) return 'unknown';
      await keep(found, inbound, draft, size);
      return 'kept';
    },

    async receiveFromMailbox(brandId, inbound, draft, size) {
      const mail = await mailOfMessageIds(db, inbound.answers, brandId);
      if (!mail) return false;
      await keep({ mail, unsubscribes: false }, inbound, draft, size);
      return true;
    },
  };
}

/** Parses an inbound address into its purpose and token; null for any other address. */
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
