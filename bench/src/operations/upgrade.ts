import { type ChildProcess, spawn, spawnSync } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import { once } from 'node:events';
import { mkdirSync, mkdtempSync, readdirSync, readlinkSync, rmSync, symlinkSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { withClient } from '@troupe/scripts/postgres/databases';
import { migrate, startApi } from '../api.ts';
import { startIssuer } from '../issuer.ts';
import { percentile } from '../load.ts';
import { findPlace } from '../place.ts';
import { machineFacts, ms, type Row } from '../report.ts';

const root = path.resolve(import.meta.dirname, '../../..');
const CLIENTS = 8;
const BEFORE_MS = 3000;
const AFTER_MS = 5000;

/**
 * Serves with the code of an earlier commit while this version's migrations run, then with both versions at once. Every
 * answer must be a success.
 * @param ref the earlier commit
 */
export async function measureUpgrade(
  port: number,
  ref: string,
  say: (text: string) => void,
): Promise<{ facts: [string, string][]; rows: Row[] }> {
  const place = await findPlace(port);
  const issuer = await startIssuer();
  const earlier = checkOut(ref);
  const children: ChildProcess[] = [];
  let load: ReturnType<typeof keepAsking> | undefined;
  try {
    const databaseUrl = await place.database('upgrade');
    const facts = await machineFacts(databaseUrl);
    await runIn(earlier, 'apps/api/src/migrate.ts', { DATABASE_URL: databaseUrl });
    const from = await migrationsIn(databaseUrl);
    const { brandId, subject } = await addMember(databaseUrl);
    const headers = { authorization: `Bearer ${issuer.sign(subject)}`, 'content-type': 'application/json' };
    const old = startIn(earlier, databaseUrl, issuer.url, port + 1, place.filesDir);
    children.push(old);
    const urls = [`http://127.0.0.1:${port + 1}`];
    await untilReady(urls[0] as string);
    say(`serving with ${ref}, which has ${from} migrations`);
    load = keepAsking(urls, brandId, headers);
    await sleep(BEFORE_MS);
    await migrate(databaseUrl);
    const to = await migrationsIn(databaseUrl);
    say(`migrated to ${to} under load`);
    await sleep(AFTER_MS);
    const now = await startApi({ databaseUrl, issuer: issuer.url, port: port + 3, filesDir: place.filesDir });
    urls.push(now.url);
    await sleep(AFTER_MS);
    const { failures, times } = await load.stop();
    await now.stop();
    const rows = [
      {
        what: `requests while ${ref} serves, ${to - from} migrations run and the new version joins`,
        measured: `${failures.length} of ${times.length} failed${failures[0] ? ` (${failures[0]})` : ''}; longest ${ms(percentile(times, 1))}`,
        target: '0 failed',
        ok: failures.length === 0,
      },
    ];
    return { facts, rows };
  } finally {
    await load?.stop();
    for (const child of children) child.kill('SIGKILL');
    issuer.stop();
    await place.leave();
    spawnSync('git', ['worktree', 'remove', '--force', earlier], { cwd: root });
    rmSync(earlier, { recursive: true, force: true });
  }
}

/** Checks a commit out beside this one, with the same libraries but its own workspaces. */
function checkOut(ref: string): string {
  const folder = mkdtempSync(path.join(os.tmpdir(), 'troupe-upgrade-'));
  const { status, stderr } = spawnSync('git', ['worktree', 'add', '--detach', '--force', folder, ref], {
    cwd: root,
  });
  if (status !== 0) throw new Error(String(stderr));
  const modules = path.join(root, 'node_modules');
  mkdirSync(path.join(folder, 'node_modules/@troupe'), { recursive: true });
  for (const name of readdirSync(modules))
    if (name !== '@troupe' && !name.startsWith('.'))
      symlinkSync(path.join(modules, name), path.join(folder, 'node_modules', name));
  for (const name of readdirSync(path.join(modules, '@troupe'))) {
    const link = readlinkSync(path.join(modules, '@troupe', name));
    symlinkSync(link, path.join(folder, 'node_modules/@troupe', name));
  }
  return folder;
}

async function runIn(folder: string, script: string, env: Record<string, string>): Promise<void> {
  const child = spawn(process.execPath, [script], {
    cwd: folder,
    stdio: ['ignore', 'ignore', 'inherit'],
    env: Object.assign({}, process.env, env),
  });
  const [code] = await once(child, 'exit');
  if (code !== 0) throw new Error(`${script} of the earlier version failed`);
}

function startIn(
  folder: string,
  databaseUrl: string,
  issuer: string,
  port: number,
  files: string,
): ChildProcess {
  return spawn(process.execPath, ['apps/api/src/server.ts'], {
    cwd: folder,
    stdio: ['ignore', 'ignore', 'inherit'],
    env: Object.assign({}, process.env, {
      DATABASE_URL: databaseUrl,
      OIDC_ISSUER: issuer,
      SECRET_KEY: 'a secret for the bench only',
      INBOUND_SMTP_PORT: '0',
      PORT: String(port),
      FILES_DIR: files,
      RATE_LIMIT_PER_MINUTE: '100000000',
      CALLS_PER_USER_PER_MINUTE: '100000000',
    }),
  });
}

async function untilReady(url: string): Promise<void> {
  for (let waited = 0; waited < 300; waited++) {
    if ((await fetch(`${url}/readyz`).catch(() => null))?.ok) return;
    await sleep(100);
  }
  throw new Error('The earlier version does not get ready');
}

/** Reads and writes lists all the time, at each of the URLs in turn. */
function keepAsking(urls: readonly string[], brandId: string, headers: Record<string, string>) {
  const failures: string[] = [];
  const times: number[] = [];
  let asking = true;
  const clients = Array.from({ length: CLIENTS }, async (_, client) => {
    for (let n = client; asking; n++) {
      const url = `${urls[n % urls.length]}/brand/${brandId}/creator-lists`;
      const startedAt = performance.now();
      const body = n % 3 === 0 ? { method: 'POST', body: JSON.stringify({ title: `List ${n}` }) } : {};
      const answer = await fetch(url, Object.assign({ headers }, body)).catch((error) => error as Error);
      times.push(performance.now() - startedAt);
      if (answer instanceof Error) failures.push(answer.message);
      else if (!answer.ok) failures.push(`${answer.status} ${(await answer.text()).slice(0, 200)}`);
      else await answer.arrayBuffer();
    }
  });
  const stop = async () => {
    asking = false;
    await Promise.all(clients);
    return { failures, times };
  };
  return { stop };
}

const migrationsIn = (url: string): Promise<number> =>
  withClient(url, async (client) => {
    const { rows } = await client.query('select count(*)::int as count from drizzle.__drizzle_migrations');
    return rows[0].count;
  });

/** Adds a brand with an owner. */
export const addMember = (url: string): Promise<{ brandId: string; subject: string }> =>
  withClient(url, async (client) => {
    const [brandId, userId] = [randomUUID(), randomUUID()];
    await client.query(
      `insert into brand (id, name, website, description) values ($1, 'Larkmoor', 'https://larkmoor.example', '')`,
      [brandId],
    );
    await client.query(
      `insert into person (id, subject, email, first_name, last_name, role)
       values ($1, $2, 'owner@larkmoor.example', 'Alva', 'Berg', 'brand')`,
      [userId, userId],
    );
    await client.query(`insert into brand_member (brand_id, user_id, role) values ($1, $2, 'owner')`, [
      brandId,
      userId,
    ]);
    return { brandId, subject: userId };
  });
