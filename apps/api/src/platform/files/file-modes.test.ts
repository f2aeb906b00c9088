import { readdirSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { createClient } from '@troupe/contract/client';
import { createImport } from '@troupe/contract/discovery/creator-import';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { startTestApi, type TestApi } from '../../testing/test-api.ts';
import { startTestProcess, type TestProcess } from '../../testing/test-process.ts';

let t: TestApi;
let running: TestProcess;
beforeAll(async () => {
  t = await startTestApi();
  running = await startTestProcess(t);
});
afterAll(async () => {
  running?.child.kill('SIGKILL');
  await t?.stop();
});

test("makes stored files readable by the API's account only", async () => {
  const brandId = await t.brand();
  const person = await t.person({ brandId });
  const client = createClient({ baseUrl: running.url, token: () => person.token });
  await client.upload(createImport, { params: { brandId } }, new Blob(['username\nrunner']), 'a.csv');
  const folder = t.api.config.FILES_DIR;
  expect(statSync(folder).mode & 0o777).toBe(0o700);
  const entries = readdirSync(join(folder, 'imports'), { recursive: true, withFileTypes: true });
  const files = entries.filter((entry) => entry.isFile());
  expect(files.length).toBeGreaterThan(0);
  for (const file of files) expect(statSync(join(file.parentPath, file.name)).mode & 0o777).toBe(0o600);
});
