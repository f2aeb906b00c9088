import { textTable } from '../../problem-text.ts';
import english from './messages/en.json' with { type: 'json' };
import { t } from './messages/messages.gen.ts';

/** Keys are found at run time, so the compiler can't check their values. */
const write = t as unknown as (key: `title.${string}`, values: object) => string;

const titles = textTable();
titles.add(english, (key, values) => write(key as `title.${string}`, values));

/**
 * Writes the title of an action in the current language. A title that an earlier version stored in other words is written
 * as the action is called now.
 * @param usual the title of the action today; null if there is no such action anymore
 */
export const translateTitle = (title: string, usual: string | null = null): string =>
  titles.find(title) ?? (usual === null ? null : titles.find(usual)) ?? title;
