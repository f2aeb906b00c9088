import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { httpPost } from './http-post.ts';

let port: number;
let asked = 0;
const server = createServer((_request, response) => {
  asked += 1;
  response.write('x');
});
beforeAll(async () => {
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  ({ port } = server.address() as AddressInfo);
});
afterAll(() => {
  server.closeAllConnections();
  server.close();
});

const post = (url: string, anywhere = false) =>
  httpPost({ anywhere, timeoutMs: 300 })({ url, headers: {}, body: '{}' });

test('never posts to this machine or its network, in any URL notation', async () => {
  const hosts = [
    '127.0.0.1',
    'localhost',
    '[::1]',
    '127.1',
    '0x7f000001',
    '2130706433',
    '[::ffff:127.0.0.1]',
  ];
  for (const host of hosts) {
    const outcome = await post(`https://${host}:${port}/`);
    expect(outcome, host).toMatchObject({
      status: null,
      error: 'The URL points to a private network. Use a public URL.',
    });
  }
  expect(await post(`http://127.0.0.1:${port}/`)).toMatchObject({
    error: 'The URL must start with https://',
  });
  expect(asked).toBe(0);
});

test('gives up on a response that never ends', async () => {
  const outcome = await post(`http://127.0.0.1:${port}/`, true);
  expect(outcome).toMatchObject({ status: null, error: 'No response within 0.3 seconds.' });
});

test('explains connection errors', async () => {
  expect(await post('http://127.0.0.1:1/', true)).toMatchObject({
    error: 'The connection was refused.',
  });
  expect((await post('https://no-such-host.invalid/')).error).toMatch(/host/);
  expect(await post('not an address')).toMatchObject({ error: 'The connection failed.' });
});
