import { and, asc, count, eq, gt, isNull, lte, sql, sum } from 'drizzle-orm';
import type pg from 'pg';
import type { Database } from '../../../platform/database.ts';
import { CREATOR_USERNAME, optInTable } from '../opt-in/opt-in.table.ts';
import type { StoredUpload } from './campaign-content.queries.ts';
import { uploadTable } from './campaign-content.table.ts';

/** Keeps the locks of uploads apart from other locks of the database. */
const UPLOAD_LOCK = 7_401_004;
/** The channel on which a process hears which upload another one wants to continue. */
export const UPLOAD_LOCK_CHANNEL = 'upload_lock';

/** Takes the lock of an upload for a connection; false while another one has it. */
export async function lockUpload(connection: pg.ClientBase, uploadId: string): Promise<boolean> {
  const { rows } = await connection.query<{ taken: boolean }>(
    'select pg_try_advisory_lock(hashtextextended($1, $2)) as taken',
    [uploadId, UPLOAD_LOCK],
  );
  return rows[0]?.taken ?? false;
}

/** Releases the lock of an upload that this connection has. */
export async function unlockUpload(connection: pg.ClientBase, uploadId: string): Promise<void> {
  await connection.query('select pg_advisory_unlock(hashtextextended($1, $2))', [uploadId, UPLOAD_LOCK]);
}

/** Asks the process that has the lock of an upload to release it. */
export async function askForUpload(connection: pg.ClientBase, uploadId: string): Promise<void> {
  await connection.query('select pg_notify($1, $2)', [UPLOAD_LOCK_CHANNEL, uploadId]);
}

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

/** Returns an opt-in of a campaign of the brand; null when there is none. */
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

/** The files that wait to be looked through for viruses, of those sent within a span of time, oldest first. */
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

/** How many files of an opt-in are not handed in, and how large they are together. */
export async function looseUploads(db: Database, optInId: string): Promise<{ count: number; bytes: number }> {
  const [row] = await db
    .select({ count: count(), bytes: sum(uploadTable.bytes).mapWith(Number) })
    .from(uploadTable)
    .where(and(eq(uploadTable.optInId, optInId), isNull(uploadTable.previewId)));
  return { count: row?.count ?? 0, bytes: row?.bytes ?? 0 };
}

/** Keeps what was found out about a file later, wherever it stands. */
export async function writeUploadsOfFile(
  db: Database,
  fileKey: string,
  columns: Partial<Pick<StoredUpload, 'scan' | 'thumbnailKey'>>,
): Promise<void> {
  await db.update(uploadTable).set(columns).where(eq(uploadTable.fileKey, fileKey));
}

/** Files of one piece of content whose rights end together; a file that is part of none stands by itself. */
export interface EndingRights {
  /** The content, or the file that is part of none. */
  id: string;
  /** One of the files, and how many they are. */
  name: string;
  files: number;
  brandId: string;
  campaignId: string;
  username: string;
  usableUntil: string;
}

/** What rights end within these spans of time. */
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
