/** How long a record may be missing before it counts as failed. */
export const WAIT_HOURS = 72;

/** Returns the host of the return path, which receives bounces. */
export const returnPathOf = (domain: string): string => `bounce.${domain}`;

/** Returns the name of a selector's public key record. */
export const dkimNameOf = (selector: string, domain: string): string => `${selector}._domainkey.${domain}`;

/** Returns the name of a domain's DMARC record. */
export const dmarcNameOf = (domain: string): string => `_dmarc.${domain}`;

/** Returns the value of a DKIM record. @param publicKey SPKI, DER, base64 */
export const dkimValueOf = (publicKey: string): string => `v=DKIM1; k=rsa; p=${publicKey}`;

/** The policy for a domain without one: monitor only. */
export const NEW_DMARC = 'v=DMARC1; p=none; adkim=r; aspf=r';

/**
 * Parses the tags of a DKIM or DMARC record, with names in lower case and whitespace trimmed; null when malformed or
 * a tag is repeated.
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

/** Returns the parent domains, nearest first, without the top-level domain: where DMARC lookup continues (RFC 9989). */
export function parentsOf(domain: string): string[] {
  const labels = domain.split('.');
  return labels.slice(1, -1).map((_, at) => labels.slice(at + 1).join('.'));
}

/** One term of an SPF record, such as `-include:_spf.example.com`. Names are in lower case. */
export interface SpfTerm {
  qualifier: '+' | '-' | '~' | '?';
  name: string;
  /** The part after `:` or `=`; may be empty. */
  value: string;
  /** The term as written in the record. */
  written: string;
}

/**
 * DNS lookups that evaluating an SPF record may need, including nested records, and how many may return nothing (RFC
 * 7208, 4.6.4).
 */
export const MAX_SPF_LOOKUPS = 10;
export const MAX_VOID_LOOKUPS = 2;

const VERSION = /^v=spf1(?: |$)/i;
const TERM = /^([+\-~?])?([a-z][a-z0-9_.-]*)(?:([:=])(.*)|(\/.*))?$/i;
const MECHANISMS = new Set(['all', 'include', 'a', 'mx', 'ptr', 'ip4', 'ip6', 'exists']);

/** Returns whether a TXT record is an SPF record. */
export const isSpf = (txt: string): boolean => VERSION.test(txt.trim());

/** Parses the terms of an SPF record; null when one is malformed. */
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

/** Returns the SPF record for a domain without one. */
export const newSpf = (include: string): string => `v=spf1 include:${include} ~all`;

/**
 * Merges SPF records into one that also includes `include`. Receivers evaluate from left to right and stop at `all`,
 * so includes go first; the first `all` or `redirect` is kept.
 */
export function mergeSpf(records: readonly string[], include: string): string {
  const terms = records.flatMap((record) => parseSpf(record) ?? []);
  const last = terms.filter(({ name }) => name === 'all' || name === 'redirect');
  const wanted = `include:${include}`;
  const kept = terms.filter((term) => !last.includes(term) && !isInclude(term, include));
  const written = [...new Set([...kept.map((term) => term.written), wanted])];
  return ['v=spf1', ...written, last[0]?.written ?? '~all'].join(' ');
}

/** Returns whether a term includes exactly this host. */
export const isInclude = (term: SpfTerm, host: string): boolean =>
  term.name === 'include' && term.value.replace(/\.$/, '') === host.toLowerCase();
