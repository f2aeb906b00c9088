import { createClient } from '@troupe/contract/client';
import { watched } from '@troupe/ui/lib/connection';
import { actingHeaders } from '../brand/acting.ts';
import { flagHeaders } from '../brand/flags.ts';
import { config } from '../config.ts';
import { logOut } from '../session/leave.ts';
import { accessToken, replacementFor } from '../session/token.ts';

/**
 * Makes a way of sending calls from one that sends a single request. A token that the API no longer takes is
 * replaced once, and the call repeated; when that needs a new login, the call waits for it. A 401 on the
 * current-user call logs the user out.
 */
export function withRenewal(sendOnce: typeof fetch): typeof fetch {
  return async (input, init = {}) => {
    const answer = await sendOnce(input, init);
    const headers = new Headers(init.headers);
    const token = headers.get('authorization')?.slice('Bearer '.length);
    if (answer.status !== 401 || !token) return answer;
    if (input === `${config.apiUrl}/me` && init.method === 'GET') {
      void logOut(true);
      return answer;
    }
    const replacement = await replacementFor(token);
    if (!replacement || init.signal?.aborted) return answer;
    headers.set('authorization', `Bearer ${replacement}`);
    return sendOnce(input, { ...init, headers });
  };
}

/** What every client of this app is made with. */
export const clientOptions = {
  baseUrl: config.apiUrl,
  token: accessToken,
  headers: (): Record<string, string> => ({ ...actingHeaders(), ...flagHeaders() }),
};

/** Makes the calls of the contract: `client.call(getBrand, { params: { brandId } })`. */
export const client = createClient({
  ...clientOptions,
  fetch: withRenewal(watched((input, init) => fetch(input, init), `${config.apiUrl}/healthz`, flagHeaders)),
});
