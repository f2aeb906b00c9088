import { type Connection, SocialFailure } from '@troupe/domain/discovery/creator-refresh';
import { z } from 'zod';
import {
  callPlatform,
  keyRejected,
  parseResponse,
  reservedUnits,
  type SocialParts,
} from './call-platform.ts';

const ME = { provider: 'tiktok', name: 'TikTok' };
const MINUTE = 60_000;
const CALLS_A_MINUTE = 600;
/** Name of the quota; TikTok limits each endpoint separately. */
const QUOTA = 'Calls a minute';

const Envelope = z.object({
  data: z.unknown().optional(),
  error: z.object({ code: z.string(), message: z.string().default('') }),
});
const Tokens = z.object({
  open_id: z.string().optional(),
  access_token: z.string(),
  expires_in: z.number(),
  refresh_token: z.string(),
  refresh_expires_in: z.number(),
});
const TokenFailed = z.object({ error: z.string(), error_description: z.string().default('') });

export interface TiktokOptions {
  /** API URL including version and trailing slash. */
  url: string;
  clientKey: string;
  clientSecret: string;
}

/** TikTok rejected the access token, or it lacks a scope. */
export class TokenRefused extends Error {}

/** Tokens for a code or refresh token; the account isn't always included. */
export type Granted = Omit<Connection, 'openId'> & { openId: string | null };

export interface TiktokCalls {
  /**
   * Calls an endpoint with an access token.
   * @throws TokenRefused, and SocialFailure if TikTok is unavailable
   */
  call<T extends z.ZodType>(
    path: string,
    question: { accessToken: string; fields: string; body?: object; onDemand: boolean; shape: T },
  ): Promise<z.output<T>>;
  /**
   * Requests tokens, without retries because grants work once.
   * @returns null if the grant is invalid or expired
   * @throws SocialFailure if TikTok is unavailable
   */
  tokens(grant: Record<string, string>, onDemand: boolean): Promise<Granted | null>;
}

/** Calls TikTok within its rate limits; being rate limited isn't a failure. */
export function tiktokCalls(
  parts: SocialParts,
  { url, clientKey, clientSecret }: TiktokOptions,
): TiktokCalls {
  const busy = () =>
    new SocialFailure(
      'quota',
      'TikTok is limiting our requests. Try again in a few minutes.',
      new Date(parts.clock.now().getTime() + MINUTE),
    );
  async function pay(path: string, onDemand: boolean): Promise<void> {
    const from = new Date(Math.floor(parts.clock.now().getTime() / MINUTE) * MINUTE);
    const resets = new Date(from.getTime() + MINUTE);
    const window = { name: `${QUOTA}, ${path}`, from, resets, limit: CALLS_A_MINUTE };
    if (!(await parts.book.reserveUnits(ME.provider, window, 1, reservedUnits(CALLS_A_MINUTE, onDemand))))
      throw busy();
  }

  return {
    async call(path, { accessToken, fields, body, onDemand, shape }) {
      const address = new URL(`${path}/`, url);
      address.searchParams.set('fields', fields);
      const answer = await callPlatform(parts, {
        ...ME,
        url: address,
        init: {
          method: body ? 'POST' : 'GET',
          headers: { authorization: `Bearer ${accessToken}`, 'content-type': 'application/json' },
          ...(body ? { body: JSON.stringify(body) } : {}),
        },
        pay: () => pay(path, onDemand),
      });
      const { data, error } = await parseResponse(parts, ME, Envelope, answer.body);
      if (error.code === 'rate_limit_exceeded') throw busy();
      if (error.code === 'access_token_invalid' || error.code === 'scope_not_authorized')
        throw new TokenRefused();
      if (error.code !== 'ok') throw await keyRejected(parts, ME, error.code);
      await parts.book.recordCall({ provider: ME.provider, ok: true });
      return parseResponse(parts, ME, shape, data);
    },

    async tokens(grant, onDemand) {
      const answer = await callPlatform(parts, {
        ...ME,
        url: new URL('oauth/token/', url),
        repeatable: false,
        init: {
          method: 'POST',
          headers: { 'content-type': 'application/x-www-form-urlencoded' },
          body: new URLSearchParams({
            client_key: clientKey,
            client_secret: clientSecret,
            ...grant,
          }).toString(),
        },
        pay: () => pay('oauth/token', onDemand),
      });
      if (answer.status === 429) throw busy();
      const failure = TokenFailed.safeParse(answer.body);
      if (failure.success) {
        if (failure.data.error === 'invalid_grant') return null;
        throw await keyRejected(parts, ME, failure.data.error);
      }
      const tokens = await parseResponse(parts, ME, Tokens, answer.body);
      const after = (seconds: number) => new Date(parts.clock.now().getTime() + seconds * 1000).toISOString();
      return {
        openId: tokens.open_id ?? null,
        accessToken: tokens.access_token,
        accessExpiresAt: after(tokens.expires_in),
        refreshToken: tokens.refresh_token,
        refreshExpiresAt: after(tokens.refresh_expires_in),
      };
    },
  };
}
