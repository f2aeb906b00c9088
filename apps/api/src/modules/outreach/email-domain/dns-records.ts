/** A record that is not there is waited for so long; after that it has failed. */
export const WAIT_HOURS = 72;

/** Host of the return path: bounces come to addresses there. */
export const returnPathOf = (domain: string): string => `bounce.${domain}`;

/** Where the public key of a selector stands. */
export const dkimNameOf = (selector: string, domain: string): string => `${selector}._domainkey.${domain}`;

/** Where the policy of a domain stands. */
export const dmarcNameOf = (domain: string): string => `_dmarc.${domain}`;

/** What stands at a selector. @param publicKey SPKI, DER, base64 */
export const dkimValueOf = (publicKey: string): string => `v=DKIM1; k=rsa; p=${publicKey}`;

/** The policy a domain without one starts with: look, and refuse nothing. */
export const NEW_DMARC = 'v=DMARC1; p=none; adkim=r; aspf=r';

/**
 * The tags of a DKIM or DMARC record, names in lower case; null when it cannot be read or a tag stands in it twice.
 * White space around names and values does not count.
 */
export function tagsOf(record: string): Map<string, string> | null {
  const tags = new Map<string, string>();
  for (const part of record.split(';')) {
    if (part.trim() === '') continue;
    const at = part.indexOf('=');
    const name = part.slice(0, at).trim().toLowerCase();
    if (at < 1 || !/^[a-z]\w*$/.test(name) || tags.has(name)) return null;
    tags.set(name, part.slice(at + 1).trim());
  }
  return tags;
}

/** Domains above a domain, nearest first, without the top-level one: where a policy is looked for next (RFC 9989). */
export function parentsOf(domain: string): string[] {
  const labels = domain.split('.');
  return labels.slice(1, -1).map((_, at) => labels.slice(at + 1).join('.'));
}

/** One term of an SPF record, e.g. `-include:_spf.example.com`. Names are in lower case. */
export interface SpfTerm {
  qualifier: '+' | '-' | '~' | '?';
  name: string;
  /** What stands after `:` or `=`; empty when nothing does. */
  value: string;
  /** As it is written in the record. */
  written: string;
}

/** Look-ups that an SPF record may cost, its includes with it, and how many of them may find nothing (RFC 7208, 4.6.4). */
export const MAX_SPF_LOOKUPS = 10;
export const MAX_VOID_LOOKUPS = 2;

const VERSION = /^v=spf1(?: |$)/i;
const TERM = /^([+\-~?])?([a-z][a-z0-9_.-]*)(?:([:=])(.*)|(\/.*))?$/i;
const MECHANISMS = new Set(['all', 'include', 'a', 'mx', 'ptr', 'ip4', 'ip6', 'exists']);

/** Whether a TXT record is one of SPF. */
export const isSpf = (txt: string): boolean => VERSION.test(txt.trim());

/** The terms of an SPF record, as they stand; null when one of them cannot be read. */
export function parseSpf(record: string): SpfTerm[] | null {
  const terms: SpfTerm[] = [];
  for (const written of record.trim().split(/ +/).slice(1)) {
    const [, qualifier = '+', name = '', sign, value = ''] = TERM.exec(written) ?? [];
    const known = sign === '=' ? name !== '' : MECHANISMS.has(name.toLowerCase());
    if (!known) return null;
    terms.push({
      qualifier: qualifier as SpfTerm['qualifier'],
      name: name.toLowerCase(),
      value: value.toLowerCase(),
      written,
    });
  }
  return terms;
}

/** The record a domain without one publishes. */
export const newSpf = (include: string): string => `v=spf1 include:${include} ~all`;

/**
 * One record that says what all of these say, and includes `include` too. Receivers read from left to right and stop
 * at `all`, so that includes go before it; the first `all` or `redirect` found is kept.
 */
export function mergeSpf(records: readonly string[], include: string): string {
  const terms = records.flatMap((record) => parseSpf(record) ?? []);
  const last = terms.filter(({ name }) => name === 'all' || name === 'redirect');
  const wanted = `include:${include}`;
  const kept = terms.filter((term) => !last.includes(term) && !isInclude(term, include));
  const written = [...new Set([...kept.map((term) => term.written), wanted])];
  return ['v=spf1', ...written, last[0]?.written ?? '~all'].join(' ');
}

/** Whether a term includes exactly this host. */
export const isInclude = (term: SpfTerm, host: string): boolean =>
  term.name === 'include' && term.value.replace(/\.$/, '') === host.toLowerCase();
