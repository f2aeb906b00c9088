import { compile } from '@troupe/i18n/compile';
import type { CompiledMessage } from 'icu-minify/format';
import format from 'icu-minify/format';
import { isolated, type Language, language, numberLocale } from './language.ts';

/** Messages of one catalog by key, in ICU MessageFormat, or compiled. */
export type CatalogMessages = Record<string, string | CompiledMessage>;

/** The value of a placeholder. */
export type Value = string | number;

/** What stands around the words of a tag: `<link>words</link>`. */
export type Tag = (words: never) => unknown;

type Arguments<Values> = keyof Values extends never ? [] : [values: Values];

/** Writes the messages of one catalog; keys and placeholders are checked by the compiler. */
export interface Translate<Messages> {
  <Key extends keyof Messages & string>(key: Key, ...values: Arguments<Messages[Key]>): string;
  /** The parts of a message with tags or with elements as values, in order. */
  rich<Element, Key extends keyof Messages & string>(
    key: Key,
    values: { [Name in keyof Messages[Key]]: Value | ((words: (string | Element)[]) => Element) },
  ): (string | Element)[];
}

const added = new Map<Language, Record<string, CatalogMessages>>();
/** English by catalog. In browsers each file brings the messages that it names (`vite/messages.ts`). */
const english = new Map<string, CatalogMessages>();

/** Adds the messages of a language, by the ids of their catalogs. */
export function addMessages(of: Language, catalogs: Record<string, CatalogMessages>): void {
  added.set(of, { ...added.get(of), ...catalogs });
}

const memo = <Made>(make: (locale: string, options?: object) => Made) => {
  const made = new Map<string, Made>();
  return (locale: string, options?: object): Made => {
    const key = locale + JSON.stringify(options ?? null);
    let one = made.get(key);
    if (!one) {
      one = make(locale, options);
      made.set(key, one);
    }
    return one;
  };
};

/** Keeps names and amounts in their own direction inside a text that runs from right to left. */
const isolatedValues = (values: object | undefined): object | undefined =>
  values &&
  Object.fromEntries(
    Object.entries(values).map(([name, value]) => [
      name,
      typeof value === 'string' ? isolated(value) : value,
    ]),
  );

const numberFormat = memo((locale, options) => new Intl.NumberFormat(locale, options));
const formatters = {
  getPluralRules: memo((locale, options) => new Intl.PluralRules(locale, options)),
  getDateTimeFormat: memo((locale, options) => new Intl.DateTimeFormat(locale, options)),
  // Numbers are written as the person chose, which may differ from their language.
  getNumberFormat: (_locale: string, options?: object) => numberFormat(numberLocale(), options),
};

/**
 * Returns the function that writes the messages of a catalog in the current language; a missing one is written in
 * English. Called by generated files only (`npm run messages`).
 * @param id the folder of the catalog, such as `portal/campaigns`
 */
export function catalog<Messages>(id: string, texts: CatalogMessages): Translate<Messages> {
  english.set(id, { ...english.get(id), ...texts });
  const write = (key: string, values?: object) => {
    const now = language();
    const message = added.get(now)?.[id]?.[key] ?? english.get(id)?.[key] ?? key;
    return format(compile(message as CompiledMessage), now, isolatedValues(values) as never, {
      formatters: formatters as never,
    });
  };
  return Object.assign(write, {
    rich: (key: string, values: object) => [write(key, values)].flat(),
  }) as unknown as Translate<Messages>;
}
