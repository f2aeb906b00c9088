/** Texts of emails that came in, mended where mail programs write them wrong. */

/** The characters that windows-1252 has in place of the control characters 0x80 to 0x9f, as code points. */
const WINDOWS_1252 = new Map(
  [...'€\u0081‚ƒ„…†‡ˆ‰Š‹Œ\u008dŽ\u008f\u0090‘’“”•–—˜™š›œ\u009džŸ'].map((sign, at) => [sign, 0x80 + at]),
);
const ASCII = /^\p{ASCII}*$/u;

/**
 * Returns a text that was decoded as iso-8859-1 (as windows-1252, which is what programs mean by it) decoded as UTF-8
 * instead, where its bytes are valid UTF-8; otherwise the text as it is.
 */
export function withMendedEncoding(text: string): string {
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
 * Returns an address of a header without the comments that RFC 822 allows in it: `pete(his account)@silly.test` is
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
