import type { SocialConsent } from '@troupe/domain/creator-refresh';
import { z } from 'zod';
import { ask, refused, type SocialParts, shaped } from './ask.ts';

const ME = { provider: 'tiktok', name: 'TikTok' };
const SCOPES = 'user.info.basic,user.info.profile,user.info.stats,video.list';

const Tokens = z.object({
  open_id: z.string(),
  access_token: z.string(),
  expires_in: z.number(),
  refresh_token: z.string(),
  refresh_expires_in: z.number(),
});
const TokenFailed = z.object({ error: z.string(), error_description: z.string().default('') });
const Named = z.object({ data: z.object({ user: z.object({ username: z.string() }) }) });

export interface TiktokConsentOptions {
  /** Address of the API with its version and a slash at its end. */
  url: string;
  /** Where people are asked. */
  authorizeUrl: string;
  clientKey: string;
  clientSecret: string;
}

/** TikTok's Login Kit for the web: one account a consent, tokens for a day that renew for a year. */
export function tiktokConsent(
  parts: SocialParts,
  { url, authorizeUrl, clientKey, clientSecret }: TiktokConsentOptions,
): SocialConsent {
  const pay = async () => {};
  return {
    configured: clientKey !== '' && clientSecret !== '',
    address({ state, redirectUri }) {
      const address = new URL(authorizeUrl);
      address.search = new URLSearchParams({
        client_key: clientKey,
        scope: SCOPES,
        response_type: 'code',
        redirect_uri: redirectUri,
        state,
      }).toString();
      return address.href;
    },
    async accept({ code, redirectUri }) {
      const answer = await ask(parts, {
        ...ME,
        url: new URL('oauth/token/', url),
        // A code counts once.
        repeatable: false,
        init: {
          method: 'POST',
          headers: { 'content-type': 'application/x-www-form-urlencoded' },
          body: new URLSearchParams({
            client_key: clientKey,
            client_secret: clientSecret,
            code,
            grant_type: 'authorization_code',
            redirect_uri: redirectUri,
          }).toString(),
        },
        pay,
      });
      const failure = TokenFailed.safeParse(answer.body);
      if (failure.success) {
        if (failure.data.error === 'invalid_grant') return null;
        throw await refused(parts, ME, failure.data.error);
      }
      const tokens = await shaped(parts, ME, Tokens, answer.body);
      const about = new URL('user/info/?fields=username', url);
      const headers = { authorization: `Bearer ${tokens.access_token}` };
      const named = await ask(parts, { ...ME, url: about, init: { headers }, pay });
      const { data } = await shaped(parts, ME, Named, named.body);
      await parts.book.recordCall({ provider: ME.provider, ok: true });
      const after = (seconds: number) => new Date(parts.clock.now().getTime() + seconds * 1000).toISOString();
      const connection = {
        openId: tokens.open_id,
        accessToken: tokens.access_token,
        accessExpiresAt: after(tokens.expires_in),
        refreshToken: tokens.refresh_token,
        refreshExpiresAt: after(tokens.refresh_expires_in),
      };
      return [{ username: data.user.username, connection }];
    },
  };
}
