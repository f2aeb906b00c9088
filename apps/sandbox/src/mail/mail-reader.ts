import PostalMime, { type Address, type Attachment, type Email } from 'postal-mime';

/** A person or list in a header: the address may be empty when the header names none. */
export interface MailAddress {
  name: string;
  address: string;
}

/** One line of the mailbox: what is known without opening the mail. */
export interface MailSummary {
  /** UUIDv7: sorts by arrival. */
  id: string;
  /** ISO 8601, UTC. */
  receivedAt: string;
  /** Envelope sender (MAIL FROM); empty for bounces. */
  envelopeFrom: string;
  /** Envelope recipients (RCPT TO) that were accepted, lower case. */
  recipients: string[];
  from: MailAddress | null;
  to: MailAddress[];
  subject: string;
  /** Start of the text, white space collapsed, up to 200 characters. */
  snippet: string;
  /** Bytes as received. */
  size: number;
}

/** A part that is not the text of the mail. Its content is asked for by its place in the list. */
export interface MailAttachment {
  index: number;
  filename: string;
  mimeType: string;
  /** Bytes after decoding. */
  size: number;
}

/** A mail, opened. */
export interface MailDetail extends MailSummary {
  cc: MailAddress[];
  replyTo: MailAddress[];
  messageId: string | null;
  headers: { name: string; value: string }[];
  text: string | null;
  html: string | null;
  /** Links somebody could click, each address once, with what they say. */
  links: { url: string; text: string }[];
  attachments: MailAttachment[];
  /** Why the mail could not be taken apart; its source is kept all the same. */
  unreadable: string | null;
}

const SNIPPET_LENGTH = 200;
const MOST_LINKS = 200;
const LINK =
  /<a\s[^<>]{0,5000}?href\s*=\s*(?:"([^"<>]{0,5000})"|'([^'<>]{0,5000})')[^<>]{0,5000}>([\s\S]{0,2000}?)<\/a\s*>/gi;
const ENTITIES: Record<string, string> = { amp: '&', lt: '<', gt: '>', quot: '"', '#39': "'", nbsp: ' ' };

/** What is known of a mail from its content. */
export type MailContent = Omit<MailDetail, 'id' | 'receivedAt' | 'envelopeFrom' | 'recipients' | 'size'>;

const mailboxesOf = (addresses: Address[] | undefined): MailAddress[] =>
  (addresses ?? [])
    .flatMap((one) => (one.address === undefined ? one.group : [one]))
    .slice(0, 200)
    .map(({ name, address }) => ({ name, address }));

const parse = (raw: Uint8Array): Promise<Email> =>
  PostalMime.parse(raw, { maxNestingDepth: 50, maxRfc822NestingDepth: 3 });

const decoded = (html: string): string =>
  html.replace(/&(amp|lt|gt|quot|#39|nbsp);/g, (_, name: string) => ENTITIES[name] ?? '');

/** The text of a piece of HTML, white space collapsed. */
const textOfHtml = (html: string): string =>
  decoded(
    html
      .replace(/<(style|title)\b[^>]{0,2000}>[\s\S]{0,200000}?<\/\1\s*>/gi, ' ')
      .replace(/<[^<>]{0,5000}>/g, ' '),
  )
    .replace(/\s+/g, ' ')
    .trim();

/** The http and https links: those of the HTML first, then those only the text has. */
function linksOf(html: string, text: string): MailDetail['links'] {
  const found = new Map<string, string>();
  const add = (url: string, label: string) => {
    if (/^https?:\/\//i.test(url) && URL.canParse(url) && found.size < MOST_LINKS && !found.has(url))
      found.set(url, label || url);
  };
  for (const [, double, single, label = ''] of html.matchAll(LINK))
    add(decoded(double ?? single ?? ''), textOfHtml(label));
  for (const [url] of text.matchAll(/https?:\/\/[^\s<>"'`\\^{}|]{1,4000}/gi))
    add(url.replace(/[.,;:!?)]+$/, ''), '');
  return [...found].map(([url, label]) => ({ url, text: label.slice(0, SNIPPET_LENGTH) }));
}

function bytesOf({ content }: Attachment): Uint8Array {
  if (typeof content === 'string') return Buffer.from(content, 'utf8');
  return content instanceof Uint8Array ? content : new Uint8Array(content);
}

/** Reads what a mail says. One that cannot be taken apart comes back with `unreadable` set and no content. */
export async function readContent(raw: Uint8Array): Promise<MailContent> {
  let email: Email = { headers: [], headerLines: [], attachments: [] } as unknown as Email;
  let unreadable: string | null = null;
  try {
    email = await parse(raw);
  } catch (error) {
    unreadable = error instanceof Error ? error.message : String(error);
  }
  const { html = '', text = '' } = email;
  return {
    from: mailboxesOf(email.from ? [email.from] : [])[0] ?? null,
    to: mailboxesOf(email.to),
    cc: mailboxesOf(email.cc),
    replyTo: mailboxesOf(email.replyTo),
    subject: email.subject ?? '',
    snippet: (text.trim() ? text.replace(/\s+/g, ' ') : textOfHtml(html)).trim().slice(0, SNIPPET_LENGTH),
    messageId: email.messageId ?? null,
    headers: email.headers.map(({ originalKey, value }) => ({ name: originalKey, value })),
    text: email.text ?? null,
    html: email.html ?? null,
    links: linksOf(html, text),
    attachments: email.attachments.map((one, index) => ({
      index,
      filename: one.filename || `part-${index + 1}`,
      mimeType: one.mimeType,
      size: bytesOf(one).byteLength,
    })),
    unreadable,
  };
}

/** Opens a mail. */
export const readMail = async (summary: MailSummary, raw: Uint8Array): Promise<MailDetail> => ({
  ...summary,
  ...(await readContent(raw)),
});

/** The content of one attachment, or null when the mail has none at that place. */
export async function readAttachment(raw: Uint8Array, index: number) {
  const found = (await parse(raw).catch(() => null))?.attachments[index];
  return found ? { filename: found.filename || `part-${index + 1}`, content: bytesOf(found) } : null;
}
