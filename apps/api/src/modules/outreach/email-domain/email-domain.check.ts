import type { DomainNames } from '../../../platform/outgoing/dns.ts';
import { dkimNameOf, dmarcNameOf, isSpf, parentsOf, returnPathOf, tagsOf } from './dns-records.ts';
import { type Finding, findSpf, right, unanswered, wrong } from './email-domain.spf.ts';

/** Hosts of ours that the records of brands lead to. */
export interface OwnHosts {
  spfInclude: string;
  returnPathHost: string;
}

/** What has to stand in DNS for a domain. */
export interface Expected extends OwnHosts {
  domain: string;
  keys: readonly { selector: string; publicKey: string }[];
}

/** Under which name the state of a key's record is kept. */
export const dkimState = (selector: string): string => `dkim:${selector}`;

/** Looks every record up, all at the same time; findings by the names that states are kept under. */
export async function lookUpDomain(
  names: DomainNames,
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
  names: DomainNames,
  domain: string,
  key: { selector: string; publicKey: string },
): Promise<Finding> {
  const name = dkimNameOf(key.selector, domain);
  const answer = await names.txt(name);
  if (!answer.answered) return unanswered(name, answer.reason);
  const found = answer.values;
  const [record, more] = found;
  if (record === undefined) {
    // Many DNS editors add the domain to whatever is typed.
    const doubled = await names.txt(`${name}.${domain}`);
    return doubled.answered && doubled.values.length > 0
      ? wrong(
          [],
          `The record was added at ${name}.${domain}. Your DNS editor adds the domain automatically. Enter only ${key.selector}._domainkey as the name.`,
        )
      : { outcome: 'absent', found, problem: `There is no TXT record at ${name}` };
  }
  if (more !== undefined)
    return wrong(
      found,
      `There are ${found.length} TXT records at ${name}. Keep the one with the value here and remove the others.`,
    );
  const tags = tagsOf(record);
  const publicKey = tags?.get('p')?.replace(/\s+/g, '');
  if (!tags || publicKey === undefined)
    return wrong(found, 'This is not a DKIM record. Replace it with the value here.');
  if (publicKey === '')
    return wrong(found, 'The key is revoked: nothing stands after "p=". Put the value here back.');
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
      'The key is right, but what stands around it is not. Replace it with the value here.',
    );
  return right(found);
}

const wrongKey = (found: string, wanted: string) =>
  wanted.startsWith(found)
    ? 'The key is cut off. Long values are split into strings of at most 255 characters; paste all of it.'
    : 'This is a different key. Replace it with the value shown.';

async function findReturnPath(names: DomainNames, domain: string, host: string): Promise<Finding> {
  const name = returnPathOf(domain);
  const answer = await names.cname(name);
  if (!answer.answered) return unanswered(name, answer.reason);
  const found = answer.values;
  if (found.length === 0) return { outcome: 'absent', found, problem: `There is no CNAME record at ${name}` };
  if (found.length > 1 || found[0] !== host)
    return wrong(
      found,
      `${name} leads to ${found.join(' and ')} instead of ${host}, so that SPF does not align with your domain and bounces get lost. Change it to the value here.`,
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
        `Your record is right, but ${host} itself lacks its ${missing.join(' and ')} record. Tell whoever runs Troupe for you.`,
      );
}

const isDmarc = (value: string) => /^\s*v\s*=\s*dmarc1\s*(;|$)/i.test(value);

/** The policy of a domain, or else of the nearest domain above it. */
async function findDmarc(names: DomainNames, domain: string): Promise<Finding> {
  for (const holder of [domain, ...parentsOf(domain)]) {
    const name = dmarcNameOf(holder);
    const answer = await names.txt(name);
    if (!answer.answered) return unanswered(name, answer.reason);
    const found = answer.values.filter(isDmarc);
    const stray = answer.values.filter((value) => /dmarc/i.test(value));
    if (found.length === 0 && stray.length > 0 && holder === domain)
      return wrong(stray, 'This is not a DMARC record that counts. Replace it with the value here.');
    if (found.length > 0) return judgeDmarc(found, name);
  }
  return { outcome: 'absent', found: [], problem: `There is no DMARC record at ${dmarcNameOf(domain)}` };
}

const POLICIES = new Set(['none', 'quarantine', 'reject']);

function judgeDmarc(found: string[], name: string): Finding {
  if (found.length > 1)
    return wrong(
      found,
      `There are ${found.length} DMARC records at ${name}, and receivers then use none. Keep one and remove the others.`,
    );
  const tags = tagsOf(found[0] ?? '');
  const policy = tags?.get('p')?.toLowerCase();
  if (!tags || (policy === undefined && !tags.has('rua')) || (policy !== undefined && !POLICIES.has(policy)))
    return wrong(
      found,
      'The DMARC record names no policy that is known. Write p=none, p=quarantine or p=reject.',
    );
  return tags.get('aspf')?.toLowerCase() === 's'
    ? right(
        found,
        `With aspf=s the return path does not align, because it lies below your domain. Mail passes by DKIM all the same; with aspf=r it passes by both.`,
      )
    : right(found);
}
