import { randomUUIDv7 } from 'node:crypto';
import { mkdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { Problem } from '@troupe/domain/problem';
import { replaceFile } from '../platform/state.ts';
import {
  cleanRecord,
  type DnsRecord,
  type DnsState,
  dnsName,
  isThere,
  type NewDnsRecord,
} from './dns-record.ts';

/** A change of how a record is answered. */
export interface DnsChange {
  state?: DnsState | undefined;
  /** Removed later: gone after so many minutes; 0 is at once. */
  goneIn?: number | undefined;
}

const MOST_RECORDS = 2000;
const LONGEST_CHAIN = 8;

/** The records that Troupe itself publishes for the brands that send with it, and those of the mailbox. */
export const OWN_RECORDS: readonly NewDnsRecord[] = [
  { name: 'troupe.test', type: 'TXT', value: 'v=spf1 include:_spf.troupe.test ~all' },
  { name: '_spf.troupe.test', type: 'TXT', value: 'v=spf1 ip4:127.0.0.0/8 ip6:::1 ~all' },
  { name: 'bounce.troupe.test', type: 'TXT', value: 'v=spf1 include:_spf.troupe.test ~all' },
  { name: 'bounce.troupe.test', type: 'MX', value: 'mx.troupe.test', priority: 10 },
  { name: 'reply.troupe.test', type: 'MX', value: 'mx.troupe.test', priority: 10 },
  { name: 'mx.troupe.test', type: 'A', value: '127.0.0.1' },
  // Makes a reply from a forged sender fail.
  { name: '_dmarc.forged.test', type: 'TXT', value: 'v=DMARC1; p=reject' },
];

/** The records the name server knows, kept in one file. */
export class DnsZone {
  readonly #file: string;
  readonly #folder: string;
  #records: DnsRecord[] = [];
  #writing: Promise<unknown> = Promise.resolve();

  constructor(dataDir: string) {
    this.#folder = join(dataDir, 'dns');
    this.#file = join(this.#folder, 'zone.json');
  }

  /** Reads what is there, and adds Troupe's own records. */
  async open(): Promise<void> {
    await mkdir(this.#folder, { recursive: true });
    const text = await readFile(this.#file, 'utf8').catch(() => '[]');
    this.#records = JSON.parse(text) as DnsRecord[];
    await this.add(OWN_RECORDS);
  }

  /** All records, by domain and then by name. */
  list(): DnsRecord[] {
    const place = ({ name, type }: DnsRecord) => `${name.split('.').reverse().join(' ')} ${type}`;
    return this.#records.toSorted((a, b) => (place(a) < place(b) ? -1 : 1));
  }

  get size(): number {
    return this.#records.length;
  }

  /** Adds records. An equal record is replaced, so its state is `present` again. */
  async add(records: readonly NewDnsRecord[]): Promise<DnsRecord[]> {
    const added: DnsRecord[] = records.map((record) => ({ id: randomUUIDv7(), ...cleanRecord(record) }));
    const words = ({ name, type, value }: DnsRecord) => `${name} ${type} ${value}`;
    const replaced = new Set(added.map(words));
    const others = this.#records.filter((one) => !replaced.has(words(one)));
    if (others.length + added.length > MOST_RECORDS)
      throw new Problem('invalid', { message: `The zone holds at most ${MOST_RECORDS} records.` });
    await this.#write([...others, ...added]);
    return added;
  }

  /** Changes how a record is answered. */
  async change(id: string, { state, goneIn }: DnsChange): Promise<DnsRecord> {
    const record = this.#find(id);
    if (state !== undefined) Object.assign(record, { state, until: null });
    if (goneIn !== undefined) record.until = new Date(Date.now() + goneIn * 60_000).toISOString();
    await this.#write();
    return record;
  }

  /** Removes a record. */
  async remove(id: string): Promise<{ removed: number }> {
    const gone = this.#find(id);
    await this.#write(this.#records.filter((record) => record !== gone));
    return { removed: 1 };
  }

  /** Removes the records of a domain and everything below it; says how many. */
  async clear(domain: string): Promise<number> {
    const name = dnsName(domain);
    const kept = this.#records.filter((record) => record.name !== name && !record.name.endsWith(`.${name}`));
    const removed = this.size - kept.length;
    await this.#write(kept);
    return removed;
  }

  /** What a resolver answers, aliases followed; `known` tells a name without such a record from one that is none. */
  answer(asked: string, type: string): { known: boolean; answers: DnsRecord[] } {
    const answers: DnsRecord[] = [];
    let name = asked.toLowerCase().replace(/\.$/, '');
    let known = false;
    for (let step = 0; step < LONGEST_CHAIN; step++) {
      const there = this.#records.filter((record) => record.name === name && isThere(record));
      known ||= there.length > 0 || this.#records.some((record) => record.name.endsWith(`.${name}`));
      const alias = there.find((record) => record.type === 'CNAME');
      answers.push(...(alias ? [alias] : there.filter((record) => record.type === type)));
      if (!alias || type === 'CNAME') break;
      name = alias.value;
    }
    return { known, answers };
  }

  #find(id: string): DnsRecord {
    const record = this.#records.find((one) => one.id === id);
    if (!record) throw new Problem('not_found', { message: 'This record is not here any more.' });
    return record;
  }

  #write(records: DnsRecord[] = this.#records): Promise<unknown> {
    this.#records = records;
    const write = () => replaceFile(this.#file, JSON.stringify(records, null, 1));
    this.#writing = this.#writing.then(write, write);
    return this.#writing;
  }
}
