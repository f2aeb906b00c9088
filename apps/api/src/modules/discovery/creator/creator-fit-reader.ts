import { type CreatorFit, creatorFit, creatorSize } from '@troupe/domain/discovery/creator-fit';
import type { Api } from '../../../platform/api.ts';
import { readPeers } from './creator.queries.ts';
import type { FoundCreator } from './creator-search.ts';

/** Returns a function that calculates the fit of found creators. */
export type FitReader = () => Promise<(creator: FoundCreator) => CreatorFit>;

const FRESH_MS = 10 * 60_000;

/** Calculates fits; typical engagement is read every ten minutes, because it is counted once a day. */
export function fitReader(api: Pick<Api, 'pool' | 'clock'>): FitReader {
  let known: { peers: Promise<Map<string, number>>; until: number } | null = null;
  return async () => {
    if (!known || known.until < performance.now()) {
      const peers = readPeers(api.pool);
      known = { peers, until: performance.now() + FRESH_MS };
      peers.catch(() => {
        known = null;
      });
    }
    const peers = await known.peers;
    const now = api.clock.now();
    return (creator) => {
      const { platform, ...basis } = creator.fitBasis();
      return creatorFit(basis, peers.get(`${platform} ${creatorSize(basis.followerCount)}`), now);
    };
  };
}
