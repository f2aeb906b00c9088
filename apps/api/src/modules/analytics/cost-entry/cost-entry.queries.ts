import type { CostEntry, CostSource, CostSum, NewCostEntry } from '@troupe/domain/analytics/cost-entry';
import { PAGE_SIZE } from '@troupe/domain/shape';
import type pg from 'pg';

type Connection = Pick<pg.ClientBase, 'query'>;

/** Which costs are listed. */
export interface CostFilter {
  from?: string | undefined;
  to?: string | undefined;
  kind?: CostEntry['kind'] | undefined;
  source?: CostSource | undefined;
  campaignId?: string | undefined;
  creatorId?: string | undefined;
}

/**
 * Costs of all sources as `s`: entries, payments to creators and, by month and creator, commissions. Days are in the
 * zone `$2`.
 */
const COSTS = `
  select e.id, e.day, e.kind, e.amount, e.currency, e.campaign_id, e.creator_id, e.note, e.reference, e.source,
    u.id as user_id, e.version, e.created_at, e.updated_at
  from cost_entry e left join person u on u.id = e.user_id where e.brand_id = $1
  union all
  select p.id, (p.created_at at time zone $2)::date, 'fee',
    case when p.statement_id is null then p.fee else 0 end + p.processing_fee, p.currency, i.campaign_id,
    coalesce(i.creator_id, p.creator_id), coalesce(p.title, ''), p.reference, 'payable', null, p.version, p.created_at,
    p.updated_at
  from payable p left join opt_in i on i.id = p.opt_in_id where p.brand_id = $1 and not p.held
  union all
  select m.id, (m.at at time zone $2)::date, 'commission', m.amount, m.currency, m.campaign_id, a.creator_id,
    coalesce(m.order_name, m.reason, ''), null, 'commission', null, 1, m.at, m.at
  from commission m join affiliate a on a.id = m.affiliate_id
  where m.brand_id = $1 and ($6 = 'commission' or $5 = 'commission')`;

const WHERE = `($3::date is null or s.day >= $3) and ($4::date is null or s.day <= $4)
  and ($5::text is null or s.kind = $5) and ($6::text is null or s.source = $6)
  and ($7::uuid is null or s.campaign_id = $7) and ($8::uuid is null or s.creator_id = $8)`;

const valuesOf = (brandId: string, zone: string, filter: CostFilter) => [
  brandId,
  zone,
  filter.from ?? null,
  filter.to ?? null,
  filter.kind ?? null,
  filter.source ?? null,
  filter.campaignId ?? null,
  filter.creatorId ?? null,
];

const COLUMNS = `s.id, s.day::text as day, s.kind, s.amount, s.currency, s.campaign_id as "campaignId",
  c.title as "campaignTitle", s.creator_id as "creatorId", case when gone then 'removed' else r.username end as username,
  s.note, s.reference, s.source, nullif(trim(u.first_name || ' ' || u.last_name), '') as by, s.version,
  s.created_at as created, s.updated_at as updated`;
const JOINS = `left join campaign c on c.id = s.campaign_id left join creator r on r.id = s.creator_id
  left join person u on u.id = s.user_id
  left join lateral (select true as gone from opt_in i where i.brand_id = $1 and i.creator_id = s.creator_id
    and i.removed_at is not null limit 1) g on true`;

/** Returns a page of costs, newest first, with sums by kind and currency. */
export async function readCostPage(
  pool: pg.Pool,
  brandId: string,
  zone: string,
  filter: CostFilter & { page: number },
): Promise<{ costs: CostEntry[]; sums: CostSum[]; total: number }> {
  const values = valuesOf(brandId, zone, filter);
  const [{ rows: costs }, { rows: sums }] = await Promise.all([
    pool.query<CostEntry>(
      `select ${COLUMNS} from (select * from (${COSTS}) s where ${WHERE} order by s.day desc, s.id desc
        limit ${PAGE_SIZE} offset $9) s ${JOINS} order by s.day desc, s.id desc`,
      [...values, (filter.page - 1) * PAGE_SIZE],
    ),
    pool.query<CostSum>(
      `select s.kind, s.currency, sum(s.amount)::bigint as amount, count(*)::int as count
        from (${COSTS}) s where ${WHERE} group by 1, 2 order by 2, 1`,
      values,
    ),
  ]);
  return { costs, sums, total: sums.reduce((all, { count }) => all + count, 0) };
}

/** Returns costs for a file, newest first. */
export async function readCosts(
  pool: pg.Pool,
  brandId: string,
  zone: string,
  filter: CostFilter & { limit: number },
): Promise<CostEntry[]> {
  const { rows } = await pool.query<CostEntry>(
    `select ${COLUMNS} from (${COSTS}) s ${JOINS} where ${WHERE} order by s.day desc, s.id desc limit $9`,
    [...valuesOf(brandId, zone, filter), filter.limit],
  );
  return rows;
}

/** Returns an entry; null if the brand has no such one. */
export async function readCost(pool: Connection, brandId: string, costId: string): Promise<CostEntry | null> {
  const { rows } = await pool.query<CostEntry>(
    `select ${COLUMNS} from cost_entry s ${JOINS} where s.brand_id = $1 and s.id = $2`,
    [brandId, costId],
  );
  return rows[0] ?? null;
}

/** Adds an entry. @returns whether it was added: false if its reference is known */
export async function insertCost(
  connection: Connection,
  brandId: string,
  entry: NewCostEntry & { id: string; source: 'hand' | 'import' | 'gift'; userId: string | null },
  now: Date,
): Promise<boolean> {
  const { rowCount } = await connection.query(
    `insert into cost_entry (id, brand_id, campaign_id, creator_id, day, kind, amount, currency, source, note, reference,
        user_id, created_at, updated_at)
      values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13, $13)
      on conflict (brand_id, reference) where reference is not null do nothing`,
    [
      entry.id,
      brandId,
      entry.campaignId,
      entry.creatorId,
      entry.day,
      entry.kind,
      entry.amount,
      entry.currency,
      entry.source,
      entry.note,
      entry.reference,
      entry.userId,
      now.toISOString(),
    ],
  );
  return rowCount === 1;
}

/** Replaces an entry of a version. @returns whether it was replaced */
export async function updateCost(
  connection: Connection,
  brandId: string,
  entry: NewCostEntry & { id: string; version: number },
  now: Date,
): Promise<boolean> {
  const { rowCount } = await connection.query(
    `update cost_entry set campaign_id = $3, creator_id = $4, day = $5, kind = $6, amount = $7, currency = $8, note = $9,
        reference = $10, version = version + 1, updated_at = $12
      where brand_id = $1 and id = $2 and version = $11`,
    [
      brandId,
      entry.id,
      entry.campaignId,
      entry.creatorId,
      entry.day,
      entry.kind,
      entry.amount,
      entry.currency,
      entry.note,
      entry.reference,
      entry.version,
      now.toISOString(),
    ],
  );
  return rowCount === 1;
}

/** Deletes an entry. @returns whether there was one */
export async function deleteCost(connection: Connection, brandId: string, costId: string): Promise<boolean> {
  const { rowCount } = await connection.query('delete from cost_entry where brand_id = $1 and id = $2', [
    brandId,
    costId,
  ]);
  return rowCount === 1;
}

/** Writes a cost of a gift. One that people changed stays as it is. */
export async function writeGiftCost(
  connection: Connection,
  brandId: string,
  entry: NewCostEntry & { id: string; source: 'gift'; userId: null },
  now: Date,
): Promise<void> {
  if (await insertCost(connection, brandId, entry, now)) return;
  await connection.query(
    `update cost_entry set amount = $3, currency = $4, note = $5, updated_at = $6
      where brand_id = $1 and reference = $2 and source = 'gift' and version = 1`,
    [brandId, entry.reference, entry.amount, entry.currency, entry.note, now.toISOString()],
  );
}

/** Deletes costs of a gift. @param unchanged only those that people haven't changed */
export async function deleteGiftCosts(
  connection: Connection,
  brandId: string,
  references: readonly string[],
  { unchanged }: { unchanged: boolean },
): Promise<void> {
  await connection.query(
    `delete from cost_entry where brand_id = $1 and reference = any($2) and source = 'gift'
      and (not $3 or version = 1)`,
    [brandId, references, unchanged],
  );
}

/** Returns campaigns by title and creators by username, as files name them; null for names that several have. */
export async function readNames(
  pool: pg.Pool,
  brandId: string,
  { titles, usernames }: { titles: readonly string[]; usernames: readonly string[] },
): Promise<{ campaigns: Map<string, string | null>; creators: Map<string, string | null> }> {
  const [campaigns, creators] = await Promise.all([
    pool.query<{ name: string; id: string | null }>(
      `select lower(title) as name, case when count(*) = 1 then min(id::text) end as id from campaign
        where brand_id = $1 and lower(title) = any($2::text[]) group by 1`,
      [brandId, [...titles]],
    ),
    pool.query<{ name: string; id: string | null }>(
      `select lower(c.username) as name, case when count(*) = 1 then min(c.id::text) end as id from creator c
        where lower(c.username) = any($2::text[]) and (c.brand_id is null or c.brand_id = $1)
          and (exists (select from opt_in i where i.brand_id = $1 and i.creator_id = c.id)
            or exists (select from affiliate a where a.brand_id = $1 and a.creator_id = c.id)) group by 1`,
      [brandId, [...usernames]],
    ),
  ]);
  return {
    campaigns: new Map(campaigns.rows.map(({ name, id }) => [name, id])),
    creators: new Map(creators.rows.map(({ name, id }) => [name, id])),
  };
}
