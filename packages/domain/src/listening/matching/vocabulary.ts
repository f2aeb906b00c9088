import { MAX_RUN, type Run, type TokenStream } from './token-stream.ts';

/** A word, prefix or fact that queries look for. `Owner` is what is to be judged when it occurs. */
export class Term<Owner> {
  readonly name: string;
  readonly kind: 'word' | 'prefix' | 'unspaced' | 'fact';
  /** Estimated share of posts with it, before any was seen. */
  readonly prior: number;
  /** Its way down a tree, for words of scripts without spaces. */
  readonly path: readonly string[];
  /** How many compiled queries use it. */
  uses = 0;
  /** The scan in which it last occurred. */
  stamp = 0;
  /** Its tokens in that scan; for scripts without spaces, places of characters. */
  tokens: number[] = [];
  /** Posts it occurred in. */
  count = 0;
  readonly owners: Owner[] = [];

  constructor(name: string, kind: Term<Owner>['kind'], prior: number, path: readonly string[] = []) {
    this.name = name;
    this.kind = kind;
    this.prior = prior;
    this.path = path;
  }
}

/** A node of a tree of words: one character further with each level. */
interface TrieNode<Owner> {
  next: Map<string, TrieNode<Owner>>;
  term: Term<Owner> | null;
}

/** Characters of a script without spaces that are looked up; the evaluator compares the rest of longer words. */
const MAX_LOOKED_UP = 6;

/** Occurrences of a term in one text that are looked at, so that a text of repetitions costs no more than others. */
const MAX_OCCURRENCES = 100;

/**
 * Counts the hashes of texts, to tell quickly and from little memory that a text isn't one of them: most words of a post are
 * in no query, and maps of many terms don't fit into a processor's first cache.
 */
class Filter {
  readonly #counts = new Uint8Array(65_536);

  add(hash: number): void {
    const at = (hash ^ (hash >>> 16)) & 0xffff;
    // A full count stays, which only makes the filter less exact.
    if ((this.#counts[at] as number) < 255) this.#counts[at] = (this.#counts[at] as number) + 1;
  }

  remove(hash: number): void {
    const at = (hash ^ (hash >>> 16)) & 0xffff;
    const count = this.#counts[at] as number;
    if (count > 0 && count < 255) this.#counts[at] = count - 1;
  }

  mayHave(hash: number): boolean {
    return this.#counts[(hash ^ (hash >>> 16)) & 0xffff] !== 0;
  }
}

/** The hash of a text with one code unit more. */
const longerHash = (hash: number, code: number) => (Math.imul(hash, 31) + code) | 0;

function hashOf(text: string): number {
  let hash = 0;
  for (let at = 0; at < text.length; at += 1) hash = longerHash(hash, text.charCodeAt(at));
  return hash;
}

/** Short words are in more posts. */
const wordPrior = (length: number) => 0.02 / 2 ** Math.max(0, length - 3);
/** Facts are in most posts. */
const FACT_PRIOR = 0.3;

/**
 * The terms of all queries. `scan` finds all that occur in a text in one pass; after that each knows its tokens until the
 * next scan.
 */
export class Vocabulary<Owner> {
  readonly #words = new Map<string, Term<Owner>>();
  readonly #prefixes = new Map<string, Term<Owner>>();
  readonly #unspaced: TrieNode<Owner> = { next: new Map(), term: null };
  readonly #wordFilter = new Filter();
  readonly #prefixFilter = new Filter();
  /** How many facts of each kind are in use. */
  readonly #facts = new Map<string, number>();
  /** How many terms there are. */
  size = 0;
  /** The number of the latest scan. */
  stamp = 0;
  /** Terms of the latest scan. */
  readonly found: Term<Owner>[] = [];

  word(form: string): Term<Owner> {
    return this.#use(form, () => new Term<Owner>(form, 'word', wordPrior(form.length)));
  }

  /** A fact such as `language:en`. */
  fact(name: string): Term<Owner> {
    const kind = kindOf(name);
    this.#facts.set(kind, (this.#facts.get(kind) ?? 0) + 1);
    return this.#use(name, () => new Term<Owner>(name, 'fact', FACT_PRIOR));
  }

  #use(name: string, create: () => Term<Owner>): Term<Owner> {
    const term = this.#words.get(name) ?? create();
    this.#words.set(name, term);
    if (term.uses === 0) this.#wordFilter.add(hashOf(name));
    return this.#count(term);
  }

  #count(term: Term<Owner>): Term<Owner> {
    if (term.uses === 0) this.size += 1;
    term.uses += 1;
    return term;
  }

  /** Words that begin with a text. */
  prefix(form: string): Term<Owner> {
    const prior = Math.min(0.5, 4 * wordPrior(form.length));
    const term = this.#prefixes.get(form) ?? new Term<Owner>(`${form}*`, 'prefix', prior);
    this.#prefixes.set(form, term);
    if (term.uses === 0) this.#prefixFilter.add(hashOf(form));
    return this.#count(term);
  }

  /** Words of a script without spaces that begin with these characters; its tokens are places in runs. */
  unspaced(characters: readonly string[]): Term<Owner> {
    const known = characters.slice(0, MAX_LOOKED_UP);
    const prior = wordPrior(2 * known.length);
    const create = (path: readonly string[]) => new Term<Owner>(known.join(''), 'unspaced', prior, path);
    return this.#count(grow(this.#unspaced, known, create));
  }

  /** Whether any query asks for facts of a kind. */
  asksFor(kind: string): boolean {
    return (this.#facts.get(kind) ?? 0) > 0;
  }

  /** Gives back a term that a query no longer uses. */
  release(term: Term<Owner>): void {
    term.uses -= 1;
    if (term.kind === 'fact') {
      const kind = kindOf(term.name);
      this.#facts.set(kind, (this.#facts.get(kind) ?? 1) - 1);
    }
    if (term.uses > 0) return;
    this.size -= 1;
    if (term.kind === 'prefix') {
      const form = term.name.slice(0, -1);
      this.#prefixFilter.remove(hashOf(form));
      this.#prefixes.delete(form);
    } else if (term.kind === 'unspaced') prune(this.#unspaced, term);
    else {
      this.#wordFilter.remove(hashOf(term.name));
      this.#words.delete(term.name);
    }
  }

  /**
   * Finds the terms of a text. Words of scripts without spaces are found wherever their characters are; the evaluator looks
   * whether words of the text begin and end there.
   */
  scan({ form, runs, size }: TokenStream): void {
    this.stamp += 1;
    this.found.length = 0;
    for (let token = 0; token < size; token += 1) {
      const text = form[token] as string;
      let hash = 0;
      for (let at = 0; at < text.length; at += 1) {
        hash = longerHash(hash, text.charCodeAt(at));
        if (!this.#prefixFilter.mayHave(hash)) continue;
        const prefix = this.#prefixes.get(text.slice(0, at + 1));
        if (prefix) this.#hit(prefix, token);
      }
      const term = this.#wordFilter.mayHave(hash) ? this.#words.get(text) : undefined;
      if (term) this.#hit(term, token);
    }
    if (this.#unspaced.next.size > 0)
      for (const [number, run] of runs.entries()) this.#scanRun(run, number * MAX_RUN);
  }

  #scanRun({ plain }: Run, place: number): void {
    for (let start = 0; start < plain.length; start += 1) {
      let node = this.#unspaced.next.get(plain[start] as string);
      for (let at = start + 1; node !== undefined; at += 1) {
        if (node.term) this.#hit(node.term, place + start);
        node = at < plain.length ? node.next.get(plain[at] as string) : undefined;
      }
    }
  }

  /** Notes that a fact holds for the post of the latest scan. */
  hitFact(name: string): void {
    const term = this.#words.get(name);
    if (term && term.stamp !== this.stamp) this.#begin(term);
  }

  #begin(term: Term<Owner>): void {
    term.stamp = this.stamp;
    term.tokens = [];
    term.count += 1;
    this.found.push(term);
  }

  #hit(term: Term<Owner>, token: number): void {
    if (term.stamp !== this.stamp) this.#begin(term);
    if (term.tokens.length < MAX_OCCURRENCES) term.tokens.push(token);
  }
}

const kindOf = (fact: string) => fact.slice(0, fact.indexOf(':'));

/** Returns the term at the end of a path, which is created if needed. */
function grow<Owner>(
  root: TrieNode<Owner>,
  path: readonly string[],
  create: (path: readonly string[]) => Term<Owner>,
): Term<Owner> {
  let node = root;
  for (const character of path) {
    const next = node.next.get(character) ?? { next: new Map(), term: null };
    node.next.set(character, next);
    node = next;
  }
  node.term ??= create(path);
  return node.term;
}

/** Removes a term, and the nodes that lead only to it. */
function prune<Owner>(root: TrieNode<Owner>, { path }: Term<Owner>): void {
  const nodes = [root];
  for (const character of path) {
    const next = nodes.at(-1)?.next.get(character);
    if (!next) return;
    nodes.push(next);
  }
  const last = nodes.at(-1);
  if (last) last.term = null;
  for (let depth = path.length; depth > 0; depth -= 1) {
    const node = nodes[depth];
    if (!node || node.term || node.next.size > 0) return;
    nodes[depth - 1]?.next.delete(path[depth - 1] as string);
  }
}
