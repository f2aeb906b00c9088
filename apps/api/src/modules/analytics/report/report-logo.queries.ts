import { createHash } from 'node:crypto';
import { ACCEPTED_TYPES, acceptedNames, accepts } from '@troupe/domain/file-type';
import { problem } from '@troupe/domain/problem';
import type pg from 'pg';
import type { Api } from '../../../platform/api.ts';

type Connection = Pick<pg.ClientBase, 'query'>;

/** The largest logo, in pixels: enough for print at twice its size on a page. */
const MAX_WIDTH = 640;
const MAX_HEIGHT = 240;
const MAX_PIXELS = 50_000_000;

/** A logo. */
export interface ReportLogo {
  png: Buffer;
  name: string;
  width: number;
  height: number;
}

/** Makes a logo from a picture: resized, stripped of metadata, with the empty border cut off. */
export async function makeLogo(bytes: Buffer): Promise<ReportLogo> {
  const { default: sharp } = await import('sharp');
  const made = await (async () => {
    const image = sharp(bytes, { limitInputPixels: MAX_PIXELS });
    const { format } = await image.metadata();
    if (!accepts('picture', `image/${format}`)) return null;
    return image
      .rotate()
      .resize({ width: MAX_WIDTH, height: MAX_HEIGHT, fit: 'inside', withoutEnlargement: true })
      .png({ palette: true, quality: 90 })
      .toBuffer({ resolveWithObject: true });
  })().catch(() => null);
  if (!made)
    throw problem('unsupported_type', {
      message: `Choose a ${acceptedNames('picture')} picture.`,
      extra: { accepted: ACCEPTED_TYPES.picture },
    });
  const name = `${createHash('sha256').update(made.data).digest('hex').slice(0, 32)}.png`;
  return { png: made.data, name, width: made.info.width, height: made.info.height };
}

/** Saves a brand's logo. */
export async function writeLogo(
  connection: Connection,
  brandId: string,
  logo: ReportLogo,
  now: Date,
): Promise<void> {
  await connection.query(
    `insert into report_logo (brand_id, png, name, width, height, changed_at) values ($1, $2, $3, $4, $5, $6)
      on conflict (brand_id) do update set png = excluded.png, name = excluded.name, width = excluded.width,
        height = excluded.height, changed_at = excluded.changed_at`,
    [brandId, logo.png.toString('base64'), logo.name, logo.width, logo.height, now.toISOString()],
  );
}

/** Removes a brand's logo. */
export async function deleteLogo(connection: Connection, brandId: string): Promise<void> {
  await connection.query('delete from report_logo where brand_id = $1', [brandId]);
}

/** Returns a brand's logo; null without one. @param name only if it is still called that */
export async function readLogo(
  pool: Connection,
  brandId: string,
  name: string | null = null,
): Promise<ReportLogo | null> {
  const { rows } = await pool.query<Omit<ReportLogo, 'png'> & { png: string }>(
    'select png, name, width, height from report_logo where brand_id = $1 and ($2::text is null or name = $2)',
    [brandId, name],
  );
  const [row] = rows;
  return row ? Object.assign(row, { png: Buffer.from(row.png, 'base64') }) : null;
}

/** Returns the URL of a brand's logo; null without one. */
export async function logoUrl(
  { pool, config }: Pick<Api, 'pool' | 'config'>,
  brandId: string,
): Promise<string | null> {
  const { rows } = await pool.query<{ name: string }>('select name from report_logo where brand_id = $1', [
    brandId,
  ]);
  return rows[0] ? logoUrlOf(config, brandId, rows[0].name) : null;
}

/** Returns the URL of a logo. */
export const logoUrlOf = (
  { API_ORIGIN }: Pick<Api['config'], 'API_ORIGIN'>,
  brandId: string,
  name: string,
): string => `${API_ORIGIN}/report-logo/${brandId}/${name}`;
