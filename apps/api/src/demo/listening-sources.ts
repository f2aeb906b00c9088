import { eq } from 'drizzle-orm';
import type pg from 'pg';
import { brandTable } from '../modules/account/brand/brand.table.ts';
import { upsertSource } from '../modules/listening/listening-source/listening-source.queries.ts';
import type { SourceCredentials } from '../modules/listening/source-searches.ts';
import { sealText } from '../platform/access/secret.ts';
import { databaseOver } from '../platform/database.ts';

/** A month's limit for X, in US cents. */
const MONTHLY_LIMIT = 2500;

/** Connects a demo brand to the sandbox's sources that need keys of a brand. */
export async function connectDemoSources(
  pool: pg.Pool,
  { sandbox, secretKey, brand, now }: { sandbox: string; secretKey: string; brand: string; now: Date },
): Promise<void> {
  const [found] = await databaseOver(pool)
    .select({ id: brandTable.id })
    .from(brandTable)
    .where(eq(brandTable.name, brand));
  if (!found) return;
  const sealed = (secrets: SourceCredentials) => sealText(secretKey, JSON.stringify(secrets));
  const add = (
    kind: 'feed' | 'reddit' | 'youtube' | 'x',
    { host = '', name = '', credentials = null as string | null, settings = {} },
  ) => upsertSource(pool, { brandId: found.id, kind, host, name, credentials, settings }, now);
  await add('feed', { host: `${sandbox}/feeds/ridgeline-news.test/rss.xml`, name: 'Ridgeline News' });
  await add('feed', { host: `${sandbox}/feeds/trail-notes.test/atom.xml`, name: 'Trail Notes' });
  await add('reddit', {
    credentials: sealed({ clientId: 'sandbox', clientSecret: 'sandbox-reddit-secret' }),
  });
  await add('youtube', { credentials: sealed({ apiKey: 'sandbox-youtube-key' }) });
  await add('x', {
    credentials: sealed({ token: 'sandbox-x-token' }),
    settings: { monthlyLimit: MONTHLY_LIMIT },
  });
}
