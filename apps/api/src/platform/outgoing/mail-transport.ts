/** A name with its address. */
export interface Mailbox {
  name: string;
  address: string;
}

/** A file that goes along with a mail. */
export interface MailFile {
  name: string;
  type: string;
  content: Buffer;
}

/** A mail with everything that stands on and around it. */
export interface OutgoingMail {
  from: Mailbox;
  to: Mailbox;
  replyTo: string;
  /** Where bounces go. */
  envelopeFrom: string;
  /** With angle brackets. */
  messageId: string;
  inReplyTo: string | null;
  /** Message-IDs of its thread, oldest first; with `inReplyTo` as the last. */
  references: readonly string[];
  subject: string;
  html: string;
  plain: string;
  date: Date;
  attachments: readonly MailFile[];
  /** Where the mailbox provider unsubscribes with one POST, and the address that does the same by mail. */
  unsubscribe: { url: string; mailto: string } | null;
  /** The DKIM key; PKCS 8, PEM. Null where the mail server signs. */
  signing: { domain: string; selector: string; privateKey: string } | null;
}

/**
 * What became of an attempt:
 * - `accepted`: the mail server has it; `messageId` is the one it kept or gave
 * - `refused`: it will never take it
 * - `later`: it does not take this mail now, or the connection broke before it had all of it
 * - `unreachable`: the mail server takes no mail at all now, whoever it is for
 * - `unknown`: the connection broke when it had all of it and had not answered
 *
 * `answer` is what the server said, or what went wrong.
 */
export type Delivery =
  | { outcome: 'accepted'; answer: string; messageId: string }
  | { outcome: 'refused'; answer: string; aboutRecipient: boolean }
  | { outcome: 'later' | 'unreachable' | 'unknown'; answer: string };

/** Hands mails to a mail server. */
export interface MailTransport {
  /** Throws only when the mail cannot be made or signed; nothing has left then. */
  send(mail: OutgoingMail): Promise<Delivery>;
  /** Ends connections that wait for the next mail. */
  close(): void;
}
