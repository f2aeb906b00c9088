import type { ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { json } from 'node:stream/consumers';
import { createClient } from '@troupe/contract/client';
import { createCreatorList, listCreatorLists } from '@troupe/contract/discovery/creator-list';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { newId } from '../platform/id.ts';
import { startTestApi, type TestApi, type TestPerson } from '../testing/test-api.ts';
import { startTestProcess } from '../testing/test-process.ts';

let t: TestApi;
let brandId: string;
let person: TestPerson;
const children: ChildProcess[] = [];

beforeAll(async () => {
  t = await startTestApi({ METRICS_PORT: '0', METRICS_TOKEN: 'a token of the scraper' });
  brandId = await t.brand();
  person = await t.person({ brandId, email: 'alva.personal@larkmoor.example' });
});
afterAll(async () => {
  for (const child of children) child.kill('SIGKILL');
  await t?.stop();
});

const scrape = (headers: Record<string, string> = { authorization: 'Bearer a token of the scraper' }) =>
  fetch(`http://127.0.0.1:${t.api.metricsPort}/metrics`, { headers });

/** Exported only with a read replica or a search engine. */
const OPTIONAL = new Set([
  'troupe_replica_behind_bytes',
  'troupe_replica_reads_total',
  'troupe_search_answers',
]);

/** Reads the names of metrics in a file of `deploy`. */
function metricsIn(file: string): Set<string> {
  const text = readFileSync(new URL(`../../../../deploy/${file}`, import.meta.url), 'utf8');
  return new Set(
    [...text.matchAll(/\b(?:troupe|nodejs|process)_[a-z0-9_]+/g)].map(([name]) =>
      name.replace(/_bucket$/, ''),
    ),
  );
}

/** Exported by the library for Node, and why no panel shows it. */
const NOT_SHOWN = new Map(
  Object.entries({
    'part of process_cpu_seconds_total': [
      'process_cpu_user_seconds_total',
      'process_cpu_system_seconds_total',
    ],
    'resident memory is what the system limits': [
      'process_virtual_memory_bytes',
      'process_heap_bytes',
      'nodejs_heap_size_total_bytes',
      'nodejs_heap_size_used_bytes',
      'nodejs_external_memory_bytes',
      'nodejs_heap_space_size_total_bytes',
      'nodejs_heap_space_size_used_bytes',
      'nodejs_heap_space_size_available_bytes',
    ],
    'other values of the delay, which p99 stands for': [
      'nodejs_eventloop_lag_seconds',
      'nodejs_eventloop_lag_min_seconds',
      'nodejs_eventloop_lag_max_seconds',
      'nodejs_eventloop_lag_mean_seconds',
      'nodejs_eventloop_lag_stddev_seconds',
      'nodejs_eventloop_lag_p50_seconds',
      'nodejs_eventloop_lag_p90_seconds',
    ],
    'for whoever looks into one process': [
      'nodejs_gc_duration_seconds',
      'nodejs_active_resources',
      'nodejs_active_resources_total',
      'nodejs_active_handles',
      'nodejs_active_handles_total',
      'nodejs_active_requests',
      'nodejs_active_requests_total',
      'process_open_fds',
      'process_max_fds',
    ],
    'facts that do not change': ['process_start_time_seconds', 'nodejs_version_info'],
  }).flatMap(([reason, names]) => names.map((name) => [name, reason] as const)),
);

// First, because values of the database are kept for ten seconds.
test('metrics show queues, messages, quotas and credits of the database', async () => {
  const { pool, jobs } = t.api;
  const { rows } = await pool.query(`select name from pgboss.queue where name not like '\\_%' limit 1`);
  await jobs.send(rows[0].name, {}, { delaySeconds: 3600 });
  await pool.query(
    `insert into mail (id, brand_id, kind, to_address, subject, html, plain, message_id, reply_token, due_at)
     values ($1, null, 'notice', 'x@y.example', '', '', '', $2, $3, now() + interval '1 hour'),
       ($4, null, 'notice', 'x@y.example', '', '', '', $5, $6, now() + interval '2 hours')`,
    Array.from({ length: 6 }, newId),
  );
  await pool.query(
    `insert into billing_event (id, type, body, received_at, occurred_at, due_at)
     values ('ev_1', 'x', '{}', now(), now(), now() - interval '90 seconds')`,
  );
  await pool.query(
    `insert into provider_quota (provider, quota, window_start, used, "limit")
     values ('youtube', 'day', now(), 250, 10000), ('reddit:own key of a brand', 'day', now(), 5, 100),
       ('reddit:own key of another', 'day', now(), 70, 100)`,
  );
  await pool.query(`insert into provider_state (provider, failures_in_a_row, open_until)
    values ('youtube', 7, now() + interval '1 minute'), ('feed:one.example', 3, null), ('feed:two.example', 1, null)`);
  await pool.query(
    `insert into credit_entry (id, brand_id, number, kind, amount, balance, reason, reference)
     values ($1, $2, 1, 'purchase', 40, 40, '', 'p1')`,
    [newId(), brandId],
  );
  const values = new Map<string, number>();
  const text = await (await scrape()).text();
  for (const [, name = '', value] of text.matchAll(/^(troupe_\S+?),?(?:app="api")?\} (\S+)$/gm))
    values.set(name, Number(value));
  expect(values.get('troupe_outbox{kind="email"')).toBe(2);
  expect(values.get('troupe_outbox_oldest_seconds{kind="email"')).toBe(0);
  expect(values.get('troupe_inbox{provider="billing"')).toBe(1);
  expect(values.get('troupe_inbox_oldest_seconds{provider="billing"')).toBeGreaterThanOrEqual(90);
  expect(values.get('troupe_provider_quota_used{provider="youtube",quota="day"')).toBe(250);
  expect(values.get('troupe_provider_circuit_open{provider="youtube"')).toBe(1);
  // Sources of brands are many, and their names private.
  expect(values.get('troupe_provider_quota_used{provider="reddit",quota="day"')).toBe(70);
  expect(values.get('troupe_provider_failures{provider="feed"')).toBe(3);
  expect(text).not.toMatch(/own key|one\.example/);
  expect(values.get('troupe_credits_past_hour{kind="purchase"')).toBe(40);
  expect(values.get(`troupe_jobs{queue="${rows[0].name}",state="waiting"`)).toBe(1);
});

test('metrics count requests by call, and are served to the scraper alone', async () => {
  await person.call(listCreatorLists, { params: { brandId } });
  await fetch(`${t.url}/brand/${brandId}/no-such-thing?q=private`);
  const text = await (await scrape()).text();
  expect(text).toMatch(
    /troupe_http_requests_total\{call="listCreatorLists",method="GET",status="200",app="api"\} 1\n/,
  );
  expect(text).toMatch(
    /troupe_http_requests_total\{call="unknown",method="GET",status="404",app="api"\} 1\n/,
  );
  expect(text).toMatch(/troupe_http_request_duration_seconds_count\{[^}]*call="listCreatorLists"[^}]*\} 1\n/);
  for (const name of ['nodejs_eventloop_lag_p99_seconds', 'process_resident_memory_bytes'])
    expect(text).toContain(`${name}{app="api"} `);
  expect(text).toContain('troupe_database_pool{pool="requests",state="max",app="api"} 6');
  // Dashboard and alerts ask for nothing else.
  for (const file of ['prometheus/alerts.yml', 'grafana/troupe.json']) {
    const names = metricsIn(file);
    expect(names.size).toBeGreaterThan(5);
    for (const name of names) if (!OPTIONAL.has(name)) expect(text).toContain(`# TYPE ${name} `);
  }
  // Neither IDs nor addresses become labels.
  expect(text).not.toContain(brandId);
  expect(text).not.toContain('private');
  expect((await scrape({})).status).toBe(401);
  expect((await scrape({ authorization: 'Bearer another' })).status).toBe(401);
  expect((await fetch(`${t.url}/metrics`)).status).toBe(404);
});

test('each exported metric is on the dashboard, or has a reason not to be', async () => {
  const shown = metricsIn('grafana/troupe.json');
  const text = await (await scrape()).text();
  const exported = [...text.matchAll(/^# TYPE (\S+) /gm)].map(([, name = '']) => name);
  expect(exported.filter((name) => name.startsWith('troupe_')).length).toBeGreaterThan(15);
  expect([...exported, ...OPTIONAL].filter((name) => !shown.has(name) && !NOT_SHOWN.has(name))).toEqual([]);
  // No reason outlives its metric.
  expect([...NOT_SHOWN.keys()].filter((name) => shown.has(name) || !exported.includes(name))).toEqual([]);
});

/** A span as the collector receives it. */
interface Span {
  traceId: string;
  spanId: string;
  parentSpanId?: string;
  name: string;
  attributes: { key: string; value: { stringValue?: string; intValue?: number } }[];
}

test('a request ID finds its log lines and its trace, neither with personal data', async () => {
  const spans: Span[] = [];
  let sent = '';
  const collector = createServer(async (request, response) => {
    const body = (await json(request)) as { resourceSpans: { scopeSpans: { spans: Span[] }[] }[] };
    sent += JSON.stringify(body);
    spans.push(...body.resourceSpans.flatMap(({ scopeSpans }) => scopeSpans.flatMap((scope) => scope.spans)));
    response.end('{}');
  }).listen(0, '127.0.0.1');
  await once(collector, 'listening');
  const { child, url, log } = await startTestProcess(t, {
    OTEL_EXPORTER_OTLP_ENDPOINT: `http://127.0.0.1:${(collector.address() as AddressInfo).port}`,
  });
  children.push(child);
  try {
    const client = createClient({ baseUrl: url, token: () => person.token });
    await client.call(createCreatorList, { params: { brandId }, body: { title: 'A very private title' } });
    const traceparent = '00-0af7651916cd43dd8448eb211c80319c-b7ad6b7169203331-01';
    const answer = await fetch(`${url}/brand/${brandId}/creators?q=private+words`, {
      headers: { authorization: `Bearer ${person.token}`, traceparent },
    });
    const id = answer.headers.get('x-request-id') ?? '';
    child.kill('SIGTERM');
    await expect.poll(() => child.exitCode).toBe(0);
    const lines = log()
      .split('\n')
      .filter((line) => line.startsWith('{'))
      .map((line) => JSON.parse(line));
    // Continues the trace of the proxy in front.
    expect(lines.find((line) => line.id === id)).toMatchObject({ trace: '0af7651916cd43dd8448eb211c80319c' });
    const request = spans.find(({ name }) => name === 'createCreatorList');
    expect(request?.attributes).toContainEqual({
      key: 'http.route',
      value: { stringValue: createCreatorList.path },
    });
    const children = spans.filter(({ parentSpanId }) => parentSpanId === request?.spanId);
    expect(children.some(({ attributes }) => attributes.some(({ key }) => key === 'db.query.text'))).toBe(
      true,
    );
    // The process fetches signing keys for the first token.
    expect(spans.map(({ name }) => name)).toContain(`GET ${new URL(t.issuer.url).host}`);
    for (const secret of [person.token, 'private', 'larkmoor.example']) {
      expect(log()).not.toContain(secret);
      expect(sent).not.toContain(secret);
    }
  } finally {
    collector.close();
  }
});
