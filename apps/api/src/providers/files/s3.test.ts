import { mkdtemp, readdir, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { buffer } from 'node:stream/consumers';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { Files } from '../../platform/files/files.ts';
import { openFiles } from './open-files.ts';
import { startBucketServer } from './s3.fixture.ts';

let bucket: Awaited<ReturnType<typeof startBucketServer>>;
let folder: string;
let files: Files;
const before = { ...process.env };
beforeAll(async () => {
  process.env.AWS_ACCESS_KEY_ID = 'test-key';
  process.env.AWS_SECRET_ACCESS_KEY = 'test-secret';
  bucket = await startBucketServer();
  folder = await mkdtemp(join(tmpdir(), 's3-files-'));
  files = openFiles({
    FILES_DIR: folder,
    S3_BUCKET: 'troupe',
    S3_REGION: 'eu-central-1',
    S3_ENDPOINT: bucket.endpoint,
    S3_PREFIX: 'one/',
  });
});
afterAll(async () => {
  process.env = before;
  await bucket.stop();
  await rm(folder, { recursive: true });
});

async function keep(key: string, content: string | Buffer) {
  const draft = await files.draft();
  await writeFile(draft, content);
  await files.store(draft, key);
}

test('a file is stored in the bucket, read whole and in parts, and leaves nothing locally', async () => {
  await keep('brands/1/häuser & co.txt', '0123456789');
  expect([...bucket.objects.keys()]).toEqual(['one/brands/1/häuser & co.txt']);
  expect(await readdir(join(folder, 'drafts'))).toEqual([]);
  expect((await buffer(files.read('brands/1/häuser & co.txt'))).toString()).toBe('0123456789');
  expect((await buffer(files.read('brands/1/häuser & co.txt', 3, 5))).toString()).toBe('345');
  expect((await buffer(files.read('brands/1/häuser & co.txt', 7))).toString()).toBe('789');
  await files.remove('brands/1/häuser & co.txt');
  await files.remove('brands/1/häuser & co.txt');
  expect(bucket.objects.size).toBe(0);
});

test('an empty file and one of 20 MB are stored unchanged', async () => {
  await keep('empty', '');
  expect((await buffer(files.read('empty'))).length).toBe(0);
  const large = Buffer.alloc(20_000_000, 'troupe');
  await keep('large', large);
  expect(large.equals(await buffer(files.read('large')))).toBe(true);
  await Promise.all([files.remove('empty'), files.remove('large')]);
});

test('a missing file fails as on disk, and a reader that stops ends the download', async () => {
  await expect(buffer(files.read('nowhere'))).rejects.toMatchObject({ code: 'ENOENT' });
  await keep('long', Buffer.alloc(5_000_000));
  const stream = files.read('long');
  for await (const chunk of stream) {
    expect(chunk.length).toBeGreaterThan(0);
    break;
  }
  expect(stream.destroyed).toBe(true);
  await files.remove('long');
});

test('deletes a folder with all of its files, and no other', async () => {
  for (const key of ['brands/1/a', 'brands/1/deep/b', 'brands/10/c']) await keep(key, 'x');
  await files.removeFolder('brands/1');
  expect([...bucket.objects.keys()]).toEqual(['one/brands/10/c']);
  await files.removeFolder('brands/10');
});

test('retries while the store is busy', async () => {
  bucket.fail(2);
  await keep('patience', 'kept');
  expect(bucket.objects.get('one/patience')?.toString()).toBe('kept');
});
