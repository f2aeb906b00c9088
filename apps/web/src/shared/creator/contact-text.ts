import type { ContactState } from '@troupe/domain/discovery/creator';

/** What is known of a creator's contact details, in words. */
export function contactText({ contactsFetched, contactsError }: ContactState): string {
  if (contactsError) return contactsError.message || "Couldn't fetch contact info";
  return contactsFetched ? 'Contact info fetched' : "Contact info hasn't fetched.";
}

/** Why a creator cannot be invited; undefined when the contact details are there. */
export const inviteBarrier = (state: ContactState): string | undefined =>
  state.contactsFetched && !state.contactsError ? undefined : contactText(state);
