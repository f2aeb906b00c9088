import { setTimeout as sleep } from 'node:timers/promises';
import type { FastifyReply, FastifyRequest } from 'fastify';
import type { ConsentCodes } from './consent-codes.ts';
import type { SocialPlatform } from './social-account.ts';
import type { SocialFailureKind, SocialQuota } from './social-quota.ts';
import type { Account, SocialWorld } from './social-world.ts';

/** What the three platforms are played with. */
export interface SocialParts {
  world: SocialWorld;
  quota: SocialQuota;
  codes: ConsentCodes;
  now: () => Date;
}

const HANG_MS = 30_000;

/** What a platform says when it fails, in its own shape; null where every platform says the same. */
export type FailureAnswer = Record<
  'down' | 'quota' | 'throttle' | 'refuse',
  { status: number; body: object }
>;

/** Sends the failure that was ordered, or that the quota asks for. True when nothing more is to be answered. */
export async function failed(
  reply: FastifyReply,
  answers: FailureAnswer,
  ordered: SocialFailureKind | null,
  withinQuota: boolean,
): Promise<boolean> {
  const failure = ordered ?? (withinQuota ? null : 'quota');
  if (failure === null) return false;
  if (failure === 'garbage') {
    await reply.type('text/html; charset=utf-8').send('<html><body>Bad gateway</body>');
    return true;
  }
  if (failure === 'hang') await sleep(HANG_MS);
  const { status, body } = answers[failure === 'hang' ? 'down' : failure];
  await reply.code(status).send(body);
  return true;
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
