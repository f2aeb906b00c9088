// No schemas here, so screens that only need these labels don't load the schema library.

const CHANNELS = {
  organic: 'organic',
  paid: 'paid ads',
  website: 'website',
  email: 'email',
  print: 'print',
} as const;

/**
 * Formats a usage term: `6 months`, `1 year`, `45 days`, `in perpetuity`. @param days from going
 * live; null is unlimited
 */
export function usageTermText(days: number | null): string {
  if (days === null) return 'in perpetuity';
  const [count, unit] =
    days % 365 === 0 ? [days / 365, 'year'] : days % 30 === 0 ? [days / 30, 'month'] : [days, 'day'];
  return `${count} ${unit}${count === 1 ? '' : 's'}`;
}

/** Formats usage rights: `6 months, organic and paid ads, EU`. Empty parts are omitted. */
export function usageRightsText({
  termDays,
  channels,
  territory,
}: {
  termDays?: number | null | undefined;
  channels: readonly (keyof typeof CHANNELS)[];
  territory: string;
}): string {
  const words = channels.map((channel) => CHANNELS[channel]);
  const where = words.length < 2 ? words.join('') : `${words.slice(0, -1).join(', ')} and ${words.at(-1)}`;
  const term = termDays === undefined ? '' : usageTermText(termDays);
  return [term, where, territory.trim()].filter(Boolean).join(', ');
}
