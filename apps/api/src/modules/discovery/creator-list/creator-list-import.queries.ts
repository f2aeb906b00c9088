import type { StatusTag } from '@troupe/domain/discovery/creator-list';
import { sql } from 'drizzle-orm';
import type { Database } from '../../../platform/database.ts';
import { newId } from '../../../platform/id.ts';
import { lockLists, touchLists } from './creator-list.queries.ts';

/** A creator to add to a list, with the brand's data. */
export interface NewListItem {
  creatorId: string;
  tags: StatusTag[];
  feedback: string;
}

/**
 * Adds creators to a list in one statement, first ones first. Existing items, including archived
 * ones, are unchanged. Returns the new ones.
 */
export async function addListItems(
  db: Database,
  target: { brandId: string; listId: string; userId: string | null; now: string },
  items: readonly NewListItem[],
): Promise<Set<string>> {
  const { brandId, listId, userId, now } = target;
  if ((await lockLists(db, brandId, [listId])).length === 0) return new Set();
  const ids = items.map(() => newId()).reverse();
  const values = items
    .map(({ creatorId, tags, feedback }, at) => ({ id: ids[at], creator_id: creatorId, tags, feedback }))
    .sort((a, b) => (a.creator_id < b.creator_id ? -1 : 1));
  const { rows } = await db.execute<{ creator_id: string }>(sql`
    insert into creator_list_item (id, brand_id, list_id, creator_id, tags, feedback, saved_at, updated_at, updated_by)
    select id, ${brandId}::uuid, ${listId}::uuid, creator_id, tags, feedback, ${now}::timestamptz, ${now}::timestamptz, ${userId}::uuid
    from jsonb_to_recordset(${JSON.stringify(values)}::jsonb) as v(id uuid, creator_id uuid, tags text[], feedback text)
    on conflict (list_id, creator_id) do nothing
    returning creator_id`);
  if (rows.length > 0) await touchLists(db, brandId, [listId], now);
  return new Set(rows.map((row) => row.creator_id));
}

/** Removes creators whose items haven't been edited; returns them. */
export async function removeUntouchedItems(
  db: Database,
  target: { brandId: string; listId: string; now: string },
  creatorIds: readonly string[],
): Promise<Set<string>> {
  const { brandId, listId, now } = target;
  await lockLists(db, brandId, [listId]);
  const { rows } = await db.execute<{ creator_id: string }>(sql`
    delete from creator_list_item
    where brand_id = ${brandId} and list_id = ${listId} and version = 1 and archived_at is null
      and custom = '{}' and stage_id is null and review is null
      and creator_id in (select jsonb_array_elements_text(${JSON.stringify(creatorIds)}::jsonb)::uuid)
    returning creator_id`);
  if (rows.length > 0) await touchLists(db, brandId, [listId], now);
  return new Set(rows.map((row) => row.creator_id));
}
