/** Personal links and unsubscribe links by their shape, also inside the links of mail filters, which encode the slashes. */
const SECRET_LINK = /((?:\/|%(?:25)*2F)(?:invite|unsubscribe)(?:\/|%(?:25)*2F))[\w-]{16,}/gi;

/** Where mail programs break a long line of a quote. */
const LINE_BREAK = '(?:=?[ \\t]*\\r?\\n[>| \\t]*)?';

const escaped = (text: string) => text.replace(/[\\^$.*+?()[\]{}|-]/g, '\\$&');

/**
 * Replaces the secrets of links that only their recipient may open with `...`.
 * @param tokens known secrets; they are found without their links too, and across the line breaks of quotes
 */
export function redactSecretLinks(text: string, tokens: readonly string[]): string {
  const known = tokens.filter(Boolean).map((token) => [...token].map(escaped).join(LINE_BREAK));
  const redacted = known.length > 0 ? text.replace(new RegExp(known.join('|'), 'gi'), '...') : text;
  return redacted.replace(SECRET_LINK, '$1...');
}
