import { eq } from 'drizzle-orm';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { newId } from '../../platform/id.ts';
import { startTestApi, type TestApi } from '../../testing/test-api.ts';
import { affiliateTable } from './affiliate/affiliate.table.ts';
import { affiliateCodeTable } from './affiliate-code/affiliate-code.table.ts';
import { affiliateLinkTable } from './affiliate-link/affiliate-link.table.ts';
import { affiliateProgramTable } from './affiliate-program/affiliate-program.table.ts';
import { aClickWorld, aLink, CHROME, type ClickWorld, type Hit, hit, keptClicks } from './clicks.fixture.ts';

let t: TestApi;
let world: ClickWorld;

beforeAll(async () => {
  t = await startTestApi();
  world = await aClickWorld(t);
});
afterAll(() => t.stop());

/** Opens a link once the click host knows it. */
async function open(slug: string, how: Parameters<typeof hit>[2] = {}, query = ''): Promise<Hit> {
  await expect.poll(async () => (await hit(t.url, `/r/${slug}`, { method: 'HEAD' })).status).toBe(302);
  return hit(t.url, `/r/${slug}${query}`, how);
}
/** The hits of a link but for those of `open`, once there are so many. */
async function kept(linkId: string, count: number) {
  const others = async () =>
    (await keptClicks(t.databaseUrl, linkId)).filter(({ reason }) => reason !== 'HEAD');
  await expect.poll(async () => (await others()).length).toBe(count);
  return others();
}
const locationOf = ({ headers }: Hit) => new URL(String(headers.location));

test("leads to the brand's store with slug, click and the request to stand down, and sets no cookie", async () => {
  const link = await aLink(t, world);
  const answer = await open(link.slug.toUpperCase(), {}, '/?utm_source=story&ref=thief&next=//evil.example');
  expect(answer.status).toBe(302);
  const location = locationOf(answer);
  expect(location.origin + location.pathname).toBe(`https://${world.shop}/products/tent`);
  const [click] = await kept(link.id, 1);
  expect(Object.fromEntries(location.searchParams)).toEqual({
    utm_source: 'story',
    ref: link.slug,
    tr: click?.id,
    afsrc: '1',
  });
  expect(answer.headers).toMatchObject({
    'cache-control': 'private, no-store',
    'x-robots-tag': 'noindex',
    'referrer-policy': 'no-referrer-when-downgrade',
  });
  expect(answer.headers).not.toHaveProperty('set-cookie');
  expect(click).toMatchObject({ verdict: 'person', reason: null });
  expect(click?.row).toMatchObject({ source_label: 'story', device: 'desktop', browser_family: 'Chrome' });
});

test('keeps the term of a search ad, and passes the ad on to the store', async () => {
  const link = await aLink(t, world);
  const query = '?utm_source=google&utm_medium=cpc&utm_term=larkmoor%20code';
  const answer = await open(link.slug, {}, query);
  const [click] = await kept(link.id, 1);
  expect(click?.row).toMatchObject({ paid_marker: 'utm_medium', search_term: 'larkmoor code' });
  expect(locationOf(answer).searchParams.get('utm_term')).toBe('larkmoor code');
});

test('keeps every hit with its verdict and the reason', async () => {
  const link = await aLink(t, world);
  const as = (agent: string, headers: Record<string, string> = {}) =>
    open(link.slug, { headers: Object.assign({ 'user-agent': agent }, headers) });
  await as(CHROME, { 'sec-fetch-dest': 'document', 'sec-fetch-mode': 'navigate' });
  await as(CHROME);
  await as('Slackbot-LinkExpanding 1.0 (+https://api.slack.com/robots)');
  await as('Mozilla/5.0 (compatible; Googlebot/2.1; +http://www.google.com/bot.html)');
  await as(`${CHROME} a`, { 'sec-purpose': 'prefetch;prerender' });
  await as(`${CHROME} b`, { 'sec-fetch-dest': 'image', 'sec-fetch-mode': 'no-cors' });
  await as(`${CHROME} c`, { 'sec-fetch-dest': 'iframe', 'sec-fetch-mode': 'navigate' });
  expect((await open(link.slug, { method: 'POST' })).status).toBe(405);
  const found = await kept(link.id, 8);
  expect(found.map(({ verdict, reason }) => [verdict, reason])).toEqual([
    ['person', null],
    ['repeat', 'same-visitor-within-10-minutes'],
    ['preview', 'user-agent:Slackbot'],
    ['bot', 'user-agent:Google'],
    ['prefetch', 'purpose:prefetch;prerender'],
    ['embed', 'sec-fetch-dest:image'],
    ['embed', 'sec-fetch-dest:iframe'],
    ['foreign-method', 'POST'],
  ]);
});

test('a link that is paused or ended, or whose creator or program is, leads to the store without credit', async () => {
  const plain = `https://${world.shop}/products/tent`;
  const leadsTo = (slug: string) => open(slug).then(({ headers }) => headers.location);
  const ended = await aLink(t, world, { endsAt: new Date(Date.now() - 1000).toISOString() });
  const paused = await aLink(t, world, { state: 'paused' });
  expect([await leadsTo(ended.slug), await leadsTo(paused.slug)]).toEqual([plain, plain]);

  const other = await aClickWorld(t);
  const link = await aLink(t, other);
  const there = `https://${other.shop}/products/tent`;
  expect(await leadsTo(link.slug)).toContain(`ref=${link.slug}`);
  const affiliate = (state: 'paused' | 'active') =>
    t.api.db.update(affiliateTable).set({ state }).where(eq(affiliateTable.id, other.affiliateId));
  await affiliate('paused');
  await expect.poll(() => leadsTo(link.slug)).toBe(there);
  await affiliate('active');
  await expect.poll(() => leadsTo(link.slug)).toContain('ref=');
  await t.api.db
    .update(affiliateProgramTable)
    .set({ state: 'closed' })
    .where(eq(affiliateProgramTable.brandId, other.brandId));
  await expect.poll(() => leadsTo(link.slug)).toBe(there);
});

test('the slug of a deleted link is gone for good, and answers like one that never was', async () => {
  const link = await aLink(t, world);
  await open(link.slug);
  await t.api.db
    .update(affiliateLinkTable)
    .set({ state: 'deleted' })
    .where(eq(affiliateLinkTable.id, link.id));
  await expect.poll(async () => (await hit(t.url, `/r/${link.slug}`)).status).toBe(404);
  const gone = await hit(t.url, `/r/${link.slug}`);
  const never = await hit(t.url, '/r/zzzzzzzz');
  const { date: _, ...goneHeaders } = gone.headers;
  const { date: __, ...neverHeaders } = never.headers;
  expect([gone.status, goneHeaders, gone.body]).toEqual([404, neverHeaders, never.body]);
  expect(gone.body).not.toContain('Larkmoor');
  expect(goneHeaders).toMatchObject({ 'cache-control': 'private, no-store', 'x-robots-tag': 'noindex' });
  await expect(aLink(t, world, { slug: link.slug })).rejects.toThrow();
  await expect.poll(async () => (await keptClicks(t.databaseUrl, link.id)).length).toBeGreaterThan(0);
});

test.each([
  ...[
    '/r/',
    '/r//',
    '/r/..',
    '/r/../r',
    '/r/%2e%2e%2fetc',
    '/r/a%00b',
    '/r/a%2fb',
    '/r/m%C3%A0ra',
    '/r/xn--mra-8na',
  ],
  ...[`/r/${'a'.repeat(12_000)}`, '/r/tent/extra', '/r/a%0d%0aset-cookie:a=b', '/r/?slug=tent'],
])('answers %j with the page for unknown links', async (path) => {
  const answer = await hit(t.url, path);
  expect(answer.status).toBe(404);
  expect(answer.headers).not.toHaveProperty('set-cookie');
});

test('takes a query of 8 kB, and writes no line of it into headers', async () => {
  const link = await aLink(t, world);
  const query = `?utm_term=${'%0d%0aX-Evil:1'.repeat(100)}&junk=${'x'.repeat(7000)}`;
  const answer = await open(
    link.slug,
    { headers: { referer: `https://a.example/${'y'.repeat(5000)}` } },
    query,
  );
  expect(answer.status).toBe(302);
  expect(answer.headers).not.toHaveProperty('x-evil');
  expect(locationOf(answer).host).toBe(world.shop);
  expect(String(answer.headers.location)).not.toContain('junk');
  const [click] = await kept(link.id, 1);
  expect(click?.verdict).toBe('person');
});

test('puts a live code into the cart, and drops it when the code is paused', async () => {
  const codeId = newId();
  await t.api.db.insert(affiliateCodeTable).values({
    id: codeId,
    brandId: world.brandId,
    storeId: world.storeId,
    affiliateId: world.affiliateId,
    code: 'MARA10',
    folded: 'mara10',
    kind: 'percent',
    valueBp: 1000,
    startsAt: new Date().toISOString(),
    ownedFrom: new Date().toISOString(),
    state: 'live',
  });
  const link = await aLink(t, world, { codeId });
  const location = locationOf(await open(link.slug));
  expect(location.pathname).toBe('/discount/MARA10');
  expect(location.searchParams.get('redirect')).toMatch(/^\/products\/tent\?ref=.*&afsrc=1$/);
  await t.api.db.update(affiliateCodeTable).set({ state: 'paused' }).where(eq(affiliateCodeTable.id, codeId));
  await expect.poll(async () => locationOf(await open(link.slug)).pathname).toBe('/products/tent');
});

test('keeps no address of a visitor anywhere, and no key of one who objects', async () => {
  const link = await aLink(t, world);
  const from = (address: string, headers = {}) =>
    open(link.slug, { headers: Object.assign({ 'x-forwarded-for': address }, headers) });
  await from('203.0.113.77');
  await from('203.0.113.78');
  await from('198.51.100.9');
  await from('2001:db8:aaaa:bb01::9');
  await from('2001:db8:aaaa:bb02::1');
  await from('192.0.2.1', { 'sec-gpc': '1' });
  const found = await kept(link.id, 6);
  // One network counts as one visitor with the same browser.
  expect(found.map(({ verdict }) => verdict)).toEqual([
    ...['person', 'repeat', 'person', 'person', 'repeat', 'person'],
  ]);
  expect(found[5]?.visitorKey).toBeNull();
  expect(new Set(found.slice(0, 5).map(({ visitorKey }) => visitorKey)).size).toBe(3);
  expect(found[0]?.visitorKey).toMatch(/^[0-9a-f]{32}$/);
  const everything = JSON.stringify(found.map(({ row }) => row));
  for (const trace of ['203.0.113', '198.51.100', '2001:db8', '192.0.2', 'Windows NT', 'AppleWebKit'])
    expect(everything).not.toContain(trace);
});

test('a flood from one network is kept and marked, and every hit is answered', async () => {
  const link = await aLink(t, world);
  await open(link.slug, { method: 'HEAD' });
  const answers = await Promise.all(
    Array.from({ length: 300 }, (_, n) =>
      hit(t.url, `/r/${link.slug}`, {
        headers: { 'user-agent': `${CHROME} n${n}`, 'x-forwarded-for': '203.0.113.5' },
      }),
    ),
  );
  expect(answers.map(({ status }) => status)).toEqual(Array(300).fill(302));
  const found = await kept(link.id, 300);
  const floods = found.filter(({ verdict }) => verdict === 'flood');
  expect(floods.length).toBeGreaterThan(200);
  expect(floods.every(({ reason }) => reason === 'rate-of-network')).toBe(true);
  expect(found.filter(({ verdict }) => verdict === 'person').length).toBe(300 - floods.length);
});

test('requests for another host are not redirected', async () => {
  const link = await aLink(t, world);
  await open(link.slug);
  expect((await hit(t.url, `/r/${link.slug}`, { headers: { host: 'evil.example' } })).status).toBe(421);
});
