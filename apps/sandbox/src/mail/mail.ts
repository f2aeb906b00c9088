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
