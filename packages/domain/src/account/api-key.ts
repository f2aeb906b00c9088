import { z } from 'zod';
import { Id, Instant, text } from '../shape.ts';

/** `read` for reading only, `write` for reading and changing. */
export const ApiKeyScope = z.enum(['read', 'write']);
export type ApiKeyScope = z.infer<typeof ApiKeyScope>;

/** Prefix of every key, so that people and secret scanners can recognize one. */
export const API_KEY_PREFIX = 'troupe_';

/** Maximum number of active keys per brand. */
export const MAX_API_KEYS = 50;

/** An API key without its secret. */
export const ApiKey = z.object({
  id: Id,
  name: z.string(),
  scope: ApiKeyScope,
  /** Last four characters of the key. */
  hint: z.string(),
  created: Instant,
  createdBy: z.string().nullable(),
  expires: Instant.nullable(),
  /** Updated at most every five minutes. */
  lastUsed: Instant.nullable(),
  revoked: Instant.nullable(),
});
export type ApiKey = z.infer<typeof ApiKey>;

/** Input for creating a key. */
export const NewApiKey = z.object({
  name: text({ max: 60, required: 'Please enter a name' }).transform((name) => name.trim()),
  scope: ApiKeyScope,
  /** Null means the key never expires. */
  expires: Instant.nullable().default(null),
});
export type NewApiKey = z.input<typeof NewApiKey>;

/** Returns the state of a key at a given time. */
export function apiKeyState(
  { expires, revoked }: Pick<ApiKey, 'expires' | 'revoked'>,
  now: Date,
): 'active' | 'expired' | 'revoked' {
  if (revoked) return 'revoked';
  return expires && Date.parse(expires) <= now.getTime() ? 'expired' : 'active';
}
