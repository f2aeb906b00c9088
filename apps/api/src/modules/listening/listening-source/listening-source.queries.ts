import {
  type ListeningSource,
  SOURCES,
  type SourceGap,
  type SourceKind,
  type SourceQuota,
  type SourceState,
  sourceAbilities,
} from '@troupe/domain/listening/listening-source';
import type pg from 'pg';
import { newId } from '../../../platform/id.ts';

type Connection = Pick<pg.ClientBase, 'query'>;

/** A source that is due, claimed by this process. */
export interface ClaimedSource {
  id: string;
  kind: SourceKind;
  host: string;
  brandId: string | null;
  credentials: string | null;
  settings: Record<string, unknown>;
  failures: number;
  lastOkAt: string | null;
  createdAt: string;
  /** Until when no other process takes it. */
  claimedUntil: string;
}

const CLAIMED = `id, kind, host, brand_id as "brandId", credentials, settings, failures, last_ok_at as "lastOkAt",
  created_at as "createdAt", due_at as "claimedUntil"`;

/** Takes the source that has been due the longest, so that only one process reads it; null if none is due. */
export async function claimSource(pool: Connection, now: Date, until: Date): Promise<ClaimedSource | null> {
  const { rows } = await pool.query<ClaimedSource>(
    `update listening_source set due_at = $2 where id = (
        select id from listening_source where due_at <= $1 and state in ('active', 'failing')
        order by due_at limit 1 for update skip locked)
      returning ${CLAIMED}`,
    [now.toISOString(), until.toISOString()],
  );
  return rows[0] ?? null;
}

/** Releases a claimed source, due at another time, unless it has changed or been claimed since. */
export async function releaseSource(
  pool: Connection,
  { id, claimedUntil }: ClaimedSource,
  dueAt: Date | null,
): Promise<void> {
  await pool.query('update listening_source set due_at = $3 where id = $1 and due_at = $2::timestamptz', [
    id,
    claimedUntil,
    dueAt?.toISOString() ?? null,
  ]);
}

/** Whether this process still holds the claim: the source wasn't paused, changed or removed. */
export async function isStillClaimed(
  pool: Connection,
  { id, claimedUntil }: ClaimedSource,
): Promise<boolean> {
  const { rows } = await pool.query(
    "select from listening_source where id = $1 and due_at = $2::timestamptz and state <> 'paused'",
    [id, claimedUntil],
  );
  return rows.length > 0;
}

/** Writes a state that only new credentials or a person end. */
export async function refuseSource(pool: Connection, sourceId: string, now: Date): Promise<void> {
  await pool.query(
    "update listening_source set state = 'refused', updated_at = $2 where id = $1 and state <> 'paused'",
    [sourceId, now.toISOString()],
  );
}

/** Writes the quota that a source told. */
export async function writeSourceQuota(
  pool: Connection,
  sourceId: string,
  quota: SourceQuota,
): Promise<void> {
  await pool.query('update listening_source set quota = $2 where id = $1', [sourceId, JSON.stringify(quota)]);
}

/** A period of a budget that we count ourselves. */
export interface BudgetPeriod {
  unit: SourceQuota['unit'];
  currency: string | null;
  resets: Date;
  /** Null is the monthly limit in the source's settings. */
  limit: number | null;
}

const USED = `case when quota ->> 'resets' = $2 then (quota ->> 'used')::float8 else 0 end`;
const LIMIT = `coalesce($3::float8, (settings ->> 'monthlyLimit')::float8, 0)`;

/** Adds units to the usage of a period. Returns false without adding if that would pass its limit. */
export async function addToBudget(
  pool: Connection,
  sourceId: string,
  { unit, currency, resets, limit }: BudgetPeriod,
  units: number,
): Promise<boolean> {
  const { rows } = await pool.query(
    `update listening_source set quota = jsonb_build_object('used', greatest(0, ${USED} + $4::float8),
        'limit', ${LIMIT}, 'unit', $5::text, 'currency', $6::text, 'resets', $2::text)
      where id = $1 and ($4::float8 <= 0 or ${USED} + $4::float8 <= ${LIMIT}) returning id`,
    [sourceId, resets.toISOString(), limit, units, unit, currency],
  );
  return rows.length > 0;
}

/** Returns the usage of a period, and its limit. */
export async function readBudget(
  pool: Connection,
  sourceId: string,
  { resets, limit }: BudgetPeriod,
): Promise<{ used: number; limit: number }> {
  const { rows } = await pool.query<{ used: number; limit: number }>(
    `select ${USED} as used, ${LIMIT} as limit from listening_source where id = $1`,
    [sourceId, resets.toISOString(), limit],
  );
  return rows[0] ?? { used: 0, limit: 0 };
}

/** Makes sources due that aren't for a while, because monitors changed. */
export async function hurrySources(pool: Connection, now: Date, after: Date): Promise<void> {
  await pool.query(
    `update listening_source set due_at = $1 where due_at > $2 and state = 'active' and kind <> 'content'`,
    [now.toISOString(), after.toISOString()],
  );
}

/** Returns when active monitors of a brand, or of all, changed last; null without one. */
export async function readMonitorsChanged(pool: Connection, brandId: string | null): Promise<string | null> {
  const { rows } = await pool.query<{ at: string | null }>(
    "select max(updated_at) as at from monitor where state = 'active' and ($1::uuid is null or brand_id = $1)",
    [brandId],
  );
  return rows[0]?.at ?? null;
}

/** A search of a source and where it stopped. */
export interface StoredSearch {
  ask: string;
  cursor: string;
  savedAt: string;
  dueAt: string | null;
}

/** Returns the searches of a source that were made before. */
export async function readSearches(pool: Connection, sourceId: string): Promise<StoredSearch[]> {
  const { rows } = await pool.query<StoredSearch>(
    'select host as ask, cursor, saved_at as "savedAt", due_at as "dueAt" from source_cursor where source_id = $1',
    [sourceId],
  );
  return rows;
}

/** Writes when a search is due again. */
export async function scheduleSearch(
  pool: Connection,
  sourceId: string,
  { ask, dueAt, now }: { ask: string; dueAt: Date; now: Date },
): Promise<void> {
  await pool.query(
    `insert into source_cursor (source_id, host, cursor, saved_at, due_at)
      select id, $2, '', $4, $3 from listening_source where id = $1
      on conflict (source_id, host) do update set due_at = excluded.due_at`,
    [sourceId, ask, dueAt.toISOString(), now.toISOString()],
  );
}

/** Forgets searches that no monitor has asked for since a time. */
export async function forgetSearches(
  pool: Connection,
  sourceId: string,
  asks: readonly string[],
  before: Date,
): Promise<void> {
  await pool.query('delete from source_cursor where source_id = $1 and host <> all($2) and saved_at < $3', [
    sourceId,
    [...asks],
    before.toISOString(),
  ]);
}

/** A stored post that is read again. */
export interface ReviewedPost {
  id: string;
  externalId: string;
  publishedAt: string;
}

/**
 * Returns posts of a source to read again: those whose figures are due, and recent ones that may have been deleted. Posts
 * whose own source was disconnected are read by another one of its kind. Recent ones are picked at random: some can't be read,
 * and would otherwise come first each time.
 */
export async function readDueReviews(
  pool: Connection,
  { id, kind }: Pick<ClaimedSource, 'id' | 'kind'>,
  { now, checkedBefore, recent, limit }: { now: Date; checkedBefore: Date; recent: Date; limit: number },
): Promise<ReviewedPost[]> {
  const { rows } = await pool.query<ReviewedPost>(
    `select distinct id, "externalId", "publishedAt" from (
        (select id, external_id as "externalId", published_at as "publishedAt" from mention
          where figures_due_at <= $3 and source_kind = $2 and coalesce(source_id, $1) = $1 and deleted_at is null
          order by figures_due_at limit $6)
        union all
        (select id, external_id, published_at from mention
          where source_id = $1 and published_at > $5 and coalesce(figures_at, seen_at) < $4
            and deleted_at is null order by random() limit $6)
        union all
        (select id, external_id, published_at from mention
          where source_id is null and published_at > $5 and source_kind = $2
            and coalesce(figures_at, seen_at) < $4 and deleted_at is null order by random() limit $6)
      ) due limit $6`,
    [id, kind, now.toISOString(), checkedBefore.toISOString(), recent.toISOString(), limit],
  );
  return rows;
}

/** Marks gaps that ended as fetched: searches continue where they stopped. */
export async function fillEndedGaps(pool: Connection, sourceId: string, now: Date): Promise<void> {
  await pool.query(
    `update source_gap set filled_at = $2 where source_id = $1 and to_at is not null and filled_at is null
      and reason <> 'look-back'`,
    [sourceId, now.toISOString()],
  );
}

/** Creates or removes the installation's searched sources, so that they are those of the configuration. */
export async function syncSharedSources(
  pool: Connection,
  wanted: readonly { kind: SourceKind; host: string; name: string }[],
  now: Date,
): Promise<void> {
  const rows = wanted.map(({ kind, host, name }) => ({ id: newId(), kind, host, name }));
  await pool.query(
    `insert into listening_source (id, kind, host, name, due_at, created_at, updated_at)
      select w.id, w.kind, w.host, w.name, $2, $2, $2
      from jsonb_to_recordset($1::jsonb) as w(id uuid, kind text, host text, name text)
      on conflict (brand_id, kind, host) do update
        set state = case when listening_source.settings ? 'off' then 'active' else listening_source.state end,
          settings = listening_source.settings - 'off',
          due_at = coalesce(listening_source.due_at, excluded.due_at)`,
    [JSON.stringify(rows), now.toISOString()],
  );
  await pool.query(
    `update listening_source s set state = 'paused', settings = settings || '{"off": true}', due_at = null
      where s.brand_id is null and s.kind <> 'bluesky' and not s.settings ? 'off' and not exists (
        select from jsonb_to_recordset($1::jsonb) as w(kind text, host text)
        where w.kind = s.kind and w.host = s.host)`,
    [JSON.stringify(rows)],
  );
}

/** Keeps others from connecting sources of a brand until the commit, and counts those of a kind. */
export async function lockSources(
  connection: Connection,
  brandId: string,
  { kind, host }: { kind: SourceKind; host: string },
): Promise<{ others: number }> {
  await connection.query("select pg_advisory_xact_lock(hashtext('listening-sources'), hashtext($1))", [
    brandId,
  ]);
  const { rows } = await connection.query<{ n: number }>(
    'select count(*)::int as n from listening_source where brand_id = $1 and kind = $2 and host <> $3',
    [brandId, kind, host],
  );
  return { others: rows[0]?.n ?? 0 };
}

export interface NewSource {
  brandId: string;
  kind: SourceKind;
  host: string;
  name: string;
  credentials: string | null;
  settings: Record<string, unknown>;
}

/** Connects a source, or replaces the credentials of one that is. Returns its id. */
export async function upsertSource(connection: Connection, source: NewSource, now: Date): Promise<string> {
  const { brandId, kind, host, name, credentials, settings } = source;
  const { rows } = await connection.query<{ id: string }>(
    `insert into listening_source as s
        (id, brand_id, kind, host, name, credentials, settings, due_at, created_at, updated_at)
      values ($1, $2, $3, $4, $5, $6, $7, $8, $8, $8)
      on conflict (brand_id, kind, host) do update set credentials = excluded.credentials, state = 'active',
        name = excluded.name, settings = s.settings || excluded.settings, failures = 0, due_at = $8,
        version = s.version + 1, updated_at = $8
      returning id`,
    [newId(), brandId, kind, host, name, credentials, JSON.stringify(settings), now.toISOString()],
  );
  return rows[0]?.id ?? '';
}

/** Changes a brand's source. Returns false if it has none with this id. */
export async function changeSource(
  connection: Connection,
  {
    brandId,
    sourceId,
    state,
    monthlyLimit,
  }: {
    brandId: string;
    sourceId: string;
    state: 'active' | 'paused' | null;
    monthlyLimit: number | null;
  },
  now: Date,
): Promise<boolean> {
  const { rows } = await connection.query(
    `update listening_source set
        state = case when $3::text is null then state when $3 = 'paused' then 'paused'
          when state in ('paused', 'refused') then 'active' else state end,
        settings = case when $4::int is null or kind <> 'x' then settings
          else settings || jsonb_build_object('monthlyLimit', $4::int) end,
        quota = case when $4::int is null or kind <> 'x' or quota is null then quota
          else quota || jsonb_build_object('limit', $4::int) end,
        due_at = case when coalesce($3, state) = 'paused' then due_at else $5 end,
        version = version + 1, updated_at = $5
      where id = $1 and brand_id = $2 returning id`,
    [sourceId, brandId, state, monthlyLimit, now.toISOString()],
  );
  return rows.length > 0;
}

/** Removes a brand's source with its credentials; its mentions stay. */
export async function removeSource(
  connection: Connection,
  brandId: string,
  sourceId: string,
): Promise<boolean> {
  const { rows } = await connection.query<{ id: string }>(
    'delete from listening_source where id = $1 and brand_id = $2 returning id',
    [sourceId, brandId],
  );
  return rows.length > 0;
}

interface Row {
  id: string;
  kind: SourceKind;
  host: string;
  name: string;
  brandId: string | null;
  state: SourceState;
  hasCredentials: boolean;
  lastOk: string | null;
  lastProblem: string | null;
  lastProblemAt: string | null;
  quota: SourceQuota | null;
  /** In US cents, for X. */
  monthlyLimit: number | null;
  created: string;
  gaps: SourceGap[];
}

/** Returns the sources that a brand hears: shared ones first. Those that the configuration no longer names are left out. */
export async function readSources(
  pool: Connection,
  brandId: string,
  {
    isOwner,
    centsPerPost,
    now,
    sourceId = null,
  }: {
    isOwner: boolean;
    centsPerPost: number;
    now: Date;
    sourceId?: string | null;
  },
): Promise<ListeningSource[]> {
  const { rows } = await pool.query<Row>(
    `select s.id, s.kind, s.host, s.name, s.brand_id as "brandId", s.state,
        s.credentials is not null as "hasCredentials", s.last_ok_at as "lastOk", s.last_problem as "lastProblem",
        s.last_problem_at as "lastProblemAt", s.quota, s.created_at as created,
        (s.settings ->> 'monthlyLimit')::int as "monthlyLimit",
        coalesce((select jsonb_agg(jsonb_build_object('id', g.id, 'sourceId', g.source_id, 'from', g.from_at,
            'to', g.to_at, 'reason', g.reason, 'filled', g.filled_at) order by g.from_at desc)
          from (select * from source_gap where source_id = s.id
            and coalesce(to_at, 'infinity') > $2::timestamptz - interval '30 days'
            order by from_at desc limit 50) g), '[]') as gaps
      from listening_source s
      where (s.brand_id is null or s.brand_id = $1) and not s.settings ? 'off' and ($3::uuid is null or s.id = $3)
      order by s.brand_id is not null, s.kind, lower(s.name), s.host`,
    [brandId, now.toISOString(), sourceId],
  );
  return rows.map((row) => sourceOf(row, isOwner, centsPerPost, now));
}

const iso = (time: string): string => new Date(time).toISOString();

/** The quota of the current period: before the first call of one, nothing is used. */
function currentQuota({ quota, monthlyLimit }: Row, now: Date): SourceQuota | null {
  const isCurrent = quota !== null && Date.parse(quota.resets) > now.getTime();
  if (monthlyLimit !== null)
    return {
      used: isCurrent ? Math.ceil(quota.used) : 0,
      limit: monthlyLimit,
      unit: 'minor-units',
      currency: 'USD',
      resets: new Date(Date.UTC(now.getUTCFullYear(), now.getUTCMonth() + 1, 1)).toISOString(),
    };
  return isCurrent
    ? {
        used: Math.ceil(quota.used),
        limit: Math.floor(quota.limit),
        unit: quota.unit,
        currency: quota.currency,
        resets: quota.resets,
      }
    : null;
}

function sourceOf(row: Row, isOwner: boolean, centsPerPost: number, now: Date): ListeningSource {
  const { id, kind, state, hasCredentials, lastOk, lastProblem, lastProblemAt, created } = row;
  const shared = row.brandId === null;
  return {
    id,
    kind,
    name: row.name || SOURCES[kind].name,
    host: row.host || null,
    shared,
    state,
    hasCredentials,
    lastOk: lastOk && iso(lastOk),
    lastProblem,
    lastProblemAt: lastProblemAt && iso(lastProblemAt),
    quota: currentQuota(row, now),
    centsPerPost: kind === 'x' ? centsPerPost : null,
    gaps: row.gaps.map((gap) => ({
      id: gap.id,
      sourceId: gap.sourceId,
      from: iso(gap.from),
      to: gap.to && iso(gap.to),
      reason: gap.reason,
      filled: gap.filled && iso(gap.filled),
    })),
    created: iso(created),
    abilities: sourceAbilities({ shared, kind, state }, isOwner),
  };
}
