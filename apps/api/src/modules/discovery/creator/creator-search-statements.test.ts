import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { requestStatements } from '../../../testing/statements.ts';
import { type CreatorWorld, type Query, startCreatorWorld } from './creator.fixture.ts';

let w: CreatorWorld;
beforeAll(async () => {
  w = await startCreatorWorld();
  // Wide rows fill many blocks, so the block sample is representative.
  await w.t.api.pool.query(
    `insert into creator (id, platform, username, profile_url, language, bio)
     select gen_random_uuid(), 'youtube', 'many' || n, repeat('x', 1500), 'mt', case when n <= 30 then 'lighthouse keeper' else 'mountain' end
     from generate_series(1, 30000) n`,
  );
  await w.t.api.pool.query('analyze creator');
});
afterAll(() => w.t.stop());

/** Returns the kinds of statements that the search sends for a query, sorted. */
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

test('a search with few matches takes one statement', async () => {
  // The first search starts reading the statistics in the background.
  await vi.waitFor(async () => expect(await sent({ q: 'lighthouse' })).toEqual(['gather']));
  expect(await w.search({ q: 'lighthouse' })).toMatchObject({ total: 30, totalIsExact: true });
});

test('a search with very many matches is sampled only the first time', async () => {
  await vi.waitFor(async () => expect(await sent({ q: 'lighthouse' })).toEqual(['gather']));
  const common = { q: 'mountain', sort: 'followers' } as const;
  expect(await sent(common)).toEqual(['estimate', 'gather', 'sample', 'walk']);
  expect(await sent(common)).toEqual(['estimate', 'gather', 'walk']);
  expect(await sent({ ...common, sort: 'engagement' })).toEqual(['estimate', 'gather', 'walk']);
});

test('a new creator of the brand shows up in the next search, even for a word that just had no matches', async () => {
  expect(await w.search({ q: 'harbourmaster' })).toMatchObject({ total: 0 });
  await w.creators({ username: 'harbourmaster', brandId: w.brandId });
  expect(await w.search({ q: 'harbourmaster' })).toMatchObject({ total: 1 });
});
