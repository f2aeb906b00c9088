import PostalMime, { type Address, type Attachment, type Email, type Mailbox } from 'postal-mime';
import type { MailAddress, MailAttachment, MailDetail, MailSummary } from './mail.ts';
import { linksOf, textOfHtml } from './mail-links.ts';

const SNIPPET_LENGTH = 200;
/** A summary is read from the start of a mail, so that a large attachment costs nothing on arrival. */
export const SUMMARY_BYTES = 512 * 1024;

type SummaryOfContent = Pick<MailSummary, 'from' | 'to' | 'subject' | 'snippet' | 'hasAttachments'>;

function mailboxesOf(addresses: Address[] | undefined): MailAddress[] {
  const flat = (addresses ?? []).flatMap((one): Mailbox[] => (one.address === undefined ? one.group : [one]));
  return flat.slice(0, 200).map(({ name, address }) => ({ name, address }));
}

function parse(raw: Uint8Array): Promise<Email> {
  return PostalMime.parse(raw, { maxNestingDepth: 50, maxRfc822NestingDepth: 3 });
}

function readingOf(email: Email): SummaryOfContent {
  const text = email.text?.trim() ? email.text : textOfHtml(email.html ?? '');
  return {
    from: mailboxesOf(email.from ? [email.from] : [])[0] ?? null,
    to: mailboxesOf(email.to),
    subject: email.subject ?? '',
    snippet: text.slice(0, 2000).replace(/\s+/g, ' ').trim().slice(0, SNIPPET_LENGTH),
    hasAttachments: email.attachments.length > 0,
  };
}

/** What the mailbox list shows of a mail, from its first {@link SUMMARY_BYTES}. Never throws. */
export async function readSummary(start: Uint8Array): Promise<SummaryOfContent> {
  try {
    return readingOf(await parse(start));
  } catch {
    return { from: null, to: [], subject: '', snippet: '', hasAttachments: false };
  }
}

function bytesOf(attachment: Attachment): Uint8Array {
  const { content } = attachment;
  if (typeof content === 'string') return Buffer.from(content, 'utf8');
  return content instanceof Uint8Array ? content : new Uint8Array(content);
}

function describe(attachment: Attachment, index: number): MailAttachment {
  return {
    index,
    filename: attachment.filename || `part-${index + 1}`,
    mimeType: attachment.mimeType,
    size: bytesOf(attachment).byteLength,
    contentId: attachment.contentId?.replace(/^<|>$/g, '') ?? null,
  };
}

/** Opens a mail. One that cannot be taken apart comes back with `unreadable` set and no content. */
export async function readMail(summary: MailSummary, raw: Uint8Array): Promise<MailDetail> {
  const nothing = {
    cc: [],
    replyTo: [],
    messageId: null,
    date: null,
    headers: [],
    text: null,
    html: null,
    links: [],
    attachments: [],
  };
  try {
    const email = await parse(raw);
    return {
      ...summary,
      ...readingOf(email),
      cc: mailboxesOf(email.cc),
      replyTo: mailboxesOf(email.replyTo),
      messageId: email.messageId ?? null,
      date: email.date ?? null,
      headers: email.headers.map(({ originalKey, value }) => ({ name: originalKey, value })),
      text: email.text ?? null,
      html: email.html ?? null,
      links: linksOf(email.html ?? null, email.text ?? null),
      attachments: email.attachments.map(describe),
      unreadable: null,
    };
  } catch (error) {
    return { ...summary, ...nothing, unreadable: error instanceof Error ? error.message : String(error) };
  }
}

/** The content of one attachment, or null when the mail has none at that place. */
export async function readAttachment(
  raw: Uint8Array,
  index: number,
): Promise<{ attachment: MailAttachment; content: Uint8Array } | null> {
  try {
    const found = (await parse(raw)).attachments[index];
    return found ? { attachment: describe(found, index), content: bytesOf(found) } : null;
  } catch {
    return null;
  }
}
