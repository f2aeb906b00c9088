import { eq } from 'drizzle-orm';
import type pg from 'pg';
import { brandTable } from '../modules/account/brand/brand.table.ts';
import { lookUpDomain, type OwnHosts } from '../modules/outreach/email-domain/email-domain.check.ts';
import {
  changeEmailDomain,
  insertEmailDomain,
  insertEmailDomainKey,
  readEmailDomain,
} from '../modules/outreach/email-domain/email-domain.queries.ts';
import { newDkimKey } from '../modules/outreach/email-domain/email-domain.routes.ts';
import { domainStatus, statesAfter } from '../modules/outreach/email-domain/email-domain.state.ts';
import { activeKeyOf, emailDomainView } from '../modules/outreach/email-domain/email-domain.view.ts';
import { databaseOver, withTransaction } from '../platform/database.ts';
import { dnsResolver } from '../providers/dns/resolver.ts';
import { DEMO_SENDER } from './outreach.ts';

const PATIENCE_MS = 15_000;

export interface DemoDomainOptions {
  sandbox: string;
  secretKey: string;
  dnsServers: string[];
  hosts: OwnHosts;
  now: Date;
}

/** Waits for the sandbox, which may still be starting. */
async function isThere(sandbox: string): Promise<boolean> {
  const until = Date.now() + PATIENCE_MS;
  do {
    const answer = await fetch(`${sandbox}/readyz`, { signal: AbortSignal.timeout(2000) }).catch(() => null);
    if (answer?.ok) return true;
    await new Promise((done) => setTimeout(done, 250));
  } while (Date.now() < until);
  return false;
}

/**
 * Sets up the sending domain of the demo brand: generates a key, publishes its records in the sandbox's DNS and
 * checks them like any others. Without a sandbox the brand has no domain. Returns whether it is verified.
 */
export async function setUpDemoDomain(pool: pg.Pool, options: DemoDomainOptions): Promise<boolean> {
  const { sandbox, hosts, now } = options;
  const db = databaseOver(pool);
  const [brand] = await db
    .select({ id: brandTable.id })
    .from(brandTable)
    .where(eq(brandTable.name, DEMO_SENDER.brand));
  if (!brand || !(await isThere(sandbox))) return false;
  const { domain } = DEMO_SENDER;
  const key = await newDkimKey(options.secretKey);
  const createdAt = now.toISOString();
  await withTransaction(pool, async (tx) => {
    const domainId = await insertEmailDomain(tx, {
      brandId: brand.id,
      domain,
      fromName: DEMO_SENDER.brand,
      fromAddress: `hello@${domain}`,
      dailyCap: 500,
      spacingSeconds: 1,
      createdAt,
    });
    await insertEmailDomainKey(tx, { ...key, domainId, state: 'active', createdAt });
  });
  const stored = await readEmailDomain(db, brand.id);
  if (!stored) return false;
  for (const { name, type, value, priority } of emailDomainView(stored, hosts).records) {
    await fetch(`${sandbox}/api/dns/records`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ name, type, value, ...(priority === null ? {} : { priority }) }),
    });
  }
  const names = dnsResolver(options.dnsServers)();
  const findings = await lookUpDomain(names, { ...hosts, domain, keys: stored.keys });
  const states = statesAfter(stored, findings, now);
  const status = domainStatus(stored, states, activeKeyOf(stored).selector);
  const verifiedAt = status === 'verified' ? { verifiedAt: createdAt } : {};
  await changeEmailDomain(db, brand.id, { states, status, checkedAt: createdAt, ...verifiedAt });
  return status === 'verified';
}
