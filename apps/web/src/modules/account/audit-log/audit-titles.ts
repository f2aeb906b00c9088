import { textTable } from '@troupe/domain/problem-text';
import english from './messages/en.json' with { type: 'json' };
import { t } from './messages/messages.gen.ts';

/** Keys are found at run time, so the compiler can't check their values. */
const write = t as unknown as (key: `title.${string}`, values: object) => string;

const titles = textTable();
titles.add(english, (key, values) => write(key as `title.${string}`, values));

/** Writes the title of an action in the language of the page. Titles of earlier versions stay in English. */
export const translateTitle = (title: string): string => titles.find(title) ?? title;
