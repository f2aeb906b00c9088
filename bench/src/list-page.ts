import { deepStrictEqual } from 'node:assert';
import { type AgainstBare, againstBare } from './bare/against-bare.ts';

/** Requests a second for list pages, of the API and of a handler that does nothing more. */
export function measureListPage(options: {
  api: string;
  token: string;
  databaseUrl: string;
  port: number;
  brandId: string;
  listIds: readonly string[];
}): Promise<AgainstBare> {
  const { brandId, listIds } = options;
  return againstBare({
    ...options,
    program: 'bare.ts',
    address: (n) => `/brand/${brandId}/creator-list-items/${listIds[n % listIds.length]}/${1 + (n % 5)}`,
    same: deepStrictEqual,
  });
}
