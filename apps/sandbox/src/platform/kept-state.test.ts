import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { EventLog } from './event-log.ts';
import { KeptState } from './kept-state.ts';

let folder: string;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'troupe-kept-'));
});
afterAll(() => rm(folder, { recursive: true, force: true }));

/** A vendor that remembers a count and what happened to it. */
async function start(name: string, most = 3) {
  const log = new EventLog<{ id: string }>(({ id }) => id, most);
  const vendor = { count: 0, began: false };
  const kept = new KeptState<{ count: number }, { id: string }>(join(folder, name), {
    state: () => ({ count: vendor.count }),
    take: ({ count }) => {
      if (!Number.isInteger(count)) throw new Error('no count');
      vendor.count = count;
    },
    begin: () => {
      vendor.began = true;
      vendor.count = 0;
      log.clear();
    },
    events: log,
  });
  await kept.open();
  const add = () => {
    vendor.count += 1;
    return log.add({ id: `e${vendor.count}` });
  };
  return { vendor, kept, log, add, keys: () => [...log.byKey.keys()] };
}

test('what was kept is there again, the newest events too, and those of unwritten changes are not', async () => {
  const first = await start('again');
  expect(first.vendor.began).toBe(true);
  for (let at = 0; at < 3; at++) expect(first.add()).toEqual([]);
  expect(first.add()).toEqual(['e1']);
  await first.kept.save();
  const file = join(folder, 'again/events.ndjson');
  await writeFile(file, `${await readFile(file, 'utf8')}{"id":"unwritten"}\n{"id":"cut`);
  const second = await start('again');
  expect([second.vendor, second.keys()]).toEqual([{ count: 4, began: false }, ['e2', 'e3', 'e4']]);
  expect(await readFile(file, 'utf8')).toBe('{"id":"e2"}\n{"id":"e3"}\n{"id":"e4"}\n');
});

test('a state that cannot be read is set aside: nothing of it is left, and no event', async () => {
  const first = await start('broken');
  first.add();
  await first.kept.save();
  for (const broken of ['{"count": 1', '{"count": "one"}']) {
    await writeFile(join(folder, 'broken/state.json'), broken);
    const second = await start('broken');
    expect([second.vendor, second.keys()]).toEqual([{ count: 0, began: true }, []]);
    expect(await readFile(join(folder, 'broken/state.json.unreadable'), 'utf8')).toBe(broken);
    second.add();
    await second.kept.save();
  }
});

test('many who save at once share one writing, and the last change is in it', async () => {
  const { add, kept, vendor } = await start('many', 1000);
  await Promise.all(
    Array.from({ length: 200 }, () => {
      add();
      return kept.save();
    }),
  );
  const again = await start('many', 1000);
  expect(again.vendor.count).toBe(vendor.count);
  expect(again.keys()).toHaveLength(200);
});
