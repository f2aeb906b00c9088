// No schemas here, so URLs can be parsed without loading the schema library.

/** States of a billing event. */
export const BILLING_EVENT_STATES = ['received', 'processed', 'ignored', 'failed'] as const;
