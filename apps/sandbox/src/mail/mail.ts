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
  hasAttachments: boolean;
}

/** A part that is not the text of the mail. Its content is asked for by its place in the list. */
export interface MailAttachment {
  index: number;
  filename: string;
  mimeType: string;
  /** Bytes after decoding. */
  size: number;
  /** Content-ID without angle brackets, for pictures inside the HTML. */
  contentId: string | null;
}

/** A link somebody could click, in the order of the mail, each address once. */
export interface MailLink {
  url: string;
  /** What the link says; the address itself when it stands in plain text. */
  text: string;
}

/** A mail, opened. */
export interface MailDetail extends MailSummary {
  cc: MailAddress[];
  replyTo: MailAddress[];
  messageId: string | null;
  /** The Date header as ISO 8601, or as written when it is no date. */
  date: string | null;
  headers: { name: string; value: string }[];
  text: string | null;
  html: string | null;
  links: MailLink[];
  attachments: MailAttachment[];
  /** Why the mail could not be taken apart; its source is kept all the same. */
  unreadable: string | null;
}
