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

/** A creator with what is known of its contact details, as one brand or several see it. */
export interface ContactTarget extends CreatorRow {
  contactEmail: string | null;
  ownContact: boolean;
}

/** What people are told about the contact details of a creator. */
export const contactState = (row: ContactTarget): ContactState => toCreator(row, row.ownContact).metaData;

/**
 * A creator that one of these brands may see, or every creator for `null` (administrators); null when there is none.
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
      ownContact: sql<boolean>`exists (select from creator_contact contact where contact.creator_id = creator.id
        and contact.brand_id = any(${sql.param(brands)}::uuid[]))`,
    })
    .from(creatorTable)
    .where(and(eq(creatorTable.id, creatorId), brandIds === null ? undefined : seen));
  return row ?? null;
}

/** A look-up on its way. */
export type ContactFetch = typeof fetchTable.$inferSelect;

/** Begins a look-up; false while another of the same creator is on its way. */
export async function insertContactFetch(db: Database, values: ContactFetch): Promise<boolean> {
  const rows = await db
    .insert(fetchTable)
    .values(values)
    .onConflictDoNothing()
    .returning({ id: fetchTable.id });
  return rows.length > 0;
}

/** The look-up of a creator that is on its way. */
export async function readContactFetch(db: Database, creatorId: string): Promise<ContactFetch | null> {
  const [row] = await db.select().from(fetchTable).where(eq(fetchTable.creatorId, creatorId));
  return row ?? null;
}

/** Ends a look-up; false when somebody else did. */
export async function deleteContactFetch(db: Database, id: string): Promise<boolean> {
  const rows = await db.delete(fetchTable).where(eq(fetchTable.id, id)).returning({ id: fetchTable.id });
  return rows.length > 0;
}

/** Look-ups that began before a moment: their process was killed. */
export async function readStaleFetches(db: Database, before: string): Promise<ContactFetch[]> {
  return db.select().from(fetchTable).where(lt(fetchTable.startedAt, before)).limit(500);
}

/**
 * Keeps what a look-up found: on the creator, or with the brand where the creator is its own. Without an address
 * `error` says why; an address known before stays.
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
