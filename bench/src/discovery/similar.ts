import { randomUUID } from 'node:crypto';
import pg from 'pg';
import { Client, percentile } from '../load.ts';
import { ms, type Row } from '../report.ts';

const SEEDS = 100;
const LIST_SIZE = 200;
const REPEATED = 40;

interface Found {
  creators: unknown[];
  compared: number;
}

/** Measures the search for creators similar to one creator, a different one each time, and to a list of 200. */
export async function measureSimilar(options: {
  api: string;
  token: string;
  databaseUrl: string;
  brandId: string;
  creators: number;
}): Promise<Row[]> {
  const { brandId, creators } = options;
  const database = new pg.Client({ connectionString: options.databaseUrl });
  await database.connect();
  const client = new Client(options.api, options.token);
  try {
    const { rows } = await database.query<{ id: string }>(
      'select id from creator where brand_id is null and follower_count is not null order by md5(id::text) limit $1',
      [SEEDS + LIST_SIZE],
    );
    await writeReports(database, brandId);
    const ids = rows.map(({ id }) => id);
    const listId = await addList(database, brandId, ids.slice(SEEDS));
    const address = (query: string) => `/brand/${brandId}/similar-creators?${query}`;
    const measure = async (queries: readonly string[]) => {
      const times: number[] = [];
      let found = 0;
      let compared = 0;
      for (const query of queries) {
        const startedAt = performance.now();
        const answer = JSON.parse(await client.send(address(query))) as Found;
        times.push(performance.now() - startedAt);
        found += answer.creators.length;
        compared += answer.compared;
      }
      if (found === 0) throw new Error('No similar creators were found');
      return { p50: percentile(times, 0.5), p95: percentile(times, 0.95), compared: compared / times.length };
    };
    const ofOne = ids.slice(0, SEEDS).map((id) => `creator=${id}`);
    const ofList = Array.from({ length: REPEATED }, () => `list=${listId}`);
    // Load freshly written data into memory, as on a server in use.
    await measure([...ofOne.slice(0, 10), ...ofList.slice(0, 2)]);
    const row = (what: string, { p50, p95, compared }: Awaited<ReturnType<typeof measure>>): Row => ({
      what: `creators similar to ${what}, of ${creators.toLocaleString('en-US')}, one client, p95`,
      measured: `${ms(p95)} (p50 ${ms(p50)}, ${Math.round(compared)} compared)`,
      target: 'under 200 ms',
      ok: p95 < 200,
    });
    return [row('one creator', await measure(ofOne)), row(`a list of ${LIST_SIZE}`, await measure(ofList))];
  } finally {
    client.close();
    await database.end();
  }
}

/** Writes the audience shares that the search uses to the brand's reports. */
async function writeReports(database: pg.Client, brandId: string): Promise<void> {
  await database.query(
    `with shares as (
       select creator_id, kind, jsonb_agg(jsonb_build_object('code', code, 'weight', weight)) as list
       from audience_share where brand_id = $1 group by 1, 2
     ), report as (
       select creator_id, jsonb_object_agg(kind, list) as of from shares group by 1
     )
     update audience_report set report = jsonb_build_object(
       'audience_followers', jsonb_build_object('data', jsonb_build_object(
         'audience_geo', jsonb_build_object('countries', of->'country'), 'audience_ages', of->'age',
         'audience_genders', of->'gender', 'audience_languages', of->'language', 'audience_interests', of->'interest')),
       'audience_likers', '{"data": null}'::jsonb, 'audience_commenters', '{"data": null}'::jsonb)
     from report where audience_report.creator_id = report.creator_id and brand_id = $1`,
    [brandId],
  );
  await database.query('vacuum analyze audience_report');
}

async function addList(database: pg.Client, brandId: string, creatorIds: readonly string[]): Promise<string> {
  const id = randomUUID();
  await database.query(`insert into creator_list (id, brand_id, title) values ($1, $2, 'Similar')`, [
    id,
    brandId,
  ]);
  await database.query(
    `insert into creator_list_item (id, brand_id, list_id, creator_id, saved_at)
     select gen_random_uuid(), $2, $1, id, now() - random() * interval '90 days' from unnest($3::uuid[]) id`,
    [id, brandId, creatorIds],
  );
  return id;
}
