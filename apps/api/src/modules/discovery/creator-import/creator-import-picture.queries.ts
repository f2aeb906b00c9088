import {
  type ImportPictures,
  MAX_IMPORT_PICTURES,
} from '@troupe/domain/discovery/creator-import/creator-import';
import { sql } from 'drizzle-orm';
import type { Database } from '../../../platform/database.ts';
import { json } from './creator-import-row.queries.ts';

/** A picture URL in a row, for a creator whose profile the import may change. */
export interface NamedPicture {
  creatorId: string;
  url: string;
}

const LEFT_OUT = `More than ${MAX_IMPORT_PICTURES.toLocaleString('en-US')} pictures in one file`;

/**
 * Queues pictures for copying in the caller's transaction. Returns the creators whose picture
 * changes. Failed pictures are retried; copied or queued ones aren't queued again. Pictures beyond
 * `MAX_IMPORT_PICTURES` per import are skipped with a reason.
 */
export async function queuePictures(
  db: Database,
  importId: string,
  pictures: readonly NamedPicture[],
  now: string,
): Promise<Set<string>> {
  if (pictures.length === 0) return new Set();
  const { rows } = await db.execute<{ creator_id: string; other: boolean }>(sql`
    with named as (
      select n.*, row_number() over () + (select count(*) from creator_picture where import_id = ${importId}) as place
      from jsonb_to_recordset(${json(pictures)}) as n("creatorId" uuid, url text)
    ), earlier as (
      select p.creator_id, p.url from creator_picture p join named on named."creatorId" = p.creator_id
    ), queued as (
      insert into creator_picture as p (creator_id, import_id, url, state, reason, requested_at)
      select "creatorId", ${importId}::uuid, url,
        case when place > ${MAX_IMPORT_PICTURES} then 'failed' else 'waiting' end,
        case when place > ${MAX_IMPORT_PICTURES} then ${LEFT_OUT} end, ${now}::timestamptz
      from named order by "creatorId"
      on conflict (creator_id) do update set import_id = excluded.import_id, url = excluded.url,
        state = excluded.state, reason = excluded.reason, requested_at = excluded.requested_at
        where p.url <> excluded.url or p.state = 'failed'
      returning creator_id, url
    )
    select queued.creator_id, earlier.url is distinct from queued.url as other
    from queued left join earlier on earlier.creator_id = queued.creator_id`);
  return new Set(rows.filter(({ other }) => other).map(({ creator_id }) => creator_id));
}

/** Removes the pictures an import named for these creators. */
export async function dropPictures(
  db: Database,
  importId: string,
  creatorIds: readonly string[],
): Promise<void> {
  if (creatorIds.length === 0) return;
  await db.execute(sql`
    delete from creator_picture where import_id = ${importId}
      and creator_id in (select jsonb_array_elements_text(${json(creatorIds)})::uuid)`);
}

const NONE: ImportPictures = { waiting: 0, copied: 0, failed: 0, reasons: [] };

/** Returns the progress of each import's pictures; zeros if it has none. */
export async function readPictures(
  db: Database,
  importIds: readonly string[],
): Promise<(importId: string) => ImportPictures> {
  const found = new Map<string, ImportPictures>();
  if (importIds.length > 0) {
    const { rows } = await db.execute<{
      import_id: string;
      state: 'waiting' | 'copied' | 'failed';
      reason: string | null;
      count: number;
    }>(sql`
      select import_id, state, reason, count(*)::int as count from creator_picture
      where import_id in (select jsonb_array_elements_text(${json(importIds)})::uuid)
      group by import_id, state, reason order by count desc, reason`);
    for (const { import_id: id, state, reason, count } of rows) {
      const before = found.get(id) ?? NONE;
      const reasons = reason === null ? before.reasons : [...before.reasons, { reason, count }];
      found.set(id, { ...before, [state]: before[state] + count, reasons });
    }
  }
  return (importId) => found.get(importId) ?? NONE;
}
