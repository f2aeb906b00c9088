import type pg from 'pg';

type Connection = Pick<pg.ClientBase, 'query'>;

/** Returns the models that brands use instead of those of the installation. */
export async function readActiveModels(
  pool: Connection,
  brandIds: readonly string[],
): Promise<{ brandId: string; lang: string; weights: Buffer }[]> {
  const { rows } = await pool.query<{ brandId: string; lang: string; weights: Buffer }>(
    `select brand_id as "brandId", lang, weights from sentiment_model
      where brand_id = any($1) and active and weights is not null`,
    [brandIds],
  );
  return rows;
}
