import { AlertRules } from '@troupe/domain/listening/monitor';
import type pg from 'pg';
import { newId } from '../../../platform/id.ts';

type Connection = Pick<pg.ClientBase, 'query'>;

/** States of codes that buyers can use, now or again. */
const FOLLOWED = `('live', 'paused', 'leaked')`;

/** A discount code without a monitor. */
export interface UnmonitoredCode {
  id: string;
  brandId: string;
  code: string;
}

/** Returns codes that have no monitor yet, a few at a time. */
export async function readUnmonitoredCodes(
  pool: Connection,
  { shortest, limit, after }: { shortest: number; limit: number; after: string | null },
): Promise<UnmonitoredCode[]> {
  const { rows } = await pool.query<UnmonitoredCode>(
    `select c.id, c.brand_id as "brandId", c.code from affiliate_code c
      where c.state in ${FOLLOWED} and length(c.code) >= $1 and ($3::uuid is null or c.id > $3)
        and not exists (select from monitor m where m.brand_id = c.brand_id and m.subject_id = c.id)
      order by c.id limit $2`,
    [shortest, limit, after],
  );
  return rows;
}

/** Adds the monitor of a code with its first version, unless there is one. Returns its ID, or null. */
export async function addCodeMonitor(
  connection: Connection,
  { id: codeId, brandId, code }: UnmonitoredCode,
  query: string,
  now: Date,
): Promise<string | null> {
  const { rows } = await connection.query<{ id: string }>(
    `with added as (
        insert into monitor (id, brand_id, name, kind, query, alert_rules, subject_id, created_at, updated_at)
        values ($1::uuid, $2, $3, 'creator-code', $4, $5, $6, $7, $7) on conflict do nothing returning id),
      version as (insert into monitor_query (monitor_id, version, query, at) select id, 1, $4, $7 from added)
      select id from added`,
    [newId(), brandId, code, query, JSON.stringify(AlertRules.parse({})), codeId, now.toISOString()],
  );
  return rows[0]?.id ?? null;
}

/** Monitors of codes whose state is out of date, with the state they should have. */
const UNFOLLOWED = `(select o.id, f.state from monitor o cross join lateral (
    select case when exists (
        select from affiliate_code c where c.id = o.subject_id and c.state in ${FOLLOWED})
      then 'active' else 'archived' end as state) f
  where o.kind = 'creator-code' and (f.state = 'archived') <> (o.state = 'archived'))`;

/** Whether {@link followCodes} would change anything. */
export async function hasUnfollowedCodes(pool: Connection): Promise<boolean> {
  const { rows } = await pool.query(`select from ${UNFOLLOWED} f limit 1`);
  return rows.length > 0;
}

/** Archives monitors of codes that ended, and restores those of codes that can be used again. Returns them. */
export async function followCodes(
  connection: Connection,
  now: Date,
): Promise<{ id: string; brandId: string }[]> {
  const { rows } = await connection.query<{ id: string; brandId: string }>(
    `update monitor m set state = f.state, version = version + 1, updated_at = $1
      from ${UNFOLLOWED} f
      where f.id = m.id and (f.state = 'archived') <> (m.state = 'archived')
      returning m.id, m.brand_id as "brandId"`,
    [now.toISOString()],
  );
  return rows;
}
