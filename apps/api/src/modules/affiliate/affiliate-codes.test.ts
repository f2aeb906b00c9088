import { createHash, randomBytes } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import { acceptAffiliateTerms, inviteAffiliates } from '@troupe/contract/affiliate/affiliate';
import { listAlerts } from '@troupe/contract/affiliate/affiliate-alert';
import * as calls from '@troupe/contract/affiliate/affiliate-code';
import { createAffiliateLink } from '@troupe/contract/affiliate/affiliate-link';
import { getAffiliateProgram } from '@troupe/contract/affiliate/affiliate-program';
import { beginShopifyInstall, connectShopifyStore } from '@troupe/contract/commerce/store';
import type { NewDiscount } from '@troupe/domain/commerce/store-platform';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { connectionOf } from '../../platform/database.ts';
import { shopify } from '../../providers/store/shopify.ts';
import { startTestApi, type TestApi, type TestPerson } from '../../testing/test-api.ts';
import { startTestSandbox, type TestSandbox } from '../../testing/test-sandbox.ts';
import { type StoreParts, withAccess } from '../commerce/store-access.ts';
import { providerGuard } from '../discovery/provider/provider.queries.ts';
import { addAlerts } from './affiliate-alert/affiliate-alert.queries.ts';
import {
  aProgramCreator,
  aProgramWorld,
  type ProgramCreator,
  type ProgramWorld,
} from './affiliates.fixture.ts';
import { hit } from './clicks.fixture.ts';
import { createWaiting, syncCodes } from './code-jobs.ts';

const SHOP = 'larkmoor-goods.myshopify.com';
let t: TestApi;
let sandbox: TestSandbox;
let world: ProgramWorld;
let parts: StoreParts;
let storeId: string;
let mara: ProgramCreator & { affiliateId: string };
let ines: ProgramCreator & { affiliateId: string };

beforeAll(async () => {
  sandbox = await startTestSandbox({ WEB_ORIGIN: 'http://localhost:3000' });
  t = await startTestApi({
    SHOPIFY_API_KEY: 'sandbox-shopify-key',
    SHOPIFY_API_SECRET: 'sandbox-shopify-secret',
    SHOPIFY_SHOP_ORIGIN: `${sandbox.origin}/shopify/{shop}`,
    SHOPIFY_TIMEOUT_MS: '2000',
  });
  const { config, db, clock, log } = t.api;
  const platform = shopify({
    key: config.SHOPIFY_API_KEY,
    secret: config.SHOPIFY_API_SECRET,
    formerSecret: '',
    scopes: config.SHOPIFY_SCOPES,
    version: config.SHOPIFY_API_VERSION,
    shopOrigin: config.SHOPIFY_SHOP_ORIGIN,
    book: providerGuard(db, clock),
    log,
  });
  parts = { api: t.api, platform };
  world = await aProgramWorld(t, { store: false });
  storeId = await connect();
  mara = await aMember();
  ines = await aMember();
});
afterAll(async () => {
  await t?.stop();
  await sandbox?.stop();
});
beforeEach(() => t.setNow(null));

/** Installs the app in the sandbox's store, like a browser. */
async function connect(): Promise<string> {
  const { url } = await sandbox.call<{ url: string }>('GET', `/shopify/_control/stores/${SHOP}/install-link`);
  const nonce = randomBytes(16).toString('hex');
  const nonceHash = createHash('sha256').update(nonce).digest('hex');
  const { authorizeUrl } = await t.anonymous.call(beginShopifyInstall, {
    body: { query: new URL(url).search.slice(1), nonceHash },
  });
  const answer = await fetch(authorizeUrl, {
    method: 'POST',
    redirect: 'manual',
    body: new URLSearchParams({ decision: 'install' }),
  });
  const back = new URL(answer.headers.get('location') ?? '');
  const { store } = await world.owner.call(connectShopifyStore, {
    params: { brandId: world.brandId },
    body: { ...Object.fromEntries(back.searchParams), nonce } as never,
  });
  // The store's currency is read in the background.
  while ((await program()).stores[0]?.currency !== 'USD') await sleep(50);
  return store.id;
}

const program = async () =>
  (await world.owner.call(getAffiliateProgram, { params: { brandId: world.brandId } })).program;

async function aMember() {
  const creator = await aProgramCreator(t, world.brandId);
  const { affiliates } = await world.owner.call(inviteAffiliates, {
    params: { brandId: world.brandId },
    body: { optInIds: [creator.optInId] },
  });
  const { id = '', version = 1 } = affiliates[0] ?? {};
  await creator.person.call(acceptAffiliateTerms, { params: { affiliateId: id }, body: { version } });
  return { ...creator, affiliateId: id };
}

const fault = (target: string, failure: string, times = 1) =>
  sandbox.call('POST', '/api/faults', { provider: 'shopify', target, failure, times });
const failure = (work: Promise<unknown>) =>
  work.then(
    () => null,
    (error) => error,
  );
const params = (codeId?: string) => ({ brandId: world.brandId, codeId: codeId ?? '' });
const create = (body: object, by = world.member) =>
  by.call(calls.createAffiliateCode, {
    params: { brandId: world.brandId },
    body: { affiliateId: mara.affiliateId, code: 'X', valueBp: 1000, ...body },
  });
const list = async (search: string) =>
  (await world.member.call(calls.listAffiliateCodes, { params: params(), query: { search } })).codes;
/** What the merchant does and sees in the store. */
const inStore = <T>(
  use: (platform: StoreParts['platform'], access: { shop: string; accessToken: string }) => Promise<T>,
) => withAccess(parts, storeId, (access) => use(parts.platform, access));
const findInStore = (code: string) => inStore((platform, access) => platform.findDiscount(access, code));

test('creates codes in the store, of which each belongs to one creator at a time', async () => {
  const { code } = await create({
    code: 'ＭARA１０',
    endsAt: '2030-01-01T00:00:00.000Z',
    oncePerBuyer: true,
  });
  expect(code).toMatchObject({
    code: 'MARA10',
    state: 'live',
    error: null,
    valueBp: 1000,
    creator: { fullname: 'Mara Holt' },
    url: `${sandbox.origin}/shopify/${SHOP}/discount/MARA10`,
    abilities: { pause: { allowed: true }, retry: { allowed: false } },
  });
  expect(await findInStore('mara10')).toMatchObject({
    codes: ['MARA10'],
    value: { kind: 'percent', valueBp: 1000 },
    endsAt: '2030-01-01T00:00:00.000Z',
    oncePerBuyer: true,
    active: true,
  });
  const taken = await failure(create({ affiliateId: ines.affiliateId, code: 'mara10' }));
  expect(taken).toMatchObject({
    status: 422,
    body: { fields: { code: expect.stringMatching(/^This code belongs to @mara-/) } },
  });
  for (const text of ['МARA10', 'a b c', '=1+1', 'AB'])
    expect(await failure(create({ code: text })), text).toMatchObject({ status: 422 });
  // Two teammates give one code to two creators at the same time.
  const both = await Promise.allSettled([
    create({ code: 'TENT-20', kind: 'amount', valueBp: null, valueMinor: 1999 }),
    create({ code: 'tent-20', affiliateId: ines.affiliateId }, world.owner),
  ]);
  expect(both.map(({ status }) => status).sort()).toEqual(['fulfilled', 'rejected']);
  expect(await list('tent-20')).toHaveLength(1);
  const { codes } = await mara.person.call(calls.listOwnAffiliateCodes, {
    params: { affiliateId: mara.affiliateId },
  });
  expect(codes).toContainEqual(expect.objectContaining({ code: 'MARA10', valueBp: 1000 }));
});

test('a code that the store has already fails with the reason, and is adopted instead', async () => {
  const made: NewDiscount = {
    title: 'Summer',
    code: 'SUMMER5',
    value: { kind: 'amount', valueMinor: 500, currency: 'USD' },
    startsAt: '2026-01-01T00:00:00.000Z',
    endsAt: null,
    usageLimit: null,
    oncePerBuyer: false,
  };
  await inStore((platform, access) => platform.createDiscount(access, made));
  const { code: failed } = await create({ code: 'SUMMER5' });
  expect(failed).toMatchObject({
    state: 'failed',
    ownedUntil: failed.ownedFrom,
    abilities: { retry: { allowed: true } },
  });
  expect(failed.error).toMatch(/ already has the code SUMMER5\. Use the existing one, or choose another\.$/);
  const { code } = await world.member.call(calls.adoptAffiliateCode, {
    params: { brandId: world.brandId },
    body: { affiliateId: ines.affiliateId, code: 'summer5' },
  });
  expect(code).toMatchObject({
    code: 'SUMMER5',
    state: 'live',
    adopted: true,
    valueMinor: 500,
    currency: 'USD',
  });
  expect(
    await failure(world.member.call(calls.retryAffiliateCode, { params: params(failed.id) })),
  ).toMatchObject({
    status: 422,
    body: { fields: { code: expect.stringMatching(/^This code belongs to @/) } },
  });
  const { code: ended } = await world.member.call(calls.changeAffiliateCode, {
    params: params(code.id),
    body: { state: 'ended' },
  });
  expect(ended).toMatchObject({ state: 'ended', ownedUntil: expect.any(String) });
  // It was the merchant's before, and stays theirs.
  expect(await findInStore('SUMMER5')).toMatchObject({ active: true });
});

test('waits for a store that is away, and takes its own discount whose answer was lost', async () => {
  await fault('discountCodeBasicCreate', 'lost');
  expect((await create({ code: 'LOST10' })).code).toMatchObject({ state: 'live', error: null });
  await fault('discountCodeBasicCreate', 'error_500', 3);
  const { code } = await create({ code: 'LATE10' });
  expect(code).toMatchObject({
    state: 'creating',
    error: expect.stringMatching(/isn't responding\. We'll try again\.$/),
  });
  expect(await findInStore('LATE10')).toBeNull();
  t.setNow(new Date(Date.now() + 3 * 60_000));
  await createWaiting(parts);
  expect(await list('LATE10')).toMatchObject([{ state: 'live', error: null }]);
});

test('waits for a store over its limits, and names one that is closed', async () => {
  await fault('discountCodeBasicCreate', 'throttle', 9);
  const { code } = await create({ code: 'BUSY10' });
  expect(code).toMatchObject({ state: 'creating', error: "Larkmoor Goods is busy. We'll try again." });
  await sandbox.call('DELETE', '/api/faults?provider=shopify');
  t.setNow(new Date(Date.now() + 3 * 60_000));
  await createWaiting(parts);
  expect(await list('BUSY10')).toMatchObject([{ state: 'live', error: null }]);
  t.setNow(null);
  await fault('discountCodeBasicCreate', 'frozen', 9);
  expect((await create({ code: 'SHUT10' })).code).toMatchObject({
    state: 'failed',
    error: 'Larkmoor Goods is closed or frozen.',
  });
  await sandbox.call('DELETE', '/api/faults?provider=shopify');
  // Others can have the code.
  expect((await create({ code: 'SHUT10' })).code).toMatchObject({ state: 'live' });
});

test('pauses, resumes and replaces a code in the store; links follow the new one', async () => {
  const { code } = await create({ code: 'SWAP10' });
  const put = async (state: 'live' | 'paused') =>
    (await world.member.call(calls.changeAffiliateCode, { params: params(code.id), body: { state } })).code;
  expect(await put('paused')).toMatchObject({ state: 'paused' });
  expect(await findInStore('SWAP10')).toMatchObject({ active: false });
  expect(await put('live')).toMatchObject({ state: 'live' });
  expect(await findInStore('SWAP10')).toMatchObject({ active: true });
  const { link } = await world.member.call(createAffiliateLink, {
    params: { brandId: world.brandId },
    body: { affiliateId: mara.affiliateId, codeId: code.id, destination: '/products/tent' },
  });
  const location = async () => (await hit(t.url, `/r/${link.slug}`)).headers.location;
  await expect.poll(location).toContain('/discount/SWAP10?redirect=');
  const rotated = await world.member.call(calls.rotateAffiliateCode, {
    params: params(code.id),
    body: { overlapHours: 24, leaked: true },
  });
  expect(rotated.code).toMatchObject({ state: 'live', replacesId: code.id, valueBp: 1000 });
  expect(rotated.code.code).toMatch(/^SWAP10-[0-9A-Z]{4}$/);
  // Buyers can use the old one for a day, but it no longer earns.
  expect(rotated.replaced).toMatchObject({ state: 'leaked', replacedById: rotated.code.id, error: null });
  const { endsAt, ownedUntil } = rotated.replaced;
  expect(Date.parse(endsAt ?? '') - Date.parse(ownedUntil ?? '')).toBeGreaterThan(23.9 * 3_600_000);
  expect(await findInStore('SWAP10')).toMatchObject({ active: true, endsAt: expect.stringMatching(/^20/) });
  await expect.poll(location).toContain(`/discount/${rotated.code.code}?redirect=`);
  // Two teammates who replace one code at once make one new code.
  const { code: twice } = await create({ code: 'TWICE10' });
  const again = (by: TestPerson) =>
    by.call(calls.rotateAffiliateCode, { params: params(twice.id), body: { overlapHours: 0 } });
  const answers = await Promise.allSettled([again(world.member), again(world.owner)]);
  expect(answers.map(({ status }) => status).sort()).toEqual(['fulfilled', 'rejected']);
  expect((await list('TWICE10')).map(({ state }) => state).sort()).toEqual(['ended', 'live']);
  t.setNow(new Date(Date.now() + 25 * 3_600_000));
  await syncCodes(parts);
  expect((await list('SWAP10')).map(({ state }) => state).sort()).toEqual(['ended', 'live']);
});

test('replacing a leaked code resolves the alert about it and no other; a refusal of the store leaves it open', async () => {
  const codes = [await create({ code: 'LEAK10' }), await create({ code: 'CALM10' })].map(({ code }) => code);
  const [leaked, kept] = codes as [(typeof codes)[0], (typeof codes)[0]];
  await t.api.db.transaction((tx) =>
    addAlerts(
      connectionOf(tx),
      world.brandId,
      codes.map(({ id, code }) => ({
        kind: 'leak' as const,
        subject: id,
        affiliateId: mara.affiliateId,
        username: 'mara',
        figures: { code },
      })),
      t.api.clock.now(),
    ),
  );
  const states = async () => {
    const { alerts } = await world.member.call(listAlerts, { params: params(), query: { kind: ['leak'] } });
    return new Map(alerts.map(({ subject, state, by }) => [subject, [state, by !== null]]));
  };
  const rotate = () =>
    world.member.call(calls.rotateAffiliateCode, {
      params: params(leaked.id),
      body: { overlapHours: 24, leaked: true },
    });
  await fault('discountCodeBasicCreate', 'down', 4);
  expect(await failure(rotate())).not.toBeNull();
  expect((await states()).get(leaked.id)).toEqual(['open', false]);
  await sandbox.call('DELETE', '/api/faults?provider=shopify');
  await t.api.pool.query('delete from provider_state');
  await rotate();
  expect(await states()).toEqual(
    new Map([
      [leaked.id, ['resolved', true]],
      [kept.id, ['open', false]],
    ]),
  );
});

test('notices what merchants change in the store, and raises one alert a day', async () => {
  const [gone, off] = [(await create({ code: 'GONE10' })).code, (await create({ code: 'OFF10' })).code];
  const found = await findInStore('OFF10');
  await inStore((platform, access) => platform.setDiscountActive(access, found?.id ?? '', false));
  await t.api.pool.query(`update affiliate_code set external_id = 'gid://shopify/DiscountCodeNode/999999999'
    where id = '${gone.id}'`);
  await syncCodes(parts);
  await syncCodes(parts);
  expect(await list('GONE10')).toMatchObject([{ state: 'ended', error: 'Deleted in the store.' }]);
  expect(await list('OFF10')).toMatchObject([{ state: 'paused', error: 'Turned off in the store.' }]);
  const { rows } = await t.api.pool.query(
    `select subject, kind, figures->>'change' as change from affiliate_alert where subject = any($1) order by 3`,
    [[gone.id, off.id]],
  );
  expect(rows).toEqual([
    { subject: gone.id, kind: 'code-drift', change: 'deleted' },
    { subject: off.id, kind: 'code-drift', change: 'paused' },
  ]);
});

test('creates codes from a file row by row, and exports them without formulas', async () => {
  const name = `mara-${mara.creatorId}`;
  const bulk = (csv: string) =>
    world.member.call(calls.importAffiliateCodes, { params: { brandId: world.brandId }, body: { csv } });
  const result = await bulk(
    [
      'Creator;Code;Percent;Amount;Once per buyer',
      `@${name};FILE-A;12,5;;yes`,
      `${name.toUpperCase()};file-a;10;;`,
      `${name};"=HYPERLINK(1)";10;;`,
      `nobody;FILE-B;10;;`,
      `${name};FILE-C;;7,50;no`,
      `${name};FILE-D;500;;`,
      `${name};FILE-E;;;`,
    ].join('\r\n'),
  );
  expect(result).toMatchObject({
    accepted: 2,
    refused: [
      { row: 3, code: 'file-a', reason: `This code belongs to @${name}` },
      { row: 4, reason: 'Use 3 to 30 characters: A-Z, 0-9, hyphens and underscores' },
      { row: 5, reason: "nobody isn't in your program." },
      { row: 7, reason: 'Enter 100% or less' },
      { row: 8, reason: 'Enter a percentage or an amount' },
    ],
  });
  await expect
    .poll(async () => (await list('FILE-')).map(({ state }) => state), { timeout: 20_000 })
    .toEqual(['live', 'live']);
  expect(await list('FILE-')).toMatchObject([
    { valueMinor: 750, currency: 'USD' },
    { valueBp: 1250, oncePerBuyer: true },
  ]);
  const csv = await (
    await world.member.download(calls.exportAffiliateCodes, {
      params: { brandId: world.brandId },
      query: { search: 'FILE-' },
    })
  ).text();
  expect(csv.split('\r\n')[1]).toMatch(new RegExp(`^${name},FILE-C,,7\\.50,,,no,USD,live,,`));
  expect(await failure(bulk('a,b\n1,2'))).toMatchObject({
    status: 422,
    body: { fields: { csv: expect.any(String) } },
  });
  const many = `creator,code,percent\n${`${name},X,10\n`.repeat(501)}`;
  expect(await failure(bulk(many))).toMatchObject({
    body: { fields: { csv: 'Files can have up to 500 rows' } },
  });
});

test('says what to do in a store that does not allow codes or no longer lets us in', async () => {
  await t.api.pool.query(`update store set scopes = '{read_orders}'`);
  const denied = /doesn't allow us to create discount codes/;
  expect((await program()).stores[0]?.createCodes).toMatchObject({
    allowed: false,
    reason: expect.stringMatching(denied),
  });
  expect(await failure(create({ code: 'NOSCOPE' }))).toMatchObject({
    status: 409,
    message: expect.stringMatching(denied),
  });
  await t.api.pool.query(`update store set scopes = '{read_orders,write_discounts}'`);
  const { code: kept } = await create({ code: 'KEPT10' });
  await fault('discountCodeBasicCreate', 'wrong_key', 2);
  const { code } = await create({ code: 'NOTOKEN' });
  expect(code).toMatchObject({
    state: 'failed',
    error: expect.stringMatching(/^We no longer have access to /),
  });
  expect(await failure(create({ code: 'LATER10' }))).toMatchObject({
    status: 409,
    message: expect.stringMatching(/^Reconnect /),
  });
  // Our books come first: ending works without the store.
  const { code: ended } = await world.member.call(calls.changeAffiliateCode, {
    params: params(kept.id),
    body: { state: 'ended' },
  });
  expect(ended).toMatchObject({
    state: 'ended',
    error: expect.stringMatching(/^It may still work in the store\. We no longer have access to /),
  });
});
