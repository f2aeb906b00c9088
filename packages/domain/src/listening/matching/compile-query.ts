import { ANY_LETTER, STAR } from '../query/character.ts';
import { printQuery } from '../query/print-query.ts';
import { type QueryNode, withoutUnavailable } from '../query/query-tree.ts';
import { compileField, compileRange, type FactTest } from './compile-field.ts';
import { PART_GAP, type TokenStream } from './token-stream.ts';
import { tokenize } from './tokenize.ts';
import type { Term, Vocabulary } from './vocabulary.ts';

/** A word to find: its term, and a test for each token, such as for capitals. */
export interface UnitNode<Owner> {
  op: 'unit';
  term: Term<Owner>;
  test: ((stream: TokenStream, token: number) => boolean) | null;
  /** A rough number of comparisons that one test takes. */
  testCost: number;
  /** Characters of a word in a script without spaces; otherwise null. */
  length: number | null;
}

/** The parts of a query that have a position in the text. */
export type PlacedNode<Owner> =
  | UnitNode<Owner>
  /** One directly after the other. */
  | { op: 'phrase'; units: UnitNode<Owner>[] }
  /** All of them, with at most `distance` other words between. */
  | { op: 'window'; parts: PlacedNode<Owner>[]; distance: number }
  | { op: 'near'; left: PlacedNode<Owner>; right: PlacedNode<Owner>; distance: number; ordered: boolean }
  | { op: 'either'; parts: PlacedNode<Owner>[] };

export type CompiledNode<Owner> =
  | { op: 'and' | 'or'; parts: CompiledNode<Owner>[] }
  | { op: 'not'; part: CompiledNode<Owner> }
  | { op: 'clause'; clause: number; placed: PlacedNode<Owner> }
  | { op: 'fact'; clause: number; test: FactTest; term: Term<Owner> | null };

/** A part of a query that can match on its own: a term, or terms near each other. */
export interface QueryClause {
  /** Its canonical text. */
  text: string;
  /** Its place in the query. */
  start: number;
  end: number;
}

/** A compiled query. */
export interface CompiledQuery<Owner> {
  /** Null if nothing can be found. */
  root: CompiledNode<Owner> | null;
  clauses: QueryClause[];
  terms: Term<Owner>[];
}

/** Compiles a query, adding its terms to a vocabulary. */
export function compileQuery<Owner>(tree: QueryNode, vocabulary: Vocabulary<Owner>): CompiledQuery<Owner> {
  const compiler = new Compiler(vocabulary);
  const left = withoutUnavailable(tree);
  const root = left && compiler.condition(left);
  return { root, clauses: compiler.clauses, terms: compiler.terms };
}

class Compiler<Owner> {
  readonly clauses: QueryClause[] = [];
  readonly terms: Term<Owner>[] = [];
  readonly #vocabulary: Vocabulary<Owner>;

  constructor(vocabulary: Vocabulary<Owner>) {
    this.#vocabulary = vocabulary;
  }

  condition(node: QueryNode): CompiledNode<Owner> {
    if (node.kind === 'and' || node.kind === 'or') {
      return { op: node.kind, parts: node.children.map((child) => this.condition(child)) };
    }
    if (node.kind === 'not') return { op: 'not', part: this.condition(node.child) };
    const clause = this.#clause(node);
    if (node.kind === 'field' || node.kind === 'range') {
      const { test, key } = node.kind === 'field' ? compileField(node) : compileRange(node);
      return { op: 'fact', clause, test, term: key === null ? null : this.#key(key) };
    }
    return { op: 'clause', clause, placed: this.#placed(node) };
  }

  #clause(node: QueryNode): number {
    this.clauses.push({ text: printQuery(node), start: node.start, end: node.end });
    return this.clauses.length - 1;
  }

  /** Tags are words of the text; other facts have names such as `language:en`. */
  #key(name: string): Term<Owner> {
    return this.#use(name.startsWith('#') ? this.#vocabulary.word(name) : this.#vocabulary.fact(name));
  }

  #use(term: Term<Owner>): Term<Owner> {
    this.terms.push(term);
    return term;
  }

  #placed(node: QueryNode): PlacedNode<Owner> {
    switch (node.kind) {
      case 'word': {
        const titleOnly = node.part === 'title';
        const units = this.#units(
          node.caseSensitive ? node.value : markWildcards(node.value),
          node.caseSensitive,
          titleOnly,
        );
        return only(units) ?? { op: 'phrase', units };
      }
      case 'phrase': {
        const units = this.#units(markPhraseWildcards(node.value), false, node.part === 'title');
        const single = only(units);
        if (single) return single;
        if (node.within === null) return { op: 'phrase', units };
        return { op: 'window', parts: units, distance: node.within };
      }
      case 'near': {
        const { distance, ordered } = node;
        return {
          op: 'near',
          left: this.#placed(node.left),
          right: this.#placed(node.right),
          distance,
          ordered,
        };
      }
      case 'within': {
        const parts = node.children.map((child) => this.#placed(child));
        const [left, right] = parts;
        if (parts.length === 2 && left && right)
          return { op: 'near', left, right, distance: node.distance, ordered: false };
        return { op: 'window', parts, distance: node.distance };
      }
      case 'or':
        return { op: 'either', parts: different(node.children).map((child) => this.#placed(child)) };
      default:
        throw new Error(`${node.kind} has no place in the text`);
    }
  }

  /** Divides a value into units as a text is divided. */
  #units(value: string, caseSensitive: boolean, titleOnly: boolean): UnitNode<Owner>[] {
    const stream = tokenize(value);
    const parts: { start: number; unit: UnitNode<Owner> }[] = [];
    let end = 0;
    for (let token = 0; token < stream.size; token += 1) {
      const start = stream.start[token] as number;
      const form = stream.form[token] as string;
      // The first token of a position is the whole one: `#tag` before `tag`.
      if (start < end || form === STAR) continue;
      end = stream.end[token] as number;
      parts.push({ start, unit: this.#unit(stream, token, caseSensitive, titleOnly) });
    }
    for (const run of stream.runs) {
      const [start = 0] = run.offsets;
      const stop = run.offsets.at(-1) ?? start;
      if (parts.some((part) => part.start < start && start < (stream.end[0] ?? 0))) continue;
      const open = stream.form.some((form, token) => form === STAR && stream.start[token] === stop);
      parts.push({ start, unit: this.#unspaced(run.plain, open, titleOnly) });
    }
    return parts.sort((a, b) => a.start - b.start).map(({ unit }) => unit);
  }

  /** A word of a script without spaces: it begins and ends where words of the text do, unless it ends with `*`. */
  #unspaced(characters: readonly string[], open: boolean, titleOnly: boolean): UnitNode<Owner> {
    const term = this.#use(this.#vocabulary.unspaced(characters));
    const { length } = characters;
    const test = (stream: TokenStream, place: number) => {
      const { run, at } = stream.characterAt(place);
      if (at + length > run.plain.length) return false;
      if (!run.borders[at] || !(open || run.borders[at + length])) return false;
      if (titleOnly && (run.positions[at] as number) >= PART_GAP) return false;
      return characters.every((character, n) => run.plain[at + n] === character);
    };
    return { op: 'unit', term, test, testCost: 1 + length, length };
  }

  #unit(stream: TokenStream, token: number, caseSensitive: boolean, titleOnly: boolean): UnitNode<Owner> {
    const form = stream.form[token] as string;
    const exact = stream.exact[token] as string;
    const raw = stream.raw[token] as string;
    const wildcard = form.search(/[\uE000\uE001]/);
    const vocabulary = this.#vocabulary;
    const term = this.#use(wildcard < 0 ? vocabulary.word(form) : vocabulary.prefix(form.slice(0, wildcard)));
    const tests: ((stream: TokenStream, token: number) => boolean)[] = [];
    if (titleOnly) tests.push(isInTitle);
    if (caseSensitive) tests.push((text, at) => text.raw[at] === raw);
    const accented = form !== exact;
    const simple = wildcard < 0 || wildcard === form.length - 1;
    if (wildcard >= 0 && (form.at(wildcard) !== STAR || !simple)) {
      const pattern = accented ? exact : form;
      tests.push((text, at) => matchesPattern((accented ? text.exact : text.form)[at] as string, pattern));
    } else if (accented && !caseSensitive) {
      const start = wildcard < 0 ? null : exact.slice(0, exact.indexOf(STAR));
      tests.push((text, at) =>
        start === null ? text.exact[at] === exact : (text.exact[at] as string).startsWith(start),
      );
    }
    const [first] = tests;
    const test =
      first === undefined
        ? null
        : tests.length === 1
          ? first
          : (text: TokenStream, at: number) => tests.every((one) => one(text, at));
    return { op: 'unit', term, test, testCost: wildcard >= 0 && !simple ? form.length : 1, length: null };
  }
}

/** Without repeated terms. */
const different = (nodes: readonly QueryNode[]): QueryNode[] => [
  ...new Map(nodes.map((node) => [printQuery(node), node])).values(),
];

const isInTitle = (stream: TokenStream, token: number) => (stream.position[token] as number) < PART_GAP;

const only = <T>(list: readonly T[]): T | undefined => (list.length === 1 ? list[0] : undefined);

/** Replaces the wildcards of a word with private-use characters. */
const markWildcards = (value: string): string =>
  value
    .replace(/(?<=[\p{L}\p{M}\p{N}*?])\*/gu, STAR)
    .replace(/(?<=[\p{L}\p{M}\p{N}\uE000?])\?(?=[\p{L}\p{N}\uE000]|\?*$)/gu, ANY_LETTER);

/** The same for a phrase: `?` is a wildcard inside words only, and `*` after three letters. */
const markPhraseWildcards = (value: string): string =>
  value
    .replace(/(?<=[\p{L}\p{M}\p{N}]{3})\*/gu, STAR)
    .replace(/(?<=[\p{L}\p{M}\p{N}])\?(?=[\p{L}\p{N}])/gu, ANY_LETTER);

/**
 * Whether a word matches a pattern. Time grows with the product of their lengths at most.
 * @param pattern with `STAR` for any characters and `ANY_LETTER` for exactly one
 */
function matchesPattern(word: string, pattern: string): boolean {
  let [at, place, star, retry] = [0, 0, -1, 0];
  while (at < word.length) {
    const wanted = pattern.charAt(place);
    if (wanted === STAR) {
      star = place;
      retry = at;
      place += 1;
    } else if (wanted !== '' && (wanted === ANY_LETTER || wanted === word.charAt(at))) {
      at += 1;
      place += 1;
    } else if (star >= 0) {
      retry += 1;
      at = retry;
      place = star + 1;
    } else return false;
  }
  while (pattern.charAt(place) === STAR) place += 1;
  return place === pattern.length;
}
