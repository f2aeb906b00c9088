import { and, asc, count, eq, gt, isNull, lte, sql, sum } from 'drizzle-orm';
import type pg from 'pg';
import type { Database } from '../../../platform/database.ts';
import { CREATOR_USERNAME, optInTable } from '../opt-in/opt-in.table.ts';
import type { StoredUpload } from './campaign-content.queries.ts';
import { uploadTable } from './campaign-content.table.ts';

/** Separates upload locks from the database's other advisory locks. */
const UPLOAD_LOCK = 7_401_004;
/** The channel that announces which upload another process wants to resume. */
export const UPLOAD_LOCK_CHANNEL = 'upload_lock';

/** Takes the lock of an upload on this connection; false if another one holds it. */
export async function lockUpload(connection: pg.ClientBase, uploadId: string): Promise<boolean> {
  const { rows } = await connection.query<{ taken: boolean }>(
    'select pg_try_advisory_lock(hashtextextended($1, $2)) as taken',
    [uploadId, UPLOAD_LOCK],
  );
  return rows[0]?.taken ?? false;
}

/** Releases the lock that this connection holds on an upload. */
export async function unlockUpload(connection: pg.ClientBase, uploadId: string): Promise<void> {
  await connection.query('select pg_advisory_unlock(hashtextextended($1, $2))', [uploadId, UPLOAD_LOCK]);
}

/** Asks the process that holds an upload's lock to release it. */
export async function requestUploadLock(connection: pg.ClientBase, uploadId: string): Promise<void> {
  await connection.query('select pg_notify($1, $2)', [UPLOAD_LOCK_CHANNEL, uploadId]);
}

/** Returns the opt-in for an upload if the account owns it; otherwise null. */
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

/** Returns an opt-in to one of the brand's campaigns; null if not found. */
export async function brandOptInOf(
  db: Database,
  { brandId, campaignId, optInId }: { brandId: string; campaignId: string; optInId: string },
) {
  const [row] = await db
    .select({
      id: optInTable.id,
      brandId: optInTable.brandId,
      campaignId: optInTable.campaignId,
      status: optInTable.status,
    })
    .from(optInTable)
    .where(
      and(eq(optInTable.id, optInId), eq(optInTable.brandId, brandId), eq(optInTable.campaignId, campaignId)),
    );
  return row ?? null;
}

/** Returns the opt-in's upload with this hash, preferring one not yet submitted; null if there is none. */
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

/** Returns an upload of the account by id; null if not found. */
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

/** Inserts an upload; false if the opt-in already has the same file. */
export async function insertUpload(db: Database, upload: typeof uploadTable.$inferInsert): Promise<boolean> {
  const rows = await db
    .insert(uploadTable)
    .values(upload)
    .onConflictDoNothing()
    .returning({ id: uploadTable.id });
  return rows.length > 0;
}

/** Returns an upload by its file key; null if not found. */
export async function readUploadOfFile(db: Database, fileKey: string): Promise<StoredUpload | null> {
  const [row] = await db.select().from(uploadTable).where(eq(uploadTable.fileKey, fileKey)).limit(1);
  return row ?? null;
}

/** Returns files waiting for a virus scan that were uploaded within a time range, oldest first. */
export async function readWaitingUploads(
  db: Database,
  { from, until }: { from: Date; until: Date },
): Promise<string[]> {
  const rows = await db
    .select({ fileKey: uploadTable.fileKey })
    .from(uploadTable)
    .where(
      and(
        sql`${uploadTable.scan} = 'waiting'`,
        gt(uploadTable.createdAt, from.toISOString()),
        lte(uploadTable.createdAt, until.toISOString()),
      ),
    )
    .orderBy(asc(uploadTable.createdAt))
    .limit(200);
  return [...new Set(rows.map(({ fileKey }) => fileKey))];
}

/** Returns the number and total size of an opt-in's files that aren't submitted yet. */
export async function countUnsubmitted(
  db: Database,
  optInId: string,
): Promise<{ count: number; bytes: number }> {
  const [row] = await db
    .select({ count: count(), bytes: sum(uploadTable.bytes).mapWith(Number) })
    .from(uploadTable)
    .where(and(eq(uploadTable.optInId, optInId), isNull(uploadTable.previewId)));
  return { count: row?.count ?? 0, bytes: row?.bytes ?? 0 };
}

/** Saves later findings about a file on every row that refers to it. */
export async function writeUploadsOfFile(
  db: Database,
  fileKey: string,
  columns: Partial<Pick<StoredUpload, 'scan' | 'thumbnailKey'>>,
): Promise<void> {
  await db.update(uploadTable).set(columns).where(eq(uploadTable.fileKey, fileKey));
}

/** Files of one preview whose rights end at the same time; an unattached file is its own group. */
export interface EndingRights {
  /** The preview, or the unattached file. */
  id: string;
  /** The name of one of the files. */
  name: string;
  files: number;
  brandId: string;
  campaignId: string;
  username: string;
  usableUntil: string;
}

/** Returns usage rights that end within these time ranges. */
export async function readEndingRights(
  pool: pg.Pool,
  spans: readonly { since: Date; until: Date }[],
): Promise<EndingRights[]> {
  const { rows } = await pool.query<EndingRights>({
    name: 'upload-rights-ending',
    text: `select coalesce(u.preview_id, u.id) as id, min(u.name) as name, count(*)::int as files,
        u.brand_id as "brandId", u.campaign_id as "campaignId", ${CREATOR_USERNAME} as username,
        u.usable_until as "usableUntil"
      from unnest($1::timestamptz[], $2::timestamptz[]) span (since, until)
      join upload u on u.usable_until > span.since and u.usable_until <= span.until
      join opt_in i on i.id = u.opt_in_id join creator c on c.id = i.creator_id
      group by 1, u.brand_id, u.campaign_id, i.removed_at, c.username, u.usable_until
      order by u.usable_until, 1`,
    values: [spans.map(({ since }) => since.toISOString()), spans.map(({ until }) => until.toISOString())],
  });
  return rows;
}
