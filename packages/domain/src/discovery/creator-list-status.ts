// No schemas here, so screens that only need these constants don't load the schema library.

/** Status tags of a list item in display order. Tags can change in any order. */
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

/** Delay before saving a list item, so typing isn't saved character by character. */
export const SAVE_DEBOUNCE_MS = 300;

/** How long the saved indicator is shown. */
export const SAVED_INDICATOR_MS = 2000;

/** Returns whether two values of a list item field are equal, ignoring the order of tags. */
export function isSameValue(one: unknown, other: unknown): boolean {
  if (!Array.isArray(one) || !Array.isArray(other)) return one === other;
  const [values, others] = [new Set(one), new Set(other)];
  return values.size === others.size && [...values].every((value) => others.has(value));
}
