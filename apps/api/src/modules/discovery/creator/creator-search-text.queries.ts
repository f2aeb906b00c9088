import { type SearchTerm, searchTerms } from '@troupe/domain/discovery/creator-search-terms';
import { stemWord, type TopicLevel, topicWord } from '@troupe/domain/discovery/topics/index-words';
import { broaderTopics, TOPICS } from '@troupe/domain/discovery/topics/topic-vocabulary';
import {
  type QueryPart,
  type UnderstoodQuery,
  understand,
} from '@troupe/domain/discovery/topics/understand-query';
import { LRUCache } from 'lru-cache';
import type { SearchFilters } from './creator-search.ts';

/** Collects statement parameters. */
export class Values {
  readonly list: unknown[] = [];

  /** Returns the placeholder of a value with the given SQL type. */
  add(value: unknown, type: string): string {
    this.list.push(value);
    return `$${this.list.length}::${type}`;
  }
}

/**
 * Returns the alternative conditions for matching a text: all terms among the words, or all inside
 * handle and name where allowed. Empty without terms. `byParts` uses the index of parts of shared
 * names.
 */
export function matching(filters: SearchFilters, values: Values, byParts = false): string[] {
  const topical = topicalMeaning(filters);
  if (topical) return [topicConditions(filters, topical, values)];
  const terms = searchTerms(filters.q ?? '');
  if (terms.length === 0) return [];
  if (!terms.every((term) => term.inName)) return [wordConditions(terms, values)];
  // A single term found inside a name is always among its words.
  const among = wordConditions(terms, values, terms.length === 1 ? 'bio' : 'all');
  return [among, (byParts && namePartConditions(terms, values)) || nameConditions(terms, values)];
}

/** Length of the indexed parts of shared names. */
const PART = 5;

/**
 * All terms inside handle and name, looked up by name parts; null if the terms are too short. Parts
 * lead to few names, while trigrams find so many that reading them took 4 ms per term. Calls the
 * function behind `like`, because only the trigram index supports the operator.
 */
export function namePartConditions(terms: readonly SearchTerm[], values: Values): string | null {
  const parts = new Set(terms.flatMap(({ text }) => partsOf(text)));
  if (parts.size === 0) return null;
  const tests = terms.map(({ text }) => `textlike(name_text, ${values.add(`%${text}%`, 'text')})`);
  return [`creator_name_parts(name_text) @> ${values.add([...parts], 'text[]')}`, ...tests].join(' and ');
}

const partsOf = (text: string): string[] =>
  Array.from({ length: Math.max(0, text.length - PART + 1) }, (_, at) => text.slice(at, at + PART));

/** Prefixes shorter than this match too many words. */
const SELECTIVE_PREFIX = 5;

/**
 * All terms among the words of the bio, of handle and name, or either. With a short prefix, an
 * index would read all words starting with it, so the prefix is checked on the matches of the other
 * words, through the function behind the operator that no index supports.
 */
export function wordConditions(
  terms: readonly SearchTerm[],
  values: Values,
  where: 'bio' | 'name' | 'all' = 'all',
): string {
  const query = (of: readonly SearchTerm[]) => values.add(tsquery(of, where), 'tsquery');
  const [short, rest] = [terms.filter(isVague), terms.filter((term) => !isVague(term))];
  if (short.length === 0 || rest.length === 0) return `words @@ ${query(terms)}`;
  return `(words @@ ${query(rest)} and ts_match_vq(words, ${query(short)}))`;
}

const isVague = ({ prefix, text }: SearchTerm) => prefix && text.length < SELECTIVE_PREFIX;

/** All terms inside handle and name. Terms contain neither % nor _. */
export function nameConditions(terms: readonly SearchTerm[], values: Values): string {
  return `(${terms.map(({ text }) => `name_text like ${values.add(`%${text}%`, 'text')}`).join(' and ')})`;
}

/** A tsquery for all terms. Words of handle and name are stored with a leading @. */
export function tsquery(terms: readonly SearchTerm[], where: 'bio' | 'name' | 'all' = 'all'): string {
  const lexeme = ({ text, prefix }: SearchTerm, mark: string) =>
    `'${mark}${text.replace(/['\\]/g, '\\$&')}'${prefix ? ':*' : ''}`;
  return terms
    .map((term) => {
      if (where === 'bio') return lexeme(term, '');
      if (where === 'name') return lexeme(term, '@');
      return `(${lexeme(term, '')} | ${lexeme(term, '@')})`;
    })
    .join(' & ');
}

const meanings = new LRUCache<string, UnderstoodQuery>({ max: 1000 });

/** Returns what the text of a search means; a widened search also corrects misspelled topics. */
export function meaningOf({ q = '', widened }: SearchFilters): UnderstoodQuery {
  const key = `${widened ? 1 : 0}${q}`;
  const known = meanings.get(key);
  if (known) return known;
  const meaning = understand(q, { tolerant: widened !== undefined });
  meanings.set(key, meaning);
  return meaning;
}

/** Returns the meaning of a text that names topics, otherwise null. */
export function topicalMeaning(filters: SearchFilters): UnderstoodQuery | null {
  const meaning = meaningOf(filters);
  return meaning.topics.length > 0 ? meaning : null;
}

/** A condition on words of the index. */
export type WordNode = { word: string; prefix: boolean } | { all: WordNode[] } | { any: WordNode[] };

const word = (text: string, prefix = false): WordNode => ({ word: text, prefix });
const termNode = ({ text, prefix }: SearchTerm, long: boolean): WordNode => {
  const open = prefix && (!long || text.length >= SELECTIVE_PREFIX);
  return { any: [word(text, open), word(`@${text}`, open)] };
};

/** Returns the parts of a text that creators must match, each with its alternatives. */
export function partNodes(meaning: UnderstoodQuery, level: TopicLevel, widened = false): WordNode[] {
  return meaning.parts.flatMap((part) => (part.kind === 'filler' ? [] : [partNode(part, level, widened)]));
}

function partNode(
  part: Exclude<QueryPart, { kind: 'filler' }>,
  level: TopicLevel,
  widened: boolean,
): WordNode {
  if (part.kind === 'word') {
    const stems = part.stems.flatMap((stem) => [word(stemWord(stem)), word(stem)]);
    return { any: [{ all: part.terms.map((term) => termNode(term, false)) }, ...stems] };
  }
  const topics = widened ? [...part.topics, ...part.topics.flatMap(widerTopics)] : part.topics;
  const any = topics.map((id) => word(topicWord(id, level)));
  // Someone who posts about weddings and about photography is a result for "wedding photography".
  if (part.words.length > 0)
    any.push({
      all: part.words.map(({ topics: own, terms }) =>
        own.length > 0
          ? { any: own.map((id) => word(topicWord(id, level))) }
          : { all: terms.map((term) => termNode(term, true)) },
      ),
    });
  if (level === 1) any.push({ all: part.terms.map((term) => termNode(term, true)) });
  return { any };
}

/** Returns the topics that a widened search adds for one: those that include it, or else near ones. */
function widerTopics(id: string): readonly string[] {
  const broader = broaderTopics(id);
  return broader.length > 0 ? broader : (TOPICS.get(id)?.near ?? []);
}

/** Returns a condition for names that contain all parts as written, of creators whose texts are about them. */
export function namedNodes(meaning: UnderstoodQuery): WordNode[] {
  const inName = meaning.parts.flatMap((part) =>
    part.kind === 'filler' ? [] : part.terms.map(({ text }) => word(`@${text}`)),
  );
  return [...inName, ...partNodes(meaning, 2)];
}

/** Writes a condition on words as a tsquery. */
export function nodeQuery(node: WordNode): string {
  if ('word' in node) return `'${node.word.replace(/['\\]/g, '\\$&')}'${node.prefix ? ':*' : ''}`;
  const [nodes, operator] = 'all' in node ? [node.all, ' & '] : [node.any, ' | '];
  return `(${nodes.map(nodeQuery).join(operator)})`;
}

/** All parts of a text about topics, found with a level. `any` finds creators with one of the topics. */
export function topicWords(
  filters: SearchFilters,
  meaning: UnderstoodQuery,
  values: Values,
  { level, widened }: { level: TopicLevel; widened: boolean },
): string {
  const nodes = partNodes(meaning, level, widened);
  const isShort = (node: WordNode): boolean =>
    'word' in node
      ? node.prefix && node.word.length < SELECTIVE_PREFIX
      : ('all' in node ? node.all : node.any).some(isShort);
  if (widened && filters.widened === 'any')
    return `words @@ ${values.add(nodeQuery({ any: nodes }), 'tsquery')}`;
  const [short, rest] = [nodes.filter(isShort), nodes.filter((node) => !isShort(node))];
  if (short.length === 0 || rest.length === 0)
    return `words @@ ${values.add(nodeQuery({ all: nodes }), 'tsquery')}`;
  return `(words @@ ${values.add(nodeQuery({ all: rest }), 'tsquery')}
    and ts_match_vq(words, ${values.add(nodeQuery({ all: short }), 'tsquery')}))`;
}

const topicConditions = (filters: SearchFilters, meaning: UnderstoodQuery, values: Values): string =>
  topicWords(filters, meaning, values, { level: 1, widened: filters.widened !== undefined });
