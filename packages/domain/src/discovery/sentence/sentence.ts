import { amountsIn } from './amounts.ts';
import { audienceClauses } from './audience-clause.ts';
import { type Item, itemsOf } from './items.ts';
import {
  SENTENCE_MAX,
  type SentenceFilters,
  type SentenceReading,
  type UnderstoodPart,
  type UnusedPart,
  type UnusedReason,
} from './reading.ts';

/** Reads a description of creators in English, German or Spanish. The same sentence always gives the same filters. */
export function readSentence(sentence: string): SentenceReading {
  const text = sentence.slice(0, SENTENCE_MAX);
  const items = itemsOf(text);
  const reader = new Reader(text, items);
  return reader.read();
}

const WORDS = new Set(['word', 'gender', 'years']);
const LOOSE = new Set(['glue', 'to', 'or', 'and', 'place', 'speaks', 'compare', 'not', 'trailing']);

class Reader {
  readonly #text: string;
  readonly #items: readonly Item[];
  readonly #unused = new Map<number, UnusedReason>();
  readonly #used = new Set<number>();
  readonly #understood: UnderstoodPart[] = [];
  readonly #filters: SentenceFilters = {};
  readonly #words: string[] = [];

  constructor(text: string, items: readonly Item[]) {
    this.#text = text;
    this.#items = items;
  }

  read(): SentenceReading {
    this.#markAudience();
    this.#markPrices();
    this.#markExclusions();
    this.#readAmounts();
    for (const [index, item] of this.#items.entries()) if (!this.#isTaken(index)) this.#readItem(index, item);
    const q = this.#words.join(' ').slice(0, 200).trim();
    if (q) this.#filters.q = q;
    this.#understood.sort((a, b) => a.from - b.from);
    return { filters: this.#filters, understood: this.#understood, unused: this.#unusedParts() };
  }

  #isTaken(index: number): boolean {
    return this.#unused.has(index) || this.#used.has(index);
  }

  #kind(index: number): string | undefined {
    return this.#items[index]?.meaning.kind;
  }

  #mark(first: number, last: number, reason: UnusedReason): void {
    for (let index = first; index <= last; index++)
      if (!this.#used.has(index)) this.#unused.set(index, reason);
  }

  /** Descriptions in the clause of an audience must not become filters of creators, whether they are understood or not. */
  #markAudience(): void {
    for (const { first, last, conditions, usual } of audienceClauses(this.#items)) {
      let before = first - 1;
      while (this.#kind(before) !== 'not' && LOOSE.has(this.#kind(before) ?? '')) before--;
      if (!conditions || this.#kind(before) === 'not') {
        this.#mark(first, last, 'audience');
        continue;
      }
      this.#filters.audience = [...new Set([...(this.#filters.audience ?? []), ...conditions])];
      this.#understand(first, last, ['audience'], usual ? 'threshold' : 'said');
    }
  }

  #markPrices(): void {
    for (const [index, { meaning }] of this.#items.entries()) {
      if (meaning.kind !== 'currency') continue;
      let [first, last] = [index, index];
      if (this.#kind(index - 1) === 'number') first--;
      else if (this.#kind(index + 1) === 'number') last++;
      while (['compare', 'word', 'glue'].includes(this.#kind(first - 1) ?? '')) first--;
      while (this.#kind(first) === 'glue') first++;
      this.#mark(first, last, 'price');
    }
  }

  /** Searches can't exclude, so that what follows "no" or "without" must not become a filter. */
  #markExclusions(): void {
    for (const [index, { meaning }] of this.#items.entries()) {
      if (meaning.kind !== 'not' || this.#unused.has(index)) continue;
      const isContent = (at: number) => {
        const kind = this.#kind(at);
        return kind !== undefined && kind !== 'stop' && kind !== 'filler' && !LOOSE.has(kind);
      };
      let last = index + 1;
      while (LOOSE.has(this.#kind(last) ?? '')) last++;
      if (!isContent(last)) {
        this.#mark(index, index, 'exclusion');
        continue;
      }
      while (WORDS.has(this.#kind(last) ?? '') && WORDS.has(this.#kind(last + 1) ?? '')) last++;
      while (this.#kind(last) === 'gender' && this.#kind(last + 1) === 'audience') last++;
      while (this.#kind(last + 1) === 'or' && isContent(last + 2)) last += 2;
      this.#mark(index, last, 'exclusion');
    }
  }

  #readAmounts(): void {
    for (const amount of amountsIn(this.#items, (index) => this.#isTaken(index))) {
      const { first, last, also, figure, min, max, rounded } = amount;
      if (figure === null) {
        this.#mark(Math.min(first, ...also), last, 'number');
        continue;
      }
      const filters: (keyof SentenceFilters)[] = [];
      if (min !== undefined) filters.push(this.#bound(`${figure}Min`, min));
      if (max !== undefined) filters.push(this.#bound(`${figure}Max`, max));
      this.#understand(Math.min(first, ...also), last, filters, rounded ? 'range' : 'said');
    }
  }

  #bound<
    Name extends
      | 'followersMin'
      | 'followersMax'
      | 'engagementMin'
      | 'engagementMax'
      | 'viewsMin'
      | 'viewsMax',
  >(name: Name, value: number): Name {
    this.#filters[name] = value;
    return name;
  }

  #readItem(index: number, { meaning, text }: Item): void {
    const understand = (filter: keyof SentenceFilters, as: UnderstoodPart['as'] = 'said') =>
      this.#understand(index, index, [filter], as);
    switch (meaning.kind) {
      case 'filter':
        this.#set(meaning.filter, meaning.value);
        understand(meaning.filter as keyof SentenceFilters);
        break;
      case 'bounds': {
        const names: (keyof SentenceFilters)[] = [];
        if (meaning.min !== undefined) names.push(this.#bound(`${meaning.figure}Min`, meaning.min));
        if (meaning.max !== undefined) names.push(this.#bound(`${meaning.figure}Max`, meaning.max));
        this.#understand(index, index, names, 'threshold');
        break;
      }
      case 'category':
        this.#add('category', meaning.category);
        understand('category');
        break;
      case 'country':
      case 'city':
        for (const country of meaning.countries) this.#add('country', country);
        understand('country', meaning.kind === 'city' ? 'country-of-city' : 'said');
        break;
      case 'language':
        this.#add('language', meaning.language);
        understand('language');
        break;
      case 'keyword':
        this.#addText(meaning.q ?? text);
        understand('q');
        break;
      case 'number':
      case 'figure':
      case 'gender':
      case 'years':
      case 'word':
        this.#unused.set(index, meaning.kind === 'number' ? 'number' : 'unknown');
    }
  }

  #addText(text: string): void {
    if (!this.#words.includes(text)) this.#words.push(text);
  }

  #set(filter: string, value: string | number | boolean): void {
    if (filter === 'platform') this.#add('platform', value as string);
    else Object.assign(this.#filters, { [filter]: value });
  }

  #add(filter: 'platform' | 'country' | 'language' | 'category', value: string): void {
    const known = (this.#filters[filter] ?? []) as string[];
    if (!known.includes(value)) known.push(value);
    Object.assign(this.#filters, { [filter]: known });
  }

  #understand(
    first: number,
    last: number,
    filters: (keyof SentenceFilters)[],
    as: UnderstoodPart['as'],
  ): void {
    for (let index = first; index <= last; index++) this.#used.add(index);
    const from = this.#items[first]?.from ?? 0;
    const to = this.#items[last]?.to ?? from;
    this.#understood.push({ from, to, text: this.#text.slice(from, to), filters, as });
  }

  /** Neighbors count as one part, with the small words between them. */
  #unusedParts(): UnusedPart[] {
    const parts: UnusedPart[] = [];
    for (let first = 0; first < this.#items.length; first++) {
      const reason = this.#unused.get(first);
      if (!reason) continue;
      let last = first;
      for (let next = first + 1; next < this.#items.length; next++) {
        if (this.#unused.has(next)) last = next;
        else if (!LOOSE.has(this.#kind(next) ?? '') || this.#used.has(next)) break;
      }
      const from = this.#items[first]?.from ?? 0;
      const to = this.#items[last]?.to ?? from;
      parts.push({ from, to, text: this.#text.slice(from, to), reason });
      first = last;
    }
    return parts;
  }
}
