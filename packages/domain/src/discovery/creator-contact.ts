import type { Platform } from './creator.ts';

/** Fetched contact details are valid for so many days; within them nothing is fetched again. */
export const CONTACT_VALID_DAYS = 90;

/** What a look-up of contact details takes of the provider. */
export const CONTACT_TOKENS = 0.04;

/** One way to reach a creator, such as `email` or `instagram`. */
export interface CreatorContact {
  type: string;
  value: string;
}

/** Who looks up contact details. `none` with a text for people is an answer too; a failure is a problem. */
export interface ContactSource {
  contacts(account: {
    platform: Platform;
    username: string;
  }): Promise<{ found: CreatorContact[] } | { none: string }>;
}

/** Until when details fetched at a moment hold. */
export const contactsEnd = (fetched: string): string =>
  new Date(Date.parse(fetched) + CONTACT_VALID_DAYS * 86_400_000).toISOString();

/** Whether details fetched at a moment still hold. */
export const contactsHold = (fetched: string | null, now: Date): boolean =>
  fetched !== null && now.toISOString() < contactsEnd(fetched);

/** The first usable email address of some contact details, in lower case; null when there is none. */
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
