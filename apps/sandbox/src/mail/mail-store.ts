import { randomUUIDv7 } from 'node:crypto';
import { createWriteStream } from 'node:fs';
import { appendFile, mkdir, open, readdir, readFile, rename, rm, stat, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { pipeline } from 'node:stream/promises';
import { replaceFile } from '../platform/state.ts';
import type { MailSummary } from './mail.ts';
import { readSummary, SUMMARY_BYTES } from './mail-reader.ts';

/** Which mails are asked for. Every condition given must hold. */
export interface MailQuery {
  /** An envelope recipient, exactly, upper and lower case alike. */
  to?: string | undefined;
  /** Words that all occur in sender, recipients, subject or the start of the text. */
  search?: string | undefined;
  /** Only mails that came in later than this one. */
  after?: string | undefined;
}

const ID_PATTERN = /^[\da-f]{8}-[\da-f]{4}-7[\da-f]{3}-[89ab][\da-f]{3}-[\da-f]{12}$/;

/** The envelope of a mail on its way in. */
export interface Envelope {
  from: string;
  recipients: string[];
}

function arrivalOf(id: string): string {
  return new Date(Number.parseInt(id.slice(0, 8) + id.slice(9, 13), 16)).toISOString();
}

function wordsOf(summary: MailSummary): string {
  const people = [...(summary.from ? [summary.from] : []), ...summary.to];
  return [
    summary.envelopeFrom,
    ...summary.recipients,
    ...people.map(({ name, address }) => `${name} ${address}`),
    summary.subject,
    summary.snippet,
  ]
    .join(' ')
    .toLowerCase();
}

/**
 * Mails as files, one `.eml` each, exactly as received, with an index of one JSON line per mail.
 * A mail is acknowledged only after its file and its line are written. What the index misses
 * (killed between the two, index lost or torn) is read again from the files at the next start.
 * Holds the newest `keep` mails.
 */
export class MailStore {
  readonly #folder: string;
  readonly #keep: number;
  #mails = new Map<string, MailSummary>();
  #words = new Map<string, string>();
  #indexLines = 0;
  #writing: Promise<unknown> = Promise.resolve();
  #listeners = new Set<() => void>();

  constructor(dataDir: string, keep = 5000) {
    this.#folder = join(dataDir, 'mail');
    this.#keep = keep;
  }

  /** Reads what is there; fails with the reason when the folder cannot be used. */
  async open(): Promise<void> {
    await mkdir(this.#folder, { recursive: true });
    await this.checkWritable();
    const files = new Set<string>();
    for (const name of await readdir(this.#folder)) {
      if (name.endsWith('.eml') && ID_PATTERN.test(name.slice(0, -4))) files.add(name.slice(0, -4));
      else if (name.endsWith('.part')) await rm(join(this.#folder, name), { force: true });
    }
    for (const summary of await this.#readIndex()) {
      if (files.has(summary.id)) this.#remember(summary);
    }
    const missing = [...files].filter((id) => !this.#mails.has(id));
    for (const id of missing.sort().slice(-this.#keep)) await this.#adopt(id);
    const sorted = [...this.#mails.values()].sort((a, b) => (a.id < b.id ? -1 : 1));
    this.#mails = new Map(sorted.map((summary) => [summary.id, summary]));
    await this.#forgetOldest();
    await this.#rewriteIndex();
  }

  /** Fails when nothing can be written any more. */
  async checkWritable(): Promise<void> {
    const probe = join(this.#folder, `${randomUUIDv7()}.part`);
    await writeFile(probe, '');
    await rm(probe, { force: true });
  }

  get size(): number {
    return this.#mails.size;
  }

  /**
   * Keeps a mail. `isTooLarge` is asked when all bytes are there; a mail it refuses leaves nothing behind
   * and gives null.
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
      if (isTooLarge()) {
        await rm(part, { force: true });
        return null;
      }
      const { size } = await stat(part);
      const summary: MailSummary = {
        id,
        receivedAt: arrivalOf(id),
        envelopeFrom: envelope.from,
        recipients: [...new Set(envelope.recipients.map((one) => one.toLowerCase()))],
        size,
        ...(await readSummary(await this.#startOf(part))),
      };
      await this.#inTurn(async () => {
        await rename(part, this.#fileOf(id));
        await appendFile(this.#indexFile(), `${JSON.stringify(summary)}\n`);
        this.#indexLines++;
        this.#remember(summary);
        await this.#forgetOldest();
      });
      for (const listener of this.#listeners) listener();
      return summary;
    } catch (error) {
      await rm(part, { force: true });
      throw error;
    }
  }

  /** Newest first. */
  list(query: MailQuery = {}): MailSummary[] {
    // An unescaped + of an address arrives as a blank.
    const to = query.to?.trim().toLowerCase().replaceAll(' ', '+');
    const words = query.search?.toLowerCase().split(/\s+/).filter(Boolean) ?? [];
    const found: MailSummary[] = [];
    for (const summary of this.#mails.values()) {
      if (query.after && summary.id <= query.after) continue;
      if (to && !summary.recipients.includes(to)) continue;
      if (words.length > 0) {
        const text = this.#words.get(summary.id) ?? '';
        if (!words.every((word) => text.includes(word))) continue;
      }
      found.push(summary);
    }
    return found.reverse();
  }

  /** The same list, but waits up to `milliseconds` for the first mail that fits. */
  async waitFor(query: MailQuery, milliseconds: number): Promise<MailSummary[]> {
    const until = Date.now() + milliseconds;
    for (;;) {
      const found = this.list(query);
      const left = until - Date.now();
      if (found.length > 0 || left <= 0) return found;
      await new Promise<void>((resolve) => {
        const wake = () => {
          clearTimeout(timer);
          this.#listeners.delete(wake);
          resolve();
        };
        const timer = setTimeout(wake, left);
        this.#listeners.add(wake);
      });
    }
  }

  /** Everybody who got mail, those with the newest first. */
  recipients(limit = 200): string[] {
    const seen = new Set<string>();
    for (const summary of [...this.#mails.values()].reverse()) {
      for (const one of summary.recipients) seen.add(one);
      if (seen.size >= limit) break;
    }
    return [...seen].slice(0, limit);
  }

  get(id: string): MailSummary | null {
    return this.#mails.get(id) ?? null;
  }

  /** The mail as received, or null. */
  async raw(id: string): Promise<Buffer | null> {
    if (!this.#mails.has(id)) return null;
    return readFile(this.#fileOf(id)).catch(() => null);
  }

  /** Says whether there was such a mail. */
  async remove(id: string): Promise<boolean> {
    return this.#inTurn(async () => {
      if (!this.#mails.has(id)) return false;
      await this.#forget(id);
      await this.#rewriteIndex();
      return true;
    });
  }

  /** Removes every mail, or those of one recipient; gives their number. */
  async clear(query: MailQuery = {}): Promise<number> {
    return this.#inTurn(async () => {
      const found = this.list(query);
      for (const { id } of found) await this.#forget(id);
      await this.#rewriteIndex();
      return found.length;
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

  #indexFile(): string {
    return join(this.#folder, 'index.jsonl');
  }

  #remember(summary: MailSummary): void {
    this.#mails.set(summary.id, summary);
    this.#words.set(summary.id, wordsOf(summary));
  }

  async #forget(id: string): Promise<void> {
    this.#mails.delete(id);
    this.#words.delete(id);
    await rm(this.#fileOf(id), { force: true });
  }

  async #forgetOldest(): Promise<void> {
    for (const id of this.#mails.keys()) {
      if (this.#mails.size <= this.#keep) break;
      await this.#forget(id);
    }
    if (this.#indexLines > this.#keep * 2) await this.#rewriteIndex();
  }

  async #startOf(file: string): Promise<Uint8Array> {
    const handle = await open(file);
    try {
      const { buffer, bytesRead } = await handle.read(Buffer.alloc(SUMMARY_BYTES), 0, SUMMARY_BYTES, 0);
      return buffer.subarray(0, bytesRead);
    } finally {
      await handle.close();
    }
  }

  async #adopt(id: string): Promise<void> {
    const file = this.#fileOf(id);
    const reading = await readSummary(await this.#startOf(file));
    this.#remember({
      id,
      receivedAt: arrivalOf(id),
      envelopeFrom: reading.from?.address ?? '',
      recipients: [...new Set(reading.to.map(({ address }) => address.toLowerCase()))],
      size: (await stat(file)).size,
      ...reading,
    });
  }

  async #readIndex(): Promise<MailSummary[]> {
    const text = await readFile(this.#indexFile(), 'utf8').catch(() => '');
    const found: MailSummary[] = [];
    for (const line of text.split('\n')) {
      try {
        const entry: MailSummary = JSON.parse(line);
        if (typeof entry.id === 'string' && Array.isArray(entry.recipients)) found.push(entry);
      } catch {
        // A torn or foreign line: its mail is read again from the file.
      }
    }
    return found;
  }

  async #rewriteIndex(): Promise<void> {
    const lines = [...this.#mails.values()].map((summary) => `${JSON.stringify(summary)}\n`);
    await replaceFile(this.#indexFile(), lines.join(''));
    this.#indexLines = lines.length;
  }
}
