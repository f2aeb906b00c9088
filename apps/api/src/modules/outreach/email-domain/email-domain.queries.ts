import { and, asc, eq, isNull, lte, or, sql } from 'drizzle-orm';
import { openText } from '../../../platform/access/secret.ts';
import type { Database } from '../../../platform/database.ts';
import { newId } from '../../../platform/id.ts';
import { returnPathOf, WAIT_HOURS } from './dns-records.ts';
import { emailDomainKeyTable, emailDomainTable } from './email-domain.table.ts';

/** Domains per sweep. */
const MAX_PER_SWEEP = 1000;

/** A stored domain with its keys, oldest first. Private keys stay encrypted. */
export type StoredDomain = typeof emailDomainTable.$inferSelect & {
  keys: (typeof emailDomainKeyTable.$inferSelect)[];
};

/** The identity a brand sends and signs email with. */
export interface SigningIdentity {
  domain: string;
  fromName: string;
  fromAddress: string;
  /** Domain of the envelope sender; its SPF and MX records are on the return path host. */
  returnPathDomain: string;
  /** Emails per day, and seconds between two emails. */
  dailyCap: number;
  spacingSeconds: number;
  selector: string;
  /** PKCS 8, PEM. */
  privateKey: string;
}

/**
 * Returns the brand's signing identity; null unless its domain is verified and intact. Throws when the key can't be
 * decrypted, because email must not go out unsigned.
 */
export async function signingIdentityOf(
  db: Database,
  secretKey: string,
  brandId: string,
): Promise<SigningIdentity | null> {
  const [row] = await db
    .select({
      domain: emailDomainTable.domain,
      fromName: emailDomainTable.fromName,
      fromAddress: emailDomainTable.fromAddress,
      dailyCap: emailDomainTable.dailyCap,
      spacingSeconds: emailDomainTable.spacingSeconds,
      selector: emailDomainKeyTable.selector,
      sealed: emailDomainKeyTable.privateKey,
    })
    .from(emailDomainTable)
    .innerJoin(
      emailDomainKeyTable,
      and(eq(emailDomainKeyTable.domainId, emailDomainTable.id), eq(emailDomainKeyTable.state, 'active')),
    )
    .where(and(eq(emailDomainTable.brandId, brandId), eq(emailDomainTable.status, 'verified')));
  if (!row) return null;
  const { sealed, ...identity } = row;
  return {
    ...identity,
    returnPathDomain: returnPathOf(row.domain),
    privateKey: openText(secretKey, sealed),
  };
}

/** Returns a brand's domain; null before it is set up. */
export async function readEmailDomain(db: Database, brandId: string): Promise<StoredDomain | null> {
  const [row] = await db.select().from(emailDomainTable).where(eq(emailDomainTable.brandId, brandId));
  if (!row) return null;
  const keys = await db
    .select()
    .from(emailDomainKeyTable)
    .where(eq(emailDomainKeyTable.domainId, row.id))
    .orderBy(asc(emailDomainKeyTable.createdAt), asc(emailDomainKeyTable.id));
  return { ...row, keys };
}

/** Locks the brand's domain for the transaction, even if there is none, and returns it. */
export async function lockEmailDomain(tx: Database, brandId: string): Promise<StoredDomain | null> {
  await tx.execute(sql`select pg_advisory_xact_lock(hashtextextended(${`email-domain:${brandId}`}, 0))`);
  return readEmailDomain(tx, brandId);
}

type DomainChange = Partial<
  Pick<
    typeof emailDomainTable.$inferInsert,
    | 'fromName'
    | 'fromAddress'
    | 'dailyCap'
    | 'spacingSeconds'
    | 'status'
    | 'states'
    | 'checkedAt'
    | 'verifiedAt'
  >
>;

/** Updates a brand's domain. */
export async function changeEmailDomain(db: Database, brandId: string, change: DomainChange): Promise<void> {
  await db.update(emailDomainTable).set(change).where(eq(emailDomainTable.brandId, brandId));
}

/** Adds a domain to a brand without one; returns its ID. */
export async function insertEmailDomain(
  db: Database,
  domain: Omit<typeof emailDomainTable.$inferInsert, 'id'>,
): Promise<string> {
  const id = newId();
  await db.insert(emailDomainTable).values({ id, ...domain });
  return id;
}

/** Deletes a brand's domain and its keys; false if there was none. */
export async function deleteEmailDomain(db: Database, brandId: string): Promise<boolean> {
  const gone = await db
    .delete(emailDomainTable)
    .where(eq(emailDomainTable.brandId, brandId))
    .returning({ id: emailDomainTable.id });
  return gone.length > 0;
}

/** Adds a key to a domain. */
export async function insertEmailDomainKey(
  db: Database,
  key: Omit<typeof emailDomainKeyTable.$inferInsert, 'id'>,
): Promise<void> {
  await db.insert(emailDomainKeyTable).values({ id: newId(), ...key });
}

/** Updates a key's lifecycle. */
export async function changeEmailDomainKey(
  db: Database,
  keyId: string,
  change: { state: StoredDomain['keys'][number]['state']; retiredAt?: string },
): Promise<void> {
  await db.update(emailDomainKeyTable).set(change).where(eq(emailDomainKeyTable.id, keyId));
}

/** Deletes a key. */
export async function deleteEmailDomainKey(db: Database, keyId: string): Promise<void> {
  await db.delete(emailDomainKeyTable).where(eq(emailDomainKeyTable.id, keyId));
}

const hoursBefore = (now: Date, hours: number) => new Date(now.getTime() - hours * 3_600_000).toISOString();

/**
 * Returns brands whose domain is due: verified and failed ones daily, broken ones hourly, those with a pending record
 * or key every time. In random order, so that unresponsive name servers don't starve the rest.
 */
export async function brandsToCheck(db: Database, now: Date): Promise<string[]> {
  const isPending = sql`exists (select from ${emailDomainKeyTable}
    where ${emailDomainKeyTable.domainId} = ${emailDomainTable.id} and ${emailDomainKeyTable.state} = 'next'
      and ${emailDomainKeyTable.createdAt} > ${hoursBefore(now, WAIT_HOURS)})`;
  const rows = await db
    .select({ brandId: emailDomainTable.brandId })
    .from(emailDomainTable)
    .where(
      or(
        eq(emailDomainTable.status, 'pending'),
        isPending,
        isNull(emailDomainTable.checkedAt),
        lte(emailDomainTable.checkedAt, hoursBefore(now, 24)),
        and(eq(emailDomainTable.status, 'broken'), lte(emailDomainTable.checkedAt, hoursBefore(now, 1))),
      ),
    )
    .orderBy(sql`random()`)
    .limit(MAX_PER_SWEEP);
  return rows.map(({ brandId }) => brandId);
}
