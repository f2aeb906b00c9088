import type { AddressInfo } from 'node:net';
import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import Fastify from 'fastify';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { endSlowBodies } from './slow-bodies.ts';

// Requests are also released at intervals, which would hide one kept until then.
beforeEach(() => void vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] }));
afterEach(() => void vi.useRealTimers());

setFlagsFromString('--expose-gc');
const collectGarbage: () => void = runInNewContext('gc');

test('releases requests as soon as their body has arrived', async () => {
  const server = Fastify();
  endSlowBodies(server, { bodyMs: 1000, bytesPerSecond: 1000, isFile: () => false });
  const handled: WeakRef<object>[] = [];
  server.all('/notes', ({ raw }) => {
    handled.push(new WeakRef(raw));
    return 'done';
  });
  await server.listen({ host: '127.0.0.1', port: 0 });
  const url = `http://127.0.0.1:${(server.server.address() as AddressInfo).port}/notes`;
  const ask = async (init: RequestInit) => (await fetch(url, init)).text();
  for (let n = 0; n < 20; n++) {
    await ask({});
    await ask({ method: 'POST', headers: { 'content-type': 'text/plain' }, body: 'hello' });
  }
  await new Promise((done) => setImmediate(done));
  collectGarbage();
  // A connection holds its last request.
  expect(handled.filter((request) => request.deref()).length).toBeLessThan(5);
  await server.close();
});
