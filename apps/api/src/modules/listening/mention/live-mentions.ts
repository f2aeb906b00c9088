import type { Api } from '../../../platform/api.ts';
import { publishEphemeral } from '../../../platform/live/live.queries.ts';

/** Screens of a brand hear of new mentions at most this often. */
const EVERY_MS = 500;

/** Tells the screens of brands that mentions of monitors changed: twice a second at most. */
export class LiveMentions {
  readonly #api: Pick<Api, 'db' | 'log'>;
  readonly #waiting = new Map<string, Set<string>>();
  #timer: NodeJS.Timeout | undefined;

  constructor(api: Pick<Api, 'db' | 'log'>) {
    this.#api = api;
  }

  /** Announces changed monitors within half a second. A lost announcement is made up for by the next one. */
  announce(brandId: string, monitorIds: Iterable<string>): void {
    const waiting = this.#waiting.get(brandId) ?? new Set();
    for (const id of monitorIds) waiting.add(id);
    this.#waiting.set(brandId, waiting);
    this.#timer ??= setTimeout(() => this.#send(), EVERY_MS);
  }

  stop(): void {
    clearTimeout(this.#timer);
  }

  #send(): void {
    this.#timer = undefined;
    const all = [...this.#waiting];
    this.#waiting.clear();
    for (const [brandId, ids] of all) {
      // A notification has 8 kB at most.
      const monitorIds = ids.size > 100 ? [] : [...ids];
      publishEphemeral(this.#api.db, {
        audience: `brand:${brandId}`,
        type: 'listening',
        data: { monitorIds },
      }).catch((error: unknown) => this.#api.log.error({ err: error }, 'failed to announce mentions'));
    }
  }
}
