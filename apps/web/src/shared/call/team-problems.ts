import { inPageLanguage } from '@troupe/browser/problem-language';
import type { ProblemBody } from '@troupe/domain/problem';
import { language } from '@troupe/i18n/language';

let added: Promise<void> | null = null;

/** Loads what only teams are answered with, once. */
export const loadTeamTexts = (): Promise<void> => {
  added ??= import('./team-texts.ts').then(
    ({ addTeamTexts }) => addTeamTexts(),
    () => {
      added = null;
    },
  );
  return added;
};

/** Like `inPageLanguage`, also for what only teams are answered with. */
export async function inTeamLanguage(body: Partial<ProblemBody>): Promise<Partial<ProblemBody>> {
  if (language() === 'en') return body;
  await loadTeamTexts();
  return await inPageLanguage(body);
}

/** Fields of answers with texts of ours: why something isn't possible, what is wrong with a record, or what happens. */
const TEXTS = ['reason', 'statusReason', 'problem', 'error', 'steps'] as const;
type Said = Partial<Record<(typeof TEXTS)[number], unknown>>;

/** Writes the texts that an answer brings, such as why an action isn't possible, in the language of the page. */
export async function answerInTeamLanguage<Answer>(answer: Answer): Promise<Answer> {
  if (language() === 'en') return answer;
  const found = saidIn(answer);
  if (found.length === 0) return answer;
  try {
    await loadTeamTexts();
    const { translateProblem } = await import('@troupe/domain/problem-text');
    for (const said of found)
      for (const name of TEXTS) {
        const text = said[name];
        if (typeof text === 'string') said[name] = translateProblem(text);
        if (isTexts(text)) said[name] = text.map(translateProblem);
      }
  } catch {
    // Without the table, English says what happened.
  }
  return answer;
}

const isTexts = (value: unknown): value is string[] =>
  Array.isArray(value) && value.length > 0 && value.every((text) => typeof text === 'string');

function saidIn(answer: unknown, found: Said[] = []): Said[] {
  if (typeof answer !== 'object' || answer === null) return found;
  const said = answer as Said;
  if (TEXTS.some((name) => typeof said[name] === 'string' || isTexts(said[name]))) found.push(said);
  for (const part of Object.values(answer)) saidIn(part, found);
  return found;
}
