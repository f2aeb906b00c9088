// Without schemas, so that a screen which only needs these words does not load the schema library.

/**
 * Where an invite can stand, told from what happened to its email and to the opt-in that followed. The opt-in counts
 * more than the email: an invite whose email bounced and whose creator joined anyway has been accepted.
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
  // The creator joined the campaign: where their opt-in stands.
  'opted_in',
  'approved',
  'collaborating',
  'posted',
  'completed',
  'declined',
  'withdrawn',
] as const;
