import { once } from 'node:events';
import { Agent, get, type IncomingMessage } from 'node:http';
import type { AddressInfo } from 'node:net';
import Fastify from 'fastify';
import { expect, test } from 'vitest';
import { closeServer, stopAll } from './stopping.ts';

test("logs and abandons what doesn't stop in time, and stops the rest", async () => {
  const ended: string[] = [];
  const named: unknown[] = [];
  const log = { error: (about: unknown) => named.push(about) };
  await stopAll(
    log as never,
    [
      ['first', async () => ended.push('first')],
      ['stuck', () => new Promise(() => {})],
      ['last', async () => ended.push('last')],
    ],
    50,
  );
  expect(ended).toEqual(['first', 'last']);
  expect(named).toEqual([{ step: 'stuck' }]);
});

test('logs a failing step', async () => {
  const log = { error: () => {} };
  await expect(stopAll(log as never, [['bad', () => Promise.reject(new Error('no'))]])).rejects.toThrow('no');
});

test('closes connections whose last response was in progress', async () => {
  const [asked, answered] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()];
  const server = Fastify();
  server.get('/', async (_request, reply) => {
    reply.hijack();
    reply.raw.write('begun ');
    asked.resolve();
    await answered.promise;
    reply.raw.end('and done');
  });
  await server.listen({ host: '127.0.0.1', port: 0 });
  const agent = new Agent({ keepAlive: true });
  const { port } = server.server.address() as AddressInfo;
  const [response] = (await once(get({ port, agent }), 'response')) as [IncomingMessage];
  await asked.promise;
  const closed = closeServer(server);
  await new Promise((resolve) => setTimeout(resolve, 100));
  answered.resolve();
  expect(Buffer.concat(await response.toArray()).toString()).toBe('begun and done');
  // Otherwise keep-alive would hold it for 72 seconds.
  await closed;
  agent.destroy();
});
