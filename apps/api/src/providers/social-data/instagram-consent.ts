import { type SocialConsent, SocialFailure } from '@troupe/domain/discovery/creator-refresh';
import { z } from 'zod';
import { callPlatform, parseResponse, type SocialParts } from './call-platform.ts';
import { Failed, failureOf, ME } from './instagram-failure.ts';

const SCOPES = 'instagram_basic,instagram_manage_insights,pages_show_list,pages_read_engagement';
/** Default lifetime of a consent: long-lived tokens last 60 days. */
const LONG_SECONDS = 60 * 24 * 3600;
/** The code is used, expired or for another redirect URL. */
const BAD_CODE = 100;

const Token = z.object({ access_token: z.string(), expires_in: z.number().optional() });
const Pages = z.object({
  data: z.array(
    z.object({
      instagram_business_account: z.object({ id: z.string(), username: z.string() }).optional(),
    }),
  ),
});

const Permissions = z.object({ data: z.array(z.object({ permission: z.string(), status: z.string() })) });

export interface InstagramConsentOptions {
  /** Graph API URL including version and trailing slash. */
  url: string;
  /** URL of the consent dialog. */
  authorizeUrl: string;
  appId: string;
  appSecret: string;
}

/**
 * Facebook Login for Instagram accounts of a person's pages: the code returns a short-lived token,
 * which is exchanged for a 60-day token. It can't be renewed without its owner.
 */
export function instagramConsent(
  parts: SocialParts,
  { url, authorizeUrl, appId, appSecret }: InstagramConsentOptions,
): SocialConsent {
  /** Parses the response; null if a code or token is invalid. */
  async function question<T extends z.ZodType>(
    shape: T,
    { path, query, token }: { path: string; query: Record<string, string>; token?: string },
  ): Promise<z.output<T> | null> {
    const address = new URL(path, url);
    address.search = new URLSearchParams(query).toString();
    const headers = new Headers(token ? { authorization: `Bearer ${token}` } : {});
    // The platform limits this per person, not per app.
    const pay = async () => {};
    const answer = await callPlatform(parts, {
      ...ME,
      url: address,
      init: { headers },
      repeatable: false,
      pay,
    });
    if (answer.status === 200) return parseResponse(parts, ME, shape, answer.body);
    const failed = await parseResponse(parts, ME, Failed, answer.body);
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
      // People can decline single permissions. Not knowing which is no reason to refuse the account.
      const permissions = await question(Permissions, { path: 'me/permissions', query: {}, token }).catch(
        (error) => {
          if (error instanceof SocialFailure) return null;
          throw error;
        },
      );
      const scopes =
        permissions?.data.filter(({ status }) => status === 'granted').map(({ permission }) => permission) ??
        null;
      await parts.book.recordCall({ provider: ME.provider, ok: true });
      const seconds = longer.expires_in ?? LONG_SECONDS;
      const until = new Date(parts.clock.now().getTime() + seconds * 1000).toISOString();
      return (pages?.data ?? []).flatMap(({ instagram_business_account: account }) =>
        account
          ? [
              {
                username: account.username,
                scopes,
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
