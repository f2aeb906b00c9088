import type { CodeState } from '@troupe/domain/affiliate/affiliate-code';
import {
  and,
  asc,
  count,
  eq,
  type InferInsertModel,
  type InferSelectModel,
  inArray,
  isNull,
  lt,
  notInArray,
  or,
  sql,
} from 'drizzle-orm';
import type { Database } from '../../../platform/database.ts';
import { newId } from '../../../platform/id.ts';
import { affiliateAlertTable } from '../affiliate-alert/affiliate-alert.table.ts';
import { affiliateCodeTable } from './affiliate-code.table.ts';

/** A code as it is stored. */
export type StoredCode = InferSelectModel<typeof affiliateCodeTable>;

/** A worker that died keeps a code for so long. */
const CLAIM_MS = 2 * 60_000;

/** Adds a code. @throws exclusion violation if it has an owner in this store */
export async function insertCode(
  tx: Database,
  code: InferInsertModel<typeof affiliateCodeTable>,
): Promise<void> {
  await tx.insert(affiliateCodeTable).values(code);
}

/** Counts the codes of an affiliate that haven't ended. */
export async function countOpenCodes(db: Database, affiliateId: string): Promise<number> {
  const [row] = await db
    .select({ codes: count() })
    .from(affiliateCodeTable)
    .where(
      and(
        eq(affiliateCodeTable.affiliateId, affiliateId),
        notInArray(affiliateCodeTable.state, ['ended', 'failed']),
      ),
    );
  return row?.codes ?? 0;
}

/** Locks a code of a brand; null if there is none. */
export async function lockCode(tx: Database, id: string, brandId?: string): Promise<StoredCode | null> {
  const [row] = await tx
    .select()
    .from(affiliateCodeTable)
    .where(and(eq(affiliateCodeTable.id, id), brandId ? eq(affiliateCodeTable.brandId, brandId) : undefined))
    .for('no key update');
  return row ?? null;
}

/** Changes a locked code. */
export async function updateCode(
  tx: Database,
  id: string,
  columns: Partial<Omit<StoredCode, 'id' | 'brandId' | 'affiliateId' | 'storeId' | 'createdAt'>>,
  now: Date,
): Promise<void> {
  await tx
    .update(affiliateCodeTable)
    .set(Object.assign({ updatedAt: now.toISOString() }, columns))
    .where(eq(affiliateCodeTable.id, id));
}

/** Takes a code that is to be created in the store; null if another worker has it or it isn't to be created. */
export async function claimCode(db: Database, id: string, now: Date): Promise<StoredCode | null> {
  const [row] = await db
    .update(affiliateCodeTable)
    .set({ checkedAt: now.toISOString() })
    .where(
      and(
        eq(affiliateCodeTable.id, id),
        eq(affiliateCodeTable.state, 'creating'),
        or(
          isNull(affiliateCodeTable.checkedAt),
          lt(affiliateCodeTable.checkedAt, new Date(now.getTime() - CLAIM_MS).toISOString()),
        ),
      ),
    )
    .returning();
  return row ?? null;
}

/** Returns codes that wait to be created in their store, oldest first. */
export async function readWaitingCodes(db: Database, now: Date, limit: number): Promise<string[]> {
  const rows = await db
    .select({ id: affiliateCodeTable.id })
    .from(affiliateCodeTable)
    .where(
      and(
        eq(affiliateCodeTable.state, 'creating'),
        or(
          isNull(affiliateCodeTable.checkedAt),
          lt(affiliateCodeTable.checkedAt, new Date(now.getTime() - CLAIM_MS).toISOString()),
        ),
      ),
    )
    .orderBy(asc(affiliateCodeTable.createdAt), asc(affiliateCodeTable.id))
    .limit(limit);
  return rows.map(({ id }) => id);
}

const IN_STORE: CodeState[] = ['live', 'paused', 'leaked'];

/** Returns the stores with codes to compare, and how many. */
export async function readStoresWithCodes(db: Database): Promise<string[]> {
  const rows = await db
    .selectDistinct({ storeId: affiliateCodeTable.storeId })
    .from(affiliateCodeTable)
    .where(inArray(affiliateCodeTable.state, IN_STORE));
  return rows.map(({ storeId }) => storeId);
}

/** Returns codes of a store to compare with it, those not compared for longest first. */
export async function readCodesToCheck(db: Database, storeId: string, limit: number): Promise<StoredCode[]> {
  return db
    .select()
    .from(affiliateCodeTable)
    .where(and(eq(affiliateCodeTable.storeId, storeId), inArray(affiliateCodeTable.state, IN_STORE)))
    .orderBy(sql`${affiliateCodeTable.checkedAt} nulls first`, asc(affiliateCodeTable.id))
    .limit(limit);
}

/** Ends codes whose end has passed. */
export async function endExpiredCodes(db: Database, now: Date): Promise<void> {
  const at = now.toISOString();
  await db
    .update(affiliateCodeTable)
    .set({ state: 'ended', ownedUntil: sql`coalesce(owned_until, ends_at)`, updatedAt: at })
    .where(and(inArray(affiliateCodeTable.state, IN_STORE), lt(affiliateCodeTable.endsAt, at)));
}

/** Adds an alert that a code changed in its store; false if there is one of the same day. */
export async function addDriftAlert(
  tx: Database,
  { id, brandId, affiliateId }: StoredCode,
  figures: Record<string, string | number>,
  now: Date,
): Promise<boolean> {
  const at = now.toISOString();
  const added = await tx
    .insert(affiliateAlertTable)
    .values({
      id: newId(),
      brandId,
      kind: 'code-drift',
      subject: id,
      affiliateId,
      day: at.slice(0, 10),
      figures,
      createdAt: at,
    })
    .onConflictDoNothing()
    .returning({ id: affiliateAlertTable.id });
  return added.length > 0;
}
