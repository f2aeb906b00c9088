import type { ApiKeyScope } from '@troupe/domain/account/api-key';
import type { Call } from '../call.ts';

/**
 * Which kind of API key a call takes; null is none at all. Keys belong to a brand, so they open what any member of
 * it may do, and never what is for owners, administrators, creators, or a person about themselves.
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
