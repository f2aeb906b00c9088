/** Repairs texts of incoming emails that were encoded incorrectly. */

/** Code points of windows-1252 in place of the control characters 0x80 to 0x9f. */
const WINDOWS_1252 = new Map(
  [...'€\u0081‚ƒ„…†‡ˆ‰Š‹Œ\u008dŽ\u008f\u0090‘’“”•–—˜™š›œ\u009džŸ'].map((sign, at) => [sign, 0x80 + at]),
);
const ASCII = /^\p{ASCII}*$/u;

/**
 * Decodes a text as UTF-8 that was decoded as iso-8859-1 (meaning windows-1252), if its bytes are
 * valid UTF-8; otherwise returns it unchanged.
 */
export function repairEncoding(text: string): string {
  if (ASCII.test(text)) return text;
  const bytes = new Uint8Array(text.length);
  for (let at = 0; at < text.length; at++) {
    const code = text.charCodeAt(at);
    const byte = code < 0x100 ? code : WINDOWS_1252.get(text.charAt(at));
    if (byte === undefined) return text;
    bytes[at] = byte;
  }
  try {
    return new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(bytes);
  } catch {
    return text;
  }
}

/**
 * Removes RFC 822 comments from a header address: `pete(his account)@silly.test` becomes
 * `pete@silly.test`. Comments nest; parentheses within quotes are part of the address.
 */
export function withoutComments(address: string): string {
  let kept = '';
  let depth = 0;
  let quoted = false;
  for (let at = 0; at < address.length; at++) {
    const sign = address.charAt(at);
    const escaped = sign === '\\';
    if (sign === '"' && depth === 0) quoted = !quoted;
    if (!quoted && sign === '(') depth++;
    else if (!quoted && sign === ')' && depth > 0) depth--;
    else if (depth === 0) kept += escaped ? address.slice(at, at + 2) : sign;
    if (escaped) at++;
  }
  return (depth === 0 ? kept : address).replace(/\s+/g, '');
}
