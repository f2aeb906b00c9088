import type { Platform } from './creator.ts';

/** Number of days fetched contact details are valid and not fetched again. */
export const CONTACT_VALID_DAYS = 90;

/** Provider tokens used per contact lookup. */
export const CONTACT_TOKENS = 0.04;

/** A way to reach a creator, such as `email` or `instagram`. */
export interface CreatorContact {
  type: string;
  value: string;
}

/**
 * Contact details provider. `none` with an explanation is a valid result; failures are thrown as
 * problems.
 */
export interface ContactSource {
  contacts(account: {
    platform: Platform;
    username: string;
  }): Promise<{ found: CreatorContact[] } | { none: string }>;
}

/** Returns when contact details expire. */
export const contactsExpiry = (fetched: string): string =>
  new Date(Date.parse(fetched) + CONTACT_VALID_DAYS * 86_400_000).toISOString();

/** Returns whether contact details are still valid. */
export const areContactsValid = (fetched: string | null, now: Date): boolean =>
  fetched !== null && now.toISOString() < contactsExpiry(fetched);

/** Returns the first valid email address in lowercase, or null. */
export function emailOf(contacts: readonly CreatorContact[]): string | null {
  for (const { type, value } of contacts) {
    const address = value
      .trim()
      .replace(/^mailto:/i, '')
      .toLowerCase();
    if (
      /^e-?mail$/i.test(type) &&
      address.length <= 254 &&
      /^[^\s@<>",;]+@[^\s@<>",;]+\.[^\s@<>",;.]+$/.test(address)
    )
      return address;
  }
  return null;
}
