/** The standard sentence about what went wrong, where nothing more is known. */
export const CRASH_TEXT = 'Sorry, something went wrong. Please refresh the page or try again later.';
