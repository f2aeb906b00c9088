import type { ReplayFigures } from '@troupe/domain/listening/monitor';
import type pg from 'pg';

type Connection = Pick<pg.ClientBase, 'query'>;

/** Returns what a finished replay of this query found; null for another query or an unfinished one. */
export async function readReplayFigures(
  connection: Connection,
  brandId: string,
  replayId: string,
  query: string,
): Promise<ReplayFigures | null> {
  const { rows } = await connection.query<{ figures: ReplayFigures }>(
    `select figures from monitor_replay
      where id = $2 and brand_id = $1 and query = $3 and state = 'done' and figures is not null`,
    [brandId, replayId, query],
  );
  if (!rows[0]) return null;
  const { from, to, posts, found, clauses, overBudget, gaps } = rows[0].figures;
  return { from, to, posts, found, clauses, overBudget, gaps };
}
