import type { AnalyticsSetting } from '@troupe/domain/analytics/analytics';
import type pg from 'pg';

const DEFAULTS: AnalyticsSetting = { margin: null, emv: false, emvShared: false, currency: null };

/** Returns how a brand's analytics are calculated. */
export async function readAnalyticsSetting(
  pool: Pick<pg.ClientBase, 'query'>,
  brandId: string,
): Promise<AnalyticsSetting> {
  const { rows } = await pool.query<AnalyticsSetting>(
    `select margin_bp::float / 100 as margin, emv, emv_shared as "emvShared", currency
      from analytics_setting where brand_id = $1`,
    [brandId],
  );
  return rows[0] ?? DEFAULTS;
}

/** Replaces how a brand's analytics are calculated. */
export async function writeAnalyticsSetting(
  connection: Pick<pg.ClientBase, 'query'>,
  brandId: string,
  { margin, emv, emvShared, currency }: AnalyticsSetting,
  now: Date,
): Promise<void> {
  await connection.query(
    `insert into analytics_setting (brand_id, margin_bp, emv, emv_shared, currency, updated_at)
      values ($1, $2, $3, $4, $5, $6)
      on conflict (brand_id) do update set margin_bp = excluded.margin_bp, emv = excluded.emv,
        emv_shared = excluded.emv_shared, currency = excluded.currency, updated_at = excluded.updated_at`,
    [brandId, margin === null ? null : Math.round(margin * 100), emv, emvShared, currency, now.toISOString()],
  );
}
