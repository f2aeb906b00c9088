import { once } from 'node:events';
import { createClient } from '@troupe/contract/client';
import { getCreator, searchCreators } from '@troupe/contract/discovery/creator';
import {
  addOutsideCreators,
  getOutsideSearch,
  searchOutside,
} from '@troupe/contract/discovery/outside-search';
import { schemaOf } from '@troupe/contract/openapi';
import { CreatorFilters } from '@troupe/domain/discovery/creator-search';
import { eq } from 'drizzle-orm';
import { afterAll, afterEach, beforeAll, expect, test, vi } from 'vitest';
import { startTestProcess } from '../../testing/test-process.ts';
import { type ReportWorld, startReportWorld } from './buy-audience-report.fixture.ts';
import { providerShareTable } from './provider/provider.table.ts';

type Buyer = Awaited<ReturnType<ReportWorld['buyer']>>;
type Filters = Partial<CreatorFilters>;

let world: ReportWorld;
beforeAll(async () => {
  world = await startReportWorld({
    AUDIENCE_TIMEOUT_MS: '5000',
    AUDIENCE_SETTLE_AFTER_S: '2',
    OUTSIDE_SEARCHES_A_DAY: '3',
  });
});
afterEach(async () => {
  await world.clearFaults();
  await world.sandbox.call('DELETE', '/api/audience');
});
afterAll(() => world.stop());

const filtersOf = (filters: Filters): CreatorFilters => CreatorFilters.parse(filters);
const look = (
  { brandId, person }: Buyer,
  filters: Filters,
  on: 'instagram' | 'tiktok' | 'youtube' = 'instagram',
) => person.call(getOutsideSearch, { params: { brandId }, query: { ...filtersOf(filters), on } });
const buy = (
  { brandId, person }: Buyer,
  filters: Filters,
  {
    page = 0,
    key,
    on = 'instagram' as const,
  }: { page?: number; key?: string; on?: 'instagram' | 'youtube' } = {},
) =>
  person.call(
    searchOutside,
    { params: { brandId }, body: { filters: filtersOf(filters), platform: on, page } },
    key ? { idempotencyKey: key } : {},
  );
const searches = async () => (await world.vendor()).calls.filter(({ call }) => call === '/search/newv1');
const balanceOf = async (buyer: Buyer) => {
  const { balance, reserved } = await world.credits(buyer);
  return { balance, reserved };
};
const rejection = (work: Promise<unknown>) =>
  work.then(
    () => null,
    (error: { status: number; code: string; message: string }) => error,
  );

const SKINCARE: Filters = { q: 'skincare', followersMin: 5000, followersMax: 400_000 };

test('a search states filters, price and balance before it is paid, without calling the vendor', async () => {
  const buyer = await world.buyer();
  const quote = await look(buyer, {
    ...SKINCARE,
    country: ['DE'],
    notInLists: true,
    safety: 'none',
    audience: ['country:DE:30', 'interest:travel:20'],
  });
  expect(quote).toMatchObject({
    vendor: 'IQData',
    platform: 'instagram',
    plan: true,
    balance: 10,
    searchesLeft: 3,
    nextPage: 0,
    underWay: null,
    results: null,
    price: { results: 50, newPerCredit: 25, mostCredits: 2, mostUnits: 0.5 },
  });
  expect(quote.applied).toEqual([
    { condition: 'q', value: null },
    { condition: 'followers', value: null },
    { condition: 'country', value: null },
    { condition: 'audience', value: 'country:DE:30' },
  ]);
  expect(quote.ignored).toEqual([
    { condition: 'audience', value: 'interest:travel:20' },
    { condition: 'notInLists', value: null },
    { condition: 'safety', value: null },
  ]);
  expect((await world.vendor()).calls).toEqual([]);
  expect(await balanceOf(buyer)).toEqual({ balance: 10, reserved: 0 });
});

test('a paid page is charged by new creators; looking again and repeating cost nothing', async () => {
  const buyer = await world.buyer();
  expect(await buy(buyer, SKINCARE, { key: 'first' })).toEqual({
    found: false,
    charged: 2,
    results: 50,
    new: 50,
  });
  expect(await buy(buyer, SKINCARE, { key: 'first' })).toEqual({
    found: false,
    charged: 2,
    results: 50,
    new: 50,
  });
  expect(await buy(buyer, SKINCARE)).toEqual({ found: true, charged: 0, results: 50, new: 50 });
  expect(await searches()).toHaveLength(1);
  expect(await balanceOf(buyer)).toEqual({ balance: 8, reserved: 0 });
  const { results, nextPage, searchesLeft } = await look(buyer, { ...SKINCARE, notInLists: true });
  expect({ nextPage, searchesLeft, credits: results?.credits }).toEqual({
    nextPage: 1,
    searchesLeft: 2,
    credits: 2,
  });
  expect(results?.hits).toHaveLength(50);
  const [hit] = results?.hits ?? [];
  expect(hit).toMatchObject({ platform: 'instagram', charged: true, creatorId: null });
  expect(hit?.followers).toBeGreaterThanOrEqual(5000);
  const days = (Date.parse(results?.expires ?? '') - Date.parse(results?.fetched ?? '')) / 86_400_000;
  expect(days).toBe(30);
  expect(await rejection(buy(buyer, SKINCARE, { page: 3 }))).toMatchObject({ status: 409, code: 'conflict' });
  expect(await rejection(buy(buyer, { q: 'beauty' }, { key: 'first' }))).toMatchObject({ status: 409 });
});

test('creators a brand knows are matched by ID, then by handle, and are free', async () => {
  const buyer = await world.buyer();
  const other = await world.buyer();
  await buy(other, SKINCARE);
  const hits = (await look(other, SKINCARE)).results?.hits ?? [];
  // 26 of 50 are known: by ID under another handle, by handle in other case, privately; another brand's doesn't count.
  const known = hits.slice(0, 26);
  const ids: string[] = [];
  for (const [at, hit] of known.entries())
    ids.push(
      await world.creator(at === 0 ? 'renamed.since' : hit.username.toUpperCase(), {
        socialId: at === 0 ? hit.accountId : null,
        brandId: at === 1 ? buyer.brandId : null,
      }),
    );
  // The brand's own copy comes before the shared profile, whose ID is known since its owner claimed it.
  const { username = '', accountId } = known[1] ?? {};
  const claimed = await world.creator(username, { socialId: accountId });
  await world.creator(hits[30]?.username ?? '', { brandId: other.brandId });
  expect(await buy(buyer, SKINCARE)).toEqual({ found: false, charged: 1, results: 50, new: 24 });
  expect(await balanceOf(buyer)).toEqual({ balance: 9, reserved: 0 });
  const mine = (await look(buyer, SKINCARE)).results?.hits ?? [];
  expect(mine.filter(({ creatorId }) => creatorId !== null)).toHaveLength(26);
  expect(mine.filter(({ charged }) => charged)).toHaveLength(24);
  expect(mine.find((hit) => hit.accountId === accountId)?.creatorId).toBe(ids[1]);
  await world.t.api.pool.query('delete from creator where id = $1', [claimed]);
  await world.t.api.pool.query(
    `delete from creator where upper(username) = username or username = 'renamed.since'`,
  );
  await world.t.api.pool.query('delete from creator where brand_id = $1', [other.brandId]);
});

test('results become creators of the brand with the vendor as source, and can be found', async () => {
  const buyer = await world.buyer();
  const stranger = await world.buyer();
  await buy(buyer, { q: 'crochet' });
  const { results } = await look(buyer, { q: 'crochet' });
  const [hit] = results?.hits ?? [];
  if (!hit) throw new Error('no hit');
  const { searchId, position } = hit;
  const add = ({ brandId, person }: Buyer) =>
    person.call(addOutsideCreators, { params: { brandId }, body: { creators: [{ searchId, position }] } });
  expect(await rejection(add(stranger))).toMatchObject({ status: 404 });
  const [one, two] = await Promise.all([add(buyer), add(buyer)]);
  expect([one.added, two.added].toSorted()).toEqual([0, 1]);
  const creatorId = one.creators[0]?.creatorId ?? '';
  expect(two.creators).toEqual([{ searchId, position, creatorId }]);
  const { brandId, person } = buyer;
  const details = await person.call(getCreator, { params: { brandId, profileId: creatorId } });
  expect(details).toMatchObject({
    username: hit.username,
    socialId: hit.accountId,
    followerCount: hit.followers,
    engagement: hit.engagement,
    private: true,
    figures: { followerCount: { source: 'provider', asOf: hit.fetched } },
  });
  const found = await person.call(searchCreators, {
    params: { brandId },
    query: { ...filtersOf({}), q: hit.username },
  });
  expect(found.creators.map(({ id }) => id)).toEqual([creatorId]);
  const elsewhere = await stranger.person.call(searchCreators, {
    params: { brandId: stranger.brandId },
    query: { ...filtersOf({}), q: hit.username },
  });
  expect(elsewhere.creators).toEqual([]);
  const after = (await look(buyer, { q: 'crochet' })).results?.hits ?? [];
  expect(after[0]).toMatchObject({ creatorId, charged: true });
});

test('a double click and two teammates pay once; the daily limit holds', async () => {
  const buyer = await world.buyer();
  const mate = { brandId: buyer.brandId, person: await world.t.person({ brandId: buyer.brandId }) };
  const slow = { provider: 'audience', target: 'search', failure: 'slow', times: 1, seconds: 1 };
  await world.sandbox.call('POST', '/api/faults', slow);
  const [first, second, ofMate] = await Promise.all([
    buy(buyer, { q: 'yoga' }, { key: 'click' }),
    buy(buyer, { q: 'yoga' }, { key: 'click' }),
    buy(mate, { q: 'yoga' }),
  ]);
  // One of the two people buys. If it is the first, their second click may get the stored answer of their first.
  expect(first.found || second.found).toBe(!ofMate.found);
  expect(await searches()).toHaveLength(1);
  expect((await balanceOf(buyer)).balance).toBe(8);
  await buy(buyer, { q: 'coffee' });
  await buy(buyer, { q: 'books' });
  expect(await rejection(buy(buyer, { q: 'art' }))).toMatchObject({ status: 429, code: 'rate_limited' });
  expect((await look(buyer, { q: 'art' })).searchesLeft).toBe(0);
  expect(await searches()).toHaveLength(3);
});

/**
 * Runs purchases whose results arrive at the same moment: the provider's answers are held until all have theirs, and the
 * results can't be stored until all of them wait for a lock.
 */
async function atOnce<T>(count: number, work: () => Promise<T>): Promise<T> {
  const { fetch } = globalThis;
  const { pool } = world.t.api;
  const answered = Promise.withResolvers<void>();
  let answers = 0;
  const held = vi.spyOn(globalThis, 'fetch').mockImplementation(async (input, init) => {
    const answer = await fetch(input, init);
    if (!String(input).includes('/search/newv1')) return answer;
    const body = await answer.arrayBuffer();
    if (++answers === count) answered.resolve();
    await answered.promise;
    return new Response(body, answer);
  });
  const waiting = async () => {
    const { rows } = await pool.query<{ count: number }>(
      `select count(distinct pid)::int as count from pg_locks where not granted
        and database = (select oid from pg_database where datname = current_database())
        and (locktype = 'advisory' or relation = 'outside_hit'::regclass)`,
    );
    return rows[0]?.count;
  };
  const connection = await pool.connect();
  try {
    await connection.query('begin');
    await connection.query('lock table outside_hit in share mode');
    const working = work();
    await expect.poll(waiting, { timeout: 30_000 }).toBe(count);
    await connection.query('commit');
    return await working;
  } finally {
    await connection.query('rollback');
    connection.release();
    held.mockRestore();
  }
}

test('a request and the job that repeats it finish at once: the page is stored and charged once', async () => {
  const buyer = await world.buyer();
  const { pool } = world.t.api;
  const ofBuyer = `name = 'outside-search' and data->>'searchId' in (select id::text from outside_search where brand_id = $1)`;
  const readJob = async () => {
    const { rows } = await pool.query<{ state: string; tries: number }>(
      `select state::text, retry_count as tries from pgboss.job where ${ofBuyer}`,
      [buyer.brandId],
    );
    return rows[0];
  };
  const bought = await atOnce(2, async () => {
    const buying = buy(buyer, SKINCARE);
    await expect.poll(readJob).toMatchObject({ state: 'created' });
    await pool.query(`update pgboss.job set start_after = now() where ${ofBuyer}`, [buyer.brandId]);
    await pool.query("select pg_notify('jobs_later', '0')");
    return buying;
  });
  expect(bought).toEqual({ found: false, charged: 2, results: 50, new: 50 });
  await expect.poll(readJob, { timeout: 30_000 }).toEqual({ state: 'completed', tries: 0 });
  expect(await balanceOf(buyer)).toEqual({ balance: 8, reserved: 0 });
  expect((await look(buyer, SKINCARE)).results?.hits).toHaveLength(50);
});

test('two searches that find the same people at once pay for them once', async () => {
  const buyer = await world.buyer();
  const mate = { brandId: buyer.brandId, person: await world.t.person({ brandId: buyer.brandId }) };
  const both = await atOnce(2, () =>
    Promise.all([buy(buyer, { q: 'crochet' }), buy(mate, { q: 'crochet', followersMin: 1 })]),
  );
  const [one, two] = both.toSorted((a, b) => b.new - a.new);
  expect(one?.new).toBeGreaterThan(0);
  expect(two).toMatchObject({ charged: 0, results: one?.results, new: 0 });
  expect(await balanceOf(buyer)).toEqual({ balance: 10 - (one?.charged ?? 0), reserved: 0 });
});

test.each([
  ['down', 503, 'unavailable'],
  ['error_500', 503, 'unavailable'],
  ['no_tokens', 503, 'unavailable'],
  ['wrong_key', 503, 'unavailable'],
  ['retry_later', 409, 'retry_later'],
  ['bad_filter', 502, 'search_unavailable'],
  ['garbage', 502, 'search_unavailable'],
  ['partial', 502, 'search_unavailable'],
])('%s at the provider returns the credits', async (fault, status, code) => {
  const buyer = await world.buyer();
  await world.fault('search', fault);
  expect(await rejection(buy(buyer, { q: 'yoga' }))).toMatchObject({ status, code });
  expect(await balanceOf(buyer)).toEqual({ balance: 10, reserved: 0 });
  await world.clearFaults();
  expect(await look(buyer, { q: 'yoga' })).toMatchObject({ results: null, underWay: null, searchesLeft: 3 });
});

test('a country that the provider does not know is refused and returns the credits', async () => {
  const buyer = await world.buyer();
  expect(await rejection(buy(buyer, { q: 'yoga', country: ['AA'] }))).toMatchObject({
    status: 422,
    code: 'invalid',
  });
  expect(await balanceOf(buyer)).toEqual({ balance: 10, reserved: 0 });
});

test('hostile and oversized answers are cleaned and cut to one page', async () => {
  const buyer = await world.buyer();
  await world.fault('search', 'hostile', { times: 1 });
  await buy(buyer, { q: 'yoga' });
  const hostile = (await look(buyer, { q: 'yoga' })).results?.hits ?? [];
  expect(hostile[0]).toMatchObject({
    username: '1',
    fullname: 'Markup',
    profileUrl: 'https://www.instagram.com/1/',
  });
  expect(hostile[1]).toMatchObject({
    accountId: '9000000001',
    username: 'hostile.name',
    fullname: '<b>Eve</b> =HYPERLINK("http://evil.invalid")',
    profileUrl: 'https://www.instagram.com/hostile.name/',
    followers: null,
    engagement: null,
    verified: false,
  });
  expect(hostile.some(({ username }) => username === 'hostile.twice')).toBe(false);
  await world.fault('search', 'flood', { times: 1 });
  const flooded = await buy(buyer, { q: 'travel' });
  expect(flooded.results).toBe(50);
  expect(flooded.charged).toBeLessThanOrEqual(2);
});

test('a search without plan, credits, provider or filters costs nothing', async () => {
  const planless = await world.buyer(null);
  expect(await look(planless, { q: 'yoga' })).toMatchObject({ plan: false, balance: 0 });
  expect(await rejection(buy(planless, { q: 'yoga' }))).toMatchObject({ code: 'subscription_required' });
  const poor = await world.buyer();
  await poor.person.call(getOutsideSearch, {
    params: { brandId: poor.brandId },
    query: filtersOf({ q: 'yoga' }),
  });
  await world.t.api.pool.query(
    `insert into credit_entry (id, brand_id, number, kind, amount, balance, reference, reason, created_at)
      select gen_random_uuid(), brand_id, number + 1, 'adjustment', -9, balance - 9, 'test', 'Test', now()
      from credit_entry where brand_id = $1`,
    [poor.brandId],
  );
  expect(await rejection(buy(poor, { q: 'yoga' }))).toMatchObject({ code: 'insufficient_credits' });
  expect(await balanceOf(poor)).toEqual({ balance: 1, reserved: 0 });
  expect(await rejection(buy(poor, { notInLists: true }))).toMatchObject({ code: 'invalid' });
  // A program's null must not pass for a filter that is off, or for 0.
  for (const wrong of [
    { notInvited: null },
    { hasEmail: ['true'] },
    { followersMin: null },
    { viewsMin: true },
  ]) {
    const body = { filters: wrong as object, platform: 'instagram' as const };
    const sent = poor.person.call(searchOutside, { params: { brandId: poor.brandId }, body });
    const field = `filters.${Object.keys(wrong)[0]}`;
    expect(await rejection(sent)).toMatchObject({
      status: 422,
      body: { fields: { [field]: expect.any(String) } },
    });
  }
  const { person } = await world.buyer();
  expect(await rejection(buy({ brandId: poor.brandId, person }, { q: 'yoga' }))).toMatchObject({
    status: 403,
  });
  expect(await searches()).toEqual([]);
});

test('no results and only known ones are free, and more pages are offered only if there are some', async () => {
  const buyer = await world.buyer();
  expect(await buy(buyer, { q: 'quokkataxidermy' })).toEqual({
    found: false,
    charged: 0,
    results: 0,
    new: 0,
  });
  // What the provider didn't count is returned to the brand's daily share.
  const [share] = await world.t.api.db
    .select()
    .from(providerShareTable)
    .where(eq(providerShareTable.brandId, buyer.brandId));
  expect(share?.used).toBe(0);
  expect(await look(buyer, { q: 'quokkataxidermy' })).toMatchObject({
    nextPage: null,
    results: { total: 0, hits: [] },
  });
  await buy(buyer, { q: 'crochet' });
  const { nextPage, results } = await look(buyer, { q: 'crochet' });
  expect(nextPage).toBe((results?.total ?? 0) > 50 ? 1 : null);
  // The same people by another filter were paid for already.
  expect(await buy(buyer, { q: 'crochet', followersMin: 1 })).toMatchObject({ charged: 0, new: 0 });
  expect(await balanceOf(buyer)).toMatchObject({ balance: 10 - (results?.credits ?? 0) });
});

test('a server killed while the provider answers charges once and delivers the results', async () => {
  const buyer = await world.buyer();
  await world.fault('search', 'lost', { times: 1 });
  const { AUDIENCE_URL, AUDIENCE_KEY } = world.t.api.config;
  const server = await startTestProcess(world.t, {
    AUDIENCE_URL,
    AUDIENCE_KEY,
    AUDIENCE_SETTLE_AFTER_S: '2',
    TROUPE_ROLES: 'http',
    LOG_LEVEL: 'silent',
  });
  const client = createClient({ baseUrl: server.url, token: () => buyer.person.token });
  const body = { filters: filtersOf({ q: 'hiking' }), platform: 'instagram' as const, page: 0 };
  const buying = client
    .call(searchOutside, { params: { brandId: buyer.brandId }, body })
    .catch(() => 'killed');
  await expect.poll(async () => (await searches()).length, { timeout: 60_000 }).toBe(1);
  expect(await balanceOf(buyer)).toEqual({ balance: 8, reserved: 2 });
  const ended = once(server.child, 'exit');
  server.child.kill('SIGKILL');
  await ended;
  expect(await buying).toBe('killed');
  const { tokens } = await world.vendor();
  await expect
    .poll(async () => (await look(buyer, { q: 'hiking' })).results?.hits.length, { timeout: 60_000 })
    .toBe(50);
  expect(await balanceOf(buyer)).toEqual({ balance: 8, reserved: 0 });
  // The provider doesn't charge again for what it has shown.
  expect((await world.vendor()).tokens).toBe(tokens);
});

test('the API document lists every type that filters accept', () => {
  const { properties } = schemaOf(searchOutside.body, 'body') as {
    properties: { filters: { properties: Record<string, { type: string | string[] }> } };
  };
  const types = Object.entries(properties.filters.properties).map(([filter, { type }]) => [filter, type]);
  expect(Object.fromEntries(types)).toMatchObject({
    followersMin: ['integer', 'string'],
    engagementMax: ['number', 'string'],
    growth30Min: ['number', 'string'],
    category: ['array', 'string'],
    verified: ['boolean', 'string'],
    notInvited: ['boolean', 'string'],
  });
  expect(JSON.stringify(schemaOf(CreatorFilters, 'output'))).not.toMatch(/alsoText|,"string"\]/);
});
