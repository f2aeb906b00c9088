import { randomUUID } from 'node:crypto';
import { createReadStream } from 'node:fs';
import { mkdir, open, readdir, rename, rm, stat, utimes } from 'node:fs/promises';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import type { Click } from './affiliate-click.queries.ts';

const NAME = /^clicks-[0-9a-f-]{36}\.ndjson$/;
/** A process that appends does so ten times a second: a file at rest for this long was left behind, or its owner waits. */
const ABANDONED_MS = 5000;
const BATCH = 2000;

/** What is done with clicks that are read back. */
export type Write = (clicks: readonly Click[]) => Promise<void>;

/**
 * Keeps clicks in files while the database is away. Each process appends to a file of its own; any process reads back
 * files that were left behind, also those of a process that was killed. Reading a file twice is harmless, because clicks
 * keep their ids.
 */
export class ClickSpool {
  readonly #folder: string;
  #file: string | null = null;
  #appendedAt = 0;
  #appending: Promise<unknown> = Promise.resolve();

  constructor(folder: string) {
    this.#folder = folder;
  }

  /** Appends clicks, and returns once they are on disk. */
  append(clicks: readonly Click[]): Promise<void> {
    return this.#inOrder(async () => {
      // After a rest another process may have taken the file over.
      if (Date.now() - this.#appendedAt > ABANDONED_MS / 2) this.#file = null;
      this.#file ??= join(this.#folder, `clicks-${randomUUID()}.ndjson`);
      this.#appendedAt = Date.now();
      await mkdir(this.#folder, { recursive: true });
      const file = await open(this.#file, 'a', 0o600);
      try {
        await file.write(clicks.map((click) => `${JSON.stringify(click)}\n`).join(''));
        await file.sync();
      } finally {
        await file.close();
      }
    });
  }

  /**
   * Writes what this process kept and what others left behind, and deletes the files that are done.
   * @param isRefused whether a failure is about the clicks themselves; their file is put aside then
   * @returns the number of clicks
   * @throws any other failure; the files that are left are read again later
   */
  async replay(write: Write, isRefused: (error: unknown) => boolean): Promise<number> {
    let written = 0;
    for (const file of await this.#toReplay()) {
      try {
        for await (const clicks of readBatches(file)) {
          await touch(file);
          await write(clicks);
          written += clicks.length;
        }
        await rm(file, { force: true });
      } catch (error) {
        if (!isRefused(error)) throw error;
        await rename(file, `${file}.refused`);
      }
    }
    return written;
  }

  /** Work on the own file, one after the other. */
  #inOrder<T>(work: () => Promise<T>): Promise<T> {
    const done = this.#appending.then(work);
    this.#appending = done.catch(() => {});
    return done;
  }

  async #toReplay(): Promise<string[]> {
    const own = await this.#inOrder(async () => {
      const file = this.#file;
      this.#file = null;
      return file;
    });
    const files: string[] = [];
    for (const name of await readdir(this.#folder).catch(() => [])) {
      if (!NAME.test(name)) continue;
      const file = join(this.#folder, name);
      if (file === own || (await this.#claim(file))) files.push(file);
    }
    return files;
  }

  /** Takes over a file that was left behind; false when somebody writes to it, or took it first. */
  async #claim(file: string): Promise<boolean> {
    try {
      if (Date.now() - (await stat(file)).mtimeMs < ABANDONED_MS) return false;
      await touch(file);
      return true;
    } catch {
      return false;
    }
  }
}

/** Tells other processes that somebody works on a file. */
const touch = (file: string) => utimes(file, new Date(), new Date());

async function* readBatches(file: string): AsyncGenerator<Click[]> {
  let batch: Click[] = [];
  for await (const line of createInterface({ input: createReadStream(file) })) {
    const click = parse(line);
    if (click) batch.push(click);
    if (batch.length < BATCH) continue;
    yield batch;
    batch = [];
  }
  if (batch.length > 0) yield batch;
}

/** The last line of a killed process may be cut off. */
function parse(line: string): Click | null {
  try {
    return JSON.parse(line);
  } catch {
    return null;
  }
}
