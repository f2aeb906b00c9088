import type { SocialConsent } from '@troupe/domain/discovery/creator-refresh';
import { z } from 'zod';
import type { SocialParts } from './call-platform.ts';
import { type TiktokOptions, TokenRefused, tiktokCalls } from './tiktok-call.ts';

const SCOPES = 'user.info.basic,user.info.profile,user.info.stats,video.list';

const Named = z.object({ user: z.object({ open_id: z.string(), username: z.string() }) });

export interface TiktokConsentOptions extends TiktokOptions {
  /** URL of the consent dialog. */
  authorizeUrl: string;
}

/**
 * TikTok Login Kit for the web: one account per consent, with tokens for a day that can be
 * refreshed for a year.
 */
export function tiktokConsent(
  parts: SocialParts,
  { authorizeUrl, ...options }: TiktokConsentOptions,
): SocialConsent {
  const { clientKey, clientSecret } = options;
  const tiktok = tiktokCalls(parts, options);
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
      const granted = await tiktok.tokens(
        { grant_type: 'authorization_code', code, redirect_uri: redirectUri },
        true,
      );
      if (!granted) return null;
      try {
        const { accessToken } = granted;
        const question = { accessToken, fields: 'open_id,username', onDemand: true, shape: Named };
        const { user } = await tiktok.call('user/info', question);
        return [{ username: user.username, connection: { ...granted, openId: user.open_id } }];
      } catch (error) {
        // The owner didn't grant the scope that identifies the account.
        if (error instanceof TokenRefused) return null;
        throw error;
      }
    },
  };
}
