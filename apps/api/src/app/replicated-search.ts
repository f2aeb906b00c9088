import type { CreatorSearch } from '../modules/discovery/creator/creator-search.ts';
import type { Replica } from '../platform/replica/replica.ts';

/** Returns a search engine that uses the one on the replica while that is up to date, else the one on the primary. */
export function replicatedSearch(
  replica: Replica,
  onReplica: CreatorSearch,
  onPrimary: CreatorSearch,
): CreatorSearch {
  const either = <T>(work: (search: CreatorSearch) => Promise<T>): Promise<T> =>
    replica.read(
      () => work(onReplica),
      () => work(onPrimary),
    );
  return {
    find: (request) => either((search) => search.find(request)),
    count: (request, most) => either((search) => search.count(request, most)),
    correctName: (request) => either((search) => search.correctName(request)),
    async stop() {
      await Promise.all([onReplica.stop(), onPrimary.stop()]);
    },
  };
}
