// Every page of the app needs this, and none of them the schema of what it names.

/** The header by which an administrator makes a call as a member of a brand: the id of the permission. */
export const ACTING_HEADER = 'x-acting';
