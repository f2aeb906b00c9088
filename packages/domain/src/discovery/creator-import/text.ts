/** Placeholders for missing values in spreadsheets, databases and hand-written tables. */
const NOTHING =
  /^(?:n\/a|n\/?d|n\.a\.?|#?n\/?a|nan|null|none|nil|undefined|unknown|not available|keine angabe|k\.\s?a\.|sin datos|s\/d|\(blank\)|\(null\)|\\n)$/i;

/**
 * Spreadsheet error values in several languages: `#VALUE!`, `#VALOR!`, `#WERT!`, `#REF!`,
 * `#DIV/0!`.
 */
const SHEET_ERROR = /^#(?:[\p{Lu}0-9/]{2,12}[!?]|N\/?A|NV|ERROR!?)$/u;

/**
 * Returns whether a cell has no value: blank, dashes, `N/A'`, `nan`, `NaN%`, `null`, spreadsheet
 * errors such as `#VALOR!`. `NA` also counts as missing although it is the code of Namibia, because
 * statistics software writes it for every missing value.
 */
export function isMissing(cell: string): boolean {
  const bare = cell.replace(/[\s\u00a0\ufeff]+/gu, ' ').trim();
  if (/^[-–—_.?*~'"`´’% ]*$/u.test(bare)) return true;
  const core = bare.replace(/^['"`]+|['"`´’%]+$/gu, '').trim();
  return NOTHING.test(core) || SHEET_ERROR.test(core);
}

/** Bytes 0x80-0x9F of windows-1252, to repair wrongly decoded text. */
const CP1252 = new Map(
  [
    ...'\u20ac\u0081\u201a\u0192\u201e\u2026\u2020\u2021\u02c6\u2030\u0160\u2039\u0152\u008d\u017d\u008f\u0090\u2018\u2019\u201c\u201d\u2022\u2013\u2014\u02dc\u2122\u0161\u203a\u0153\u009d\u017e\u0178',
  ].map((character, index) => [character.codePointAt(0) ?? 0, 0x80 + index]),
);

const byteOf = (code: number): number => (code < 0x100 ? code : (CP1252.get(code) ?? -1));
const continues = (byte: number) => byte >= 0x80 && byte <= 0xbf;
const lengthOf = (lead: number) => (lead >= 0xf0 ? 4 : lead >= 0xe0 ? 3 : 2);

/**
 * Decodes the character whose UTF-8 bytes start at `at` as single characters, with their number.
 */
function sequenceAt(text: string, at: number): { character: string; length: number } | null {
  const lead = byteOf(text.charCodeAt(at));
  if (lead < 0xc2 || lead > 0xf4) return null;
  const length = lengthOf(lead);
  let code = lead & (0xff >> (length + 1));
  for (let offset = 1; offset < length; offset++) {
    const byte = byteOf(text.charCodeAt(at + offset));
    if (!continues(byte)) return null;
    code = (code << 6) | (byte & 0x3f);
  }
  const lowest = length === 2 ? 0x80 : length === 3 ? 0x800 : 0x10000;
  if (code < lowest || code > 0x10ffff || (code >= 0xd800 && code <= 0xdfff)) return null;
  return { character: String.fromCodePoint(code), length };
}

/**
 * Repairs UTF-8 that was read once as windows-1252 or Latin-1 (`ZÃ© Neto` -> `Zé Neto`, `CÃ´te
 * d'Ivoire`). Only complete byte sequences are decoded, so correct text is unchanged.
 */
export function repairMojibake(text: string): string {
  if (!/[\u00c2-\u00f4]/.test(text)) return text;
  let mended = '';
  for (let at = 0; at < text.length; ) {
    const sequence = sequenceAt(text, at);
    mended += sequence ? sequence.character : text[at];
    at += sequence ? sequence.length : 1;
  }
  return mended;
}

/** Invisible characters to remove: BOM, zero-width space, bidi controls, NUL and other controls. */
const INVISIBLE =
  // biome-ignore lint/suspicious/noControlCharactersInRegex: these are the characters to remove
  /[\u0000-\u0008\u000b\u000c\u000e-\u001f\u007f\ufeff\u200b\u2060\u202a-\u202e\u2066-\u2069]/g;

/**
 * Cleans a single-line text: repairs mojibake, removes invisible characters, collapses whitespace.
 */
export function cleanLine(cell: string): string {
  return cleanParagraphs(cell).replace(/\s+/gu, ' ').trim();
}

/** Like {@link cleanLine}, but keeps line breaks (biographies, notes). */
export function cleanParagraphs(cell: string): string {
  return repairMojibake(cell)
    .toWellFormed()
    .replace(INVISIBLE, '')
    .replace(/\r\n?/g, '\n')
    .normalize('NFC')
    .trim();
}

/**
 * Returns whether characters of a cleaned text were lost before import: U+FFFD, leftover C1
 * controls, an incomplete byte sequence of wrongly decoded UTF-8, one accented letter for every
 * lost byte (`ýýýýýý Kids`), or question marks in their place (`??? ????`). Such a name identifies
 * no one.
 */
export function isDamaged(cleaned: string): boolean {
  return (
    /[\ufffd\u0080-\u009f]/.test(cleaned) ||
    HALF_SEQUENCE.test(cleaned) ||
    ONE_LETTER_FOR_ALL.test(cleaned) ||
    QUESTION_MARKS.test(cleaned)
  );
}

/**
 * An accented Latin letter three times in a row, which occurs in no language. Other scripts repeat
 * letters (ㅋㅋㅋ, ههه), and so do people who write `aaa`.
 */
const ONE_LETTER_FOR_ALL = /([\u00c0-\u00d6\u00d8-\u00f6\u00f8-\u024f])\1\1/u;

/**
 * Only question marks and punctuation, or a word starting with three question marks. `What???` is
 * fine.
 */
const QUESTION_MARKS = /^[\s\p{P}]*\?[\s\p{P}]*$|(?<!\S)\?{3,}(?=[\s\p{P}]*[\p{L}\p{N}])/u;

/** A lead byte's character followed by something that never follows it in a word. */
const HALF_SEQUENCE =
  /[\u00c2-\u00f4][\u00a1-\u00bf\u20ac\u0192\u201a\u201e\u2020\u2021\u02c6\u2030\u2039\u203a\u02dc\u0152\u0153]/u;

/**
 * Result of reading a cell: a value (with an optional remark), missing (`N/A`, `-`, blank), or
 * refused with a readable reason.
 */
export type Reading<T> =
  | { kind: 'value'; value: T; remark?: string }
  | { kind: 'missing' }
  | { kind: 'refused'; reason: string; suggestion?: string };

/** The cell is empty. */
export const missing = { kind: 'missing' } as const;

/** A value with an optional remark. */
export const value = <T>(read: T, remark?: string): Reading<T> =>
  remark ? { kind: 'value', value: read, remark } : { kind: 'value', value: read };

/** The cell can't be read as the expected type. */
export const refused = (reason: string, suggestion?: string): Reading<never> =>
  suggestion ? { kind: 'refused', reason, suggestion } : { kind: 'refused', reason };

/** Quotes a cell in a message: one line, shortened, in typographic quotes. */
export function quoted(cell: string): string {
  const line = cell.replace(/\s+/gu, ' ').trim();
  const short = [...line].length > 40 ? `${[...line].slice(0, 39).join('')}…` : line;
  return `“${short}”`;
}
