// Without schemas, so that an address can be read without loading the schema library.

/** Where a payment to a creator can stand. */
export const PAYABLE_STATES = ['due', 'approved', 'paid', 'failed'] as const;
