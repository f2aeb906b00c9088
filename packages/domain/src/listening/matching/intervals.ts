import type { TokenStream } from './token-stream.ts';

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

/**
 * Places where a part of a query occurs, in order: none contains another, so both bounds grow. These are the minimal
 * intervals of Clarke, Cormack and Burkowski (1995), An Algebra for Structured Text Search: near conditions on them take
 * time in proportion to the number of occurrences, however they are nested.
 */
export class Intervals {
  /** First and last position. */
  readonly from: number[] = [];
  readonly to: number[] = [];
  /** Code units of the text. */
  readonly start: number[] = [];
  readonly end: number[] = [];

  static ofTokens(stream: TokenStream, tokens: readonly number[]): Intervals {
    const found = new Intervals();
    for (const token of tokens) {
      const position = stream.position[token] as number;
      found.add(position, position, stream.start[token] as number, stream.end[token] as number);
    }
    return found;
  }

  /** @param places of the first of `length` characters */
  static ofPlaces(stream: TokenStream, places: readonly number[], length: number): Intervals {
    const found = new Intervals();
    for (const place of places) {
      const { run, at } = stream.characterAt(place);
      found.add(
        run.positions[at] as number,
        run.positions[at + length - 1] as number,
        run.offsets[at] as number,
        run.offsets[at + length] as number,
      );
    }
    return found;
  }

  get size(): number {
    return this.from.length;
  }

  /** Adds an interval that begins no earlier than the latest; one that contains another isn't kept. */
  add(from: number, to: number, start: number, end: number): void {
    while (this.size > 0) {
      const last = this.size - 1;
      if ((this.from[last] as number) === from && (this.to[last] as number) <= to) return;
      if ((this.to[last] as number) < to) break;
      this.from.pop();
      this.to.pop();
      this.start.pop();
      this.end.pop();
    }
    this.from.push(from);
    this.to.push(to);
    this.start.push(start);
    this.end.push(end);
  }

  /** Those that lie inside of one of the others. */
  inside(others: Intervals, budget: Budget): Intervals {
    budget.spend(this.size + others.size);
    const found = new Intervals();
    let other = 0;
    for (let n = 0; n < this.size; n += 1) {
      const [from, to] = [this.from[n] as number, this.to[n] as number];
      while (other < others.size && (others.to[other] as number) < to) other += 1;
      if (other < others.size && (others.from[other] as number) <= from)
        found.add(from, to, this.start[n] as number, this.end[n] as number);
    }
    return found;
  }
}

/** All of several lists that contain no other. */
export function minimal(lists: readonly Intervals[], budget: Budget): Intervals {
  if (lists.length === 0) return new Intervals();
  let left = lists;
  while (left.length > 1) {
    const merged: Intervals[] = [];
    for (let n = 0; n < left.length; n += 2) {
      const [first, second] = [left[n] as Intervals, left[n + 1]];
      merged.push(second ? merge(first, second, budget) : first);
    }
    left = merged;
  }
  return left[0] as Intervals;
}

function merge(a: Intervals, b: Intervals, budget: Budget): Intervals {
  if (a.size === 0) return b;
  if (b.size === 0) return a;
  budget.spend(a.size + b.size);
  const found = new Intervals();
  let [n, m] = [0, 0];
  while (n < a.size || m < b.size) {
    const isFirst =
      m === b.size ||
      (n < a.size &&
        ((a.from[n] as number) < (b.from[m] as number) ||
          (a.from[n] === b.from[m] && (a.to[n] as number) <= (b.to[m] as number))));
    const [list, at] = isFirst ? [a, n] : [b, m];
    if (isFirst) n += 1;
    else m += 1;
    found.add(
      list.from[at] as number,
      list.to[at] as number,
      list.start[at] as number,
      list.end[at] as number,
    );
  }
  return found;
}

/** Where all follow each other directly. */
export function phraseIntervals(units: readonly Intervals[], budget: Budget): Intervals {
  const [first, ...others] = units;
  let found = first ?? new Intervals();
  for (const next of others) {
    budget.spend(found.size + next.size);
    const joined = new Intervals();
    let at = 0;
    for (let n = 0; n < found.size; n += 1) {
      const wanted = (found.to[n] as number) + 1;
      while (at < next.size && (next.from[at] as number) < wanted) at += 1;
      if (at < next.size && next.from[at] === wanted)
        joined.add(
          found.from[n] as number,
          next.to[at] as number,
          found.start[n] as number,
          next.end[at] as number,
        );
    }
    found = joined;
  }
  return found;
}

/** Where both are apart by at most `distance` words; if `ordered`, the left one first. */
export function nearIntervals(
  left: Intervals,
  right: Intervals,
  { distance, ordered }: { distance: number; ordered: boolean },
  budget: Budget,
): Intervals {
  const forward = following(left, right, distance, budget);
  return ordered ? forward : minimal([forward, following(right, left, distance, budget)], budget);
}

/** For each of the second, the closest of the first before it. */
function following(first: Intervals, second: Intervals, distance: number, budget: Budget): Intervals {
  budget.spend(first.size + second.size);
  const found = new Intervals();
  let at = 0;
  for (let n = 0; n < second.size; n += 1) {
    const from = second.from[n] as number;
    while (at < first.size && (first.to[at] as number) < from) at += 1;
    if (at === 0) continue;
    const gap = from - (first.to[at - 1] as number) - 1;
    if (gap <= distance)
      found.add(
        first.from[at - 1] as number,
        second.to[n] as number,
        first.start[at - 1] as number,
        second.end[n] as number,
      );
  }
  return found;
}

/**
 * Where all occur with at most `distance` words between them.
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
  const all: { list: number; from: number; to: number; start: number; end: number }[] = [];
  for (const list of needed.keys()) {
    const { from, to, start, end, size } = lists[list] as Intervals;
    for (let n = 0; n < size; n += 1)
      all.push({
        list,
        from: from[n] as number,
        to: to[n] as number,
        start: start[n] as number,
        end: end[n] as number,
      });
  }
  budget.spend(all.length * Math.ceil(Math.log2(all.length + 2)));
  all.sort((a, b) => a.from - b.from || a.to - b.to);
  const found = new Intervals();
  const counts = new Map<number, number>();
  let complete = 0;
  let first = 0;
  for (const last of all) {
    const count = (counts.get(last.list) ?? 0) + 1;
    counts.set(last.list, count);
    if (count === needed.get(last.list)) complete += 1;
    while (complete === needed.size) {
      const begin = all[first] as (typeof all)[number];
      const words = lists.length;
      if (last.to - begin.from + 1 <= words + distance) found.add(begin.from, last.to, begin.start, last.end);
      const left = (counts.get(begin.list) ?? 0) - 1;
      counts.set(begin.list, left);
      if (left < (needed.get(begin.list) ?? 0)) complete -= 1;
      first += 1;
    }
  }
  return found;
}
