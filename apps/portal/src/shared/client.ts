import { createClient } from '@troupe/contract/client';
import { config } from './page-config.ts';
import { accessToken, userManager } from './session.ts';

/** Makes the calls of the contract: `client.call(getMe, {})`. An answer 401 ends the session in this browser. */
export const client = createClient({
  baseUrl: config.apiUrl,
  token: accessToken,
  fetch: async (input, init) => {
    const answer = await fetch(input, init);
    if (answer.status === 401) void userManager.removeUser();
    return answer;
  },
});
