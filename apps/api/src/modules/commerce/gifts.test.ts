import { createHash, randomBytes } from 'node:crypto';
import { changeCost, listCosts } from '@troupe/contract/analytics/cost-entry';
import { exportOwnData, removeOwnAccount, withdrawOptIn } from '@troupe/contract/campaigns/creator-app';
import * as contract from '@troupe/contract/commerce/gift';
import { listOrders } from '@troupe/contract/commerce/order';
import { beginShopifyInstall, connectShopifyStore } from '@troupe/contract/commerce/store';
import { listNotifications } from '@troupe/contract/inbox/notification';
import { eq } from 'drizzle-orm';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { newId } from '../../platform/id.ts';
import { shopify } from '../../providers/store/shopify.ts';
import type { TestPerson } from '../../testing/test-api.ts';
import { startTestSandbox, type TestSandbox } from '../../testing/test-sandbox.ts';
import { livePostTable } from '../campaigns/campaign-content/campaign-content.table.ts';
import { startOptInWorld } from '../campaigns/opt-in/opt-in.fixture.ts';
import { providerGuard } from '../discovery/provider/provider.queries.ts';
import { giftTable } from './gift/gift.table.ts';
import { processGifts } from './gift-orders.ts';
import { remindOfGifts } from './gift-reminders.ts';
import type { StoreParts } from './store-access.ts';
import { setUpStore, syncStore } from './store-sync.ts';

const SHOP = 'larkmoor-goods.myshopify.com';
const DAY = 86_400_000;
const ADDRESS = {
  name: 'Mara Holt',
  street: '12 Elm Street',
  city: 'Portland',
  postcode: '97201',
  region: 'OR',
  country: 'US',
  phone: '',
};

let w: Awaited<ReturnType<typeof startOptInWorld>>;
let sandbox: TestSandbox;
let parts: StoreParts;
let storeId: string;
let owner: TestPerson;
let mug: { id: string; variants: { id: string; title: string }[] };

beforeAll(async () => {
  sandbox = await startTestSandbox({ WEB_ORIGIN: 'http://localhost:3000' });
  // Only requests: the tests run the jobs.
  w = await startOptInWorld({
    SHOPIFY_API_KEY: 'sandbox-shopify-key',
    SHOPIFY_API_SECRET: 'sandbox-shopify-secret',
    SHOPIFY_SHOP_ORIGIN: `${sandbox.origin}/shopify/{shop}`,
    SHOPIFY_TIMEOUT_MS: '2000',
  });
  const { config, db, clock, log } = w.t.api;
  const platform = shopify({
    key: config.SHOPIFY_API_KEY,
    secret: config.SHOPIFY_API_SECRET,
    formerSecret: '',
    scopes: config.SHOPIFY_SCOPES,
    version: config.SHOPIFY_API_VERSION,
    shopOrigin: config.SHOPIFY_SHOP_ORIGIN,
    timeoutMs: 2000,
    book: providerGuard(db, clock),
    log,
  });
  parts = { api: w.t.api, platform };
  owner = await w.t.person({ brandId: w.brandId, brandRole: 'owner' });
  storeId = await connect();
  await setUpStore(parts, storeId);
  const { products } = await w.person.call(contract.listStoreProducts, {
    params: { brandId: w.brandId, storeId },
    query: { search: 'mug' },
  });
  mug = products[0] as typeof mug;
});
afterAll(async () => {
  await w?.t.stop();
  await sandbox?.stop();
});
beforeEach(() => w.t.setNow(null));

const control = <T>(method: string, path: string, body?: unknown) =>
  sandbox.call<T>(method, `/shopify/_control${path}`, body);
const inShop = (path: string, body: object = {}) => control('POST', `/stores/${SHOP}${path}`, body);
const fault = (target: string, failure: string, times = 1) =>
  sandbox.call('POST', '/api/faults', { provider: 'shopify', target, failure, times });
const clearFaults = () => sandbox.call('DELETE', '/api/faults');
const failure = (work: Promise<unknown>) =>
  work.then(
    () => null,
    (error) => error.body ?? error,
  );
const later = (ms: number) => w.t.setNow(new Date(Date.now() + ms));

/** Installs the app in the sandbox's store, like a browser. */
async function connect(): Promise<string> {
  const { url } = await control<{ url: string }>('GET', `/stores/${SHOP}/install-link`);
  const nonce = randomBytes(16).toString('hex');
  const nonceHash = createHash('sha256').update(nonce).digest('hex');
  const { authorizeUrl } = await w.t.anonymous.call(beginShopifyInstall, {
    body: { query: new URL(url).search.slice(1), nonceHash },
  });
  const page = await fetch(authorizeUrl, { redirect: 'manual' });
  const answer =
    page.status === 200
      ? await fetch(authorizeUrl, {
          method: 'POST',
          redirect: 'manual',
          body: new URLSearchParams({ decision: 'install' }),
        })
      : page;
  const back = new URL(answer.headers.get('location') ?? '');
  const { store } = await owner.call(connectShopifyStore, {
    params: { brandId: w.brandId },
    body: { ...Object.fromEntries(back.searchParams), nonce } as never,
  });
  return store.id;
}

/** An approved creator with an account. */
async function aCreator() {
  const who = await w.account();
  const optInId = await w.optIn({ creatorId: who.creatorId, userId: who.userId, status: 'approved' });
  return { ...who, optInId };
}
type Creator = Awaited<ReturnType<typeof aCreator>>;

const offer = (optInIds: string[], more: object = {}, by: TestPerson = w.person) =>
  by.call(contract.offerGifts, {
    params: { brandId: w.brandId, campaignId: w.campaignId },
    body: { storeId, optInIds, products: [{ id: mug.id }], ...more },
  });

/** Offers a mug and returns the gift as the creator sees it. */
async function offered(creator: Creator, more: object = {}) {
  await offer([creator.optInId], more);
  return ownGift(creator);
}
async function ownGift({ call, optInId }: Creator) {
  const { gifts } = await call(contract.listOwnGifts, { params: { optInId } });
  if (!gifts[0]) throw new Error('no gift');
  return gifts[0];
}
const choose = (creator: Creator, gift: { id: string; version: number }, more: object = {}) =>
  creator.call(contract.chooseGift, {
    params: { optInId: creator.optInId, giftId: gift.id },
    body: {
      lines: [{ variantId: mug.variants[1]?.id ?? '', quantity: 1 }],
      address: ADDRESS,
      version: gift.version,
      ...more,
    },
  });
/** A gift whose order exists. */
async function ordered(creator: Creator) {
  await choose(creator, await offered(creator));
  await processGifts(parts);
  const gift = await ownGift(creator);
  expect(gift.status).toBe('ordered');
  return gift;
}
const brandGift = async (giftId: string) => {
  const { gifts } = await w.person.call(contract.listGifts, {
    params: { brandId: w.brandId, campaignId: w.campaignId },
    query: {},
  });
  const found = gifts.find(({ id }) => id === giftId);
  if (!found) throw new Error('no such gift');
  return found;
};
interface Drafts {
  drafts: { id: number; completedAt: string | null; tags: string }[];
  orders: { id: number; number: number }[];
}
const inStore = () => control<Drafts>('GET', '/');
const draftsOf = async (giftId: string) =>
  (await inStore()).drafts.filter(({ tags }) => tags.includes(giftId.slice(-12)));
const notices = async ({ call }: TestPerson) =>
  (await call(listNotifications, { query: {} })).notifications.map(({ title }) => title);
/** Makes shipments due and reads them. */
async function followed(giftId: string) {
  await w.db.update(giftTable).set({ dueAt: new Date(0).toISOString() });
  await processGifts(parts);
  return brandGift(giftId);
}

test("a campaign's gifts can be read for one opt-in", async () => {
  const [one, other] = [await aCreator(), await aCreator()];
  const gift = await offered(one);
  await offered(other);
  const params = { brandId: w.brandId, campaignId: w.campaignId };
  const idsFor = async (optInId: string) => {
    const { gifts, total } = await w.person.call(contract.listGifts, { params, query: { optInId } });
    expect(total).toBe(gifts.length);
    return gifts.map(({ id }) => id);
  };
  expect(await idsFor(one.optInId)).toEqual([gift.id]);
  expect(await idsFor(newId())).toEqual([]);
});

test('a gift goes from the offer to the delivery, and its order is no sale but a cost', async () => {
  const creator = await aCreator();
  const before = await w.person.call(listCosts, {
    params: { brandId: w.brandId },
    query: { source: 'gift' },
  });
  const gift = await offered(creator, { message: 'For your desk' });
  expect(gift).toMatchObject({ status: 'offered', maxItems: 1, currency: 'USD', message: 'For your desk' });
  expect(gift.products[0]?.variants.map(({ title }) => title)).toEqual(['Sand', 'Moss', 'Slate']);
  expect(gift.products[0]?.variants[0]).toMatchObject({ price: 1850, available: true });
  expect(await notices(creator)).toContain('Larkmoor wants to send you a gift');

  const { gift: chosen } = await choose(creator, gift);
  expect(chosen).toMatchObject({ status: 'chosen', address: ADDRESS });
  await processGifts(parts);
  const made = await brandGift(gift.id);
  expect(made).toMatchObject({
    status: 'ordered',
    lines: [{ title: 'Camp Mug', variantTitle: 'Moss', quantity: 1, price: 1850 }],
    // The sandbox's stores pay 40% of the price.
    cost: 740,
    costBasis: 'unit_cost',
  });
  expect(made).not.toHaveProperty('address');
  expect(await draftsOf(gift.id)).toMatchObject([{ completedAt: expect.any(String) }]);

  // The order is known to the store, but counts nowhere.
  await syncStore(parts, storeId);
  const { orders } = await w.person.call(listOrders, {
    params: { brandId: w.brandId },
    query: { search: made.orderName ?? '' },
  });
  expect(orders).toMatchObject([{ status: 'gift', counted: false, total: 0, net: 0, discount: 1850 }]);
  expect(JSON.stringify(orders)).not.toContain('Elm Street');
  const { costs } = await w.person.call(listCosts, {
    params: { brandId: w.brandId },
    query: { source: 'gift' },
  });
  expect(costs.length - before.costs.length).toBe(1);
  expect(costs[0]).toMatchObject({
    kind: 'product',
    amount: 740,
    currency: 'USD',
    campaignId: w.campaignId,
    creatorId: creator.creatorId,
    note: `Gift ${made.orderName}: Camp Mug, Moss`,
  });

  const order = `/orders/${made.orderUrl?.split('/').at(-1)}`;
  await inShop(`${order}/ship`, { company: 'UPS', number: '1Z999', url: 'https://ups.example/1Z999' });
  expect(await followed(gift.id)).toMatchObject({
    status: 'shipped',
    tracking: { company: 'UPS', number: '1Z999', url: 'https://ups.example/1Z999' },
  });
  expect(await notices(creator)).toContain('Your gift from Larkmoor is on its way');
  await inShop(`${order}/deliver`);
  expect(await followed(gift.id)).toMatchObject({ status: 'delivered', delivered: expect.any(String) });
  expect(await ownGift(creator)).toMatchObject({ status: 'delivered', tracking: { number: '1Z999' } });
});

test('a change of the order in the store makes its shipment known', async () => {
  const creator = await aCreator();
  const gift = await ordered(creator);
  const { orderUrl } = await brandGift(gift.id);
  await syncStore(parts, storeId);
  await inShop(`/orders/${orderUrl?.split('/').at(-1)}/ship`, { company: 'UPS' });
  await syncStore(parts, storeId);
  await processGifts(parts);
  expect((await ownGift(creator)).status).toBe('shipped');
  const { gift: received } = await creator.call(contract.receiveGift, {
    params: { optInId: creator.optInId, giftId: gift.id },
    body: { version: 1 },
  });
  expect(received.status).toBe('delivered');
});

test('a change that arrives while a shipment is read is read right afterwards', async () => {
  const creator = await aCreator();
  const gift = await ordered(creator);
  const orderId = (await brandGift(gift.id)).orderUrl?.split('/').at(-1);
  await syncStore(parts, storeId);
  const readShipment: StoreParts['platform']['readShipment'] = async (access, id) => {
    const shipment = await parts.platform.readShipment(access, id);
    if (id === orderId) {
      await inShop(`/orders/${orderId}/ship`, { company: 'UPS' });
      await syncStore(parts, storeId);
    }
    return shipment;
  };
  await w.db
    .update(giftTable)
    .set({ dueAt: new Date(0).toISOString() })
    .where(eq(giftTable.id, gift.id));
  await processGifts({ ...parts, platform: { ...parts.platform, readShipment } });
  expect((await ownGift(creator)).status).toBe('ordered');
  await processGifts(parts);
  expect((await ownGift(creator)).status).toBe('shipped');
});

test('a second click, a repeated job and a lost response create one order', async () => {
  const creator = await aCreator();
  const gift = await offered(creator);
  const answers = await Promise.all([choose(creator, gift), choose(creator, gift)]);
  expect(answers.map((one) => one.gift.status)).toEqual(['chosen', 'chosen']);
  expect(answers[0]?.gift.version).toBe(answers[1]?.gift.version);
  // The store makes the draft, and its response is lost.
  await fault('draftOrderCreate', 'lost');
  await processGifts(parts);
  expect(await brandGift(gift.id)).toMatchObject({ status: 'chosen', problem: 'store_unavailable' });
  expect(await draftsOf(gift.id)).toHaveLength(1);
  // Then the order, and its response is lost as well.
  await fault('draftOrderComplete', 'lost');
  later(90_000);
  await processGifts(parts);
  later(5 * 60_000);
  await Promise.all([processGifts(parts), processGifts(parts)]);
  expect(await brandGift(gift.id)).toMatchObject({ status: 'ordered', problem: null });
  expect(await draftsOf(gift.id)).toHaveLength(1);
  const again = await choose(creator, gift);
  expect(again.gift.status).toBe('ordered');
});

test('an order waits for a store that is down, and for one that withholds permission', async () => {
  const creator = await aCreator();
  const gift = await offered(creator);
  await choose(creator, gift);
  await fault('graphql', 'down', 20);
  await processGifts(parts);
  expect(await brandGift(gift.id)).toMatchObject({ status: 'chosen', problem: 'store_unavailable' });
  await clearFaults();
  await w.db.execute(`update store set scopes = '{read_orders,read_products}' where id = '${storeId}'`);
  // The circuit of the platform is closed again by then.
  later(10 * 60_000);
  await processGifts(parts);
  const stuck = await brandGift(gift.id);
  expect(stuck).toMatchObject({ problem: 'no_permission', abilities: { cancel: { allowed: true } } });
  expect((await notices(w.person))[0]).toMatch(/^Couldn't order the gift for @creator\./);
  const refused = await failure(offer([(await aCreator()).optInId]));
  expect(refused).toMatchObject({
    code: 'store_refused',
    message:
      "Larkmoor Goods doesn't allow us to create orders. Open the app from your store and grant permission.",
  });
  w.t.setNow(null);
  // Reconnecting grants the permission and continues without another click.
  await connect();
  await processGifts(parts);
  expect((await brandGift(gift.id)).status).toBe('ordered');
});

test('the creator chooses again when something is out of stock, removed or not deliverable', async () => {
  const creator = await aCreator();
  const [sand, moss] = mug.variants.map(({ id }) => id);
  let gift = await offered(creator);
  await inShop(`/products/${mug.id}/stock`, { variant: Number(moss), inStock: false });
  await choose(creator, gift);
  await processGifts(parts);
  gift = await ownGift(creator);
  expect(gift).toMatchObject({ status: 'offered', problem: 'out_of_stock', lines: [] });
  expect(gift.products[0]?.variants.map(({ available }) => available)).toEqual([true, false, true]);
  expect(await failure(choose(creator, gift))).toMatchObject({
    fields: { lines: 'This product is out of stock. Choose another one.' },
  });
  await inShop(`/products/${mug.id}/stock`, { variant: Number(moss), inStock: true });
  // Offers follow the store.
  later(DAY);
  await processGifts(parts);
  gift = await ownGift(creator);
  expect(gift.products[0]?.variants.map(({ available }) => available)).toEqual([true, true, true]);
  w.t.setNow(null);

  const lines = [{ variantId: sand, quantity: 1 }];
  await choose(creator, gift, { lines, address: { ...ADDRESS, postcode: 'nowhere' } });
  await processGifts(parts);
  gift = await ownGift(creator);
  expect(gift).toMatchObject({
    status: 'offered',
    problem: 'address_refused',
    address: { postcode: 'nowhere' },
  });
  expect(await draftsOf(gift.id)).toHaveLength(0);
  await choose(creator, gift, { lines });
  await processGifts(parts);
  expect(await ownGift(creator)).toMatchObject({ status: 'ordered', problem: null });

  const other = await aCreator();
  const { products } = await w.person.call(contract.listStoreProducts, {
    params: { brandId: w.brandId, storeId },
    query: { search: 'trail pack' },
  });
  const pack = products[0];
  const packed = await offered(other, { products: [{ id: pack?.id }, { id: mug.id, variantIds: [sand] }] });
  await control('DELETE', `/stores/${SHOP}/products/${pack?.id}`);
  await choose(other, packed, { lines: [{ variantId: pack?.variants[0]?.id, quantity: 1 }] });
  await processGifts(parts);
  expect(await ownGift(other)).toMatchObject({
    problem: 'product_removed',
    products: [{ title: 'Camp Mug', variants: [{ title: 'Sand' }] }],
  });
  expect(await failure(offer([(await aCreator()).optInId], { products: [{ id: pack?.id }] }))).toMatchObject({
    fields: { products: 'A product is no longer in the store. Choose the products again.' },
  });
});

test('limits, versions and other creators protect a gift', async () => {
  const creator = await aCreator();
  const stranger = await aCreator();
  const gift = await offered(creator, { maxItems: 2, maxValue: 2000 });
  const [sand = '', moss = ''] = mug.variants.map(({ id }) => id);
  const lines = (...ids: string[]) => ({ lines: ids.map((variantId) => ({ variantId, quantity: 1 })) });
  expect(await failure(choose(creator, gift, lines(sand, moss, sand)))).toMatchObject({
    fields: { lines: 'Choose fewer products' },
  });
  expect(await failure(choose(creator, gift, lines(sand, moss)))).toMatchObject({
    fields: { lines: "This exceeds the gift's maximum value. Choose fewer or less expensive products." },
  });
  expect(await failure(choose(creator, gift, lines('1')))).toMatchObject({
    fields: { lines: "This product isn't part of the gift" },
  });
  expect(await failure(choose(creator, { ...gift, version: 9 }))).toMatchObject({ code: 'conflict' });
  expect(
    await failure(choose(creator, gift, { address: { ...ADDRESS, name: ' ', country: 'usa' } })),
  ).toMatchObject({ fields: { 'address.country': 'Choose a country' } });
  expect(await failure(choose({ ...stranger, optInId: creator.optInId }, gift))).toMatchObject({
    code: 'not_found',
  });
  // Through an opt-in of one's own, too.
  expect(await failure(choose(stranger, gift))).toMatchObject({ code: 'not_found' });
  const otherBrand = await w.brand();
  const outsider = await w.t.person({ brandId: otherBrand });
  const cancel = (by: TestPerson, brandId: string) =>
    failure(by.call(contract.cancelGift, { params: { brandId, giftId: gift.id } }));
  expect(await cancel(outsider, otherBrand)).toMatchObject({ code: 'not_found' });
  expect(
    await failure(
      outsider.call(contract.listStoreProducts, { params: { brandId: otherBrand, storeId }, query: {} }),
    ),
  ).toMatchObject({ code: 'not_found' });
  expect(await cancel(w.person, w.brandId)).toBeNull();
  expect(await failure(choose(creator, gift))).toMatchObject({
    message: 'This gift is no longer available.',
  });
});

test('two members at once offer one gift, and only approved creators get one', async () => {
  const creator = await aCreator();
  const pending = await w.optIn({});
  const answers = await Promise.all([offer([creator.optInId, pending]), offer([creator.optInId], {}, owner)]);
  expect(answers.flatMap(({ gifts }) => gifts)).toHaveLength(1);
  expect(answers.flatMap(({ skipped }) => skipped).sort()).toEqual([creator.optInId, pending].sort());
  const gift = await ownGift(creator);
  await creator.call(withdrawOptIn, { params: { optInId: creator.optInId }, body: {} });
  expect((await brandGift(gift.id)).status).toBe('cancelled');
  const elsewhere = await w.campaign(w.brandId);
  const wrong = owner.call(contract.offerGifts, {
    params: { brandId: w.brandId, campaignId: elsewhere },
    body: { storeId, optInIds: [creator.optInId], products: [{ id: mug.id }] },
  });
  expect(await failure(wrong)).toMatchObject({ code: 'not_found' });
});

test('an order canceled in the store cancels its gift and removes its cost', async () => {
  const creator = await aCreator();
  const gift = await ordered(creator);
  const made = await brandGift(gift.id);
  expect(made.abilities.cancel).toEqual({
    allowed: false,
    reason: 'This gift was already ordered. Cancel the order in your store.',
  });
  await inShop(`/orders/${made.orderUrl?.split('/').at(-1)}/cancel`);
  expect((await followed(gift.id)).status).toBe('cancelled');
  const { costs } = await w.person.call(listCosts, {
    params: { brandId: w.brandId },
    query: { source: 'gift', creatorId: creator.creatorId },
  });
  expect(costs).toEqual([]);
});

test('shipping is a cost once the order in the store names its price, and unknown until then', async () => {
  const creator = await aCreator();
  const gift = await ordered(creator);
  const made = await brandGift(gift.id);
  const order = `/orders/${made.orderUrl?.split('/').at(-1)}`;
  const costs = async () => {
    const { sums, costs: entries } = await w.person.call(listCosts, {
      params: { brandId: w.brandId },
      query: { source: 'gift', creatorId: creator.creatorId },
    });
    return { amounts: sums.map(({ kind, amount }) => [kind, amount]), entries };
  };
  expect(made.shippingCost).toBeNull();
  // Free shipping says nothing about its cost.
  await inShop(`${order}/ship`, { company: 'UPS', shipping: 0 });
  expect(await followed(gift.id)).toMatchObject({ status: 'shipped', cost: 740, shippingCost: null });
  expect((await costs()).amounts).toEqual([['product', 740]]);

  await inShop(`${order}/ship`, { company: 'UPS', shipping: 620 });
  expect(await followed(gift.id)).toMatchObject({ status: 'shipped', cost: 740, shippingCost: 620 });
  const known = await costs();
  expect(known.amounts).toEqual([
    ['product', 740],
    ['shipping', 620],
  ]);
  expect(known.entries.find(({ kind }) => kind === 'shipping')).toMatchObject({
    currency: 'USD',
    campaignId: w.campaignId,
    note: `Shipping of gift ${made.orderName}`,
  });
  // The creator sees neither.
  expect(await ownGift(creator)).not.toHaveProperty('shippingCost');

  // Priced again after the delivery: the change of the order makes it known.
  await inShop(`${order}/deliver`);
  expect((await followed(gift.id)).status).toBe('delivered');
  await syncStore(parts, storeId);
  await inShop(`${order}/ship`, { company: 'UPS', shipping: 845 });
  await syncStore(parts, storeId);
  await Promise.all([processGifts(parts), processGifts(parts)]);
  expect(await brandGift(gift.id)).toMatchObject({ status: 'delivered', shippingCost: 845 });
  const { amounts, entries } = await costs();
  expect(amounts).toEqual([
    ['product', 740],
    ['shipping', 845],
  ]);

  // What people entered stays.
  const entry = entries.find(({ kind }) => kind === 'shipping');
  if (!entry) throw new Error('no shipping cost');
  const { day, kind, currency, campaignId, creatorId, note, reference, version } = entry;
  await w.person.call(changeCost, {
    params: { brandId: w.brandId, costId: entry.id },
    body: { day, kind, amount: 900, currency, campaignId, creatorId, note, reference, version } as never,
  });
  await inShop(`${order}/ship`, { shipping: 1000 });
  expect((await followed(gift.id)).shippingCost).toBe(1000);
  expect((await costs()).amounts).toEqual([
    ['product', 740],
    ['shipping', 900],
  ]);
});

test('shipping that loses its price, or is priced in another currency, is unknown again', async () => {
  const creator = await aCreator();
  const gift = await ordered(creator);
  const order = `/orders/${(await brandGift(gift.id)).orderUrl?.split('/').at(-1)}`;
  const kinds = async () => {
    const query = { source: 'gift' as const, creatorId: creator.creatorId };
    const { costs } = await w.person.call(listCosts, { params: { brandId: w.brandId }, query });
    return costs.map(({ kind }) => kind).sort();
  };
  await inShop(`${order}/ship`, { shipping: 500 });
  expect((await followed(gift.id)).shippingCost).toBe(500);
  expect(await kinds()).toEqual(['product', 'shipping']);
  await inShop(`${order}/ship`, { shipping: 0 });
  expect((await followed(gift.id)).shippingCost).toBeNull();
  expect(await kinds()).toEqual(['product']);
  await w.db.execute(`update gift set currency = 'EUR' where id = '${gift.id}'`);
  await inShop(`${order}/ship`, { shipping: 500 });
  expect((await followed(gift.id)).shippingCost).toBeNull();
  expect(await kinds()).toEqual(['product']);
  await w.db.execute(`update gift set currency = 'USD' where id = '${gift.id}'`);
  expect((await followed(gift.id)).shippingCost).toBe(500);
  await inShop(`${order}/cancel`);
  expect((await followed(gift.id)).status).toBe('cancelled');
  expect(await kinds()).toEqual([]);
});

test('a store without unit costs gives the retail price as cost', async () => {
  await inShop(`/products/${mug.id}/cost`, { cost: null });
  const creator = await aCreator();
  const gift = await ordered(creator);
  expect(await brandGift(gift.id)).toMatchObject({ cost: 1850, costBasis: 'price' });
  const { costs } = await w.person.call(listCosts, {
    params: { brandId: w.brandId },
    query: { source: 'gift', creatorId: creator.creatorId },
  });
  expect(costs[0]?.note).toMatch(/\(retail price\)$/);
  await inShop(`/products/${mug.id}/cost`, { cost: 740 });
});

test('creators without a post are reminded 7, 10 and 14 days after delivery, once each', async () => {
  const [silent, posting] = [await aCreator(), await aCreator()];
  for (const creator of [silent, posting]) {
    const { id } = await ordered(creator);
    const at = new Date().toISOString();
    await w.db.execute(`update gift set status = 'delivered', delivered_at = '${at}' where id = '${id}'`);
  }
  const title = 'Ready to post about your gift from Larkmoor?';
  const count = async (who: TestPerson) => (await notices(who)).filter((one) => one === title).length;
  const after = async (days: number) => {
    later(days * DAY + 60_000);
    await Promise.all([remindOfGifts(w.t.api), remindOfGifts(w.t.api)]);
    return [await count(silent), await count(posting)];
  };
  expect(await after(6)).toEqual([0, 0]);
  expect(await after(7)).toEqual([1, 1]);
  expect(await ownGift(silent)).toMatchObject({ status: 'delivered', reminders: 1 });
  expect(await after(9)).toEqual([1, 1]);
  await w.db.insert(livePostTable).values({
    id: newId(),
    brandId: w.brandId,
    campaignId: w.campaignId,
    optInId: posting.optInId,
    platform: 'instagram',
    kind: 'reel',
    url: 'https://www.instagram.com/reel/C0de/',
    figures: {},
    source: 'creator',
  } as never);
  expect(await after(10)).toEqual([2, 1]);
  expect(await after(14)).toEqual([3, 1]);
  expect(await after(20)).toEqual([3, 1]);
});

test("a creator's export has their gifts, and deleting the account erases the address", async () => {
  const creator = await aCreator();
  const gift = await ordered(creator);
  const other = await aCreator();
  const waiting = await offered(other);
  const exported = await creator.call(exportOwnData, {});
  expect(JSON.stringify(exported)).toContain('12 Elm Street');
  for (const { call } of [creator, other]) await call(removeOwnAccount, { body: { confirm: 'REMOVE' } });
  const { rows } = await w.t.api.pool.query('select id, status, address from gift where id = any($1)', [
    [gift.id, waiting.id],
  ]);
  expect(rows.sort((a, b) => (a.id < b.id ? -1 : 1))).toEqual([
    { id: gift.id, status: 'ordered', address: null },
    { id: waiting.id, status: 'cancelled', address: null },
  ]);
  expect((await brandGift(gift.id)).creator).toMatchObject({
    username: 'removed',
    fullname: 'Removed creator',
  });
});
