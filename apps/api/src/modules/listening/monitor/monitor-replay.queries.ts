import type { SourceKind } from '@troupe/domain/listening/listening-source';
import type { MonitorReplay, ReplayExample, ReplayFigures } from '@troupe/domain/listening/monitor';
import type { SourcePost } from '@troupe/domain/listening/source-event';
import type pg from 'pg';
import { newId } from '../../../platform/id.ts';

type Connection = Pick<pg.ClientBase, 'query'>;

/** The results of a replay. */
export interface ReplayResult extends ReplayFigures {
  hours: { hour: string; found: number }[];
  examples: ReplayExample[];
}

/** A replay as it is stored. */
export interface StoredReplay {
  id: string;
  brandId: string;
  query: string;
  languages: string[];
  sources: SourceKind[];
  state: 'queued' | 'running' | 'done' | 'failed' | 'canceled';
  progress: number;
  result: ReplayResult | null;
  problem: string | null;
  created: string;
}

const COLUMNS = `id, brand_id as "brandId", query, languages, sources, state, progress, figures as result, problem,
  created_at as created`;

/** Adds a replay, and ends the member's unfinished ones. */
export async function insertReplay(
  connection: Connection,
  replay: Pick<StoredReplay, 'brandId' | 'query' | 'languages' | 'sources'> & { userId: string },
  now: Date,
): Promise<StoredReplay> {
  await connection.query(
    `update monitor_replay set state = 'canceled', updated_at = $3
      where brand_id = $1 and user_id = $2 and state in ('queued', 'running')`,
    [replay.brandId, replay.userId, now.toISOString()],
  );
  const { rows } = await connection.query<StoredReplay>(
    `insert into monitor_replay (id, brand_id, user_id, query, languages, sources, created_at, updated_at)
      values ($1, $2, (select id from person where id = $3), $4, $5, $6, $7, $7) returning ${COLUMNS}`,
    [
      newId(),
      replay.brandId,
      replay.userId,
      replay.query,
      replay.languages,
      replay.sources,
      now.toISOString(),
    ],
  );
  return rows[0] as StoredReplay;
}

/** Returns a replay; null if there is none. @param brandId null for any */
export async function readReplay(
  connection: Connection,
  brandId: string | null,
  replayId: string,
): Promise<StoredReplay | null> {
  const { rows } = await connection.query<StoredReplay>(
    `select ${COLUMNS} from monitor_replay where id = $2 and ($1::uuid is null or brand_id = $1)`,
    [brandId, replayId],
  );
  return rows[0] ?? null;
}

/** Writes how far a replay is. Returns false if it was canceled or deleted. */
export async function updateReplay(
  connection: Connection,
  replayId: string,
  to: Pick<StoredReplay, 'state' | 'progress' | 'result' | 'problem'>,
  now: Date,
): Promise<boolean> {
  const { rowCount } = await connection.query(
    `update monitor_replay set state = $2, progress = $3, figures = $4, problem = $5, updated_at = $6
      where id = $1 and state in ('queued', 'running')`,
    [replayId, to.state, to.progress, to.result && JSON.stringify(to.result), to.problem, now.toISOString()],
  );
  return (rowCount ?? 0) > 0;
}

/** Deletes replays that were started before a time. */
export async function removeReplays(connection: Connection, before: Date): Promise<void> {
  await connection.query('delete from monitor_replay where created_at < $1', [before.toISOString()]);
}

/** Returns what a finished replay of this query found; null for another query or an unfinished one. */
export async function readReplayFigures(
  connection: Connection,
  brandId: string,
  replayId: string,
  query: string,
): Promise<ReplayFigures | null> {
  const replay = await readReplay(connection, brandId, replayId);
  if (replay?.state !== 'done' || replay.query !== query || !replay.result) return null;
  const { from, to, posts, found, clauses, overBudget, gaps } = replay.result;
  return { from, to, posts, found, clauses, overBudget, gaps };
}

/** Returns a replay as calls answer it. */
export function toReplay({ id, state, progress, result, problem, created }: StoredReplay): MonitorReplay {
  const { hours = [], examples = [], ...figures } = result ?? {};
  return {
    id,
    state: state === 'canceled' ? 'failed' : state,
    progress,
    figures: result ? (figures as ReplayFigures) : null,
    hours,
    examples,
    problem: state === 'canceled' ? 'Replaced by a newer replay.' : problem,
    created,
  };
}

/** Posts that are read at a time. */
const AT_ONCE = 1000;

/**
 * Returns stored posts from a time on that this brand may see, in parts: those of sources of the installation and its own.
 * @param without the kind of a source that is read elsewhere
 */
export async function* readStoredPosts(
  connection: Connection,
  brandId: string,
  since: Date,
  without: SourceKind | null,
): AsyncGenerator<{ kind: SourceKind; post: SourcePost }[]> {
  let after = { at: since.toISOString(), id: '00000000-0000-0000-0000-000000000000' };
  for (;;) {
    const { rows } = await connection.query<{
      id: string;
      sourceKind: SourceKind;
      post: SourcePost;
      at: string;
    }>(
      `select m.id, m.source_kind as "sourceKind", m.seen_at as at, jsonb_build_object('externalId', m.external_id,
          'kind', m.kind, 'title', m.title, 'text', m.text, 'url', m.url, 'language', m.lang,
          'publishedAt', (extract(epoch from m.published_at) * 1000)::bigint, 'editedAt', null, 'replyTo', m.reply_to,
          'links', m.links, 'tags', m.tags, 'names', m.names, 'figures', m.figures,
          'author', jsonb_build_object('externalId', a.external_id, 'handle', a.handle, 'name', a.name, 'url', a.url,
            'followers', a.followers)) as post
        from mention m join mention_author a on a.id = m.author_id
        left join listening_source s on s.id = m.source_id
        where m.deleted_at is null and (m.seen_at, m.id) > ($2, $3) and m.source_kind is distinct from $4
          and (s.brand_id is null or s.brand_id = $1)
        order by m.seen_at, m.id limit ${AT_ONCE}`,
      [brandId, after.at, after.id, without],
    );
    const last = rows.at(-1);
    if (!last) return;
    yield rows.map(({ sourceKind, post }) => ({ kind: sourceKind, post }));
    after = { at: last.at, id: last.id };
  }
}
