import type { User } from '@troupe/domain/account/user';

/** What a person is called; the email address while there is no name. */
export const nameOf = (user: User): string => `${user.firstName} ${user.lastName}`.trim() || user.email;
