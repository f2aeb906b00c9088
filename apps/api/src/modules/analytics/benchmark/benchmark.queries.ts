import type pg from 'pg';

type Connection = Pick<pg.ClientBase, 'query'>;

/** Whether a brand shares its figures, and when they were last written. */
export interface Sharing {
  shared: boolean;
  countedAt: Date | null;
}

/** Returns whether a brand shares its figures; it doesn't unless an owner turned it on. */
export async function readSharing(pool: Connection, brandId: string): Promise<Sharing> {
  const { rows } = await pool.query<{ shared: boolean; countedAt: string | Date | null }>(
    'select shared, counted_at as "countedAt" from benchmark_sharing where brand_id = $1',
    [brandId],
  );
  const [row] = rows;
  return { shared: row?.shared ?? false, countedAt: row?.countedAt ? new Date(row.countedAt) : null };
}

/** Turns sharing on or off; off removes the brand's figures. */
export async function writeSharing(
  connection: Connection,
  brandId: string,
  { shared, userId, now }: { shared: boolean; userId: string; now: Date },
): Promise<void> {
  await connection.query(
    `insert into benchmark_sharing (brand_id, shared, changed_at, user_id) values ($1, $2, $3, $4)
      on conflict (brand_id) do update
      set shared = excluded.shared, changed_at = excluded.changed_at, user_id = excluded.user_id, counted_at = null`,
    [brandId, shared, now, userId],
  );
  if (!shared) await connection.query('delete from benchmark_item where brand_id = $1', [brandId]);
}

/** A campaign's figure. */
export interface BenchmarkItem {
  campaignId: string;
  formula: string;
  version: number;
  currency: string | null;
  value: number;
}

/**
 * Replaces a brand's figures, unless it no longer shares them. Call in a transaction: sharing is locked, so that figures
 * can't be written while it is turned off.
 */
export async function replaceItems(
  connection: Connection,
  brandId: string,
  items: readonly BenchmarkItem[],
  now: Date,
): Promise<void> {
  const { rowCount } = await connection.query(
    'update benchmark_sharing set counted_at = $2 where brand_id = $1 and shared',
    [brandId, now],
  );
  if (rowCount !== 1) return;
  await connection.query('delete from benchmark_item where brand_id = $1', [brandId]);
  await connection.query(
    `insert into benchmark_item (brand_id, campaign_id, formula, version, currency, value)
      select $1, i.campaign_id, i.formula, i.version, i.currency, i.value
      from jsonb_to_recordset($2::jsonb) i(campaign_id uuid, formula text, version int, currency text, value float8)
      where exists (select from campaign c where c.id = i.campaign_id and c.brand_id = $1 and not c.sample)`,
    [
      brandId,
      JSON.stringify(
        items.map(({ campaignId, formula, version, currency, value }) => ({
          campaign_id: campaignId,
          formula,
          version,
          currency,
          value,
        })),
      ),
    ],
  );
}

/** A figure of any brand that shares. Never leaves the server. */
export interface SharedFigure {
  brandId: string;
  formula: string;
  version: number;
  currency: string | null;
  value: number;
}

/** Returns the figures of all brands that share and aren't closed, at most `most`. */
export async function readSharedFigures(pool: Connection, most: number): Promise<SharedFigure[]> {
  const { rows } = await pool.query<SharedFigure>(
    `select i.brand_id as "brandId", i.formula, i.version, i.currency, i.value
      from benchmark_item i join benchmark_sharing s on s.brand_id = i.brand_id and s.shared
      join brand b on b.id = i.brand_id and b.closed_at is null
      order by md5(i.campaign_id::text), i.formula, i.currency limit $1`,
    [most],
  );
  return rows;
}

/** Returns how many brands share and aren't closed. */
export async function countSharing(pool: Connection): Promise<number> {
  const { rows } = await pool.query<{ n: number }>(
    `select count(*)::int as n from benchmark_sharing s join brand b on b.id = s.brand_id and b.closed_at is null
      where s.shared`,
  );
  return rows[0]?.n ?? 0;
}

/** Returns brands that share, aren't closed, and whose figures are older than `before`. */
export async function readStaleSharing(pool: Connection, before: Date, most: number): Promise<string[]> {
  const { rows } = await pool.query<{ id: string }>(
    `select s.brand_id as id from benchmark_sharing s join brand b on b.id = s.brand_id and b.closed_at is null
      where s.shared and (s.counted_at is null or s.counted_at < $1)
      order by s.counted_at nulls first limit $2`,
    [before, most],
  );
  return rows.map(({ id }) => id);
}
