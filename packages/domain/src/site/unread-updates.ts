/**
 * How many product updates somebody has not seen.
 * @param updates newest first
 * @param read id of the newest one they saw, null when they saw none
 */
export function unreadUpdates(updates: readonly { id: string; day: string }[], read: string | null): number {
  if (read === null) return updates.length;
  const at = updates.findIndex(({ id }) => id === read);
  if (at >= 0) return at;
  // It was worded anew since: what came on a later day is news.
  const day = read.slice(0, 10);
  return updates.filter((update) => update.day > day).length;
}
