import { createClient } from '@troupe/contract/client';
import { watched } from '@troupe/ui/lib/connection';
import { config } from './page-config.ts';
import { accessToken, endSession, replacementFor } from './session.ts';

const send = watched((input, init) => fetch(input, init), `${config.apiUrl}/healthz`);

/**
 * Makes the calls of the contract: `client.call(getMe, {})`. A token the API refuses is replaced once and the call
 * repeated; when that fails too, the session ends in this browser.
 */
export const client = createClient({
  baseUrl: config.apiUrl,
  token: accessToken,
  fetch: async (input, init = {}) => {
    const answer = await send(input, init);
    const headers = new Headers(init.headers);
    const token = headers.get('authorization')?.slice('Bearer '.length);
    if (answer.status !== 401 || !token) return answer;
    const replacement = await replacementFor(token);
    if (!replacement || init.signal?.aborted) return answer;
    headers.set('authorization', `Bearer ${replacement}`);
    const repeated = await send(input, { ...init, headers });
    if (repeated.status === 401) void endSession();
    return repeated;
  },
});
