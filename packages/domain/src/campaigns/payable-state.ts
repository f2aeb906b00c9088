// No schemas here, so URLs can be parsed without loading the schema library.

/** States of a payment to a creator. */
export const PAYABLE_STATES = ['due', 'approved', 'paid', 'failed'] as const;
