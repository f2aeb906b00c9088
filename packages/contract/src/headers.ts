// Without schemas: every page of the browser apps loads this.

/** The header by which an administrator makes a call as a member of a brand: the id of the permission. */
export const ACTING_HEADER = 'x-acting';

/** The header that carries the list of feature flags that a browser turned on. */
export const FLAG_HEADER = 'X-Feature-Flags';
