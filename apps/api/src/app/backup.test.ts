import { type ChildProcess, spawn } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { once } from 'node:events';
import {
  existsSync,
  mkdirSync,
  mkdtempSync,
  openSync,
  readFileSync,
  rmSync,
  writeFileSync,
  writeSync,
} from 'node:fs';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import {
  addToCreatorList,
  createCreatorList,
  listCreatorListItems,
  updateCreatorListItem,
} from '@troupe/contract/discovery/creator-list';
import pg from 'pg';
import { afterAll, expect, test } from 'vitest';
import { creatorTable } from '../modules/discovery/creator/creator.table.ts';
import { newId } from '../platform/id.ts';
import { startTestApi, type TestApi } from '../testing/test-api.ts';
import { bareEnvironment, startTestProcess, TEST_PRELOAD } from '../testing/test-process.ts';

const ROOT = join(import.meta.dirname, '../../../..');
const SECRET = 'a secret for tests only';
const PASSPHRASE = 'correct horse battery staple';
const folder = mkdtempSync(join(tmpdir(), 'troupe-backup-'));
const file = join(folder, 'troupe.backup');
const children = new Set<ChildProcess>();
const databases: string[] = [];

afterAll(async () => {
  for (const child of children) child.kill('SIGKILL');
  for (const name of databases) await admin(`drop database if exists ${name} with (force)`);
  rmSync(folder, { recursive: true, force: true });
});

const urlOf = (name: string) =>
  Object.assign(new URL(process.env.TEST_DATABASE_URL ?? ''), { pathname: `/${name}` }).href;

async function admin(statement: string, url = process.env.TEST_DATABASE_URL): Promise<pg.QueryResult> {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  try {
    return await client.query(statement);
  } finally {
    await client.end();
  }
}

async function emptyDatabase(): Promise<string> {
  const name = `troupe_test_${newId().replaceAll('-', '')}`;
  databases.push(name);
  await admin(`create database ${name}`);
  return urlOf(name);
}

/** What an installation's environment names. */
type Place = { api: string; auth: string; files: string };

function start(script: string, args: string[], env: NodeJS.ProcessEnv) {
  const child = spawn(process.execPath, ['--import', TEST_PRELOAD, join(ROOT, script), ...args], {
    cwd: ROOT,
    env: { ...bareEnvironment(), INIT_CWD: folder, ...env },
    stdio: ['ignore', 'pipe', 'pipe', 'ipc'],
  });
  children.add(child);
  let said = '';
  for (const stream of [child.stdout, child.stderr])
    stream?.on('data', (chunk: Buffer) => {
      said += chunk;
    });
  const ended = once(child, 'close').then(() => ({ code: child.exitCode, said }));
  return { child, ended, said: () => said };
}

const command = (
  name: 'backup' | 'restore',
  place: Place,
  args: string[] = [],
  env: NodeJS.ProcessEnv = {},
) =>
  start(`scripts/src/${name}.ts`, [file, '--data-dir', join(folder, 'data'), ...args], {
    DATABASE_URL: place.api,
    AUTH_DATABASE_URL: place.auth,
    FILES_DIR: place.files,
    SECRET_KEY: SECRET,
    BACKUP_PASSPHRASE: PASSPHRASE,
    ...env,
  });

/** Starts the login host, reads the signing keys that it publishes, and stops it. */
async function signingKeys(databaseUrl: string): Promise<unknown> {
  const listener = createServer().listen(0, '127.0.0.1');
  await once(listener, 'listening');
  const { port } = listener.address() as { port: number };
  listener.close();
  const origin = `http://127.0.0.1:${port}`;
  const { child, ended, said } = start('apps/auth/src/server.ts', [], {
    DATABASE_URL: databaseUrl,
    PORT: String(port),
    ISSUER: origin,
    WEB_ORIGIN: 'http://localhost:3000',
    PORTAL_ORIGIN: 'http://localhost:3001',
    SMTP_URL: 'smtp://127.0.0.1:9',
    MAIL_FROM: 'Troupe <troupe@troupe.test>',
    SECRET_KEY: SECRET,
  });
  await expect.poll(() => (child.exitCode === null ? said() : 'ended')).toContain('ready');
  const keys = await (await fetch(`${origin}/jwks`)).json();
  child.kill('SIGTERM');
  await ended;
  return keys;
}

/** A list whose notes are rewritten all the time, and the last note of each item that the API acknowledged. */
async function keepWriting(t: TestApi) {
  const brandId = await t.brand();
  const person = await t.person({ brandId });
  const ids = Array.from({ length: 8 }, newId);
  await t.api.db.insert(creatorTable).values(
    ids.map((id) => ({
      id,
      platform: 'tiktok' as const,
      username: id,
      profileUrl: `https://www.tiktok.com/@${id}`,
      bio: 'tab\tline\nbackslash \\N end 👍',
    })),
  );
  const list = await person.call(createCreatorList, { params: { brandId }, body: { title: 'Kept' } });
  await person.call(addToCreatorList, { params: { brandId, id: list.id }, body: { socialProfileIds: ids } });
  const { items } = await person.call(listCreatorListItems, {
    params: { brandId, productListId: list.id, page: 1 },
  });
  const acknowledged = new Map<string, number>();
  let writing = true;
  const writers = items.map(async ({ id }) => {
    for (let n = 1; writing; n++) {
      await person.call(updateCreatorListItem, {
        params: { brandId, itemId: id },
        body: { feedback: `note ${n}` },
      });
      acknowledged.set(id, n);
    }
  });
  await expect.poll(() => acknowledged.size).toBe(items.length);
  const stop = async () => {
    writing = false;
    await Promise.all(writers);
  };
  return { brandId, person, listId: list.id, acknowledged, stop };
}

test('a busy system is backed up, destroyed and restored with everything acknowledged before', async () => {
  const t = await startTestApi();
  const files = t.api.config.FILES_DIR;
  const media = randomBytes(20 * 1024 ** 2);
  mkdirSync(join(files, 'content/opt-in 1'), { recursive: true });
  writeFileSync(join(files, 'content/opt-in 1/vidéo.mp4'), media);
  writeFileSync(join(files, 'empty'), '');
  const old: Place = { api: t.databaseUrl, auth: await emptyDatabase(), files };
  const keys = await signingKeys(old.auth);
  const { brandId, person, listId, acknowledged, stop } = await keepWriting(t);
  await admin(
    `insert into search_index (name, mapping, state, created_at) values ('creators-1', 1, 'serving', now())`,
    old.api,
  );

  // Killed after its files, the backup continues with them and takes another snapshot.
  const killed = command('backup', old);
  await expect.poll(killed.said).toContain('Snapshot');
  killed.child.kill('SIGKILL');
  await killed.ended;
  expect(existsSync(file)).toBe(false);
  const before = new Map(acknowledged);
  const backup = await command('backup', old).ended;
  expect(backup).toMatchObject({
    code: 0,
    said: expect.stringMatching(/Continuing .* 2 files[\s\S]*sha256/),
  });
  await stop();
  await t.api.stop();
  await admin(`drop database ${new URL(old.api).pathname.slice(1)} with (force)`);
  rmSync(files, { recursive: true });
  // Neither names nor contents can be read without the passphrase.
  const bytes = readFileSync(file);
  for (const secret of ['vidéo', 'creator_list_item', SECRET, 'note 1'])
    expect(bytes.includes(secret)).toBe(false);

  const fresh: Place = {
    api: await emptyDatabase(),
    auth: await emptyDatabase(),
    files: join(folder, 'files'),
  };
  const refused = async (text: string, args: string[] = [], env: NodeJS.ProcessEnv = {}) =>
    expect(await command('restore', fresh, args, env).ended).toMatchObject({
      code: 1,
      said: expect.stringContaining(text),
    });
  await refused('The passphrase is wrong', [], { BACKUP_PASSPHRASE: 'another passphrase' });
  await refused('SECRET_KEY differs', [], { SECRET_KEY: 'another secret for tests' });
  await admin('create table somebodys (id int)', fresh.api);
  await refused('This would overwrite the database of the API');
  const middle = Math.floor(bytes.length / 2);
  const handle = openSync(file, 'r+');
  writeSync(handle, Buffer.from([(bytes[middle] ?? 0) ^ 1]), 0, 1, middle);
  await refused('incomplete or damaged', ['--force']);
  writeSync(handle, bytes, middle, 1, middle);
  expect((await admin('select * from somebodys', fresh.api)).rowCount).toBe(0);

  // Killed between two tables, the restore continues. One that ends before it is killed is started again.
  const loaded = () =>
    admin('select count(*)::int as count from troupe_restore.loaded', fresh.api).then(
      ({ rows }) => rows[0].count,
      () => 0,
    );
  for (let killed = false; !killed; ) {
    const interrupted = command('restore', fresh, ['--force']);
    let ended = false;
    void interrupted.ended.then(() => {
      ended = true;
    });
    while (!(ended || killed)) killed = (await loaded()) > 10;
    interrupted.child.kill('SIGKILL');
    killed &&= (await interrupted.ended).code !== 0;
  }
  expect(await command('restore', fresh).ended).toMatchObject({
    code: 0,
    said: expect.stringContaining('Restored'),
  });
  await refused('This would overwrite');

  expect(readFileSync(join(fresh.files, 'content/opt-in 1/vidéo.mp4')).equals(media)).toBe(true);
  expect(readFileSync(join(fresh.files, 'empty'))).toHaveLength(0);
  expect(await signingKeys(fresh.auth)).toEqual(keys);
  const again = await startTestProcess(t, { DATABASE_URL: fresh.api, FILES_DIR: fresh.files });
  children.add(again.child);
  const { call } = (await import('@troupe/contract/client')).createClient({
    baseUrl: again.url,
    token: () => person.token,
  });
  const { items } = await call(listCreatorListItems, { params: { brandId, productListId: listId, page: 1 } });
  expect(items).toHaveLength(8);
  for (const { id, feedback, socialProfile } of items) {
    expect(Number(feedback?.split(' ')[1])).toBeGreaterThanOrEqual(before.get(id) ?? 0);
    expect(socialProfile.bio).toBe('tab\tline\nbackslash \\N end 👍');
  }
  // Each note with its entry in the audit log, which the same transaction wrote.
  const { rows } = await admin(
    `select version, (select count(*)::int from audit_entry where object_id = i.id
       and action = 'updateCreatorListItem') as lines from creator_list_item i`,
    fresh.api,
  );
  expect(rows).toHaveLength(8);
  for (const { version, lines } of rows) expect(lines).toBe(version - 1);
  // The search engine may be ahead of the backup, so its index isn't taken over.
  expect((await admin('select name from search_index', fresh.api)).rows).toEqual([]);
  // The schema is that of a new installation.
  expect(await schemaOf(fresh.api)).toEqual(await schemaOf(urlOf(await templateName())));
  await t.issuer.stop();
});

test('a backup from before the initial migration is refused, and nothing is deleted for it', async () => {
  const t = await startTestApi();
  const brandId = await t.brand();
  await t.api.stop();
  await t.issuer.stop();
  await admin('update drizzle.__drizzle_migrations set created_at = created_at - 60000', t.databaseUrl);
  const place: Place = { api: t.databaseUrl, auth: await emptyDatabase(), files: join(folder, 'old files') };
  mkdirSync(place.files);
  writeFileSync(join(place.files, 'kept'), '');
  rmSync(file, { force: true });
  expect(await command('backup', place).ended).toMatchObject({ code: 0 });
  expect(await command('restore', place, ['--force']).ended).toMatchObject({
    code: 1,
    said: expect.stringMatching(/too old .* Restore it with Troupe at commit [0-9a-f]{8} /),
  });
  expect((await admin('select id from brand', t.databaseUrl)).rows).toEqual([{ id: brandId }]);
  expect(existsSync(join(place.files, 'kept'))).toBe(true);
});

async function templateName(): Promise<string> {
  const { rows } = await admin(
    `select datname from pg_database where datistemplate and datname like 'troupe_template_%'`,
  );
  return rows[0].datname;
}

/** Constraints, indexes, triggers and columns, as text. */
async function schemaOf(url: string): Promise<string[]> {
  const { rows } = await admin(
    `select line from (
       select format('%s %s %s', conrelid::regclass, conname, pg_get_constraintdef(oid)) as line
       from pg_constraint where conrelid <> 0
       union all select indexdef from pg_indexes where schemaname in ('public', 'pgboss')
       union all select format('%s %s %s', tgrelid::regclass, tgname, tgenabled) from pg_trigger where not tgisinternal
       union all select format('%s %s %s', attrelid::regclass, attname, atttypid::regtype)
         from pg_attribute a join pg_class c on c.oid = attrelid
         where relkind = 'r' and not relispartition and attnum > 0 and not attisdropped
     ) lines where line !~ 'affiliate_click_[0-9]|^pg_|^information_schema' order by 1`,
    url,
  );
  return rows.map(({ line }) => line);
}
