import { isChannelId } from '../platforms.ts';
import { countryCode } from './country.ts';
import { isPlatformAddress } from './identity.ts';
import { languageCode } from './language.ts';
import { type DecimalSign, decimalSignOf, parseNumber } from './number.ts';
import { cleanLine, isMissing } from './text.ts';
import { platformOf, readBoolean, readEmail } from './value.ts';

/** Statistics about the cells of a column. Shares are relative to its filled cells, 0 to 1. */
export interface ColumnFacts {
  index: number;
  header: string;
  /** Cleaned cells of the sampled rows; '' if empty. */
  cells: string[];
  filled: number;
  /** Share of all rows that are filled. */
  fill: number;
  /** Distinct values as a share of the filled cells. */
  distinct: number;
  numbers: number;
  percents: number;
  /** Abbreviated numbers (`48.5M`), which have lost precision. */
  shorts: number;
  median: number;
  decimal: DecimalSign;
  /** Whether the values are a sequence: 1, 2, 3, ... */
  sequential: boolean;
  countries: number;
  /** Two-letter country codes. */
  countryCodes: number;
  languages: number;
  booleans: number;
  platforms: number;
  profiles: number;
  addresses: number;
  emails: number;
  channelIds: number;
  longIds: number;
  handles: number;
  lowerHandles: number;
  letters: number;
  averageLength: number;
}

const HANDLE = /^@?[A-Za-z0-9._-]{1,40}$/;
const LOWER_HANDLE = /^@?[a-z0-9._-]{1,40}$/;

/** Returns the numbers of a column by row; null for rows without one. */
export function amountsOf(facts: ColumnFacts): (number | null)[] {
  return facts.cells.map((cell) => (cell === '' ? null : (parseNumber(cell, facts.decimal)?.amount ?? null)));
}

export function medianOf(amounts: readonly number[]): number {
  const sorted = [...amounts].sort((a, b) => a - b);
  return sorted[Math.floor(sorted.length / 2)] ?? 0;
}

function isSequential(cells: readonly string[]): boolean {
  const numbers = cells.map((cell) => parseNumber(cell)?.amount ?? Number.NaN);
  let steps = 0;
  for (let at = 1; at < numbers.length; at++) if ((numbers[at] ?? 0) - (numbers[at - 1] ?? 0) === 1) steps++;
  return numbers.length > 2 && (numbers[0] ?? 9) <= 2 && steps >= (numbers.length - 1) * 0.8;
}

/** Analyzes a column. `cells` are raw, one per row. */
export function columnFacts(index: number, header: string, cells: readonly string[]): ColumnFacts {
  const cleaned = cells.map((cell) => (isMissing(cell) ? '' : cleanLine(cell)));
  const said = cleaned.filter((cell) => cell !== '');
  const share = (test: (cell: string) => boolean) =>
    said.length ? said.filter((cell) => test(cell)).length / said.length : 0;
  const counting = decimalSignOf(said, true);
  const read = said.map((cell) => parseNumber(cell, counting));
  const numbers = read.filter((number) => number !== null);
  return {
    index,
    header,
    cells: cleaned,
    filled: said.length,
    fill: cells.length ? said.length / cells.length : 0,
    distinct: said.length ? new Set(said).size / said.length : 0,
    numbers: said.length ? numbers.length / said.length : 0,
    percents: said.length ? numbers.filter((number) => number.percent).length / said.length : 0,
    shorts: said.length ? numbers.filter((number) => number.short).length / said.length : 0,
    median: medianOf(numbers.map((number) => number.amount)),
    decimal: counting,
    sequential: isSequential(said),
    countries: share((cell) => cell.length <= 60 && !/\d/.test(cell) && countryCode(cell) !== null),
    countryCodes: share((cell) => /^[A-Z]{2}$/.test(cell) && countryCode(cell) !== null),
    languages: share((cell) => cell.length <= 40 && !/\d/.test(cell) && languageCode(cell) !== null),
    booleans: share((cell) => readBoolean(cell).kind === 'value'),
    platforms: share((cell) => platformOf(cell) !== null),
    profiles: share(isPlatformAddress),
    addresses: share((cell) => /^https?:\/\//i.test(cell)),
    emails: share((cell) => cell.includes('@') && readEmail(cell).kind === 'value'),
    channelIds: share(isChannelId),
    longIds: share((cell) => /^\d{5,24}$/.test(cell)),
    handles: share((cell) => HANDLE.test(cell)),
    lowerHandles: share((cell) => LOWER_HANDLE.test(cell)),
    letters: share((cell) => /\p{L}/u.test(cell)),
    averageLength: said.length ? said.reduce((sum, cell) => sum + cell.length, 0) / said.length : 0,
  };
}
