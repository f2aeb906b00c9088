/** Classes of characters. */
export const SEPARATOR = 1;
export const LETTER = 2;
export const DIGIT = 3;
/** A mark on the character before it. */
export const MARK = 4;
/** Invisible: zero-width characters, bidi controls, variation selectors. */
export const INVISIBLE = 5;
/** A letter of a script that is written without spaces between words. */
export const UNSPACED = 6;
export const EMOJI = 7;

const IS_INVISIBLE = /\p{Default_Ignorable_Code_Point}|\p{Bidi_Control}/u;
const IS_UNSPACED =
  /[\p{scx=Han}\p{scx=Hira}\p{scx=Kana}\p{scx=Bopo}\p{sc=Thai}\p{sc=Laoo}\p{sc=Khmr}\p{sc=Mymr}]/u;
const IS_MARK = /\p{M}/u;
const IS_DIGIT = /\p{Nd}/u;
const IS_LETTER = /[\p{L}\p{N}]/u;
const IS_EMOJI = /\p{Extended_Pictographic}|\p{Regional_Indicator}|\p{Emoji_Modifier}/u;

/** Letters in circles and squares (ⓛ, 🄻): symbols to Unicode, letters to people. */
const isEnclosedCharacter = (code: number) =>
  (code >= 0x24b6 && code <= 0x24e9) || (code >= 0x1f130 && code <= 0x1f149);

/** Stands for `*` and `?` in words of queries: private-use characters, which count as letters. */
export const STAR = '\uE000';
export const ANY_LETTER = '\uE001';

function classify(code: number): number {
  const character = String.fromCodePoint(code);
  if (IS_INVISIBLE.test(character)) return INVISIBLE;
  if (IS_MARK.test(character)) return MARK;
  if (IS_DIGIT.test(character)) return DIGIT;
  if (IS_LETTER.test(character)) return IS_UNSPACED.test(character) ? UNSPACED : LETTER;
  if (isEnclosedCharacter(code) || code === 0xe000 || code === 0xe001) return LETTER;
  // Older symbols such as ® and ↔ are no emoji to people.
  if (code >= 0x231a && IS_EMOJI.test(character)) return EMOJI;
  return SEPARATOR;
}

/** Classes of the basic plane, filled as characters appear; the others are looked up in a map. */
const basic = new Uint8Array(0x10000);
const others = new Map<number, number>();

/** Returns the class of a code point. */
export function classOf(code: number): number {
  if (code < 0x10000) {
    const known = basic[code] as number;
    if (known !== 0) return known;
    const found = classify(code);
    basic[code] = found;
    return found;
  }
  const known = others.get(code);
  if (known !== undefined) return known;
  const found = classify(code);
  if (others.size < 20_000) others.set(code, found);
  return found;
}

/** The three forms in which a character is compared. */
export interface Folded {
  /** As written, in NFKC. */
  raw: string;
  /** In lower case, with accents. */
  exact: string;
  /** In lower case, without accents. */
  plain: string;
}

/** Accents: Latin, Greek and Cyrillic marks, Hebrew points and Arabic vowel signs. Other scripts spell with marks. */
const ACCENT =
  /[\u0300-\u036f]|[\u0483-\u0487]|[\u1ab0-\u1aff]|[\u1dc0-\u1dff]|[\u20d0-\u20ff]|[\ufe20-\ufe2f]|(?=\p{M})(?:[\u0591-\u05c7]|[\u0610-\u061a]|[\u064b-\u0670]|[\u06d6-\u06ed])/gu;

/** Letters that are spelled in two ways. */
const SAME: Record<string, string> = { ß: 'ss', æ: 'ae', œ: 'oe', þ: 'th', ı: 'i', ς: 'σ', ـ: '' };
/** Letters with a stroke, which don't decompose. */
const STROKES: Record<string, string> = { ø: 'o', ł: 'l', đ: 'd', ð: 'd', ħ: 'h', ŧ: 't' };

function fold(cluster: string): Folded {
  const raw = cluster.normalize('NFKC');
  // The dot that lower case adds to İ goes: Istanbul is spelled İstanbul in Turkish.
  const lower = raw.replaceAll('İ', 'I').toLowerCase();
  const exact = lower.replace(/[ßæœþıςـ]/g, (letter) => SAME[letter] ?? letter).normalize('NFC');
  const plain = exact
    // й is a separate letter, not и with an accent.
    .replace(/[øłđðħŧ]/g, (letter) => STROKES[letter] ?? letter)
    .replace(/[^й]+/g, (part) => part.normalize('NFD').replace(ACCENT, '').normalize('NFC'));
  return { raw, exact, plain };
}

const folded = new Map<string, Folded>();

/** Returns the forms of a character with its marks. */
export function foldCluster(cluster: string): Folded {
  const known = folded.get(cluster);
  if (known) return known;
  const found = fold(cluster);
  if (folded.size < 20_000 && cluster.length <= 4) folded.set(cluster, found);
  return found;
}

/** Forms of single characters of the basic plane. Created for the first character: half a MB. */
let exactForms: (string | undefined)[] | undefined;

/** Returns a character without marks in lower case with accents. */
export function exactOf(code: number): string {
  exactForms ??= new Array<string | undefined>(0x10000);
  const known = exactForms[code];
  if (known !== undefined) return known;
  const { exact } = foldCluster(String.fromCodePoint(code));
  if (code < 0x10000) exactForms[code] = exact;
  return exact;
}

/** Returns a word in lower case without accents, as words are compared. */
export const foldText = (text: string): string => fold(text).plain;
