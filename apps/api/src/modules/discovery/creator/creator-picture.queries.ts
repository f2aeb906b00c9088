import type pg from 'pg';

/** A picture waiting to be copied. */
export interface WaitingPicture {
  creatorId: string;
  url: string;
}

/** The result of copying a picture: the URL of the copy, or the reason it failed. */
export type PictureOutcome = WaitingPicture & ({ copy: string } | { reason: string });

/** Returns imports with pictures to copy. */
export async function readImportsWithPictures(pool: pg.Pool): Promise<string[]> {
  const { rows } = await pool.query<{ id: string }>(
    `select distinct import_id as id from creator_picture where state = 'waiting'`,
  );
  return rows.map(({ id }) => id);
}

/** Gives up pictures of an import requested before a time. */
export async function expirePictures(
  pool: pg.Pool,
  importId: string,
  before: string,
  reason: string,
): Promise<void> {
  await pool.query(
    `update creator_picture set state = 'failed', reason = $3
      where import_id = $1 and state = 'waiting' and requested_at < $2`,
    [importId, before, reason],
  );
}

/** Returns some pictures of an import to copy. */
export async function readWaitingPictures(
  pool: pg.Pool,
  importId: string,
  limit: number,
): Promise<WaitingPicture[]> {
  const { rows } = await pool.query<WaitingPicture>(
    `select creator_id as "creatorId", url from creator_picture
      where import_id = $1 and state = 'waiting' order by creator_id limit $2`,
    [importId, limit],
  );
  return rows;
}

/**
 * Stores results and shows the copies, in one statement. Pictures replaced by another import or
 * removed by an undo are ignored.
 */
export async function settlePictures(
  pool: pg.Pool,
  importId: string,
  outcomes: readonly PictureOutcome[],
): Promise<void> {
  await pool.query(
    `with settled as (
      update creator_picture p set state = case when o.copy is null then 'failed' else 'copied' end, reason = o.reason
      from jsonb_to_recordset($2::jsonb) as o("creatorId" uuid, url text, copy text, reason text)
      where p.creator_id = o."creatorId" and p.url = o.url and p.import_id = $1
      returning p.creator_id, o.copy
    )
    update creator c set profile_pic_url = settled.copy from settled
    where c.id = settled.creator_id and settled.copy is not null`,
    [importId, JSON.stringify(outcomes)],
  );
}
