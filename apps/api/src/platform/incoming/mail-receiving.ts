/** What a mail that comes in is: only a `reply` counts as one. */
export type InboundKind = 'reply' | 'auto-reply' | 'bounce' | 'complaint';

/** What a delivery report says about the recipient. */
export interface DeliveryReport {
  /** It will not arrive any more; otherwise it is only late, or has arrived. */
  failed: boolean;
  /** Enhanced status such as `5.1.1` (RFC 3463); empty when the report names none. */
  status: string;
  /** For people: what the other mail server said. */
  reason: string;
}

/** How a mail came in: who was named at the door. */
export interface InboundEnvelope {
  sender: string;
  recipients: string[];
  ip: string;
  helo: string;
}

/** A mail that came in, read. Texts are cut to what is kept of them. */
export interface InboundMail {
  kind: InboundKind;
  /** With angle brackets; made from the content where the mail has none. */
  messageId: string;
  from: string;
  subject: string;
  /** What was written anew, without quotes. */
  visible: string;
  /** The whole of its text, quotes included. */
  whole: string;
  /** Message-IDs it answers or is about, the nearest first. */
  answers: string[];
  /** Addresses it names as its recipients. */
  addressees: string[];
  /** What DMARC says about the sender. */
  trust: 'pass' | 'fail' | 'none';
  /** What SPF, DKIM and DMARC found, for the log. */
  checks: string;
  report: DeliveryReport | null;
  /** What a reply brought along, without pictures that stand in its text and what only mail programs read. */
  files: { name: string; content: Uint8Array }[];
  /** Mail servers it came through; a loop has many. */
  hops: number;
}

/** Whether an address takes mail. */
export type AddressVerdict = 'known' | 'maybe' | 'unknown';

/** What stands behind the mail server that takes mail in. */
export interface MailReceiver {
  /** `maybe`: only the mail itself can tell. */
  accepts(address: string): Promise<AddressVerdict>;
  /** Keeps a mail whose original lies in `draft`. `unknown`: it is about no mail of ours. */
  receive(draft: string, size: number, envelope: InboundEnvelope): Promise<'kept' | 'unknown' | 'loop'>;
}

/** Personal links and unsubscribe links by their shape, also inside the links of mail filters, which encode the slashes. */
const SECRET_LINK = /((?:\/|%(?:25)*2F)(?:invite|unsubscribe)(?:\/|%(?:25)*2F))[\w-]{16,}/gi;

/** Where mail programs break a long line of a quote. */
const LINE_BREAK = '(?:=?[ \\t]*\\r?\\n[>| \\t]*)?';

const escaped = (text: string) => text.replace(/[\\^$.*+?()[\]{}|-]/g, '\\$&');

/**
 * Replaces the secrets of links that only their recipient may open with `...`.
 * @param tokens known secrets; they are found without their links too, and across the line breaks of quotes
 */
export function redactSecretLinks(text: string, tokens: readonly string[]): string {
  const known = tokens.filter(Boolean).map((token) => [...token].map(escaped).join(LINE_BREAK));
  const redacted = known.length > 0 ? text.replace(new RegExp(known.join('|'), 'gi'), '...') : text;
  return redacted.replace(SECRET_LINK, '$1...');
}
