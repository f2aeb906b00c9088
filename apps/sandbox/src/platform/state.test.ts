import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { KeptState, trim } from './state.ts';

let folder: string;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'troupe-kept-'));
});
afterAll(() => rm(folder, { recursive: true, force: true }));

async function start(name: string) {
  const kept = new KeptState(join(folder, name), () => ({
    count: 0,
    names: new Map<string, { at: number }>(),
  }));
  await kept.open();
  return kept;
}

test('state including maps survives a restart', async () => {
  const first = await start('again');
  first.state.count = 4;
  first.state.names.set('one', { at: 1 });
  await first.save();
  expect((await start('again')).state).toEqual({ count: 4, names: new Map([['one', { at: 1 }]]) });
});

test('sets aside an unreadable file or one of another version', async () => {
  for (const broken of ['{"count": 1', '{"format":1,"state":{"count":9}}']) {
    await start('broken');
    await writeFile(join(folder, 'broken/state.json'), broken);
    expect((await start('broken')).state.count).toBe(0);
    expect(await readFile(join(folder, 'broken/state.json.unreadable'), 'utf8')).toBe(broken);
  }
});

test('concurrent saves share a write that contains the last change', async () => {
  const kept = await start('many');
  await Promise.all(
    Array.from({ length: 200 }, () => {
      kept.state.count += 1;
      return kept.save();
    }),
  );
  expect((await start('many')).state.count).toBe(200);
});

test('a map over its limit loses its oldest entries', () => {
  const map = new Map([1, 2, 3, 4].map((one) => [one, one]));
  trim(map, 2);
  expect([...map.keys()]).toEqual([3, 4]);
});
