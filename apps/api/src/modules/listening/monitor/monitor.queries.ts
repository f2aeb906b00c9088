import type { SourceKind } from '@troupe/domain/listening/listening-source';
import { MOST_UNREAD } from '@troupe/domain/listening/mention';
import {
  type Monitor,
  type MonitorKind,
  type MonitorState,
  type MonitorVersion,
  monitorAbilities,
  type ReplayFigures,
} from '@troupe/domain/listening/monitor';
import { parseQuery } from '@troupe/domain/listening/query/parse-query';
import { and, eq, sql } from 'drizzle-orm';
import type pg from 'pg';
import type { Database } from '../../../platform/database.ts';
import { personNameSql } from '../../account/user/user.table.ts';
import { monitorQueryTable, monitorTable } from './monitor.table.ts';

/** A monitor that collects mentions. */
export interface ActiveMonitor {
  id: string;
  brandId: string;
  name: string;
  kind: MonitorKind;
  query: string;
  queryVersion: number;
  languages: string[];
  sources: SourceKind[];
}

/** Returns the active monitors of a brand, or of all brands. */
export async function readActiveMonitors(
  pool: Pick<pg.Pool, 'query'>,
  brandId: string | null = null,
): Promise<ActiveMonitor[]> {
  const { rows } = await pool.query<ActiveMonitor>(
    `select id, brand_id as "brandId", name, kind, query, query_version as "queryVersion", languages, sources
      from monitor where state = 'active' and ($1::uuid is null or brand_id = $1) order by id`,
    [brandId],
  );
  return rows;
}

type StoredMonitor = typeof monitorTable.$inferSelect;
type Row = Omit<Monitor, 'problems' | 'abilities' | 'created' | 'updated'> & {
  created: string;
  updated: string;
};

const MONITOR = `m.id, m.name, m.kind, m.set_name as "setName", m.query, m.query_version as "queryVersion",
  m.languages, m.sources, m.alert_rules as "alertRules", m.state, m.pause_reason as "pauseReason",
  m.subject_id as "subjectId", m.version, m.created_at as created, m.updated_at as updated,
  coalesce((select sum(q.n) from listening_quarter q
    where q.monitor_id = m.id and q.bucket >= $2::timestamptz - interval '7 days'), 0)::int as "mentions7Days",
  (select array_agg(day.n order by day.at) from (select ago.at, coalesce(sum(q.n), 0)::int as n
    from generate_series(0, 6) ago (at) left join listening_quarter q on q.monitor_id = m.id
      and q.bucket >= $2::timestamptz - (7 - ago.at) * interval '1 day'
      and q.bucket < $2::timestamptz - (6 - ago.at) * interval '1 day'
    group by ago.at) day) as days,
  (select count(*) from (select from monitor_mention u where u.monitor_id = m.id and u.state = 'new'
    limit ${MOST_UNREAD}) n)::int as unread,
  (select max(l.published_at) from monitor_mention l where l.monitor_id = m.id) as "lastMention"`;

const toMonitor = (row: Row): Monitor =>
  Object.assign(
    {
      problems: parseQuery(row.query).problems.filter(({ severity }) => severity !== 'error'),
      abilities: monitorAbilities(row.kind, row.state),
    },
    row,
  );

/** Returns a brand's monitors by name. */
export async function readMonitors(
  pool: Pick<pg.Pool, 'query'>,
  brandId: string,
  filter: { state: readonly MonitorState[]; kind: readonly MonitorKind[] },
  now: Date,
): Promise<Monitor[]> {
  const states = filter.state.length > 0 ? filter.state : ['active', 'paused'];
  const { rows } = await pool.query<Row>(
    `select ${MONITOR} from monitor m
      where m.brand_id = $1 and m.state = any($3) and (cardinality($4::text[]) = 0 or m.kind = any($4))
      order by lower(m.name), m.id`,
    [brandId, now.toISOString(), [...states], [...filter.kind]],
  );
  return rows.map(toMonitor);
}

/** Returns a brand's monitor; null if there is none. */
export async function readMonitor(
  pool: Pick<pg.Pool, 'query'>,
  brandId: string,
  monitorId: string,
  now: Date,
): Promise<Monitor | null> {
  const { rows } = await pool.query<Row>(
    `select ${MONITOR} from monitor m where m.brand_id = $1 and m.id = $3`,
    [brandId, now.toISOString(), monitorId],
  );
  return rows[0] ? toMonitor(rows[0]) : null;
}

/** Counts a brand's monitors that aren't archived, those of codes left out, and keeps others from adding some until the commit. */
export async function lockMonitors(tx: Database, brandId: string): Promise<number> {
  await tx.execute(sql`select pg_advisory_xact_lock(hashtext('monitors'), hashtext(${brandId}))`);
  const { rows } = await tx.execute<{ n: number }>(
    sql`select count(*)::int as n from monitor where brand_id = ${brandId} and state <> 'archived'
      and kind <> 'creator-code'`,
  );
  return rows[0]?.n ?? 0;
}

/** Adds a monitor. */
export async function insertMonitor(tx: Database, monitor: typeof monitorTable.$inferInsert): Promise<void> {
  await tx.insert(monitorTable).values(monitor);
}

/** Locks a brand's monitor; null if there is none. */
export async function lockMonitor(
  tx: Database,
  brandId: string,
  monitorId: string,
): Promise<StoredMonitor | null> {
  const [row] = await tx
    .select()
    .from(monitorTable)
    .where(and(eq(monitorTable.brandId, brandId), eq(monitorTable.id, monitorId)))
    .for('update');
  return row ?? null;
}

/** Writes changes to a locked monitor. */
export async function updateMonitor(
  tx: Database,
  brandId: string,
  monitorId: string,
  change: Partial<typeof monitorTable.$inferInsert>,
): Promise<void> {
  await tx
    .update(monitorTable)
    .set(change)
    .where(and(eq(monitorTable.brandId, brandId), eq(monitorTable.id, monitorId)));
}

/** Deletes a monitor with its mentions and figures. */
export async function removeMonitor(tx: Database, brandId: string, monitorId: string): Promise<void> {
  await tx.delete(monitorTable).where(and(eq(monitorTable.brandId, brandId), eq(monitorTable.id, monitorId)));
}

/** Adds a version of a monitor's query. */
export async function addMonitorVersion(
  tx: Database,
  version: typeof monitorQueryTable.$inferInsert,
): Promise<void> {
  await tx.insert(monitorQueryTable).values(version);
}

/** Returns the versions of a monitor's query, newest first. */
export async function readMonitorVersions(
  pool: Pick<pg.Pool, 'query'>,
  brandId: string,
  monitorId: string,
): Promise<MonitorVersion[]> {
  const { rows } = await pool.query<MonitorVersion & { replay: ReplayFigures | null }>(
    `select v.monitor_id as "monitorId", v.version, v.query, v.at, v.replay, ${personNameSql('u')} as by
      from monitor_query v join monitor m on m.id = v.monitor_id and m.brand_id = $1
      left join person u on u.id = v.user_id
      where v.monitor_id = $2 order by v.version desc limit 100`,
    [brandId, monitorId],
  );
  return rows;
}

/** Pauses monitors whose query takes too long. Returns those that were active. */
export async function pauseOverBudget(
  tx: Database,
  monitorIds: readonly string[],
  now: Date,
): Promise<{ id: string; brandId: string; name: string }[]> {
  const ids = sql.param([...monitorIds]);
  const { rows } = await tx.execute<{ id: string; brandId: string; name: string }>(sql`
    update monitor set state = 'paused', pause_reason = 'over-budget', version = version + 1,
      updated_at = ${now.toISOString()}
    where id = any(${ids}::uuid[]) and state = 'active' returning id, brand_id as "brandId", name`);
  return rows;
}
