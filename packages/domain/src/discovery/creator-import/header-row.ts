import { headerScores } from './header-words.ts';
import { parseNumber } from './number.ts';
import { cleanLine } from './text.ts';

const LOOKED_AT = 15;

const isData = (cell: string) => parseNumber(cell) !== null || /^https?:\/\/|^@\w|^\S+@\S+\.\S+$/i.test(cell);

/**
 * Which of the first rows holds the headers, counted from 0; -1 when the table begins with data. A title or
 * blank rows may stand above. Headers are words, mostly known ones, that fill the width of the table.
 */
export function detectHeaderRow(rows: readonly (readonly string[])[]): number {
  const first = rows.slice(0, LOOKED_AT);
  const widest = first.reduce((most, row) => Math.max(most, row.filter((cell) => cell.trim()).length), 0);
  let best = { at: -1, score: 0 };
  for (const [at, row] of first.entries()) {
    const cells = row.map(cleanLine).filter(Boolean);
    if (cells.length === 0 || cells.length < widest * 0.5) continue;
    if (cells.filter(isData).length > cells.length * 0.2) continue;
    const known =
      cells.filter((cell) => cell.length < 60 && headerScores(cell).size > 0).length / cells.length;
    const below = first.slice(at + 1, at + 4).flatMap((next) => next.map(cleanLine).filter(Boolean));
    const change = below.length ? below.filter(isData).length / below.length : 0;
    const score = known + change * 0.5 - at * 0.05;
    if (score > best.score + 0.001 && (known >= 0.2 || change > 0.2)) best = { at, score };
  }
  return best.at;
}

/** Names of columns without headers: `Column A`, `Column B`, ... */
export function columnLetters(count: number): string[] {
  return Array.from({ length: count }, (_, index) => {
    let letters = '';
    for (let rest = index + 1; rest > 0; rest = Math.floor((rest - 1) / 26))
      letters = String.fromCharCode(65 + ((rest - 1) % 26)) + letters;
    return `Column ${letters}`;
  });
}
