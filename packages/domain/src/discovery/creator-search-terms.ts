/**
 * Splits text into words for the creator search. The database does the same when storing (functions
 * `creator_fold` and `creator_words` in the initial migration); a test keeps both in sync.
 */

const SPACELESS =
  '\\u0e01-\\u0e5b\\u0e80-\\u0eff\\u1000-\\u109f\\u1780-\\u17ff\\u3005-\\u3007\\u3040-\\u30ff\\u3400-\\u4dbf\\u4e00-\\u9fff\\uf900-\\ufaff\\u{20000}-\\u{3134f}';
const PICTURES =
  '\\u203c\\u2049\\u2122\\u2139\\u2190-\\u21ff\\u2300-\\u23ff\\u2460-\\u24ff\\u25a0-\\u27bf\\u2900-\\u297f\\u2b00-\\u2bff\\u3297\\u3299\\u{1f000}-\\u{1f3fa}\\u{1f400}-\\u{1faff}';
const GAPS =
  '\\u0001-\\u002f\\u003a-\\u0040\\u005b-\\u0060\\u007b-\\u00a9\\u00ab-\\u00b4\\u00b6-\\u00b9\\u00bb-\\u00bf\\u00d7\\u00f7\\u060c\\u061b\\u061f\\u0640\\u066a-\\u066d\\u06d4\\u2000-\\u203b\\u203d-\\u2048\\u204a-\\u206f\\u20a0-\\u20cf\\u2200-\\u22ff\\u2400-\\u245f\\u2500-\\u259f\\u2e00-\\u2e7f\\u3000-\\u3004\\u3008-\\u3020\\u3030\\u303d\\ufe00-\\ufe6f\\ufeff\\uff00-\\uff0f\\ufff0-\\uffff\\u{1f3fb}-\\u{1f3ff}\\u{e0000}-\\u{e0fff}';

const ASCII = /^[\0-\x7f]*$/;
const MARKS = /[\u0300-\u036f\u064b-\u065f\u0670]/g;
const PIECE = new RegExp(`[${SPACELESS}]+|[${PICTURES}]|[^${GAPS}${SPACELESS}${PICTURES}]+`, 'gu');
const IS_SPACELESS = new RegExp(`^[${SPACELESS}]`, 'u');
const IS_PICTURE = new RegExp(`^[${PICTURES}]`, 'u');

/** Lowercases text, removes accents and converts styled characters to plain ones. */
export function fold(text: string): string {
  if (ASCII.test(text)) return text.toLowerCase();
  const plain = text.normalize('NFKD').replace(MARKS, '').normalize('NFC');
  // Per character: a final sigma would otherwise change.
  return Array.from(plain, (letter) => letter.toLowerCase()).join('');
}

/**
 * One search term. `prefix`: also matches the start of longer words. `inName`: alphanumeric and
 * long enough to match inside a handle or name.
 */
export interface SearchTerm {
  text: string;
  prefix: boolean;
  inName: boolean;
}

/**
 * Splits a text into folded words, emoji, and runs of characters in scripts without spaces.
 */
export const textPieces = (text: string): string[] => fold(text).match(PIECE) ?? [];

const MIDDLE_MIN = 3;

/**
 * Parses a search text into terms, all of which must match. The last word can be incomplete. A run
 * of characters in a spaceless script becomes all pairs of neighbors, so it also matches inside a
 * sentence.
 */
export function searchTerms(query: string): SearchTerm[] {
  const terms = new Map<string, SearchTerm>();
  const pieces = textPieces(query);
  for (const [index, piece] of pieces.entries())
    for (const term of termsOf(piece, index === pieces.length - 1)) terms.set(term.text, term);
  return [...terms.values()];
}

/** Returns the search terms of a piece of {@link textPieces}; `last` is the last one of a search, which may be incomplete. */
export function termsOf(piece: string, last: boolean): SearchTerm[] {
  if (IS_PICTURE.test(piece)) return [{ text: piece, prefix: false, inName: false }];
  if (IS_SPACELESS.test(piece)) return pairs(piece);
  const inName = piece.length >= MIDDLE_MIN && /^[\x20-\x7e]+$/.test(piece);
  return [{ text: piece, prefix: last, inName }];
}

function pairs(run: string): SearchTerm[] {
  const characters = Array.from(run);
  if (characters.length === 1) return [{ text: run, prefix: true, inName: false }];
  return characters
    .slice(1)
    .map((character, index) => ({ text: `${characters[index]}${character}`, prefix: false, inName: false }));
}

/** A part of a text and whether it matches a search term. */
export interface MarkedPart {
  text: string;
  match: boolean;
}

/**
 * Marks matches in a text: at the start of words, or with `anywhere` (handles and names) at any
 * position if the term allows it. Null without a match. Text longer than `around` characters is
 * truncated to about that length around the first match.
 */
export function markTerms(
  text: string,
  terms: readonly SearchTerm[],
  options: { anywhere: boolean; around?: number },
): MarkedPart[] | null {
  const { folded, origin } = foldWithOrigin(text);
  // Most texts have no match.
  if (!terms.some((term) => folded.includes(term.text))) return null;
  const marked = new Array<boolean>(text.length).fill(false);
  let first = -1;
  for (const term of terms) {
    for (let at = folded.indexOf(term.text); at !== -1; at = folded.indexOf(term.text, at + 1)) {
      const free = IS_SPACELESS.test(term.text) || IS_PICTURE.test(term.text);
      if (!free && !(options.anywhere && term.inName) && !startsWord(folded, at)) continue;
      const from = origin ? (origin[at] ?? 0) : at;
      const to = origin ? (origin[at + term.text.length] ?? text.length) : at + term.text.length;
      marked.fill(true, from, to);
      if (first === -1 || from < first) first = from;
    }
  }
  return first === -1 ? null : cut(text, marked, first, options.around);
}

const LETTER_BEFORE = new RegExp(`[^${GAPS}${SPACELESS}${PICTURES}]$`, 'u');
const startsWord = (folded: string, at: number) =>
  at === 0 || !LETTER_BEFORE.test(folded.slice(Math.max(0, at - 2), at));

/** Folds a text and maps each position of the result to its original position. */
function foldWithOrigin(text: string): { folded: string; origin: readonly number[] | null } {
  // Fast path: positions don't change in ASCII.
  if (ASCII.test(text)) return { folded: text.toLowerCase(), origin: null };
  let folded = '';
  const origin: number[] = [];
  let at = 0;
  for (const cluster of clusters(text)) {
    const piece = fold(cluster);
    for (let n = 0; n < piece.length; n++) origin.push(at);
    folded += piece;
    at += cluster.length;
  }
  origin.push(text.length);
  return { folded, origin };
}

// A letter with its combining marks, which fold to one letter.
const clusters = (text: string): string[] => text.match(/\P{M}?\p{M}+|[\s\S]/gu) ?? [];

function cut(
  text: string,
  marked: boolean[],
  first: number,
  around = Number.POSITIVE_INFINITY,
): MarkedPart[] {
  let from = 0;
  let to = text.length;
  if (text.length > around) {
    from = Math.max(0, first - Math.floor(around / 3));
    to = Math.min(text.length, from + around);
    if (from > 0) from = wordEdge(text, from, 1);
    if (to < text.length) to = wordEdge(text, to, -1);
    if (from > first) from = first;
  }
  const parts: MarkedPart[] = [];
  const push = (piece: string, match: boolean) => {
    const last = parts.at(-1);
    if (last && last.match === match) last.text += piece;
    else if (piece) parts.push({ text: piece, match });
  };
  if (from > 0) push('… ', false);
  for (let at = from; at < to; ) {
    const match = marked[at] ?? false;
    const begun = at;
    while (at < to && (marked[at] ?? false) === match) at++;
    push(text.slice(begun, at), match);
  }
  if (to < text.length) push(' …', false);
  return parts;
}

/** Returns the nearest position at a space within 20 characters; never inside a surrogate pair. */
function wordEdge(text: string, at: number, step: 1 | -1): number {
  for (let moved = 0; moved < 20; moved++) {
    const place = at + step * moved;
    if (text.charAt(step === 1 ? place - 1 : place) === ' ') return place;
  }
  return /[\udc00-\udfff]/.test(text.charAt(at)) ? at - 1 : at;
}
