import { MAX_TEXT } from '../matching/tokenize.ts';
import { classOf, INVISIBLE, MARK } from '../query/character.ts';

const LINK = /(?:https?:\/\/|www\.)\S+|\bhttps?\b/gi;
const MENTION = /@[\p{L}\p{N}_.-]+/gu;
const ENTITY = /&(amp|lt|gt|quot|apos|#39|nbsp);/g;
const ENTITIES: Record<string, string> = {
  amp: '&',
  lt: '<',
  gt: '>',
  quot: '"',
  apos: "'",
  '#39': "'",
  nbsp: ' ',
};
const NEEDS_CLEANING = /[^\u0020-\u007e\u00a1-\u02ff]/;
const REPEATED = /(\p{L})\1{2,}/gu;
/** Vowel marks and the stretching line of Arabic, which writers may leave out. */
const ARABIC_MARKS = /[\u0640\u064b-\u0652\u0670]/g;
const ARABIC_ALEF = /[\u0622\u0623\u0625]/g;
/** Letters at the end of words that many writers replace: teh marbuta by heh, alef maksura by yeh. */
const ARABIC_TEH_MARBUTA = /\u0629/g;
const ARABIC_ALEF_MAKSURA = /\u0649/g;
const ARABIC = /[\u0600-\u06ff]/;
/** Marks on one character that are kept. */
const MAX_MARKS = 3;

/** Private-use characters that stand for any link and any mention. */
export const LINK_SIGN = '\uE010';
export const MENTION_SIGN = '\uE011';

/** Removes invisible characters and all but the first marks of each character. */
function withoutClutter(text: string): string {
  let result = '';
  let marks = 0;
  for (const character of text) {
    const code = character.codePointAt(0) as number;
    const kind = code < 128 ? 0 : classOf(code);
    if (kind === INVISIBLE || (code >= 0xe000 && code <= 0xf8ff)) continue;
    marks = kind === MARK ? marks + 1 : 0;
    if (marks <= MAX_MARKS) result += code === 0x2019 ? "'" : character;
  }
  return result;
}

/** Arabic as hurried writers spell it, so both spellings have the same features. */
const withOneSpelling = (text: string) =>
  text
    .replace(ARABIC_MARKS, '')
    .replace(ARABIC_ALEF, '\u0627')
    .replace(ARABIC_TEH_MARBUTA, '\u0647')
    .replace(ARABIC_ALEF_MAKSURA, '\u064a');

/**
 * Returns a text as the features see it: NFKC, lower case, at most `MAX_TEXT` code units, links and mentions replaced by
 * signs, letters repeated at most twice. It takes time proportional to the text, whatever the text.
 */
export function normalizeText(text: string): string {
  let result = text.length > MAX_TEXT ? text.slice(0, MAX_TEXT) : text;
  if (NEEDS_CLEANING.test(result)) result = withoutClutter(result).normalize('NFKC').slice(0, MAX_TEXT);
  if (result.includes('&')) result = result.replace(ENTITY, (_, name: string) => ENTITIES[name] as string);
  result = result.replace(LINK, LINK_SIGN);
  if (result.includes('@')) result = result.replace(MENTION, MENTION_SIGN);
  result = result.toLowerCase().replace(REPEATED, '$1$1');
  if (ARABIC.test(result)) result = withOneSpelling(result);
  return result;
}
