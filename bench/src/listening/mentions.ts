import { withClient } from '@troupe/scripts/postgres/databases';
import type pg from 'pg';
import { type ApiOptions, startApi } from '../api.ts';
import { Client, percentile } from '../load.ts';
import { ms, type Row } from '../report.ts';

const BRAND = '01900006-0000-7000-8000-000000000001';
const PERSON = '01900006-0000-7000-8000-000000000002';
const MONITORS = 10;
const AUTHORS = 20_000;
const BATCH = 100_000;
const WARM_UP = 3;
const TIMES = 30;

const id = (kind: string, n: string) =>
  `('0190000${kind}-0000-7000-8000-' || lpad(to_hex(${n}), 12, '0'))::uuid`;

/** Mentions of a brand in 90 days: ten monitors, eight sources, six languages, a third judged, three quarters read. */
export async function seedMentions(
  url: string,
  mentions: number,
  say: (text: string) => void,
): Promise<{ brandId: string; subject: string }> {
  await withClient(url, async (client) => {
    await client.query(`set synchronous_commit = off; set maintenance_work_mem = '512MB'`);
    await client.query(
      `insert into brand (id, name, website, description) values ($1, 'Heard', 'https://heard.example', '')`,
      [BRAND],
    );
    await client.query(
      `insert into person (id, subject, email) values ($1, 'heard', 'heard@bench.example')`,
      [PERSON],
    );
    await client.query(`insert into brand_member (brand_id, user_id, role) values ($1, $2, 'owner')`, [
      BRAND,
      PERSON,
    ]);
    await client.query(
      `insert into monitor (id, brand_id, name, kind, query, alert_rules, created_at, updated_at)
        select ${id('a', 'n')}, $1, 'Monitor ' || n, 'topic', 'larkmoor' || n, '{"spike":false,"negativeShift":false}', now(), now()
        from generate_series(0, ${MONITORS - 1}) n`,
      [BRAND],
    );
    await client.query(
      `insert into mention_author (id, source_kind, external_id, handle, name, url, followers, first_seen_at)
        select ${id('b', 'n')}, 'bluesky', 'did:plc:' || n, 'author' || n || '.example', 'Author ' || n, null, n % 9000, now()
        from generate_series(0, ${AUTHORS - 1}) n`,
    );
    const indexes = await dropIndexes(client);
    for (let from = 0; from < mentions; from += BATCH) {
      await client.query(MENTIONS, [from, Math.min(mentions, from + BATCH) - 1]);
      await client.query(FOUND, [from, Math.min(mentions, from + BATCH) - 1, BRAND]);
      if (from % (BATCH * 5) === 0) say(`mentions ${from + BATCH}`);
    }
    for (const definition of indexes) await client.query(definition);
    await client.query('vacuum analyze');
  });
  return { brandId: BRAND, subject: 'heard' };
}

/** Building indexes afterwards is faster than updating them; returns how to rebuild them. */
async function dropIndexes(client: pg.Client): Promise<string[]> {
  const { rows } = await client.query<{ name: string; definition: string }>(
    `select indexrelid::regclass::text as name, pg_get_indexdef(indexrelid) as definition from pg_index
      where indrelid in ('mention'::regclass, 'monitor_mention'::regclass) and not indisprimary
        and not exists (select from pg_constraint c where c.conindid = indexrelid)`,
  );
  for (const { name } of rows) await client.query(`drop index ${name}`);
  return rows.map(({ definition }) => definition);
}

const SOURCE = `(array['bluesky','bluesky','bluesky','mastodon','reddit','youtube','feed','hacker-news'])[1 + n % 8]`;
const LANGUAGE = `(array['en','en','en','de','es','fr','pt','ja'])[1 + n % 7]`;
// A third of posts repeats the one before.
const CLUSTER = id('c', 'n - case when n % 3 = 2 then 1 else 0 end');
const AT = `now() - n * interval '7 seconds'`;

const MENTIONS = `
insert into mention (id, source_kind, external_id, author_id, url, canonical_url, text, lang, lang_sure, published_at, seen_at,
    simhash, cluster_id)
  select ${id('c', 'n')}, ${SOURCE}, 'at://' || n, ${id('b', `n % ${AUTHORS}`)}, 'https://posts.example/' || n,
    'https://posts.example/' || n, 'My larkmoor jacket number ' || n || (array[' broke again after a week in the rain',
      ' kept me dry on the ridge', ' arrived today', ' and the zip of it, a story in parts'])[1 + n % 4],
    ${LANGUAGE}, true, ${AT}, ${AT}, n, ${CLUSTER}
  from generate_series($1::int, $2::int) n`;

const FOUND = `
insert into monitor_mention (id, brand_id, monitor_id, mention_id, cluster_id, author_id, source_kind, lang, published_at, seen_at,
    query_version, why, spans, is_voice, sentiment, state, forget_at)
  select ${id('d', 'n')}, $3, ${id('a', `n % ${MONITORS}`)}, ${id('c', 'n')}, ${CLUSTER}, ${id('b', `n % ${AUTHORS}`)}, ${SOURCE}, ${LANGUAGE},
    ${AT}, ${AT}, 1, array['larkmoor'], '[{"part":"text","clause":0,"start":3,"end":11}]', n % 3 <> 2,
    case n % 9 when 0 then 1 when 1 then 0 when 2 then -1 end, case when n % 4 = 0 then 'new' else 'seen' end, now() + interval '90 days'
  from generate_series($1::int, $2::int) n`;

/** Measures the list of mentions with its filters, and deep in it. */
export async function measureMentions(
  options: Omit<ApiOptions, 'env'>,
  { token, brandId, mentions }: { token: string; brandId: string; mentions: number },
): Promise<Row[]> {
  const api = await startApi(options);
  const client = new Client(api.url, token);
  const path = `/brand/${brandId}/listening/mentions`;
  const day = (ago: number) => encodeURIComponent(new Date(Date.now() - ago * 86_400_000).toISOString());
  const monitorId = '0190000a-0000-7000-8000-000000000003';
  try {
    const deep = await deepPage(client, path);
    const kinds: [string, string][] = [
      ['first page', ''],
      ['one monitor', `monitorId=${monitorId}`],
      ['negative', 'sentiment=negative'],
      ['unread', 'state=new'],
      ['German on Bluesky', 'language=de&source=bluesky'],
      ['one author', 'authorId=0190000b-0000-7000-8000-000000000011'],
      ['a week', `from=${day(40)}&to=${day(33)}`],
      ['a common word', 'text=zip'],
      ['a rare number', 'text=number%20777777'],
      ['most followers', 'sort=reach'],
      ['oldest first', 'sort=oldest'],
      ['100th page', deep],
    ];
    const all: number[] = [];
    let worst = { name: '', p95: 0 };
    for (const [name, query] of kinds) {
      for (let n = 0; n < WARM_UP; n++) await client.send(`${path}?${query}`);
      const took: number[] = [];
      for (let n = 0; n < TIMES; n++) took.push(await client.time(`${path}?${query}`));
      all.push(...took);
      const p95 = percentile(took, 0.95);
      if (p95 > worst.p95) worst = { name, p95 };
    }
    const p95 = percentile(all, 0.95);
    return [
      {
        what: `list of ${mentions.toLocaleString('en-US')} mentions, ${kinds.length} filters and pages, p95`,
        measured: `${ms(p95)} (p50 ${ms(percentile(all, 0.5))}; slowest: ${worst.name}, p95 ${ms(worst.p95)})`,
        target: 'under 200 ms',
        ok: p95 < 200 && worst.p95 < 200,
      },
    ];
  } finally {
    client.close();
    await api.stop();
  }
}

/** The query of the 100th page. */
async function deepPage(client: Client, path: string): Promise<string> {
  let after = '';
  for (let page = 0; page < 99; page++) {
    const { next } = JSON.parse(await client.send(`${path}?limit=100${after}`)) as { next: string | null };
    if (next === null) break;
    after = `&after=${encodeURIComponent(next)}`;
  }
  return `limit=100${after}`;
}
