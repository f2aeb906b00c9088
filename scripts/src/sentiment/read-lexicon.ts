import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import path from 'node:path';
import { type Lexicon, lexiconKey } from '@troupe/domain/listening/sentiment/text-features';

const PACKAGE = 'afinn-165-multilingual';

/** Returns AFINN-165 in a language, translated by machine (MIT). Phrases of three words or more are left out. */
export function readLexicon(language: string): Lexicon {
  const main = createRequire(import.meta.url).resolve(PACKAGE);
  const file = path.join(path.dirname(main), 'build', `AFINN-${language}.json`);
  const words: Record<string, number> = JSON.parse(readFileSync(file, 'utf8'));
  const lexicon = new Map<number, number>();
  for (const [word, polarity] of Object.entries(words)) {
    const key = lexiconKey(word);
    // Words that the translation doesn't tell apart keep the first polarity.
    if (key !== undefined && polarity !== 0 && !lexicon.has(key)) lexicon.set(key, polarity);
  }
  return lexicon;
}
