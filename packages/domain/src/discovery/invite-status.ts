// No schemas here, so screens that only need these labels don't load the schema library.

/**
 * Statuses of an invite, derived from its email and the resulting opt-in. The opt-in takes
 * precedence: a creator can join even if the email bounced.
 */
export const INVITE_STATUSES = [
  'scheduled',
  'queued',
  'sent',
  'deferred',
  'bounced',
  'failed',
  'uncertain',
  'replied',
  'unsubscribed',
  'cancelled',
  // The creator joined: status of the opt-in.
  'opted_in',
  'approved',
  'collaborating',
  'posted',
  'completed',
  'declined',
  'withdrawn',
] as const;
