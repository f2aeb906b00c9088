import type { SourceKind } from '@troupe/domain/listening/listening-source';
import type { MentionFigures } from '@troupe/domain/listening/mention';
import type pg from 'pg';

type Connection = Pick<pg.ClientBase, 'query'>;

/** A post whose figures are read again. */
export interface DueFigures {
  id: string;
  externalId: string;
  publishedAt: string;
}

/** Returns posts of a source whose figures are due, the longest waiting first. */
export async function readDueFigures(
  pool: Connection,
  kind: SourceKind,
  now: Date,
  limit: number,
): Promise<DueFigures[]> {
  const { rows } = await pool.query<DueFigures>(
    `select id, external_id as "externalId", published_at as "publishedAt" from mention
      where figures_due_at <= $2 and source_kind = $1 and deleted_at is null order by figures_due_at limit $3`,
    [kind, now.toISOString(), limit],
  );
  return rows;
}

/** Writes figures that were read, and when they are due next. Figures that couldn't be read stay. */
export async function writeFigures(
  connection: Connection,
  read: readonly { id: string; figures: MentionFigures | null; dueAt: Date | null }[],
  now: Date,
): Promise<void> {
  const rows = read.map(({ id, figures, dueAt }) => ({ id, figures, due: dueAt?.toISOString() ?? null }));
  await connection.query(
    `update mention m set figures = coalesce(r.figures, m.figures),
        figures_at = case when r.figures is null then m.figures_at else $2 end, figures_due_at = r.due
      from jsonb_to_recordset($1::jsonb) as r(id uuid, figures jsonb, due timestamptz)
      where m.id = r.id and m.deleted_at is null`,
    [JSON.stringify(rows), now.toISOString()],
  );
}

/** A time from which posts of a source are missing. */
export interface UnfilledGap {
  id: string;
  sourceId: string;
  from: string;
  to: string;
}

/** Returns gaps that ended and whose posts weren't fetched yet, of the last week. */
export async function readUnfilledGaps(
  pool: Connection,
  kind: SourceKind,
  now: Date,
): Promise<UnfilledGap[]> {
  const { rows } = await pool.query<UnfilledGap>(
    `select g.id, g.source_id as "sourceId", g.from_at as "from", g.to_at as "to" from source_gap g
      join listening_source s on s.id = g.source_id and s.kind = $1 and s.brand_id is null
      where g.filled_at is null and g.to_at is not null and g.reason in ('look-back', 'outage')
        and g.from_at > $2::timestamptz - interval '7 days' order by g.from_at limit 20`,
    [kind, now.toISOString()],
  );
  return rows;
}
