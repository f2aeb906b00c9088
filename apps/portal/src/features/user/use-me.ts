import { CallError } from '@troupe/contract/client';
import { getMe } from '@troupe/contract/user';
import type { User } from '@troupe/domain/user';
import { useCallback, useEffect, useState } from 'react';
import { client } from '../../shared/client.ts';
import { userManager } from '../../shared/session.ts';

export type Me = { state: 'loading' } | { state: 'failed'; text: string } | { state: 'known'; user: User };

/**
 * Who is signed in, as the API knows them. A 401 ends the session in this browser, and with it the screen that
 * asks.
 * @param subject whose session it is; another one asks again
 */
export function useMe(subject: string): { me: Me; retry: () => void } {
  const [me, setMe] = useState<Me>({ state: 'loading' });

  const load = useCallback(async (signal?: AbortSignal) => {
    setMe({ state: 'loading' });
    try {
      const user = await client.call(getMe, {}, signal ? { signal } : {});
      if (!signal?.aborted) setMe({ state: 'known', user });
    } catch (error) {
      if (signal?.aborted) return;
      if (error instanceof CallError && error.status === 401) return void userManager.removeUser();
      const text = error instanceof CallError ? error.message : 'Something went wrong. Try again.';
      setMe({ state: 'failed', text });
    }
  }, []);

  // biome-ignore lint/correctness/useExhaustiveDependencies: another person is another question
  useEffect(() => {
    const abort = new AbortController();
    void load(abort.signal);
    return () => abort.abort();
  }, [load, subject]);

  return { me, retry: () => void load() };
}
