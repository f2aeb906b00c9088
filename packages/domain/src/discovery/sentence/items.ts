import { vocabularyOf } from '../topics/topic-vocabulary.ts';
import { languageOf, spokenLanguageOf } from './languages.ts';
import { LONGEST_PHRASE, lexicon, type Meaning, TRAILING } from './lexicon.ts';
import { codedCountry, demonymOf, placeOf } from './places.ts';
import { type Amount, spelledNumber, type Token, tokensOf } from './tokens.ts';

/** A part of a sentence with one meaning. */
export interface Item {
  from: number;
  to: number;
  text: string;
  meaning:
    | Meaning
    | { kind: 'number'; amount: Amount }
    | { kind: 'trailing'; by: 'min' | 'max' }
    | { kind: 'city'; countries: readonly string[] }
    | { kind: 'stop' };
}

/** Languages of sentences. */
const LANGUAGES = ['en', 'de', 'es'] as const;

/** Codes that are also words or abbreviations of the trade: countries only after a preposition or alone. */
const UNLIKELY_CODES = new Set(
  'IG YT ER AI PR TV IT IN IS TO NO ME SO AM AS AT BE BY DO HE MY ID LA TT CV VC'.split(' '),
);

/** Splits a sentence into parts with a meaning, preferring long phrases. */
export function itemsOf(sentence: string): Item[] {
  const tokens = tokensOf(sentence);
  const allCapitals = !/\p{Ll}/u.test(sentence);
  const alone = tokens.length === 1;
  const items: Item[] = [];
  for (let at = 0; at < tokens.length; ) {
    const found = simple(tokens, at) ?? longest(tokens, at, { items, sentence, alone, allCapitals });
    const from = tokens[at]?.from ?? 0;
    const to = tokens[at + found.length - 1]?.to ?? from;
    items.push({ from, to, text: found.text ?? sentence.slice(from, to), meaning: found.meaning });
    at += found.length;
  }
  return items;
}

interface Match {
  length: number;
  meaning: Item['meaning'];
  text?: string;
}

function simple(tokens: readonly Token[], at: number): Match | null {
  const token = tokens[at];
  if (!token) return null;
  if (token.amount) return { length: 1, meaning: { kind: 'number', amount: token.amount } };
  const words = spelledNumber(tokens, at);
  if (words) return { length: words.length, meaning: { kind: 'number', amount: words.amount } };
  if (token.kind === 'stop') return { length: 1, meaning: { kind: 'stop' } };
  if (token.kind === 'quote' || token.kind === 'handle' || token.kind === 'hashtag')
    return { length: 1, meaning: { kind: 'keyword' }, text: token.text };
  if (token.kind === 'emoji') return { length: 1, meaning: { kind: 'word' } };
  return null;
}

interface Context {
  items: readonly Item[];
  sentence: string;
  alone: boolean;
  allCapitals: boolean;
}

function longest(tokens: readonly Token[], at: number, context: Context): Match {
  const run = phraseRun(tokens, at);
  for (let length = run; length > 0; length--) {
    const part = tokens.slice(at, at + length);
    const phrase = part.map(({ folded }) => folded).join(' ');
    const original = context.sentence.slice(part[0]?.from, part.at(-1)?.to);
    const meaning = meaningOf(phrase, original, context);
    if (meaning) return { length, meaning };
  }
  return { length: 1, meaning: { kind: 'word' } };
}

/** Number of tokens from a position that can form a phrase. */
function phraseRun(tokens: readonly Token[], at: number): number {
  let run = 1;
  while (run < LONGEST_PHRASE) {
    const next = tokens[at + run];
    if (!next || (next.kind !== 'word' && next.kind !== 'number')) break;
    run++;
  }
  return run;
}

function meaningOf(phrase: string, original: string, context: Context): Item['meaning'] | null {
  const { items } = context;
  const afterPlace = isAfter(items, 'place', ['country', 'city']);
  const language = languageOf(phrase);
  const spoken =
    spokenLanguageOf(phrase) ?? (language && isAfter(items, 'speaks', ['language']) ? language : undefined);
  if (spoken) return { kind: 'language', language: spoken };
  const coded = codedPlace(original, context, afterPlace);
  if (coded) return { kind: 'country', countries: [coded] };
  const capital = /^\p{Lu}/u.test(original);
  const place = placeOf(phrase, original);
  const sure =
    place !== null &&
    (!place.doubtful || (afterPlace && (capital || context.allCapitals || !lexicon().has(phrase))));
  if (place && sure && (capital || !lexicon().has(phrase)))
    return place.city
      ? { kind: 'city', countries: place.countries }
      : { kind: 'country', countries: place.countries };
  // "In German" is about the language; "German" alone is a country.
  if (language && items.at(-1)?.meaning.kind === 'place') return { kind: 'language', language };
  const country = demonymOf(phrase);
  const known = lexicon().get(phrase);
  if (known && !(country && known.kind === 'keyword')) return known;
  const trailing = TRAILING[phrase];
  if (trailing) return { kind: 'trailing', by: trailing };
  if (country) return { kind: 'country', countries: [country] };
  if (language) return { kind: 'language', language };
  return LANGUAGES.some((id) => vocabularyOf(id).exact.has(phrase)) ? { kind: 'keyword' } : null;
}

/** An uppercase country code, or "the us". */
function codedPlace(original: string, context: Context, afterPlace: boolean): string | null {
  if (/^us$/i.test(original)) {
    const the = /^(?:in|from) the$|^the$/i.test(context.items.at(-1)?.text ?? '');
    return original === 'us' && !the && !context.alone
      ? null
      : context.allCapitals && !the && !context.alone
        ? null
        : 'US';
  }
  const code = codedCountry(original);
  if (!code || (context.allCapitals && !context.alone)) return null;
  return UNLIKELY_CODES.has(original) && !afterPlace && !context.alone ? null : code;
}

/** Whether the next item follows one of `kind`, directly or in a list of items of the kinds `listed`. */
function isAfter(items: readonly Item[], kind: string, listed: readonly string[]): boolean {
  let at = items.length - 1;
  if (items[at]?.meaning.kind === kind) return true;
  while (at >= 0 && ['and', 'or', 'stop', 'glue'].includes(items[at]?.meaning.kind ?? '')) at--;
  return at < items.length - 1 && listed.includes(items[at]?.meaning.kind ?? '');
}
