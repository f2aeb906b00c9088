import type { QueryClient } from '@tanstack/react-query';
import type { Creator } from '@troupe/domain/discovery/creator';

type Part = Partial<Pick<Creator, 'metaData' | 'updated'>>;

const isObject = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null;

/** Merges a patch into every occurrence of a creator; unchanged objects keep their identity. */
export function withPatch(value: unknown, id: string, part: Part): unknown {
  if (Array.isArray(value)) {
    const next = value.map((one) => withPatch(one, id, part));
    return next.some((one, at) => one !== value[at]) ? next : value;
  }
  if (!isObject(value)) return value;
  if (value.id === id && 'metaData' in value && 'platform' in value) return { ...value, ...part };
  let changed: Record<string, unknown> | undefined;
  for (const [name, one] of Object.entries(value)) {
    const next = withPatch(one, id, part);
    if (next !== one) changed = { ...(changed ?? value), [name]: next };
  }
  return changed ?? value;
}

/** Nouns whose answers hold creators. */
const NOUNS = ['creator', 'creator-list', 'audience-report'];

/** Puts what is newly known of a creator into every answer in the cache, so that cards and drawer agree at once. */
export function patchCreator(queryClient: QueryClient, id: string, part: Part): void {
  for (const noun of NOUNS)
    queryClient.setQueriesData({ queryKey: [noun] }, (data: unknown) => withPatch(data, id, part));
}
