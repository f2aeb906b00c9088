import { readFileSync } from 'node:fs';
import path from 'node:path';
import { afterEach, expect, test, vi } from 'vitest';
import { parse } from 'yaml';
import { root } from '../folders.ts';
import { caddy, freePort, hasCaddy, Node, startNames, startProxy } from './proxy.fixture.ts';

if (!hasCaddy) console.log('Skipped: Caddy 2.8 or newer is not installed (CADDY names another program).');

// Starts processes, on a machine that is busy with other tests.
vi.setConfig({ testTimeout: 240_000 });

const stops: (() => unknown)[] = [];
afterEach(async () => {
  for (const stop of stops.splice(0)) await stop();
});

/** Starts three processes behind Caddy, found by name. */
async function startService({ isPatient = true } = {}) {
  const port = await freePort();
  const hosts = ['127.0.0.1', '127.0.0.2', '127.0.0.3'];
  const nodes = await Promise.all(hosts.map((host) => new Node(host, port).start()));
  const names = await startNames(() => hosts);
  const proxy = await startProxy('Caddyfile', { dns: names.port, apiPort: port, isPatient });
  stops.push(
    () => proxy.stop(),
    () => names.stop(),
    () => nodes.map((node) => node.kill()),
  );
  return { proxy, nodes: nodes as [Node, Node, Node], hosts };
}

test.skipIf(!hasCaddy).each(['Caddyfile', 'nodes.Caddyfile'])('Caddy accepts %s', (file) => {
  const { status, stderr } = caddy(['validate'], file, '10.0.0.1:4000 10.0.0.2:4000');
  expect(stderr).not.toContain('"warn"');
  expect(status, stderr).toBe(0);
});

test('each host in the Caddyfile is a Compose service, and Compose has all files that it imports', () => {
  const { services } = parse(readFileSync(path.join(root, 'compose.yaml'), 'utf8'), { merge: true });
  const file = readFileSync(path.join(root, 'deploy/caddy/Caddyfile'), 'utf8');
  const hosts = [...file.matchAll(/import service (\w+) \d+/g)].map(([, name]) => name ?? '');
  expect(hosts).toEqual(['web', 'portal', 'auth', 'api']);
  for (const name of hosts) {
    expect(services).toHaveProperty(name);
    // Several containers can't share a name or a port of the machine.
    expect(services[name]).not.toHaveProperty('ports');
    expect(services[name]).not.toHaveProperty('container_name');
  }
  expect(services.proxy.volumes).toContain('./deploy/caddy:/etc/caddy:ro');
});

test.skipIf(!hasCaddy)('no read fails while processes are killed and come back', async () => {
  const { proxy, nodes } = await startService();
  const answered = new Set<string>();
  for (let round = 0; round < 6; round++) {
    const node = nodes[round % 3] as Node;
    const reads = Array.from({ length: 40 }, (_, n) => {
      if (n === 20) node.kill();
      return proxy.send();
    });
    for (const { status, text } of await Promise.all(reads)) {
      expect(status).toBe(200);
      answered.add(text);
    }
    await node.start();
  }
  expect(answered.size).toBe(3);
});

test.skipIf(!hasCaddy)('a write that broke is not repeated, unless it has an idempotency key', async () => {
  const { proxy, nodes } = await startService();
  const count = () => nodes.flatMap(({ received }) => received).length;
  for (const node of nodes) node.breaks = true;
  const json = { 'content-type': 'application/json' };
  const broken = await proxy.send('POST', json, '{"title":"Once"}');
  expect(broken.status).toBe(502);
  // It may have been carried out, so it must not be repeated.
  expect(broken.headers).not.toHaveProperty('retry-after');
  expect(count()).toBe(1);
  const form = { 'content-type': 'text/plain', 'idempotency-key': 'b' };
  expect((await proxy.send('POST', form, 'a file')).status).toBe(502);
  expect(count()).toBe(2);

  const body = JSON.stringify({ text: 'x'.repeat(200_000) });
  const waiting = proxy.send('POST', { ...json, 'idempotency-key': 'a' }, body);
  await vi.waitFor(() => expect(count()).toBeGreaterThan(2), { timeout: 60_000 });
  for (const node of nodes) node.breaks = false;
  expect((await waiting).status).toBe(200);
  expect(new Set(nodes.flatMap(({ received }) => received).slice(2))).toContain(body);
  expect(nodes.flatMap(({ received }) => received).filter((one) => one === body).length).toBe(count() - 2);
});

test.skipIf(!hasCaddy)('while there is no process, requests wait for one', async () => {
  const { proxy, nodes } = await startService();
  for (const node of nodes) node.kill();
  const waiting = proxy.send('POST', { 'content-type': 'application/json' }, '{}');
  await nodes[1].start();
  expect((await waiting).text).toBe('127.0.0.2');
  expect(nodes[1].received).toEqual(['{}']);
});

test.skipIf(!hasCaddy)('without any process, requests are answered 503 with Retry-After', async () => {
  const { proxy, nodes, hosts } = await startService({ isPatient: false });
  for (const node of nodes) node.kill();
  hosts.length = 0;
  await vi.waitFor(
    async () => expect(await proxy.send()).toMatchObject({ status: 503, headers: { 'retry-after': '2' } }),
    { timeout: 120_000 },
  );
});

test.skipIf(!hasCaddy)(
  'events reach readers at once, and end at the process when a reader leaves',
  async () => {
    const { proxy, nodes } = await startService();
    const streams = await Promise.all(
      Array.from({ length: 6 }, async () => {
        const stream = await proxy.open('GET', { accept: 'text/event-stream' });
        for await (const chunk of stream.iterator({ destroyOnReturn: false })) {
          expect(String(chunk)).toContain('data: one');
          break;
        }
        return stream;
      }),
    );
    const open = () => nodes.reduce((sum, node) => sum + node.streams, 0);
    expect(open()).toBe(6);
    for (const stream of streams) stream.destroy();
    await vi.waitFor(() => expect(open()).toBe(0), { timeout: 60_000 });
  },
);

test.skipIf(!hasCaddy)('a listed process that is not ready gets no requests', async () => {
  const ports = [await freePort(), await freePort()];
  const nodes = await Promise.all(ports.map((port) => new Node('127.0.0.1', port).start()));
  const [first, second] = nodes as [Node, Node];
  first.isReady = false;
  const apiNodes = ports.map((port) => `127.0.0.1:${port}`).join(' ');
  const proxy = await startProxy('nodes.Caddyfile', { apiNodes });
  stops.push(
    () => proxy.stop(),
    () => nodes.map((node) => node.kill()),
  );
  const sendTen = async () => {
    const before = first.received.length;
    for (let n = 0; n < 10; n++) expect((await proxy.send()).status).toBe(200);
    return first.received.length - before;
  };
  await vi.waitFor(async () => expect(await sendTen()).toBe(0), { timeout: 60_000 });
  first.isReady = true;
  second.isReady = false;
  await vi.waitFor(async () => expect(await sendTen()).toBe(10), { timeout: 60_000 });
});
