/** Text in which `like` sees no patterns. */
export const literal = (text: string): string => text.replace(/[\\%_]/g, '\\$&');

/** A search text as a pattern for `like` and `ilike` that matches it anywhere, to the letter. */
export const containing = (search: string): string => `%${literal(search.trim())}%`;
