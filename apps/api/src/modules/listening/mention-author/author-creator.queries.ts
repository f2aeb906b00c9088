import type { Platform } from '@troupe/domain/discovery/platforms';
import type { SourceKind } from '@troupe/domain/listening/listening-source';
import type pg from 'pg';
import { newId } from '../../../platform/id.ts';

type Connection = Pick<pg.ClientBase, 'query'>;

/** The author of a mention, as a creator is made of them. */
export interface AuthorOfMention {
  id: string;
  source: SourceKind;
  externalId: string;
  handle: string;
  name: string | null;
  url: string | null;
  followers: number | null;
  creatorId: string | null;
}

/** Returns the author of a brand's mention; null if there is none. */
export async function readAuthorOfMention(
  connection: Connection,
  brandId: string,
  mentionId: string,
): Promise<AuthorOfMention | null> {
  const { rows } = await connection.query<AuthorOfMention>(
    `select a.id, a.source_kind as source, a.external_id as "externalId", a.handle, a.name, a.url, a.followers,
        k.creator_id as "creatorId"
      from monitor_mention t join mention_author a on a.id = t.author_id
      left join author_creator k on k.brand_id = t.brand_id and k.author_id = a.id
      where t.brand_id = $1 and t.id = $2`,
    [brandId, mentionId],
  );
  return rows[0] ?? null;
}

/** Returns the creator who has a profile: the brand's own row before the shared one. */
export async function findCreatorOf(
  connection: Connection,
  brandId: string,
  platform: Platform,
  { handle, externalId }: AuthorOfMention,
): Promise<string | null> {
  const { rows } = await connection.query<{ id: string }>(
    `select id from creator where platform = $2 and (lower(username) = lower($3) or social_id = $4)
        and (brand_id is null or brand_id = $1) order by brand_id nulls last limit 1`,
    [brandId, platform, handle, externalId],
  );
  return rows[0]?.id ?? null;
}

/** Adds a creator whom only this brand sees. Their email isn't known. */
export async function insertCreatorOf(
  connection: Connection,
  brandId: string,
  platform: Platform,
  { handle, externalId, name, followers }: AuthorOfMention,
  { profileUrl, now }: { profileUrl: string; now: Date },
): Promise<string> {
  const { rows } = await connection.query<{ id: string }>(
    `insert into creator (id, brand_id, platform, social_id, username, fullname, profile_url, follower_count, updated_at)
      values ($1, $2, $3, $4, $5, $6, $7, $8, $9) returning id`,
    [newId(), brandId, platform, externalId, handle, name ?? '', profileUrl, followers, now.toISOString()],
  );
  return rows[0]?.id as string;
}

/** Notes which creator an author is to a brand. */
export async function linkCreator(
  connection: Connection,
  brandId: string,
  authorId: string,
  creatorId: string,
  now: Date,
): Promise<void> {
  await connection.query(
    `insert into author_creator (brand_id, author_id, creator_id, created_at) values ($1, $2, $3, $4)
      on conflict (brand_id, author_id) do update set creator_id = excluded.creator_id`,
    [brandId, authorId, creatorId, now.toISOString()],
  );
}

/** Locks an author, so that two requests don't make two creators. */
export const lockAuthor = (connection: Connection, authorId: string): Promise<unknown> =>
  connection.query('select from mention_author where id = $1 for update', [authorId]);

/** Returns the item of a creator on a list; null if they aren't on it. */
export async function findListItem(
  connection: Connection,
  brandId: string,
  listId: string,
  creatorId: string,
): Promise<string | null> {
  const { rows } = await connection.query<{ id: string }>(
    `select id from creator_list_item where brand_id = $1 and list_id = $2 and creator_id = $3
      and archived_at is null`,
    [brandId, listId, creatorId],
  );
  return rows[0]?.id ?? null;
}
