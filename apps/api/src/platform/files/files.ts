import type { Readable } from 'node:stream';
import type { Api } from '../api.ts';
import { oneByOne } from '../jobs.ts';

/** File storage. Keys are paths with `/`, made only of IDs and plain words. */
export interface Files {
  /** Returns a local path for a file in progress; `store` saves it. */
  draft(): Promise<string>;
  /** Stores a finished draft under a key. */
  store(draftPath: string, key: string): Promise<void>;
  /** Opens a file for reading, optionally an inclusive byte range. */
  read(key: string, from?: number, to?: number): Readable;
  /** Deletes a file; a missing one is fine. */
  remove(key: string): Promise<void>;
  /** Deletes everything whose key starts with `folder/`. */
  removeFolder(folder: string): Promise<void>;
  /** Deletes drafts that a killed process left more than a day ago. */
  sweep(): Promise<void>;
}

/** Scans uploaded files for viruses. */
export interface VirusScan {
  /** False if no scanner is configured: files then count as `off`, neither clean nor infected. */
  configured: boolean;
  /**
   * Scans a file.
   * @throws when the scanner is unreachable or gives no verdict; retry later
   */
  scan(file: Readable): Promise<'clean' | 'infected'>;
}

const MINUTE = 60_000;
const DAY = 24 * 60 * MINUTE;

/**
 * Rescans files without a verdict, after the scanner was down for longer than the job retries: every ten minutes on
 * the first day, then daily for a month.
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
    await oneByOne(log, 'failed to scan a file', await waiting(sent), async (file) => {
      if (!signal.aborted) await look(file);
    });
  };
  jobs.every('*/10 * * * *', `${name}-again`, again(1), { retryLimit: 0 });
  jobs.every('35 3 * * *', `${name}-daily`, again(30), { retryLimit: 0 });
}
