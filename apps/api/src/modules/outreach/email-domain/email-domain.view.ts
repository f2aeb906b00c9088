import type { DomainRecord, EmailDomain } from '@troupe/domain/outreach/email-domain';
import {
  dkimNameOf,
  dkimValueOf,
  dmarcNameOf,
  isSpf,
  mergeSpf,
  NEW_DMARC,
  newSpf,
  returnPathOf,
} from './dns-records.ts';
import { dkimState, type OwnHosts } from './email-domain.check.ts';
import type { StoredDomain } from './email-domain.queries.ts';
import { RETIRED_DAYS } from './email-domain.state.ts';

type Key = StoredDomain['keys'][number];

/** Returns the signing key. */
export function activeKeyOf({ keys }: Pick<StoredDomain, 'keys'>): Key {
  const key = keys.find(({ state }) => state === 'active');
  if (!key) throw new Error('a domain has no active key');
  return key;
}

/** Returns the key being rotated in, if any. */
export const nextKeyOf = ({ keys }: Pick<StoredDomain, 'keys'>): Key | null =>
  keys.find(({ state }) => state === 'next') ?? null;

/** Returns the domain as shown to users: the records to publish and what was found. */
export function emailDomainView(stored: StoredDomain, hosts: OwnHosts): EmailDomain {
  return {
    id: stored.id,
    domain: stored.domain,
    fromName: stored.fromName,
    fromAddress: stored.fromAddress,
    status: stored.status,
    records: recordsOf(stored, hosts),
    selector: activeKeyOf(stored).selector,
    nextSelector: nextKeyOf(stored)?.selector ?? null,
    dailyCap: stored.dailyCap,
    spacingSeconds: stored.spacingSeconds,
    checked: stored.checkedAt,
    verified: stored.verifiedAt,
    created: stored.createdAt,
  };
}

function recordsOf(stored: StoredDomain, hosts: OwnHosts): DomainRecord[] {
  const { domain, states } = stored;
  const record = (
    state: string,
    fields: Pick<DomainRecord, 'purpose' | 'name' | 'type' | 'value'>,
  ): DomainRecord => ({
    ...fields,
    priority: null,
    status: states[state]?.status ?? 'pending',
    found: states[state]?.found ?? [],
    problem: states[state]?.problem ?? null,
  });
  const dkim = (key: Key) =>
    record(dkimState(key.selector), {
      purpose: 'dkim',
      name: dkimNameOf(key.selector, domain),
      type: 'TXT',
      value: dkimValueOf(key.publicKey),
    });
  const next = nextKeyOf(stored);
  return [
    record('spf', { purpose: 'spf', name: domain, type: 'TXT', value: spfValue(stored, hosts) }),
    dkim(activeKeyOf(stored)),
    ...(next ? [dkim(next)] : []),
    record('return-path', {
      purpose: 'return-path',
      name: returnPathOf(domain),
      type: 'CNAME',
      value: hosts.returnPathHost,
    }),
    record('dmarc', {
      purpose: 'dmarc',
      name: dmarcNameOf(domain),
      type: 'TXT',
      value: dmarcValue(stored),
    }),
    ...stored.keys.flatMap((key) =>
      key.state === 'retired' && key.retiredAt ? [{ ...dkim(key), ...previousKey(key.retiredAt) }] : [],
    ),
  ];
}

const previousKey = (retiredAt: string): Pick<DomainRecord, 'status' | 'problem'> => ({
  status: 'verified',
  problem: `Previous key. Keep this record until ${day(keptUntil(retiredAt))}, then remove it.`,
});

/** Returns when a rotated key is no longer needed. */
export const keptUntil = (retiredAt: string): Date =>
  new Date(Date.parse(retiredAt) + RETIRED_DAYS * 86_400_000);

const day = (date: Date) =>
  date.toLocaleDateString('en-GB', { day: 'numeric', month: 'long', year: 'numeric', timeZone: 'UTC' });

/** Extends an existing SPF record: a second one would invalidate both. */
function spfValue({ states }: StoredDomain, { spfInclude }: OwnHosts): string {
  const found = (states.spf?.found ?? []).filter(isSpf);
  const [only] = found;
  if (only === undefined) return newSpf(spfInclude);
  return states.spf?.status === 'verified' ? only : mergeSpf(found, spfInclude);
}

function dmarcValue({ states }: StoredDomain): string {
  return (states.dmarc?.status === 'verified' && states.dmarc.found[0]) || NEW_DMARC;
}
