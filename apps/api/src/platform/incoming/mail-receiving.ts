/** The kind of an incoming email; only `reply` counts as a reply. */
export type InboundKind = 'reply' | 'auto-reply' | 'bounce' | 'complaint';

/** A delivery status report about the recipient. */
export interface DeliveryReport {
  /** Permanently failed; otherwise delayed or delivered. */
  failed: boolean;
  /** Enhanced status such as `5.1.1` (RFC 3463); empty if missing. */
  status: string;
  /** The other mail server's message, for people. */
  reason: string;
}

/** The SMTP envelope of an incoming email. */
export interface InboundEnvelope {
  sender: string;
  recipients: string[];
  ip: string;
  helo: string;
}

/** A parsed incoming email. Texts are truncated to the stored size. */
export interface InboundMail {
  kind: InboundKind;
  /** With angle brackets; derived from the content if missing. */
  messageId: string;
  from: string;
  subject: string;
  /** The newly written text, without quotes. */
  visible: string;
  /** The full text with quotes. */
  whole: string;
  /** Message-IDs it replies or refers to, nearest first. */
  answers: string[];
  /** Recipient addresses in the headers. */
  addressees: string[];
  /** The DMARC result of the sender. */
  trust: 'pass' | 'fail' | 'none';
  /** The SPF, DKIM and DMARC results, for the log. */
  checks: string;
  report: DeliveryReport | null;
  /** Attachments, without inline images and parts meant for email clients. */
  files: { name: string; content: Uint8Array }[];
  /** The number of mail servers it passed; high in a loop. */
  hops: number;
}

/** Whether an address accepts email. */
export type AddressVerdict = 'known' | 'maybe' | 'unknown';

/** Handles emails that the SMTP server receives. */
export interface MailReceiver {
  /** Returns `maybe` if only the email itself can tell. */
  accepts(address: string): Promise<AddressVerdict>;
  /** Stores an email whose original is in `draft`. Returns `unknown` if it relates to none of ours. */
  receive(draft: string, size: number, envelope: InboundEnvelope): Promise<'kept' | 'unknown' | 'loop'>;
}

/** Invite and unsubscribe links, including those wrapped by mail filters, which encode the slashes. */
const SECRET_LINK = /((?:\/|%(?:25)*2F)(?:invite|unsubscribe)(?:\/|%(?:25)*2F))[\w-]{16,}/gi;

/** A line break that email clients insert into quotes. */
const LINE_BREAK = '(?:=?[ \\t]*\\r?\\n[>| \\t]*)?';

const escaped = (text: string) => text.replace(/[\\^$.*+?()[\]{}|-]/g, '\\$&');

/**
 * Redacts the secrets of links that only their recipient may open.
 * @param tokens known secrets, also matched without their links and across line breaks in quotes
 */
export function redactSecretLinks(text: string, tokens: readonly string[]): string {
  const known = tokens.filter(Boolean).map((token) => [...token].map(escaped).join(LINE_BREAK));
  const redacted = known.length > 0 ? text.replace(new RegExp(known.join('|'), 'gi'), '...') : text;
  return redacted.replace(SECRET_LINK, '$1...');
}
