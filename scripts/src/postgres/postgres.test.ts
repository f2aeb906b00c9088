import {
  chmodSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs';
import net from 'node:net';
import os from 'node:os';
import path from 'node:path';
import { afterAll, beforeAll, expect, onTestFinished, test } from 'vitest';
import { prepareDataDir, requireSpace } from '../folders.ts';
import { end, identify } from '../processes/processes.ts';
import { makeEmbeddedDatabases, prepareOwnDatabases, withClient, withDatabase } from './databases.ts';
import { removeEmbedded, startEmbedded } from './postgres.ts';
import { clearTestFolders } from './test-server.ts';

const extra = { shared_buffers: '16MB' };
let dataDir = '';
let port = 0;

beforeAll(async () => {
  dataDir = mkdtempSync(path.join(os.tmpdir(), 'troupe-postgres-'));
  port = await freePort();
});

afterAll(async () => {
  await removeEmbedded(dataDir);
  rmSync(dataDir, { recursive: true, force: true });
});

const start = () => startEmbedded({ dataDir, port, extra });

async function freePort(): Promise<number> {
  const server = net.createServer();
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as net.AddressInfo;
  await new Promise((resolve) => server.close(resolve));
  return port;
}

test('the database requires its password', async () => {
  const server = await start();
  const url = new URL(server.urlOf('postgres'));
  const { rows } = await withClient(url.href, (client) => client.query(`select lower('ÄÖ СЛОВО') as text`));
  expect(rows).toEqual([{ text: 'äö слово' }]);
  url.password = 'guessed';
  await expect(withClient(url.href, async () => {})).rejects.toThrow('password authentication failed');
  url.password = '';
  await expect(withClient(url.href, async () => {})).rejects.toThrow();
});

test('database files are accessible only to its account', async () => {
  const folder = path.join(dataDir, 'postgres');
  for (const name of ['', 'cluster', 'password']) {
    expect(statSync(path.join(folder, name)).mode & 0o077).toBe(0);
  }
});

test('takes over a server that outlived its start command', async () => {
  const again = await start();
  expect(again.adopted).toBe(true);
  expect(identify(again.process.pid)).toBe(again.process.identity);
});

test('API and login host have separate databases without mutual access', async () => {
  const server = await start();
  const databases = await makeEmbeddedDatabases(server);
  expect(await makeEmbeddedDatabases(server)).toEqual(databases);
  await withClient(databases.auth, (client) => client.query('create table person (id int)'));
  const crossed = withDatabase(databases.api, () => 'troupe_auth');
  await expect(withClient(crossed, async () => {})).rejects.toThrow('permission denied');
});

test('after kill -9 of the database, a new start finds all committed data', async () => {
  const server = await start();
  const { api } = await makeEmbeddedDatabases(server);
  await withClient(api, async (client) => {
    await client.query('create table note (text text)');
    await client.query(`insert into note values ('kept')`);
  });
  await end([server.process], { signal: 'SIGKILL' });
  const again = await start();
  expect(again.adopted).toBe(false);
  const { rows } = await withClient(api, (client) => client.query('select text from note'));
  expect(rows).toEqual([{ text: 'kept' }]);
});

test('starts a new server at once after kill -9, instead of taking over the dying one', async () => {
  for (let round = 0; round < 3; round++) {
    process.kill((await start()).process.pid, 'SIGKILL');
    const again = await start();
    expect(again.adopted).toBe(false);
    await withClient(again.urlOf('postgres'), async () => {});
  }
});

test("a stale pid file whose process id is reused doesn't block a start", async () => {
  const server = await start();
  await server.stop();
  const note = [process.pid, path.join(dataDir, 'postgres/cluster'), 0, port, '', '127.0.0.1', '', 'ready'];
  writeFileSync(path.join(dataDir, 'postgres/cluster/postmaster.pid'), `${note.join('\n')}\n`);
  expect((await start()).adopted).toBe(false);
});

test('a running server moves to a new port base', async () => {
  port = await freePort();
  const server = await start();
  expect(server.adopted).toBe(false);
  expect(server.urlOf('x')).toContain(`:${port}/`);
  await withClient(server.urlOf('postgres'), async () => {});
});

test("DATABASE_URL: creates the login host's database next to the other", async () => {
  const server = await start();
  const own = server.urlOf('own world');
  const { api, auth } = await prepareOwnDatabases(own);
  expect([api, auth]).toEqual([own, server.urlOf('own%20world_auth')]);
  await withClient(auth, async () => {});
});

test('DATABASE_URL: reports errors in one line without the password', async () => {
  const server = await start();
  const { api } = await makeEmbeddedDatabases(server);
  const wrong = new URL(api);
  wrong.password = 'geheim';
  const failures = [
    [wrong.href, /^DATABASE_URL does not work: .* answers "password authentication failed/],
    [
      withDatabase(api, () => 'nowhere'),
      /The database nowhere of DATABASE_URL does not exist and could not be made/,
    ],
    ['postgres://u:geheim@127.0.0.1:1/x', /^DATABASE_URL does not work: 127.0.0.1:1\/x answers/],
    ['mysql://u:geheim@localhost/x', /^DATABASE_URL must look like/],
    ['geheim', /^DATABASE_URL must look like/],
  ] as const;
  for (const [url, text] of failures) {
    const failure = await prepareOwnDatabases(url).catch((error) => error);
    expect(failure.message).toMatch(text);
    expect(failure.message).not.toMatch(/geheim|\n/);
  }
});

test('reports a port in use with its process and what to do', async () => {
  await (await start()).stop();
  const holder = net.createServer().listen(port, '127.0.0.1');
  try {
    await expect(start()).rejects.toThrow(
      new RegExp(
        `^Port ${port} for the database is taken( by process ${process.pid} .*)?\\. .*--port-base N`,
      ),
    );
  } finally {
    await new Promise((resolve) => holder.close(resolve));
  }
});

test('reports an unusable data folder with what to do', () => {
  const file = path.join(dataDir, 'file');
  writeFileSync(file, '');
  for (const folder of [file, path.join(file, 'below'), '/proc/troupe']) {
    expect(() => prepareDataDir(folder)).toThrow(/^The data folder .* cannot be written .*--data-dir DIR\.$/);
  }
});

test('reports a full disk with what to do', () => {
  expect(() => requireSpace(dataDir)).not.toThrow();
  const text = /^Only \d+ MB are free on the disk of .*; Troupe needs 1 GB\. .*--data-dir DIR\.$/;
  expect(() => requireSpace(dataDir, 1e18)).toThrow(text);
});

test('a removed database leaves no process and no file', async () => {
  const server = await start();
  await removeEmbedded(dataDir);
  expect(identify(server.process.pid)).toBeUndefined();
  expect(existsSync(path.join(dataDir, 'postgres'))).toBe(false);
  expect(readdirSync(dataDir)).not.toContain('postgres');
});

test('finds a cluster in its own folder at the next start, and deletes it with the data folder', async () => {
  const folder = mkdtempSync(path.join(os.tmpdir(), 'troupe-postgres-'));
  const elsewhere = mkdtempSync(path.join(os.tmpdir(), 'troupe-cluster-'));
  onTestFinished(() => {
    for (const each of [folder, elsewhere]) rmSync(each, { recursive: true, force: true });
  });
  chmodSync(elsewhere, 0o755);
  const clusterIn = path.join(elsewhere, 'own');
  const begin = () => startEmbedded({ dataDir: folder, port, extra, clusterIn });
  const first = await begin();
  await withClient(first.urlOf('postgres'), (client) => client.query('create table note (text text)'));
  expect(existsSync(path.join(clusterIn, 'cluster/PG_VERSION'))).toBe(true);
  expect(statSync(clusterIn).mode & 0o077).toBe(0);
  await first.stop();
  const second = await begin();
  await withClient(second.urlOf('postgres'), (client) => client.query('select text from note'));
  await removeEmbedded(folder);
  expect(identify(second.process.pid)).toBeUndefined();
  expect(readdirSync(elsewhere)).toEqual([]);
});

test.skipIf(!existsSync('/dev/shm'))(
  'clusters in memory go with the run that left them, and no earlier',
  async () => {
    // Process ids are smaller on Linux.
    const left = '/dev/shm/troupe-test-4194304-database';
    const used = `/dev/shm/troupe-test-${process.ppid}-of-somebody-else`;
    onTestFinished(() => rmSync(used, { recursive: true }));
    for (const folder of [left, used]) mkdirSync(path.join(folder, 'base'), { recursive: true });
    await clearTestFolders();
    expect([existsSync(left), existsSync(used)]).toEqual([false, true]);
  },
);
