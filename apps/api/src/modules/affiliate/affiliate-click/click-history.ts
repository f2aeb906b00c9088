import { type ClickHistory, REPEAT_MS } from '@troupe/domain/affiliate/affiliate-click';
import {
  addToFlood,
  type FloodLimit,
  type FloodState,
  LINK_FLOOD,
  NETWORK_FLOOD,
} from '@troupe/domain/affiliate/click-flood';
import { upTo } from '@troupe/server/cache';
import { LRUCache } from 'lru-cache';

/** How many visitors and networks a process remembers; the least recent are forgotten first. */
const MAX_REMEMBERED = 200_000;

/** Earlier hits as far as one process saw them. Counts across processes are corrected by the roll-up. */
export class ClickMemory {
  readonly #visits = new LRUCache<string, number>(upTo(MAX_REMEMBERED));
  readonly #networks = new LRUCache<string, FloodState>(upTo(MAX_REMEMBERED));
  readonly #links = new LRUCache<string, FloodState>(upTo(MAX_REMEMBERED));

  /**
   * Returns the history of one hit.
   * @param visitor the visitor's key; null where it may not be kept
   */
  of(hit: { linkId: string; visitor: Buffer | null; network: string; at: number }): ClickHistory {
    const { linkId, visitor, network, at } = hit;
    return {
      isRepeat: () => {
        if (!visitor) return false;
        const key = linkId + visitor.toString('latin1');
        const last = this.#visits.get(key);
        this.#visits.set(key, at);
        return last !== undefined && at - last < REPEAT_MS;
      },
      floodReason: () => {
        const ofNetwork = isFlood(this.#networks, `${linkId} ${network}`, NETWORK_FLOOD, at);
        const ofLink = isFlood(this.#links, linkId, LINK_FLOOD, at);
        if (ofNetwork) return 'rate-of-network';
        return ofLink ? 'rate-of-link' : null;
      },
    };
  }
}

function isFlood(states: LRUCache<string, FloodState>, key: string, limit: FloodLimit, at: number): boolean {
  let state = states.get(key);
  if (!state) {
    state = { sum: 0, at };
    states.set(key, state);
  }
  return addToFlood(state, limit, at);
}
