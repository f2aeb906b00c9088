import { and, asc, eq, isNull, lte, or, sql } from 'drizzle-orm';
import { openText } from '../../../platform/access/secret.ts';
import type { Database } from '../../../platform/database.ts';
import { newId } from '../../../platform/id.ts';
import { returnPathOf, WAIT_HOURS } from './dns-records.ts';
import { emailDomainKeyTable, emailDomainTable } from './email-domain.table.ts';

/** Domains that one sweep asks to look at. */
const MOST_AT_ONCE = 1000;

/** A domain as it is kept, with its keys, oldest first. Private keys stay sealed. */
export type StoredDomain = typeof emailDomainTable.$inferSelect & {
  keys: (typeof emailDomainKeyTable.$inferSelect)[];
};

/** What a mail of a brand is sent and signed with. */
export interface SigningIdentity {
  domain: string;
  fromName: string;
  fromAddress: string;
  /** Domain of the envelope sender; its SPF and MX are those of the return path host. */
  returnPathDomain: string;
  /** Most mails a day, and seconds between two of them. */
  dailyCap: number;
  spacingSeconds: number;
  selector: string;
  /** PKCS 8, PEM. */
  privateKey: string;
}

/**
 * What the mail of a brand is signed with; null as long as its domain is not verified, or broken since. Throws when
 * the key cannot be opened, because a mail must not leave unsigned.
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

/** The domain of a brand; null before it is set up. */
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

/** The same, and nobody else changes the brand's domain until the transaction ends; also while there is none. */
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

/** Changes columns of a brand's domain. */
export async function changeEmailDomain(db: Database, brandId: string, change: DomainChange): Promise<void> {
  await db.update(emailDomainTable).set(change).where(eq(emailDomainTable.brandId, brandId));
}

/** Adds a domain for a brand that has none; answers its id. */
export async function insertEmailDomain(
  db: Database,
  domain: Omit<typeof emailDomainTable.$inferInsert, 'id'>,
): Promise<string> {
  const id = newId();
  await db.insert(emailDomainTable).values({ id, ...domain });
  return id;
}

/** Forgets a brand's domain and its keys; false when there was none. */
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

/** Moves a key on in its life. */
export async function changeEmailDomainKey(
  db: Database,
  keyId: string,
  change: { state: StoredDomain['keys'][number]['state']; retiredAt?: string },
): Promise<void> {
  await db.update(emailDomainKeyTable).set(change).where(eq(emailDomainKeyTable.id, keyId));
}

/** Forgets a key. */
export async function deleteEmailDomainKey(db: Database, keyId: string): Promise<void> {
  await db.delete(emailDomainKeyTable).where(eq(emailDomainKeyTable.id, keyId));
}

const hoursBefore = (now: Date, hours: number) => new Date(now.getTime() - hours * 3_600_000).toISOString();

/**
 * Brands whose domain is due for a look: verified and failed ones once a day, broken ones every hour, and those that
 * wait for a record, or whose new key does, every time. In no order, so that those whose name servers never answer keep
 * nobody else waiting.
 */
export async function brandsToLookAt(db: Database, now: Date): Promise<string[]> {
  const waits = sql`exists (select from ${emailDomainKeyTable}
    where ${emailDomainKeyTable.domainId} = ${emailDomainTable.id} and ${emailDomainKeyTable.state} = 'next'
      and ${emailDomainKeyTable.createdAt} > ${hoursBefore(now, WAIT_HOURS)})`;
  const rows = await db
    .select({ brandId: emailDomainTable.brandId })
    .from(emailDomainTable)
    .where(
      or(
        eq(emailDomainTable.status, 'pending'),
        waits,
        isNull(emailDomainTable.checkedAt),
        lte(emailDomainTable.checkedAt, hoursBefore(now, 24)),
        and(eq(emailDomainTable.status, 'broken'), lte(emailDomainTable.checkedAt, hoursBefore(now, 1))),
      ),
    )
    .orderBy(sql`random()`)
    .limit(MOST_AT_ONCE);
  return rows.map(({ brandId }) => brandId);
}
