import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { requestStatements } from '../../../testing/statements.ts';
import { type CreatorWorld, type Query, startCreatorWorld } from './creator.fixture.ts';

let w: CreatorWorld;
beforeAll(async () => {
  w = await startCreatorWorld();
  // Wide rows lie in many blocks, of which a sample hits its share.
  await w.t.api.pool.query(
    `insert into creator (id, platform, username, profile_url, language, bio)
     select gen_random_uuid(), 'youtube', 'many' || n, repeat('x', 1500), 'mt', case when n <= 30 then 'lighthouse keeper' else 'mountain' end
     from generate_series(1, 30000) n`,
  );
  await w.t.api.pool.query('analyze creator');
});
afterAll(() => w.t.stop());

/** What the search itself sends for a query, in the order of the letters. */
async function sent(query: Query): Promise<string[]> {
  const statements = await requestStatements(w.t, () => w.search(query));
  return statements
    .filter((text) => /\bfrom creator\b/.test(text))
    .map(kindOf)
    .sort();
}

function kindOf(text: string): string {
  if (text.startsWith('explain')) return 'estimate';
  if (text.includes('tablesample')) return 'sample';
  return text.includes('with found as') ? 'gather' : 'walk';
}

test('what few creators match is found with one statement', async () => {
  // Until the statistics are read, which nobody waits for, the planner is asked.
  await vi.waitFor(async () => expect(await sent({ q: 'lighthouse' })).toEqual(['gather']));
  expect(await w.search({ q: 'lighthouse' })).toMatchObject({ total: 30, totalIsExact: true });
});

test('what very many match is sampled once and then walked to, with the brand’s own beside', async () => {
  await vi.waitFor(async () => expect(await sent({ q: 'lighthouse' })).toEqual(['gather']));
  const common = { q: 'mountain', sort: 'followers' } as const;
  expect(await sent(common)).toEqual(['estimate', 'gather', 'sample', 'walk']);
  expect(await sent(common)).toEqual(['estimate', 'gather', 'walk']);
  expect(await sent({ ...common, sort: 'engagement' })).toEqual(['estimate', 'gather', 'walk']);
});

test('a brand’s own creator is found in the next search, also by a word that was just searched for in vain', async () => {
  expect(await w.search({ q: 'harbourmaster' })).toMatchObject({ total: 0 });
  await w.creators({ username: 'harbourmaster', brandId: w.brandId });
  expect(await w.search({ q: 'harbourmaster' })).toMatchObject({ total: 1 });
});
