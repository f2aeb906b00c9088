import { Problem } from '@troupe/domain/problem';

export const dnsTypes = ['TXT', 'CNAME', 'MX', 'A'] as const;
export type DnsType = (typeof dnsTypes)[number];

/** How a record is answered: unchanged, not at all, or as TXT in strings of 60 bytes instead of 255. */
export const dnsStates = ['present', 'absent', 'split'] as const;
export type DnsState = (typeof dnsStates)[number];

/** Input for a new record. */
export interface NewDnsRecord {
  name: string;
  type: DnsType;
  value: string;
  /** Of MX. */
  priority?: number | undefined;
}

/** A record of the zone. Names and hosts in lower case without a dot at the end. */
export interface DnsRecord extends Required<NewDnsRecord> {
  id: string;
  state: DnsState;
  /** Removed later: answered only until then; null is for good. */
  until: string | null;
}

const LABEL = /^[a-z0-9_](?:[a-z0-9_-]{0,61}[a-z0-9_])?$/;

const refuse = (message: string) => new Problem('invalid', { message });

/** A name of DNS in lower case without the dot at its end; refused when it is none. */
export function dnsName(typed: string): string {
  const name = typed.trim().toLowerCase().replace(/\.$/, '');
  if (name.length > 253 || !name.split('.').every((label) => LABEL.test(label)))
    throw refuse(`"${typed.trim().slice(0, 80)}" is not a name of DNS.`);
  return name;
}

/** A record made fit for the zone; refused with the reason when it cannot stand there. */
export function cleanRecord({ name, type, value, priority = 10 }: NewDnsRecord): Omit<DnsRecord, 'id'> {
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

/** Whether a record is answered at all. */
export const isThere = ({ state, until }: DnsRecord): boolean =>
  state !== 'absent' && (until === null || Date.parse(until) > Date.now());

/**
 * Records out of pasted lines, as zone files write them or as they are copied from a table: name, type, value, with
 * a time to live and `IN` between them or not. TXT values may stand in quotes, also in several strings.
 */
export function readPasted(text: string): NewDnsRecord[] {
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
