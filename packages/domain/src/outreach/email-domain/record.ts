/** Names of the DNS records of a sending domain. */

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
