/** The languages of the product: own name, locale of dates and numbers, writing direction. */
export const LANGUAGES = {
  en: { name: 'English', locale: 'en-GB', dir: 'ltr' },
  de: { name: 'Deutsch', locale: 'de-DE', dir: 'ltr' },
  fr: { name: 'Français', locale: 'fr-FR', dir: 'ltr' },
  es: { name: 'Español', locale: 'es-ES', dir: 'ltr' },
  'pt-BR': { name: 'Português (Brasil)', locale: 'pt-BR', dir: 'ltr' },
  ja: { name: '日本語', locale: 'ja-JP', dir: 'ltr' },
  // Figures in Latin digits and Gregorian dates, so that they match what brands see.
  ar: { name: 'العربية', locale: 'ar-u-ca-gregory-nu-latn', dir: 'rtl' },
} as const satisfies Record<string, { name: string; locale: string; dir: 'ltr' | 'rtl' }>;

/** A language of the product, as a BCP 47 tag. */
export type Language = keyof typeof LANGUAGES;

/** All languages, in the order in which they are offered. */
export const LANGUAGE_TAGS = Object.keys(LANGUAGES) as Language[];

/** The languages of the dashboard, and of emails to teams. */
export const DASHBOARD_LANGUAGES: readonly Language[] = ['en', 'de', 'es'];

/** The language of texts that are missing in another one. */
const DEFAULT_LANGUAGE: Language = 'en';

/** Whether a text is the tag of a language of the product. */
export const isLanguage = (tag: unknown): tag is Language =>
  typeof tag === 'string' && Object.hasOwn(LANGUAGES, tag);

/**
 * Returns the first wanted language that is offered; `de-AT` gets `de`, and `pt` gets `pt-BR`. Null without a match.
 * @param wanted BCP 47 tags, the most wanted first
 */
export function findLanguage(
  wanted: readonly string[],
  offered: readonly Language[] = LANGUAGE_TAGS,
): Language | null {
  const base = (tag: string) => tag.toLowerCase().split('-')[0];
  for (const tag of wanted) {
    const found =
      offered.find((one) => one.toLowerCase() === tag.toLowerCase()) ??
      offered.find((one) => base(one) === base(tag));
    if (found) return found;
  }
  return null;
}

/** Like `findLanguage`, but English without a match. */
export const matchLanguage = (wanted: readonly string[], offered?: readonly Language[]): Language =>
  findLanguage(wanted, offered) ?? DEFAULT_LANGUAGE;

/** The tags of an `Accept-Language` header, the most wanted first; those with `q=0` are left out. */
export function acceptedLanguages(header: string | undefined): string[] {
  return (header ?? '')
    .slice(0, 1000)
    .split(',')
    .map((part) => {
      const [tag = '', ...parameters] = part.split(';').map((word) => word.trim());
      const q = parameters.find((word) => /^q=/i.test(word));
      return { tag, weight: q === undefined ? 1 : Number(q.slice(2)) };
    })
    .filter(({ tag, weight }) => /^[a-z]{1,8}(-[a-z\d]{1,8})*$/i.test(tag) && weight > 0)
    .sort((one, other) => other.weight - one.weight)
    .map(({ tag }) => tag);
}

/** How dates and numbers are written for the person at the screen. */
export interface Formats {
  /** BCP 47, such as `de-DE`. */
  locale: string;
  /** IANA name; undefined is the time zone of the browser. */
  timeZone: string | undefined;
}

/** The product's own way: 12 Nov 2026, 09:41 and 84,213. */
export const HOUSE_LOCALE = 'en-GB';

let chosen: Language = DEFAULT_LANGUAGE;
let scoped: Language | undefined;
let ofRequest: () => Language | undefined = () => undefined;
let ownFormats: { locale: string | null; timeZone: string | null } = { locale: null, timeZone: null };

/** The language of every text, date and number that is written now. */
export const language = (): Language => scoped ?? ofRequest() ?? chosen;

/** Sets the language of everything shown from now on, in a browser. */
export function setLanguage(next: Language): void {
  chosen = next;
}

/** Lets a server say which language the request at hand has. */
export function readLanguageFrom(source: () => Language | undefined): void {
  ofRequest = source;
}

/**
 * A text of unknown direction, kept apart where the language runs from right to left. Not URLs: programs that find links
 * in emails would take the mark for a part of them.
 */
export const isolated = (text: string): string =>
  LANGUAGES[language()].dir === 'rtl' && text && !/^https?:/.test(text) ? `\u2068${text}\u2069` : text;

/** What stands between the parts of a line: `, `. */
export const separator = (): string => ({ ja: '、', ar: '، ' })[language() as string] ?? ', ';

/** Joins the parts of a line that are there, the way the language does: `a, b`. */
export const joined = (parts: readonly (string | false | null | undefined)[]): string =>
  parts
    .filter((part) => typeof part === 'string' && part !== '')
    .map((part) => isolated(part as string))
    .join(separator());

const collators = new Map<Language, Intl.Collator>();

/** Compares two texts as the language of the page sorts them, numbers by value; for `sort`. */
export function compareTexts(one: string, other: string): number {
  const now = language();
  const collator = collators.get(now) ?? new Intl.Collator(now, { numeric: true });
  collators.set(now, collator);
  return collator.compare(one, other);
}

/** Runs `write`, which must not wait for anything, in a language. */
export function inLanguage<Result>(next: Language, write: () => Result): Result {
  const before = scoped;
  scoped = next;
  try {
    return write();
  } finally {
    scoped = before;
  }
}

/** What every date and number is written with: what the person chose, else what their language does. */
export const formats = (): Formats => ({
  locale: ownFormats.locale ?? LANGUAGES[language()].locale,
  timeZone: ownFormats.timeZone ?? undefined,
});

/** Sets what the person chose; null follows the language, and the time zone of the browser. */
export function setFormats({ locale, timeZone }: { locale: string | null; timeZone: string | null }): void {
  ownFormats = { locale, timeZone };
}

/** The locale of numbers. British money would read US$495, where the product says $495. */
export function numberLocale(): string {
  const { locale } = formats();
  return locale === HOUSE_LOCALE ? 'en-US' : locale;
}
