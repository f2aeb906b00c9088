import { escapeHtml } from '@troupe/domain/html-text';
import type { Lane, OutboxKind, TurnEnd } from '@troupe/server/outbox';
import type { Api } from '../../../platform/api.ts';
import type {
  Delivery,
  MailFile,
  MailTransport,
  OutgoingMail,
} from '../../../platform/outgoing/mail-transport.ts';
import type { SenderLock } from './mail-sender-lock.ts';
import {
  brandsWithMail,
  firstNotice,
  holdMails,
  type MailVeto,
  markFailed,
  markLater,
  markRefused,
  markSent,
  markUncertain,
  type StoredMail,
  takeMail,
  takeNotice,
} from './mail-sending.queries.ts';

/** Who a brand's mail comes from, and what it is signed with. */
export interface SendingIdentity {
  domain: string;
  fromName: string;
  fromAddress: string;
  returnPathDomain: string;
  selector: string;
  /** Null where the mail server signs: mails of the product itself. */
  privateKey: string | null;
  dailyCap: number;
  spacingSeconds: number;
}

/** What the outbox is given beside the platform. */
export interface MailOutboxParts {
  transport: MailTransport;
  lock: SenderLock;
  veto: MailVeto;
  /** Null while the brand may not send: its domain is not verified, or broken since. */
  identityOf(brandId: string): Promise<SendingIdentity | null>;
  /** The files of an email; `waiting` while one is checked for viruses, `refused` when one must not leave. */
  filesOf(mailId: string): Promise<readonly MailFile[] | 'waiting' | 'refused'>;
  /** What became of a mail has been written. */
  onSettled(mail: StoredMail): Promise<void>;
}

/** The longest time without a look, because an announcement can be missed. */
const LOOK_EVERY_MS = 5000;

/** The lane of the product's own emails, of all brands together: no brand's pace holds them up. */
const NOTICES = 'notices';

const NO_DOMAIN = 'It waits until the email domain is verified.';
const NO_KEY = 'It waits because the key of the email domain cannot be opened.';

type MailOutboxApi = Pick<Api, 'pool' | 'db' | 'clock' | 'log' | 'config'>;

/**
 * Emails in the outbox: those of one brand in their order, at its spacing and daily cap, and the product's own as if
 * they were a brand's.
 *
 * `sending` is committed before the mail server sees an email, and what became of it after. A process that dies in
 * between leaves it `sending`, and another one makes it `uncertain`: nothing is ever sent twice by itself.
 */
export class MailOutbox implements OutboxKind {
  readonly name = 'mail';
  readonly lanesAtOnce = 4;
  readonly lookEveryMs = LOOK_EVERY_MS;
  readonly afterFailureMs = 5000;
  readonly #api: MailOutboxApi;
  readonly #parts: MailOutboxParts;

  constructor(api: MailOutboxApi, parts: MailOutboxParts) {
    this.#api = api;
    this.#parts = parts;
  }

  async lanes(): Promise<Lane[]> {
    const { pool, log } = this.#api;
    const settled = await this.#parts.lock.settleTheDead();
    if (settled > 0) log.warn({ mails: settled }, 'mails of a stopped process are uncertain');
    const notice = await firstNotice(pool);
    const waiting = await brandsWithMail(pool);
    if (notice) waiting.push({ brandId: NOTICES, due: notice });
    return waiting.map(({ brandId, due }) => ({ id: brandId, dueAt: new Date(due) }));
  }

  /** Sends one email of a brand. */
  async serve(brandId: string, isStopping: () => boolean): Promise<TurnEnd> {
    const { pool, db, clock, log, config } = this.#api;
    const find = brandId === NOTICES ? async () => productIdentity(config) : this.#parts.identityOf;
    const identity = await find(brandId).catch((error: unknown) => {
      log.error({ err: error, brandId }, 'no identity to sign with');
      return 'broken' as const;
    });
    if (identity === null || identity === 'broken') {
      await holdMails(db, brandId, identity === null ? NO_DOMAIN : NO_KEY, clock.now());
      return { next: this.#now() + LOOK_EVERY_MS };
    }
    const sender = await this.#parts.lock.number();
    const taken =
      brandId === NOTICES
        ? await takeNotice(pool, sender, this.#parts.veto, clock.now())
        : await takeMail(pool, brandId, sender, identity, this.#parts.veto, clock.now());
    if (taken === 'busy') return { next: this.#now() + 20 };
    if (!('mail' in taken)) return { next: taken.lookAt?.getTime() ?? null };
    const { mail } = taken;
    let delivery: Delivery | { outcome: 'unmade'; answer: string };
    try {
      const files = mail.kind === 'email' ? await this.#parts.filesOf(mail.id) : [];
      delivery =
        files === 'waiting'
          ? { outcome: 'later', answer: 'An attached file is still being checked for viruses.' }
          : files === 'refused'
            ? { outcome: 'unmade', answer: 'An attached file has a virus.' }
            : await this.#parts.transport.send(outgoing(mail, files, identity, config, clock.now()));
    } catch (error) {
      log.error({ err: error, mail: mail.id }, 'a mail could not be made');
      delivery = { outcome: 'unmade', answer: 'The mail could not be made or signed.' };
    }
    log.info({ mail: mail.id, outcome: delivery.outcome, attempts: mail.attempts }, 'mail');
    await this.#write(mail, delivery, isStopping);
    const asked = delivery.outcome === 'unmade' ? {} : { reached: delivery.outcome !== 'unreachable' };
    return { next: this.#now() + identity.spacingSeconds * 1000, ...asked };
  }

  #now(): number {
    return this.#api.clock.now().getTime();
  }

  /** What became of a mail must be written, however long the database is away. */
  async #write(
    mail: StoredMail,
    delivery: Delivery | { outcome: 'unmade'; answer: string },
    isStopping: () => boolean,
  ): Promise<void> {
    for (;;) {
      try {
        await this.#settle(mail, delivery);
        break;
      } catch (error) {
        this.#api.log.error({ err: error, mail: mail.id }, 'what became of a mail could not be written');
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

  async #settle(mail: StoredMail, delivery: Delivery | { outcome: 'unmade'; answer: string }): Promise<void> {
    const { pool, db, clock } = this.#api;
    const now = clock.now();
    const { answer } = delivery;
    switch (delivery.outcome) {
      case 'accepted':
        return markSent(db, mail.id, { answer, messageId: delivery.messageId, now });
      case 'refused':
        return markRefused(pool, mail, { answer, suppress: delivery.aboutRecipient, now });
      case 'later':
      case 'unreachable':
        return markLater(pool, mail, { answer, now });
      case 'unknown':
        return markUncertain(db, mail.id, answer);
      case 'unmade':
        return markFailed(db, mail.id, answer);
    }
  }
}

/** The mail as it leaves: who it is from, where answers and bounces go, how to unsubscribe. */
function outgoing(
  mail: StoredMail,
  attachments: readonly MailFile[],
  identity: SendingIdentity,
  { API_ORIGIN, INBOUND_DOMAIN }: Api['config'],
  now: Date,
): OutgoingMail {
  const unsubscribe = mail.unsubscribeToken ? `${API_ORIGIN}/unsubscribe/${mail.unsubscribeToken}` : null;
  return {
    from: { name: identity.fromName, address: identity.fromAddress },
    to: { name: mail.toName, address: mail.toAddress },
    replyTo: mail.replyTo ?? `reply+${mail.replyToken}@${INBOUND_DOMAIN}`,
    envelopeFrom: `bounce+${mail.replyToken}@${identity.returnPathDomain}`,
    messageId: mail.messageId,
    inReplyTo: mail.inReplyTo,
    references: mail.references?.split(' ') ?? (mail.inReplyTo ? [mail.inReplyTo] : []),
    attachments,
    subject: mail.subject,
    html: unsubscribe ? `${mail.html}\n${unsubscribeLine(identity.fromName, unsubscribe)}` : mail.html,
    plain: unsubscribe
      ? `${mail.plain}\n\nUnsubscribe from emails by ${identity.fromName}: ${unsubscribe}\n`
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

/** The way out that people see; mail programs have theirs in the header. */
const unsubscribeLine = (fromName: string, url: string): string =>
  `<p style="font-size:12px;color:#6b6b76">You get this mail from ${escapeHtml(fromName)}. <a href="${url}">Unsubscribe</a></p>`;

/** Who mails of the product itself come from: `MAIL_FROM`. */
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
