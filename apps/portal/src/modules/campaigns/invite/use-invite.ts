import { openInvite } from '@troupe/contract/campaigns/invite';
import { CallError, createClient } from '@troupe/contract/client';
import type { InviteBrief } from '@troupe/domain/campaigns/invite';
import { useCallback, useEffect, useState } from 'react';
import { config } from '../../../shared/page-config.ts';

// The link alone says who comes: no session is looked up, and none has to be renewed, to read it.
const { call } = createClient({ baseUrl: config.apiUrl, token: () => null });

export type Invitation =
  | { state: 'loading' }
  | { state: 'missing' }
  | { state: 'failed'; text: string }
  | { state: 'known'; brief: InviteBrief };

async function read(token: string, signal?: AbortSignal): Promise<Invitation> {
  try {
    const brief = await call(openInvite, { params: { token } }, signal ? { signal } : {});
    return { state: 'known', brief };
  } catch (error) {
    if (!(error instanceof CallError)) return { state: 'failed', text: 'Something went wrong. Try again.' };
    return error.status === 404 ? { state: 'missing' } : { state: 'failed', text: error.message };
  }
}

/** What the personal link with this token shows. Reading it tells the brand that it was seen. */
export function useInvite(token: string): { invitation: Invitation; retry: () => void } {
  const [invitation, setInvitation] = useState<Invitation>({ state: 'loading' });

  const load = useCallback(
    async (signal?: AbortSignal) => {
      setInvitation({ state: 'loading' });
      const found = await read(token, signal);
      if (!signal?.aborted) setInvitation(found);
    },
    [token],
  );

  useEffect(() => {
    const abort = new AbortController();
    void load(abort.signal);
    return () => abort.abort();
  }, [load]);

  return { invitation, retry: () => void load() };
}
