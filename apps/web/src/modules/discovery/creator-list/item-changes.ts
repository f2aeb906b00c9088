import type { CreatorListItemValues } from '@troupe/domain/discovery/creator-list';
import { isSameValue } from '@troupe/domain/discovery/creator-list-status';
import { t } from './messages/messages.gen.ts';

/** Values of some fields of an item. */
export type SomeValues = Partial<CreatorListItemValues>;

/** Unsaved changes to an item. `version` is the one their author started from. */
export type Pending = SomeValues & { version?: number };

/** An edit conflict: the other side's values of the fields that differ. */
export type EditConflict = SomeValues & {
  /** `overwrote`: this save replaced theirs. `replaced`: theirs replaced this one. */
  kind: 'overwrote' | 'replaced';
  by: string;
};

type Field = keyof CreatorListItemValues;

/** The fields that have a value and pass `wanted`. */
const pick = (
  { version: _, ...values }: Pending,
  wanted: (name: Field, value: unknown) => boolean = () => true,
): SomeValues =>
  Object.fromEntries(
    Object.entries(values).filter(([name, value]) => value !== undefined && wanted(name as Field, value)),
  );

const isEmpty = (values: Pending) => Object.keys(pick(values)).length === 0;

const isSent = (sent: SomeValues, name: Field, value: unknown) =>
  sent[name] !== undefined && isSameValue(value, sent[name]);

/** Parses a stored draft; an invalid one counts as none. */
export function readPending(kept: string): Pending {
  try {
    const pending = JSON.parse(kept || '{}') as Pending;
    return isEmpty(pending) ? {} : pending;
  } catch {
    return {};
  }
}

/** Returns a draft as text; '' if there is nothing to save. */
export const writePending = (pending: Pending): string => (isEmpty(pending) ? '' : JSON.stringify(pending));

/** Returns what is still to be saved after `sent`: changes made in the meantime, now based on `version`. */
export function remaining(pending: Pending, sent: SomeValues, version: number): Pending {
  const left = pick(pending, (name, value) => !isSent(sent, name, value));
  return isEmpty(left) ? {} : { ...left, version };
}

/**
 * Returns the fields in which another version differs from the current item; null if there are none, or if this page
 * sent those values itself and never got a response.
 */
export function meetingOf(
  kind: EditConflict['kind'],
  { by, ...other }: SomeValues & { by: string | null },
  stored: SomeValues,
  unanswered: SomeValues = {},
): EditConflict | null {
  const differing = pick(
    other,
    (name, value) => !isSameValue(value, stored[name]) && !isSent(unanswered, name, value),
  );
  return isEmpty(differing) ? null : { kind, by: by ?? t('conflict.someone'), ...differing };
}
