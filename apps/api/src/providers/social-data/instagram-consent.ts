import type { SocialConsent } from '@troupe/domain/discovery/creator-refresh';
import { z } from 'zod';
import { ask, type SocialParts, shaped } from './ask.ts';
import { Failed, failureOf, ME } from './instagram-failure.ts';

const SCOPES = 'instagram_basic,instagram_manage_insights,pages_show_list,pages_read_engagement';
/** What a consent lasts where the answer does not say: long-lived tokens hold 60 days. */
const LONG_SECONDS = 60 * 24 * 3600;
/** The code does not count: used, too old, or for another address. */
const BAD_CODE = 100;

const Token = z.object({ access_token: z.string(), expires_in: z.number().optional() });
const Pages = z.object({
  data: z.array(
    z.object({
      instagram_business_account: z.object({ id: z.string(), username: z.string() }).optional(),
    }),
  ),
});

export interface InstagramConsentOptions {
  /** Address of the Graph API with its version and a slash at its end. */
  url: string;
  /** Where people are asked. */
  authorizeUrl: string;
  appId: string;
  appSecret: string;
}

/**
 * Facebook Login for the Instagram accounts of a person's pages: the code gives a short token, that one a token for
 * 60 days. It cannot be renewed without its owner.
 */
export function instagramConsent(
  parts: SocialParts,
  { url, authorizeUrl, appId, appSecret }: InstagramConsentOptions,
): SocialConsent {
  /** The answer in its shape; null when a code or token does not count. */
  async function question<T extends z.ZodType>(
    shape: T,
    { path, query, token }: { path: string; query: Record<string, string>; token?: string },
  ): Promise<z.output<T> | null> {
    const address = new URL(path, url);
    address.search = new URLSearchParams(query).toString();
    const headers = new Headers(token ? { authorization: `Bearer ${token}` } : {});
    // Counted by the platform for each person, not against what this installation may ask.
    const pay = async () => {};
    const answer = await ask(parts, { ...ME, url: address, init: { headers }, repeatable: false, pay });
    if (answer.status === 200) return shaped(parts, ME, shape, answer.body);
    const failed = await shaped(parts, ME, Failed, answer.body);
    if (failed.error.code === BAD_CODE) return null;
    throw await failureOf(parts, failed);
  }

  return {
    configured: appId !== '' && appSecret !== '',
    address({ state, redirectUri }) {
      const address = new URL(authorizeUrl);
      address.search = new URLSearchParams({
        client_id: appId,
        redirect_uri: redirectUri,
        state,
        scope: SCOPES,
        response_type: 'code',
      }).toString();
      return address.href;
    },
    async accept({ code, redirectUri }) {
      const app = { client_id: appId, client_secret: appSecret };
      const path = 'oauth/access_token';
      const first = await question(Token, { path, query: { ...app, redirect_uri: redirectUri, code } });
      if (!first) return null;
      const longer = await question(Token, {
        path,
        query: { ...app, grant_type: 'fb_exchange_token', fb_exchange_token: first.access_token },
      });
      if (!longer) return null;
      const token = longer.access_token;
      const query = { fields: 'instagram_business_account{id,username}', limit: '100' };
      const pages = await question(Pages, { path: 'me/accounts', query, token });
      await parts.book.recordCall({ provider: ME.provider, ok: true });
      const seconds = longer.expires_in ?? LONG_SECONDS;
      const until = new Date(parts.clock.now().getTime() + seconds * 1000).toISOString();
      return (pages?.data ?? []).flatMap(({ instagram_business_account: account }) =>
        account
          ? [
              {
                username: account.username,
                connection: {
                  openId: account.id,
                  accessToken: token,
                  accessExpiresAt: until,
                  refreshToken: '',
                  refreshExpiresAt: until,
                },
              },
            ]
          : [],
      );
    },
  };
}
