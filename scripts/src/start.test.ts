import { existsSync, mkdirSync, readFileSync, rmSync, statSync } from 'node:fs';
import { createServer } from 'node:http';
import path from 'node:path';
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';
import { freePortBase } from './postgres/test-server.ts';
import { portsOf } from './processes/ports.ts';
import { portIsFree } from './processes/processes.ts';
import { readRunRecord } from './processes/run-record.ts';
import { SmallClone, type Started } from './small-clone.fixture.ts';

let clone: SmallClone;

beforeAll(async () => {
  clone = new SmallClone(await freePortBase((base) => Object.values(portsOf(base))));
});

afterAll(() => clone.remove());

/** Ends what a failed test left; tests of a suite share a start. */
afterEach(({ task }) => (task.suite ? undefined : clone.stop()));

const ports = () => portsOf(clone.portBase);
const steps = () => readFileSync(clone.steps, 'utf8').trim().split('\n').toSorted();

async function allFree(): Promise<boolean> {
  const free = await Promise.all(Object.values(ports()).map((port) => portIsFree(port)));
  return free.every(Boolean);
}

test('the first start migrates, seeds demo data, builds, and prints URLs and accounts', async () => {
  const start = clone.start();
  const said = await start.ready();
  for (const port of [ports().web, ports().portal, ports().api, ports().auth, ports().sandbox]) {
    expect(said).toContain(`http://localhost:${port}`);
  }
  for (const name of ['admin', 'owner', 'member', 'multi', 'nobody', 'creator']) {
    expect(said).toContain(`${name}@troupe.test`);
  }
  expect(steps()).toEqual(['api/src/demo/seed.ts', 'api/src/migrate.ts', 'auth/src/demo/seed.ts']);
  const page = await fetch(`http://localhost:${ports().web}/campaigns`);
  expect(await page.text()).toContain('id="troupe-config"');
  const file = path.join(clone.dataDir, 'run.json');
  expect(statSync(file).mode & 0o777).toBe(0o600);
  expect(readRunRecord(clone.dataDir)).toMatchObject({
    portBase: clone.portBase,
    webUrl: `http://localhost:${ports().web}`,
  });
  start.child.kill('SIGINT');
  expect(await start.ended).toBe(0);
  expect(await allFree()).toBe(true);
  expect(existsSync(file)).toBe(false);
});

describe('a second start', () => {
  let start: Started;
  beforeAll(async () => {
    start = clone.start();
    await start.ready();
  });
  afterAll(() => clone.stop());

  test('runs the API as one file', () => {
    const processes = readRunRecord(clone.dataDir)?.processes;
    const commands = processes?.map(({ pid }) => readFileSync(`/proc/${pid}/cmdline`, 'utf8').split('\0'));
    expect(commands?.some((words) => words.includes('apps/api/dist/server.mjs'))).toBe(true);
  });

  test('seeds and builds nothing', () => {
    expect(start.said).not.toMatch(/Building|First start/);
    expect(steps().filter((step) => step.endsWith('seed.ts'))).toHaveLength(2);
  });

  test('makes files of hosts accessible only to their account', () => {
    for (const name of ['api', 'auth', 'web'])
      expect(statSync(path.join(clone.dataDir, 'logs', `${name}.log`)).mode & 0o777).toBe(0o600);
  });

  test('keeps another instance from its folder and ports, with instructions', async () => {
    const same = clone.start();
    expect(await same.ended).toBe(1);
    expect(same.said).toMatch(
      /^Troupe runs already with the data folder .* or start beside it with --port-base N/m,
    );
    const beside = clone.start(['--data-dir', 'elsewhere']);
    expect(await beside.ended).toBe(1);
    expect(beside.said).toMatch(
      new RegExp(`^Port ${ports().web} for the host "web" is taken by process`, 'm'),
    );
    expect((await fetch(`http://localhost:${ports().api}/readyz`)).status).toBe(200);
  });

  test('restarts a crashed host and shows its last output', async () => {
    await fetch(`http://localhost:${ports().api}/crash`).catch(() => {});
    const said = await start.says('api is back.');
    expect(said).toContain('api ended (code 3)');
    expect(said).toContain('  boom');
    expect((await fetch(`http://localhost:${ports().api}/readyz`)).status).toBe(200);
  });

  test('restarts a database killed with -9', async () => {
    process.kill(readRunRecord(clone.dataDir)?.databaseProcess?.pid ?? 0, 'SIGKILL');
    await start.says('The database is back.');
  });

  test('stops cleanly on SIGTERM', async () => {
    start.child.kill('SIGTERM');
    expect(await start.ended).toBe(0);
    expect(await allFree()).toBe(true);
  });
});

test('after kill -9 of a start command, of npm, or of npm and its children, the next start takes over', async () => {
  const npm = ['npm', 'start'];
  let start = clone.start();
  await start.ready();
  process.kill(readRunRecord(clone.dataDir)?.pid ?? 0, 'SIGKILL');
  await start.ended;
  start = clone.start([], npm);
  expect(await start.ready()).toContain('The database was still running; it is taken over.');
  process.kill(start.child.pid ?? 0, 'SIGKILL');
  start = clone.start([], npm);
  await start.ready();
  process.kill(-(start.child.pid ?? 0), 'SIGKILL');
  start = clone.start();
  await start.ready();
  start.child.kill('SIGTERM');
  expect(await start.ended).toBe(0);
  expect(await allFree()).toBe(true);
});

test('a host that never starts ends the start with its last output and no leftovers', async () => {
  const good = readFileSync(path.join(clone.folder, 'apps/auth/src/server.ts'), 'utf8');
  clone.write('apps/auth/src/server.ts', `console.error('ISSUER: is missing'); process.exit(1);`);
  const start = clone.start();
  expect(await start.ended).toBe(1);
  expect(start.said).toMatch(/auth ended \(code 1\)[\s\S]*ISSUER: is missing/);
  expect(await allFree()).toBe(true);
  expect(clone.living()).toBe(0);
  clone.write('apps/auth/src/server.ts', good);
});

test('interrupting a start leaves nothing running', async () => {
  clone.write('apps/web/src/main.ts', `document.body.append('changed');`);
  const start = clone.start();
  await start.says('Building');
  start.child.kill('SIGINT');
  expect(await start.ended).toBe(0);
  expect(await allFree()).toBe(true);
});

test('a start after a change runs the changed API', async () => {
  const source = path.join(clone.folder, 'apps/api/src/server.ts');
  clone.write('apps/api/src/server.ts', readFileSync(source, 'utf8').replace("'ok'", "'changed'"));
  const start = clone.start();
  await start.ready();
  expect(await (await fetch(`http://localhost:${ports().api}/`)).text()).toBe('changed');
  start.child.kill('SIGTERM');
  expect(await start.ended).toBe(0);
});

test('--empty starts a folder without demo data, permanently', async () => {
  const before = steps().filter((step) => step.endsWith('seed.ts')).length;
  mkdirSync(path.join(clone.folder, 'second'));
  for (const options of [['--empty'], []]) {
    const start = clone.start(['--data-dir', 'second', ...options]);
    expect(await start.ready()).not.toContain('@troupe.test');
    start.child.kill('SIGTERM');
    await start.ended;
  }
  expect(steps().filter((step) => step.endsWith('seed.ts'))).toHaveLength(before);
});

test('a deleted data folder starts over, even if its database was elsewhere', async () => {
  rmSync(clone.dataDir, { recursive: true });
  const start = clone.start();
  expect(await start.ready()).toContain('First start: filling the demo world.');
  start.child.kill('SIGTERM');
  expect(await start.ended).toBe(0);
});

test('reports a port used by another program with what to do', async () => {
  const stranger = createServer().listen(ports().sandboxMail, '127.0.0.1');
  const start = clone.start();
  expect(await start.ended).toBe(1);
  expect(start.said).toMatch(new RegExp(`^Port ${ports().sandboxMail} .*--port-base N`, 'm'));
  await new Promise((resolve) => stranger.close(resolve));
});

test('reports a port taken during seeding without a stack trace', async () => {
  const seed = 'apps/api/src/demo/seed.ts';
  const good = readFileSync(path.join(clone.folder, seed), 'utf8');
  clone.write(
    seed,
    `import { existsSync } from 'node:fs';
    console.log('filling');
    const waiting = setInterval(() => existsSync('go') && clearInterval(waiting), 20);`,
  );
  const start = clone.start(['--data-dir', 'third']);
  const log = path.join(clone.folder, 'third/logs/api-seed.log');
  await expect
    .poll(() => existsSync(log) && readFileSync(log, 'utf8'), { timeout: 120_000 })
    .toContain('filling');
  const stranger = createServer().listen(ports().api, '127.0.0.1');
  clone.write('go', '');
  expect(await start.ended).toBe(1);
  expect(start.said).toMatch(
    new RegExp(`^Port ${ports().api} for the host "api" is taken .*--port-base N`, 'm'),
  );
  expect(start.said).not.toMatch(/^ +at /m);
  await new Promise((resolve) => stranger.close(resolve));
  rmSync(path.join(clone.folder, 'go'));
  clone.write(seed, good);
});

test('a host whose port is taken at the last moment reports it without a stack trace', async () => {
  const server = 'apps/sandbox/src/server.ts';
  const good = readFileSync(path.join(clone.folder, server), 'utf8');
  clone.write(
    server,
    `import net from 'node:net';
    net.createServer().listen(${ports().sandbox}, '127.0.0.1', () =>
      net.createServer().listen(${ports().sandbox}, '127.0.0.1'));`,
  );
  const start = clone.start();
  expect(await start.ended).toBe(1);
  expect(start.said).toMatch(new RegExp(`^Port ${ports().sandbox} for the host "sandbox" is taken`, 'm'));
  expect(start.said).not.toMatch(/^ +at /m);
  clone.write(server, good);
});

test('rejects an unknown command or option in one line', async () => {
  const command = clone.start([], [process.execPath, 'scripts/run.mjs', 'fly']);
  expect([await command.ended, command.said]).toEqual([
    1,
    expect.stringMatching(/^There is no command "fly"\..*\n$/),
  ]);
  const option = clone.start(['--fast']);
  expect([await option.ended, option.said]).toEqual([
    1,
    expect.stringMatching(/^Unknown option '--fast'\..*\n$/),
  ]);
});
