import type { Item } from './items.ts';
import type { Figure } from './lexicon.ts';
import type { Amount } from './tokens.ts';

/** Numbers of a sentence as bounds of a figure; without a figure they are not understood. */
export interface AmountReading {
  /** Indexes of the items that it covers. */
  first: number;
  last: number;
  /** Items of it that aren't next to it. */
  also: number[];
  figure: Figure | null;
  min?: number;
  max?: number;
  /** Whether "about" widened a single number. */
  rounded: boolean;
}

/** How far "about" reaches, as a share. */
const ABOUT = 0.2;
/** A number without a figure is about followers from here on. */
const SURELY_FOLLOWERS = 1000;
const MOST_FOLLOWERS = 1e12;
const MOST_PERCENT = 100;

const SKIPPED = new Set(['glue', 'to', 'place', 'filler']);

/** Finds the numbers of a sentence with what they are about. `isTaken` tells items that belong to something else. */
export function amountsIn(items: readonly Item[], isTaken: (index: number) => boolean): AmountReading[] {
  const found: AmountReading[] = [];
  const claimed = new Set<number>();
  const free = (index: number) =>
    index >= 0 && index < items.length && !isTaken(index) && !claimed.has(index);
  const kind = (index: number) => (free(index) ? items[index]?.meaning.kind : undefined);
  for (let at = 0; at < items.length; at++) {
    if (kind(at) !== 'number') continue;
    const reading = readAmount(items, at, kind);
    for (let index = reading.first; index <= reading.last; index++) claimed.add(index);
    for (const index of reading.also) claimed.add(index);
    found.push(reading);
    at = Math.max(at, reading.last);
  }
  return found;
}

type KindOf = (index: number) => Item['meaning']['kind'] | undefined;

function readAmount(items: readonly Item[], at: number, kind: KindOf): AmountReading {
  const left = lookLeft(items, at, kind);
  const second = secondNumber(at, kind, left.by);
  const right = lookRight(items, second ?? at, kind, left.figure === null);
  const one = amountAt(items, at);
  const two = second === null ? null : amountAt(items, second);
  const percent = one.percent || two?.percent === true;
  const asked = left.figure ?? right.figure;
  const figure = percent ? 'engagement' : asked;
  const reading: AmountReading = {
    first: left.first,
    last: right.last,
    also: left.figureAt === null ? [] : [left.figureAt],
    figure,
    rounded: false,
  };
  setBounds(reading, one, two, left.by === 'between' ? null : (left.by ?? right.by), asked !== null);
  return reading;
}

const amountAt = (items: readonly Item[], index: number): Amount => {
  const meaning = items[index]?.meaning;
  return meaning?.kind === 'number' ? meaning.amount : { mantissa: Number.NaN, unit: 1, percent: false };
};

type By = 'min' | 'max' | 'about' | 'exact' | 'between';

/** The comparison before a number, and the figure before that: "followers over 10k". */
function lookLeft(items: readonly Item[], at: number, kind: KindOf) {
  let first = at;
  let by: By | null = null;
  let before = at - 1;
  while (SKIPPED.has(kind(before) ?? '')) before--;
  const compare = kind(before) === 'compare' ? items[before]?.meaning : undefined;
  if (compare?.kind === 'compare') {
    by = compare.by;
    first = before;
    before--;
    while (SKIPPED.has(kind(before) ?? '')) before--;
  }
  const meaning = kind(before) === 'figure' ? items[before]?.meaning : undefined;
  const figure = meaning?.kind === 'figure' ? meaning.figure : null;
  return { first, by, figure, figureAt: figure ? before : null };
}

/** The end of a range: "10 to 50", "between 10 and 50", "10k 50k". */
function secondNumber(at: number, kind: KindOf, by: By | null): number | null {
  if (kind(at + 1) === 'number' && (by === null || by === 'between')) return at + 1;
  // "50k followers to 10k followers"
  const next = kind(at + 1) === 'figure' && kind(at + 2) === 'to' ? at + 2 : at + 1;
  const joined = kind(next) === 'to' || (by === 'between' && kind(next) === 'and');
  return joined && kind(next + 1) === 'number' ? next + 1 : null;
}

/** What follows a number: "or more", "followers", "at least". */
function lookRight(items: readonly Item[], from: number, kind: KindOf, wantsFigure: boolean) {
  let last = from;
  let by: 'min' | 'max' | null = null;
  let figure: Figure | null = null;
  for (let at = from + 1; ; at++) {
    const meaning = kind(at) ? items[at]?.meaning : undefined;
    if (meaning?.kind === 'trailing' && by === null) by = meaning.by;
    else if (
      meaning?.kind === 'compare' &&
      by === null &&
      (meaning.by === 'min' || meaning.by === 'max') &&
      !numberFollows(at, kind)
    )
      by = meaning.by;
    else if (meaning?.kind === 'figure' && figure === null && wantsFigure) figure = meaning.figure;
    else if (meaning && SKIPPED.has(meaning.kind)) continue;
    else break;
    last = at;
  }
  return { last, by, figure };
}

function numberFollows(at: number, kind: KindOf): boolean {
  let next = at + 1;
  while (SKIPPED.has(kind(next) ?? '')) next++;
  return kind(next) === 'number';
}

function setBounds(
  reading: AmountReading,
  one: Amount,
  two: Amount | null,
  by: Exclude<By, 'between'> | null,
  named: boolean,
): void {
  // "10 to 50 thousand" and "10-50k"
  const carried = two && one.unit === 1 && two.unit > 1 && one.mantissa < two.mantissa ? two.unit : one.unit;
  const value = one.mantissa * carried;
  const end = two ? two.mantissa * two.unit : null;
  const largest = Math.max(value, end ?? value);
  if (reading.figure === null) {
    if (!named && largest < SURELY_FOLLOWERS && one.unit === 1 && value !== 0) return;
    reading.figure = 'followers';
  }
  const limit = reading.figure === 'engagement' ? MOST_PERCENT : MOST_FOLLOWERS;
  if (!(largest <= limit)) {
    reading.figure = null;
    return;
  }
  const whole = (number: number) =>
    reading.figure === 'engagement' ? Math.round(number * 1000) / 1000 : Math.round(number);
  if (end !== null) {
    reading.min = whole(Math.min(value, end));
    reading.max = whole(Math.max(value, end));
  } else if (by === 'max') reading.max = whole(value);
  else if (by === 'exact' || (by === null && value === 0)) {
    reading.min = whole(value);
    reading.max = whole(value);
  } else if (by === 'about') {
    reading.min = whole(value * (1 - ABOUT));
    reading.max = whole(value * (1 + ABOUT));
    reading.rounded = true;
  } else reading.min = whole(value);
}
