import { randomUUIDv7 } from 'node:crypto';
import { mkdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { Problem } from '@troupe/domain/problem';
import { replaceFile } from '../platform/state.ts';
import {
  answersOf,
  cleanRecord,
  type DnsAnswer,
  type DnsRecord,
  type DnsState,
  dnsName,
  isThere,
  type NewDnsRecord,
} from './dns-record.ts';

/** What a name and a type give: `known` tells a name without such a record from one that does not exist. */
export interface ZoneAnswer {
  known: boolean;
  answers: DnsAnswer[];
}

/** A change of how a record is answered; minutes count from now. */
export interface DnsChange {
  state?: DnsState | undefined;
  /** Propagating: there only after so many minutes; 0 is at once. */
  appearsIn?: number | undefined;
  /** Removed later: gone after so many minutes; 0 is at once. */
  goneIn?: number | undefined;
}

const MOST_RECORDS = 2000;
const LONGEST_CHAIN = 8;

/** The records that Troupe itself publishes for the brands that send with it. */
export const OWN_RECORDS: readonly NewDnsRecord[] = [
  { name: 'troupe.test', type: 'TXT', value: 'v=spf1 include:_spf.troupe.test ~all' },
  { name: '_spf.troupe.test', type: 'TXT', value: 'v=spf1 ip4:127.0.0.0/8 ip6:::1 ~all' },
  { name: 'bounce.troupe.test', type: 'TXT', value: 'v=spf1 include:_spf.troupe.test ~all' },
  { name: 'bounce.troupe.test', type: 'MX', value: 'mx.troupe.test', priority: 10 },
  { name: 'reply.troupe.test', type: 'MX', value: 'mx.troupe.test', priority: 10 },
  { name: 'mx.troupe.test', type: 'A', value: '127.0.0.1' },
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

  /** Reads what is there. Troupe's own records are added to an empty zone. */
  async open(): Promise<void> {
    await mkdir(this.#folder, { recursive: true });
    const text = await readFile(this.#file, 'utf8').catch(() => null);
    if (text === null) await this.add(OWN_RECORDS);
    else this.#records = JSON.parse(text) as DnsRecord[];
  }

  /** All records, by domain and then by name. */
  list(): DnsRecord[] {
    const place = ({ name, type }: DnsRecord) => `${name.split('.').reverse().join(' ')} ${type}`;
    return this.#records.toSorted((a, b) => (place(a) < place(b) ? -1 : 1)).map((record) => ({ ...record }));
  }

  get size(): number {
    return this.#records.length;
  }

  /** Adds records; what stands there in the same words stays, and is answered as it stands again. */
  async add(records: readonly NewDnsRecord[]): Promise<DnsRecord[]> {
    const added: DnsRecord[] = records.map((record) => ({ id: randomUUIDv7(), ...cleanRecord(record) }));
    const others = this.#records.filter((one) => !added.some((other) => sameRecord(one, other)));
    if (others.length + added.length > MOST_RECORDS)
      throw new Problem('invalid', { message: `The zone holds at most ${MOST_RECORDS} records.` });
    this.#records = [...others, ...added];
    await this.#write();
    return added;
  }

  /** Changes how a record is answered. */
  async change(id: string, { state, appearsIn, goneIn }: DnsChange, now = new Date()): Promise<DnsRecord> {
    const record = this.#find(id);
    const after = (minutes: number) => new Date(now.getTime() + minutes * 60_000).toISOString();
    if (state) Object.assign(record, { state, from: null, until: null });
    if (appearsIn !== undefined) Object.assign(record, { from: after(appearsIn), until: null });
    if (goneIn !== undefined) record.until = after(goneIn);
    await this.#write();
    return { ...record };
  }

  /** Removes a record. */
  async remove(id: string): Promise<void> {
    const gone = this.#find(id);
    this.#records = this.#records.filter((record) => record !== gone);
    await this.#write();
  }

  /** Removes the records of a domain and everything below it; says how many. */
  async clear(domain: string): Promise<number> {
    const name = dnsName(domain);
    const kept = this.#records.filter((record) => record.name !== name && !record.name.endsWith(`.${name}`));
    const removed = this.#records.length - kept.length;
    this.#records = kept;
    if (removed > 0) await this.#write();
    return removed;
  }

  /** What a resolver answers, aliases followed. */
  answer(asked: string, type: string, now = new Date()): ZoneAnswer {
    const answers: DnsAnswer[] = [];
    let name = asked.toLowerCase().replace(/\.$/, '');
    let known = false;
    for (let step = 0; step < LONGEST_CHAIN; step++) {
      const there = this.#records.filter((record) => record.name === name && isThere(record, now));
      known ||= there.length > 0 || this.#records.some((record) => record.name.endsWith(`.${name}`));
      const alias = there.find((record) => record.type === 'CNAME');
      const fitting = alias && type !== 'CNAME' ? [alias] : there.filter((record) => record.type === type);
      const found = fitting.flatMap(answersOf);
      answers.push(...found);
      const [next] = found;
      if (next?.type !== 'CNAME' || type === 'CNAME') break;
      name = next.value;
    }
    return { known, answers };
  }

  #find(id: string): DnsRecord {
    const record = this.#records.find((one) => one.id === id);
    if (!record) throw new Problem('not_found', { message: 'This record is not here any more.' });
    return record;
  }

  #write(): Promise<unknown> {
    const text = JSON.stringify(this.#records, null, 1);
    const write = () => replaceFile(this.#file, text);
    this.#writing = this.#writing.then(write, write);
    return this.#writing;
  }
}

const sameRecord = (a: DnsRecord, b: DnsRecord) =>
  a.name === b.name && a.type === b.type && a.value === b.value;
