import { randomBytes, randomUUIDv7 } from 'node:crypto';
import { once } from 'node:events';
import { readFile } from 'node:fs/promises';
import type { AddressInfo, Socket } from 'node:net';
import { join } from 'node:path';
import { Problem } from '@troupe/domain/problem';
import { Packet, TCPServer, UDPServer } from 'dns2';
import type { FastifyInstance } from 'fastify';
import type { Logger } from 'pino';
import { html } from '../page/page.ts';
import {
  type Input,
  name,
  needed,
  number,
  oneOf,
  registerControl,
  text,
  whole,
} from '../platform/control.ts';
import type { Failure, Faults } from '../platform/faults.ts';
import { CallLog, KeptState } from '../platform/state.ts';

const dnsTypes = ['TXT', 'CNAME', 'MX', 'A'] as const;
export type DnsType = (typeof dnsTypes)[number];

/**
 * How a record is served: unchanged, not at all, or as TXT in strings of 60 bytes instead of 255.
 */
const dnsStates = ['present', 'absent', 'split'] as const;
export type DnsState = (typeof dnsStates)[number];

const changeFields = { state: oneOf(dnsStates), goneIn: number(100_000) };
const recordFields = {
  name: needed(name(255)),
  type: needed(oneOf(dnsTypes)),
  value: needed(name(4000)),
  /** Only for MX. */
  priority: whole(0, 65_535),
};

/** Input for a new record. */
export type NewDnsRecord = Input<'', typeof recordFields>;

/** A zone record. Names and hosts are lowercase without trailing dot. */
export interface DnsRecord extends Required<NewDnsRecord> {
  id: string;
  state: DnsState;
  /** Served only until then; null for no expiry. */
  until: string | null;
}

const LABEL = /^[a-z0-9_](?:[a-z0-9_-]{0,61}[a-z0-9_])?$/;

const refuse = (message: string) => new Problem('invalid', { message });

/** Normalizes a DNS name: lowercase without trailing dot. Throws if invalid. */
function dnsName(typed: string): string {
  const name = typed.trim().toLowerCase().replace(/\.$/, '');
  if (name.length > 253 || !name.split('.').every((label) => LABEL.test(label)))
    throw refuse(`"${typed.trim().slice(0, 80)}" is not a name of DNS.`);
  return name;
}

/** Validates and normalizes a record; throws with the reason if invalid. */
function cleanRecord({ name, type, value, priority = 10 }: NewDnsRecord): Omit<DnsRecord, 'id'> {
  const given = value.trim();
  if (type === 'TXT' && (!/^[\x20-\x7e]+$/.test(given) || given.length > 4000))
    throw refuse('A TXT value holds 1 to 4,000 plain characters.');
  if (type === 'A' && !/^(?:\d{1,3}(?:\.(?!$)|$)){4}$/.test(given))
    throw refuse('The value of an A record is an IPv4 address.');
  return {
    name: dnsName(name),
    type,
    value: type === 'CNAME' || type === 'MX' ? dnsName(given) : given,
    priority,
    state: 'present',
    until: null,
  };
}

/** Returns whether a record is served. */
const isThere = ({ state, until }: DnsRecord): boolean =>
  state !== 'absent' && (until === null || Date.parse(until) > Date.now());

/**
 * Parses pasted lines of a zone file or table: name, type, value, optionally with TTL and `IN`. TXT
 * values can be quoted, also as several strings.
 */
function readPasted(text: string): NewDnsRecord[] {
  const lines = text.split(/\r?\n/).map((line) => line.trim());
  return lines.flatMap((line, at) => (line === '' || line.startsWith(';') ? [] : [readLine(line, at + 1)]));
}

function readLine(line: string, number: number): NewDnsRecord {
  const [, name, typed, rest] = /^(\S+)\s+(?:\d+\s+)?(?:IN\s+)?([A-Z]+)\s+(.+)$/i.exec(line) ?? [];
  const type = dnsTypes.find((one) => one === typed?.toUpperCase());
  if (!name || !type || !rest)
    throw refuse(`Line ${number} cannot be read. Write a name, a type (${dnsTypes.join(', ')}) and a value.`);
  const [, priority, host] = (type === 'MX' && /^(\d{1,5})\s+(\S+)$/.exec(rest)) || [];
  if (priority && host) return { name, type, value: host, priority: Number(priority) };
  const strings = type === 'TXT' ? [...rest.matchAll(/"((?:[^"\\]|\\.)*)"/g)] : [];
  const joined = strings.map(([, inner = '']) => inner.replace(/\\(.)/g, '$1')).join('');
  return { name, type, value: joined || rest };
}

/** A change to how a record is served; removed after `goneIn` minutes, 0 for immediately. */
export type DnsChange = Input<'', typeof changeFields>;

const MOST_RECORDS = 2000;
const LONGEST_CHAIN = 8;

/** The records Troupe publishes for its brands, and those of the mailbox. */
const OWN_RECORDS: readonly NewDnsRecord[] = [
  { name: 'troupe.test', type: 'TXT', value: 'v=spf1 include:_spf.troupe.test ~all' },
  { name: '_spf.troupe.test', type: 'TXT', value: 'v=spf1 ip4:127.0.0.0/8 ip6:::1 ~all' },
  { name: 'bounce.troupe.test', type: 'TXT', value: 'v=spf1 include:_spf.troupe.test ~all' },
  { name: 'bounce.troupe.test', type: 'MX', value: 'mx.troupe.test', priority: 10 },
  { name: 'reply.troupe.test', type: 'MX', value: 'mx.troupe.test', priority: 10 },
  { name: 'mx.troupe.test', type: 'A', value: '127.0.0.1' },
  // Makes a reply from a forged sender fail.
  { name: '_dmarc.forged.test', type: 'TXT', value: 'v=DMARC1; p=reject' },
];

/** The server's records. */
class DnsZone extends KeptState<{ records: DnsRecord[] }> {
  readonly #file: string;

  constructor(dataDir: string) {
    super(join(dataDir, 'dns'), () => ({ records: [] }));
    this.#file = join(dataDir, 'dns/zone.json');
  }

  /** Loads the state and adds Troupe's own records. */
  override async open(): Promise<void> {
    await super.open();
    // Earlier versions stored records in their own file.
    const old = readFile(this.#file, 'utf8').catch(() => '[]');
    if (this.state.records.length === 0) this.state.records = JSON.parse(await old);
    this.add(OWN_RECORDS);
  }

  /** All records by domain and name. */
  list(): DnsRecord[] {
    const place = ({ name, type }: DnsRecord) => `${name.split('.').reverse().join(' ')} ${type}`;
    return this.state.records.toSorted((a, b) => (place(a) < place(b) ? -1 : 1));
  }

  /** Adds records. An equal record is replaced, so it is `present` again. */
  add(records: readonly NewDnsRecord[]): DnsRecord[] {
    const added: DnsRecord[] = records.map((record) => ({ id: randomUUIDv7(), ...cleanRecord(record) }));
    const words = ({ name, type, value }: DnsRecord) => `${name} ${type} ${value}`;
    const replaced = new Set(added.map(words));
    const others = this.state.records.filter((one) => !replaced.has(words(one)));
    if (others.length + added.length > MOST_RECORDS)
      throw new Problem('invalid', { message: `The zone holds at most ${MOST_RECORDS} records.` });
    this.state.records = [...others, ...added];
    return added;
  }

  /** Changes how a record is served. */
  change(id: string, { state, goneIn }: DnsChange): DnsRecord {
    const record = this.state.records.find((one) => one.id === id);
    if (!record) throw new Problem('not_found', { message: 'This record no longer exists.' });
    if (state !== undefined) Object.assign(record, { state, until: null });
    if (goneIn !== undefined) record.until = new Date(Date.now() + goneIn * 60_000).toISOString();
    return record;
  }

  /** Deletes a record, or those of a domain and its subdomains; returns their number. */
  remove(fits: { id: string } | { domain: string }): { removed: number } {
    const before = this.state.records.length;
    const gone = 'id' in fits ? this.change(fits.id, {}) : null;
    const name = 'domain' in fits ? dnsName(fits.domain) : null;
    const isGone = (record: DnsRecord) =>
      gone ? record === gone : record.name === name || record.name.endsWith(`.${name}`);
    this.state.records = this.state.records.filter((record) => !isGone(record));
    return { removed: before - this.state.records.length };
  }

  /**
   * Returns a resolver's answer with aliases followed; `known` distinguishes existing names without
   * such a record.
   */
  answer(asked: string, type: string): { known: boolean; answers: DnsRecord[] } {
    const answers: DnsRecord[] = [];
    let name = asked.toLowerCase().replace(/\.$/, '');
    let known = false;
    for (let step = 0; step < LONGEST_CHAIN; step++) {
      const there = this.state.records.filter((record) => record.name === name && isThere(record));
      known ||= there.length > 0 || this.state.records.some((record) => record.name.endsWith(`.${name}`));
      const alias = there.find((record) => record.type === 'CNAME');
      answers.push(...(alias ? [alias] : there.filter((record) => record.type === type)));
      if (!alias || type === 'CNAME') break;
      name = alias.value;
    }
    return { known, answers };
  }
}

/** A logged lookup: the failure, or the number of records returned. */
export interface SeenLookup {
  name: string;
  type: string;
  answer: Failure<'dns'> | number;
}
type Lookups = CallLog<SeenLookup>;

type Message = InstanceType<typeof Packet>;
type Handler = (request: Message, send: (response: Message | Buffer) => Promise<Buffer>) => void;

const TTL_S = 60;
const FREE_PORT_TRIES = 20;

interface DnsOptions {
  dataDir: string;
  port: number;
  host: string;
  /** The host as shown on pages. */
  shownHost: string;
  faults: Faults;
  log: Logger;
}

/**
 * Starts a DNS server on UDP and TCP of one port, stopped with the app; 0 picks a port free on
 * both. Returns the port. Answers like a resolver, following aliases.
 */
async function startDnsServer(
  app: FastifyInstance,
  zone: DnsZone,
  lookups: Lookups,
  { port: wanted, host, faults, log }: DnsOptions,
): Promise<number> {
  const handle: Handler = (request, send) => {
    const response = respond(zone, { faults, lookups }, request);
    if (response)
      send(response).catch((error: unknown) => log.warn({ err: error }, 'failed to send a DNS response'));
  };
  for (let attempt = 1; ; attempt++) {
    const tcp = new TCPServer(handle);
    const udp = new UDPServer({ type: host.includes(':') ? 'udp6' : 'udp4' });
    udp.on('request', handle);
    // Invalid queries are dropped, as DNS servers do.
    for (const server of [tcp, udp]) server.on('requestError', () => {});
    const open = new Set<Socket>();
    tcp.on('connection', (socket: Socket) => {
      open.add(socket);
      socket.on('close', () => open.delete(socket));
    });
    try {
      tcp.listen(wanted, host);
      await once(tcp, 'listening');
      const { port } = tcp.address() as AddressInfo;
      udp.bind(port, host);
      await once(udp, 'listening');
      for (const server of [tcp, udp])
        server.on('error', (error: Error) => log.warn({ err: error }, 'dns server'));
      app.addHook('onClose', async () => {
        for (const socket of open) socket.destroy();
        await Promise.all([once(tcp, 'close'), once(udp, 'close'), tcp.close(), udp.close()]);
      });
      return port;
    } catch (error) {
      tcp.close();
      // A port free for TCP may be used for UDP.
      if (wanted !== 0 || attempt >= FREE_PORT_TRIES) throw error;
    }
  }
}

const CODES: Record<string, number> = {
  servfail: Packet.RCODE.SERVFAIL,
  nxdomain: Packet.RCODE.NXDOMAIN,
  refused: Packet.RCODE.REFUSED,
};

function respond(zone: DnsZone, { faults, lookups }: { faults: Faults; lookups: Lookups }, request: Message) {
  const [question] = request.questions;
  if (!question || request.header.qr === 1) return null;
  const name = question.name.toLowerCase();
  const type = Packet.typeName(question.type);
  const above = name.split('.').map((_, at, labels) => `*.${labels.slice(at).join('.')}`);
  const failure = faults.take('dns', [name, ...above, '*'])?.failure ?? null;
  const { known, answers } = failure === 'lies' ? lieAbout(name, type) : zone.answer(name, type);
  lookups.add({ name, type, answer: failure ?? answers.length });
  if (failure === 'silent') return null;
  const response = Packet.createResponseFromRequest(request);
  response.header.ra = 1;
  if (failure === 'garbage') return garbage(response);
  const code = CODES[failure ?? ''] ?? (known ? undefined : Packet.RCODE.NXDOMAIN);
  if (code !== undefined) response.header.rcode = code;
  // The name is returned in the queried case.
  else response.answers = answers.map((one) => resourceOf(one, one.name === name ? question.name : one.name));
  return response;
}

function resourceOf({ type, value, state, priority }: DnsRecord, name: string) {
  const resource = new Packet.Resource(name, Packet.TYPE[type], Packet.CLASS.IN, TTL_S);
  if (type === 'TXT') resource.data = value.match(state === 'split' ? /.{1,60}/g : /.{1,255}/g) ?? [''];
  else if (type === 'A') resource.address = value;
  else if (type === 'CNAME') resource.domain = value;
  else {
    resource.exchange = value;
    resource.priority = priority;
  }
  return resource;
}

/** The start of a response that announces records and breaks off into noise. */
function garbage(response: Message): Buffer {
  const bytes = Buffer.concat([response.toBuffer(), Buffer.from([0xc0]), randomBytes(40)]);
  bytes.writeUInt16BE(7, 6);
  return bytes;
}

/** A record of the queried type with another value. */
function lieAbout(name: string, type: string): { known: boolean; answers: DnsRecord[] } {
  const text = name.includes('_domainkey')
    ? 'v=DKIM1; k=rsa; p=MIIBIjANBgkqhkiG9w0BAQEFAAOCAQ8AMIIBCgKCAQEAwrongkey'
    : name.includes('_dmarc')
      ? 'v=DMARC1; p=whatever'
      : 'v=spf1 include:_spf.elsewhere.test ~all';
  const host = 'elsewhere.test';
  const value = { TXT: text, CNAME: host, MX: host, A: '192.0.2.1' }[type];
  const lie = { id: '', name, type: type as DnsType, priority: 0, state: 'present', until: null } as const;
  return { known: true, answers: value === undefined ? [] : [{ ...lie, value }] };
}

/** Registers the DNS server, its records API below /api/dns, and its page. Returns its port. */
export async function registerDns(app: FastifyInstance, options: DnsOptions): Promise<number> {
  const { faults } = options;
  const zone = new DnsZone(options.dataDir);
  await zone.open();
  const lookups: Lookups = new CallLog();
  const port = await startDnsServer(app, zone, lookups, options);
  const address = `${options.shownHost}:${port}`;
  const intro = () => html`A name server at <code>${address}</code>, on UDP and TCP.`;
  const state = () => ({ address, records: zone.list(), lookups: lookups.list });
  await registerControl(app, { provider: 'dns', faults, intro, state, save: zone.save }, (on) => {
    on('POST', '/records', { ...recordFields, ...changeFields }, (input, reply) => {
      reply.code(201);
      const [added] = zone.add([input]);
      return { record: added && zone.change(added.id, input) };
    });
    on('PUT', '/records/:id', changeFields, ({ id, ...input }) => ({ record: zone.change(id, input) }));
    on('DELETE', '/records/:id', {}, (input) => zone.remove(input));
    on('DELETE', '/records', { domain: needed(name(255)) }, (input) => zone.remove(input));
    on('POST', '/zone', { text: needed(text(100_000)) }, (input, reply) => {
      reply.code(201);
      const records = readPasted(input.text);
      if (records.length === 0) throw new Problem('invalid', { message: 'There is no record here.' });
      return { records: zone.add(records) };
    });
  });
  return port;
}
