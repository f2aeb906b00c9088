import { addApiTexts } from '@troupe/domain/problem-text';
import english from './messages/en.json' with { type: 'json' };
import { t } from './messages/messages.gen.ts';

/** Keys are found at run time, so the compiler can't check their values. */
const write = t as unknown as (key: `team.${string}`, values: object) => string;

/** Adds what the API answers teams with to the messages that are written in the language of the page. */
export const addTeamTexts = (): void =>
  addApiTexts(english, (key, values) => write(key as `team.${string}`, values));
