import { type AddressInfo, connect, createServer, type Socket } from 'node:net';
import { createClient } from '@troupe/contract/client';
import { searchCreators } from '@troupe/contract/discovery/creator';
import { createCreatorList, listCreatorLists } from '@troupe/contract/discovery/creator-list';
import { openPool } from '@troupe/server/pool';
import { sql } from 'drizzle-orm';
import { expect, onTestFinished, test } from 'vitest';
import { startTestApi } from '../testing/test-api.ts';
import { createTestDatabase } from '../testing/test-database.ts';
import { startTestProcess } from '../testing/test-process.ts';
import { databaseOver, withTransaction } from './database.ts';

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
