import { PART_GAP, type TokenStream } from './token-stream.ts';

/** Counts the steps of an evaluation and ends it when they are used up. */
export class Budget {
  /** What is thrown then. */
  static readonly exceeded = new Error('The query takes too many steps');
  #used = 0;
  readonly #limit: number;

  constructor(limit: number) {
    this.#limit = limit;
  }

  get used(): number {
    return this.#used;
  }

  spend(steps: number): void {
    this.#used += steps;
    if (this.#used > this.#limit) throw Budget.exceeded;
  }
}

/** A place where a part of a query occurs: first and last position, and code units of the text. */
export interface Interval {
  from: number;
  to: number;
  start: number;
  end: number;
}

/** Places in the order of their beginnings, then of their ends; none is listed twice. */
export type Intervals = readonly Interval[];

/** For each end, the last beginning of the places being tidied; positions are below twice the gap. */
const LAST_BEGINNING = new Int32Array(2 * PART_GAP);

const byPlace = (a: Interval, b: Interval) => a.from - b.from || a.to - b.to;
const logOf = (size: number) => Math.ceil(Math.log2(size + 2));

/** Returns the places of tokens. */
export function tokenIntervals(stream: TokenStream, tokens: readonly number[]): Intervals {
  const found: Interval[] = [];
  for (const token of tokens) {
    const at = stream.position[token] as number;
    if (found.at(-1)?.from === at) continue;
    const [start, end] = [stream.start[token] as number, stream.end[token] as number];
    found.push({ from: at, to: at, start, end });
  }
  return found;
}

/** Returns the places of words in scripts without spaces. @param places of the first of `length` characters */
export function runIntervals(stream: TokenStream, places: readonly number[], length: number): Intervals {
  return places.map((place) => {
    const { run, at } = stream.characterAt(place);
    return {
      from: run.positions[at] as number,
      to: run.positions[at + length - 1] as number,
      start: run.offsets[at] as number,
      end: run.offsets[at + length] as number,
    };
  });
}

/**
 * Sorts places and leaves out those that decide nothing: of all with the same beginning the one that ends first stays, and
 * of all with the same end the one that begins last. So every beginning and every end stays, and no more places than twice
 * the words of the text.
 */
function tidy(found: Interval[], budget: Budget): Intervals {
  if (found.length < 2) return found;
  budget.spend(found.length * 2);
  found.sort(byPlace);
  for (const { from, to } of found) LAST_BEGINNING[to] = from;
  const kept: Interval[] = [];
  let previous = Number.NaN;
  let previousEnd = Number.NaN;
  for (const one of found) {
    const isFirst = one.from !== previous;
    const isSame = !isFirst && one.to === previousEnd;
    if (isFirst || (!isSame && LAST_BEGINNING[one.to] === one.from)) kept.push(one);
    previous = one.from;
    previousEnd = one.to;
  }
  return kept;
}

/** Returns the places of all alternatives. */
export function eitherIntervals(lists: readonly Intervals[], budget: Budget): Intervals {
  const filled = lists.filter(({ length }) => length > 0);
  const [only] = filled;
  if (only === undefined || filled.length === 1) return only ?? [];
  return tidy(filled.flat(), budget);
}

/** Returns where all follow each other directly. */
export function phraseIntervals(units: readonly Intervals[], budget: Budget): Intervals {
  let found = units[0] ?? [];
  for (const next of units.slice(1)) {
    budget.spend(3 * (found.length + next.length));
    const joined: Interval[] = [];
    let at = 0;
    for (const one of found) {
      const wanted = one.to + 1;
      while (at < next.length && (next[at] as Interval).from < wanted) at += 1;
      const follower = next[at];
      if (follower?.from === wanted)
        joined.push({ from: one.from, to: follower.to, start: one.start, end: follower.end });
    }
    found = joined;
  }
  return found;
}

/** Returns where both are apart by at most `distance` words; if `ordered`, the left one first. */
export function nearIntervals(
  left: Intervals,
  right: Intervals,
  { distance, ordered }: { distance: number; ordered: boolean },
  budget: Budget,
): Intervals {
  const found: Interval[] = [];
  joinFollowing(left, right, distance, found, budget);
  if (!ordered) joinFollowing(right, left, distance, found, budget);
  return tidy(found, budget);
}

/**
 * Joins each of the second with the one of the first before it that begins last, and each of the first with the one of the
 * second after it that ends first. Windows slide over both, so time grows with their number, not with pairs.
 */
function joinFollowing(
  first: Intervals,
  second: Intervals,
  distance: number,
  found: Interval[],
  budget: Budget,
): void {
  budget.spend(2 * (first.length + second.length));
  const before = byEnd(first, budget);
  const join = (a: Interval, b: Interval) =>
    found.push({ from: a.from, to: b.to, start: a.start, end: b.end });
  // The candidates of a window, the best at `head`: later ones are worse but stay longer.
  let window: Interval[] = [];
  let head = 0;
  let next = 0;
  for (const b of second) {
    for (; next < before.length && (before[next] as Interval).to < b.from; next += 1) {
      const a = before[next] as Interval;
      while (window.length > head && (window.at(-1) as Interval).from <= a.from) window.pop();
      window.push(a);
    }
    while (head < window.length && (window[head] as Interval).to < b.from - 1 - distance) head += 1;
    const best = window[head];
    if (best) join(best, b);
  }
  window = [];
  head = 0;
  next = 0;
  for (const a of before) {
    for (; next < second.length && (second[next] as Interval).from <= a.to + 1 + distance; next += 1) {
      const b = second[next] as Interval;
      while (window.length > head && (window.at(-1) as Interval).to >= b.to) window.pop();
      window.push(b);
    }
    while (head < window.length && (window[head] as Interval).from <= a.to) head += 1;
    const best = window[head];
    if (best) join(a, best);
  }
}

/** The same places in the order of their ends. */
function byEnd(list: Intervals, budget: Budget): Intervals {
  if (list.every(({ to }, n) => n === 0 || (list[n - 1] as Interval).to <= to)) return list;
  budget.spend(list.length * logOf(list.length));
  return list.toSorted((a, b) => a.to - b.to || a.from - b.from);
}

/**
 * Returns where all occur with at most `distance` words between the first and the last.
 * @param same for each list the number of the first equal one; equal ones occur at different places
 */
export function windowIntervals(
  lists: readonly Intervals[],
  same: readonly number[],
  distance: number,
  budget: Budget,
): Intervals {
  const needed = new Map<number, number>();
  for (const list of same) needed.set(list, (needed.get(list) ?? 0) + 1);
  const all = [...needed.keys()].flatMap((list) =>
    shortest(lists[list] as Intervals).map((interval) => ({ list, interval })),
  );
  budget.spend(all.length * (logOf(all.length) + needed.size));
  all.sort((a, b) => a.interval.to - b.interval.to);
  /** The latest of each list, as many as are needed. */
  const latest = new Map<number, Interval[]>([...needed.keys()].map((list) => [list, []]));
  const found: Interval[] = [];
  for (const { list, interval } of all) {
    const own = latest.get(list) as Interval[];
    own.push(interval);
    if (own.length > (needed.get(list) ?? 0)) own.shift();
    let first = interval;
    let isComplete = true;
    for (const [other, count] of needed) {
      const ones = latest.get(other) as Interval[];
      const [begin] = ones;
      if (!begin || ones.length < count) {
        isComplete = false;
        break;
      }
      if (begin.from < first.from) first = begin;
    }
    if (isComplete && interval.to - first.from + 1 <= lists.length + distance)
      found.push({ from: first.from, to: interval.to, start: first.start, end: interval.end });
  }
  return tidy(found, budget);
}

/** Those that contain no other, so that both bounds grow. */
function shortest(list: Intervals): Intervals {
  const kept: Interval[] = [];
  for (const one of list) {
    while (kept.length > 0 && (kept.at(-1) as Interval).to >= one.to) kept.pop();
    kept.push(one);
  }
  return kept;
}

/** Returns those that lie inside of one of the others. */
export function insideOf(list: Intervals, others: Intervals, budget: Budget): Intervals {
  const found: Interval[] = [];
  let next = 0;
  let reach = Number.NEGATIVE_INFINITY;
  // Of all that begin before a place, the one that reaches furthest contains it if any does.
  for (const one of list) {
    for (; next < others.length && (others[next] as Interval).from <= one.from; next += 1)
      reach = Math.max(reach, (others[next] as Interval).to);
    if (one.to <= reach) found.push(one);
  }
  budget.spend(list.length + Math.ceil(next / 8));
  return found;
}
