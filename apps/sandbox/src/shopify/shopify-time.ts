const offsets = new Map<string, Intl.DateTimeFormat>();

function formatOf(timezone: string): Intl.DateTimeFormat {
  let format = offsets.get(timezone);
  if (!format) {
    format = new Intl.DateTimeFormat('en-US', { timeZone: timezone, timeZoneName: 'longOffset' });
    offsets.set(timezone, format);
  }
  return format;
}

const known = new Map<string, string>();

/** The zone's distance from UTC, `-04:00`; asked for once for each hour. */
function offsetAt(at: Date, timezone: string): string {
  const key = `${timezone} ${Math.floor(at.getTime() / 3_600_000)}`;
  let offset = known.get(key);
  if (offset === undefined) {
    const name = formatOf(timezone)
      .formatToParts(at)
      .find(({ type }) => type === 'timeZoneName')?.value;
    offset = /[+-]\d\d:\d\d/.exec(name ?? '')?.[0] ?? '+00:00';
    if (known.size > 10_000) known.clear();
    known.set(key, offset);
  }
  return offset;
}

/** Whole seconds, as GraphQL tells them: `2026-05-01T14:00:00Z`. */
export const secondOf = (iso: string): string => `${iso.slice(0, 19)}Z`;

/** Whole seconds in the store's own time, as webhooks tell them: `2026-05-01T10:00:00-04:00`. */
export function localTime(iso: string, timezone: string): string {
  const at = new Date(iso);
  const offset = offsetAt(at, timezone);
  const [hours = 0, minutes = 0] = offset.slice(1).split(':').map(Number);
  const moved = (offset.startsWith('-') ? -1 : 1) * (hours * 60 + minutes) * 60_000;
  return `${new Date(at.getTime() + moved).toISOString().slice(0, 19)}${offset}`;
}
