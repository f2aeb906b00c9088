import { foldWord } from './lexicon.ts';

/** A number with the word or suffix that multiplies it. */
export interface Amount {
  mantissa: number;
  /** 1,000 for "k"; 1 if there is none. */
  unit: number;
  percent: boolean;
}

/** A piece of a sentence with its position. */
export interface Token {
  kind: 'word' | 'number' | 'quote' | 'handle' | 'hashtag' | 'flag' | 'emoji' | 'stop';
  /** As typed; of quotes and hashtags without their signs. */
  text: string;
  folded: string;
  from: number;
  to: number;
  amount?: Amount;
}

const UNIT_WORDS: Record<string, number> = {
  k: 1e3,
  thousand: 1e3,
  tausend: 1e3,
  tsd: 1e3,
  mil: 1e3,
  m: 1e6,
  mio: 1e6,
  mill: 1e6,
  million: 1e6,
  millions: 1e6,
  millionen: 1e6,
  millon: 1e6,
  millones: 1e6,
};
const UNIT = 'k|thousand|tausend|tsd\\.?|mil|millionen|millions?|mill[oó]n(?:es)?|mill|mio\\.?|m';
const NUMBER = `(?:\\d{1,3}(?:[.,'\\u2019 \\u00a0\\u202f]\\d{3})+(?!\\d)|\\d+(?:[.,]\\d+)?)(?:\\s?(?:${UNIT})(?![\\p{L}\\p{N}]))?(?:\\s?(?:%|percent(?!\\p{L})|prozent(?!\\p{L})|por ciento))?`;

const PIECE = new RegExp(
  [
    '(?<quote>["“„«][^"“”„«»]{1,80}["“”»])',
    '(?<handle>@[\\p{L}\\p{N}._]{1,60})',
    '(?<hashtag>#[\\p{L}\\p{N}_]{1,60})',
    '(?<flag>\\p{RI}{2})',
    `(?<number>(?<![\\p{L}\\p{N}])${NUMBER})`,
    '(?<sign>[<>]=?|[≤≥+&$€£]|\\.{2,3}|…|[-–—])',
    "(?<word>[\\p{L}\\p{N}][\\p{L}\\p{M}\\p{N}'’]*)",
    '(?<emoji>\\p{Extended_Pictographic}\\p{M}*)',
    '(?<stop>[,;.!?()\\n])',
  ].join('|'),
  'giu',
);

/** After these a full stop marks an abbreviation. */
const ABBREVIATION = /^(?:min|max|ca|approx|avg|mind)$/;

/** Splits a sentence into pieces. */
export function tokensOf(sentence: string): Token[] {
  const found: Token[] = [];
  for (const match of sentence.matchAll(PIECE)) {
    const groups = match.groups ?? {};
    const [raw] = match;
    const from = match.index;
    const to = from + raw.length;
    const base = { text: raw, folded: foldWord(raw), from, to };
    const last = found.at(-1);
    if (groups.quote) found.push({ kind: 'quote', text: raw.slice(1, -1).trim(), folded: '', from, to });
    else if (groups.hashtag)
      found.push({ kind: 'hashtag', text: raw.slice(1), folded: foldWord(raw.slice(1)), from, to });
    else if (groups.number)
      found.push(Object.assign(base, { kind: 'number' as const, amount: amountOf(raw) }));
    else if (groups.sign) {
      // A hyphen joins words; between numbers it is a range.
      const dash = /^[-–—]$/.test(raw);
      if (!dash || (last?.kind === 'number' && /^\s*\d/.test(sentence.slice(to))))
        found.push(Object.assign(base, { kind: 'word' as const }));
    } else if (groups.stop) {
      if (raw !== '.' || !last || !ABBREVIATION.test(last.folded))
        found.push(Object.assign(base, { kind: 'stop' as const }));
    } else {
      const kind = (['handle', 'flag', 'emoji', 'word'] as const).find((name) => groups[name]) ?? 'word';
      found.push(Object.assign(base, { kind }));
    }
  }
  return found;
}

function amountOf(raw: string): Amount {
  const percent = /%|percent|prozent|por ciento/i.test(raw);
  const digits = /^[\d.,'\u2019 \u00a0\u202f]*\d/.exec(raw)?.[0] ?? '';
  const unit = /^\s?([\p{L}]+)/u.exec(
    raw.slice(digits.length).replace(/percent|prozent|por ciento/i, ''),
  )?.[1];
  return {
    mantissa: numeral(digits),
    unit: unit ? (UNIT_WORDS[foldWord(unit)] ?? 1) : 1,
    percent,
  };
}

/** Reads 10,000 and 10.000 as thousands, 1.5 and 1,5 as fractions. */
const numeral = (digits: string): number =>
  /^\d{1,3}(?:[.,'\u2019 \u00a0\u202f]\d{3})+$/.test(digits)
    ? Number(digits.replace(/\D/g, ''))
    : Number(digits.replace(',', '.'));

const NUMBER_WORDS: Record<string, number> = {
  a: 1,
  one: 1,
  two: 2,
  three: 3,
  four: 4,
  five: 5,
  six: 6,
  seven: 7,
  eight: 8,
  nine: 9,
  ten: 10,
  fifteen: 15,
  twenty: 20,
  thirty: 30,
  forty: 40,
  fifty: 50,
  sixty: 60,
  seventy: 70,
  eighty: 80,
  ninety: 90,
  hundred: 100,
  half: 0.5,
  eine: 1,
  ein: 1,
  halbe: 0.5,
  zwei: 2,
  drei: 3,
  vier: 4,
  funf: 5,
  sechs: 6,
  sieben: 7,
  acht: 8,
  neun: 9,
  zehn: 10,
  zwanzig: 20,
  dreissig: 30,
  vierzig: 40,
  funfzig: 50,
  hundert: 100,
  un: 1,
  dos: 2,
  tres: 3,
  cuatro: 4,
  cinco: 5,
  diez: 10,
  veinte: 20,
  treinta: 30,
  cuarenta: 40,
  cincuenta: 50,
  cien: 100,
  medio: 0.5,
};
const COMPOUND = /^(\p{L}+)tausend$/u;

/** Reads a number in words, such as "half a million" or "fünfzigtausend", at a position; null if there is none. */
export function spelledNumber(
  tokens: readonly Token[],
  at: number,
): { amount: Amount; length: number } | null {
  const compound = COMPOUND.exec(tokens[at]?.folded ?? '')?.[1];
  const value = compound && NUMBER_WORDS[compound];
  if (value) return { amount: { mantissa: value, unit: 1e3, percent: false }, length: 1 };
  let mantissa: number | null = null;
  for (let length = 0; length < 4; length++) {
    const token = tokens[at + length];
    if (token?.kind !== 'word') return null;
    const unit = token.folded.length > 1 ? UNIT_WORDS[token.folded] : undefined;
    if (unit)
      return mantissa === null ? null : { amount: { mantissa, unit, percent: false }, length: length + 1 };
    const word = NUMBER_WORDS[token.folded];
    if (word === undefined) return null;
    mantissa = (mantissa ?? 1) * word;
  }
  return null;
}
