import { escapeHtml } from '@troupe/domain/html-text';
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

/** What the pump is given beside the platform. */
export interface PumpParts {
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

/** Mails one process has under way at once, of different brands. */
const AT_ONCE = 4;
/** The longest time without a look, because an announcement can be missed. */
const LOOK_EVERY_MS = 5000;
const AFTER_FAILURE_MS = 5000;
/** While the mail server is away it is tried after 1 s, 2 s, 4 s ... and at most this long. */
const LONGEST_PAUSE_MS = 60_000;

/** The turn of the product's own mails, of all brands together: no brand's pace holds them up. */
const NOTICES = 'notices';

const NO_DOMAIN = 'It waits until the email domain is verified.';
const NO_KEY = 'It waits because the key of the email domain cannot be opened.';

/**
 * Sends what is due: the mails of one brand in their order, at its spacing and daily cap; brands in turn, the one
 * that waited longest first, and the product's own mails as if they were a brand's. Any number of processes may do this at once.
 *
 * `sending` is committed before the mail server sees a mail, and what became of it after. A process that dies in
 * between leaves it `sending`, and another one makes it `uncertain`: nothing is ever sent twice by itself.
 */
export class MailPump {
  readonly #api: Pick<Api, 'pool' | 'db' | 'clock' | 'log' | 'config'>;
  readonly #parts: PumpParts;
  /** Brand -> when to look at it again, in milliseconds of the clock. */
  readonly #turns = new Map<string, number>();
  readonly #underWay = new Map<string, Promise<void>>();
  #timer: NodeJS.Timeout | undefined;
  #every: NodeJS.Timeout | undefined;
  #looking: Promise<void> | null = null;
  #lookAgain = false;
  #stopped = false;
  #pauseMs = 0;
  #pausedUntil = 0;

  constructor(api: Pick<Api, 'pool' | 'db' | 'clock' | 'log' | 'config'>, parts: PumpParts) {
    this.#api = api;
    this.#parts = parts;
  }

  /** Begins; once in a while it looks by itself. */
  start(): void {
    this.#every = setInterval(() => this.wake(), LOOK_EVERY_MS);
    this.#every.unref();
    this.wake();
  }

  /** Looks at once for what is due. */
  wake(): void {
    if (this.#stopped) return;
    if (this.#looking) {
      this.#lookAgain = true;
      return;
    }
    clearTimeout(this.#timer);
    this.#looking = this.#look().finally(() => {
      this.#looking = null;
      if (this.#lookAgain) {
        this.#lookAgain = false;
        this.wake();
      } else this.#step();
    });
  }

  /** Finishes what is under way and takes nothing new. */
  async stop(): Promise<void> {
    this.#stopped = true;
    clearInterval(this.#every);
    clearTimeout(this.#timer);
    await this.#looking;
    await Promise.all(this.#underWay.values());
    this.#parts.transport.close();
    await this.#parts.lock.release();
  }

  async #look(): Promise<void> {
    const { pool, log } = this.#api;
    try {
      const settled = await this.#parts.lock.settleTheDead();
      if (settled > 0) log.warn({ mails: settled }, 'mails of a stopped process are uncertain');
      const notice = await firstNotice(pool);
      const waiting = await brandsWithMail(pool);
      if (notice) waiting.push({ brandId: NOTICES, due: notice });
      for (const { brandId, due } of waiting) {
        // Whoever has waited for a turn keeps its place in the row.
        const at = Math.max(new Date(due).getTime(), this.#now());
        this.#turns.set(brandId, Math.min(at, this.#turns.get(brandId) ?? at));
      }
    } catch (error) {
      log.error({ err: error }, 'the outbox cannot be looked at');
    }
  }

  /** Starts what may start now, and sets the clock for the rest. */
  #step(): void {
    clearTimeout(this.#timer);
    if (this.#stopped) return;
    const pause = this.#pausedUntil - Date.now();
    if (pause <= 0) {
      for (let brandId = this.#nextBrand(); brandId; brandId = this.#nextBrand()) {
        const id = brandId;
        const turn = this.#turn(id).finally(() => {
          this.#underWay.delete(id);
          this.#step();
        });
        this.#underWay.set(id, turn);
      }
    }
    if (this.#underWay.size >= AT_ONCE) return;
    const waiting = [...this.#turns].filter(([id]) => !this.#underWay.has(id)).map(([, at]) => at);
    const ms = Math.max(pause, Math.min(...waiting) - this.#now(), 1);
    if (ms < LOOK_EVERY_MS || pause > 0) this.#timer = setTimeout(() => this.#step(), ms).unref();
  }

  #nextBrand(): string | undefined {
    if (this.#underWay.size >= AT_ONCE) return undefined;
    const now = this.#now();
    let found: string | undefined;
    let earliest = Number.POSITIVE_INFINITY;
    for (const [id, at] of this.#turns) {
      if (at > now || at >= earliest || this.#underWay.has(id)) continue;
      found = id;
      earliest = at;
    }
    return found;
  }

  #now(): number {
    return this.#api.clock.now().getTime();
  }

  /** One mail of one brand, and when to look at the brand again. */
  async #turn(brandId: string): Promise<void> {
    try {
      const at = await this.#sendNext(brandId);
      if (at === null) this.#turns.delete(brandId);
      else this.#turns.set(brandId, at);
    } catch (error) {
      this.#api.log.error({ err: error, brandId }, 'a mail could not be looked after');
      this.#turns.set(brandId, this.#now() + AFTER_FAILURE_MS);
    }
  }

  async #sendNext(brandId: string): Promise<number | null> {
    const { pool, db, clock, log, config } = this.#api;
    const find = brandId === NOTICES ? async () => productIdentity(config) : this.#parts.identityOf;
    const identity = await find(brandId).catch((error: unknown) => {
      log.error({ err: error, brandId }, 'no identity to sign with');
      return 'broken' as const;
    });
    if (identity === null || identity === 'broken') {
      await holdMails(db, brandId, identity === null ? NO_DOMAIN : NO_KEY, clock.now());
      return this.#now() + LOOK_EVERY_MS;
    }
    const sender = await this.#parts.lock.number();
    const taken =
      brandId === NOTICES
        ? await takeNotice(pool, sender, this.#parts.veto, clock.now())
        : await takeMail(pool, brandId, sender, identity, this.#parts.veto, clock.now());
    if (taken === 'busy') return this.#now() + 20;
    if (!('mail' in taken)) return taken.lookAt?.getTime() ?? null;
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
    this.#pauseAfter(delivery.outcome);
    await this.#write(mail, delivery);
    return this.#now() + identity.spacingSeconds * 1000;
  }

  /** A mail server that is away is not asked for every mail. */
  #pauseAfter(outcome: Delivery['outcome'] | 'unmade'): void {
    if (outcome === 'unmade') return;
    if (outcome !== 'unreachable') {
      this.#pauseMs = 0;
      return;
    }
    // Mails that were under way together fail together: that is one failure.
    if (Date.now() < this.#pausedUntil) return;
    this.#pauseMs = Math.min(Math.max(1000, this.#pauseMs * 2), LONGEST_PAUSE_MS);
    this.#pausedUntil = Date.now() + this.#pauseMs;
  }

  /** What became of a mail must be written, however long the database is away. */
  async #write(mail: StoredMail, delivery: Delivery | { outcome: 'unmade'; answer: string }): Promise<void> {
    for (;;) {
      try {
        await this.#settle(mail, delivery);
        break;
      } catch (error) {
        this.#api.log.error({ err: error, mail: mail.id }, 'what became of a mail could not be written');
        if (this.#stopped) return;
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
