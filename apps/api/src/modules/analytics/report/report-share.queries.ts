import type { ReportSnapshot } from '@troupe/domain/analytics/report';
import {
  type ReportShare,
  type ShareAgent,
  type ShareView,
  shareState,
} from '@troupe/domain/analytics/report-share';
import { PAGE_SIZE } from '@troupe/domain/shape';
import type pg from 'pg';
import { newId } from '../../../platform/id.ts';
import { personNameSql } from '../../account/user/user.table.ts';

type Connection = Pick<pg.ClientBase, 'query'>;

/** A stored link. */
export interface StoredShare extends Omit<ReportShare, 'state' | 'url' | 'hasPassword'> {
  generation: number;
  passwordHash: string | null;
  revoked: string | null;
}

const SELECT = `select h.id, h.report_id as "reportId", v.form ->> 'name' as "reportName", h.label, h.run_id as "runId",
    x.as_of as "runAsOf", h.expires_at as expires, h.view_limit as "viewLimit", h.views, h.last_seen_at as "lastSeen",
    h.created_at as created, ${personNameSql('u')} as "createdBy", h.rotated_at as rotated, h.generation,
    h.password_hash as "passwordHash", h.revoked_at as revoked
  from report_share h join report r on r.id = h.report_id
  join report_version v on v.report_id = r.id and v.version = r.version
  left join report_run x on x.id = h.run_id left join person u on u.id = h.user_id`;

/** Returns a link as the team sees it. @param urlOf makes the URL of a token */
export function toShare(row: StoredShare, urlOf: (row: StoredShare) => string, now: Date): ReportShare {
  const state = shareState(
    { revoked: row.revoked !== null, expires: row.expires, viewLimit: row.viewLimit, views: row.views },
    now,
  );
  const { generation: _, passwordHash, revoked: __, ...rest } = row;
  return Object.assign(rest, {
    hasPassword: passwordHash !== null,
    state,
    url: state === 'active' ? urlOf(row) : null,
  });
}

/** Returns one page of a brand's links, newest first. */
export async function readSharePage(
  pool: Connection,
  { brandId, reportId, page }: { brandId: string; reportId: string | null; page: number },
): Promise<{ shares: StoredShare[]; total: number }> {
  const [{ rows }, { rows: counts }] = await Promise.all([
    pool.query<StoredShare>(
      `${SELECT} where h.brand_id = $1 and ($2::uuid is null or h.report_id = $2)
        order by h.created_at desc, h.id desc limit $3 offset $4`,
      [brandId, reportId, PAGE_SIZE, (page - 1) * PAGE_SIZE],
    ),
    pool.query<{ n: number }>(
      'select count(*)::int as n from report_share where brand_id = $1 and ($2::uuid is null or report_id = $2)',
      [brandId, reportId],
    ),
  ]);
  return { shares: rows, total: counts[0]?.n ?? 0 };
}

/** Returns a brand's link; null if it has no such one. */
export async function readShare(
  pool: Connection,
  brandId: string,
  shareId: string,
): Promise<StoredShare | null> {
  const { rows } = await pool.query<StoredShare>(`${SELECT} where h.id = $1 and h.brand_id = $2`, [
    shareId,
    brandId,
  ]);
  return rows[0] ?? null;
}

/** Returns how many links of a report work, and locks the report for adding one. Null without the report. */
export async function lockShares(
  connection: Connection,
  { brandId, reportId, runId }: { brandId: string; reportId: string; runId: string | null },
  now: Date,
): Promise<number | null> {
  const { rows } = await connection.query(
    `select from report where id = $1 and brand_id = $2
      and ($3::uuid is null or exists (select from report_run x where x.id = $3 and x.report_id = $1)) for no key update`,
    [reportId, brandId, runId],
  );
  if (rows.length === 0) return null;
  const { rows: counts } = await connection.query<{ n: number }>(
    `select count(*)::int as n from report_share where report_id = $1 and revoked_at is null
      and (expires_at is null or expires_at > $2) and (view_limit is null or views < view_limit)`,
    [reportId, now.toISOString()],
  );
  return counts[0]?.n ?? 0;
}

/** Adds a link. */
export async function insertShare(
  connection: Connection,
  share: {
    id: string;
    brandId: string;
    reportId: string;
    runId: string | null;
    label: string;
    tokenSha256: string;
    passwordHash: string | null;
    expiresAt: string | null;
    viewLimit: number | null;
    userId: string;
  },
  now: Date,
): Promise<void> {
  await connection.query(
    `insert into report_share (id, brand_id, report_id, run_id, label, token_sha256, generation, password_hash,
        expires_at, view_limit, created_at, user_id)
      values ($1, $2, $3, $4, $5, $6, 1, $7, $8, $9, $10, $11)`,
    [
      ...[share.id, share.brandId, share.reportId, share.runId, share.label, share.tokenSha256],
      ...[share.passwordHash, share.expiresAt, share.viewLimit, now.toISOString(), share.userId],
    ],
  );
}

/** Replaces the token of a link; false if it was already replaced or revoked. */
export async function replaceToken(
  connection: Connection,
  { id, generation, tokenSha256 }: { id: string; generation: number; tokenSha256: string },
  now: Date,
): Promise<boolean> {
  const { rowCount } = await connection.query(
    `update report_share set generation = $2, token_sha256 = $3, rotated_at = $4
      where id = $1 and generation = $2 - 1 and revoked_at is null`,
    [id, generation, tokenSha256, now.toISOString()],
  );
  return (rowCount ?? 0) > 0;
}

/** Revokes a link; again has no effect. */
export async function revokeShare(connection: Connection, id: string, now: Date): Promise<void> {
  await connection.query('update report_share set revoked_at = coalesce(revoked_at, $2) where id = $1', [
    id,
    now.toISOString(),
  ]);
}

/** A link as its token finds it. */
export interface FoundShare {
  id: string;
  brandId: string;
  reportId: string;
  runId: string | null;
  generation: number;
  passwordHash: string | null;
  expires: string | null;
  /** Of a frozen run. */
  snapshot: ReportSnapshot | null;
  sha256: string | null;
}

/** For how long requests with the ID of a view belong to it. */
const VIEW_MS = 3_600_000;
const viewsFrom = (now: Date) => new Date(now.getTime() - VIEW_MS).toISOString();

/**
 * Returns the link of a token if it works: not revoked, expired or used up, of a brand that isn't closed.
 * @param viewId of a view that counted already; it may continue when the link is used up
 */
export async function findShare(
  pool: Connection,
  { tokenSha256, viewId }: { tokenSha256: string; viewId: string | null },
  now: Date,
): Promise<FoundShare | null> {
  const { rows } = await pool.query<FoundShare>(
    `select h.id, h.brand_id as "brandId", h.report_id as "reportId", h.run_id as "runId", h.generation,
        h.password_hash as "passwordHash", h.expires_at as expires, x.snapshot, x.sha256
      from report_share h join brand b on b.id = h.brand_id and b.closed_at is null
      left join report_run x on x.id = h.run_id
      where h.token_sha256 = $1 and h.revoked_at is null and (h.expires_at is null or h.expires_at > $2)
        and (h.view_limit is null or h.views < h.view_limit or exists (select from report_share_view v
          where v.id = $3 and v.share_id = h.id and v.kind = 'view' and v.at > $4))`,
    [tokenSha256, now.toISOString(), viewId, viewsFrom(now)],
  );
  return rows[0] ?? null;
}

/** What is kept of a view. */
export interface NewView {
  id: string;
  brandId: string;
  shareId: string;
  agent: ShareAgent;
  browser: string;
}

/**
 * Counts a view, unless the link has been opened as often as it may be. A view whose ID counted within the last hour goes
 * on: reloading, retrying and saving files aren't further views. Returns whether it may be shown.
 */
export async function countView(pool: Connection, view: NewView, now: Date): Promise<boolean> {
  if (await addView(pool, view, now)) return true;
  const { rows } = await pool.query<{ goesOn: boolean }>(
    `select share_id = $2 and kind = 'view' and at > $3 as "goesOn" from report_share_view where id = $1`,
    [view.id, view.shareId, viewsFrom(now)],
  );
  const [known] = rows;
  if (!known || known.goesOn) return known?.goesOn ?? false;
  return addView(pool, Object.assign({}, view, { id: newId() }), now);
}

async function addView(pool: Connection, view: NewView, now: Date): Promise<boolean> {
  // Locked, so that views at the same time can't exceed the limit.
  const { rowCount } = await pool.query(
    `with open as (
        select id from report_share where id = $2 and revoked_at is null and (expires_at is null or expires_at > $3)
          and (view_limit is null or views < view_limit) for update),
      seen as (
        insert into report_share_view (id, brand_id, share_id, at, agent, browser, kind)
        select $1, $4, open.id, $3, $5, $6, 'view' from open on conflict (id) do nothing returning share_id)
      update report_share set views = views + 1, last_seen_at = $3 where id = (select share_id from seen)`,
    [view.id, view.shareId, now.toISOString(), view.brandId, view.agent, view.browser],
  );
  return (rowCount ?? 0) > 0;
}

/** Notes a wrong password. */
export async function noteWrongPassword(pool: Connection, view: NewView, now: Date): Promise<void> {
  await pool.query(
    `insert into report_share_view (id, brand_id, share_id, at, agent, browser, kind)
      values ($1, $2, $3, $4, $5, $6, 'wrong-password')`,
    [view.id, view.brandId, view.shareId, now.toISOString(), view.agent, view.browser],
  );
}

/** Returns the latest views of a link. */
export async function readViews(pool: Connection, shareId: string): Promise<ShareView[]> {
  const { rows } = await pool.query<ShareView>(
    'select at, agent, browser, kind from report_share_view where share_id = $1 order by at desc, id desc limit 200',
    [shareId],
  );
  return rows;
}

/** Deletes views before a time, and links that ended before it. */
export async function removeOldShares(pool: Connection, before: Date): Promise<void> {
  await pool.query('delete from report_share_view where at < $1', [before.toISOString()]);
  await pool.query('delete from report_share where revoked_at < $1 or expires_at < $1', [
    before.toISOString(),
  ]);
}
