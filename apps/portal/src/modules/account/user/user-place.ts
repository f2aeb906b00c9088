import type { Role, User } from '@troupe/domain/account/user';

/** What a person is called; the email address while there is no name. */
export const nameOf = (user: User): string => `${user.firstName} ${user.lastName}`.trim() || user.email;

/** Where a person belongs: creators here, brands in the dashboard; administrators may look around. */
export function placeOf(role: Role): 'here' | 'dashboard' {
  return role === 'brand' ? 'dashboard' : 'here';
}
