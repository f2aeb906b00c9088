/**
 * How delivery to a recipient goes wrong:
 * - `defer`: 450 at RCPT, for `times` attempts, then accepted (greylisting)
 * - `bounce`: 550 at RCPT, no such mailbox
 * - `full`: 452 at RCPT, mailbox full
 * - `busy`: 421 at RCPT, and the connection is closed
 * - `reject`: accepted at RCPT, 554 after the data
 * - `drop`: accepted at RCPT, the connection breaks after the data without an answer
 * - `cut`: accepted at RCPT, the connection breaks in the middle of the data
 * - `rename`: kept, but under a Message-ID of the server's own, as some relays do
 */
export const mailFailures = ['defer', 'bounce', 'full', 'busy', 'reject', 'drop', 'cut', 'rename'] as const;
export type MailFailure = (typeof mailFailures)[number];

/** A standing order for one recipient (`x@a.test`) or a whole domain (`*@a.test`). */
export interface MailRule {
  recipient: string;
  failure: MailFailure;
  /** Attempts it still applies to; null until it is removed. */
  times: number | null;
}

/** Answers given to a refused recipient or message. */
export const replies: Record<
  Exclude<MailFailure, 'drop' | 'cut' | 'rename'>,
  { responseCode: number; message: string }
> = {
  defer: { responseCode: 450, message: '4.2.0 Greylisted, try again later' },
  bounce: { responseCode: 550, message: '5.1.1 No such mailbox' },
  full: { responseCode: 452, message: '4.2.2 Mailbox is full' },
  busy: { responseCode: 421, message: '4.3.2 Service not available, closing connection' },
  reject: { responseCode: 554, message: '5.7.1 Message refused' },
};

const MAX_PAIRS = 10_000;

/**
 * Decides what happens to each recipient. Rules set by call come first and live until the process ends;
 * then the local part decides: `defer@`, `defer-3@`, `bounce@`, `full@`, `busy@`, `reject@`, `drop@`,
 * `cut@`, `rename@` on any domain, also with a tag (`bounce+7@`). `defer@` refuses a sender's first attempt (`defer-3@` the
 * first three), takes the next one, and then starts over.
 */
export class MailRules {
  #rules = new Map<string, MailRule>();
  #attempts = new Map<string, number>();
  /** Nobody gets in: each connection is ended with 421. */
  down = false;

  list(): MailRule[] {
    return [...this.#rules.values()].map((rule) => ({ ...rule }));
  }

  set(rule: MailRule): void {
    const recipient = rule.recipient.trim().toLowerCase();
    this.#rules.set(recipient, { ...rule, recipient });
  }

  /** Says whether there was such a rule. */
  remove(recipient: string): boolean {
    return this.#rules.delete(recipient.trim().toLowerCase());
  }

  clear(): void {
    this.#rules.clear();
    this.#attempts.clear();
    this.down = false;
  }

  /** What happens to this attempt to deliver; counts it. Null: nothing goes wrong. */
  decide(sender: string, recipient: string): MailFailure | null {
    const address = recipient.toLowerCase();
    const at = address.lastIndexOf('@');
    const rule = this.#rules.get(address) ?? this.#rules.get(`*${address.slice(at)}`);
    if (rule) {
      if (rule.times === null) return rule.failure;
      rule.times--;
      if (rule.times <= 0) this.#rules.delete(rule.recipient);
      return rule.failure;
    }
    const local = address.slice(0, Math.max(at, 0)).split('+')[0] ?? '';
    const [, word, count] =
      /^(defer|bounce|full|busy|reject|drop|cut|rename)(?:-(\d{1,2}))?$/.exec(local) ?? [];
    if (word === 'defer') return this.#defer(`${sender.toLowerCase()} ${address}`, Number(count ?? 1));
    return mailFailures.find((failure) => failure === word) ?? null;
  }

  #defer(pair: string, times: number): MailFailure | null {
    const attempts = this.#attempts.get(pair) ?? 0;
    this.#attempts.delete(pair);
    if (attempts >= times) return null;
    if (this.#attempts.size >= MAX_PAIRS) {
      const [oldest] = this.#attempts.keys();
      if (oldest !== undefined) this.#attempts.delete(oldest);
    }
    this.#attempts.set(pair, attempts + 1);
    return 'defer';
  }
}
