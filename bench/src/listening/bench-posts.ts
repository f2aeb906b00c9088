import { dice } from '../load.ts';

/** A post as a stream brings it. */
export interface BenchPost {
  text: string;
  language: string;
}

const ONSETS = [
  'b',
  'br',
  'c',
  'cl',
  'd',
  'dr',
  'f',
  'g',
  'gr',
  'h',
  'l',
  'm',
  'n',
  'p',
  'pr',
  'r',
  's',
  'st',
  't',
  'tr',
  'v',
  'w',
];
const VOWELS = ['a', 'e', 'i', 'o', 'u', 'ai', 'ea', 'ou'];
const ENDS = ['', 'n', 'r', 's', 't', 'l', 'nd', 'st', 'ck'];
const KANJI = '日本東京都大学生新発売品会社員市場今年明夜朝昼食事映画音楽旅行写真電車駅前週末';
const KANA = 'あいうえおかきくけこさしすせそたちつてとなにぬねのはひふへほまみむめもやゆよらりるれろわをん';

/** The n-th word of an invented language, the most common first; common ones are short. */
export function wordOf(n: number): string {
  const next = dice(n + 1);
  const pick = (list: readonly string[]) => list[Math.floor(next() * list.length)] as string;
  const syllables = n < 60 ? 1 : n < 2000 ? 2 : 3;
  return Array.from({ length: syllables }, () => pick(ONSETS) + pick(VOWELS) + pick(ENDS)).join('');
}

/** How many words the language has. */
export const WORDS = 30_000;

/** A random word's number; frequencies fall as Zipf found. */
const zipf = (next: () => number): number => Math.floor(WORDS ** next()) - 1;

/**
 * Posts of a day on a network: three in four of words with tags, names, addresses, emoji and accents, one in four Japanese,
 * up to 300 characters.
 */
export function benchPosts(count: number, seed: number): BenchPost[] {
  const next = dice(seed);
  const words = Array.from({ length: WORDS }, (_, n) => wordOf(n));
  const pick = (text: string) => text.charAt(Math.floor(next() * text.length));
  const japanese = () =>
    Array.from({ length: 10 + Math.floor(next() * 90) }, () => pick(next() < 0.3 ? KANJI : KANA)).join('');
  const word = () => {
    const plain = words[Math.max(0, zipf(next))] as string;
    const kind = next();
    if (kind < 0.02) return `#${plain}`;
    if (kind < 0.035) return `@${plain}.example.com`;
    if (kind < 0.045) return `https://${plain}.example/${plain}`;
    if (kind < 0.06) return '😀';
    if (kind < 0.09) return plain.replace('e', 'é');
    if (kind < 0.14) return `${plain}’s`;
    if (kind < 0.3) return plain.charAt(0).toUpperCase() + plain.slice(1);
    return next() < 0.1 ? `${plain},` : plain;
  };
  return Array.from({ length: count }, () => {
    if (next() < 0.25) return { text: japanese(), language: 'ja' };
    const length = 3 + Math.floor(next() ** 1.5 * 42);
    return { text: Array.from({ length }, word).join(' ').slice(0, 300), language: 'en' };
  });
}
