import { listMonitors } from '@troupe/contract/listening/monitor';
import { codeQuery } from '@troupe/domain/listening/monitor';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { aBooksWorld, aCode, anAffiliate } from '../affiliate/books.fixture.ts';
import { type StoreWorld, startStoreWorld } from '../commerce/stores.fixture.ts';
import { syncCodeMonitors } from './code-monitors.ts';

let w: StoreWorld;
beforeAll(async () => {
  w = await startStoreWorld();
});
afterAll(() => w.stop());

test('searches for a code as it is written, unless it can only be a code', () => {
  expect(codeQuery('MARA10')).toBe('MARA10');
  expect(codeQuery('SUMMER')).toBe('{SUMMER}');
  expect(codeQuery('MARA-10')).toBe('"MARA-10"');
  expect(codeQuery('M1')).toBeNull();
});

test('gives a code one monitor, archives it when the code ends, and restores it', async () => {
  const world = await aBooksWorld(w);
  const { userId } = await w.t.person({ role: 'creator' });
  const mara = await anAffiliate(world, { userId });
  const codeId = await aCode(world, mara.id, 'MARA10');
  await aCode(world, mara.id, 'M1');
  const monitors = async (state: 'active' | 'archived') =>
    (
      await world.owner.call(listMonitors, {
        params: { brandId: world.brandId },
        query: { state: [state], kind: ['creator-code'] },
      })
    ).monitors;
  await Promise.all([syncCodeMonitors(w.t.api), syncCodeMonitors(w.t.api)]);
  expect(await monitors('active')).toMatchObject([
    {
      name: 'MARA10',
      query: 'MARA10',
      subjectId: codeId,
      queryVersion: 1,
      abilities: { change: { allowed: false } },
    },
  ]);
  const end = (state: string) =>
    w.t.api.pool.query('update affiliate_code set state = $2 where id = $1', [codeId, state]);
  await end('ended');
  await syncCodeMonitors(w.t.api);
  expect([await monitors('active'), await monitors('archived')]).toMatchObject([[], [{ subjectId: codeId }]]);
  await end('live');
  await syncCodeMonitors(w.t.api);
  expect(await monitors('active')).toMatchObject([{ subjectId: codeId }]);
});
