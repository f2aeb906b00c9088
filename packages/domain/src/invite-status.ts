// Without schemas, so that a screen which only needs these words does not load the schema library.

/** Where an invite can stand. */
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
] as const;
