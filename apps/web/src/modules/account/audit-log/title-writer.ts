import { translateTitle } from '@troupe/domain/account/audit/audit-titles';
import type { AuditEntry } from '@troupe/domain/account/audit-log';

/** Writes the title of an entry. */
export type TitleText = (entry: Pick<AuditEntry, 'action' | 'title'>) => string;

/**
 * Returns what writes titles of actions in the language of the page, also those that an earlier version stored.
 * @param actions what each action is called today
 */
export function titleWriter(actions: readonly { name: string; title: string }[]): TitleText {
  const usual = new Map(actions.map(({ name, title }) => [name, title]));
  return ({ action, title }) => translateTitle(title, usual.get(action) ?? null);
}
