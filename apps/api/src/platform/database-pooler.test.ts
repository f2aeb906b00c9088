import { type AddressInfo, connect, createServer, type Socket } from 'node:net';
import { createClient, urlOf } from '@troupe/contract/client';
import { searchCreators } from '@troupe/contract/discovery/creator';
import { createCreatorList, listCreatorLists } from '@troupe/contract/discovery/creator-list';
import { listenToBrand, sendMessage } from '@troupe/contract/inbox/conversation';
import { openPool } from '@troupe/server/pool';
import { sql } from 'drizzle-orm';
import { expect, onTestFinished, test } from 'vitest';
import {
  createTestCampaign,
  createTestOptIn,
  listen,
} from '../modules/inbox/conversation/conversation.fixture.ts';
import { startTestApi } from '../testing/test-api.ts';
import { createTestDatabase } from '../testing/test-database.ts';
import { startTestPgbouncer } from '../testing/test-pgbouncer.ts';
import { startTestProcess } from '../testing/test-process.ts';
import { databaseOver, withTransaction } from './database.ts';
import { newId } from './id.ts';

/**
 * Starts a proxy that rejects the startup parameter `options`, as transaction poolers do; returns its URL. Everything
 * else passes through.
 */
async function startRefusingProxy(databaseUrl: string): Promise<string> {
  const target = new URL(databaseUrl);
  const sockets = new Set<Socket>();
  const proxy = createServer((client) => {
    sockets.add(client.on('error', () => {}));
    client.once('data', (startup) => {
      if (startup.includes('\0options\0')) {
        const text = 'SFATAL\0VFATAL\0C08P01\0Munsupported startup parameter: options\0\0';
        const head = Buffer.alloc(5);
        head.write('E');
        head.writeInt32BE(text.length + 4, 1);
        return client.end(Buffer.concat([head, Buffer.from(text)]));
      }
      const port = target.port || '5432';
      const host = decodeURIComponent(target.hostname);
      const server = host.startsWith('/') ? connect(`${host}/.s.PGSQL.${port}`) : connect(Number(port), host);
      sockets.add(server.on('error', () => {}));
      server.write(startup);
      client.pipe(server).pipe(client);
    });
  });
  await new Promise<void>((resolve) => proxy.listen(0, '127.0.0.1', resolve));
  onTestFinished(() => {
    for (const socket of sockets) socket.destroy();
    proxy.close();
  });
  const { port } = proxy.address() as AddressInfo;
  return Object.assign(new URL(databaseUrl), { host: `127.0.0.1:${port}` }).href;
}

test('sets time limits per transaction where a pooler rejects startup parameters', async () => {
  const database = await createTestDatabase();
  onTestFinished(() => database.drop());
  const url = await startRefusingProxy(database.url);
  const pool = openPool(url, 1, {
    name: 'test',
    limits: { statementMs: 1000, idleInTransactionMs: 5000 },
    pooled: true,
  });
  onTestFinished(() => pool.end());
  const inTransaction = withTransaction(pool, (tx) => tx.execute(sql`select pg_sleep(20)`));
  await expect(inTransaction).rejects.toMatchObject({ cause: { code: '57014' } });
  const shown = await databaseOver(pool).transaction(async (tx) => {
    const { rows } = await tx.execute(sql`
      select current_setting('statement_timeout') as statement,
        current_setting('idle_in_transaction_session_timeout') as idle`);
    return rows[0];
  });
  expect(shown).toEqual({ statement: '1s', idle: '5s' });
  // The settings don't leak to the connection's next user.
  const { rows } = await pool.query('show statement_timeout');
  expect(rows).toEqual([{ statement_timeout: '0' }]);
  await expect(pool.query('select pg_sleep(20)')).rejects.toThrow('Query read timeout');
});

test('serves requests and creator search through a pooler that rejects startup parameters', async () => {
  const t = await startTestApi();
  onTestFinished(() => t.stop());
  const { child, url } = await startTestProcess(t, {
    DATABASE_URL: await startRefusingProxy(t.databaseUrl),
    DATABASE_DIRECT_URL: t.databaseUrl,
  });
  onTestFinished(() => void child.kill('SIGKILL'));
  const brandId = await t.brand();
  const member = await t.person({ brandId });
  const client = createClient({ baseUrl: url, token: () => member.token });
  await client.call(createCreatorList, { params: { brandId }, body: { title: 'Hikers' } });
  expect(await client.call(listCreatorLists, { params: { brandId } })).toMatchObject({
    lists: [{ title: 'Hikers' }],
  });
  const found = await client.call(searchCreators, { params: { brandId }, query: { q: 'nobody' } });
  expect(found).toMatchObject({ creators: [] });
});

test('sends statements without names where the pooler loses prepared ones', async () => {
  const database = await createTestDatabase();
  onTestFinished(() => database.drop());
  const options = { name: 'test', pooled: true, prepared: false };
  const pool = openPool(database.url, 1, options);
  onTestFinished(() => pool.end());
  const { rows } = await pool.query({ name: 'sum', text: 'select $1::int + 1 as sum', values: [1] });
  expect(rows).toEqual([{ sum: 2 }]);
  expect((await pool.query('select name from pg_prepared_statements')).rows).toEqual([]);
});

test('sends messages and live events across processes behind PgBouncer in transaction mode', async ({
  skip,
}) => {
  const t = await startTestApi();
  onTestFinished(() => t.stop());
  // The server listens there too if tests use its socket.
  const overNetwork = Object.assign(new URL(t.databaseUrl), { hostname: '127.0.0.1' }).href;
  const pooler = await startTestPgbouncer(overNetwork);
  if (!pooler) return skip('PgBouncer is not installed.');
  onTestFinished(() => pooler.stop());
  const settings = {
    DATABASE_URL: pooler.url,
    DATABASE_DIRECT_URL: t.databaseUrl,
    DATABASE_PREPARED_STATEMENTS: String(pooler.prepares),
  };
  const processes = await Promise.all([startTestProcess(t, settings), startTestProcess(t, settings)]);
  onTestFinished(() => {
    for (const { child } of processes) child.kill('SIGKILL');
  });
  const brandId = await t.brand();
  const member = await t.person({ brandId });
  const campaignId = await createTestCampaign(t, brandId);
  const { optInId } = await createTestOptIn(t, { brandId, campaignId });
  const events = urlOf(listenToBrand, { params: { brandId } });
  const streams = await Promise.all(processes.map(({ url }) => listen(url + events, member.token)));
  onTestFinished(() => {
    for (const stream of streams) stream.stop();
  });
  // More at once than the pooler has connections, so that every statement meets each of them.
  const sent = await Promise.all(
    Array.from({ length: 60 }, async (_, n) => {
      const { url } = processes[n % 2] as (typeof processes)[number];
      const client = createClient({ baseUrl: url, token: () => member.token });
      const text = `Message ${n}`;
      await client.call(sendMessage, { params: { brandId, optInId }, body: { clientId: newId(), text } });
      return text;
    }),
  );
  for (const stream of streams)
    await expect
      .poll(
        () =>
          stream.heard.flatMap(({ type, data }) =>
            type === 'message' ? (data.message as { text: string }).text : [],
          ),
        { timeout: 30_000 },
      )
      .toHaveLength(sent.length);
  const stored = await t.api.pool.query('select text from message order by id');
  expect(stored.rows.map(({ text }) => text).sort()).toEqual(sent.sort());
});
