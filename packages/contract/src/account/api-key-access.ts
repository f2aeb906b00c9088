import type { ApiKeyScope } from '@troupe/domain/account/api-key';
import type { Call } from '../call.ts';

/**
 * Returns the API key scope a call requires, or null if API keys can't make it. Keys act for the
 * brand, so they can do what any member can, but nothing reserved for owners, administrators,
 * creators or a user's own account.
 */
export function apiKeyScopeOf({
  access,
  method,
  peopleOnly,
}: Pick<Call, 'access' | 'peopleOnly'> & Partial<Pick<Call, 'method'>>): ApiKeyScope | null {
  const branded = access === 'brand' || (typeof access === 'object' && 'object' in access);
  if (!branded || peopleOnly) return null;
  return method === 'GET' ? 'read' : 'write';
}
