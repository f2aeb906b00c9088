import { randomUUID } from 'node:crypto';
import { request } from 'node:http';
import { setTimeout as sleep } from 'node:timers/promises';
import { withClient } from '@troupe/scripts/postgres/databases';
import { startIssuer } from '../issuer.ts';
import { until } from '../listening/stream.ts';
import { type Pair, seedPeople } from '../live.ts';
import { Client, percentile, throughput } from '../load.ts';
import { machineFacts, ms, type Row } from '../report.ts';
import { seed } from '../seed.ts';
import { type LoadReport, SHOP, startMixedLoad } from './mixed-load.ts';
import { Cluster } from './nodes.ts';

const CREATORS = 100_000;
const CLIENTS = 32;
const THROUGHPUT_MS = 8000;
const MESSAGES = 200;
/** How long an event is waited for. */
const EVENT_MS = 10_000;
/** Nothing is refused where the machine is busy with other work; kills are measured with the usual settings. */
const PATIENT = { EVENT_LOOP_DELAY_MS: '0', DATABASE_WAIT_MS: '20000' };
const CALLS_PER_MINUTE = 600;
/** The exact limit of one call per brand. */
const COHORT_CALLS = 60;
const FINDINGS_SHOWN = 20;
const KILL_EVERY_MS = 10_000;
/** In this order: each API process is killed as often as anything else. */
const VICTIMS = ['api 1', 'jobs', 'api 2', 'replica', 'pooler'];

/**
 * Several API processes behind PgBouncer, with a read replica: throughput, live events, rate limits, and one part killed
 * every ten seconds under mixed load.
 * @param killSeconds how long parts are killed
 * @returns null where PgBouncer is not installed
 */
export async function measureCluster(
  port: number,
  killSeconds: number,
  say: (text: string) => void,
): Promise<{ facts: [string, string][]; rows: Row[] } | null> {
  const issuer = await startIssuer();
  let pairs: Pair[] = [];
  const cluster = await Cluster.start(port, issuer, async (databaseUrl) => {
    say(`${CREATORS.toLocaleString('en-US')} creators, 250 people`);
    // People first: their creators have accounts, whose IDs the others' only resemble.
    pairs = await seedPeople(databaseUrl);
    await seed(databaseUrl, CREATORS, () => {});
    await withClient(databaseUrl, (client) =>
      client.query(
        `insert into store (id, brand_id, platform, shop, name, status, connected_at)
         values ($1, $2, 'shopify', $3, 'Store', 'connected', now())`,
        [randomUUID(), pairs[40]?.brandId, SHOP],
      ),
    );
  });
  if (!cluster) {
    issuer.stop();
    return null;
  }
  try {
    const facts = await machineFacts(cluster.databaseUrl);
    facts.push(['pooler', `${cluster.pooler}${cluster.prepares ? '' : ', without prepared statements'}`]);
    const rows: Row[] = [];
    const parts = {
      throughput: () => measureThroughput(cluster, pairs, say),
      'live events': () => measureEvents(cluster, pairs, say),
      'rate limits': () => measureLimits(cluster, pairs, say),
      kills: () => measureKills(cluster, pairs, killSeconds, say),
    };
    for (const [name, measure] of Object.entries(parts)) {
      // What went wrong in one part doesn't hide the others.
      const found = await measure().catch((error: Error): Row[] => {
        say(`${name}: ${error.stack}`);
        return [{ what: name, measured: `not measured: ${error.message}`, target: '', ok: false }];
      });
      rows.push(...found);
      await cluster.stopNodes();
    }
    return { facts, rows };
  } finally {
    await cluster.stop();
    issuer.stop();
  }
}

async function measureThroughput(
  cluster: Cluster,
  pairs: readonly Pair[],
  say: (text: string) => void,
): Promise<Row[]> {
  const plans = [
    { processes: 1, way: 'direct' },
    { processes: 1, way: 'pooler' },
    { processes: 1, way: 'pooler, unprepared' },
    { processes: 2, way: 'pooler' },
    { processes: 4, way: 'pooler' },
  ] as const;
  const found: { name: string; perSecond: number; p95: number }[] = [];
  for (const { processes, way } of plans) {
    if (way === 'pooler, unprepared' && !cluster.prepares) continue;
    const names = Array.from({ length: processes }, (_, n) => `api ${n + 1}`);
    const nodes = await Promise.all(
      names.map((name, number) => cluster.startNode(name, { number, role: 'http', way, env: PATIENT })),
    );
    const urls = nodes.map(({ url }) => url);
    await work(cluster, urls, pairs, 2000);
    const { perSecond, p95 } = await work(cluster, urls, pairs, THROUGHPUT_MS);
    const name = `${processes} ${processes === 1 ? 'process' : 'processes'}, ${way === 'direct' ? 'no pooler' : way}`;
    say(`${name}: ${Math.round(perSecond)} per second`);
    found.push({ name, perSecond, p95 });
    for (const each of names) await cluster.stopNode(each);
  }
  const one = found.find(({ name }) => name === '1 process, pooler')?.perSecond ?? Number.NaN;
  return found.map(({ name, perSecond, p95 }) => ({
    what: `${name}: requests per second of ${CLIENTS} clients`,
    measured: `${Math.round(perSecond)}, ${(perSecond / one).toFixed(2)} x one process behind the pooler (p95 ${ms(p95)})`,
    target: name.startsWith('2') ? 'more than 1 process' : '',
    ok: !name.startsWith('2') || perSecond > one,
  }));
}

/** Half lists, a fifth each searches and inboxes, and messages. */
async function work(cluster: Cluster, urls: readonly string[], pairs: readonly Pair[], milliseconds: number) {
  const clients = Array.from({ length: CLIENTS }, (_, n) => {
    const pair = pairs[(n * 5 + 5) % pairs.length] as Pair;
    return {
      pair,
      client: new Client(urls[n % urls.length] as string, cluster.issuer.sign(pair.member)),
      n: 0,
    };
  });
  const times: number[] = [];
  const perSecond = await throughput(CLIENTS, milliseconds, async (number) => {
    const one = clients[number] as (typeof clients)[number];
    const brand = `/brand/${one.pair.brandId}`;
    const kind = one.n++ % 10;
    const startedAt = performance.now();
    if (kind < 5) await one.client.send(`${brand}/creator-lists`);
    else if (kind < 7) await one.client.send(`${brand}/creators?q=${kind === 5 ? 'love' : 'travel'}`);
    else if (kind < 9) await one.client.send(`${brand}/inbox`);
    else await one.client.send(`${brand}/inbox/${one.pair.optInId}/messages`, 'POST', messageOf('busy'));
    times.push(performance.now() - startedAt);
  });
  for (const { client } of clients) client.close();
  return { perSecond, p95: percentile(times, 0.95) };
}

const messageOf = (text: string) => ({
  type: 'application/json',
  content: Buffer.from(JSON.stringify({ clientId: randomUUID(), text })),
});

/** Messages through one process until the creator's stream at another one has them. */
async function measureEvents(
  cluster: Cluster,
  pairs: readonly Pair[],
  say: (text: string) => void,
): Promise<Row[]> {
  say('live events');
  const [first, second] = await Promise.all(
    [0, 1].map((number) => cluster.startNode(`api ${number + 1}`, { number, role: 'http', env: PATIENT })),
  );
  const pair = pairs[15] as Pair;
  const heard = new Map<string, () => void>();
  const headers = { authorization: `Bearer ${cluster.issuer.sign(pair.creator)}` };
  const stream = request(`${second?.url}/creator/events`, { headers });
  await new Promise<void>((resolve, reject) => {
    stream.on('error', reject);
    stream.on('response', (response) => {
      let text = '';
      response.on('error', () => {});
      response.on('data', (chunk: Buffer) => {
        text += chunk.toString();
        for (let end = text.indexOf('\n\n'); end >= 0; end = text.indexOf('\n\n')) {
          heard.get(/"text":"(event [^"]+)"/.exec(text.slice(0, end))?.[1] ?? '')?.();
          text = text.slice(end + 2);
        }
      });
      resolve();
    });
    stream.end();
  });
  const sender = new Client(first?.url ?? '', cluster.issuer.sign(pair.member));
  const times: number[] = [];
  for (let n = 0; n < MESSAGES; n++) {
    const text = `event ${randomUUID()}`;
    const arrived = new Promise<void>((resolve) => heard.set(text, resolve));
    const startedAt = performance.now();
    await sender.send(`/brand/${pair.brandId}/inbox/${pair.optInId}/messages`, 'POST', messageOf(text));
    if (await Promise.race([arrived.then(() => true), sleep(EVENT_MS, false, { ref: false })]))
      times.push(performance.now() - startedAt);
    await sleep(10);
  }
  stream.removeAllListeners('error').on('error', () => {});
  stream.destroy();
  sender.close();
  for (const name of ['api 1', 'api 2']) await cluster.stopNode(name);
  const p95 = percentile(times, 0.95);
  return [
    {
      what: 'message through one process to a stream at another, p95',
      measured: `${ms(p95)} (p50 ${ms(percentile(times, 0.5))}), ${times.length} of ${MESSAGES} arrived`,
      target: 'under 300 ms, all',
      ok: p95 < 300 && times.length === MESSAGES,
    },
  ];
}

/** Limits of a person and of a brand, spread over two processes. */
async function measureLimits(
  cluster: Cluster,
  pairs: readonly Pair[],
  say: (text: string) => void,
): Promise<Row[]> {
  say('rate limits');
  const env = Object.assign({ CALLS_PER_USER_PER_MINUTE: String(CALLS_PER_MINUTE) }, PATIENT);
  const nodes = await Promise.all(
    [0, 1].map((number) => cluster.startNode(`api ${number + 1}`, { number, role: 'http', env })),
  );
  const accepted = async ({ brandId, member }: Pair, path: string, calls: number, pauseMs: number) => {
    const token = cluster.issuer.sign(member);
    let count = 0;
    for (let n = 0; n < calls; n++) {
      const url = `${nodes[n % 2]?.url}/brand/${brandId}${path}`;
      const answer = await fetch(url, { headers: { authorization: `Bearer ${token}` } });
      await answer.arrayBuffer();
      if (answer.ok) count += 1;
      else if (answer.status !== 429) throw new Error(`${path} answered ${answer.status}`);
      await sleep(pauseMs);
    }
    return count;
  };
  const exact = await accepted(pairs[60] as Pair, '/analytics/cohorts?groupBy=month&months=3', 100, 0);
  const person = await accepted(pairs[70] as Pair, '/creator-lists', 2 * CALLS_PER_MINUTE, 5);
  for (const name of ['api 1', 'api 2']) await cluster.stopNode(name);
  return [
    {
      what: `${COHORT_CALLS} calls allowed, 100 spread over two processes: accepted`,
      measured: String(exact),
      target: String(COHORT_CALLS),
      ok: exact === COHORT_CALLS,
    },
    {
      what: `${CALLS_PER_MINUTE} calls a minute allowed per person, ${2 * CALLS_PER_MINUTE} spread over two processes: accepted`,
      measured: String(person),
      // Processes exchange their counts once a second.
      target: `${CALLS_PER_MINUTE}, and what comes within a second`,
      ok: person >= CALLS_PER_MINUTE && person <= CALLS_PER_MINUTE * 1.35,
    },
  ];
}

async function measureKills(
  cluster: Cluster,
  pairs: readonly Pair[],
  seconds: number,
  say: (text: string) => void,
): Promise<Row[]> {
  const [first, second] = await Promise.all([
    cluster.startNode('api 1', { number: 0, role: 'http' }),
    cluster.startNode('api 2', { number: 1, role: 'http' }),
    cluster.startNode('jobs', { number: 2, role: 'jobs' }),
  ]);
  say(`kills for ${seconds} s`);
  const load = startMixedLoad([first.url, second.url], pairs, cluster.issuer);
  const { report } = load;
  const kills: Kill[] = [];
  const broken: string[] = [];
  const end = performance.now() + seconds * 1000;
  for (let n = 0; performance.now() + KILL_EVERY_MS <= end; n++) {
    const name = VICTIMS[n % VICTIMS.length] as string;
    const next = sleep(KILL_EVERY_MS);
    const at = load.now();
    const found = await cluster.kill(name);
    for (const finding of found) say(finding);
    broken.push(...found);
    kills.push({ name, at, readyAfter: load.now() - at });
    await next;
  }
  broken.push(...cluster.findEnded());
  await load.stop();
  broken.push(...report.unexpected);
  say('audit');
  const findings = await audit(cluster, report).finally(() => load.close());
  for (const finding of [...findings, ...report.unexpected].slice(0, FINDINGS_SHOWN)) say(finding);
  return killRows(report, kills, { findings, broken });
}

/** A part that was killed; times in milliseconds since the start of the load. */
interface Kill {
  name: string;
  at: number;
  readyAfter: number;
}

/** Compares acknowledged writes with the primary, the streams and the replica. */
async function audit(cluster: Cluster, report: LoadReport): Promise<string[]> {
  const { messages, costs, lists, orders, heard } = report;
  return withClient(cluster.databaseUrl, async (client) => {
    const countBy = async (text: string) => {
      const { rows } = await client.query<{ key: string; count: number }>(text);
      return new Map(rows.map(({ key, count }) => [key, count]));
    };
    await until(async () => {
      const { rows } = await client.query('select from store_event where due_at is not null limit 1');
      const isHeard = heard.every((one) => [...messages].every((id) => one.has(id)));
      return rows.length === 0 && isHeard;
    }).catch(() => {});
    const findings: string[] = [];
    const compare = (what: string, ids: Iterable<string>, counts: Map<string, number>) => {
      for (const id of ids)
        if (counts.get(id) !== 1) findings.push(`${what} ${id} is there ${counts.get(id) ?? 0} times`);
    };
    const group = 'count(*)::int as count';
    compare(
      'message',
      messages,
      await countBy(
        `select client_id::text as key, ${group} from message where text like 'bench %' group by 1`,
      ),
    );
    compare(
      'cost',
      costs,
      await countBy(
        `select reference as key, ${group} from cost_entry where reference is not null group by 1`,
      ),
    );
    const titles = await countBy(
      `select title as key, ${group} from creator_list where title like 'Cluster %' group by 1`,
    );
    const sure = [...lists].flatMap(([title, isSure]) => (isSure ? title : []));
    compare('list', sure, titles);
    for (const [title, count] of titles)
      if (count > 1) findings.push(`list ${title} is there ${count} times`);
    compare(
      'order',
      [...orders].map(String),
      await countBy(
        `select substring(external_id from '\\d+$') as key, ${group} from store_order group by 1`,
      ),
    );
    for (const [n, one] of heard.entries()) compare(`event at stream ${n + 1} of message`, messages, one);
    const sizes = `select (select count(*) from message) || ' ' || (select count(*) from cost_entry) || ' ' ||
      (select count(*) from creator_list) || ' ' || (select count(*) from store_order) as sizes`;
    const { rows: own } = await client.query(sizes);
    const isSame = async () => {
      const { rows } = await withClient(cluster.replicaUrl, (replica) => replica.query(sizes));
      return rows[0]?.sizes === own[0]?.sizes;
    };
    if (
      !(await until(isSame).then(
        () => true,
        () => false,
      ))
    )
      findings.push('the replica differs');
    return findings;
  });
}

function killRows(
  report: LoadReport,
  kills: readonly Kill[],
  { findings, broken }: { findings: readonly string[]; broken: readonly string[] },
): Row[] {
  const { requests, failures, rescued, bare, successes, messages, costs, lists, orders, heard } = report;
  const acknowledged = messages.size + costs.size + orders.size + [...lists.values()].filter(Boolean).length;
  const lost = findings.filter((text) => / 0 times$/.test(text)).length;
  const doubled = findings.length - lost;
  // Not spread into a call: they are too many.
  const longest = [...successes]
    .sort((a, b) => a - b)
    .reduce((most, at, n, all) => Math.max(most, at - (all[n - 1] ?? at)), 0);
  const byVictim = VICTIMS.flatMap((name) => {
    const own = kills.filter((kill) => kill.name === name);
    if (own.length === 0) return [];
    const failing = own.map(({ at }) => {
      const during = failures.filter((one) => one.at >= at - 1000 && one.at < at + KILL_EVERY_MS);
      return { count: during.length, lastFor: Math.max(0, ...during.map((one) => one.at - at)) };
    });
    const ready = own.map(({ readyAfter }) => readyAfter);
    return [
      {
        what: `${name} killed ${own.length} times: ready again, slowest`,
        measured: `${ms(Math.max(...ready))} (p50 ${ms(percentile(ready, 0.5))}); ${failing.reduce((sum, { count }) => sum + count, 0)} requests failed, the last ${ms(Math.max(...failing.map(({ lastFor }) => lastFor)))} after a kill`,
        target: 'before the next kill',
        ok: Math.max(...ready) < KILL_EVERY_MS,
      },
    ];
  });
  const share = (part: number, all: number) => `${((part / all) * 100).toFixed(2)}%`;
  const writes = failures.filter((one) => one.writes).length;
  const reasons = countEach(failures.map(({ why }) => why));
  return [
    {
      what: `acknowledged writes that are lost after ${kills.length} kills`,
      measured: `${lost} of ${acknowledged} (${messages.size} messages, ${costs.size} costs, ${orders.size} orders, the rest lists)`,
      target: '0',
      ok: lost === 0,
    },
    {
      what: 'writes, orders and events that are there twice, and differences of the replica',
      measured: `${doubled} (${heard.length} streams of events)`,
      target: '0',
      ok: doubled === 0,
    },
    {
      what: 'sums read through another process right after a change that lack it',
      measured: `${report.stale} of ${report.reads - report.sameNode} (${report.sameNode} more had no other healthy process)`,
      target: '0',
      ok: report.stale === 0 && report.reads > 2 * report.sameNode,
    },
    {
      what: 'requests through a proxy with health checks that failed',
      measured: `${share(failures.length, requests)} of ${requests} (${writes} writes, ${failures.length - writes} reads${reasons && `: ${reasons}`}); it sent ${rescued} to another process after the first had failed`,
      target: 'under 1%',
      ok: failures.length < requests * 0.01,
    },
    {
      what: 'the same without a proxy: reads sent to the processes in turn that failed',
      measured: `${share(bare.failures, bare.requests)} of ${bare.requests}`,
      target: '',
      ok: true,
    },
    {
      what: 'parts that ended by themselves or did not come back, and unexpected answers',
      measured: broken.length === 0 ? '0' : `${broken.length}: ${countEach(broken)}`,
      target: '0',
      ok: broken.length === 0,
    },
    {
      what: 'longest time without any successful request',
      measured: ms(longest),
      target: 'under 5000 ms',
      ok: longest < 5000,
    },
    ...byVictim,
  ];
}

/** Lists texts with how often each is there. */
const countEach = (texts: readonly string[]): string =>
  [...Map.groupBy(texts, (text) => text)].map(([text, all]) => `${text} ${all.length} times`).join(', ');
