import { abilityUnless } from '@troupe/domain/account/ability';
import { authorInfluence } from '@troupe/domain/listening/listening-figures';
import type {
  AuthorOptOut,
  MentionAuthorDetail,
  StoredOptOut,
} from '@troupe/domain/listening/mention-author';
import { problem } from '@troupe/domain/problem';
import { PAGE_SIZE } from '@troupe/domain/shape';
import type pg from 'pg';
import { newId } from '../../../platform/id.ts';

type Connection = Pick<pg.ClientBase, 'query'>;
type Row = Omit<MentionAuthorDetail, 'influence' | 'abilities'>;

/** Returns an author whose mentions a brand has, with the brand's figures; null if there is none. */
export async function readAuthor(
  pool: Connection,
  brandId: string,
  authorId: string,
  now: Date,
): Promise<MentionAuthorDetail | null> {
  const { rows } = await pool.query<Row>(
    `select a.id, a.source_kind as source, a.handle, a.name, a.url, a.followers, a.as_of as "asOf",
        k.creator_id as "creatorId", f.first as "firstSeen", f.last as "lastSeen", f.n as "mentions90Days"
      from mention_author a
      join lateral (select min(t.seen_at) as first, max(t.seen_at) as last,
          count(distinct t.mention_id) filter (where t.published_at >= $3::timestamptz - interval '90 days'
            and t.person_relevant is distinct from false)::int as n
        from monitor_mention t where t.brand_id = $1 and t.author_id = a.id) f on f.first is not null
      left join author_creator k on k.brand_id = $1 and k.author_id = a.id
      where a.id = $2`,
    [brandId, authorId, now.toISOString()],
  );
  const [row] = rows;
  if (!row) return null;
  return Object.assign(row, {
    influence: authorInfluence(row.followers, row.mentions90Days),
    abilities: { makeCreator: abilityUnless(row.creatorId ? 'This author is already a creator.' : null) },
  });
}

/** Creators withdraw their own opt-outs. */
const CREATORS_OWN = 'Only the creator can undo this opt-out, in the creator app.';

/** Returns one page of opt-outs, newest first. @param text part of a handle; empty for all */
export async function readOptOuts(
  pool: Connection,
  text: string,
  page: number,
): Promise<{ optOuts: StoredOptOut[]; total: number }> {
  const { rows } = await pool.query<Omit<StoredOptOut, 'abilities'> & { total: number }>(
    `select id, source_kind as source, handle, origin, created_at as created, count(*) over ()::int as total
      from author_opt_out where strpos(handle, $1) > 0 order by created_at desc, id desc limit $2 offset $3`,
    [text.trim().replace(/^@/, '').toLowerCase(), PAGE_SIZE, (page - 1) * PAGE_SIZE],
  );
  const optOuts = rows.map(({ id, source, handle, origin, created }) => ({
    id,
    source,
    handle,
    origin,
    created,
    abilities: { remove: abilityUnless(origin === 'creator' ? CREATORS_OWN : null) },
  }));
  return { optOuts, total: rows[0]?.total ?? 0 };
}

/** Adds an opt-out, or returns the known one. `authors` are the author's IDs at the source. */
export async function addOptOut(
  connection: Connection,
  { source, handle }: AuthorOptOut,
  now: Date,
): Promise<{ id: string; authors: string[] }> {
  const { rows } = await connection.query<{ externalId: string }>(
    'select external_id as "externalId" from mention_author where source_kind = $1 and handle = $2',
    [source, handle],
  );
  const added = await connection.query<{ id: string }>(
    `insert into author_opt_out (id, source_kind, handle, external_id, created_at) values ($1, $2, $3, $4, $5)
      on conflict (source_kind, handle) do update
        set external_id = coalesce(author_opt_out.external_id, excluded.external_id)
      returning id`,
    [newId(), source, handle, rows[0]?.externalId ?? null, now.toISOString()],
  );
  return { id: added.rows[0]?.id as string, authors: rows.map(({ externalId }) => externalId) };
}

/** Removes an opt-out. Returns false if there is none. */
export async function removeOptOut(pool: Connection, id: string): Promise<boolean> {
  const { rowCount } = await pool.query(`delete from author_opt_out where id = $1 and origin <> 'creator'`, [
    id,
  ]);
  if ((rowCount ?? 0) > 0) return true;
  const { rows } = await pool.query('select from author_opt_out where id = $1', [id]);
  if (rows.length > 0) throw problem('invalid_transition', { message: CREATORS_OWN });
  return false;
}
