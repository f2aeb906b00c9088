import { clockText, dayText } from '@troupe/ui/lib/date';
import { formats } from '@troupe/ui/lib/formats';

const DAY = 86_400_000;

/** The weekday, in the person's time zone. */
const weekday = (at: Date, long: boolean) =>
  new Intl.DateTimeFormat('en-GB', {
    weekday: long ? 'long' : 'short',
    timeZone: formats().timeZone,
  }).format(at);

/** The separator between days of a conversation: Today, Yesterday, Wednesday, then 'Sat 14 Nov 2026'. */
export function dayLine(iso: string, now: number = Date.now()): string {
  const at = new Date(iso);
  const day = dayText(at);
  if (day === dayText(now)) return 'Today';
  if (day === dayText(now - DAY)) return 'Yesterday';
  const age = now - at.getTime();
  return age > 0 && age < 6 * DAY ? weekday(at, true) : `${weekday(at, false)} ${day}`;
}

/** '16:20', in the person's time zone. */
export const clockTime = (iso: string): string => clockText(iso);

/** Preview of the last message in the list. Emails without text show their subject. */
export function lastWords(
  last: {
    kind: string;
    text: string;
    attachments: readonly { name: string }[];
    email?: { subject: string } | null;
  } | null,
): string {
  if (!last) return 'No messages yet';
  const text = last.text || last.email?.subject || last.attachments.map(({ name }) => name).join(', ');
  if (last.kind === 'brand') return `You: ${text}`;
  return last.kind === 'note' ? `Note: ${text}` : text;
}
