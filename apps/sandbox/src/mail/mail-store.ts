import { randomUUIDv7 } from 'node:crypto';
import { EventEmitter, once } from 'node:events';
import { createWriteStream } from 'node:fs';
import { appendFile, mkdir, readdir, readFile, rename, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { pipeline } from 'node:stream/promises';
import type { Address, Attachment, Email } from 'postal-mime';
import PostalMime from 'postal-mime';
import { replaceFile } from '../platform/state.ts';

/** A person or list in a header; the address may be empty. */
export interface MailAddress {
  name: string;
  address: string;
}

/** Summary of an email. */
export interface MailSummary {
  /** UUIDv7, sortable by arrival. */
  id: string;
  /** ISO 8601, UTC. */
  receivedAt: string;
  /** Envelope sender (MAIL FROM); empty for bounces. */
  envelopeFrom: string;
  /** Accepted envelope recipients (RCPT TO) in lowercase. */
  recipients: string[];
  from: MailAddress | null;
  to: MailAddress[];
  subject: string;
  /** Start of the text with collapsed whitespace, up to 200 characters. */
  snippet: string;
  /** Size as received, in bytes. */
  size: number;
}

/** Parsed content of an email. */
export type MailContent = Awaited<ReturnType<typeof readContent>>;

/** A parsed email. */
export type MailDetail = MailSummary & MailContent;

const SNIPPET_LENGTH = 200;
const MOST_LINKS = 200;
const LINK =
  /<a\s[^<>]{0,5000}?href\s*=\s*(?:"([^"<>]{0,5000})"|'([^'<>]{0,5000})')[^<>]{0,5000}>([\s\S]{0,2000}?)<\/a\s*>/gi;
const ENTITIES: Record<string, string> = { amp: '&', lt: '<', gt: '>', quot: '"', '#39': "'", nbsp: ' ' };

const mailboxesOf = (addresses: Address[] | undefined): MailAddress[] =>
  (addresses ?? [])
    .flatMap((one) => (one.address === undefined ? one.group : [one]))
    .slice(0, 200)
    .map(({ name, address }) => ({ name, address }));

const parse = (raw: Uint8Array): Promise<Email> =>
  PostalMime.parse(raw, { maxNestingDepth: 50, maxRfc822NestingDepth: 3 });

const decoded = (html: string): string =>
  html.replace(/&(amp|lt|gt|quot|#39|nbsp);/g, (_, name: string) => ENTITIES[name] ?? '');

/** Converts HTML to text with collapsed whitespace. */
const textOfHtml = (html: string): string =>
  decoded(
    html
      .replace(/<(style|title)\b[^>]{0,2000}>[\s\S]{0,200000}?<\/\1\s*>/gi, ' ')
      .replace(/<[^<>]{0,5000}>/g, ' '),
  )
    .replace(/\s+/g, ' ')
    .trim();

/** http and https links: those of the HTML first, then those only in the text. */
function linksOf(html: string, text: string) {
  const found = new Map<string, string>();
  const add = (url: string, label: string) => {
    if (/^https?:\/\//i.test(url) && URL.canParse(url) && found.size < MOST_LINKS && !found.has(url))
      found.set(url, label || url);
  };
  for (const [, double, single, label = ''] of html.matchAll(LINK))
    add(decoded(double ?? single ?? ''), textOfHtml(label));
  for (const [url] of text.matchAll(/https?:\/\/[^\s<>"'`\\^{}|]{1,4000}/gi))
    add(url.replace(/[.,;:!?)]+$/, ''), '');
  return [...found].map(([url, label]) => ({ url, text: label.slice(0, SNIPPET_LENGTH) }));
}

function bytesOf({ content }: Attachment): Uint8Array {
  if (typeof content === 'string') return Buffer.from(content, 'utf8');
  return content instanceof Uint8Array ? content : new Uint8Array(content);
}

/** Parses an email. One that can't be parsed has `unreadable` set and no content. */
export async function readContent(raw: Uint8Array) {
  let email: Email = { headers: [], headerLines: [], attachments: [] } as unknown as Email;
  let unreadable: string | null = null;
  try {
    email = await parse(raw);
  } catch (error) {
    unreadable = error instanceof Error ? error.message : String(error);
  }
  const { html = '', text = '' } = email;
  return {
    from: mailboxesOf(email.from ? [email.from] : [])[0] ?? null,
    to: mailboxesOf(email.to),
    cc: mailboxesOf(email.cc),
    replyTo: mailboxesOf(email.replyTo),
    subject: email.subject ?? '',
    snippet: (text.trim() ? text.replace(/\s+/g, ' ') : textOfHtml(html)).trim().slice(0, SNIPPET_LENGTH),
    messageId: email.messageId ?? null,
    headers: email.headers.map(({ originalKey, value }) => ({ name: originalKey, value })),
    text: email.text ?? null,
    html: email.html ?? null,
    /** Clickable links, each URL once, with their text. */
    links: linksOf(html, text),
    /** Attachments by position; sizes are after decoding. */
    attachments: email.attachments.map((one, index) => ({
      index,
      filename: one.filename || `part-${index + 1}`,
      mimeType: one.mimeType,
      size: bytesOf(one).byteLength,
    })),
    /** Why the email couldn't be parsed; its source is stored anyway. */
    unreadable,
  };
}

/** Opens an email. */
export const readMail = async (summary: MailSummary, raw: Uint8Array): Promise<MailDetail> => ({
  ...summary,
  ...(await readContent(raw)),
});

/** Content of an attachment, or null. */
export async function readAttachment(raw: Uint8Array, index: number) {
  const found = (await parse(raw).catch(() => null))?.attachments[index];
  return found ? { filename: found.filename || `part-${index + 1}`, content: bytesOf(found) } : null;
}

/** Filters, all of which must match. */
export interface MailQuery {
  /** Exact envelope recipient, case-insensitive. */
  to?: string | undefined;
  /** Words that must all occur in sender, recipients, subject or the start of the text. */
  search?: string | undefined;
  /** Only emails received after this one. */
  after?: string | undefined;
}

/** Envelope of an incoming email. */
export interface Envelope {
  from: string;
  recipients: string[];
}

/**
 * Stores emails as files, one `.eml` each, exactly as received, with an index of one JSON line per
 * email. An email is acknowledged only after both are written; files without a line are deleted at
 * startup. Keeps the newest `keep` emails.
 */
export class MailStore {
  readonly #folder: string;
  readonly #index: string;
  readonly #keep: number;
  readonly #mails = new Map<string, MailSummary>();
  readonly #arrivals = new EventEmitter().setMaxListeners(0);
  #writing: Promise<unknown> = Promise.resolve();

  constructor(dataDir: string, keep = 5000) {
    this.#folder = join(dataDir, 'mail');
    this.#index = join(this.#folder, 'index.jsonl');
    this.#keep = keep;
  }

  /** Loads the index; throws with the reason if the folder is unusable. */
  async open(): Promise<void> {
    await mkdir(this.#folder, { recursive: true });
    await this.checkWritable();
    const files = new Set(await readdir(this.#folder));
    const text = await readFile(this.#index, 'utf8').catch(() => '');
    for (const line of text.split('\n')) {
      try {
        const mail = JSON.parse(line) as MailSummary;
        if (files.delete(`${mail.id}.eml`)) this.#mails.set(mail.id, mail);
      } catch {
        // A killed process may leave a truncated last line.
      }
    }
    for (const name of files)
      if (/\.(eml|part)$/.test(name)) await rm(join(this.#folder, name), { force: true });
    await this.#rewriteIndex();
  }

  /** Throws once nothing can be written anymore. */
  async checkWritable(): Promise<void> {
    const probe = join(this.#folder, `${randomUUIDv7()}.part`);
    await writeFile(probe, '');
    await rm(probe, { force: true });
  }

  /**
   * Stores an email. `isTooLarge` is checked once all bytes have arrived; a rejected email leaves
   * nothing behind and returns null.
   */
  async add(
    content: AsyncIterable<Uint8Array>,
    envelope: Envelope,
    isTooLarge: () => boolean = () => false,
  ): Promise<MailSummary | null> {
    const id = randomUUIDv7();
    const part = join(this.#folder, `${id}.part`);
    try {
      await pipeline(content, createWriteStream(part));
      if (isTooLarge()) return null;
      const raw = await readFile(part);
      const { from, to, subject, snippet } = await readContent(raw);
      const mail: MailSummary = {
        id,
        receivedAt: new Date().toISOString(),
        envelopeFrom: envelope.from,
        recipients: [...new Set(envelope.recipients.map((one) => one.toLowerCase()))],
        from,
        to,
        subject,
        snippet,
        size: raw.length,
      };
      await this.#inTurn(async () => {
        await rename(part, this.#fileOf(id));
        await appendFile(this.#index, `${JSON.stringify(mail)}\n`);
        this.#mails.set(id, mail);
        const [oldest] = this.#mails.keys();
        if (oldest && this.#mails.size > this.#keep) await this.#forget(oldest);
      });
      this.#arrivals.emit('mail');
      return mail;
    } finally {
      await rm(part, { force: true });
    }
  }

  /** Newest first. */
  list({ to, search = '', after = '' }: MailQuery = {}): MailSummary[] {
    // An unescaped + in an address arrives as a space.
    const recipient = to?.trim().toLowerCase().replaceAll(' ', '+');
    const words = search.toLowerCase().split(/\s+/).filter(Boolean);
    const holds = ({ envelopeFrom, recipients, from, to: people, subject, snippet }: MailSummary) => {
      const shown = [envelopeFrom, recipients, from, people, subject, snippet];
      const text = words.length > 0 ? JSON.stringify(shown).toLowerCase() : '';
      return words.every((word) => text.includes(word));
    };
    return [...this.#mails.values()]
      .filter((mail) => mail.id > after && (!recipient || mail.recipients.includes(recipient)) && holds(mail))
      .reverse();
  }

  /** Returns the list, waiting up to `milliseconds` for the first match. */
  async waitFor(query: MailQuery, milliseconds: number): Promise<MailSummary[]> {
    const until = Date.now() + milliseconds;
    for (;;) {
      const found = this.list(query);
      const left = until - Date.now();
      if (found.length > 0 || left <= 0) return found;
      // Resolves with the next email or the timeout.
      await once(this.#arrivals, 'mail', { signal: AbortSignal.timeout(left) }).catch(() => undefined);
    }
  }

  get(id: string): MailSummary | null {
    return this.#mails.get(id) ?? null;
  }

  /** Returns the raw email, or null. */
  async raw(id: string): Promise<Buffer | null> {
    if (!this.#mails.has(id)) return null;
    return readFile(this.#fileOf(id)).catch(() => null);
  }

  /** Deletes emails; returns their number. */
  remove(ids: string[]): Promise<number> {
    return this.#inTurn(async () => {
      const known = ids.filter((id) => this.#mails.has(id));
      for (const id of known) await this.#forget(id);
      await this.#rewriteIndex();
      return known.length;
    });
  }

  #inTurn<T>(work: () => Promise<T>): Promise<T> {
    const result = this.#writing.then(work);
    this.#writing = result.catch(() => undefined);
    return result;
  }

  #fileOf(id: string): string {
    return join(this.#folder, `${id}.eml`);
  }

  async #forget(id: string): Promise<void> {
    this.#mails.delete(id);
    await rm(this.#fileOf(id), { force: true });
  }

  async #rewriteIndex(): Promise<void> {
    const lines = [...this.#mails.values()].map((mail) => `${JSON.stringify(mail)}\n`);
    await replaceFile(this.#index, lines.join(''));
  }
}
