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

type Table = typeof import('@troupe/domain/problem-text');
let known: Table | null = null;
const asItIs = (text: string): string => text;

/**
 * Returns what writes lines that the API keeps in English, such as those of a history, in the language of the page. They are in
 * English until the table of its texts is there.
 */
export function useApiText(): (text: string) => string {
  const isEnglish = useLanguage() === 'en';
  const [table, setTable] = useState(known);
  useEffect(() => {
    if (isEnglish || table) return;
    import('@troupe/domain/problem-text').then(
      (loaded) => {
        known = loaded;
        setTable(loaded);
      },
      () => {},
    );
  }, [isEnglish, table]);
  return isEnglish || !table ? asItIs : table.translateProblem;
}
