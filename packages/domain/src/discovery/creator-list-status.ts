// Without schemas, so that a screen which only needs these words and times does not load the schema library.

/** The status tags of a list item, in the order they are shown. They may change in any order. */
export const STATUS_TAGS = [
  'Awaiting response',
  'Interested',
  'Not interested',
  'In discussion',
  'In negotiation',
  'To be approved',
  'Invited',
  'Approved',
  'Rejected',
] as const;

/** Saves of a list item wait this long for further typing. */
export const SAVE_DEBOUNCE_MS = 300;

/** The saving indicator clears after this long. */
export const SAVED_INDICATOR_MS = 2000;

/** Whether two values of a field of a list item are the same; the order of tags does not count. */
export function isSameValue(one: unknown, other: unknown): boolean {
  if (!Array.isArray(one) || !Array.isArray(other)) return one === other;
  const [values, others] = [new Set(one), new Set(other)];
  return values.size === others.size && [...values].every((value) => others.has(value));
}
