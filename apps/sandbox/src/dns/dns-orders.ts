import { dnsName } from './dns-record.ts';

/**
 * How a look-up goes wrong:
 * - `servfail`: the name server says that it failed
 * - `nxdomain`: it says that there is no such name
 * - `refused`: it refuses to answer
 * - `silent`: it never answers
 * - `garbage`: bytes that are no answer
 * - `lies`: wrong records, whatever is asked
 */
export const dnsFailures = ['servfail', 'nxdomain', 'refused', 'silent', 'garbage', 'lies'] as const;
export type DnsFailure = (typeof dnsFailures)[number];

/** A standing order for a name, a domain with all below it (`*.acme.test`), or everything (`*`). */
export interface DnsOrder {
  name: string;
  failure: DnsFailure;
  /** Look-ups it still applies to; null until it is removed. */
  times: number | null;
}

/** A look-up that came in. */
export interface SeenLookUp {
  at: string;
  name: string;
  type: string;
  /** A failure, or how many records went out. */
  answer: DnsFailure | number;
}

const MOST_SEEN = 200;

/** Orders to fail, and the last look-ups; both until the process ends. */
export class DnsOrders {
  #orders = new Map<string, DnsOrder>();
  #seen: SeenLookUp[] = [];

  list(): DnsOrder[] {
    return [...this.#orders.values()].map((order) => ({ ...order }));
  }

  set(order: DnsOrder): void {
    const name = orderName(order.name);
    this.#orders.set(name, { ...order, name });
  }

  /** Without a name, all of them. */
  remove(name?: string): void {
    if (name === undefined) this.#orders.clear();
    else this.#orders.delete(name.trim().toLowerCase());
  }

  /** What happens to this look-up; counts it. Null: nothing goes wrong. */
  decide(name: string): DnsFailure | null {
    const above = name.split('.').map((_, at, labels) => `*.${labels.slice(at).join('.')}`);
    const order = [name, ...above, '*'].map((key) => this.#orders.get(key)).find((one) => one !== undefined);
    if (!order) return null;
    if (order.times !== null && --order.times <= 0) this.#orders.delete(order.name);
    return order.failure;
  }

  /** Newest first. */
  seen(): SeenLookUp[] {
    return this.#seen.toReversed();
  }

  note(lookUp: SeenLookUp): void {
    this.#seen.push(lookUp);
    if (this.#seen.length > MOST_SEEN) this.#seen.shift();
  }
}

function orderName(typed: string): string {
  const name = typed.trim().toLowerCase();
  if (name === '*') return name;
  return name.startsWith('*.') ? `*.${dnsName(name.slice(2))}` : dnsName(name);
}
