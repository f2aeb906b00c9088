import { endActing, startActing } from '@troupe/contract/account/acting';
import { createApiKey } from '@troupe/contract/account/api-key';
import { listAuditLog } from '@troupe/contract/account/audit-log';
import { getMe, updateMe } from '@troupe/contract/account/user';
import { createPortalSession } from '@troupe/contract/billing/billing';
import { calls } from '@troupe/contract/calls';
import { createClient, urlOf } from '@troupe/contract/client';
import { createCreatorList, listCreatorLists } from '@troupe/contract/discovery/creator-list';
import { ACTING_HEADER } from '@troupe/contract/headers';
import { getBrand } from '@troupe/contract/inbox/brand-overview';
import { listenToBrand } from '@troupe/contract/inbox/conversation';
import { listNotifications } from '@troupe/contract/inbox/notification';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { listen } from '../modules/inbox/conversation/conversation.fixture.ts';
import { notify } from '../modules/inbox/notification/notification.queries.ts';
import { publishLiveEvent } from '../platform/live/live.queries.ts';
import { startTestApi, type TestApi, type TestPerson } from '../testing/test-api.ts';
import { isOpenToActing } from './acting.ts';

let t: TestApi;
let brandId: string;
let administrator: TestPerson;
let owner: TestPerson;
beforeAll(async () => {
  t = await startTestApi({ TROUPE_ROLES: 'http' });
  brandId = await t.brand();
  administrator = await t.person({ role: 'administrator' });
  owner = await t.person({ brandId, brandRole: 'owner' });
});
afterAll(() => t.stop());

const as = (id: string, who = administrator) =>
  createClient({ baseUrl: t.url, token: () => who.token, headers: () => ({ [ACTING_HEADER]: id }) });
const start = (userId: string, who = administrator, of = brandId) =>
  who.call(startActing, {
    params: { brandId: of, userId },
    body: { reason: 'They cannot find their lists' },
  });

test("shows an administrator the dashboard as a member of one brand, with the member's rights only", async () => {
  const other = await t.brand('Solvane');
  const both = await t.person({ brandId, brandRole: 'owner' });
  await t.api.pool.query('insert into brand_member (brand_id, user_id, role) values ($1, $2, $3)', [
    ...[other, both.userId, 'owner'],
  ]);
  const acting = await start(both.userId);
  expect(acting).toMatchObject({ brandId, brandName: 'Larkmoor', name: 'Alva Berg' });
  const client = as(acting.id);
  expect(await client.call(getMe, {})).toMatchObject({
    id: both.userId,
    role: 'brand',
    brandProfiles: [{ brandId, role: 'member' }],
  });
  await client.call(getBrand, { params: { brandId } });
  await expect(client.call(getBrand, { params: { brandId: other } })).rejects.toMatchObject({ status: 403 });
  const key = { label: 'Mine', scope: 'write' as const };
  await expect(client.call(createApiKey, { params: { brandId }, body: key as never })).rejects.toMatchObject({
    status: 403,
  });
  await expect(client.call(updateMe, { body: { firstName: 'Eve' } })).rejects.toMatchObject({ status: 403 });
  await expect(
    client.call(startActing, { params: { brandId, userId: owner.userId }, body: { reason: 'x' } }),
  ).rejects.toMatchObject({ status: 403 });
});

test('rejects calls for owners, administrators, money and personal settings while acting', () => {
  const open = calls.filter(isOpenToActing);
  expect(open.length).toBeGreaterThan(40);
  for (const { name, access, method, noun, peopleOnly } of open) {
    expect(['owner', 'administrator', 'creator'], name).not.toContain(access);
    if (access === 'user' || noun === 'billing') expect(method, name).toBe('GET');
    expect(['api-key', 'outgoing-webhook', 'brand-closing', 'brand-export'], name).not.toContain(noun);
    if (name !== 'listenToBrand') expect(peopleOnly ?? false, name).toBe(false);
  }
  const names = open.map(({ name }) => name);
  expect(open.filter(({ access }) => access === 'user').map(({ name }) => name)).toEqual(
    expect.arrayContaining(['getMe', 'listNotifications', 'listCategories', 'getCreatorMetaData']),
  );
  for (const shut of ['movePayables', 'buyAudienceData', 'fetchCreatorContact', 'getNotificationPreferences'])
    expect(names).not.toContain(shut);
});

test("shows only the brand's notifications while acting", async () => {
  const other = await t.brand('Copper & Bean');
  const both = await t.person({ brandId });
  const tell = (inBrand: string, title: string) =>
    notify(t.api.db, {
      brandId: inBrand,
      kind: 'opt-in',
      write: () => ({ title, text: '' }),
      href: '/',
      reference: title,
      to: [both.userId],
    });
  await tell(brandId, 'Ana opted in');
  await tell(other, 'A secret of theirs');
  expect((await both.call(listNotifications, {})).total).toBe(2);
  const acting = await start(both.userId);
  const { notifications, total, unread } = await as(acting.id).call(listNotifications, {});
  expect(notifications.map(({ title }) => title)).toEqual(['Ana opted in']);
  expect({ total, unread }).toEqual({ total: 1, unread: 1 });
});

test("streams only the brand's events while acting, until it ends", async () => {
  const other = await t.brand('Copper & Bean');
  const member = await t.person({ brandId });
  const acting = await start(member.userId);
  const address = (of: string) => t.url + urlOf(listenToBrand, { params: { brandId: of } });
  const header = { [ACTING_HEADER]: acting.id };
  expect((await listen(address(other), administrator.token, undefined, header)).status).toBe(403);
  const stream = await listen(address(brandId), administrator.token, undefined, header);
  expect(stream.status).toBe(200);
  await expect.poll(() => stream.last()).not.toBe('');
  const told = { type: 'notification' as const, data: { unread: 1 } };
  for (const audience of [`user:${administrator.userId}`, `user:${member.userId}`, `brand:${other}`])
    await publishLiveEvent(t.api.db, { audience, ...told });
  await publishLiveEvent(t.api.db, { audience: `brand:${brandId}`, type: 'campaign' });
  await expect.poll(() => stream.heard.map(({ type }) => type)).toEqual(['campaign']);
  // The page sends the header until it gets the response, so nothing runs with administrator rights in between.
  const ended = await as(acting.id).call(endActing, { params: { brandId, actingId: acting.id } });
  expect(ended).toEqual({ success: true });
  await stream.ended;
  expect(stream.heard).toHaveLength(1);
});

test('logs downloads and started payments while acting', async () => {
  const member = await t.person({ brandId });
  const acting = await start(member.userId);
  await fetch(`${t.url}/brand/${brandId}/credits/csv`, {
    headers: { authorization: `Bearer ${administrator.token}`, [ACTING_HEADER]: acting.id },
  }).then((answer) => answer.text());
  // A download is logged when it completes.
  const titles = async () =>
    (await owner.call(listAuditLog, { params: { brandId } })).entries.map(({ title }) => title);
  await expect.poll(titles).toContain('Exported credit history');
  await owner.call(createPortalSession, { params: { brandId } }).catch(() => null);
  const { entries } = await owner.call(listAuditLog, { params: { brandId } });
  expect(entries.slice(0, 2)).toMatchObject([
    { title: 'Opened billing portal', actor: { id: owner.userId } },
    {
      title: 'Exported credit history',
      outcome: 'done',
      actor: { id: administrator.userId, as: 'Alva Berg' },
    },
  ]);
});

test('logs actions under both names, including the start and end', async () => {
  const member = await t.person({ brandId });
  const acting = await start(member.userId);
  await as(acting.id).call(createCreatorList, {
    params: { brandId },
    body: { title: 'Made while acting', description: '' },
  } as never);
  await administrator.call(endActing, { params: { brandId, actingId: acting.id } });
  const { entries } = await owner.call(listAuditLog, { params: { brandId } });
  const [ended, made, began] = entries;
  expect(began).toMatchObject({
    title: 'Started acting as member',
    actor: { kind: 'administrator' },
    object: { kind: 'user', id: member.userId, name: 'Alva Berg' },
  });
  expect(made).toMatchObject({
    action: 'createCreatorList',
    outcome: 'done',
    actor: { kind: 'administrator', id: administrator.userId, name: 'Alva Berg', as: 'Alva Berg' },
  });
  expect(ended).toMatchObject({ title: 'Stopped acting as member' });
});

test('ends on request, after an hour, or when the member leaves', async () => {
  const member = await t.person({ brandId });
  const [ended, old, gone] = [
    ...[await start(member.userId), await start(member.userId), await start(member.userId)],
  ];
  if (!ended || !old || !gone) throw new Error('not started');
  const ask = (id: string, who = administrator) =>
    as(id, who).call(listCreatorLists, { params: { brandId } } as never);
  await ask(ended.id);
  const end = { params: { brandId, actingId: ended.id } };
  await administrator.call(endActing, end);
  await administrator.call(endActing, end);
  await expect(ask(ended.id)).rejects.toMatchObject({ code: 'acting_ended' });
  t.setNow(new Date(Date.now() + 61 * 60_000));
  await expect(ask(old.id)).rejects.toMatchObject({ code: 'acting_ended' });
  t.setNow(null);
  await ask(gone.id);
  await t.api.pool.query('delete from brand_member where user_id = $1', [member.userId]);
  await expect(ask(gone.id)).rejects.toMatchObject({ code: 'acting_ended' });
});

test("rejects a session of another administrator and users who aren't administrators", async () => {
  const acting = await start(owner.userId);
  const second = await t.person({ role: 'administrator' });
  const me = (id: string, who: TestPerson) => as(id, who).call(getMe, {});
  await expect(me(acting.id, second)).rejects.toMatchObject({ code: 'acting_ended' });
  await expect(me(acting.id, owner)).rejects.toMatchObject({ code: 'acting_ended' });
  await expect(me('no id', administrator)).rejects.toMatchObject({ code: 'acting_ended' });
  await expect(start(owner.userId, owner)).rejects.toMatchObject({ status: 403 });
  await expect(second.call(endActing, { params: { brandId, actingId: acting.id } })).rejects.toMatchObject({
    code: 'not_found',
  });
});

test('rejects acting as an administrator or as someone outside the team', async () => {
  const staff = await t.person({ brandId, role: 'administrator' });
  await expect(start(staff.userId)).rejects.toMatchObject({ code: 'forbidden' });
  const stranger = await t.person({ brandId: await t.brand() });
  await expect(start(stranger.userId)).rejects.toMatchObject({ code: 'not_found' });
});
