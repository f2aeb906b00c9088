/** One of this many texts is held out. */
const HELD_OUT_OF = 5;

/** Hashes the alphabetic characters of a text, so copies with other links, digits or punctuation have the same hash. */
function letterHash(text: string): number {
  let hash = 0x811c9dc5;
  for (const character of text.toLowerCase().replace(/[^\p{L}]+/gu, ''))
    hash = Math.imul(hash ^ (character.codePointAt(0) as number), 0x01000193);
  hash = Math.imul(hash ^ (hash >>> 16), 0x85ebca6b);
  hash = Math.imul(hash ^ (hash >>> 13), 0xc2b2ae35);
  return (hash ^ (hash >>> 16)) >>> 0;
}

/** Whether a text belongs to the fifth that no training and no choice may use, only the final measurement. */
export const isHeldOut = (text: string): boolean => letterHash(text) % HELD_OUT_OF === 0;

/** Returns the number of a text's fold for cross-validation, independent of `isHeldOut`. */
export const foldOf = (text: string, folds: number): number =>
  Math.floor(letterHash(text) / HELD_OUT_OF) % folds;
