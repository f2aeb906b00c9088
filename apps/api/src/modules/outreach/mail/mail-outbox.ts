import { escapeHtml } from '@troupe/domain/html-text';
import type { Lane, OutboxKind, TurnResult } from '@troupe/server/outbox';
import type { Api } from '../../../platform/api.ts';
import type {
  Delivery,
  MailFile,
  MailTransport,
  OutgoingMail,
} from '../../../platform/outgoing/mail-transport.ts';
import type { SenderLock } from './mail-sender-lock.ts';
import {
  claimMail,
  claimNotice,
  findWaitingMail,
  type MailVeto,
  markFailed,
  markLater,
  markRefused,
  markSent,
  markUncertain,
  type StoredMail,
  setWaitingReason,
} from './mail-sending.queries.ts';

/** The sender and signing key of a brand's email. */
export interface SendingIdentity {
  domain: string;
  fromName: string;
  fromAddress: string;
  returnPathDomain: string;
  selector: string;
  /** Null where the mail server signs: the product's own email. */
  privateKey: string | null;
  dailyCap: number;
  spacingSeconds: number;
  /** Sends through this mailbox instead of the mail server; replies go to it. */
  mailbox?: MailTransport;
}

/** Dependencies of the outbox besides the platform. */
export interface MailOutboxParts {
  transport: MailTransport;
  lock: SenderLock;
  vetoes: readonly MailVeto[];
  /** Returns null while the brand can't send: its domain is unverified or broken, or its mailbox needs attention. */
  identityOf(brandId: string): Promise<SendingIdentity | 'mailbox' | null>;
  /** Returns an email's attachments; `waiting` during the virus scan, `refused` if one is infected. */
  filesOf(mail: StoredMail): Promise<readonly MailFile[] | 'waiting' | 'refused'>;
  /** Called after an email's outcome was saved. */
  onSettled(mail: StoredMail): Promise<void>;
}

/** Maximum time between polls, because announcements can be lost. */
const POLL_MS = 10_000;
/** How often a brand that can't send is checked. */
const CHECK_MS = 5000;

/** The lane of the product's own emails, unaffected by any brand's pace. */
const NOTICES = 'notices';

const NO_DOMAIN = 'Waiting for the email domain to be verified.';
const NO_MAILBOX = 'Waiting for the mailbox to be reconnected.';
const NO_KEY = "Waiting because the email domain's key can't be decrypted.";

type MailOutboxApi = Pick<Api, 'pool' | 'db' | 'clock' | 'log' | 'config'>;

/**
 * The email outbox: each brand's emails in order, with its spacing and daily cap, plus a lane for the product's own.
 * `sending` is committed before contacting the mail server, the outcome afterwards. If a process dies in between,
 * another one marks the email `uncertain`, so nothing is ever sent twice automatically.
 */
export class MailOutbox implements OutboxKind {
  readonly name = 'mail';
  readonly lanesAtOnce = 4;
  readonly pollMs = POLL_MS;
  readonly afterFailureMs = 5000;
  readonly #api: MailOutboxApi;
  readonly #parts: MailOutboxParts;

  constructor(api: MailOutboxApi, parts: MailOutboxParts) {
    this.#api = api;
    this.#parts = parts;
  }

  async lanes(): Promise<Lane[]> {
    const { pool, log } = this.#api;
    const settled = await this.#parts.lock.settleDeadSenders();
    if (settled > 0) log.warn({ mails: settled }, 'marked emails of a stopped process as uncertain');
    const waiting = await findWaitingMail(pool);
    return waiting.map(({ brandId, due }) => ({ id: brandId ?? NOTICES, dueAt: new Date(due) }));
  }

  /** Sends one email of a brand. */
  async serve(brandId: string, isStopping: () => boolean): Promise<TurnResult> {
    const { pool, db, clock, log, config } = this.#api;
    const find = brandId === NOTICES ? async () => productIdentity(config) : this.#parts.identityOf;
    const identity = await find(brandId).catch((error: unknown) => {
      log.error({ err: error, brandId }, 'failed to load the signing identity');
      return 'broken' as const;
    });
    if (identity === null || typeof identity === 'string') {
      const reason = identity === null ? NO_DOMAIN : identity === 'mailbox' ? NO_MAILBOX : NO_KEY;
      await setWaitingReason(db, brandId, reason, clock.now());
      return { next: this.#now() + CHECK_MS };
    }
    const sender = await this.#parts.lock.number();
    const taken =
      brandId === NOTICES
        ? await claimNotice(pool, sender, this.#parts.vetoes, clock.now())
        : await claimMail(pool, brandId, sender, identity, this.#parts.vetoes, clock.now());
    if (taken === 'busy') return { next: this.#now() + 20 };
    if (!('mail' in taken)) return { next: taken.lookAt?.getTime() ?? null };
    const { mail } = taken;
    let delivery: Delivery | { outcome: 'unmade'; answer: string };
    try {
      const files = mail.kind === 'email' || mail.purpose === 'report' ? await this.#parts.filesOf(mail) : [];
      delivery =
        files === 'waiting'
          ? { outcome: 'later', answer: 'An attachment is still being scanned for viruses.' }
          : files === 'refused'
            ? { outcome: 'unmade', answer: 'An attachment contains a virus.' }
            : await (identity.mailbox ?? this.#parts.transport).send(
                outgoing(mail, files, identity, config, clock.now()),
              );
    } catch (error) {
      log.error({ err: error, mail: mail.id }, 'failed to compose an email');
      delivery = { outcome: 'unmade', answer: "The email couldn't be composed or signed." };
    }
    log.info({ mail: mail.id, outcome: delivery.outcome, attempts: mail.attempts }, 'mail');
    await this.#write(mail, identity, delivery, isStopping);
    // A mailbox that is down says nothing about the mail server of other lanes.
    const isOther = delivery.outcome === 'unmade' || identity.mailbox !== undefined;
    const contact = isOther ? {} : { reached: delivery.outcome !== 'unreachable' };
    return { next: this.#now() + identity.spacingSeconds * 1000, ...contact };
  }

  #now(): number {
    return this.#api.clock.now().getTime();
  }

  /** Retries until the outcome is saved, however long the database is down. */
  async #write(
    mail: StoredMail,
    identity: SendingIdentity,
    delivery: Delivery | { outcome: 'unmade'; answer: string },
    isStopping: () => boolean,
  ): Promise<void> {
    for (;;) {
      try {
        await this.#settle(mail, identity, delivery);
        break;
      } catch (error) {
        this.#api.log.error({ err: error, mail: mail.id }, 'failed to save the outcome of an email');
        if (isStopping()) return;
        await new Promise((resolve) => setTimeout(resolve, 1000));
      }
    }
    await this.#parts
      .onSettled(mail)
      .catch((error: unknown) =>
        this.#api.log.error({ err: error, mail: mail.id }, 'failed to publish delivery'),
      );
  }

  async #settle(
    mail: StoredMail,
    identity: SendingIdentity,
    delivery: Delivery | { outcome: 'unmade'; answer: string },
  ): Promise<void> {
    const { pool, db, clock } = this.#api;
    const now = clock.now();
    const { answer } = delivery;
    switch (delivery.outcome) {
      case 'accepted':
        return markSent(db, mail.id, {
          answer,
          // Don't save an unchanged ID: the reader may have found the vendor's new one among the sent emails.
          messageId: delivery.messageId === mail.messageId ? undefined : delivery.messageId,
          fromAddress: identity.mailbox ? identity.fromAddress : null,
          now,
        });
      case 'refused':
        return markRefused(pool, mail, { answer, suppress: delivery.aboutRecipient, now });
      case 'later':
        return markLater(pool, mail, { answer, retryMs: delivery.retryMs, now });
      case 'unreachable':
        return markLater(pool, mail, { answer, now });
      case 'unknown':
        return markUncertain(db, mail.id, answer);
      case 'unmade':
        return markFailed(db, mail.id, answer);
    }
  }
}

/** Assembles the email to send: sender, reply and bounce addresses, unsubscribe options. */
function outgoing(
  mail: StoredMail,
  attachments: readonly MailFile[],
  identity: SendingIdentity,
  { API_ORIGIN, INBOUND_DOMAIN }: Api['config'],
  now: Date,
): OutgoingMail {
  const unsubscribe = mail.unsubscribeToken ? `${API_ORIGIN}/unsubscribe/${mail.unsubscribeToken}` : null;
  // Some emails have the link in their own text.
  const line = unsubscribe && !mail.html.includes(unsubscribe) ? unsubscribe : null;
  return {
    from: { name: identity.fromName, address: identity.fromAddress },
    to: { name: mail.toName, address: mail.toAddress },
    // Replies to a mailbox and bounces are read there.
    replyTo:
      mail.replyTo ??
      (identity.mailbox ? identity.fromAddress : `reply+${mail.replyToken}@${INBOUND_DOMAIN}`),
    envelopeFrom: identity.mailbox
      ? identity.fromAddress
      : `bounce+${mail.replyToken}@${identity.returnPathDomain}`,
    messageId: mail.messageId,
    inReplyTo: mail.inReplyTo,
    references: mail.references?.split(' ') ?? (mail.inReplyTo ? [mail.inReplyTo] : []),
    attachments,
    subject: mail.subject,
    html: line ? `${mail.html}\n${unsubscribeLine(identity.fromName, line)}` : mail.html,
    plain: line
      ? `${mail.plain}\n\nUnsubscribe from emails from ${identity.fromName}: ${line}\n`
      : mail.plain,
    date: now,
    unsubscribe: unsubscribe
      ? {
          url: unsubscribe,
          mailto: `unsubscribe+${mail.unsubscribeToken}@${INBOUND_DOMAIN}`,
        }
      : null,
    signing: identity.privateKey
      ? { domain: identity.domain, selector: identity.selector, privateKey: identity.privateKey }
      : null,
  };
}

/** The visible unsubscribe link; email clients use the header. */
const unsubscribeLine = (fromName: string, url: string): string =>
  `<p style="font-size:12px;color:#6b6b76">You received this email from ${escapeHtml(fromName)}. <a href="${url}">Unsubscribe</a></p>`;

/** Returns the sender of the product's own email: `MAIL_FROM`. */
function productIdentity({ MAIL_FROM, INBOUND_DOMAIN }: Api['config']): SendingIdentity {
  const [, name, address] = /^(.*?)\s*<([^<>]+)>$/.exec(MAIL_FROM.trim()) ?? ['', '', MAIL_FROM.trim()];
  return {
    domain: address?.split('@').at(-1) ?? '',
    fromName: name ?? '',
    fromAddress: address ?? '',
    returnPathDomain: INBOUND_DOMAIN,
    selector: '',
    privateKey: null,
    dailyCap: Number.POSITIVE_INFINITY,
    spacingSeconds: 0,
  };
}
