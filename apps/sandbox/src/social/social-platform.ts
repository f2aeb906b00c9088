import { randomBytes } from 'node:crypto';
import { dayInTimeZone } from '@troupe/domain/discovery/provider';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { LRUCache } from 'lru-cache';
import { type Answer, answerCall, type Faults } from '../platform/faults.ts';
import { type Account, type SocialPlatform, type SocialWorld, socialPlatforms } from './social-world.ts';

const HOUR = 3_600_000;
const MINUTE = 60_000;
const CODE_MS = 5 * MINUTE;

/** Quotas: unit, limit and window, and the lifetime of picture URLs. */
const FACTS = {
  youtube: {
    unit: 'units a day (Pacific time)',
    limit: 10_000,
    resets: (now: Date) => dayInTimeZone('America/Los_Angeles', now).to.getTime(),
    pictureHours: null,
  },
  instagram: {
    unit: 'calls an hour',
    limit: 4800,
    resets: (now: Date) => (Math.floor(now.getTime() / HOUR) + 1) * HOUR,
    pictureHours: 72,
  },
  tiktok: {
    unit: 'calls a minute and endpoint',
    limit: 600,
    resets: (now: Date) => (Math.floor(now.getTime() / MINUTE) + 1) * MINUTE,
    pictureHours: 6,
  },
};

/** Counts calls like the platforms. */
export class SocialQuota {
  readonly #windows = new Map<string, { platform: SocialPlatform; resets: number; used: number }>();
  readonly #limits = new Map<SocialPlatform, number>();

  #limit = (platform: SocialPlatform): number => this.#limits.get(platform) ?? FACTS[platform].limit;

  #window(platform: SocialPlatform, endpoint: string) {
    const now = new Date();
    const found = this.#windows.get(`${platform} ${endpoint}`);
    if (found && found.resets > now.getTime()) return found;
    const made = { platform, resets: FACTS[platform].resets(now), used: 0 };
    this.#windows.set(`${platform} ${endpoint}`, made);
    return made;
  }

  /** Sets a platform's limit; null restores the default. */
  setLimit(platform: SocialPlatform, limit: number | null): void {
    this.#limits.set(platform, limit ?? FACTS[platform].limit);
  }

  /** Counts a call; false if the quota is used up. */
  count(platform: SocialPlatform, endpoint: string): boolean {
    const window = this.#window(platform, endpoint);
    if (window.used >= this.#limit(platform)) return false;
    window.used += 1;
    return true;
  }

  /** Used percentage, as Instagram reports in each response. */
  percent(platform: SocialPlatform): number {
    return Math.min(100, Math.ceil((this.#window(platform, '').used / this.#limit(platform)) * 100));
  }

  /** Resets the counters. */
  reset(): void {
    this.#windows.clear();
    this.#limits.clear();
  }

  /** Usage of each platform's quota, for its busiest endpoint. */
  states() {
    const present = [...this.#windows.values()].filter(({ resets }) => resets > Date.now());
    return socialPlatforms.map((platform) => {
      const used = present.filter((one) => one.platform === platform).map((one) => one.used);
      return {
        platform,
        unit: FACTS[platform].unit,
        used: Math.max(0, ...used),
        limit: this.#limit(platform),
      };
    });
  }
}

/** Authorization codes: each works once, for a short time, with its redirect URL. */
export class ConsentCodes {
  readonly #given = new LRUCache<string, { account: Account; redirectUri: string }>({
    max: 1000,
    ttl: CODE_MS,
  });

  /** Permissions that owners declined with their last consent, by the account's origin. */
  readonly #declined = new LRUCache<string, readonly string[]>({ max: 10_000 });

  give(account: Account, redirectUri: string, declined: readonly string[] = []): string {
    this.#declined.set(account.origin, declined);
    const code = randomBytes(24).toString('base64url');
    this.#given.set(code, { account, redirectUri });
    return code;
  }

  declinedBy(origin: string): readonly string[] {
    return this.#declined.get(origin) ?? [];
  }

  /** Returns whose consent a code is; null if it is invalid. */
  take(code = '', redirectUri = ''): Account | null {
    const given = this.#given.get(code);
    this.#given.delete(code);
    return given?.redirectUri === redirectUri ? given.account : null;
  }
}

/** An owner's token: its kind, account and expiry. */
export const tokenOf = (kind: string, { origin }: Account, seconds: number): string =>
  `${kind}.${Buffer.from(origin).toString('base64url')}.${Date.now() + seconds * 1000}`;

/**
 * Returns whose token it is; null if it is of another kind, expired, or the consent was revoked.
 */
export function holderOf(world: SocialWorld, platform: SocialPlatform, kind: string, text = '') {
  const [is, name = '', expires] = text.replace(/^Bearer /i, '').split('.');
  if (is !== kind || !(Number(expires) > Date.now())) return null;
  const account = world.ofOrigin(platform, Buffer.from(name, 'base64url').toString());
  return account.state === 'revoked' || account.state === 'gone' ? null : account;
}

/** State shared by the three platforms. */
export interface SocialParts {
  world: SocialWorld;
  quota: SocialQuota;
  codes: ConsentCodes;
  faults: Faults;
}

/** Error formats of a platform. */
export type FailureAnswers = Record<'down' | 'quota' | 'rate_limit' | 'wrong_key', Answer>;

/** Input of a call, and the sandbox's origin. */
export interface PlatformRequest {
  query: Record<string, string | undefined>;
  params: Record<string, string>;
  body: unknown;
  token: string | undefined;
  origin: string;
}

/** Registers a platform's calls, which fail because of faults or used-up quotas. */
export const platformCalls =
  (app: FastifyInstance, { faults, quota }: SocialParts, platform: SocialPlatform, answers: FailureAnswers) =>
  (method: 'GET' | 'POST', url: string, answer: (asked: PlatformRequest) => Answer, endpoint = ''): void => {
    const handler = (request: FastifyRequest, reply: FastifyReply) =>
      answerCall(reply, { faults, answers }, () => {
        const { params, body, headers, protocol, host } = request;
        const query = request.query as PlatformRequest['query'];
        const token = query.access_token ?? headers.authorization;
        const asked = {
          query,
          params: params as PlatformRequest['params'],
          body,
          token,
          origin: `${protocol}://${host}`,
        };
        const isWithin = quota.count(platform, endpoint);
        const fault = faults.take('social', [platform, '*']);
        return { fault, work: () => (isWithin ? answer(asked) : answers.quota) };
      });
    app.route({ method, url, handler });
  };

/** The URL of a cover or profile picture. */
export function pictureUrl(
  origin: string,
  { platform, origin: name }: Account,
  kind: 'cover' | 'avatar',
  seed: string = name,
): string {
  const hours = FACTS[platform].pictureHours;
  const expires = hours === null ? '' : `?expires=${Math.floor(Date.now() / 1000) + hours * 3600}`;
  return `${origin}/social/${kind}/${platform}/${encodeURIComponent(seed)}.jpg${expires}`;
}
