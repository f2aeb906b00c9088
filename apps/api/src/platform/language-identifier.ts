import type { eld } from 'eld';

let detector: typeof eld | undefined;

/** Loads what {@link identifyLanguage} needs, once: 90 MB of memory and half a second, which most processes can save. */
export async function loadLanguages(): Promise<void> {
  detector ??= (await import('eld/extrasmall')).eld;
}

/** Fewest letters with which the language of a text can be identified. */
export const MIN_LETTERS = 20;
/** The language of longer texts is known from their beginning. */
const MAX_TEXT = 1000;

/** Links, mentions and tags, which are often in another language than the text. */
const NOT_PROSE = /(?:https?:\/\/|www\.)\S+|[@#][\p{L}\p{N}_]+/gu;
const NOT_LETTERS = /[^\p{L}]+/gu;

/** A recognized language. */
export interface IdentifiedLanguage {
  /** ISO 639-1, such as `pt`. */
  language: string;
  /** Whether the text is long and clear enough to rely on it. */
  sure: boolean;
}

/**
 * Recognizes the language of a post. Needs {@link loadLanguages} first.
 * @returns null for texts with fewer than `MIN_LETTERS` letters, not counting links, mentions and tags
 */
export function identifyLanguage(text: string): IdentifiedLanguage | null {
  const prose = text.slice(0, MAX_TEXT).replace(NOT_PROSE, ' ');
  if (prose.replace(NOT_LETTERS, '').length < MIN_LETTERS) return null;
  if (!detector) throw new Error('loadLanguages must run before identifyLanguage');
  const result = detector.detect(prose);
  return result.language === '' ? null : { language: result.language, sure: result.isReliable() };
}
