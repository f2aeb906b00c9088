import type { Logger } from '@troupe/server/log';

/**
 * Does the same for each, one after the other. What fails is logged and left for the next time, so that nobody else
 * has to wait for it.
 */
export async function oneByOne<T>(
  log: Pick<Logger, 'error'>,
  what: string,
  items: Iterable<T>,
  work: (item: T) => Promise<unknown>,
): Promise<void> {
  for (const item of items)
    try {
      await work(item);
    } catch (error) {
      log.error({ err: error }, what);
    }
}
