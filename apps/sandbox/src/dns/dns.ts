import { randomBytes } from 'node:crypto';
import { once } from 'node:events';
import type { AddressInfo, Socket } from 'node:net';
import { Problem } from '@troupe/domain/problem';
import { Packet, TCPServer, UDPServer } from 'dns2';
import type { FastifyInstance } from 'fastify';
import type { Logger } from 'pino';
import { html } from '../page/page.ts';
import { name, needed, number, oneOf, registerControl, text, whole } from '../platform/control.ts';
import type { Failure, Faults } from '../platform/faults.ts';
import type { CallLog } from '../platform/state.ts';
import { type DnsRecord, type DnsType, type DnsZone, dnsStates, dnsTypes, readPasted } from './dns-zone.ts';

/** A lookup that came in: a failure, or how many records went out. */
export interface SeenLookup {
  name: string;
  type: string;
  answer: Failure<'dns'> | number;
}
export type Lookups = CallLog<SeenLookup>;

type Message = InstanceType<typeof Packet>;
type Handler = (request: Message, send: (response: Message | Buffer) => Promise<Buffer>) => void;

const TTL_S = 60;
const FREE_PORT_TRIES = 20;

/**
 * Starts a name server on UDP and TCP of one port, which ends with the app; 0 is any port that is free on both. Returns
 * the port. Answers as a resolver would: aliases are followed.
 */
export async function startDnsServer(
  app: FastifyInstance,
  zone: DnsZone,
  options: { port: number; host: string; faults: Faults; lookups: Lookups; log: Logger },
): Promise<number> {
  const { host, log } = options;
  const handle: Handler = (request, send) => {
    const response = respond(zone, options, request);
    if (response) send(response).catch((error: unknown) => log.warn({ err: error }, 'dns answer not sent'));
  };
  for (let attempt = 1; ; attempt++) {
    const tcp = new TCPServer(handle);
    const udp = new UDPServer({ type: host.includes(':') ? 'udp6' : 'udp4' });
    udp.on('request', handle);
    // What is no question is dropped, as name servers do.
    for (const server of [tcp, udp]) server.on('requestError', () => {});
    const open = new Set<Socket>();
    tcp.on('connection', (socket: Socket) => {
      open.add(socket);
      socket.on('close', () => open.delete(socket));
    });
    try {
      tcp.listen(options.port, host);
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
      // A free port for TCP may be taken for UDP.
      if (options.port !== 0 || attempt >= FREE_PORT_TRIES) throw error;
    }
  }
}

const CODES: Record<string, number> = {
  servfail: Packet.RCODE.SERVFAIL,
  nxdomain: Packet.RCODE.NXDOMAIN,
  refused: Packet.RCODE.REFUSED,
};

function respond(
  zone: DnsZone,
  { faults, lookups }: { faults: Faults; lookups: Lookups },
  request: Message,
): Message | Buffer | null {
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
  // The name comes back in the letters it was asked with.
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

/** The beginning of an answer that promises records and then breaks off into noise. */
function garbage(response: Message): Buffer {
  const bytes = Buffer.concat([response.toBuffer(), Buffer.from([0xc0]), randomBytes(40)]);
  bytes.writeUInt16BE(7, 6);
  return bytes;
}

/** A record of the kind that is asked for, with another value. */
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

/** The records of the name server for programs, below /api/dns, and its page. */
export async function registerDns(
  app: FastifyInstance,
  { zone, faults, lookups, address }: { zone: DnsZone; faults: Faults; lookups: Lookups; address: string },
): Promise<void> {
  const intro = () => html`A name server at <code>${address}</code>, on UDP and TCP.`;
  const state = () => ({ address, records: zone.list(), lookups: lookups.list });
  await registerControl(app, { provider: 'dns', faults, intro, state, save: zone.save }, (on) => {
    const change = { state: oneOf(dnsStates), goneIn: number(100_000) };
    const record = { name: needed(name(255)), type: needed(oneOf(dnsTypes)), value: needed(name(4000)) };
    on('POST', '/records', { ...record, priority: whole(0, 65_535), ...change }, (input, reply) => {
      reply.code(201);
      const [added] = zone.add([input]);
      return { record: added && zone.change(added.id, input) };
    });
    on('PUT', '/records/:id', change, ({ id, ...input }) => ({ record: zone.change(id, input) }));
    on('DELETE', '/records/:id', {}, (input) => zone.remove(input));
    on('DELETE', '/records', { domain: needed(name(255)) }, (input) => zone.remove(input));
    on('POST', '/zone', { text: needed(text(100_000)) }, (input, reply) => {
      reply.code(201);
      const records = readPasted(input.text);
      if (records.length === 0) throw new Problem('invalid', { message: 'There is no record here.' });
      return { records: zone.add(records) };
    });
  });
}
