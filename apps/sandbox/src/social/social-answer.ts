import type { FastifyReply, FastifyRequest } from 'fastify';
import type { Faults } from '../platform/faults.ts';
import type { ConsentCodes } from './consent-codes.ts';
import type { SocialPlatform } from './social-account.ts';
import type { SocialQuota } from './social-quota.ts';
import type { Account, SocialWorld } from './social-world.ts';

/** What the three platforms are played with. */
export interface SocialParts {
  world: SocialWorld;
  quota: SocialQuota;
  codes: ConsentCodes;
  faults: Faults;
  now: () => Date;
}

/** How a platform words its failures. */
export type FailureAnswer = Record<
  'down' | 'quota' | 'rate_limit' | 'wrong_key',
  { status: number; body: object }
>;

/**
 * Fails a call as ordered, or because the quota is used up. True when nothing more is to be answered.
 * @param counted called once the call counts against the quota
 */
export async function failed(
  { faults, quota }: SocialParts,
  platform: SocialPlatform,
  reply: FastifyReply,
  answers: FailureAnswer,
  endpoint = '',
  counted?: () => void,
): Promise<boolean> {
  const fault = faults.take('social', [platform, '*']);
  const isWithin = quota.count(platform, endpoint);
  counted?.();
  const usedUp = { provider: 'social', target: platform, failure: 'quota', times: null, seconds: 0 } as const;
  return (await faults.fail(fault ?? (isWithin ? null : usedUp), reply, answers)) !== null;
}

/** Where the sandbox is reached by whoever asks. */
export const originOf = (request: FastifyRequest) => `${request.protocol}://${request.host}`;

const COVER_HOURS: Record<SocialPlatform, number | null> = { youtube: null, instagram: 72, tiktok: 6 };

/** The address of a cover or a profile picture; it dies after hours where the platform's own do. */
export function pictureUrl(
  origin: string,
  account: Account,
  picture: { kind: 'cover' | 'avatar'; seed: string },
  now: Date,
): string {
  const hours = COVER_HOURS[account.platform];
  const expires = hours === null ? '' : `?expires=${Math.floor(now.getTime() / 1000) + hours * 3600}`;
  return `${origin}/social/${picture.kind}/${account.platform}/${encodeURIComponent(picture.seed)}.jpg${expires}`;
}

/** Three significant digits, downwards, as subscribers are counted in public. */
export function rounded(count: number): number {
  const unit = 10 ** Math.max(0, String(count).length - 3);
  return Math.floor(count / unit) * unit;
}
