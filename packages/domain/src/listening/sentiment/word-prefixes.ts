/** Article, conjunctions and prepositions that Arabic writes together with the next word, longest first. */
const ARABIC_PREFIXES = ['وال', 'بال', 'لل', 'ال', 'و', 'ب', 'ف'];
const SHORTEST_ARABIC = 3;
/** Articles, pronouns and prepositions before an apostrophe: `l'`, `qu'`, `dell'`. */
const LONGEST_ELIDED = 5;
const ELIDING = new Set(['fr', 'it']);
const none: readonly string[] = [];

/** Returns what may remain of a normalized word without the words that its language writes together with it. */
export function withoutPrefixes(word: string, language: string): readonly string[] {
  if (language === 'ar')
    return ARABIC_PREFIXES.filter(
      (prefix) => word.length - prefix.length >= SHORTEST_ARABIC && word.startsWith(prefix),
    ).map((prefix) => word.slice(prefix.length));
  if (!ELIDING.has(language)) return none;
  const apostrophe = word.indexOf("'");
  return apostrophe < 1 || apostrophe > LONGEST_ELIDED ? none : [word.slice(apostrophe + 1)];
}
