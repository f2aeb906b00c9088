import type { CompiledNode, CompiledQuery, PlacedNode, UnitNode } from './compile-query.ts';
import {
  Budget,
  eitherIntervals,
  type Intervals,
  insideOf,
  nearIntervals,
  phraseIntervals,
  runIntervals,
  tokenIntervals,
  windowIntervals,
} from './intervals.ts';
import type { MentionFacts } from './mention-input.ts';
import { PART_GAP, type TokenStream } from './token-stream.ts';
import type { Term } from './vocabulary.ts';

/** The most steps that one query may take on one post, well below a millisecond. */
const STEPS_PER_QUERY = 20_000;
/** The most places that are marked in one post. */
const MAX_SPANS = 100;

/** A place to mark: code units of the title or text, end exclusive. */
export interface MatchSpan {
  /** Index into the clauses of the query. */
  clause: number;
  part: 'title' | 'text';
  start: number;
  end: number;
}

/** The result of a query for a post. */
export interface QueryMatch {
  matches: boolean;
  /** The clauses that matched. */
  why: number[];
  spans: MatchSpan[];
  /** If it would match without NOT: the clauses that exclude it. Empty unless asked for. */
  excludedBy: number[];
  /** The query needed more steps than it may take, and wasn't finished. */
  overBudget: boolean;
  steps: number;
}

/** The scanned post. */
export interface EvaluationContext {
  stream: TokenStream;
  facts: MentionFacts;
  /** The number of the scan. */
  stamp: number;
}

/**
 * Evaluates a query on the post that its vocabulary scanned last.
 * @param explain also finds the clauses that exclude a post
 */
export function evaluateQuery<Owner>(
  query: CompiledQuery<Owner>,
  context: EvaluationContext,
  explain = false,
  steps = STEPS_PER_QUERY,
): QueryMatch {
  const budget = new Budget(steps);
  const result: QueryMatch = {
    matches: false,
    why: [],
    spans: [],
    excludedBy: [],
    overBudget: false,
    steps: 0,
  };
  const { root } = query;
  if (root) {
    const evaluator = new Evaluator<Owner>(context, budget);
    try {
      result.matches = evaluator.holds(root);
      if (result.matches) evaluator.accept(root, result);
      else if (explain) result.excludedBy = evaluator.exclusions(root);
    } catch (error) {
      if (error !== Budget.exceeded) throw error;
      result.overBudget = true;
      result.matches = false;
      result.why = [];
      result.spans = [];
    }
  }
  result.steps = budget.used;
  return result;
}

class Evaluator<Owner> {
  readonly #context: EvaluationContext;
  readonly #budget: Budget;
  readonly #known = new Map<PlacedNode<Owner>, Intervals>();
  readonly #tested = new Map<UnitNode<Owner>, number[]>();
  /** Treats every NOT as fulfilled. */
  #ignoresNot = false;

  constructor(context: EvaluationContext, budget: Budget) {
    this.#context = context;
    this.#budget = budget;
  }

  holds(node: CompiledNode<Owner>): boolean {
    this.#budget.spend(1);
    switch (node.op) {
      case 'and':
        return node.parts.every((part) => this.holds(part));
      case 'or':
        return node.parts.some((part) => this.holds(part));
      case 'not':
        return this.#ignoresNot || !this.holds(node.part);
      case 'fact':
        this.#budget.spend(10);
        return node.test(this.#context.facts);
      case 'clause':
        return this.#occurs(node.placed);
    }
  }

  #isFound(term: Term<Owner>): boolean {
    return term.stamp === this.#context.stamp;
  }

  #occurs(node: PlacedNode<Owner>): boolean {
    if (node.op === 'unit') return this.#isFound(node.term) && (!node.test || this.#tokens(node).length > 0);
    return this.#mayOccur(node) && this.#intervals(node).length > 0;
  }

  /** Whether the terms are there at all, wherever. */
  #mayOccur(node: PlacedNode<Owner>): boolean {
    this.#budget.spend(1);
    switch (node.op) {
      case 'unit':
        return this.#isFound(node.term);
      case 'phrase':
        return node.units.every((unit) => this.#isFound(unit.term));
      case 'window':
        return node.parts.every((part) => this.#mayOccur(part));
      case 'near':
        return this.#mayOccur(node.left) && this.#mayOccur(node.right);
      case 'either':
        return node.parts.some((part) => this.#mayOccur(part));
    }
  }

  /** The tokens of a unit that pass its test. */
  #tokens(unit: UnitNode<Owner>): number[] {
    if (!this.#isFound(unit.term)) return [];
    const { tokens } = unit.term;
    const { test } = unit;
    if (!test) return tokens;
    const known = this.#tested.get(unit);
    if (known) return known;
    this.#budget.spend(tokens.length * unit.testCost);
    const passed = tokens.filter((token) => test(this.#context.stream, token));
    this.#tested.set(unit, passed);
    return passed;
  }

  #intervals(node: PlacedNode<Owner>): Intervals {
    const known = this.#known.get(node);
    if (known) return known;
    const found = this.#findIntervals(node);
    this.#known.set(node, found);
    return found;
  }

  #findIntervals(node: PlacedNode<Owner>): Intervals {
    const budget = this.#budget;
    switch (node.op) {
      case 'unit':
        return node.length === null
          ? tokenIntervals(this.#context.stream, this.#tokens(node))
          : runIntervals(this.#context.stream, this.#tokens(node), node.length);
      case 'phrase':
        return phraseIntervals(
          node.units.map((unit) => this.#intervals(unit)),
          budget,
        );
      case 'window': {
        const parts = node.parts.map((part) => this.#intervals(part));
        return windowIntervals(parts, sameParts(node.parts), node.distance, budget);
      }
      case 'near': {
        const left = this.#intervals(node.left);
        if (left.length === 0) return left;
        return nearIntervals(left, this.#intervals(node.right), node, budget);
      }
      case 'either':
        return eitherIntervals(
          node.parts.filter((part) => this.#mayOccur(part)).map((part) => this.#intervals(part)),
          budget,
        );
    }
  }

  /** Collects the clauses that matched, and where. */
  accept(node: CompiledNode<Owner>, into: { why: number[]; spans: MatchSpan[] }): void {
    switch (node.op) {
      case 'and':
        for (const part of node.parts) if (part.op !== 'not') this.accept(part, into);
        return;
      case 'or':
        for (const part of node.parts) if (this.holds(part)) this.accept(part, into);
        return;
      case 'not':
        return;
      case 'fact':
        into.why.push(node.clause);
        return;
      case 'clause':
        into.why.push(node.clause);
        if (into.spans.length < MAX_SPANS) this.#mark(node.placed, node.clause, into.spans);
    }
  }

  #mark(node: PlacedNode<Owner>, clause: number, into: MatchSpan[]): void {
    const whole = this.#intervals(node);
    // Of words near each other, each is marked; of a phrase, all as one.
    const within = node.op === 'unit' || node.op === 'phrase' ? undefined : whole;
    const marks = within ? this.#marksWithin(node, within) : [whole];
    const seen = new Set<number>();
    for (const { from, start, end } of marks.flat()) {
      if (into.length >= MAX_SPANS) return;
      const part = from < PART_GAP ? 'title' : 'text';
      const key = (part === 'title' ? -1 - start : start) * 10_000 + end;
      if (seen.has(key)) continue;
      seen.add(key);
      into.push({ clause, part, start, end });
    }
  }

  /** The occurrences of all parts inside of intervals. */
  #marksWithin(node: PlacedNode<Owner>, whole: Intervals): Intervals[] {
    if (node.op === 'unit' || node.op === 'phrase') {
      if (!this.#mayOccur(node)) return [];
      return [insideOf(this.#intervals(node), whole, this.#budget)];
    }
    const parts = node.op === 'near' ? [node.left, node.right] : node.parts;
    return parts.flatMap((part) => this.#marksWithin(part, whole));
  }

  /** The NOT clauses without which the post would match. */
  exclusions(root: CompiledNode<Owner>): number[] {
    this.#ignoresNot = true;
    const wouldMatch = this.holds(root);
    const excluding = wouldMatch ? this.#notsOf(root) : [];
    this.#ignoresNot = false;
    const found = { why: [] as number[], spans: [] };
    for (const part of excluding) if (this.holds(part)) this.accept(part, found);
    return found.why;
  }

  /** Excluded conditions within the parts that hold. */
  #notsOf(node: CompiledNode<Owner>): CompiledNode<Owner>[] {
    if (node.op === 'not') return [node.part];
    if (node.op !== 'and' && node.op !== 'or') return [];
    return node.parts.filter((part) => this.holds(part)).flatMap((part) => this.#notsOf(part));
  }
}

/** For each part, the number of the first one that is the same: `"a a b"~3` needs `a` twice. */
function sameParts<Owner>(parts: readonly PlacedNode<Owner>[]): number[] {
  return parts.map((part) =>
    part.op === 'unit'
      ? parts.findIndex(
          (other) => other.op === 'unit' && other.term === part.term && other.test === part.test,
        )
      : parts.indexOf(part),
  );
}
