import { SocialFailure } from '@troupe/domain/discovery/creator-refresh';
import type { ProviderCall } from '@troupe/domain/discovery/provider';
import { z } from 'zod';
import { refused, type SocialParts } from './ask.ts';

/** How the platform is called, in the books and by people. */
export const ME = { provider: 'instagram', name: 'Instagram' };

/** Too many calls: of the app, the user, the page, the account. */
export const THROTTLED = new Set([4, 17, 32, 613, 80002]);
/** Their own trouble, worth asking again. */
const TRANSIENT = new Set([1, 2]);

/** How Meta says that something went wrong. */
export const Failed = z.object({
  error: z.object({
    message: z.string().default(''),
    code: z.number(),
    error_subcode: z.number().optional(),
    is_transient: z.boolean().optional(),
  }),
});

/**
 * What an answer means that says nothing about an account, a code or a consent. Being asked to wait is no failure of
 * the platform's; the rest is written in its book.
 */
export async function failureOf(
  parts: SocialParts,
  { error }: z.output<typeof Failed>,
  quota: ProviderCall['quota'] | null = null,
): Promise<SocialFailure> {
  if (THROTTLED.has(error.code))
    return new SocialFailure('quota', 'Instagram takes no more questions for now. Try again in an hour.');
  if (!error.is_transient && !TRANSIENT.has(error.code)) return refused(parts, ME, error.message);
  await parts.book.recordCall({
    provider: ME.provider,
    ok: false,
    message: error.message,
    ...(quota && { quota }),
  });
  return new SocialFailure(
    'unavailable',
    'Instagram cannot be reached right now. Try again in some minutes.',
  );
}
