import { FAULTS, type Failure, type Faults } from '../platform/faults.ts';

/** How delivery to a recipient goes wrong; see the failures of `mail` in faults.ts. */
export type MailFailure = Exclude<Failure<'mail'>, 'down'>;

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
 * Decides what happens to each recipient. Faults come first; then the local part decides: `defer@`, `defer-3@`,
 * `bounce@` and so on at any domain, also with a tag (`bounce+7@`). `defer@` refuses a sender's first attempt
 * (`defer-3@` the first three), takes the next one, and then starts over.
 */
export class MailRules {
  readonly #faults: Faults;
  readonly #attempts = new Map<string, number>();

  constructor(faults: Faults) {
    this.#faults = faults;
  }

  /** Whether every connection ends with 421. */
  get isDown(): boolean {
    return this.#faults.list('mail').some(({ failure }) => failure === 'down');
  }

  /** What happens to this attempt to deliver, which is counted; null: nothing goes wrong. */
  decide(sender: string, recipient: string): MailFailure | null {
    const address = recipient.toLowerCase();
    const at = address.lastIndexOf('@');
    const fault = this.#faults.take('mail', [address, `*${address.slice(at)}`, '*']);
    if (fault && fault.failure !== 'down') return fault.failure;
    const local = address.slice(0, Math.max(at, 0)).split('+')[0] ?? '';
    const [, word = '', count] = /^([a-z]+)(?:-(\d{1,2}))?$/.exec(local) ?? [];
    if (word === 'defer') return this.#defer(`${sender.toLowerCase()} ${address}`, Number(count ?? 1));
    return word in FAULTS.mail.failures && word !== 'down' ? (word as MailFailure) : null;
  }

  #defer(pair: string, times: number): MailFailure | null {
    const attempts = this.#attempts.get(pair) ?? 0;
    this.#attempts.delete(pair);
    if (attempts >= times) return null;
    const [oldest] = this.#attempts.keys();
    if (oldest !== undefined && this.#attempts.size >= MAX_PAIRS) this.#attempts.delete(oldest);
    this.#attempts.set(pair, attempts + 1);
    return 'defer';
  }
}
