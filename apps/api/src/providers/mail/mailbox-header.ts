import type { Address } from 'postal-mime';
import type { MailboxHeader } from '../../platform/outgoing/mailbox-session.ts';

/** The headers that decide whether an email is read, and where it belongs. */
export const HEADERS = [
  ...['from', 'to', 'cc', 'subject', 'date', 'message-id', 'in-reply-to', 'references'],
  ...['content-type', 'auto-submitted'],
];

const MAX_HEADER_BYTES = 64 * 1024;
const IDS = /<[^<>\s]{1,900}>/g;

/** Formats headers as in an email. */
export const headerText = (headers: readonly { name: string; value: string }[]): Buffer =>
  Buffer.from(headers.map(({ name, value }) => `${name}: ${value.replace(/[\r\n]+/g, ' ')}\r\n`).join(''));

/** Reads the headers of an email. `received`: when it arrived. */
export async function headerOf(message: {
  id: string;
  size: number;
  received: Date | string | undefined;
  headers: Buffer;
}): Promise<MailboxHeader> {
  const text = Buffer.concat([message.headers.subarray(0, MAX_HEADER_BYTES), Buffer.from('\r\n\r\n')]);
  const { default: PostalMime } = await import('postal-mime');
  const email = await PostalMime.parse(text).catch(() => null);
  const value = (name: string) => email?.headers.find(({ key }) => key === name)?.value ?? '';
  const ids = (name: string) => value(name).match(IDS) ?? [];
  const written = Date.parse(value('date'));
  const received = new Date(message.received ?? Number.NaN).getTime();
  const now = Date.now();
  // Senders' clocks may be ahead; a date in the past is taken as it is.
  const date = [written, received, now].find((one) => Number.isFinite(one) && one > 0 && one <= now) ?? now;
  return {
    id: message.id,
    size: message.size,
    messageId: ids('message-id')[0] ?? '',
    answers: [...ids('in-reply-to'), ...ids('references').reverse()],
    from: addresses(email?.from ? [email.from] : [])[0] ?? '',
    to: addresses([...(email?.to ?? []), ...(email?.cc ?? [])]),
    subject: email?.subject ?? '',
    date: new Date(date).toISOString(),
    isReport: /report-type/i.test(value('content-type')),
  };
}

const addresses = (list: readonly Address[]): string[] =>
  list
    .flatMap((one) => (one.address === undefined ? one.group : [one]))
    .map(({ address }) => address.trim().toLowerCase())
    .filter((address) => address.includes('@'))
    .slice(0, 100);
