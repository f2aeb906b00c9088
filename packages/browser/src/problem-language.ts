import type { ProblemBody } from '@troupe/domain/problem';
import { language } from '@troupe/i18n/language';

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
