import type { Api } from '../api.ts';

/** One call for a job stands for all that came within this time. */
const GATHER_MS = 100;

/**
 * Calls for the job that works through what came in, once for all that comes within a moment. A call that is lost
 * with its process must be made up for by something that looks every minute.
 */
export function callGatherer({ jobs, log }: Pick<Api, 'jobs' | 'log'>, job: string): () => void {
  let called = false;
  return () => {
    if (called) return;
    called = true;
    setTimeout(() => {
      called = false;
      jobs
        .send(job, {})
        .catch((error: unknown) => log.warn({ err: error, job }, 'what came in waits for the next minute'));
    }, GATHER_MS).unref();
  };
}
