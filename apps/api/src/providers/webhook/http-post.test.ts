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

test('nothing is sent into this machine or its network, however the address is written', async () => {
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
      error: 'The address leads into a private network. Use one that is public.',
    });
  }
  expect(await post(`http://127.0.0.1:${port}/`)).toMatchObject({
    error: 'The URL must start with https.',
  });
  expect(asked).toBe(0);
});

test('an answer that never ends is given up after its time', async () => {
  const outcome = await post(`http://127.0.0.1:${port}/`, true);
  expect(outcome).toMatchObject({ status: null, error: 'No answer came within 0.3 seconds.' });
});

test('what cannot be reached is said in words', async () => {
  expect(await post('http://127.0.0.1:1/', true)).toMatchObject({
    error: 'Nothing answers at this address.',
  });
  expect((await post('https://no-such-host.invalid/')).error).toMatch(/host/);
  expect(await post('not an address')).toMatchObject({ error: 'The connection failed.' });
});
