import type { ProblemBody } from '@troupe/domain/problem';
import { language } from '@troupe/i18n/language';
import { useEffect, useState } from 'react';
import { useLanguage } from './language.ts';

/**
 * Writes the messages of a failed call in the language of the page. The API answers in English; the table of its messages is
 * loaded with the first failure in another language.
 */
export async function inPageLanguage(body: Partial<ProblemBody>): Promise<Partial<ProblemBody>> {
  if (language() === 'en') return body;
  try {
    const { translateBody } = await import('@troupe/domain/problem-text');
    return translateBody(body);
  } catch {
    // Without the table, such as when the network is down, English says what happened.
    return body;
  }
}

/** How earlier versions wrote lines of histories, which are kept as written, and how they are written now. */
const EARLIER: [RegExp, string][] = [
  [/^Reminded: your (draft|post) due /, 'Reminder sent: $1 due '],
  [/^Reminded by email$/, 'Reminder sent by email'],
  [/^Address given$/, 'Address provided'],
  [/^Approved at /, 'Approved: '],
  [/^Change requested: /, 'Changes requested: '],
  [/^An? (.+) on (.+) is live$/, 'Published on $2: $1'],
  [/^Product shipped with (.+), tracking (.+)$/, 'Product shipped via $1, tracking number $2'],
  [/^Product shipped with /, 'Product shipped via '],
  [/^Product shipped, tracking (?!number )/, 'Product shipped, tracking number '],
];

/** Returns a line of a history as it is written now. */
export const inCurrentWording = (line: string): string =>
  EARLIER.reduce((text, [earlier, now]) => text.replace(earlier, now), line);

/** Writes a line in the language of the page; null until the table of the texts is there. */
let known: ((line: string) => string) | null = null;

/**
 * Returns a line of a history for readers of English. The lines store a live video as `a live`, which is also how other
 * languages find it.
 */
export const inPlainEnglish = (line: string): string =>
  inCurrentWording(line)
    .replace(/^(Published on .+: )live$/, '$1live video')
    .replace(/ a live$/, ' a live video')
    .replace(/([ ,])(\d+) live(s?)(,|$)/, '$1$2 live video$3$4');

/**
 * Returns what writes lines that the API keeps in English, such as those of a history, in the language of the page. They are in
 * English until the table of its texts is there.
 */
export function useApiText(): (text: string) => string {
  const isEnglish = useLanguage() === 'en';
  const [write, setWrite] = useState(() => known);
  useEffect(() => {
    if (isEnglish || write) return;
    import('@troupe/domain/problem-text').then(
      ({ translateProblem }) => {
        known ??= (line) => translateProblem(inCurrentWording(line));
        setWrite(() => known);
      },
      () => {},
    );
  }, [isEnglish, write]);
  return isEnglish || !write ? inPlainEnglish : write;
}
