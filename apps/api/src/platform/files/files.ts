import type { Readable } from 'node:stream';
import type { Api } from '../api.ts';
import { oneByOne } from '../jobs.ts';

/** Where files are kept. Keys are paths with `/`, made of ids and plain words only. */
export interface Files {
  /** A path on this machine for a file that is being made; `keep` moves it to its place. */
  draft(): Promise<string>;
  /** Keeps a finished draft under a key. */
  keep(draftPath: string, key: string): Promise<void>;
  /** Reads from a byte position on, up to and including another. */
  read(key: string, from?: number, to?: number): Readable;
  /** Removes a file; one that is gone already is no failure. */
  remove(key: string): Promise<void>;
  /** Removes everything whose key begins with `folder/`. */
  removeFolder(folder: string): Promise<void>;
  /** Removes drafts that a killed process left, more than a day ago. */
  sweep(): Promise<void>;
}

/** Looks for viruses in files that strangers send. */
export interface VirusScan {
  /** False when none is configured: files then count as `off`, neither clean nor infected. */
  configured: boolean;
  /**
   * Looks through a file.
   * @throws when the scanner cannot be reached or gives no verdict; worth trying again later
   */
  look(file: Readable): Promise<'clean' | 'infected'>;
}

const MINUTE = 60_000;
const DAY = 24 * 60 * MINUTE;

/**
 * Looks again at files that got no verdict, because the scanner was away for longer than a job is repeated: every ten
 * minutes in their first day, then daily for a month.
 */
export function scanAgain(
  { jobs, clock, log }: Pick<Api, 'jobs' | 'clock' | 'log'>,
  name: string,
  waiting: (sent: { from: Date; until: Date }) => Promise<string[]>,
  look: (file: string) => Promise<void>,
): void {
  const again = (days: number) => async (signal: AbortSignal) => {
    const now = clock.now().getTime();
    const sent = { from: new Date(now - days * DAY), until: new Date(now - 10 * MINUTE) };
    await oneByOne(log, 'a file got no verdict', await waiting(sent), async (file) => {
      if (!signal.aborted) await look(file);
    });
  };
  jobs.every('*/10 * * * *', `${name}-again`, again(1), { retryLimit: 0 });
  jobs.every('35 3 * * *', `${name}-daily`, again(30), { retryLimit: 0 });
}
