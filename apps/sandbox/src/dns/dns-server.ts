import { randomBytes } from 'node:crypto';
import { once } from 'node:events';
import type { AddressInfo, Socket } from 'node:net';
import { Packet, TCPServer, UDPServer } from 'dns2';
import type { Logger } from 'pino';
import type { Failure, Faults } from '../platform/faults.ts';
import type { CallLog } from '../platform/state.ts';
import type { DnsRecord, DnsType, DnsZone } from './dns-zone.ts';

/** A running name server, on UDP and TCP of one port. */
export interface DnsServer {
  port: number;
  close(): Promise<void>;
}

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

/** Starts it; port 0 is any that is free on both. Answers as a resolver would: aliases are followed. */
export async function startDnsServer(
  zone: DnsZone,
  options: { port: number; host: string; faults: Faults; lookups: Lookups },
  log: Logger,
): Promise<DnsServer> {
  const handle: Handler = (request, send) => {
    const response = respond(zone, options, request);
    if (response) send(response).catch((error: unknown) => log.warn({ err: error }, 'dns answer not sent'));
  };
  for (let attempt = 1; ; attempt++) {
    const tcp = new TCPServer(handle);
    const udp = new UDPServer({ type: options.host.includes(':') ? 'udp6' : 'udp4' });
    udp.on('request', handle);
    // What is no question is dropped, as name servers do.
    for (const server of [tcp, udp]) server.on('requestError', () => {});
    const open = new Set<Socket>();
    tcp.on('connection', (socket: Socket) => {
      open.add(socket);
      socket.on('close', () => open.delete(socket));
    });
    try {
      tcp.listen(options.port, options.host);
      await once(tcp, 'listening');
      const { port } = tcp.address() as AddressInfo;
      udp.bind(port, options.host);
      await once(udp, 'listening');
      for (const server of [tcp, udp])
        server.on('error', (error: Error) => log.warn({ err: error }, 'dns server'));
      return {
        port,
        async close() {
          for (const socket of open) socket.destroy();
          await Promise.all([once(tcp, 'close'), once(udp, 'close'), tcp.close(), udp.close()]);
        },
      };
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
