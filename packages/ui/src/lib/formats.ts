/** How dates and numbers are written for the person at the screen. */
export interface Formats {
  /** BCP 47, such as `de-DE`. */
  locale: string;
  /** IANA name; undefined is the time zone of the browser. */
  timeZone: string | undefined;
}

/** The product's own way: 12 Nov 2026, 09:41 and 84,213. */
export const HOUSE_LOCALE = 'en-GB';

let current: Formats = { locale: HOUSE_LOCALE, timeZone: undefined };

/** What every date and number on the screen is written with. */
export const formats = (): Formats => current;

/** Sets it for everything that is shown from now on; null goes back to the product's way and the browser's zone. */
export function setFormats({ locale, timeZone }: { locale: string | null; timeZone: string | null }): void {
  current = { locale: locale ?? HOUSE_LOCALE, timeZone: timeZone ?? undefined };
}

/** The locale of numbers. British money would read US$495, where the product says $495. */
export const numberLocale = (): string => (current.locale === HOUSE_LOCALE ? 'en-US' : current.locale);
