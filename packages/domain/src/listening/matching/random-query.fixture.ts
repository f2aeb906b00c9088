import type { QueryNode } from '../query/query-tree.ts';
import type { MentionInput } from './mention-input.ts';
import type { TokenStream } from './token-stream.ts';
import { tokenize } from './tokenize.ts';

/** Random numbers from 0 to 1 that are the same for the same seed (mulberry32). */
export function dice(seed: number): () => number {
  let state = seed;
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4294967296;
  };
}

/** Returns a random query of words that occur in texts, with all operators. */
export function randomQuery(next: () => number, texts: readonly string[]): string {
  const pick = <T>(list: readonly T[]): T => list[Math.floor(next() * list.length)] as T;
  const words = () => pick(texts).match(/[A-Za-z]{2,}/g) ?? ['the'];
  const term = (): string => {
    const own = words();
    const at = Math.floor(next() * own.length);
    const word = own[at] as string;
    const kind = next();
    if (kind < 0.45) return word.toLowerCase();
    if (kind < 0.6)
      return word.length > 3 ? `${word.slice(0, 3 + Math.floor(next() * (word.length - 3)))}*` : word;
    if (kind < 0.7) return `{${word}}`;
    if (kind < 0.8) return `"${own.slice(at, at + 1 + Math.ceil(next() * 2)).join(' ')}"`;
    if (kind < 0.9) return `"${word} ${pick(own)}"~${Math.floor(next() * 6)}`;
    return word.length > 4 ? `${word.slice(0, 2)}?${word.slice(3)}` : word;
  };
  const placed = (depth: number): string => {
    const kind = next();
    if (depth === 0 || kind < 0.4) return term();
    const two = () => [placed(depth - 1), placed(depth - 1)];
    if (kind < 0.6) return `(${two().join(' OR ')})`;
    if (kind < 0.9) return `(${two().join(` NEAR/${Math.floor(next() * 12)}${next() < 0.3 ? 'f' : ''} `)})`;
    return `(${[...two(), placed(0)].join(' AND ')})~${Math.floor(next() * 10)}`;
  };
  const condition = (depth: number): string => {
    const kind = next();
    if (depth === 0 || kind < 0.35) return placed(2);
    if (kind < 0.4)
      return pick([
        'language:en',
        'language:de',
        'authorFollowers:[1 TO 900]',
        'source:reddit',
        'author:doe',
      ]);
    const two = () => [condition(depth - 1), condition(depth - 1)];
    if (kind < 0.7) return `(${two().join(' OR ')})`;
    if (kind < 0.85) return `(${two().join(' AND ')})`;
    return `(${two().join(' NOT ')})`;
  };
  return condition(3);
}

interface Place {
  from: number;
  to: number;
}

/**
 * Evaluates a query by brute force, for comparison. Supports the fields that `randomQuery` uses and words in Latin script.
 */
export function matchesNaively(node: QueryNode, input: MentionInput): boolean {
  switch (node.kind) {
    case 'and':
      return node.children.every((child) => matchesNaively(child, input));
    case 'or':
      return node.children.some((child) => matchesNaively(child, input));
    case 'not':
      return !matchesNaively(node.child, input);
    case 'field':
      if (node.field === 'language') return (input.language ?? '').startsWith(node.value);
      if (node.field === 'source') return input.source === node.value;
      return `${input.author} ${input.authorName}`.toLowerCase().split(/[ .]/).includes(node.value);
    case 'range':
      return input.followers !== null && input.followers >= node.min && input.followers <= node.max;
    default:
      return placesOf(node, input).length > 0;
  }
}

function placesOf(node: QueryNode, input: MentionInput): Place[] {
  switch (node.kind) {
    case 'word':
      return wordPlaces(node.value, node.caseSensitive, input);
    case 'phrase': {
      const words = node.value.split(' ').map((word) => wordPlaces(word, false, input));
      if (node.within === null)
        return different(
          combine(words)
            .filter((all) => areConsecutive(all))
            .map(hull),
        );
      const most = words.length + node.within;
      const names = node.value.toLowerCase().split(' ');
      // A word that is wanted twice has two places.
      const differ = (all: readonly Place[]) =>
        all.every(({ from }, n) =>
          all.slice(0, n).every((one, m) => names[n] !== names[m] || one.from !== from),
        );
      return different(
        combine(words)
          .filter(differ)
          .map(hull)
          .filter(({ from, to }) => to - from + 1 <= most),
      );
    }
    case 'or':
      return different(node.children.flatMap((child) => placesOf(child, input)));
    case 'within': {
      const parts = node.children.map((child) => placesOf(child, input));
      const most = parts.length + node.distance;
      return different(
        combine(parts)
          .map(hull)
          .filter(({ from, to }) => to - from + 1 <= most),
      );
    }
    case 'near': {
      const [left, right] = [placesOf(node.left, input), placesOf(node.right, input)];
      const found: Place[] = [];
      const isNear = (a: Place, b: Place) => a.to < b.from && b.from - a.to - 1 <= node.distance;
      for (const a of left)
        for (const b of right) if (isNear(a, b) || (!node.ordered && isNear(b, a))) found.push(hull([a, b]));
      return different(found);
    }
    default:
      return [];
  }
}

/** Texts that were divided before. */
const divided = new WeakMap<MentionInput, TokenStream>();
function tokensOf(input: MentionInput): TokenStream {
  const known = divided.get(input) ?? tokenize(input.text, input.title);
  divided.set(input, known);
  return known;
}

function wordPlaces(value: string, caseSensitive: boolean, input: MentionInput): Place[] {
  const { form, raw, position } = tokensOf(input);
  const pattern = value.replaceAll('*', '.*').replaceAll('?', '.');
  const expression = new RegExp(`^${pattern}$`, caseSensitive ? 'su' : 'isu');
  const places = position.flatMap((at, n) =>
    expression.test((caseSensitive ? raw : form)[n] ?? '') ? [{ from: at, to: at }] : [],
  );
  return different(places);
}

const hull = (all: readonly Place[]): Place => ({
  from: Math.min(...all.map(({ from }) => from)),
  to: Math.max(...all.map(({ to }) => to)),
});

const areConsecutive = (all: readonly Place[]) =>
  all.every(({ from }, n) => n === 0 || from === (all[n - 1]?.to ?? 0) + 1);

/** Every choice of one of each list. */
const combine = (lists: readonly Place[][]): Place[][] =>
  lists.reduce<Place[][]>((all, list) => all.flatMap((some) => list.map((one) => [...some, one])), [[]]);

/** Each place once. */
const different = (places: readonly Place[]): Place[] => [
  ...new Map(places.map((place) => [`${place.from}-${place.to}`, place])).values(),
];
