const HOUR = 3_600_000;

/** At nine in the morning, so many days after `now`, in the person's time zone. */
function morning(now: number, days: number): string {
  const at = new Date(now);
  at.setDate(at.getDate() + days);
  at.setHours(9, 0, 0, 0);
  return at.toISOString();
}

/** Until when a conversation can be put away. */
export const snoozeTimes = (now: number = Date.now()): { label: string; at: string }[] => [
  { label: 'For 3 hours', at: new Date(now + 3 * HOUR).toISOString() },
  { label: 'Until tomorrow', at: morning(now, 1) },
  { label: 'For a week', at: morning(now, 7) },
];
