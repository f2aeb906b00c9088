import { z } from 'zod';
import { Id, Instant, text } from '../shape.ts';

/** What a key may do: look at things, or change them too. */
export const ApiKeyScope = z.enum(['read', 'write']);
export type ApiKeyScope = z.infer<typeof ApiKeyScope>;

/** What every key begins with, so that people and scanners of leaked secrets know one when they see it. */
export const API_KEY_PREFIX = 'troupe_';

/** Keys of a brand that count at one time. */
export const MOST_API_KEYS = 50;

/** A key as its brand sees it: never the key itself. */
export const ApiKey = z.object({
  id: Id,
  name: z.string(),
  scope: ApiKeyScope,
  /** Its last four characters, to tell it from others. */
  hint: z.string(),
  created: Instant,
  createdBy: z.string().nullable(),
  expires: Instant.nullable(),
  /** Known to five minutes. */
  lastUsed: Instant.nullable(),
  revoked: Instant.nullable(),
});
export type ApiKey = z.infer<typeof ApiKey>;

/** What a person says of a key they make. */
export const NewApiKey = z.object({
  name: text({ max: 60, required: 'Please enter a name' }).transform((name) => name.trim()),
  scope: ApiKeyScope,
  /** From then on it is refused; null is never. */
  expires: Instant.nullable().default(null),
});
export type NewApiKey = z.input<typeof NewApiKey>;

/** Where a key stands at a moment. */
export function apiKeyState(
  { expires, revoked }: Pick<ApiKey, 'expires' | 'revoked'>,
  now: Date,
): 'active' | 'expired' | 'revoked' {
  if (revoked) return 'revoked';
  return expires && Date.parse(expires) <= now.getTime() ? 'expired' : 'active';
}
