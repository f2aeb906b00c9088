import type { ContactState } from '@troupe/domain/discovery/creator';
import { and, eq, inArray, isNull, lt, or, sql } from 'drizzle-orm';
import type { Database } from '../../../platform/database.ts';
import { newId } from '../../../platform/id.ts';
import {
  type CreatorRow,
  creatorColumns,
  creatorContactTable,
  creatorTable,
  creatorContactFetchTable as fetchTable,
  toCreator,
  visibleTo,
} from './creator.table.ts';

/** A creator with contact details as seen by one or several brands. */
export interface ContactTarget extends CreatorRow {
  contactEmail: string | null;
  /** An invented profile: never looked up. */
  sample: boolean;
  ownContact: boolean;
}

/** Returns the state of a creator's contact details. */
export const contactState = (row: ContactTarget): ContactState => toCreator(row, row.ownContact).metaData;

/**
 * Returns a creator visible to one of these brands, or any creator for `null` (administrators);
 * null if there is none.
 */
export async function readContactTarget(
  db: Database,
  creatorId: string,
  brandIds: readonly string[] | null,
): Promise<ContactTarget | null> {
  const brands = [...(brandIds ?? [])];
  const [only] = brands;
  const theirs = brands.length === 0 ? sql`false` : inArray(creatorTable.brandId, brands);
  const seen = brands.length === 1 && only ? visibleTo(only) : or(isNull(creatorTable.brandId), theirs);
  const [row] = await db
    .select({
      ...creatorColumns,
      contactEmail: creatorTable.contactEmail,
      sample: creatorTable.sample,
      ownContact: sql<boolean>`exists (select from creator_contact contact where contact.creator_id = creator.id
        and contact.brand_id = any(${sql.param(brands)}::uuid[]))`,
    })
    .from(creatorTable)
    .where(and(eq(creatorTable.id, creatorId), brandIds === null ? undefined : seen));
  return row ?? null;
}

/** A lookup in progress. */
export type ContactFetch = typeof fetchTable.$inferSelect;

/** Starts a lookup; false if another of the same creator is in progress. */
export async function insertContactFetch(db: Database, values: ContactFetch): Promise<boolean> {
  const rows = await db
    .insert(fetchTable)
    .values(values)
    .onConflictDoNothing()
    .returning({ id: fetchTable.id });
  return rows.length > 0;
}

/** Returns a creator's lookup in progress. */
export async function readContactFetch(db: Database, creatorId: string): Promise<ContactFetch | null> {
  const [row] = await db.select().from(fetchTable).where(eq(fetchTable.creatorId, creatorId));
  return row ?? null;
}

/** Ends a lookup; false if someone else did. */
export async function deleteContactFetch(db: Database, id: string): Promise<boolean> {
  const rows = await db.delete(fetchTable).where(eq(fetchTable.id, id)).returning({ id: fetchTable.id });
  return rows.length > 0;
}

/** Returns lookups started before a time, whose process was killed. */
export async function readStaleFetches(db: Database, before: string): Promise<ContactFetch[]> {
  return db.select().from(fetchTable).where(lt(fetchTable.startedAt, before)).limit(500);
}

/**
 * Stores the result of a lookup: on the creator, or with the brand if the creator is its own.
 * Without an address, `error` explains why; a known address is kept.
 */
export async function writeContacts(
  db: Database,
  { id, brandId, contactEmail }: Pick<ContactTarget, 'id' | 'brandId' | 'contactEmail'>,
  { email, error }: { email: string | null; error: string | null },
  now: string,
): Promise<void> {
  const known = email ?? contactEmail;
  await db
    .update(creatorTable)
    .set({
      contactsFetchedAt: now,
      contactsError: known === null ? error : null,
      ...(email !== null && brandId === null ? { contactEmail: email } : {}),
    })
    .where(eq(creatorTable.id, id));
  if (email !== null && brandId !== null)
    await db
      .insert(creatorContactTable)
      .values({ id: newId(), brandId, creatorId: id, email, createdAt: now })
      .onConflictDoUpdate({
        target: [creatorContactTable.brandId, creatorContactTable.creatorId],
        set: { email },
      });
}
