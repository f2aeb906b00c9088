/** What the words wizard asks for. */
export interface QueryKeywords {
  /** Names of the brand, one per line or separated by commas. */
  names: string;
  /** Products or subjects that must be near a name; empty for any post with a name. */
  products: string;
  /** Words that posts must not have. */
  excludes: string;
  /** How many words may be between a name and a product. */
  distance: number;
}

/** Splits what a person typed into words or phrases. */
const wordsOf = (typed: string): string[] => [
  ...new Set(
    typed
      .split(/[\n,;]+/)
      .map((one) => one.replace(/[\s"]+/g, ' ').trim())
      .filter(Boolean),
  ),
];

/** Writes a term so that it is found as it is: phrases and words with signs in quotation marks. */
const term = (word: string): string =>
  /^[#@]?[\p{L}\p{N}]+$/u.test(word) && !OPERATOR.test(word) ? word : `"${word}"`;
const OPERATOR = /^(?:AND|OR|NOT|NEAR)$/i;

const anyOf = (words: readonly string[]): string =>
  words.length === 1 ? term(words[0] ?? '') : `(${words.map(term).join(' OR ')})`;

/** Writes the query; empty without a name. */
export function queryFromKeywords({ names, products, excludes, distance }: QueryKeywords): string {
  const [named, wanted, unwanted] = [wordsOf(names), wordsOf(products), wordsOf(excludes)];
  if (named.length === 0) return '';
  const found = wanted.length === 0 ? anyOf(named) : `${anyOf(named)} NEAR/${distance} ${anyOf(wanted)}`;
  if (unwanted.length === 0) return found;
  return `${wanted.length === 0 ? found : `(${found})`} NOT ${anyOf(unwanted)}`;
}

/** Returns the first query for a brand: its name as it is, and as one word if it has several. */
export function firstQuery(brand: string): string {
  const name = brand.replace(/[\s"]+/g, ' ').trim();
  const joined = name.replaceAll(' ', '');
  return queryFromKeywords({
    names: joined === name ? name : `${name},${joined}`,
    products: '',
    excludes: '',
    distance: 5,
  });
}
