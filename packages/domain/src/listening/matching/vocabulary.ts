import type { TokenStream } from './token-stream.ts';

/** A word, prefix or fact that queries look for. `Owner` is what is to be judged when it occurs. */
export class Term<Owner> {
  readonly name: string;
  readonly kind: 'word' | 'prefix' | 'unspaced' | 'fact';
  /** Estimated share of posts with it, before any was seen. */
  readonly prior: number;
  /** How many compiled queries use it. */
  uses = 0;
  /** The scan in which it last occurred. */
  stamp = 0;
  /** Its tokens in that scan. */
  tokens: number[] = [];
  /** Posts it occurred in. */
  count = 0;
  readonly owners: Owner[] = [];

  constructor(name: string, kind: Term<Owner>['kind'], prior: number) {
    this.name = name;
    this.kind = kind;
    this.prior = prior;
  }
}

interface TrieNode<Owner> {
  next: Map<number, TrieNode<Owner>>;
  term: Term<Owner> | null;
}

/** A term of a script without blanks: characters that follow each other in a run. */
interface UnspacedTerm<Owner> {
  characters: string[];
  /** Ends with `*`: a longer word counts too. */
  open: boolean;
  term: Term<Owner>;
}

/** Terms with a frequency that depends on their length: short words are in more posts. */
const wordPrior = (length: number) => 0.02 / 2 ** Math.max(0, length - 3);
/** Facts are in most posts. */
const FACT_PRIOR = 0.3;

/**
 * The terms of all queries. `scan` finds all that occur in a text in one pass; after that each knows its tokens until the
 * next scan.
 */
export class Vocabulary<Owner> {
  readonly #words = new Map<string, Term<Owner>>();
  readonly #trie: TrieNode<Owner> = { next: new Map(), term: null };
  readonly #unspaced = new Map<string, UnspacedTerm<Owner>[]>();
  /** Facts in use, by what precedes the colon. */
  readonly #facts = new Map<string, number>();
  /** The number of the latest scan. */
  stamp = 0;
  #counted = 1;
  /** Terms of the latest scan. */
  readonly found: Term<Owner>[] = [];

  word(form: string): Term<Owner> {
    return use(this.#words, form, () => new Term<Owner>(form, 'word', wordPrior(form.length)));
  }

  /** Words that begin with a text. */
  prefix(form: string): Term<Owner> {
    let node = this.#trie;
    for (let at = 0; at < form.length; at += 1) {
      const code = form.charCodeAt(at);
      let next = node.next.get(code);
      if (!next) {
        next = { next: new Map(), term: null };
        node.next.set(code, next);
      }
      node = next;
    }
    node.term ??= new Term<Owner>(`${form}*`, 'prefix', Math.min(0.5, 4 * wordPrior(form.length)));
    node.term.uses += 1;
    return node.term;
  }

  /** Text of a script without blanks. */
  unspaced(characters: string[], open: boolean): Term<Owner> {
    const key = characters.slice(0, 2).join('');
    const list = this.#unspaced.get(key) ?? [];
    this.#unspaced.set(key, list);
    const name = characters.join('') + (open ? '*' : '');
    const prior = wordPrior(2 * characters.length);
    let known = list.find(({ term }) => term.name === name);
    if (!known) {
      known = { characters, open, term: new Term<Owner>(name, 'unspaced', prior) };
      list.push(known);
    }
    known.term.uses += 1;
    return known.term;
  }

  /** A fact such as `language:en`. */
  fact(name: string): Term<Owner> {
    const kind = name.slice(0, name.indexOf(':'));
    this.#facts.set(kind, (this.#facts.get(kind) ?? 0) + 1);
    return use(this.#words, name, () => new Term<Owner>(name, 'fact', FACT_PRIOR));
  }

  /** Whether any query asks for facts of a kind. */
  asksFor(kind: string): boolean {
    return (this.#facts.get(kind) ?? 0) > 0;
  }

  /** Gives back a term that a query no longer uses. */
  release(term: Term<Owner>): void {
    term.uses -= 1;
    if (term.kind === 'fact') {
      const kind = term.name.slice(0, term.name.indexOf(':'));
      this.#facts.set(kind, (this.#facts.get(kind) ?? 1) - 1);
    }
    if (term.uses > 0) return;
    if (term.kind === 'prefix') this.#releasePrefix(term);
    else if (term.kind === 'unspaced') this.#releaseUnspaced(term);
    else this.#words.delete(term.name);
  }

  #releaseUnspaced(term: Term<Owner>): void {
    for (const [key, list] of this.#unspaced) {
      const place = list.findIndex((one) => one.term === term);
      if (place < 0) continue;
      list.splice(place, 1);
      if (list.length === 0) this.#unspaced.delete(key);
      return;
    }
  }

  #releasePrefix(term: Term<Owner>): void {
    const path: { node: TrieNode<Owner>; code: number }[] = [];
    let node: TrieNode<Owner> | undefined = this.#trie;
    for (let at = 0; at < term.name.length - 1; at += 1) {
      const code = term.name.charCodeAt(at);
      path.push({ node, code });
      node = node.next.get(code);
      if (!node) return;
    }
    if (node.term !== term) return;
    node.term = null;
    for (const { node: parent, code } of path.reverse()) {
      const child = parent.next.get(code);
      if (!child || child.term || child.next.size > 0) return;
      parent.next.delete(code);
    }
  }

  /**
   * Finds the terms of a text.
   * @param counted whether the text counts for frequencies
   */
  scan(stream: TokenStream, counted = true): void {
    this.stamp += 1;
    this.#counted = counted ? 1 : 0;
    this.found.length = 0;
    const { form, runs, size } = stream;
    const words = this.#words;
    const root = this.#trie.next;
    for (let token = 0; token < size; token += 1) {
      const text = form[token] as string;
      const term = words.get(text);
      if (term) this.#hit(term, token);
      let node = root.get(text.charCodeAt(0));
      for (let at = 1; node !== undefined; at += 1) {
        if (node.term) this.#hit(node.term, token);
        node = at < text.length ? node.next.get(text.charCodeAt(at)) : undefined;
      }
    }
    if (this.#unspaced.size > 0) for (const run of runs) this.#scanRun(stream, run);
  }

  #scanRun(stream: TokenStream, run: TokenStream['runs'][number]): void {
    const { plain, raw, borders, positions, offsets } = run;
    for (let at = 0; at < plain.length; at += 1) {
      if (!borders[at]) continue;
      const first = plain[at] as string;
      for (const key of at + 1 < plain.length ? [first, first + plain[at + 1]] : [first]) {
        for (const { characters, open, term } of this.#unspaced.get(key) ?? []) {
          const end = at + characters.length;
          if (!(open || borders[end]) || !characters.every((one, n) => plain[at + n] === one)) continue;
          const [from, to] = [positions[at] as number, positions[end - 1] as number];
          const [start, stop] = [offsets[at] as number, offsets[end] as number];
          const token = stream.pushAt(term.name, raw.slice(at, end).join(''), from, to, start, stop);
          this.#hit(term, token);
        }
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
    term.count += this.#counted;
    this.found.push(term);
  }

  #hit(term: Term<Owner>, token: number): void {
    if (term.stamp !== this.stamp) this.#begin(term);
    term.tokens.push(token);
  }
}

function use<Owner>(terms: Map<string, Term<Owner>>, name: string, create: () => Term<Owner>): Term<Owner> {
  let term = terms.get(name);
  if (!term) {
    term = create();
    terms.set(name, term);
  }
  term.uses += 1;
  return term;
}
