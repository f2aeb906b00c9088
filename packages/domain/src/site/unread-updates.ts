/**
 * How many product updates somebody has not seen.
 * @param updates newest first
 * @param read id of the newest one they saw, null when they saw none
 */
export function unreadUpdates(updates: readonly { id: string; day: string }[], read: string | null): number {
  if (read === null) return updates.length;
  const at = updates.findIndex(({ id }) => id === read);
  if (at >= 0) return at;
  // It was worded anew since: what came on a later day is news. Its id begins with its day.
  return updates.filter(({ day }) => day > read).length;
}
