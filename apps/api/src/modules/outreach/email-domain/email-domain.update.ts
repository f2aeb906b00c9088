import { problem } from '@troupe/domain/problem';
import type { Api } from '../../../platform/api.ts';
import { withTransaction } from '../../../platform/database.ts';
import type { CreateDnsResolver } from '../../../platform/outgoing/dns.ts';
import { dkimState, lookUpDomain, type OwnHosts } from './email-domain.check.ts';
import {
  changeEmailDomain,
  changeEmailDomainKey,
  deleteEmailDomainKey,
  lockEmailDomain,
  readEmailDomain,
  type StoredDomain,
} from './email-domain.queries.ts';
import type { Finding } from './email-domain.spf.ts';
import { domainStatus, statesAfter } from './email-domain.state.ts';
import { activeKeyOf, keptUntil, nextKeyOf } from './email-domain.view.ts';

/** The dependencies of domain checks. */
export interface EmailDomainParts {
  api: Api;
  createResolver: CreateDnsResolver;
  hosts: OwnHosts;
}

/**
 * Looks up a brand's records, saves the findings and updates the status and the active key. Returns the updated
 * domain. Throws `not_found` without a domain, and `unavailable` when no name server responds; the state then stays
 * unchanged.
 */
export async function checkDomain(parts: EmailDomainParts, brandId: string): Promise<StoredDomain> {
  const { api, hosts } = parts;
  const domain = await readEmailDomain(api.db, brandId);
  if (!domain) throw problem('not_found');
  const keys = domain.keys.filter(({ state }) => state !== 'retired');
  const lookUp = () => lookUpDomain(parts.createResolver(), { ...hosts, domain: domain.domain, keys });
  const first = await lookUp();
  // A broken record stops sending, so confirm it with a second lookup.
  const findings = looksBroken(domain, first) ? agreed(first, await lookUp()) : first;
  if ([...findings.values()].every(({ outcome }) => outcome === 'unanswered')) {
    throw problem('unavailable', {
      message: `The name servers of ${domain.domain} aren't responding. Try again in a few minutes.`,
    });
  }
  await withTransaction(api.pool, async (tx) => {
    const stored = await lockEmailDomain(tx, brandId);
    // The domain may have been replaced during the lookup.
    if (stored?.id === domain.id) await conclude(tx, stored, findings, api.clock.now());
  });
  const stored = await readEmailDomain(api.db, brandId);
  if (!stored) throw problem('not_found');
  return stored;
}

/** Returns whether a record that was correct no longer is. */
const looksBroken = ({ states }: StoredDomain, findings: ReadonlyMap<string, Finding>): boolean =>
  [...findings].some(
    ([name, { outcome }]) =>
      states[name]?.status === 'verified' && (outcome === 'absent' || outcome === 'wrong'),
  );

const DISAGREEING: Finding = {
  outcome: 'unanswered',
  found: [],
  problem: "The name servers gave two different answers. We'll check again automatically.",
};

/** Returns the second lookup's findings; records on which the two disagree are inconclusive. */
function agreed(
  first: ReadonlyMap<string, Finding>,
  second: ReadonlyMap<string, Finding>,
): Map<string, Finding> {
  return new Map(
    [...second].map(([name, finding]) => {
      const differs = (first.get(name)?.outcome === 'right') !== (finding.outcome === 'right');
      return [name, differs ? DISAGREEING : finding];
    }),
  );
}

async function conclude(
  tx: Api['db'],
  stored: StoredDomain,
  findings: ReadonlyMap<string, Finding>,
  now: Date,
): Promise<void> {
  const states = statesAfter(stored, findings, now);
  const active = activeKeyOf(stored);
  const next = nextKeyOf(stored);
  const switches = next !== null && states[dkimState(next.selector)]?.status === 'verified';
  if (switches) {
    await changeEmailDomainKey(tx, active.id, { state: 'retired', retiredAt: now.toISOString() });
    await changeEmailDomainKey(tx, next.id, { state: 'active' });
  }
  const status = domainStatus(stored, states, (switches ? next : active).selector);
  for (const key of stored.keys)
    if (key.retiredAt !== null && keptUntil(key.retiredAt) <= now) await deleteEmailDomainKey(tx, key.id);
  await changeEmailDomain(tx, stored.brandId, {
    states,
    status,
    checkedAt: now.toISOString(),
    ...(status === 'verified' && stored.status !== 'verified' ? { verifiedAt: now.toISOString() } : {}),
  });
}
