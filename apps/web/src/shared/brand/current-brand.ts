import { type QueryClient, queryOptions, useQuery } from '@tanstack/react-query';
import { getMe } from '@troupe/contract/account/user';
import { getBrand, listBrands } from '@troupe/contract/inbox/brand-overview';
import { selectedBrandOf } from '@troupe/domain/account/user';
import { setFormats } from '@troupe/ui/lib/format';
import { createContext, useContext } from 'react';
import { client } from '../call/client.ts';
import { callOptions, firstData } from '../call/query.ts';
import { useSession } from '../session/session.ts';

/** The query of the signed-in person. A failed one is asked again by navigation and Retry, not by every reader. */
export const meOptions = queryOptions({
  ...callOptions(getMe, {}),
  queryFn: async ({ signal }) => {
    const me = await client.call(getMe, {}, { signal });
    setFormats(me);
    return me;
  },
  retryOnMount: false,
});
/** The brands an administrator sees first; `search` narrows them. */
export const brandsOptions = (search = '') =>
  callOptions(listBrands, { query: { sort: 'campaigns-desc', ...(search ? { search } : {}) } });
/** The query of one brand. */
export const brandOptions = (brandId: string) => callOptions(getBrand, { params: { brandId } });

/**
 * The brand to work with, for route loaders: waits for the current user, and for an administrator without a
 * brand for the list of brands.
 * @returns null when there is none, or when the current user cannot be read
 */
async function currentBrandId(queryClient: QueryClient): Promise<string | null> {
  try {
    const me = await queryClient.ensureQueryData(meOptions);
    const chosen = selectedBrandOf(me);
    if (chosen || me.role !== 'administrator') return chosen;
    return (await queryClient.ensureQueryData(brandsOptions())).brands[0]?.id ?? null;
  } catch {
    return null;
  }
}

/**
 * Prefetches for a screen of the current brand, without delaying it more than {@link firstData} does.
 * @param warm returns what the first screen may wait for
 */
export function warmForBrand(
  queryClient: QueryClient,
  warm: (brandId: string) => unknown,
): Promise<unknown> | undefined {
  return firstData(currentBrandId(queryClient).then((brandId) => (brandId ? warm(brandId) : undefined)));
}

export const BrandIdContext = createContext<string | null>(null);

/** The id of the brand being worked with, or null when there is none (the current user could not be read). */
export function useBrandIdOrNone(): string | null {
  return useContext(BrandIdContext);
}

/** The id of the brand being worked with. For screens inside {@link BrandScreen}, which makes sure of it. */
export function useBrandId(): string {
  const brandId = useContext(BrandIdContext);
  if (!brandId) throw new Error('useBrandId is for screens inside <BrandScreen>');
  return brandId;
}

/** The signed-in person; undefined for visitors, while loading or when it failed. */
export function useMe() {
  const signedIn = useSession().status !== 'none';
  return useQuery({ ...meOptions, enabled: signedIn }).data;
}
