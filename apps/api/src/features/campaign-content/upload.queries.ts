import { and, eq, sql } from 'drizzle-orm';
import type pg from 'pg';
import type { Database } from '../../platform/database.ts';
import { optInTable } from '../opt-in/opt-in.table.ts';
import type { StoredUpload } from './campaign-content.queries.ts';
import { uploadTable } from './campaign-content.table.ts';

/** The opt-in a file is sent for, when it is the account's own; null when it is not. */
export async function ownOptInOf(db: Database, userId: string, optInId: string) {
  const [row] = await db
    .select({
      id: optInTable.id,
      brandId: optInTable.brandId,
      campaignId: optInTable.campaignId,
      status: optInTable.status,
    })
    .from(optInTable)
    .where(and(eq(optInTable.id, optInId), eq(optInTable.userId, userId)));
  return row ?? null;
}

/** The upload of an opt-in with this content, one that is not handed in first; null when it has none. */
export async function sameUpload(
  db: Database,
  optInId: string,
  hash: string,
): Promise<Pick<StoredUpload, 'id' | 'name'> | null> {
  const [row] = await db
    .select({ id: uploadTable.id, name: uploadTable.name })
    .from(uploadTable)
    .where(and(eq(uploadTable.optInId, optInId), eq(uploadTable.hash, hash)))
    .orderBy(sql`${uploadTable.previewId} is not null`, uploadTable.id)
    .limit(1);
  return row ?? null;
}

/** A file an account has sent, by its id; null when it has sent none. */
export async function readOwnUpload(
  db: Database,
  userId: string,
  uploadId: string,
): Promise<Pick<StoredUpload, 'bytes'> | null> {
  const [row] = await db
    .select({ bytes: uploadTable.bytes })
    .from(uploadTable)
    .where(and(eq(uploadTable.id, uploadId), eq(uploadTable.userId, userId)));
  return row ?? null;
}

/** Keeps an upload; false when the opt-in has the same file already. */
export async function insertUpload(db: Database, upload: typeof uploadTable.$inferInsert): Promise<boolean> {
  const rows = await db
    .insert(uploadTable)
    .values(upload)
    .onConflictDoNothing()
    .returning({ id: uploadTable.id });
  return rows.length > 0;
}

/** An upload by its file; null when there is none. */
export async function readUploadOfFile(db: Database, fileKey: string): Promise<StoredUpload | null> {
  const [row] = await db.select().from(uploadTable).where(eq(uploadTable.fileKey, fileKey)).limit(1);
  return row ?? null;
}

/** Keeps what was found out about a file later, wherever it stands. */
export async function writeUploadsOfFile(
  db: Database,
  fileKey: string,
  columns: Partial<Pick<StoredUpload, 'scan' | 'thumbnailKey'>>,
): Promise<void> {
  await db.update(uploadTable).set(columns).where(eq(uploadTable.fileKey, fileKey));
}

/** An upload whose rights end within a span of time. */
export interface EndingRights {
  id: string;
  name: string;
  brandId: string;
  campaignId: string;
  username: string;
  usableUntil: string;
}

/** Uploads whose rights end up to `until`, of those that had not ended `since`. */
export async function readEndingRights(
  pool: pg.Pool,
  { since, until }: { since: Date; until: Date },
): Promise<EndingRights[]> {
  const { rows } = await pool.query<EndingRights>({
    name: 'upload-rights-ending',
    text: `select u.id, u.name, u.brand_id as "brandId", u.campaign_id as "campaignId", c.username,
        u.usable_until as "usableUntil"
      from upload u join opt_in i on i.id = u.opt_in_id join creator c on c.id = i.creator_id
      where u.usable_until > $1 and u.usable_until <= $2
      order by u.usable_until, u.id`,
    values: [since.toISOString(), until.toISOString()],
  });
  return rows;
}
