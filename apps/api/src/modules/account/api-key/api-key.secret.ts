import { createHash, randomBytes } from 'node:crypto';
import { API_KEY_PREFIX } from '@troupe/domain/account/api-key';

const KEY = new RegExp(`^${API_KEY_PREFIX}[A-Za-z0-9_-]{43}$`);

/** A new key: 256 random bits, so that its plain SHA-256 is as good as a slow hash. */
export const newApiKey = (): string => API_KEY_PREFIX + randomBytes(32).toString('base64url');

/** Whether a bearer token means to be a key; tokens of a login host are made of three parts with dots. */
export const claimsToBeApiKey = (token: string): boolean => token.startsWith(API_KEY_PREFIX);

/** What is kept of a key; null for what was never one. */
export const apiKeyHash = (key: string): string | null =>
  KEY.test(key) ? createHash('sha256').update(key).digest('hex') : null;
