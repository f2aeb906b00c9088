/** A name with its email address. */
export interface Mailbox {
  name: string;
  address: string;
}

/** An email attachment. */
export interface MailFile {
  name: string;
  type: string;
  content: Buffer;
}

/** An email with headers and envelope. */
export interface OutgoingMail {
  from: Mailbox;
  to: Mailbox;
  replyTo: string;
  /** The bounce address. */
  envelopeFrom: string;
  /** With angle brackets. */
  messageId: string;
  inReplyTo: string | null;
  /** Message-IDs of its thread, oldest first, ending with `inReplyTo`. */
  references: readonly string[];
  subject: string;
  html: string;
  plain: string;
  date: Date;
  attachments: readonly MailFile[];
  /** One-click unsubscribe: the URL for a POST, and the mailto address. */
  unsubscribe: { url: string; mailto: string } | null;
  /** The DKIM key (PKCS 8, PEM). Null where the mail server signs. */
  signing: { domain: string; selector: string; privateKey: string } | null;
}

/**
 * The outcome of an attempt:
 * - `accepted`: the mail server has it; `messageId` is the one it kept or assigned
 * - `refused`: permanently rejected
 * - `later`: temporarily rejected, or the connection broke before the data was complete
 * - `unreachable`: the mail server accepts no email at all now
 * - `unknown`: the connection broke after the data, before the response
 * `answer` is the server's response or the error; `retryMs` is how long the server asks to wait.
 */
export type Delivery =
  | { outcome: 'accepted'; answer: string; messageId: string }
  | { outcome: 'refused'; answer: string; aboutRecipient: boolean }
  | { outcome: 'later'; answer: string; retryMs?: number | undefined }
  | { outcome: 'unreachable' | 'unknown'; answer: string };

/** Passes emails to a mail server. */
export interface MailTransport {
  /**
   * Sends an email. Throws only if it can't be composed or signed, or `MailboxFailure` if a mailbox's login is rejected;
   * then nothing was sent.
   */
  send(mail: OutgoingMail): Promise<Delivery>;
  /** Closes idle connections. */
  close(): void;
}
