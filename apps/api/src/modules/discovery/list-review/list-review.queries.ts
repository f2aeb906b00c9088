import type { StatusTag } from '@troupe/domain/discovery/creator-list';
import type { FieldValue, ListField, ReviewCounts } from '@troupe/domain/discovery/list-field';
import { MAX_COMMENTS } from '@troupe/domain/discovery/list-field-limits';
import type { ItemReview, ReviewColumn, ReviewVote } from '@troupe/domain/discovery/list-review';
import type { Platform } from '@troupe/domain/discovery/platform';
import { PAGE_SIZE } from '@troupe/domain/shape';
import type pg from 'pg';
import { newId } from '../../../platform/id.ts';
import { personLabelSql } from '../../account/user/user.table.ts';

type Connection = Pick<pg.ClientBase, 'query'>;

/** A stored review link. */
export interface StoredReview {
  id: string;
  brandId: string;
  label: string;
  generation: number;
  passwordHash: string | null;
  shows: ReviewColumn[];
  expires: string;
  closed: string | null;
  created: string;
  createdBy: string | null;
  reviewers: string[];
}

const SELECT = `select r.id, r.brand_id as "brandId", r.label, r.generation, r.password_hash as "passwordHash", r.shows,
    r.expires_at as expires, r.closed_at as closed, r.created_at as created,
    (select ${personLabelSql('u')} from person u where u.id = r.user_id) as "createdBy",
    array(select o.name from list_reviewer o where o.review_id = r.id order by o.created_at, o.id) as reviewers
  from list_review r`;

/** Returns the review links of a list, newest first; null if the brand has no such list. */
export async function readReviews(
  pool: Connection,
  brandId: string,
  listId: string,
): Promise<StoredReview[] | null> {
  const { rows } = await pool.query<StoredReview & { listId: string | null }>(
    `select l.id as "listId", own.* from creator_list l
      left join lateral (${SELECT} where r.list_id = l.id order by r.created_at desc, r.id desc limit 200) own on true
      where l.id = $1 and l.brand_id = $2`,
    [listId, brandId],
  );
  if (rows.length === 0) return null;
  return rows.filter(({ id }) => id !== null);
}

/** Returns a brand's review link; null if it has no such one. */
export async function readReview(
  pool: Connection,
  brandId: string,
  reviewId: string,
): Promise<StoredReview | null> {
  const { rows } = await pool.query<StoredReview>(`${SELECT} where r.id = $1 and r.brand_id = $2`, [
    reviewId,
    brandId,
  ]);
  return rows[0] ?? null;
}

/** Locks a list for another review link. Returns its fields and how many links work; null without the list. */
export async function lockReviews(
  connection: Connection,
  { brandId, listId }: { brandId: string; listId: string },
  now: string,
): Promise<{ fields: ListField[]; count: number } | null> {
  const { rows } = await connection.query<{ fields: ListField[] }>(
    'select fields from creator_list where id = $1 and brand_id = $2 for no key update',
    [listId, brandId],
  );
  const [list] = rows;
  if (!list) return null;
  const { rows: counts } = await connection.query<{ count: number }>(
    `select count(*)::int as count from list_review where list_id = $1 and closed_at is null and expires_at > $2`,
    [listId, now],
  );
  return { fields: list.fields, count: counts[0]?.count ?? 0 };
}

/** A review link to add. */
export interface NewReview {
  id: string;
  brandId: string;
  listId: string;
  label: string;
  tokenSha256: string;
  passwordHash: string | null;
  shows: readonly ReviewColumn[];
  expiresAt: string;
  userId: string;
}

/** Adds a review link. */
export async function insertReview(connection: Connection, review: NewReview, now: string): Promise<void> {
  await connection.query(
    `insert into list_review (id, brand_id, list_id, label, token_sha256, password_hash, shows, expires_at, created_at, user_id)
      values ($1, $2, $3, $4, $5, $6, $7::jsonb, $8, $9, $10)`,
    [
      review.id,
      review.brandId,
      review.listId,
      review.label,
      review.tokenSha256,
      review.passwordHash,
      JSON.stringify(review.shows),
      review.expiresAt,
      now,
      review.userId,
    ],
  );
}

/** Closes a link; its votes and comments stay. */
export async function closeReview(connection: Connection, reviewId: string, now: string): Promise<void> {
  await connection.query('update list_review set closed_at = coalesce(closed_at, $2) where id = $1', [
    reviewId,
    now,
  ]);
}

/** Deletes links that ended before a time. Their reviewers, votes and comments stay. */
export async function removeOldReviews(pool: Connection, before: string): Promise<void> {
  await pool.query('delete from list_review where closed_at < $1 or expires_at < $1', [before]);
}

/** A link that works, with its list. */
export interface OpenReview {
  id: string;
  brandId: string;
  brand: string;
  listId: string;
  title: string;
  fields: ListField[];
  generation: number;
  passwordHash: string | null;
  shows: ReviewColumn[];
  expires: string;
}

/** Finds the link of a token; null if it doesn't work, or its list or brand is gone. */
export async function findReview(
  pool: Connection,
  tokenSha256: string,
  now: string,
): Promise<OpenReview | null> {
  const { rows } = await pool.query<OpenReview>(
    `select r.id, r.brand_id as "brandId", b.name as brand, r.list_id as "listId", l.title, l.fields, r.generation,
        r.password_hash as "passwordHash", r.shows, r.expires_at as expires
      from list_review r join brand b on b.id = r.brand_id and b.closed_at is null
      join creator_list l on l.id = r.list_id and l.archived_at is null
      where r.token_sha256 = $1 and r.closed_at is null and r.expires_at > $2`,
    [tokenSha256, now],
  );
  return rows[0] ?? null;
}

/** Returns the name of a reviewer of a link; null if it has no such one. */
export async function readReviewerName(
  pool: Connection,
  reviewId: string,
  reviewerId: string,
): Promise<string | null> {
  const { rows } = await pool.query<{ name: string }>(
    'select name from list_reviewer where id = $1 and review_id = $2',
    [reviewerId, reviewId],
  );
  return rows[0]?.name ?? null;
}

/** Adds a reviewer unless the link has `most`; returns whether it was added. */
export async function addReviewer(
  connection: Connection,
  { review, id, name, most }: { review: OpenReview; id: string; name: string; most: number },
  now: string,
): Promise<boolean> {
  // Locked, so that people joining at the same time can't exceed the limit.
  await connection.query('select from list_review where id = $1 for no key update', [review.id]);
  const { rowCount } = await connection.query(
    `insert into list_reviewer (id, brand_id, review_id, name, created_at)
      select $1, $2, $3, $4, $5 where (select count(*) from list_reviewer where review_id = $3) < $6`,
    [id, review.brandId, review.id, name, now, most],
  );
  return (rowCount ?? 0) > 0;
}

/** An item as a reviewer may see it, before its columns are chosen. */
export interface ReviewRow {
  id: string;
  name: string;
  username: string;
  platform: Platform;
  profileUrl: string;
  profilePicUrl: string | null;
  followers: number | null;
  engagement: number | null;
  views: number | null;
  country: string | null;
  language: string | null;
  categories: string[];
  status: StatusTag[];
  note: string;
  custom: Record<string, FieldValue>;
  vote: ReviewVote | null;
  comments: { id: string; text: string; at: string }[];
}

/** Returns a page of the creators on a list, with the vote and comments of one reviewer. */
export async function readReviewPage(
  pool: Connection,
  { review, reviewerId, page }: { review: OpenReview; reviewerId: string | null; page: number },
): Promise<{ items: ReviewRow[]; total: number }> {
  const [{ rows }, { rows: counts }] = await Promise.all([
    pool.query<ReviewRow>(
      `select i.id, coalesce(nullif(c.fullname, ''), c.username) as name, c.username, c.platform,
          c.profile_url as "profileUrl", c.profile_pic_url as "profilePicUrl", c.follower_count as followers,
          c.engagement, c.avg_views as views, c.country, c.language, c.categories, i.tags as status, i.feedback as note,
          i.custom, (select v.vote from list_vote v where v.item_id = i.id and v.reviewer_id = $3) as vote,
          (select coalesce(json_agg(json_build_object('id', m.id, 'text', m.text, 'at', m.created_at)
              order by m.created_at, m.id), '[]')
            from list_comment m where m.item_id = i.id and m.reviewer_id = $3) as comments
        from creator_list_item i join creator c on c.id = i.creator_id and (c.brand_id is null or c.brand_id = $2)
        where i.list_id = $1 and i.brand_id = $2 and i.archived_at is null
        order by i.saved_at desc, i.id desc limit ${PAGE_SIZE} offset $4`,
      [review.listId, review.brandId, reviewerId, (page - 1) * PAGE_SIZE],
    ),
    pool.query<{ total: number }>('select item_count as total from creator_list where id = $1', [
      review.listId,
    ]),
  ]);
  return { items: rows, total: counts[0]?.total ?? 0 };
}

/** Who votes or comments: a member, or a person with a link. */
export type ReviewAuthor = { userId: string; reviewerId: null } | { userId: null; reviewerId: string };

/**
 * Locks an item for a vote or comment, so that its counts stay right. Returns whether the brand has it. With `listId`
 * only items of that list which aren't archived count.
 */
export async function lockReviewedItem(
  connection: Connection,
  { brandId, itemId, listId = null }: { brandId: string; itemId: string; listId?: string | null },
): Promise<boolean> {
  const { rowCount } = await connection.query(
    `select from creator_list_item where id = $1 and brand_id = $2
      and ($3::uuid is null or list_id = $3 and archived_at is null) for no key update`,
    [itemId, brandId, listId],
  );
  return (rowCount ?? 0) > 0;
}

const COUNT = `
  update creator_list_item set review = (
    select json_build_object('approve', count(*) filter (where vote = 'approve'),
      'reject', count(*) filter (where vote = 'reject'), 'unsure', count(*) filter (where vote = 'unsure'),
      'comments', (select count(*) from list_comment where item_id = $1))
    from list_vote where item_id = $1)
  where id = $1`;

/** Sets or removes a vote on a locked item. */
export async function writeVote(
  connection: Connection,
  of: { brandId: string; itemId: string; author: ReviewAuthor; vote: ReviewVote | null },
  now: string,
): Promise<void> {
  const { brandId, itemId, author, vote } = of;
  const by = [author.userId, author.reviewerId];
  if (vote === null)
    await connection.query(
      'delete from list_vote where item_id = $1 and (user_id = $2 or reviewer_id = $3)',
      [itemId, ...by],
    );
  else {
    const column = author.userId === null ? 'reviewer_id' : 'user_id';
    await connection.query(
      `insert into list_vote (id, brand_id, item_id, user_id, reviewer_id, vote, voted_at)
        values ($1, $2, $3, $4, $5, $6, $7)
        on conflict (item_id, ${column}) where ${column} is not null
        do update set vote = excluded.vote, voted_at = excluded.voted_at`,
      [newId(), brandId, itemId, ...by, vote, now],
    );
  }
  await connection.query(COUNT, [itemId]);
}

/** Adds a comment to a locked item; one with a known ID is left as it is. Returns false if there are too many. */
export async function writeComment(
  connection: Connection,
  of: { brandId: string; itemId: string; author: ReviewAuthor; id: string; text: string },
  now: string,
): Promise<boolean> {
  const { brandId, itemId, author, id, text } = of;
  const { rows } = await connection.query<{ known: boolean; full: boolean }>(
    `select exists (select from list_comment where id = $2) as known, count(*) >= ${MAX_COMMENTS} as full
      from list_comment where item_id = $1`,
    [itemId, id],
  );
  if (rows[0]?.known) return true;
  if (rows[0]?.full) return false;
  await connection.query(
    `insert into list_comment (id, brand_id, item_id, user_id, reviewer_id, text, created_at)
      values ($1, $2, $3, $4, $5, $6, $7) on conflict (id) do nothing`,
    [id, brandId, itemId, author.userId, author.reviewerId, text, now],
  );
  await connection.query(COUNT, [itemId]);
  return true;
}

/** Deletes a comment of a member, or of anybody outside; returns whether it existed. */
export async function removeComment(
  connection: Connection,
  { itemId, commentId, userId }: { itemId: string; commentId: string; userId: string },
): Promise<boolean> {
  const { rowCount } = await connection.query(
    'delete from list_comment where id = $1 and item_id = $2 and (user_id = $3 or user_id is null)',
    [commentId, itemId, userId],
  );
  await connection.query(COUNT, [itemId]);
  return (rowCount ?? 0) > 0;
}

const AUTHOR = `coalesce(${personLabelSql('u')}, o.name) as by, x.reviewer_id is not null as outside,
  x.user_id = $2 is true as mine`;
const AUTHORS = 'left join person u on u.id = x.user_id left join list_reviewer o on o.id = x.reviewer_id';

/** Returns the votes and comments on an item of a brand; null if it has no such item. */
export async function readItemReview(
  pool: Connection,
  { brandId, itemId, userId }: { brandId: string; itemId: string; userId: string },
): Promise<ItemReview | null> {
  const { rows: items } = await pool.query<{ counts: ReviewCounts | null }>(
    'select review as counts from creator_list_item where id = $1 and brand_id = $2',
    [itemId, brandId],
  );
  if (!items[0]) return null;
  const { rows: votes } = await pool.query<ItemReview['votes'][number]>(
    `select x.vote, x.voted_at as at, ${AUTHOR} from list_vote x ${AUTHORS}
      where x.item_id = $1 order by x.voted_at, x.id limit 500`,
    [itemId, userId],
  );
  const { rows: comments } = await pool.query<ItemReview['comments'][number]>(
    `select x.id, x.text, x.created_at as at, ${AUTHOR} from list_comment x ${AUTHORS}
      where x.item_id = $1 order by x.created_at, x.id limit ${MAX_COMMENTS}`,
    [itemId, userId],
  );
  return {
    counts: items[0].counts ?? { approve: 0, reject: 0, unsure: 0, comments: 0 },
    myVote: votes.find(({ mine }) => mine)?.vote ?? null,
    votes,
    comments,
  };
}
