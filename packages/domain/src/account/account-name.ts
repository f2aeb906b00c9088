/**
 * Why a name of a person or brand cannot be used; null when it can. Names stand in emails to strangers, so they carry
 * no text of their own: no line breaks or control characters, no web or email addresses. A brand may be called by its
 * domain (`Booking.com`).
 * @param of whose name it is
 */
export function nameFault(name: string, of: 'person' | 'brand'): string | null {
  if (/[\p{Cc}\p{Cf}\p{Co}\p{Cn}\u2028\u2029]/u.test(name.replace(JOINERS, '')))
    return 'Use one line, without control characters';
  const text = name.normalize('NFKC').trim().replace(TITLES, '$1 ');
  if (/[@＠]|:\/\/|\/\/|\bwww\./iu.test(text)) return NO_ADDRESS;
  if (!DOMAIN.test(text)) return null;
  return of === 'brand' && ONLY_DOMAIN.test(text) ? null : NO_ADDRESS;
}

/** A name as it may enter an email, for names that come from elsewhere; empty where nothing of it can be used. */
export const usableName = (name: string, of: 'person' | 'brand'): string =>
  nameFault(name, of) === null ? name.trim() : '';

const NO_ADDRESS = 'Leave out web and email addresses';
/** Scripts such as Persian and Devanagari join letters with these; emoji are joined too. */
const JOINERS = /[\u200c\u200d]/gu;
/** A label, a dot (or what browsers read as one) and a label that could be a top-level domain. */
const DOMAIN = /[\p{L}\p{N}-][.。｡]\p{L}{2,}(?![\p{L}\p{N}])/u;
/** Written without a space in brands such as Dr.Jart. */
const TITLES = /\b(Dr|Jr|Mr|Mrs|Ms|Mt|Sr|St|Ste)\.(?=\p{Lu})/gu;
const ONLY_DOMAIN = /^[\p{L}\p{N}-]{1,63}(\.[\p{L}\p{N}-]{1,63}){0,2}\.\p{L}{2,24}$/u;
