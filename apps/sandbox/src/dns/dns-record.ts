import { Problem } from '@troupe/domain/problem';

export const dnsTypes = ['TXT', 'CNAME', 'MX', 'A'] as const;
export type DnsType = (typeof dnsTypes)[number];

/**
 * How a record is answered:
 * - `present`: as it stands
 * - `absent`: not at all, as if it had been removed
 * - `wrong`: with another value
 * - `split`: TXT in strings of 60 bytes instead of 255
 * - `double`: together with a second record of its kind (two SPF records are an error)
 * - `revoked`: a DKIM key with nothing after `p=`
 */
export const dnsStates = ['present', 'absent', 'wrong', 'split', 'double', 'revoked'] as const;
export type DnsState = (typeof dnsStates)[number];

/** A record of the zone. Names and hosts in lower case without a dot at the end. */
export interface DnsRecord {
  id: string;
  name: string;
  type: DnsType;
  value: string;
  /** Of MX. */
  priority: number;
  state: DnsState;
  /** Propagating: answered only from then on; null is from the beginning. */
  from: string | null;
  /** Removed later: answered only until then; null is for good. */
  until: string | null;
}

/** What is typed or sent for a record. */
export interface NewDnsRecord {
  name: string;
  type: DnsType;
  value: string;
  priority?: number | undefined;
}

/** What goes out for a record: TXT as its strings. */
export type DnsAnswer = { name: string; ttl: number } & (
  | { type: 'TXT'; strings: string[] }
  | { type: 'CNAME'; value: string }
  | { type: 'A'; value: string }
  | { type: 'MX'; value: string; priority: number }
);

const LABEL = /^[a-z0-9_](?:[a-z0-9_-]{0,61}[a-z0-9_])?$/;
const TTL_S = 60;

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
  if (type === 'A' && !/^(?:(?:25[0-5]|2[0-4]\d|1?\d?\d)(?:\.(?!$)|$)){4}$/.test(given))
    throw refuse('The value of an A record is an IPv4 address.');
  return {
    name: dnsName(name),
    type,
    value: type === 'CNAME' || type === 'MX' ? dnsName(given) : given,
    priority,
    state: 'present',
    from: null,
    until: null,
  };
}

/** Whether a record is answered at all. */
export const isThere = (record: DnsRecord, now: Date): boolean =>
  record.state !== 'absent' &&
  (record.from === null || Date.parse(record.from) <= now.getTime()) &&
  (record.until === null || Date.parse(record.until) > now.getTime());

/** What goes out for a record that is there. */
export function answersOf(record: DnsRecord): DnsAnswer[] {
  const { state, type, name, value } = record;
  if (type === 'TXT') {
    const values = {
      present: [value],
      split: [value],
      absent: [],
      wrong: [wrongText(value)],
      double: [value, wrongText(value)],
      revoked: ['v=DKIM1; k=rsa; p='],
    }[state];
    return values.map((text) => ({
      name,
      type,
      ttl: TTL_S,
      strings: stringsOf(text, state === 'split' ? 60 : 255),
    }));
  }
  const elsewhere = type === 'A' ? '192.0.2.1' : 'elsewhere.test';
  const values = state === 'wrong' ? [elsewhere] : state === 'double' ? [value, elsewhere] : [value];
  return values.map((one) =>
    type === 'MX'
      ? { name, type, ttl: TTL_S, value: one, priority: record.priority }
      : { name, type, ttl: TTL_S, value: one },
  );
}

const stringsOf = (text: string, bytes: number): string[] =>
  text.match(new RegExp(`.{1,${bytes}}`, 'g')) ?? [''];

/** Another value of the same kind. */
export function wrongText(value: string): string {
  if (/^v=spf1/i.test(value)) return 'v=spf1 include:_spf.elsewhere.test ~all';
  if (/^v=dkim1/i.test(value))
    return 'v=DKIM1; k=rsa; p=MIIBIjANBgkqhkiG9w0BAQEFAAOCAQ8AMIIBCgKCAQEAwrongkey';
  if (/^v=dmarc1/i.test(value)) return 'v=DMARC1; p=whatever';
  return 'another value';
}
