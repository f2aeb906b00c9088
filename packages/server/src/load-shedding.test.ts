import { PassThrough } from 'node:stream';
import Fastify, { type LightMyRequestResponse } from 'fastify';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { REFUSAL_DELAY_MS, shedLoad } from './load-shedding.ts';

beforeEach(() => void vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] }));
afterEach(() => void vi.useRealTimers());

/** Flushes pending microtasks and I/O, not timers. */
async function settle() {
  for (let turn = 0; turn < 20; turn++) await new Promise((done) => setImmediate(done));
}

/** A server that handles one request at a time and never finishes `/slow`. */
async function smallServer() {
  const server = Fastify();
  shedLoad(server, { maxRequests: 1, eventLoopDelayMs: 0, isOwnLimit: () => false });
  server.get('/slow', () => new Promise(() => undefined));
  server.get('/healthz', () => 'ok');
  server.post('/notes', () => 'done');
  await server.ready();
  return server;
}

async function expectHeldRefusal(answer: Promise<LightMyRequestResponse>) {
  let status: number | undefined;
  void answer.then(({ statusCode }) => {
    status = statusCode;
  });
  vi.advanceTimersByTime(REFUSAL_DELAY_MS - 1);
  await settle();
  expect(status).toBeUndefined();
  vi.advanceTimersByTime(1);
  await settle();
  expect(status).toBe(503);
}

test('delays a rejection; health checks still respond', async () => {
  const server = await smallServer();
  void server.inject('/slow');
  await settle();
  const refused = server.inject('/slow');
  await settle();
  expect((await server.inject('/healthz')).body).toBe('ok');
  await expectHeldRefusal(refused);
});

test('delays a rejection if the slot was taken while the body arrived', async () => {
  const server = await smallServer();
  const body = new PassThrough();
  const refused = server.inject({
    method: 'POST',
    url: '/notes',
    headers: { 'content-type': 'text/plain' },
    payload: body,
  });
  body.write('hel');
  await settle();
  void server.inject('/slow');
  await settle();
  body.end('lo');
  await settle();
  await expectHeldRefusal(refused);
});
