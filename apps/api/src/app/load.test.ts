import { once } from 'node:events';
import { connect } from 'node:net';
import { urlOf } from '@troupe/contract/client';
import { createCreatorList } from '@troupe/contract/discovery/creator-list';
import { getBrand } from '@troupe/contract/inbox/brand-overview';
import { listenToBrand } from '@troupe/contract/inbox/conversation';
import { listBrandExports, requestBrandExport } from '@troupe/contract/operations/brand-export';
import pg from 'pg';
import { afterEach, expect, test } from 'vitest';
import { startTestApi, type TestApi } from '../testing/test-api.ts';

const running: TestApi[] = [];
afterEach(async () => {
  for (const t of running.splice(0)) await t.stop();
});

async function start(environment: Record<string, string>) {
  const t = await startTestApi(environment);
  running.push(t);
  const brandId = await t.brand();
  const member = await t.person({ brandId, brandRole: 'owner' });
  return { t, brandId, member };
}

/** Locks a table, so that writers block while holding their connection. */
async function lockTable(t: TestApi, table: string) {
  const client = new pg.Client({ connectionString: t.databaseUrl });
  await client.connect();
  await client.query(`begin; lock table ${table} in access exclusive mode`);
  return async () => {
    await client.query('rollback');
    await client.end();
  };
}

const waiting = (t: TestApi) => t.api.pool.waitingCount;
const write = (s: Awaited<ReturnType<typeof start>>) =>
  s.member.call(createCreatorList, { params: { brandId: s.brandId }, body: { title: 'Autumn' } }).then(
    () => 'done',
    (error) => `${error.status} ${error.code}`,
  );

/** Writes until it succeeds, which fills the user cache and opens the first connection. */
const writeDone = (s: Awaited<ReturnType<typeof start>>) => expect.poll(() => write(s)).toBe('done');

test('rejects a request that gets no database connection in time; health checks still respond', async () => {
  const s = await start({ DATABASE_POOL: '1', DATABASE_WAIT_MS: '300' });
  await writeDone(s);
  const unlock = await lockTable(s.t, 'creator_list');
  const holder = write(s);
  await expect.poll(() => s.t.api.pool.totalCount - s.t.api.pool.idleCount).toBe(1);
  expect(await write(s)).toBe('503 unavailable');
  const refused = await fetch(s.t.url + urlOf(getBrand, { params: { brandId: s.brandId } }), {
    headers: { authorization: `Bearer ${s.member.token}` },
  });
  expect([refused.status, refused.headers.get('retry-after')]).toEqual([503, '2']);
  for (const path of ['/healthz', '/readyz']) expect((await fetch(s.t.url + path)).status).toBe(200);
  await unlock();
  expect(await holder).toBe('done');
  await writeDone(s);
});

test('limits the number of requests waiting for a connection', async () => {
  const s = await start({ DATABASE_POOL: '1', DATABASE_WAIT_MS: '60000', DATABASE_QUEUE: '3' });
  await writeDone(s);
  const unlock = await lockTable(s.t, 'creator_list');
  const writes = Array.from({ length: 8 }, () => write(s));
  const answers: string[] = [];
  for (const each of writes) void each.then((answer) => answers.push(answer));
  await expect.poll(() => answers).toEqual(Array(4).fill('503 unavailable'));
  expect(waiting(s.t)).toBe(3);
  await unlock();
  await Promise.all(writes);
  expect(answers.toSorted()).toEqual([...Array(4).fill('503 unavailable'), ...Array(4).fill('done')]);
});

test('ends a statement over its time limit, and its connection stays usable', async () => {
  const s = await start({ DATABASE_POOL: '1', STATEMENT_TIMEOUT_MS: '200' });
  const unlock = await lockTable(s.t, 'creator_list');
  expect(await write(s)).toBe('503 unavailable');
  await unlock();
  await writeDone(s);
});

test('rejects requests over the concurrency limit, except health checks', async () => {
  const s = await start({ MAX_REQUESTS: '2' });
  await writeDone(s);
  const unlock = await lockTable(s.t, 'creator_list');
  const held = [write(s), write(s)];
  await expect.poll(() => s.t.api.pool.totalCount - s.t.api.pool.idleCount).toBe(2);
  expect(await write(s)).toBe('503 unavailable');
  const anonymous = await fetch(`${s.t.url}/openapi.json`);
  expect([anonymous.status, anonymous.headers.get('retry-after')]).toEqual([503, '1']);
  for (const path of ['/healthz', '/readyz']) expect((await fetch(s.t.url + path)).status).toBe(200);
  await unlock();
  expect(await Promise.all(held)).toEqual(['done', 'done']);
  await writeDone(s);
});

test("requests still receiving their body don't count toward the limit", async () => {
  const s = await start({ MAX_REQUESTS: '1' });
  const { port } = new URL(s.t.url);
  const slow = Array.from({ length: 5 }, () => {
    const socket = connect(Number(port), '127.0.0.1');
    socket.write(
      'POST /demo-requests HTTP/1.1\r\nHost: localhost\r\nContent-Type: application/json\r\nContent-Length: 100\r\n\r\n{',
    );
    return socket;
  });
  await expect.poll(() => slow.every((socket) => socket.bytesWritten > 0)).toBe(true);
  expect(await write(s)).toBe('done');
  for (const socket of slow) socket.destroy();
});

test('rejects requests while the event loop is delayed; health checks still respond', async () => {
  const s = await start({ EVENT_LOOP_DELAY_MS: '40' });
  const statuses = new Set<number>();
  await expect
    .poll(async () => {
      // Block the event loop, as a heavy computation would.
      for (const until = performance.now() + 400; performance.now() < until; );
      statuses.add((await fetch(`${s.t.url}/openapi.json`)).status);
      return statuses.has(503);
    })
    .toBe(true);
  expect((await fetch(`${s.t.url}/healthz`)).status).toBe(200);
  // It recovers without intervention.
  await expect.poll(async () => (await fetch(`${s.t.url}/openapi.json`)).status).toBe(200);
});

test('limits event streams per user', async () => {
  const s = await start({ STREAMS_PER_USER: '2' });
  const other = await s.t.person({ brandId: s.brandId });
  const listen = async (token: string) => {
    const ending = new AbortController();
    const response = await fetch(s.t.url + urlOf(listenToBrand, { params: { brandId: s.brandId } }), {
      headers: { authorization: `Bearer ${token}` },
      signal: ending.signal,
    });
    return { response, end: () => ending.abort() };
  };
  const [first, second] = [await listen(s.member.token), await listen(s.member.token)];
  expect([first.response.status, second.response.status]).toEqual([200, 200]);
  const third = await listen(s.member.token);
  expect([third.response.status, third.response.headers.get('retry-after')]).toEqual([429, '30']);
  const theirs = await listen(other.token);
  expect(theirs.response.status).toBe(200);
  first.end();
  await expect
    .poll(async () => {
      const again = await listen(s.member.token);
      again.end();
      return again.response.status;
    })
    .toBe(200);
  second.end();
  theirs.end();
});

test('exports a brand while all other background connections are in use', async () => {
  const s = await start({ BACKGROUND_POOL: '2' });
  const held = await s.t.api.pool.connect();
  await held.query('begin');
  try {
    const params = { brandId: s.brandId };
    await s.member.call(requestBrandExport, { params, body: { withFiles: false } });
    const status = async () => (await s.member.call(listBrandExports, { params })).brandExports[0]?.status;
    await expect.poll(status, { timeout: 60_000 }).toBe('done');
  } finally {
    held.release();
  }
});

test('limits JSON bodies to 64 kB, or more where a call declares it', async () => {
  const s = await start({});
  const post = (path: string, bytes: number) =>
    fetch(s.t.url + path, {
      method: 'POST',
      headers: { authorization: `Bearer ${s.member.token}`, 'content-type': 'application/json' },
      body: JSON.stringify({ title: 'Autumn', x: 'x'.repeat(bytes - 25) }),
    }).then(({ status }) => status);
  expect(await post('/demo-requests', 64 * 1024)).toBe(422);
  expect(await post('/demo-requests', 64 * 1024 + 1)).toBe(413);
  const campaigns = `/brand/${s.brandId}/campaigns`;
  expect(await post(campaigns, 64 * 1024 + 1)).toBe(200);
  expect(await post(campaigns, 512 * 1024)).toBe(200);
  expect(await post(campaigns, 512 * 1024 + 1)).toBe(413);
});

test('closes a connection that sends its header slowly, and those beyond the limit', async () => {
  const s = await start({ REQUEST_HEADER_TIMEOUT_MS: '300', MAX_CONNECTIONS: '3' });
  expect(await drip(s.t.url, 'GET /brands HTTP/1.1\r\nX-Slow: ', null)).toMatch(/^HTTP\/1\.1 408 /);
  const port = Number(new URL(s.t.url).port);
  const held = Array.from({ length: 3 }, () => connect(port, '127.0.0.1'));
  await Promise.all(held.map((socket) => once(socket, 'connect')));
  const extra = connect(port, '127.0.0.1').on('error', () => {});
  await once(extra, 'close');
  for (const socket of held) socket.destroy();
  await expect.poll(async () => (await fetch(`${s.t.url}/healthz`).catch(() => null))?.status).toBe(200);
});

test('closes a database connection that a request keeps too long', async () => {
  const s = await start({ DATABASE_POOL: '1', CONNECTION_HOLD_MS: '400', STATEMENT_TIMEOUT_MS: '600000' });
  await writeDone(s);
  const unlock = await lockTable(s.t, 'creator_list');
  expect(await write(s)).toBe('503 unavailable');
  await unlock();
  await writeDone(s);
});

test('ends a slow request body after its timeout, with or without login', async () => {
  const s = await start({ REQUEST_BODY_TIMEOUT_MS: '300' });
  const answer = await drip(s.t.url, 'POST /demo-requests', 'Content-Type: application/json');
  expect(answer).toMatch(/^HTTP\/1\.1 408 /);
});

test('accepts a slow file upload, and ends it when it stalls', async () => {
  const s = await start({ REQUEST_BODY_TIMEOUT_MS: '1000', UPLOAD_BYTES_PER_SECOND: '20' });
  const head = [
    `POST /brand/${s.brandId}/imports`,
    `Content-Type: multipart/form-data; boundary=b\r\nAuthorization: Bearer ${s.member.token}`,
  ] as const;
  expect(await drip(s.t.url, ...head, { bytes: 100, pieces: 20 })).toMatch(/^HTTP\/1\.1 408 /);
  expect(sent).toBe(20);
  expect(await drip(s.t.url, ...head, { bytes: 1, pieces: 1000 })).toMatch(/^HTTP\/1\.1 408 /);
  expect(sent).toBeLessThan(20);
});

/** Chunks sent by the last `drip`. */
let sent = 0;

/** Sends a request body in chunks, one every 100 ms, and returns the response; without headers, the rest of `line`. */
function drip(
  url: string,
  line: string,
  headers: string | null,
  { bytes, pieces } = { bytes: 1, pieces: 1000 },
) {
  return new Promise<string>((resolve, reject) => {
    let answer = '';
    sent = 0;
    const socket = connect(Number(new URL(url).port), '127.0.0.1');
    if (headers === null) socket.write(line);
    else socket.write(`${line} HTTP/1.1\r\nHost: localhost\r\n${headers}\r\nContent-Length: 10000\r\n\r\n`);
    const dripping = setInterval(() => {
      if (sent < pieces && socket.writable) {
        socket.write('x'.repeat(bytes));
        sent++;
      }
    }, 100);
    socket.on('data', (chunk: Buffer) => {
      answer += chunk;
    });
    socket.on('close', () => {
      clearInterval(dripping);
      resolve(answer);
    });
    socket.on('error', (error: NodeJS.ErrnoException) => {
      if (error.code !== 'ECONNRESET' && error.code !== 'EPIPE') reject(error);
    });
  });
}
