import type { Role } from '@troupe/domain/account/user';

/** Where a person belongs: creators here, brands in the dashboard; administrators may look around. */
export function placeOf(role: Role): 'here' | 'dashboard' {
  return role === 'brand' ? 'dashboard' : 'here';
}
