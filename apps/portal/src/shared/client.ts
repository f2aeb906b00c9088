import { createClient } from '@troupe/contract/client';
import { watched } from '@troupe/ui/lib/connection';
import { config } from './page-config.ts';
import { accessToken, endSession } from './session.ts';

const send = watched((input, init) => fetch(input, init), `${config.apiUrl}/healthz`);

/** Makes the calls of the contract: `client.call(getMe, {})`. An answer 401 ends the session in this browser. */
export const client = createClient({
  baseUrl: config.apiUrl,
  token: accessToken,
  fetch: async (input, init) => {
    const answer = await send(input, init);
    if (answer.status === 401) void endSession();
    return answer;
  },
});
