/**
 * Returns why a person or brand name can't be used; null if it can. Names appear in emails to
 * strangers, so they must not carry a message: no line breaks, control characters, web or email
 * addresses. A brand may use its domain as a name (`Booking.com`).
 */
export function nameError(name: string, of: 'person' | 'brand'): string | null {
  if (/[\p{Cc}\p{Cf}\p{Co}\p{Cn}\u2028\u2029]/u.test(name.replace(JOINERS, '')))
    return 'Use one line, without control characters';
  const text = name.normalize('NFKC').trim().replace(TITLES, '$1 ');
  if (/[@＠]|:\/\/|\/\/|\bwww\./iu.test(text)) return NO_ADDRESS;
  if (!DOMAIN.test(text)) return null;
  return of === 'brand' && ONLY_DOMAIN.test(text) ? null : NO_ADDRESS;
}

/** Cleans a name from an external source for use in emails; empty if nothing usable remains. */
export const usableName = (name: string, of: 'person' | 'brand'): string =>
  nameError(name, of) === null ? name.trim() : '';

const NO_ADDRESS = "Don't include URLs or email addresses";
/** Zero-width joiners: required by scripts such as Persian and Devanagari, and by emoji. */
const JOINERS = /[\u200c\u200d]/gu;
/** A label, a dot (or a character browsers treat as one) and a possible top-level domain. */
const DOMAIN = /[\p{L}\p{N}-][.。｡]\p{L}{2,}(?![\p{L}\p{N}])/u;
/** Titles that brands write without a space, such as Dr.Jart. */
const TITLES = /\b(Dr|Jr|Mr|Mrs|Ms|Mt|Sr|St|Ste)\.(?=\p{Lu})/gu;
const ONLY_DOMAIN = /^[\p{L}\p{N}-]{1,63}(\.[\p{L}\p{N}-]{1,63}){0,2}\.\p{L}{2,24}$/u;
