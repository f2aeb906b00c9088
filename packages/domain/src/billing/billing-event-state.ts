// Without schemas, so that an address can be read without loading the schema library.

/** Where an event of the billing provider can stand. */
export const BILLING_EVENT_STATES = ['received', 'processed', 'ignored', 'failed'] as const;
