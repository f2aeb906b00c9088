import { useQuery, useQueryClient } from '@tanstack/react-query';
import { listProductUpdates, readProductUpdates } from '@troupe/contract/site/product-update';
import type { User } from '@troupe/domain/account/user';
import { useEffect } from 'react';
import { actingNow } from '../../../shared/brand/acting.ts';
import { meOptions, useMe } from '../../../shared/brand/current-brand.ts';
import { client } from '../../../shared/call/client.ts';
import { callOptions } from '../../../shared/call/query.ts';

/** They change with the product itself. */
const updatesOptions = { ...callOptions(listProductUpdates, {}), staleTime: 3_600_000 };

export const useUpdates = () => useQuery(updatesOptions);

/** Once the updates are shown they are read, for the signed-in person wherever they sign in next. */
export function useReadUpdates(newest: string | undefined): void {
  const queryClient = useQueryClient();
  const me = useMe();
  const known = me?.extraData.readUpdate;
  const signedIn = me !== undefined;
  useEffect(() => {
    // What a member has read is not for whoever acts as them to say.
    if (!signedIn || !newest || known === newest || actingNow()) return;
    client
      .call(readProductUpdates, { body: { read: newest } })
      .then(({ read }) =>
        queryClient.setQueryData<User>(
          meOptions.queryKey,
          (before) => before && { ...before, extraData: { ...before.extraData, readUpdate: read } },
        ),
      )
      // They count as unread until the next time.
      .catch(() => {});
  }, [signedIn, newest, known, queryClient]);
}
