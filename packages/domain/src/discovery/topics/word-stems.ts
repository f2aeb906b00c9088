import { stemmer as arabic } from '@orama/stemmers/arabic';
import { stemmer as english } from '@orama/stemmers/english';
import { stemmer as french } from '@orama/stemmers/french';
import { stemmer as german } from '@orama/stemmers/german';
import { stemmer as italian } from '@orama/stemmers/italian';
import { stemmer as portuguese } from '@orama/stemmers/portuguese';
import { stemmer as spanish } from '@orama/stemmers/spanish';

/** Languages of the topic vocabulary, in the order of its columns. */
export const TOPIC_LANGUAGES = ['en', 'de', 'es', 'fr', 'pt', 'it', 'ja', 'ar'] as const;
export type TopicLanguage = (typeof TOPIC_LANGUAGES)[number];

const STEMMERS: Partial<Record<TopicLanguage, (word: string) => string>> = {
  en: english,
  de: german,
  es: spanish,
  fr: french,
  pt: portuguese,
  it: italian,
  ar: arabic,
};

/** Shorter words have no endings worth removing. */
const SHORTEST = 4;
const MOST_REMEMBERED = 50_000;
const remembered = new Map<string, string>();

/** Returns the stem of a folded word in a language; the word itself if the language has no stemmer. */
export function stemOf(word: string, language: TopicLanguage): string {
  const stemmer = STEMMERS[language];
  if (!stemmer || word.length < SHORTEST) return word;
  const key = `${language}${word}`;
  const known = remembered.get(key);
  if (known !== undefined) return known;
  if (remembered.size >= MOST_REMEMBERED) remembered.clear();
  const stem = stemmer(word) || word;
  remembered.set(key, stem);
  return stem;
}

/** Returns whether the vocabulary has terms of a language (a code of a profile, such as `de`). */
export const isTopicLanguage = (code: string | null | undefined): code is TopicLanguage =>
  (TOPIC_LANGUAGES as readonly (string | null | undefined)[]).includes(code);
