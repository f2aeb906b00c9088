import { randomUUID } from 'node:crypto';
import { closeSync, fsync, mkdirSync, openSync, rmSync, writeSync } from 'node:fs';
import { readdir, readFile, rename, rm, stat, utimes } from 'node:fs/promises';
import { join } from 'node:path';
import type { Click } from './affiliate-click.queries.ts';

const NAME = /^clicks-[0-9a-f-]{36}\.ndjson$/;
/** Age at which a file counts as abandoned: its process was killed, or couldn't write it to the database. */
const ABANDONED_MS = 5000;

/** Writes clicks that are read back to the database. */
export type Write = (clicks: readonly Click[]) => Promise<void>;

/**
 * Holds clicks in files until the database has them. Each batch is a file; any process replays abandoned files,
 * including those of killed processes. Replaying a file twice is harmless because clicks keep their ids.
 */
export class ClickSpool {
  readonly #folder: string;

  constructor(folder: string) {
    this.#folder = folder;
  }

  /**
   * Writes clicks to a new file, synchronously, so that killing the process can't lose them.
   * @param durable also flushes the file to disk in the background, for clicks that stay there
   * @returns the file, for `release`
   * @throws when the disk takes no more
   */
  hold(clicks: readonly Click[], durable: boolean): string {
    mkdirSync(this.#folder, { recursive: true });
    const file = join(this.#folder, `clicks-${randomUUID()}.ndjson`);
    const handle = openSync(file, 'wx', 0o600);
    try {
      const lines = Buffer.from(clicks.map((click) => `${JSON.stringify(click)}\n`).join(''));
      for (let at = 0; at < lines.length; ) at += writeSync(handle, lines, at);
    } catch (error) {
      closeSync(handle);
      rmSync(file, { force: true });
      throw error;
    }
    if (durable) fsync(handle, () => closeSync(handle));
    else closeSync(handle);
    return file;
  }

  /** Deletes a file whose clicks are in the database. */
  async release(file: string): Promise<void> {
    await rm(file, { force: true });
  }

  /**
   * Writes the clicks of abandoned files, and deletes the files that are done.
   * @param isRefused whether a failure is about the clicks themselves; their file is set aside then
   * @returns the number of clicks
   * @throws any other failure; the remaining files are read again later
   */
  async replay(write: Write, isRefused: (error: unknown) => boolean): Promise<number> {
    let written = 0;
    for (const name of await readdir(this.#folder).catch(() => [])) {
      const file = join(this.#folder, name);
      if (!NAME.test(name) || !(await claim(file))) continue;
      try {
        const clicks = await readClicks(file);
        await write(clicks);
        written += clicks.length;
        await rm(file, { force: true });
      } catch (error) {
        // The process that wrote the file has just released it.
        if ((error as NodeJS.ErrnoException).code === 'ENOENT') continue;
        if (!isRefused(error)) throw error;
        await rename(file, `${file}.refused`);
      }
    }
    return written;
  }
}

/** Claims an abandoned file; false when a process is still writing it, or another one claimed it first. */
async function claim(file: string): Promise<boolean> {
  try {
    if (Date.now() - (await stat(file)).mtimeMs < ABANDONED_MS) return false;
    await touch(file);
    return true;
  } catch {
    return false;
  }
}

/** Tells other processes that this one works on a file. */
const touch = (file: string) => utimes(file, new Date(), new Date());

/** Reads a file, which holds one batch of the recorder. */
async function readClicks(file: string): Promise<Click[]> {
  const lines = (await readFile(file, 'utf8')).split('\n');
  return lines.flatMap((line) => parse(line) ?? []);
}

/** The last line of a killed process may be cut off. */
function parse(line: string): Click | null {
  try {
    return JSON.parse(line);
  } catch {
    return null;
  }
}
