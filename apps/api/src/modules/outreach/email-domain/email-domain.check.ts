import type { DnsResolver } from '../../../platform/outgoing/dns.ts';
import { dkimNameOf, dmarcNameOf, isSpf, parentsOf, returnPathOf, tagsOf } from './dns-records.ts';
import { type Finding, findSpf, right, unanswered, wrong } from './email-domain.spf.ts';

/** Our hosts that the brand's records point to. */
export interface OwnHosts {
  spfInclude: string;
  returnPathHost: string;
}

/** The records a domain must have. */
export interface Expected extends OwnHosts {
  domain: string;
  keys: readonly { selector: string; publicKey: string }[];
}

/** Returns the key under which a DKIM record's state is stored. */
export const dkimState = (selector: string): string => `dkim:${selector}`;

/** Looks up all records in parallel; returns findings keyed like the stored states. */
export async function lookUpDomain(
  names: DnsResolver,
  { domain, keys, spfInclude, returnPathHost }: Expected,
): Promise<Map<string, Finding>> {
  const looks: [string, Promise<Finding>][] = [
    ['spf', findSpf(names, domain, spfInclude)],
    ['return-path', findReturnPath(names, domain, returnPathHost)],
    ['dmarc', findDmarc(names, domain)],
    ...keys.map((key): [string, Promise<Finding>] => [dkimState(key.selector), findDkim(names, domain, key)]),
  ];
  return new Map(await Promise.all(looks.map(async ([name, look]) => [name, await look] as const)));
}

async function findDkim(
  names: DnsResolver,
  domain: string,
  key: { selector: string; publicKey: string },
): Promise<Finding> {
  const name = dkimNameOf(key.selector, domain);
  const answer = await names.txt(name);
  if (!answer.answered) return unanswered(name, answer.reason);
  const found = answer.values;
  const [record, more] = found;
  if (record === undefined) {
    // Many DNS editors append the domain to the name.
    const doubled = await names.txt(`${name}.${domain}`);
    return doubled.answered && doubled.values.length > 0
      ? wrong(
          [],
          `The record was added at ${name}.${domain} because your DNS provider appends the domain automatically. Enter only ${key.selector}._domainkey as the name.`,
        )
      : { outcome: 'absent', found, problem: `There's no TXT record at ${name}` };
  }
  if (more !== undefined)
    return wrong(
      found,
      `There are ${found.length} TXT records at ${name}. Keep the one with this value and remove the others.`,
    );
  const tags = tagsOf(record);
  const publicKey = tags?.get('p')?.replace(/\s+/g, '');
  if (!tags || publicKey === undefined)
    return wrong(found, "This isn't a DKIM record. Replace it with this value.");
  if (publicKey === '') return wrong(found, 'The key is revoked because “p=” is empty. Restore this value.');
  if (publicKey !== key.publicKey) return wrong(found, wrongKey(publicKey, key.publicKey));
  const version = tags.get('v');
  const services = tags.get('s')?.split(':');
  const hashes = tags.get('h')?.split(':');
  if (
    (version !== undefined && version !== 'DKIM1') ||
    (tags.get('k') ?? 'rsa').toLowerCase() !== 'rsa' ||
    (services && !services.some((one) => ['*', 'email'].includes(one.trim()))) ||
    (hashes && !hashes.some((one) => one.trim() === 'sha256'))
  )
    return wrong(
      found,
      "The key is correct, but other parts of the record aren't. Replace it with this value.",
    );
  return right(found);
}

const wrongKey = (found: string, wanted: string) =>
  wanted.startsWith(found)
    ? 'The key is cut off. Paste the whole value, split into strings of up to 255 characters if needed.'
    : 'This is a different key. Replace it with this value.';

async function findReturnPath(names: DnsResolver, domain: string, host: string): Promise<Finding> {
  const name = returnPathOf(domain);
  const answer = await names.cname(name);
  if (!answer.answered) return unanswered(name, answer.reason);
  const found = answer.values;
  if (found.length === 0) return { outcome: 'absent', found, problem: `There's no CNAME record at ${name}` };
  if (found.length > 1 || found[0] !== host)
    return wrong(
      found,
      `${name} points to ${found.join(' and ')} instead of ${host}. SPF won't align with your domain, and bounces will be lost. Change it to this value.`,
    );
  const [mx, txt] = await Promise.all([names.mx(name), names.txt(name)]);
  if (!mx.answered) return unanswered(name, mx.reason);
  if (!txt.answered) return unanswered(name, txt.reason);
  const missing = [mx.values.length === 0 && 'MX', txt.values.filter(isSpf).length !== 1 && 'SPF'].filter(
    Boolean,
  );
  return missing.length === 0
    ? right(found)
    : wrong(
        found,
        `Your record is correct, but ${host} is missing its ${missing.join(' and ')} record. Contact the administrator of your Troupe server.`,
      );
}

const isDmarc = (value: string) => /^\s*v\s*=\s*dmarc1\s*(;|$)/i.test(value);

/** Returns the DMARC policy of a domain, or of its nearest parent that has one. */
async function findDmarc(names: DnsResolver, domain: string): Promise<Finding> {
  for (const holder of [domain, ...parentsOf(domain)]) {
    const name = dmarcNameOf(holder);
    const answer = await names.txt(name);
    if (!answer.answered) return unanswered(name, answer.reason);
    const found = answer.values.filter(isDmarc);
    const stray = answer.values.filter((value) => /dmarc/i.test(value));
    if (found.length === 0 && stray.length > 0 && holder === domain)
      return wrong(stray, "This isn't a valid DMARC record. Replace it with this value.");
    if (found.length > 0) return judgeDmarc(found, name);
  }
  return { outcome: 'absent', found: [], problem: `There's no DMARC record at ${dmarcNameOf(domain)}` };
}

const POLICIES = new Set(['none', 'quarantine', 'reject']);

function judgeDmarc(found: string[], name: string): Finding {
  if (found.length > 1)
    return wrong(
      found,
      `There are ${found.length} DMARC records at ${name}, so receivers ignore them all. Keep one and remove the others.`,
    );
  const tags = tagsOf(found[0] ?? '');
  const policy = tags?.get('p')?.toLowerCase();
  if (!tags || (policy === undefined && !tags.has('rua')) || (policy !== undefined && !POLICIES.has(policy)))
    return wrong(found, 'The DMARC record has no valid policy. Use p=none, p=quarantine or p=reject.');
  return tags.get('aspf')?.toLowerCase() === 's'
    ? right(
        found,
        "With aspf=s, SPF doesn't align because the return path is a subdomain. Email still passes DMARC with DKIM. To pass with both, use aspf=r.",
      )
    : right(found);
}
