import { foldText } from '../query/character.ts';
import type { QueryNode } from '../query/query-tree.ts';
import {
  type CompiledNode,
  type CompiledQuery,
  compileQuery,
  type PlacedNode,
  type QueryClause,
} from './compile-query.ts';
import { type EvaluationContext, evaluateQuery, type QueryMatch } from './evaluate-query.ts';
import { domainsOf, MentionFacts, type MentionInput } from './mention-input.ts';
import { TokenStream } from './token-stream.ts';
import { divideRuns, tokenize } from './tokenize.ts';
import { type Term, Vocabulary } from './vocabulary.ts';

/** A monitor whose query matches a post, or excludes it. */
export interface MonitorMatch {
  monitorId: string;
  match: QueryMatch;
}

/** What the index says about a post. */
export interface IndexMatch {
  found: MonitorMatch[];
  /** Posts that only NOT keeps out, if asked for. */
  excluded: MonitorMatch[];
  /** Monitors whose query took too many steps: their posts aren't complete. */
  overBudget: string[];
  /** Monitors that were evaluated. */
  candidates: number;
}

interface Entry {
  id: string;
  query: CompiledQuery<Entry>;
  /** The terms of which a post must have at least one; null if there are none. */
  keys: Term<Entry>[] | null;
  /** How many posts that is expected to be, as a share. */
  cost: number;
  /** The number of the post it was last a candidate for. */
  seen: number;
}

/** Weight of the prior frequency, in posts. */
const PRIOR_WEIGHT = 200;
/** How many posts pass before the next monitor is checked for rarer terms. */
const REKEY_EVERY = 32;
/** New keys must make candidates at least this much rarer. */
const WORTH = 0.5;

/**
 * All monitors in one index. Each is found by its rarest required terms; only those found are evaluated. Frequencies are
 * counted as posts come, and monitors move to rarer terms.
 */
export class MonitorIndex {
  readonly #vocabulary = new Vocabulary<Entry>();
  /** Of the post being matched. */
  readonly #stream = new TokenStream();
  readonly #entries = new Map<string, Entry>();
  /** Monitors that every post is a candidate for. */
  readonly #always = new Set<Entry>();
  #posts = 0;
  #rekeyed: Entry[] = [];

  get size(): number {
    return this.#entries.size;
  }

  /** How many different terms all queries have. */
  get terms(): number {
    return this.#vocabulary.size;
  }

  /** Adds a monitor, or replaces its query. */
  add(id: string, tree: QueryNode): void {
    this.remove(id);
    const entry: Entry = {
      id,
      query: compileQuery(tree, this.#vocabulary),
      keys: null,
      cost: 1,
      seen: 0,
    };
    this.#entries.set(id, entry);
    if (entry.query.root) this.#file(entry, this.#coverOf(entry.query.root));
  }

  remove(id: string): void {
    const entry = this.#entries.get(id);
    if (!entry) return;
    this.#entries.delete(id);
    this.#unfile(entry);
    for (const term of entry.query.terms) this.#vocabulary.release(term);
  }

  /** The clauses of a monitor, by the numbers that matches give. */
  clausesOf(id: string): QueryClause[] {
    return this.#entries.get(id)?.query.clauses ?? [];
  }

  /** The expected share of posts on which a monitor is evaluated; 1 if it requires no term. */
  costOf(id: string): number {
    return Math.min(1, this.#entries.get(id)?.cost ?? 0);
  }

  /**
   * Returns the monitors that match a post.
   * @param explain also finds what only NOT keeps out
   */
  match(input: MentionInput, explain = false): IndexMatch {
    const result: IndexMatch = { found: [], excluded: [], overBudget: [], candidates: 0 };
    const vocabulary = this.#vocabulary;
    const stream = tokenize(input.text, input.title, this.#stream);
    const facts = new MentionFacts(input, stream);
    vocabulary.scan(stream);
    this.#hitFacts(facts);
    const candidates = this.#candidates();
    result.candidates = candidates.length;
    this.#posts += 1;
    if (this.#posts % REKEY_EVERY === 0) this.#rekeyNext();
    if (candidates.length === 0) return result;
    // Dividing text without spaces is slow, so only what may match is divided.
    if (stream.runs.length > 0) divideRuns(stream, input.text, input.title);
    const context: EvaluationContext = { stream, facts, stamp: vocabulary.stamp };
    for (const { id, query } of candidates) {
      const match = evaluateQuery(query, context, explain);
      if (match.overBudget) result.overBudget.push(id);
      else if (match.matches) result.found.push({ monitorId: id, match });
      else if (match.excludedBy.length > 0) result.excluded.push({ monitorId: id, match });
    }
    return result;
  }

  /** Adds what the source reports about a post to the scanned terms. */
  #hitFacts(facts: MentionFacts): void {
    const vocabulary = this.#vocabulary;
    const { input } = facts;
    if (vocabulary.asksFor('source')) vocabulary.hitFact(`source:${input.source.toLowerCase()}`);
    if (vocabulary.asksFor('language') && input.language)
      vocabulary.hitFact(`language:${input.language.toLowerCase().split('-')[0]}`);
    if (vocabulary.asksFor('site'))
      for (const domain of domainsOf(facts.site.host)) vocabulary.hitFact(`site:${domain}`);
    if (vocabulary.asksFor('link'))
      for (const { host } of facts.links)
        for (const domain of domainsOf(host)) vocabulary.hitFact(`link:${domain}`);
    if (vocabulary.asksFor('author'))
      for (const word of facts.author.split(/\s+/)) if (word) vocabulary.hitFact(`author:${word}`);
    for (const tag of input.tags) vocabulary.hitFact(`#${foldText(tag)}`);
  }

  #candidates(): Entry[] {
    const post = this.#posts + 1;
    const found: Entry[] = [...this.#always];
    for (const { owners } of this.#vocabulary.found) {
      for (const entry of owners) {
        if (entry.seen === post) continue;
        entry.seen = post;
        found.push(entry);
      }
    }
    return found;
  }

  #file(entry: Entry, cover: Cover): void {
    entry.keys = cover?.terms ?? null;
    entry.cost = cover?.cost ?? 1;
    if (entry.keys === null) this.#always.add(entry);
    else for (const term of entry.keys) if (!term.owners.includes(entry)) term.owners.push(entry);
  }

  #unfile(entry: Entry): void {
    this.#always.delete(entry);
    for (const { owners } of entry.keys ?? []) {
      const place = owners.indexOf(entry);
      if (place >= 0) owners.splice(place, 1);
    }
    entry.keys = null;
  }

  /** Moves the next monitor to other terms if they have become rarer. */
  #rekeyNext(): void {
    if (this.#rekeyed.length === 0) this.#rekeyed = [...this.#entries.values()];
    const entry = this.#rekeyed.pop();
    if (!entry?.query.root || this.#entries.get(entry.id) !== entry) return;
    const now = entry.keys ? entry.keys.reduce((sum, term) => sum + this.#frequency(term), 0) : 1;
    const cover = this.#coverOf(entry.query.root);
    if (!cover || cover.cost > now * WORTH) return;
    this.#unfile(entry);
    this.#file(entry, cover);
  }

  /** The expected share of posts with a term. */
  #frequency({ count, prior }: Term<Entry>): number {
    return (count + prior * PRIOR_WEIGHT) / (this.#posts + PRIOR_WEIGHT);
  }

  /** The rarest terms of which every matching post has one. */
  #coverOf(node: CompiledNode<Entry> | PlacedNode<Entry>): Cover {
    switch (node.op) {
      case 'unit':
        return { terms: [node.term], cost: this.#frequency(node.term) };
      case 'fact':
        return node.term && { terms: [node.term], cost: this.#frequency(node.term) };
      case 'clause':
        return this.#coverOf(node.placed);
      case 'not':
        return null;
      case 'phrase':
        return rarest(node.units.map((unit) => this.#coverOf(unit)));
      case 'near':
        return rarest([this.#coverOf(node.left), this.#coverOf(node.right)]);
      case 'window':
      case 'and':
        return rarest(node.parts.map((part) => this.#coverOf(part)));
      case 'either':
      case 'or':
        return unionOf(node.parts.map((part) => this.#coverOf(part)));
    }
  }
}

type Cover = { terms: Term<Entry>[]; cost: number } | null;

function rarest(covers: readonly Cover[]): Cover {
  let best: Cover = null;
  for (const cover of covers) if (cover && (!best || cover.cost < best.cost)) best = cover;
  return best;
}

function unionOf(covers: readonly Cover[]): Cover {
  const terms = new Set<Term<Entry>>();
  let cost = 0;
  for (const cover of covers) {
    if (!cover) return null;
    cost += cover.cost;
    for (const term of cover.terms) terms.add(term);
  }
  return { terms: [...terms], cost };
}
