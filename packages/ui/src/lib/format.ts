import { language, numberLocale } from '@troupe/i18n/language';
import { compactText, isKnown, type Known, NOT_KNOWN, percentText } from '@troupe/i18n/number-text';

export { formats, HOUSE_LOCALE, numberLocale, setFormats } from '@troupe/i18n/language';
export { NOT_KNOWN } from '@troupe/i18n/number-text';

/** Formats counts such as unread messages: 14 -> '14', 1200 -> '1.2k', 2000 -> '2k'. */
export const compactCount = (value: Known): string =>
  isKnown(value) ? compactText(value, 1, false) : NOT_KNOWN;

/** Formats a share of 0 to 1 as a percentage: 0.837 -> '84%', with one decimal '83.7%'. */
export const percent = (share: Known, decimals = 0): string =>
  isKnown(share) ? percentText(share * 100, decimals, decimals) : NOT_KNOWN;

let whole = { locale: 'en-US', format: new Intl.NumberFormat('en-US', { maximumFractionDigits: 3 }) };

function wholeFormat(): Intl.NumberFormat {
  const locale = numberLocale();
  if (whole.locale !== locale) {
    whole = { locale, format: new Intl.NumberFormat(locale, { maximumFractionDigits: 3 }) };
  }
  return whole.format;
}

/** Formats an exact number: 84213 -> '84,213'. */
export const exactNumber = (value: Known): string =>
  isKnown(value) ? wholeFormat().format(value) : NOT_KNOWN;

/** Returns 'N creators' or '1 creator', with an exact count. */
export const counted = (count: number, one: string, many = `${one}s`): string =>
  `${exactNumber(count)} ${count === 1 ? one : many}`;

/** `a`, `a and b`, `a, b and c`. */
export const listed = (words: readonly string[]): string => {
  if (language() !== 'en') return new Intl.ListFormat(language()).format(words);
  return words.length < 2 ? words.join('') : `${words.slice(0, -1).join(', ')} and ${words.at(-1)}`;
};

const withSign = (word: string, sign: string) => (word.startsWith(sign) ? word : `${sign}${word}`);

/** Joins hashtags or mentions with their sign: `#autumntrailkit`, `@larkmoor`. */
export const tagList = (tags: { hashtags: readonly string[]; mentions: readonly string[] }): string[] => [
  ...tags.hashtags.map((word) => withSign(word, '#')),
  ...tags.mentions.map((word) => withSign(word, '@')),
];
