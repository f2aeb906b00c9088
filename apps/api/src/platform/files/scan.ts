import type { Readable } from 'node:stream';
import type { Api } from '../api.ts';
import { oneByOne } from '../one-by-one.ts';

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
