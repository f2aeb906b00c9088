import type { OutsideHit, OutsideResults, VendorHit } from '@troupe/domain/discovery/outside-search';
import type { Platform } from '@troupe/domain/discovery/platform';
import type { ProblemCode } from '@troupe/domain/problem';
import { and, asc, eq, gt, lt, sql } from 'drizzle-orm';
import { isoMoment } from '../../../platform/column.ts';
import type { Database } from '../../../platform/database.ts';
import { newId } from '../../../platform/id.ts';
import { outsideSearchTable as search } from './outside-search.table.ts';

/** A page of a paid search, without its results. */
export type StoredSearch = typeof search.$inferSelect;

type NewSearch = Omit<StoredSearch, 'state' | 'outcome' | 'total' | 'more' | 'endedAt'>;

/** Opens a search; false if the brand's same page is open, or its key was used. */
export async function insertSearch(db: Database, values: NewSearch): Promise<boolean> {
  const rows = await db.insert(search).values(values).onConflictDoNothing().returning({ id: search.id });
  return rows.length > 0;
}

/** Deletes an unneeded search in the transaction that opened it. */
export async function deleteSearch(db: Database, id: string): Promise<void> {
  await db.delete(search).where(eq(search.id, id));
}

export async function readSearch(db: Database, id: string): Promise<StoredSearch | null> {
  const [row] = await db.select().from(search).where(eq(search.id, id));
  return row ?? null;
}

/** Returns a brand's search by idempotency key. */
export async function readSearchByKey(
  db: Database,
  brandId: string,
  key: string,
): Promise<StoredSearch | null> {
  const [row] = await db
    .select()
    .from(search)
    .where(and(eq(search.brandId, brandId), eq(search.idempotencyKey, key)));
  return row ?? null;
}

/** Returns the pages of a search that are open, or found and kept, by page. */
export async function readPages(
  db: Database,
  brandId: string,
  fingerprint: string,
  now: string,
): Promise<StoredSearch[]> {
  return db
    .select()
    .from(search)
    .where(
      and(
        eq(search.brandId, brandId),
        eq(search.fingerprint, fingerprint),
        gt(search.expiresAt, now),
        sql`${search.state} in ('open', 'captured')`,
      ),
    )
    .orderBy(asc(search.page), asc(search.startedAt));
}

/** Counts a brand's searches since a time that weren't refunded as a whole. */
export async function countSearches(db: Database, brandId: string, since: string): Promise<number> {
  const { rows } = await db.execute<{ count: number }>(sql`
    select count(*)::int as count from outside_search
    where brand_id = ${brandId} and started_at >= ${since}::timestamptz and state <> 'released'`);
  return rows[0]?.count ?? 0;
}

/** Ends an open search with results. The ledger's lock must be held. */
export async function captureSearch(
  db: Database,
  id: string,
  end: Pick<StoredSearch, 'credits' | 'total' | 'more' | 'endedAt' | 'expiresAt'>,
): Promise<void> {
  const { credits, total, more, endedAt, expiresAt } = end;
  await db
    .update(search)
    .set({ state: 'captured', credits, total, more, endedAt, expiresAt })
    .where(eq(search.id, id));
}

/** Ends an open search without results; false if it had already ended. */
export async function releaseSearch(
  db: Database,
  id: string,
  end: { outcome: ProblemCode; endedAt: string },
): Promise<boolean> {
  const rows = await db
    .update(search)
    .set({ state: 'released', credits: 0, outcome: end.outcome, endedAt: end.endedAt })
    .where(and(eq(search.id, id), eq(search.state, 'open')))
    .returning({ id: search.id });
  return rows.length > 0;
}

/** Returns open searches started before a time, oldest first. */
export async function readStaleSearches(db: Database, before: string): Promise<string[]> {
  const rows = await db
    .select({ id: search.id })
    .from(search)
    .where(and(eq(search.state, 'open'), lt(search.startedAt, before)))
    .orderBy(asc(search.startedAt))
    .limit(500);
  return rows.map(({ id }) => id);
}

/** Deletes searches, with their results, that have expired. Open ones stay until they are settled. */
export async function deleteExpired(db: Database, now: string): Promise<void> {
  await db.delete(search).where(and(lt(search.expiresAt, now), sql`${search.state} <> 'open'`));
}

// A brand sees shared creators and its own. Sample data is invented, so it is left out.
const visible = (brandId: string) =>
  sql`(c.brand_id is null or c.brand_id = ${brandId}::uuid) and not c.sample`;

/**
 * The creator of an account: by the platform's ID, then by handle; the brand's own before the shared one, also if its ID isn't
 * known yet.
 */
const creatorOf = (
  brandId: string,
  platform: ReturnType<typeof sql>,
  hit: ReturnType<typeof sql>,
) => sql`coalesce(
  (select c.id from creator c where c.platform = ${platform} and lower(c.username) = lower(${hit}.username)
    and c.brand_id = ${brandId}::uuid and c.social_id is null and not c.sample),
  (select c.id from creator c where c.social_id = ${hit}.account_id and c.platform = ${platform}
    and ${visible(brandId)} order by c.brand_id nulls last, c.id limit 1),
  (select c.id from creator c where c.platform = ${platform} and lower(c.username) = lower(${hit}.username)
    and c.brand_id = ${brandId}::uuid and not c.sample),
  (select c.id from creator c where c.platform = ${platform} and lower(c.username) = lower(${hit}.username)
    and c.brand_id is null and not c.sample))`;

interface HitsOf {
  searchId: string;
  brandId: string;
  platform: Platform;
}

/** Stores the results of a search. Returns how many are new to the brand: neither a creator nor paid for before. */
export async function insertHits(
  db: Database,
  { searchId, brandId, platform }: HitsOf,
  hits: readonly VendorHit[],
  now: string,
): Promise<number> {
  const values = hits.map((hit, position) => Object.assign({ position }, hit));
  const { rows } = await db.execute<{ known: boolean }>(sql`
    with paid as (
      select distinct h.account_id from outside_hit h join outside_search s on s.id = h.search_id
      where s.brand_id = ${brandId} and s.platform = ${platform} and s.state = 'captured'
        and s.expires_at > ${now}::timestamptz
    ), named as (
      select * from jsonb_to_recordset(${JSON.stringify(values)}::jsonb) as v(position int, "accountId" text,
        username text, fullname text, "profileUrl" text, "pictureUrl" text, followers bigint,
        engagement double precision, "avgViews" bigint, verified boolean)
    ), hit as (select named.*, named."accountId" as account_id from named)
    insert into outside_hit (search_id, position, account_id, username, fullname, profile_url, picture_url, followers,
      engagement, avg_views, verified, known)
    select ${searchId}::uuid, position, account_id, username, fullname, "profileUrl", "pictureUrl", followers,
      engagement, "avgViews", verified, hit.account_id in (select account_id from paid)
        or ${creatorOf(brandId, sql`${platform}::text`, sql`hit`)} is not null
    from hit returning known`);
  return rows.filter(({ known }) => !known).length;
}

/** Counts the results of a search, and those of them that were new to the brand. */
export async function countHits(db: Database, searchId: string): Promise<{ results: number; new: number }> {
  const { rows } = await db.execute<{ results: number; new: number }>(sql`
    select count(*)::int as results, count(*) filter (where not known)::int as new
    from outside_hit where search_id = ${searchId}`);
  return rows[0] ?? { results: 0, new: 0 };
}

/** Returns the results of pages in order, with the creators they are now; an account appears once. */
export async function readHits(
  db: Database,
  brandId: string,
  pages: readonly StoredSearch[],
): Promise<OutsideResults | null> {
  const ids = pages.map(({ id }) => id);
  const { rows } = await db.execute<
    Omit<OutsideHit, 'charged'> & { known: boolean } & Record<string, unknown>
  >(sql`
    select h.search_id as "searchId", h.position, s.platform, h.account_id as "accountId", h.username, h.fullname,
      h.profile_url as "profileUrl", h.followers::float8 as followers, h.engagement,
      h.avg_views::float8 as "avgViews", h.verified, s.ended_at as fetched, h.known,
      ${creatorOf(brandId, sql`s.platform`, sql`h`)} as "creatorId"
    from outside_hit h join outside_search s on s.id = h.search_id
    where s.brand_id = ${brandId} and s.id in (select jsonb_array_elements_text(${JSON.stringify(ids)}::jsonb)::uuid)
    order by s.page, h.position`);
  const hits = new Map<string, OutsideHit>();
  for (const { known, ...row } of rows)
    if (!hits.has(row.accountId))
      hits.set(row.accountId, Object.assign(row, { charged: !known, fetched: isoMoment(row.fetched) }));
  const [first] = pages;
  if (!first) return null;
  const times = pages.flatMap(({ endedAt }) => endedAt ?? []);
  return {
    hits: [...hits.values()],
    total: Math.max(...pages.map(({ total }) => total ?? 0)),
    fetched: times.toSorted().at(-1) ?? first.startedAt,
    expires: pages.map(({ expiresAt }) => expiresAt).toSorted()[0] ?? first.expiresAt,
    credits: pages.reduce((sum, { credits }) => sum + credits, 0),
  };
}

/** A result by its page and place. */
export interface HitRef {
  searchId: string;
  position: number;
}

const refs = (chosen: readonly HitRef[]) =>
  sql`jsonb_to_recordset(${JSON.stringify(chosen)}::jsonb) as r("searchId" uuid, position int)`;

/**
 * Adds the creators of results, for this brand only; those it sees already stay as they are. Returns the new ones with the URL
 * of their picture.
 */
export async function insertCreators(
  db: Database,
  brandId: string,
  chosen: readonly HitRef[],
  now: string,
): Promise<{ creatorId: string; searchId: string; pictureUrl: string | null }[]> {
  const { rows: missing } = await db.execute<
    { accountId: string; searchId: string; pictureUrl: string | null } & Record<string, unknown>
  >(sql`
    select distinct on (s.platform, lower(h.username)) h.account_id as "accountId", h.search_id as "searchId",
      h.picture_url as "pictureUrl", s.platform, h.username, h.fullname, h.profile_url as "profileUrl",
      h.followers::float8 as followers, h.engagement, h.avg_views::float8 as "avgViews", h.verified,
      s.ended_at as fetched
    from ${refs(chosen)} join outside_search s on s.id = r."searchId" and s.brand_id = ${brandId}
      and s.expires_at > ${now}::timestamptz
    join outside_hit h on h.search_id = s.id and h.position = r.position
    where ${creatorOf(brandId, sql`s.platform`, sql`h`)} is null
    order by s.platform, lower(h.username), s.ended_at desc`);
  const values = missing.map((hit) => Object.assign({ id: newId() }, hit));
  const { rows } = await db.execute<{ id: string }>(sql`
    insert into creator (id, brand_id, platform, social_id, username, fullname, profile_url, follower_count,
      engagement, avg_views, figures, verified, updated_at)
    select id, ${brandId}::uuid, platform, "accountId", username, fullname, "profileUrl", followers, engagement, "avgViews",
      (select coalesce(jsonb_object_agg(name, jsonb_build_object('source', 'provider', 'asOf',
          to_char(v.fetched at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"'))), '{}'::jsonb)
        from (values ('followerCount', v.followers::float8), ('engagement', v.engagement),
          ('avgViews', v."avgViews"::float8)) as f(name, figure) where figure is not null),
      verified, v.fetched
    from jsonb_to_recordset(${JSON.stringify(values)}::jsonb) as v(id uuid, platform text, "accountId" text,
      username text, fullname text, "profileUrl" text, followers bigint, engagement double precision,
      "avgViews" bigint, verified boolean, fetched timestamptz)
    on conflict do nothing returning id`);
  const made = new Set(rows.map(({ id }) => id));
  return values
    .filter(({ id }) => made.has(id))
    .map(({ id, searchId, pictureUrl }) => ({ creatorId: id, searchId, pictureUrl }));
}

/** Returns the creators of results; those without one are left out. */
export async function readCreatorsOf(
  db: Database,
  brandId: string,
  chosen: readonly HitRef[],
): Promise<(HitRef & { creatorId: string })[]> {
  const { rows } = await db.execute<HitRef & { creatorId: string | null } & Record<string, unknown>>(sql`
    select distinct h.search_id as "searchId", h.position, ${creatorOf(brandId, sql`s.platform`, sql`h`)} as "creatorId"
    from ${refs(chosen)} join outside_search s on s.id = r."searchId" and s.brand_id = ${brandId}
    join outside_hit h on h.search_id = s.id and h.position = r.position`);
  return rows.flatMap(({ searchId, position, creatorId }) =>
    creatorId === null ? [] : [{ searchId, position, creatorId }],
  );
}

/** Queues pictures of new creators for copying. */
export async function queueHitPictures(
  db: Database,
  pictures: readonly { creatorId: string; searchId: string; pictureUrl: string }[],
  now: string,
): Promise<void> {
  await db.execute(sql`
    insert into creator_picture (creator_id, import_id, url, state, requested_at)
    select "creatorId", "searchId", "pictureUrl", 'waiting', ${now}::timestamptz
    from jsonb_to_recordset(${JSON.stringify(pictures)}::jsonb) as v("creatorId" uuid, "searchId" uuid, "pictureUrl" text)
    on conflict (creator_id) do nothing`);
}
