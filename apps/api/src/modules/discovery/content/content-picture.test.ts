import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import { createServer } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { diskFiles } from '../../../providers/files/disk.ts';
import { storePictureCopy } from './content-picture.ts';

const folder = mkdtempSync(join(tmpdir(), 'troupe-picture-'));
const files = diskFiles(folder);
let asked: string[] = [];
const server = createServer((request, response) => {
  asked.push(request.url ?? '');
  if (request.url === '/away') response.writeHead(302, { location: '/picture' }).end();
  else response.writeHead(200, { 'content-type': 'image/png' }).end('a picture');
});
let port = 0;
beforeAll(async () => {
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  port = (server.address() as { port: number }).port;
});
afterAll(() => {
  server.close();
  rmSync(folder, { recursive: true });
});

const keep = (url: string, fromLoopback: boolean) => {
  asked = [];
  const config = { API_ORIGIN: 'http://api.example', PICTURES_FROM_LOOPBACK: fromLoopback };
  return storePictureCopy(files, config, 'creator', url);
};

test('fetches pictures from localhost only if allowed, and never follows redirects', async () => {
  expect(await keep(`http://127.0.0.1:${port}/picture`, true)).toMatch(
    /^http:\/\/api\.example\/media\/creator\/[\da-f]{32}\.png$/,
  );
  expect(await keep(`http://127.0.0.1:${port}/away`, true)).toBeNull();
  expect(asked).toEqual(['/away']);
  expect(await keep(`http://127.0.0.1:${port}/picture`, false)).toBeNull();
  expect(asked).toEqual([]);
});

test("doesn't fetch pictures without TLS or from private addresses", async () => {
  for (const url of [
    `http://localhost:${port}/picture`,
    `https://localhost:${port}/picture`,
    `https://127.0.0.1:${port}/picture`,
    `https://[::1]:${port}/picture`,
    `https://[::ffff:127.0.0.1]:${port}/picture`,
    `https://2130706433:${port}/picture`,
    'http://169.254.169.254/latest/meta-data/',
    'file:///etc/passwd',
    'no address',
  ])
    expect(await keep(url, false), url).toBeNull();
  expect(asked).toEqual([]);
  // Allowed only for localhost, not for other private addresses.
  expect(await keep('http://10.0.0.1/picture', true)).toBeNull();
});
