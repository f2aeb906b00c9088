import type { StatusTag } from '@troupe/domain/discovery/creator-list';
import type { FieldValue, ListStage, ReviewCounts } from '@troupe/domain/discovery/list-field';
import type { Platform } from '@troupe/domain/discovery/platform';
import type pg from 'pg';

type Connection = Pick<pg.ClientBase, 'query'>;

/** Cards of a column that are read at once. */
const CARDS = 50;

/** A creator on a board. */
interface BoardCard {
  itemId: string;
  creatorId: string;
  fullname: string;
  username: string;
  platform: Platform;
  profilePicUrl: string | null;
  followerCount: number | null;
  tags: StatusTag[];
  review: ReviewCounts | null;
  /** Values of all fields, also of those of other lists. */
  custom: Record<string, FieldValue>;
}

/** A column of a board; without a stage, `stageId` is null. */
interface BoardColumn {
  stageId: string | null;
  count: number;
  cards: BoardCard[];
}

/** Returns the stages of a list; null if the brand has no such list. @param lock for a change of them */
export async function readStages(
  connection: Connection,
  { brandId, listId }: { brandId: string; listId: string },
  lock = false,
): Promise<ListStage[] | null> {
  const { rows } = await connection.query<{ stages: ListStage[] }>(
    `select stages from creator_list where id = $1 and brand_id = $2 ${lock ? 'for no key update' : ''}`,
    [listId, brandId],
  );
  return rows[0]?.stages ?? null;
}

const VISIBLE = `i.list_id = $2 and i.brand_id = $1 and i.archived_at is null
  and exists (select from creator v where v.id = i.creator_id and (v.brand_id is null or v.brand_id = $1))`;

/** A column: its number of cards and a page of them. `where` and `order` are about the item `i`. */
const columnSql = (where: string, order: string) => `
  (select count(*)::int from creator_list_item i where ${VISIBLE} and ${where}) as count,
  (select coalesce(json_agg(json_build_object('itemId', c.item_id, 'creatorId', c.creator_id, 'fullname', p.fullname,
      'username', p.username, 'platform', p.platform, 'profilePicUrl', p.profile_pic_url,
      'followerCount', p.follower_count, 'tags', c.tags, 'review', c.review, 'custom', c.custom) order by c.at), '[]')
    from (
      select i.id as item_id, i.creator_id, i.tags, i.review, i.custom, row_number() over (order by ${order}) as at
      from creator_list_item i where ${VISIBLE} and ${where} order by ${order} limit ${CARDS} offset $4
    ) c join creator p on p.id = c.creator_id) as cards`;

const BOARD = `
  select null::uuid as "stageId", 0 as number,
    ${columnSql('(i.stage_id is null or not i.stage_id = any($3::uuid[]))', 'i.saved_at desc, i.id desc')}
  union all
  select s.id, s.number::int, ${columnSql('i.stage_id = s.id', 'i.stage_rank, i.id')}
  from unnest($3::uuid[]) with ordinality as s(id, number)
  order by number`;

/** Returns a page of the columns of a board; the first one has the creators without a stage. */
export async function readBoard(
  pool: Connection,
  {
    brandId,
    listId,
    stages,
    page,
  }: { brandId: string; listId: string; stages: readonly ListStage[]; page: number },
): Promise<BoardColumn[]> {
  const { rows } = await pool.query<BoardColumn>(BOARD, [
    brandId,
    listId,
    stages.map(({ id }) => id),
    (page - 1) * CARDS,
  ]);
  return rows;
}

/** Writes the stages of a list. Creators of removed ones have no stage afterwards. */
export async function writeStages(
  connection: Connection,
  {
    brandId,
    listId,
    stages,
    removed,
  }: { brandId: string; listId: string; stages: readonly ListStage[]; removed: readonly string[] },
  now: string,
): Promise<void> {
  await connection.query(
    'update creator_list set stages = $3::jsonb, updated_at = $4 where id = $2 and brand_id = $1',
    [brandId, listId, JSON.stringify(stages), now],
  );
  if (removed.length > 0)
    await connection.query(
      `update creator_list_item set stage_id = null, stage_rank = null
        where brand_id = $1 and list_id = $2 and stage_id = any($3::uuid[])`,
      [brandId, listId, removed],
    );
}

/** An item on a board with the stages of its list. */
export interface LockedCard {
  listId: string;
  stages: ListStage[];
  stageId: string | null;
}

/**
 * Locks the board of an item, to serialize moves on it. Null unless the brand has the item and it
 * isn't archived.
 */
export async function lockCard(
  connection: Connection,
  brandId: string,
  itemId: string,
): Promise<LockedCard | null> {
  const { rows: lists } = await connection.query<{ id: string; stages: ListStage[] }>(
    `select l.id, l.stages from creator_list l
      where l.id = (select list_id from creator_list_item where id = $1 and brand_id = $2) and l.brand_id = $2
      for no key update`,
    [itemId, brandId],
  );
  const [list] = lists;
  if (!list) return null;
  const { rows } = await connection.query<{ stageId: string | null }>(
    `select stage_id as "stageId" from creator_list_item
      where id = $1 and list_id = $2 and archived_at is null for update`,
    [itemId, list.id],
  );
  const [item] = rows;
  if (!item) return null;
  const isKnown = list.stages.some(({ id }) => id === item.stageId);
  return { listId: list.id, stages: list.stages, stageId: isKnown ? item.stageId : null };
}

interface Place {
  listId: string;
  stageId: string;
  itemId: string;
  /** The card above; null at the top. */
  after: string | null;
}

/** Finds the ranks around a place; a card above that isn't in the stage counts as the last one. */
const NEIGHBORS = `
  with cards as (
    select id, stage_rank from creator_list_item
    where list_id = $1 and stage_id = $2 and id <> $3 and archived_at is null
  ), above as (
    select coalesce((select stage_rank from cards where id = $4), (select max(stage_rank) from cards)) as rank
    where $4::uuid is not null
  )
  select (select rank from above) as above,
    (select min(stage_rank) from cards where (select rank from above) is null and $4::uuid is null
      or stage_rank > (select rank from above)) as below`;

const SPREAD = `
  update creator_list_item i set stage_rank = ordered.rank
  from (
    select id, row_number() over (order by stage_rank, id) as rank from creator_list_item
    where list_id = $1 and stage_id = $2 and archived_at is null
  ) ordered
  where ordered.id = i.id`;

async function rankOf(connection: Connection, place: Place, mayRetry = true): Promise<number> {
  const { listId, stageId, itemId, after } = place;
  const { rows } = await connection.query<{ above: number | null; below: number | null }>(NEIGHBORS, [
    listId,
    stageId,
    itemId,
    after,
  ]);
  const { above = null, below = null } = rows[0] ?? {};
  if (above === null) return below === null ? 1 : below - 1;
  if (below === null) return above + 1;
  const middle = (above + below) / 2;
  if (middle > above && middle < below) return middle;
  // Halved so often that no number is left between them.
  if (!mayRetry) return above;
  await connection.query(SPREAD, [listId, stageId]);
  return rankOf(connection, place, false);
}

/** Moves a card of a locked board. */
export async function moveCard(
  connection: Connection,
  { listId, stageId, itemId, after }: Omit<Place, 'stageId'> & { stageId: string | null },
  { userId, now }: { userId: string; now: string },
): Promise<void> {
  const rank = stageId === null ? null : await rankOf(connection, { listId, stageId, itemId, after });
  await connection.query(
    `update creator_list_item set stage_id = $2, stage_rank = $3, updated_at = $4, updated_by = $5 where id = $1`,
    [itemId, stageId, rank, now, userId],
  );
}
