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
