import { type Connection, SocialFailure } from '@troupe/domain/discovery/creator-refresh';
import { z } from 'zod';
import { ask, keptForPeople, refused, type SocialParts, shaped } from './ask.ts';

const ME = { provider: 'tiktok', name: 'TikTok' };
const MINUTE = 60_000;
const CALLS_A_MINUTE = 600;
/** How the quota is called in the books; TikTok counts each endpoint by itself. */
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
  /** Address of the API with its version and a slash at its end. */
  url: string;
  clientKey: string;
  clientSecret: string;
}

/** An access token that TikTok does not take (any more), or not for this question. */
export class TokenRefused extends Error {}

/** What TikTok gives for a code or a refresh token; it does not always say whose it is. */
export type Granted = Omit<Connection, 'openId'> & { openId: string | null };

export interface TiktokCalls {
  /**
   * Asks one of the endpoints that take an access token.
   * @throws TokenRefused, and SocialFailure when TikTok cannot be asked now
   */
  call<T extends z.ZodType>(
    path: string,
    question: { accessToken: string; fields: string; body?: object; onDemand: boolean; shape: T },
  ): Promise<z.output<T>>;
  /**
   * Asks for tokens, once: what is given for them counts once.
   * @returns null when that does not count (any more)
   * @throws SocialFailure when TikTok cannot be asked now
   */
  tokens(grant: Record<string, string>, onDemand: boolean): Promise<Granted | null>;
}

/** How TikTok is asked, within what it takes a minute; where it asks to wait, that is no failure of TikTok. */
export function tiktokCalls(
  parts: SocialParts,
  { url, clientKey, clientSecret }: TiktokOptions,
): TiktokCalls {
  const busy = () =>
    new SocialFailure(
      'quota',
      'TikTok asks for a moment of patience. Try again in some minutes.',
      new Date(parts.clock.now().getTime() + MINUTE),
    );
  async function pay(path: string, onDemand: boolean): Promise<void> {
    const from = new Date(Math.floor(parts.clock.now().getTime() / MINUTE) * MINUTE);
    const resets = new Date(from.getTime() + MINUTE);
    const window = { name: `${QUOTA}, ${path}`, from, resets, limit: CALLS_A_MINUTE };
    if (!(await parts.book.reserveUnits(ME.provider, window, 1, keptForPeople(CALLS_A_MINUTE, onDemand))))
      throw busy();
  }

  return {
    async call(path, { accessToken, fields, body, onDemand, shape }) {
      const address = new URL(`${path}/`, url);
      address.searchParams.set('fields', fields);
      const answer = await ask(parts, {
        ...ME,
        url: address,
        init: {
          method: body ? 'POST' : 'GET',
          headers: { authorization: `Bearer ${accessToken}`, 'content-type': 'application/json' },
          ...(body ? { body: JSON.stringify(body) } : {}),
        },
        pay: () => pay(path, onDemand),
      });
      const { data, error } = await shaped(parts, ME, Envelope, answer.body);
      if (error.code === 'rate_limit_exceeded') throw busy();
      if (error.code === 'access_token_invalid' || error.code === 'scope_not_authorized')
        throw new TokenRefused();
      if (error.code !== 'ok') throw await refused(parts, ME, error.code);
      await parts.book.recordCall({ provider: ME.provider, ok: true });
      return shaped(parts, ME, shape, data);
    },

    async tokens(grant, onDemand) {
      const answer = await ask(parts, {
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
        throw await refused(parts, ME, failure.data.error);
      }
      const tokens = await shaped(parts, ME, Tokens, answer.body);
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
