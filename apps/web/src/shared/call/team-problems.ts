import { inPageLanguage } from '@troupe/browser/problem-language';
import type { ProblemBody } from '@troupe/domain/problem';
import { language } from '@troupe/i18n/language';

let added: Promise<void> | null = null;

/** Like `inPageLanguage`, also for what only teams are answered with. */
export async function inTeamLanguage(body: Partial<ProblemBody>): Promise<Partial<ProblemBody>> {
  if (language() === 'en') return body;
  added ??= import('./team-texts.ts').then(
    ({ addTeamTexts }) => addTeamTexts(),
    () => {
      added = null;
    },
  );
  await added;
  return await inPageLanguage(body);
}
