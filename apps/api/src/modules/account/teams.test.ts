import * as calls from '@troupe/contract/account/team';
import { getMe } from '@troupe/contract/account/user';
import { getBrand } from '@troupe/contract/inbox/brand-overview';
import { eq } from 'drizzle-orm';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { TestPerson } from '../../testing/test-api.ts';
import { notify } from '../inbox/notification/notification.queries.ts';
import { notificationTable } from '../inbox/notification/notification.table.ts';
import { brandMemberTable } from './brand/brand.table.ts';
import { startTeamWorld, type TeamWorld } from './team/team.fixture.ts';

let w: TeamWorld;
beforeAll(async () => {
  w = await startTeamWorld();
});
afterAll(() => w.t.stop());

const of = (brandId: string, { userId }: TestPerson) => ({ params: { brandId, userId } });
const roles = async (brandId: string) =>
  Object.fromEntries(
    (await w.db.select().from(brandMemberTable).where(eq(brandMemberTable.brandId, brandId))).map(
      ({ userId, role }) => [userId, role],
    ),
  );

test("a removed member loses access at once in every process, and the brand's notifications", async () => {
  const { brandId, owner } = await w.team();
  const member = await w.joined(brandId, owner);
  await member.call(getBrand, { params: { brandId } });
  await notify(w.db, {
    brandId,
    kind: 'message',
    write: () => ({ title: 'Hello', text: '' }),
    href: '/inbox',
    reference: `hello ${brandId}`,
  });
  const { members } = await owner.call(calls.removeTeamMember, of(brandId, member));
  expect(members.map(({ userId }) => userId)).toEqual([owner.userId]);
  await expect
    .poll(() => member.call(getBrand, { params: { brandId } }).catch(({ status }) => status), {
      timeout: 60_000,
    })
    .toBe(403);
  expect((await member.call(getMe, {})).brandProfiles).toEqual([]);
  const notices = await w.db.select().from(notificationTable).where(eq(notificationTable.brandId, brandId));
  expect(notices.map(({ userId }) => userId)).toEqual([owner.userId]);
  await expect(owner.call(calls.removeTeamMember, of(brandId, member))).rejects.toMatchObject({
    status: 404,
    message: 'This person is no longer on the team.',
  });
});

test("the last owner can't leave, be removed or become a member", async () => {
  const { brandId, owner } = await w.team();
  const member = await w.joined(brandId, owner);
  const refused = { status: 409, code: 'last_owner' };
  await expect(owner.call(calls.leaveTeam, { params: { brandId } })).rejects.toMatchObject(refused);
  await expect(owner.call(calls.removeTeamMember, of(brandId, owner))).rejects.toMatchObject(refused);
  await expect(
    owner.call(calls.changeTeamRole, { ...of(brandId, owner), body: { role: 'member' } }),
  ).rejects.toMatchObject(refused);
  const administrator = await w.t.person({ role: 'administrator' });
  await expect(administrator.call(calls.removeTeamMember, of(brandId, owner))).rejects.toMatchObject(refused);
  await owner.call(calls.changeTeamRole, { ...of(brandId, member), body: { role: 'owner' } });
  await owner.call(calls.leaveTeam, { params: { brandId } });
  expect(await roles(brandId)).toEqual({ [member.userId]: 'owner' });
});

test('one owner remains when two leave or demote each other at once', async () => {
  const { brandId, owner } = await w.team();
  const second = await w.joined(brandId, owner, 'owner');
  const both = await Promise.allSettled([
    owner.call(calls.changeTeamRole, { ...of(brandId, second), body: { role: 'member' } }),
    second.call(calls.changeTeamRole, { ...of(brandId, owner), body: { role: 'member' } }),
  ]);
  expect(both.filter(({ status }) => status === 'fulfilled')).toHaveLength(1);
  expect(Object.values(await roles(brandId)).sort()).toEqual(['member', 'owner']);

  const other = await w.team();
  const third = await w.joined(other.brandId, other.owner, 'owner');
  const left = await Promise.allSettled([
    other.owner.call(calls.leaveTeam, { params: { brandId: other.brandId } }),
    third.call(calls.leaveTeam, { params: { brandId: other.brandId } }),
  ]);
  expect(left.filter(({ status }) => status === 'fulfilled')).toHaveLength(1);
});

test('transfers ownership in one step, and only one of two concurrent transfers succeeds', async () => {
  const { brandId, owner } = await w.team();
  const [one, two] = [await w.joined(brandId, owner), await w.joined(brandId, owner)];
  const both = await Promise.allSettled([
    owner.call(calls.transferOwnership, of(brandId, one)),
    owner.call(calls.transferOwnership, of(brandId, two)),
  ]);
  expect(both.map(({ status }) => status).sort()).toEqual(['fulfilled', 'rejected']);
  const now = await roles(brandId);
  expect(now[owner.userId]).toBe('member');
  expect(Object.values(now).filter((role) => role === 'owner')).toHaveLength(1);
  await expect
    .poll(async () => (await owner.call(getBrand, { params: { brandId } })).abilities.manageBilling.allowed, {
      timeout: 60_000,
    })
    .toBe(false);
});

test('transfers ownership only to other team members', async () => {
  const { brandId, owner } = await w.team();
  const stranger = await w.stranger(w.address());
  await expect(owner.call(calls.transferOwnership, of(brandId, stranger))).rejects.toMatchObject({
    status: 404,
  });
  await expect(owner.call(calls.transferOwnership, of(brandId, owner))).rejects.toMatchObject({
    status: 409,
  });
  const member = await w.joined(brandId, owner);
  const administrator = await w.t.person({ role: 'administrator' });
  await expect(administrator.call(calls.transferOwnership, of(brandId, member))).rejects.toMatchObject({
    status: 409,
    message: 'Only owners can transfer ownership. Make this person an owner instead.',
  });
});

test('rejects changes to another team', async () => {
  const { brandId, owner } = await w.team();
  const other = await w.team();
  await expect(owner.call(calls.removeTeamMember, of(brandId, other.owner))).rejects.toMatchObject({
    status: 404,
  });
  const { invite } = await w.invite(other.owner, other.brandId, w.address());
  await expect(
    owner.call(calls.withdrawTeamInvite, { params: { brandId, inviteId: invite.id } }),
  ).rejects.toMatchObject({ status: 404 });
});
