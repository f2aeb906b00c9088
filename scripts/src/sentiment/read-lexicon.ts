import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import path from 'node:path';
import { normalizeText } from '@troupe/domain/listening/sentiment/normalize-text';
import { beginningKey, type Lexicon, lexiconKey } from '@troupe/domain/listening/sentiment/text-features';
import { OPINION_WORDS } from './opinion-words.ts';

const PACKAGE = 'afinn-165-multilingual';

/** Languages whose opinion words have many endings. In English and German, beginnings mislead more than they help. */
const INFLECTED = new Set(['es', 'pt', 'fr', 'it']);

/** Marks on Latin letters, after NFD. */
const LATIN_MARKS = /(?<=\p{Script=Latin})[\u0300-\u036f]+/gu;
const GERMAN_ENDINGS = ['', 'e', 'en', 'er', 'es', 'em', 't', 'st'];

/**
 * Returns AFINN-165 in a language, translated by machine (MIT), with our own additions and corrections. Phrases of three words
 * or more are left out.
 */
export function readLexicon(language: string): Lexicon {
  const main = createRequire(import.meta.url).resolve(PACKAGE);
  const file = path.join(path.dirname(main), 'build', `AFINN-${language}.json`);
  const own = addedTerms(language);
  // Ours come first, so they win over AFINN's words of the same normal form.
  const words: Record<string, number> = { ...own, ...JSON.parse(readFileSync(file, 'utf8')), ...own };
  const lexicon = new Map<number, number>();
  for (const [word, polarity] of Object.entries(words)) {
    const key = lexiconKey(word);
    // Words that the translation doesn't tell apart keep the first polarity.
    if (key !== undefined && polarity !== 0 && !lexicon.has(key)) lexicon.set(key, polarity);
  }
  addWithoutAccents(lexicon, words);
  if (language === 'de') addEndings(lexicon, words);
  if (INFLECTED.has(language)) addBeginnings(lexicon, words);
  if (language === 'ar') addWithoutArticle(lexicon, words);
  return lexicon;
}

/** Adds words as people write them who leave out accents and other marks on Latin letters. */
function addWithoutAccents(lexicon: Map<number, number>, words: Record<string, number>): void {
  for (const [word, polarity] of Object.entries(words)) {
    const plain = word.normalize('NFD').replace(LATIN_MARKS, '');
    const key = plain === word || polarity === 0 ? undefined : lexiconKey(plain);
    if (key !== undefined && !lexicon.has(key)) lexicon.set(key, polarity);
  }
}

/** Adds the endings of German adjectives and verbs. */
function addEndings(lexicon: Map<number, number>, words: Record<string, number>): void {
  for (const [word, polarity] of Object.entries(words)) {
    const normal = normalizeText(word);
    if (normal.length < 4 || normal.includes(' ') || polarity === 0) continue;
    const stem = normal.replace(/en?$/, '');
    for (const ending of GERMAN_ENDINGS) {
      const key = lexiconKey(stem + ending);
      if (key !== undefined && !lexicon.has(key)) lexicon.set(key, polarity);
    }
  }
}

/** Adds the beginnings whose words have the same sign, with their mean polarity. */
function addBeginnings(lexicon: Map<number, number>, words: Record<string, number>): void {
  const byBeginning = new Map<number, number[]>();
  for (const [word, polarity] of Object.entries(words)) {
    const normal = normalizeText(word);
    const key = normal.includes(' ') ? undefined : beginningKey(normal);
    if (key === undefined || polarity === 0) continue;
    byBeginning.set(key, [...(byBeginning.get(key) ?? []), polarity]);
  }
  for (const [key, polarities] of byBeginning) {
    const isAlike = polarities.every((polarity) => Math.sign(polarity) === Math.sign(polarities[0] ?? 0));
    const mean = polarities.reduce((sum, polarity) => sum + polarity, 0) / polarities.length;
    if (isAlike && !lexicon.has(key)) lexicon.set(key, Math.round(mean) || Math.sign(mean));
  }
}

/** Adds Arabic words without their article: the features look up words without prefixes. */
function addWithoutArticle(lexicon: Map<number, number>, words: Record<string, number>): void {
  for (const [word, polarity] of Object.entries(words)) {
    const normal = normalizeText(word);
    if (!normal.startsWith('ال') || normal.length < 5 || polarity === 0) continue;
    const key = lexiconKey(normal.slice(2));
    if (key !== undefined && !lexicon.has(key)) lexicon.set(key, polarity);
  }
}

function addedTerms(language: string): Record<string, number> {
  return Object.fromEntries(
    Object.entries(OPINION_WORDS[language] ?? {}).flatMap(([polarity, words]) =>
      words.split(' ').map((word) => [word.replaceAll('_', ' '), Number(polarity)]),
    ),
  );
}
