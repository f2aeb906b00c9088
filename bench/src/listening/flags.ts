import { withClient } from '@troupe/scripts/postgres/databases';
import { type ApiOptions, startApi } from '../api.ts';
import { Client, percentile } from '../load.ts';
import { ms, type Row } from '../report.ts';
import { queryOf, scenarios } from '../scenarios.ts';

/** Creators that the brand checked, and how many of them have an open flag. */
const CHECKED = 20_000;
const FLAGGED = 3000;
const TIMES = 40;

const CATEGORIES = ['gambling', 'profanity', 'drugs', 'competitor', 'money-promises'];

async function seedFlags(url: string, brandId: string): Promise<void> {
  await withClient(url, async (client) => {
    const checked = `(select id, row_number() over (order by md5(id::text)) as n from creator where brand_id is null or brand_id = $1
      order by md5(id::text) limit ${CHECKED}) c`;
    await client.query(
      `insert into safety_check (brand_id, creator_id, checked_at, content_hash, rules_hash, posts, without_text, has_bio)
        select $1, id, now(), 'bench', 'bench', 12, 0, true from ${checked}`,
      [brandId],
    );
    await client.query(
      `insert into safety_flag (id, brand_id, creator_id, category, state, rule_version, raised_at, changed_at)
        select gen_random_uuid(), $1, id, (array['${CATEGORIES.join("','")}'])[1 + (n % ${CATEGORIES.length})::int], 'open', 0, now(), now()
        from ${checked} where n <= ${FLAGGED}`,
      [brandId],
    );
    await client.query('vacuum analyze safety_check, safety_flag');
  });
}

/** Measures the creator search with the filters for flags, alone and with other filters. */
export async function measureFlagSearch(
  options: Omit<ApiOptions, 'env'>,
  { token, brandId, creators }: { token: string; brandId: string; creators: number },
): Promise<Row> {
  await seedFlags(options.databaseUrl, brandId);
  const api = await startApi(options);
  const client = new Client(api.url, token);
  const path = (query: string) => `/brand/${brandId}/creators?${query}`;
  try {
    const others = scenarios(7);
    const all: number[] = [];
    let worst = { name: '', p95: 0 };
    for (const flags of [
      'safety=open',
      'safety=open&safetyCategory=gambling',
      'safety=none',
      'safety=unchecked',
    ]) {
      const queries = Array.from({ length: TIMES }, (_, n) => {
        const other = n % 2 === 0 ? undefined : others[n % others.length];
        return `${flags}&${other ? queryOf(other.make()) : 'sort=followers'}`;
      });
      await client.send(path(queries[0] as string));
      const took: number[] = [];
      for (const query of queries) took.push(await client.time(path(query)));
      all.push(...took);
      const p95 = percentile(took, 0.95);
      if (p95 > worst.p95) worst = { name: flags, p95 };
    }
    const p95 = percentile(all, 0.95);
    return {
      what: `search of ${creators.toLocaleString('en-US')} creators by flags (${CHECKED.toLocaleString('en-US')} checked, ${FLAGGED.toLocaleString('en-US')} flagged), half with other filters, p95`,
      measured: `${ms(p95)} (p50 ${ms(percentile(all, 0.5))}; slowest: ${worst.name}, p95 ${ms(worst.p95)})`,
      target: 'under 100 ms',
      ok: p95 < 100,
    };
  } finally {
    client.close();
    await api.stop();
  }
}
