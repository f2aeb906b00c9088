import { withRenewal as renewing } from '@troupe/browser/session-tokens';
import { createClient } from '@troupe/contract/client';
import { language } from '@troupe/i18n/language';
import { watched } from '@troupe/ui/lib/connection';
import { actingHeaders } from '../brand/acting.ts';
import { flagHeaders } from '../brand/flags.ts';
import { config } from '../config.ts';
import { logOut } from '../session/leave.ts';
import { accessToken, replacementFor } from '../session/session.ts';
import { answerInTeamLanguage, inTeamLanguage } from './team-problems.ts';

/** Makes a `fetch` that replaces a rejected token. A 401 on the current-user call logs the user out. */
export const withRenewal = (sendOnce: typeof fetch): typeof fetch =>
  renewing(sendOnce, {
    replacementFor,
    onRejected: (url, method) => {
      const ofMe = url === `${config.apiUrl}/me` && method === 'GET';
      if (ofMe) void logOut(true);
      return ofMe;
    },
  });

/** What every client of this app is made with. */
export const clientOptions = {
  baseUrl: config.apiUrl,
  token: accessToken,
  fileLanguage: language,
  translate: inTeamLanguage,
  translateAnswer: answerInTeamLanguage,
  headers: (): Record<string, string> => ({ ...actingHeaders(), ...flagHeaders() }),
};

/** Takes the answer to what the page's first script has requested already, else sends the request. */
const takeOrFetch: typeof fetch = (input, init) =>
  globalThis.troupeEarly?.take(String(input), init) ?? fetch(input, init);

/** Makes the calls of the contract: `client.call(getBrand, { params: { brandId } })`. */
export const client = createClient({
  ...clientOptions,
  fetch: withRenewal(watched(takeOrFetch, `${config.apiUrl}/healthz`, flagHeaders)),
});
