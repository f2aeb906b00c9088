import {
  acceptedLanguages,
  isLanguage,
  LANGUAGE_TAGS,
  type Language,
  matchLanguage,
} from '@troupe/i18n/language';

/** Keeps the language that was chosen on our pages; the login host uses the same one. */
const COOKIE = 'troupe-language';
const COOKIE_SECONDS = 365 * 86_400;

/** What a page in the language of the visitor depends on, for caches. */
export const LANGUAGE_VARY = 'Accept-Encoding, Accept-Language, Cookie';

/** The language of a response, and the `Set-Cookie` line of a choice that was just made. */
export interface LanguageChoice {
  language: Language;
  cookie: string | null;
}

/**
 * Chooses the language of a page: the one its address asks for, which is kept for later visits, then the kept one, then
 * what the browser asks for, then English.
 * @param search query of the address, such as `?language=de`
 * @param secure whether the cookie needs HTTPS
 */
export function chooseLanguage(
  search: string,
  headers: { cookie?: string | undefined; 'accept-language'?: string | undefined },
  secure: boolean,
): LanguageChoice {
  const asked = new URLSearchParams(search).get('language');
  if (isLanguage(asked)) {
    const more = `Path=/; Max-Age=${COOKIE_SECONDS}; HttpOnly; SameSite=Lax${secure ? '; Secure' : ''}`;
    return { language: asked, cookie: `${COOKIE}=${asked}; ${more}` };
  }
  const kept = new RegExp(`(?:^|;\\s*)${COOKIE}=([\\w-]+)`).exec(headers.cookie ?? '')?.[1];
  const language = isLanguage(kept) ? kept : matchLanguage(acceptedLanguages(headers['accept-language']));
  return { language, cookie: null };
}

/** Reads the name of a built page: `pricing.de.html` is /pricing in German, `pricing.html` in English. */
export function pageOfFile(file: string): { path: string; language: Language } | null {
  const [, name = '', tag = 'en'] = /^([^.]+)(?:\.([\w-]+))?\.html$/.exec(file) ?? [];
  return name && isLanguage(tag) ? { path: `/${name}`, language: tag } : null;
}

const translated = new RegExp(`^/[^/.]+\\.(?:${LANGUAGE_TAGS.join('|')})(?:\\.html?)?(?:\\.(?:br|gz))?$`);

/** Whether a path names the file of a translation, which is only served at the address of its page. */
export const isTranslationFile = (pathname: string): boolean => translated.test(pathname);
