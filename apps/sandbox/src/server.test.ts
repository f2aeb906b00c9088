import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { createTransport } from 'nodemailer';
import { afterAll, beforeAll, expect, test } from 'vitest';

let dataDir: string;
const running = new Set<ChildProcess>();

beforeAll(async () => {
  dataDir = await mkdtemp(join(tmpdir(), 'troupe-sandbox-process-'));
});
afterAll(async () => {
  for (const child of running) child.kill('SIGKILL');
  await rm(dataDir, { recursive: true, force: true });
});

type Line = { msg: string; port?: number; smtpPort?: number };

/** Starts the process; resolves with the first log line that matches `wanted`. */
async function start(env: Record<string, string>, wanted: (line: Line) => boolean) {
  const child = spawn(process.execPath, [join(import.meta.dirname, 'server.ts')], {
    env: {
      ...process.env,
      PORT: '0',
      SMTP_PORT: '0',
      IMAP_PORT: '0',
      DNS_PORT: '0',
      DATA_DIR: dataDir,
      ...env,
    },
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  running.add(child);
  const ended = once(child, 'exit').then(([code]) => {
    running.delete(child);
    return code as number | null;
  });
  const lines: string[] = [];
  for await (const text of createInterface({ input: child.stdout })) {
    lines.push(text);
    const line: Line = JSON.parse(text);
    if (wanted(line)) return { child, ended, line, lines };
  }
  throw new Error(`The sandbox ended early: ${lines.join('\n')}`);
}

const isUp = (line: Line) => line.msg === 'sandbox started';

test('an acknowledged email survives a kill, and stopping is clean', async () => {
  const first = await start({}, isUp);
  const transport = createTransport({ host: '127.0.0.1', port: first.line.smtpPort! });
  await transport.sendMail({ from: 'a@a.test', to: 'ann@a.test', subject: 'Kept', text: 'x' });
  first.child.kill('SIGKILL');
  await first.ended;

  const second = await start({}, isUp);
  const answer = await fetch(`http://127.0.0.1:${second.line.port}/api/mail?to=ann@a.test`);
  expect(await answer.json()).toMatchObject({ total: 1, mails: [{ subject: 'Kept' }] });
  second.child.kill('SIGTERM');
  expect(await second.ended).toBe(0);
  expect(second.lines.join('\n')).not.toContain('ann@a.test');
});

test('stopping finishes responses in progress without waiting for idle connections', async () => {
  const { child, ended, line } = await start({}, isUp);
  const origin = `http://127.0.0.1:${line.port}`;
  const slow = { provider: 'shopify', target: 'access_token', failure: 'slow', seconds: 1 };
  const post = (path: string, body: object) =>
    fetch(origin + path, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify(body),
    });
  await (await post('/api/faults', slow)).text();
  const asked = post('/shopify/larkmoor-goods.myshopify.com/admin/oauth/access_token', {});
  await new Promise((resolve) => setTimeout(resolve, 300));
  child.kill('SIGTERM');
  const answer = await asked;
  expect(await answer.json()).toMatchObject({ error: expect.any(String) });
  // Report a process that doesn't exit.
  expect(await ended).toBe(0);
});

test('reports a port in use and an unusable folder', async () => {
  const up = await start({}, isUp);
  const taken = await start({ SMTP_PORT: String(up.line.smtpPort) }, (line) => line.msg.includes('is taken'));
  expect(taken.line.msg).toBe(
    `Port ${up.line.smtpPort} is taken by another program. Stop it or choose another port.`,
  );
  expect(await taken.ended).toBe(1);
  const file = join(dataDir, 'file');
  await writeFile(file, '');
  const blocked = await start({ DATA_DIR: file }, (line) => line.msg.includes('cannot be used'));
  expect(blocked.line.msg).toContain(`The data folder ${file} cannot be used`);
  expect(await blocked.ended).toBe(1);
  up.child.kill('SIGTERM');
  expect(await up.ended).toBe(0);
});
