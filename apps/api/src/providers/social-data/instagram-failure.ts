import { SocialFailure } from '@troupe/domain/discovery/creator-refresh';
import type { ProviderCall } from '@troupe/domain/discovery/provider';
import { z } from 'zod';
import { keyRejected, type SocialParts } from './call-platform.ts';

/** Provider name for quotas and display. */
export const ME = { provider: 'instagram', name: 'Instagram' };

/** Rate limits: of the app, user, page or account. */
export const THROTTLED = new Set([4, 17, 32, 613, 80002]);
/** Temporary platform errors. */
const TRANSIENT = new Set([1, 2]);

/** Meta's error format. */
export const Failed = z.object({
  error: z.object({
    message: z.string().default(''),
    code: z.number(),
    error_subcode: z.number().optional(),
    is_transient: z.boolean().optional(),
  }),
});

/**
 * Converts an error that isn't about an account, code or consent. Rate limiting isn't recorded as a
 * platform failure; other errors are.
 */
export async function failureOf(
  parts: SocialParts,
  { error }: z.output<typeof Failed>,
  quota: ProviderCall['quota'] | null = null,
): Promise<SocialFailure> {
  if (THROTTLED.has(error.code))
    return new SocialFailure('quota', 'Instagram is limiting our requests. Try again in an hour.');
  if (!error.is_transient && !TRANSIENT.has(error.code)) return keyRejected(parts, ME, error.message);
  await parts.book.recordCall({
    provider: ME.provider,
    ok: false,
    message: error.message,
    ...(quota && { quota }),
  });
  return new SocialFailure('unavailable', "Instagram isn't available right now. Try again in a few minutes.");
}
