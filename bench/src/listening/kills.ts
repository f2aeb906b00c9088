import { setTimeout as sleep } from 'node:timers/promises';
import pg from 'pg';
import { type ApiOptions, type ApiProcess, startApi } from '../api.ts';
import { startSandbox } from '../mailboxes/sandbox.ts';
import type { Row } from '../report.ts';
import { until } from './stream.ts';

const KILL_EVERY_S = 30;
const POST_EVERY_MS = 100;
/** One post in this many is deleted again. */
const DELETED = 12;
const BRAND = '01900008-0000-7000-8000-000000000001';
const MONITOR = '01900008-0000-7000-8000-000000000002';
/** Finds posts that only show that the stream is connected. */
const WARM_UP = '01900008-0000-7000-8000-000000000003';

/**
 * Kills the API every 30 seconds while posts come and go, and compares the stored rows with the log of the sandbox.
 * @param seconds how long; shorter runs kill at least twice
 */
export async function measureKills(
  options: Omit<ApiOptions, 'env'>,
  sandboxPort: number,
  seconds: number,
  say: (text: string) => void,
): Promise<Row> {
  const client = new pg.Client({ connectionString: options.databaseUrl });
  await client.connect();
  const sandbox = await startSandbox(sandboxPort);
  const url = `http://127.0.0.1:${sandboxPort}`;
  const env = {
    BLUESKY_STREAMS: `ws://127.0.0.1:${sandboxPort}/bluesky/jetstream`,
    BLUESKY_URL: `${url}/bluesky`,
    BLUESKY_ACCOUNT_URL: `${url}/bluesky`,
    LISTENING_SOURCES: 'content',
  };
  let api: ApiProcess | undefined;
  try {
    await seedMonitor(client);
    api = await startApi(Object.assign({ env }, options));
    // A post from before the first connection isn't sent.
    const warmUp = new Set<string>();
    await until(async () => {
      warmUp.add((await post(url, 'POST', { text: `warmupmoor ${Math.random()}` })).post.uri);
      await sleep(500);
      return (await stored(client, WARM_UP)).length > 0;
    });
    const stop = new AbortController();
    const posting = keepPosting(url, stop.signal);
    const every = Math.min(KILL_EVERY_S, seconds / 3);
    let kills = 0;
    const startedAt = performance.now();
    while ((kills + 1) * every <= seconds) {
      // At fixed times, however long the start after the last one took.
      await sleep(Math.max(0, startedAt + (kills + 1) * every * 1000 - performance.now()));
      api.kill();
      kills += 1;
      say(`killed ${kills} times`);
      await sleep(500);
      api = await startApi(Object.assign({ env }, options));
    }
    stop.abort();
    await posting;
    const { expected, created } = await ofLog(url, warmUp);
    await until(async () => expected.size === new Set(await stored(client)).size).catch(() => {});
    const found = await stored(client);
    const lost = [...expected].filter((uri) => !found.includes(uri)).length;
    const extra = found.filter((uri) => !expected.has(uri)).length;
    const doubled = found.length - new Set(found).size + Math.max(0, (await counted(client)) - created);
    return {
      what: `API killed ${kills} times in ${seconds} s while it listens, against the log of the sandbox`,
      measured: `${found.length.toLocaleString('en-US')} mentions of ${expected.size.toLocaleString('en-US')} posts: ${lost} lost, ${doubled} doubled, ${extra} deleted ones left`,
      target: '0 lost, 0 doubled',
      ok: lost === 0 && doubled === 0 && extra === 0,
    };
  } finally {
    await api?.stop();
    await sandbox.stop();
    await client.end();
  }
}

async function seedMonitor(client: pg.Client): Promise<void> {
  await client.query(
    `insert into brand (id, name, website, description) values ($1, 'Killed', 'https://killed.example', '')`,
    [BRAND],
  );
  await client.query(
    `insert into monitor (id, brand_id, name, kind, query, alert_rules, created_at, updated_at)
      select id, $1, query, 'brand', query, '{"spike":false,"negativeShift":false}', now(), now()
      from unnest($2::uuid[], array['killmoor', 'warmupmoor']) as m(id, query)`,
    [BRAND, [MONITOR, WARM_UP]],
  );
}

async function post(
  url: string,
  method: string,
  body?: object,
  query = '',
): Promise<{ post: { uri: string } }> {
  const answer = await fetch(`${url}/api/bluesky/posts${query}`, {
    method,
    ...(body ? { headers: { 'content-type': 'application/json' }, body: JSON.stringify(body) } : {}),
  });
  if (!answer.ok) throw new Error(`the sandbox answered ${answer.status}`);
  return (await answer.json()) as { post: { uri: string } };
}

/** Publishes posts, and deletes some of them. */
async function keepPosting(url: string, signal: AbortSignal): Promise<void> {
  for (let n = 0; !signal.aborted; n++) {
    const made = await post(url, 'POST', {
      text: `killmoor ${n} says ${crypto.randomUUID()}`,
      handle: `k${n % 400}.bsky.test`,
    });
    if (n % DELETED === 0) await post(url, 'DELETE', undefined, `?uri=${encodeURIComponent(made.post.uri)}`);
    await sleep(POST_EVERY_MS);
  }
}

/** Posts of the sandbox's log that weren't deleted, and how many were created. @param except posts of the warm-up */
async function ofLog(
  url: string,
  except: ReadonlySet<string>,
): Promise<{ expected: Set<string>; created: number }> {
  const { events } = (await (await fetch(`${url}/api/bluesky/log`)).json()) as {
    events: { uri?: string; operation?: 'create' | 'update' | 'delete' }[];
  };
  const expected = new Set<string>();
  let created = 0;
  for (const { uri, operation } of events) {
    if (uri === undefined || except.has(uri)) continue;
    if (operation === 'delete') expected.delete(uri);
    else {
      expected.add(uri);
      created += 1;
    }
  }
  return { expected, created };
}

async function stored(client: pg.Client, monitorId = MONITOR): Promise<string[]> {
  const { rows } = await client.query<{ uri: string }>(
    `select m.external_id as uri from monitor_mention t join mention m on m.id = t.mention_id where t.monitor_id = $1`,
    [monitorId],
  );
  return rows.map(({ uri }) => uri);
}

/** Mentions as the totals per quarter hour count them. */
async function counted(client: pg.Client): Promise<number> {
  const { rows } = await client.query<{ n: number }>(
    'select coalesce(sum(n), 0)::int as n from listening_quarter where monitor_id = $1',
    [MONITOR],
  );
  return rows[0]?.n ?? 0;
}
