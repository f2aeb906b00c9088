import type { JudgedPost } from '@troupe/domain/listening/relevance/relevance';
import type pg from 'pg';

type Connection = Pick<pg.ClientBase, 'query'>;

/** The channel on which a monitor that learned is announced. */
export const RELEVANCE_CHANNEL = 'relevance_models_changed';

/** Returns what monitors have learned. */
export async function readRelevanceModels(
  pool: Connection,
  monitorIds: readonly string[],
): Promise<{ monitorId: string; weights: Buffer }[]> {
  const { rows } = await pool.query<{ monitorId: string; weights: Buffer }>(
    'select monitor_id as "monitorId", weights from relevance_model where monitor_id = any($1)',
    [monitorIds],
  );
  return rows;
}

/** Returns monitors with at least so many judgments of relevance, some of them new since they last learned. */
export async function readDueRelevance(pool: Connection, fewest: number): Promise<string[]> {
  const { rows } = await pool.query<{ id: string }>(
    `select t.monitor_id as id from monitor_mention t left join relevance_model r on r.monitor_id = t.monitor_id
      where t.corrected_at is not null and t.person_relevant is not null
      group by t.monitor_id, r.n having count(*) >= $1 and count(*) <> coalesce(r.n, 0)`,
    [fewest],
  );
  return rows.map(({ id }) => id);
}

/** Returns a monitor's judged posts, latest first; those that were worked with count as relevant, but less. */
export async function readJudgedPosts(
  pool: Connection,
  monitorId: string,
  limit: number,
): Promise<JudgedPost[]> {
  const { rows } = await pool.query<JudgedPost>(
    `select concat_ws(E'\\n', m.title, m.text) as text, t.why, t.source_kind as source,
        coalesce(t.person_relevant, true) as relevant,
        case when t.person_relevant is not null then 1 else 0.3 end::float8 as weight
      from monitor_mention t join mention m on m.id = t.mention_id
      where t.monitor_id = $1 and m.deleted_at is null
        and (t.person_relevant is not null or t.state = 'done' or t.person_sentiment is not null)
      order by coalesce(t.corrected_at, t.seen_at) desc limit $2`,
    [monitorId, limit],
  );
  return rows;
}

/** Writes what a monitor learned, or forgets it if that is no better than chance. */
export async function writeRelevanceModel(
  connection: Connection,
  monitorId: string,
  learned: { weights: Uint8Array; n: number; irrelevant: number; report: Record<string, number> } | null,
  now: Date,
): Promise<void> {
  if (learned)
    await connection.query(
      `insert into relevance_model (monitor_id, weights, n, irrelevant, report, created_at)
        select id, $2, $3, $4, $5, $6 from monitor where id = $1
        on conflict (monitor_id) do update set weights = excluded.weights, n = excluded.n,
          irrelevant = excluded.irrelevant, report = excluded.report, created_at = excluded.created_at`,
      [
        monitorId,
        Buffer.from(learned.weights),
        learned.n,
        learned.irrelevant,
        JSON.stringify(learned.report),
        now.toISOString(),
      ],
    );
  else await connection.query('delete from relevance_model where monitor_id = $1', [monitorId]);
  await connection.query('select pg_notify($1, $2)', [RELEVANCE_CHANNEL, monitorId]);
}

/** Returns the latest mentions of a monitor, to judge them again. */
export async function readLatestPosts(
  pool: Connection,
  monitorId: string,
  limit: number,
): Promise<{ id: string; text: string; why: string[]; source: string }[]> {
  const { rows } = await pool.query<{ id: string; text: string; why: string[]; source: string }>(
    `select t.id, concat_ws(E'\\n', m.title, m.text) as text, t.why, t.source_kind as source
      from monitor_mention t join mention m on m.id = t.mention_id
      where t.monitor_id = $1 and m.deleted_at is null order by t.published_at desc limit $2`,
    [monitorId, limit],
  );
  return rows;
}

/** Writes the relevance of mentions. */
export async function writeRelevance(
  connection: Connection,
  rows: readonly { id: string; relevance: number | null }[],
): Promise<void> {
  await connection.query(
    `update monitor_mention t set relevance = r.relevance
      from jsonb_to_recordset($1::jsonb) as r(id uuid, relevance real) where t.id = r.id`,
    [JSON.stringify(rows)],
  );
}
