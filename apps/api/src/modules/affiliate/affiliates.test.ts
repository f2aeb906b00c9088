import * as affiliateCalls from '@troupe/contract/affiliate/affiliate';
import * as linkCalls from '@troupe/contract/affiliate/affiliate-link';
import * as programCalls from '@troupe/contract/affiliate/affiliate-program';
import { exportOwnData, removeOwnAccount } from '@troupe/contract/campaigns/creator-app';
import { listNotifications } from '@troupe/contract/inbox/notification';
import { NEW_PROGRAM_RULES } from '@troupe/domain/affiliate/affiliate-program';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { newId } from '../../platform/id.ts';
import { startTestApi, type TestApi } from '../../testing/test-api.ts';
import { creatorTable } from '../discovery/creator/creator.table.ts';
import {
  aProgramCreator,
  aProgramWorld,
  type ProgramCreator,
  type ProgramWorld,
} from './affiliates.fixture.ts';
import { CHROME, hit } from './clicks.fixture.ts';

let t: TestApi;
let world: ProgramWorld;
beforeAll(async () => {
  t = await startTestApi({ CLICK_ORIGIN: 'https://go.example' });
  world = await aProgramWorld(t);
});
afterAll(() => t.stop());

const failure = (work: Promise<unknown>) =>
  work.then(
    () => null,
    (error) => error,
  );
const terms = NEW_PROGRAM_RULES.terms;

async function invited(creator: ProgramCreator, more: { rateBp?: number } = {}, { brandId, member } = world) {
  const { affiliates } = await member.call(affiliateCalls.inviteAffiliates, {
    params: { brandId },
    body: { optInIds: [creator.optInId], ...more },
  });
  const [affiliate] = affiliates;
  if (!affiliate) throw new Error('not invited');
  return affiliate;
}
async function joined(creator: ProgramCreator, more: { rateBp?: number } = {}, of = world) {
  const { id, version } = await invited(creator, more, of);
  const params = { affiliateId: id };
  const { affiliate } = await creator.person.call(affiliateCalls.acceptAffiliateTerms, {
    params,
    body: { version },
  });
  return affiliate;
}

test('an invited creator joins, makes a link, and a click on it leads to the store at once', async () => {
  const { brandId, member, owner } = world;
  const creator = await aProgramCreator(t, brandId);
  const { person } = creator;
  const affiliate = await invited(creator);
  expect(affiliate).toMatchObject({
    state: 'invited',
    terms: null,
    offered: { rateBp: 1000, holdDays: 30, newBuyersOnly: false },
    campaignTitle: 'Spring',
    creator: { id: creator.creatorId, fullname: 'Mara Holt' },
    hasAccount: true,
    abilities: { end: { allowed: true }, pause: { allowed: false } },
  });
  const { notifications } = await person.call(listNotifications, { query: {} });
  expect(notifications[0]).toMatchObject({
    title: 'Larkmoor invited you to its affiliate program',
    href: `/programs/${affiliate.id}`,
  });
  const params = { affiliateId: affiliate.id };
  const early = await failure(person.call(linkCalls.createOwnAffiliateLink, { params, body: {} }));
  expect(early).toMatchObject({ status: 409, message: 'Accept the terms first.' });

  const mine = await person.call(affiliateCalls.listOwnAffiliates, {});
  expect(mine.affiliates).toMatchObject([
    { id: affiliate.id, brand: { name: 'Larkmoor' }, open: true, windowHours: 720, state: 'invited' },
  ]);
  const accepted = await person.call(affiliateCalls.acceptAffiliateTerms, {
    params,
    body: { version: affiliate.version },
  });
  expect(accepted.affiliate).toMatchObject({ state: 'active', offered: null, terms: { rateBp: 1000 } });
  const team = await owner.call(listNotifications, { query: {} });
  expect(team.notifications[0]?.title).toMatch(/^@mara-.* joined your affiliate program$/);

  const { link } = await person.call(linkCalls.createOwnAffiliateLink, {
    params,
    body: { destination: `https://${world.shop}/products/tent?variant=2`, label: ' Bio ' },
  });
  expect(link).toMatchObject({
    label: 'Bio',
    state: 'active',
    credits: true,
    path: '/products/tent?variant=2',
  });
  expect(link.url).toBe(`https://go.example/r/${link.slug}`);
  await expect
    .poll(
      async () =>
        (await hit(t.url, `/r/${link.slug}`, { headers: { 'user-agent': CHROME } })).headers.location,
    )
    .toContain(`https://${world.shop}/products/tent?variant=2&ref=${link.slug}&tr=`);
  const listed = await member.call(linkCalls.listAffiliateLinks, {
    params: { brandId },
    query: { affiliateId: affiliate.id },
  });
  expect(listed.brandAffiliateLinks).toMatchObject([
    { id: link.id, byCreator: true, creator: { fullname: 'Mara Holt' }, storeName: 'Larkmoor Goods' },
  ]);
  const svg = await (
    await person.download(linkCalls.getOwnAffiliateLinkSvg, { params: { ...params, linkId: link.id } })
  ).text();
  expect(svg).toMatch(/^<svg /);
  const png = await member.download(linkCalls.getAffiliateLinkPng, {
    params: { brandId, linkId: link.id },
    query: { size: 300 },
  });
  const bytes = Buffer.from(await png.arrayBuffer());
  expect(bytes.subarray(1, 4).toString()).toBe('PNG');
  expect(bytes.readUInt32BE(16)).toBeGreaterThan(200);
  expect(bytes.readUInt32BE(16)).toBeLessThanOrEqual(300);
});

test('terms bind only creators who accepted them', async () => {
  const own = await aProgramWorld(t);
  const { brandId, owner } = own;
  const creator = await aProgramCreator(t, brandId);
  const affiliate = await joined(creator, { rateBp: 1500 }, own);
  expect(affiliate.terms).toEqual({ ...terms, rateBp: 1500 });
  const params = { affiliateId: affiliate.id };
  const read = async () => {
    const { affiliates } = await creator.person.call(affiliateCalls.listOwnAffiliates, {});
    return affiliates.find(({ id }) => id === affiliate.id) ?? affiliate;
  };
  const save = (version: number, rules: object) =>
    owner.call(programCalls.changeAffiliateProgram, {
      params: { brandId },
      body: { version, state: 'on', rules: { ...NEW_PROGRAM_RULES, ...rules } },
    });
  // Rules that are not terms offer nothing.
  await save(1, { keepClicksDays: 60 });
  expect(await read()).toMatchObject({ offered: null, version: affiliate.version });
  const { program } = await save(2, { terms: { ...terms, rateBp: 500, holdDays: 60 } });
  expect(program).toMatchObject({ version: 3, counts: { awaitingTerms: 1 } });
  const offered = await read();
  expect(offered).toMatchObject({
    terms: { rateBp: 1500, holdDays: 30 },
    offered: { rateBp: 1500, holdDays: 60 },
  });
  const stale = await failure(
    creator.person.call(affiliateCalls.acceptAffiliateTerms, {
      params,
      body: { version: affiliate.version },
    }),
  );
  expect(stale).toMatchObject({ status: 409, code: 'conflict' });
  await creator.person.call(affiliateCalls.declineAffiliateTerms, {
    params,
    body: { version: offered.version },
  });
  expect(await read()).toMatchObject({ state: 'active', offered: null, terms: { holdDays: 30 } });

  const { affiliate: paused } = await owner.call(affiliateCalls.changeAffiliate, {
    params: { brandId, ...params },
    body: { version: (await read()).version, state: 'paused' },
  });
  expect(paused).toMatchObject({ state: 'paused', offered: null });
  const { affiliate: raised } = await owner.call(affiliateCalls.changeAffiliate, {
    params: { brandId, ...params },
    body: { version: paused.version, rateBp: 2000 },
  });
  expect(raised).toMatchObject({
    rateBp: 2000,
    terms: { rateBp: 1500 },
    offered: { rateBp: 2000, holdDays: 60 },
  });
  const { rows } = await t.api.pool.query(
    `select state, terms->>'rateBp' as rate, own_rate_bp as own from affiliate_change where affiliate_id = $1
      order by version`,
    [affiliate.id],
  );
  expect(rows).toEqual([
    { state: 'invited', rate: null, own: null },
    { state: 'active', rate: '1500', own: 1500 },
    { state: 'paused', rate: '1500', own: 1500 },
  ]);
  const { versions } = await owner.call(programCalls.listAffiliateProgramVersions, { params: { brandId } });
  expect(versions.map(({ version, by }) => [version, by])).toEqual([
    [3, 'Alva Berg'],
    [2, 'Alva Berg'],
    [1, 'Alva Berg'],
  ]);
  const late = await failure(save(1, {}));
  expect(late).toMatchObject({ status: 409, code: 'conflict', body: { version: 3 } });
});

test('without the add-on a member reads who can buy it', async () => {
  const { brandId, member, owner } = await aProgramWorld(t, { on: false, addOn: false });
  const { program } = await member.call(programCalls.getAffiliateProgram, { params: { brandId } });
  expect(program).toMatchObject({
    state: 'off',
    version: 0,
    since: null,
    rules: { attribution: { windowHours: 720 }, terms: { rateBp: 1000 } },
    addOn: { active: false, price: 9500, owners: ['Alva Berg'] },
    stores: [{ name: 'Larkmoor Goods', createCodes: { allowed: true } }],
    abilities: { edit: { allowed: false } },
  });
  const refused = await failure(
    owner.call(programCalls.changeAffiliateProgram, {
      params: { brandId },
      body: { version: 0, state: 'on' },
    }),
  );
  expect(refused).toMatchObject({
    status: 402,
    code: 'add_on_required',
    message: 'You need Affiliate Integration for this. Alva Berg can buy it on the pricing page.',
    body: { owners: ['Alva Berg'] },
  });
});

test('[R7.058] invites only creators of the brand, each once, and again after they left, and lists them by name', async () => {
  const { brandId, member, owner } = world;
  const creator = await aProgramCreator(t, brandId);
  const pending = await aProgramCreator(t, brandId, 'pending');
  const foreign = await aProgramCreator(t, await t.brand());
  const invite = (body: object) =>
    member.call(affiliateCalls.inviteAffiliates, { params: { brandId }, body });
  const first = await invite({ optInIds: [creator.optInId, pending.optInId, foreign.optInId] });
  expect(first.affiliates).toHaveLength(1);
  expect(first.skipped.map(({ reason }) => reason)).toEqual([
    'Approve this creator first.',
    "This opt-in doesn't exist.",
  ]);
  const again = await invite({ creatorIds: [creator.creatorId] });
  expect(again).toMatchObject({ affiliates: [], skipped: [{ reason: 'Already in the program.' }] });
  const affiliateId = first.affiliates[0]?.id ?? '';
  const { affiliate } = await owner.call(affiliateCalls.removeAffiliate, {
    params: { brandId, affiliateId },
  });
  expect(affiliate).toMatchObject({ state: 'ended', abilities: { invite: { allowed: true } } });
  const back = await invite({ creatorIds: [creator.creatorId] });
  expect(back.affiliates).toMatchObject([{ id: affiliateId, state: 'invited', until: null }]);
  const names = await member.call(affiliateCalls.filterAffiliates, {
    params: { brandId },
    query: { search: 'mara' },
  });
  expect(names.affiliates).toContainEqual(
    expect.objectContaining({ id: affiliateId, productId: affiliateId, fullname: 'Mara Holt' }),
  );
  const unknown = { params: { brandId }, query: { search: 'nobody by this name' } };
  expect((await member.call(affiliateCalls.filterAffiliates, unknown)).affiliates).toEqual([]);
  const stranger = await t.person({ brandId: await t.brand() });
  expect(
    await failure(stranger.call(affiliateCalls.filterAffiliates, { params: { brandId } })),
  ).toMatchObject({ status: 403 });
  // Another creator's account sees nothing of it.
  const other = await failure(
    foreign.person.call(linkCalls.listOwnAffiliateLinks, { params: { affiliateId }, query: {} }),
  );
  expect(other).toMatchObject({ status: 404 });
});

test('refuses links out of the store and slugs that were used; ended links keep leading to the store', async () => {
  const { brandId, member } = world;
  const creator = await aProgramCreator(t, brandId);
  const { id: affiliateId } = await joined(creator);
  const create = (body: object) =>
    member.call(linkCalls.createAffiliateLink, { params: { brandId }, body: { affiliateId, ...body } });
  for (const destination of ['https://evil.example/', '//evil.example', '/%5c/evil', 'javascript:alert(1)'])
    expect(await failure(create({ destination })), destination).toMatchObject({
      status: 422,
      body: { fields: { destination: expect.any(String) } },
    });
  // The brand's own domain shows the same store.
  const { link } = await create({ destination: 'https://larkmoor.example/products/tent', slug: 'mara-tent' });
  expect(link).toMatchObject({ path: '/products/tent', destination: `https://${world.shop}/products/tent` });
  expect(await failure(create({ slug: 'mara-tent' }))).toMatchObject({
    body: { fields: { slug: expect.any(String) } },
  });
  const params = { brandId, linkId: link.id };
  const { link: ended } = await member.call(linkCalls.changeAffiliateLink, {
    params,
    body: { state: 'ended' },
  });
  expect(ended).toMatchObject({ state: 'ended', credits: false, abilities: { resume: { allowed: false } } });
  const location = async () => (await hit(t.url, '/r/mara-tent')).headers.location;
  await expect.poll(location).toBe(`https://${world.shop}/products/tent`);
  await member.call(linkCalls.deleteAffiliateLink, { params });
  await expect.poll(async () => (await hit(t.url, '/r/mara-tent')).status).toBe(404);
  expect(await failure(create({ slug: 'mara-tent' }))).toMatchObject({ status: 422 });
});

test('a creator who deletes their account leaves without a trace of their name', async () => {
  const { brandId, member } = world;
  const creator = await aProgramCreator(t, brandId);
  const { id: affiliateId } = await joined(creator);
  const exported = JSON.parse(await (await creator.person.download(exportOwnData, {})).text());
  expect(exported.affiliatePrograms).toMatchObject([{ id: affiliateId, terms: { rateBp: 1000 } }]);
  await creator.person.call(removeOwnAccount, { body: { confirm: 'REMOVE' } });
  const { affiliate } = await member.call(affiliateCalls.getAffiliate, { params: { brandId, affiliateId } });
  expect(affiliate).toMatchObject({
    state: 'ended',
    until: expect.any(String),
    terms: { rateBp: 1000 },
    creator: { username: 'removed', fullname: 'Removed creator', profilePicUrl: null },
  });
  const { notifications } = await member.call(listNotifications, { query: {} });
  expect(notifications.filter(({ title }) => title.includes(creator.creatorId))).toEqual([]);
  const search = `mara-${creator.creatorId}`;
  const { affiliates } = await member.call(affiliateCalls.listAffiliates, {
    params: { brandId },
    query: { search },
  });
  expect(affiliates).toEqual([]);
});

test('emails an invited creator without an account, at an address of the brand', async () => {
  const { brandId, member } = world;
  const creatorId = newId();
  const { db, pool } = t.api;
  await db.insert(creatorTable).values({
    id: creatorId,
    brandId,
    platform: 'instagram',
    username: `liv-${creatorId}`,
    fullname: 'Liv Aas',
    profileUrl: 'https://www.instagram.com/liv',
    contactEmail: `liv-${creatorId}@example.test`,
  });
  const { affiliates } = await member.call(affiliateCalls.inviteAffiliates, {
    params: { brandId },
    body: { creatorIds: [creatorId], rateBp: 800 },
  });
  expect(affiliates).toMatchObject([{ hasAccount: false, rateBp: 800, offered: { rateBp: 800 } }]);
  const { rows } = await pool.query('select subject, plain from mail where to_address = $1', [
    `liv-${creatorId}@example.test`,
  ]);
  expect(rows).toMatchObject([{ subject: 'Larkmoor invited you to its affiliate program' }]);
  expect(rows[0].plain).toContain(`/programs/${affiliates[0]?.id}`);
});
