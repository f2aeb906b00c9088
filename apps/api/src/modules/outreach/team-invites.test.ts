import { listAuditLog } from '@troupe/contract/account/audit-log';
import { closeBrand } from '@troupe/contract/account/brand-closing';
import * as calls from '@troupe/contract/account/team';
import { getMe } from '@troupe/contract/account/user';
import { createClient } from '@troupe/contract/client';
import { getBrand } from '@troupe/contract/inbox/brand-overview';
import { eq } from 'drizzle-orm';
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest';
import { newId } from '../../platform/id.ts';
import { brandMemberTable } from '../account/brand/brand.table.ts';
import { startTeamWorld, type TeamWorld } from '../account/team/team.fixture.ts';
import { mailTable, suppressionTable } from './mail/mail.table.ts';

const DAY = 86_400_000;
const inDays = (days: number) => new Date(Date.now() + days * DAY);

let w: TeamWorld;
beforeAll(async () => {
  w = await startTeamWorld();
});
afterEach(() => w.t.setNow(null));
afterAll(() => w.t.stop());

test('invites a person by email, who joins through the personal link', async () => {
  const { brandId, owner } = await w.team();
  const { invite } = await w.invite(owner, brandId, '  Sam.Lee@Larkmoor.Example ');
  expect(invite).toMatchObject({
    email: 'sam.lee@larkmoor.example',
    role: 'member',
    invitedBy: 'Alva Berg',
    expired: false,
    trouble: null,
  });
  const token = await w.tokenFor(brandId, 'sam.lee@larkmoor.example');
  expect(await w.t.anonymous.call(calls.getTeamInvitation, { params: { token } })).toEqual({
    brandName: 'Larkmoor',
    invitedBy: 'Alva Berg',
    email: 'sam.lee@larkmoor.example',
    role: 'member',
    expires: invite.expires,
    state: 'open',
  });
  const sam = await w.stranger('Sam.Lee@larkmoor.example');
  expect(await w.accept(sam, token)).toEqual({ brandId, brandName: 'Larkmoor' });
  expect((await sam.call(getBrand, { params: { brandId } })).abilities.manageTeam.allowed).toBe(false);
  const me = await sam.call(getMe, {});
  expect(me.brandProfiles).toMatchObject([{ brandId, role: 'member' }]);
  expect(me.extraData.selectedBrand).toBe(brandId);
  const { members, invites, places } = await w.read(sam, brandId);
  expect(members.map(({ role }) => role)).toEqual(['owner', 'member']);
  expect(invites).toEqual([]);
  expect(places).toEqual({ members: 2, invited: 0, limit: null });
});

test('records invitations and withdrawals in the audit log', async () => {
  const { brandId, owner } = await w.team();
  const { invite } = await w.invite(owner, brandId, 'ada@larkmoor.example');
  await owner.call(calls.withdrawTeamInvite, { params: { brandId, inviteId: invite.id } });
  const { entries } = await owner.call(listAuditLog, { params: { brandId } });
  expect(entries).toMatchObject([
    { action: 'withdrawTeamInvite', object: { name: 'ada@larkmoor.example' } },
    { title: 'Invited ada@larkmoor.example to team', outcome: 'done' },
  ]);
});

test('a user with a brand joins another and keeps theirs', async () => {
  const { brandId, owner } = await w.team();
  const own = await w.team(null, 'Solvane');
  const email = (await own.owner.call(getMe, {})).email;
  await w.invite(owner, brandId, email, 'owner');
  await w.accept(own.owner, await w.tokenFor(brandId, email));
  const { brandProfiles } = await own.owner.call(getMe, {});
  expect(brandProfiles.map(({ brand, role }) => [brand.name, role])).toEqual([
    ['Solvane', 'owner'],
    ['Larkmoor', 'owner'],
  ]);
});

test('accepting twice, even concurrently, makes one member', async () => {
  const { brandId, owner } = await w.team();
  const email = w.address();
  await w.invite(owner, brandId, email);
  const token = await w.tokenFor(brandId, email);
  const person = await w.stranger(email);
  await Promise.all([w.accept(person, token), w.accept(person, token)]);
  await w.accept(person, token);
  expect((await w.read(person, brandId)).members).toHaveLength(2);
});

test('rejects an invitation for other accounts, creators and deleted accounts', async () => {
  const { brandId, owner } = await w.team();
  const email = w.address();
  await w.invite(owner, brandId, email);
  const token = await w.tokenFor(brandId, email);
  const address = w.address();
  const other = await w.stranger(address);
  await expect(w.accept(other, token)).rejects.toMatchObject({
    status: 403,
    code: 'other_account',
    message: `This invitation is for ${email}. You're logged in as ${address}.`,
  });
  const creator = await w.t.person({ email, role: 'creator' });
  await expect(w.accept(creator, token)).rejects.toMatchObject({ code: 'other_account' });
  const person = await w.stranger(email);
  await w.accept(person, token);
  await person.call(calls.leaveTeam, { params: { brandId } });
  await expect(w.accept(person, token)).rejects.toMatchObject({ code: 'invite_not_open' });
});

test('rejects inviting twice, or inviting a member, even concurrently', async () => {
  const { brandId, owner } = await w.team();
  const email = w.address();
  const both = await Promise.allSettled([w.invite(owner, brandId, email), w.invite(owner, brandId, email)]);
  expect(both.map(({ status }) => status).sort()).toEqual(['fulfilled', 'rejected']);
  await expect(w.invite(owner, brandId, email.toUpperCase())).rejects.toMatchObject({
    status: 409,
    code: 'already_invited',
  });
  const mails = await w.db.select().from(mailTable).where(eq(mailTable.toAddress, email));
  expect(mails).toHaveLength(1);
  await w.accept(await w.stranger(email), await w.tokenFor(brandId, email));
  await expect(w.invite(owner, brandId, email)).rejects.toMatchObject({
    code: 'already_member',
    message: `${email} is already on the team.`,
  });
});

test('expires an invitation after 7 days; inviting again or resending renews it', async () => {
  const { brandId, owner } = await w.team();
  const [one, two] = [w.address(), w.address()];
  await w.invite(owner, brandId, one);
  const { invite } = await w.invite(owner, brandId, two);
  const [first, second] = [await w.tokenFor(brandId, one), await w.tokenFor(brandId, two)];
  w.t.setNow(inDays(7.01));
  const person = await w.stranger(one);
  await expect(w.accept(person, first)).rejects.toMatchObject({
    code: 'invite_not_open',
    message: 'This invitation has expired. Ask for a new one.',
  });
  expect((await w.read(owner, brandId)).invites.map(({ expired }) => expired)).toEqual([true, true]);
  await w.invite(owner, brandId, one);
  await w.accept(person, await w.tokenFor(brandId, one));
  const params = { brandId, inviteId: invite.id };
  expect((await owner.call(calls.resendTeamInvite, { params })).invite.expired).toBe(false);
  expect(await w.tokenFor(brandId, two)).toBe(second);
  await w.accept(await w.stranger(two), second);
});

test('limits how often an invitation is resent', async () => {
  const { brandId, owner } = await w.team();
  const { invite } = await w.invite(owner, brandId, w.address());
  const again = () => owner.call(calls.resendTeamInvite, { params: { brandId, inviteId: invite.id } });
  await expect(again()).rejects.toMatchObject({ status: 429, code: 'rate_limited' });
  w.t.setNow(new Date(Date.now() + 6 * 60_000));
  await again();
});

test('invalidates a withdrawn invitation, even when accepted concurrently', async () => {
  const { brandId, owner } = await w.team();
  const email = w.address();
  const { invite } = await w.invite(owner, brandId, email);
  const token = await w.tokenFor(brandId, email);
  const withdraw = () => owner.call(calls.withdrawTeamInvite, { params: { brandId, inviteId: invite.id } });
  expect((await withdraw()).invites).toEqual([]);
  const [mail] = await w.db.select().from(mailTable).where(eq(mailTable.toAddress, email));
  expect(mail?.status).toBe('cancelled');
  const person = await w.stranger(email);
  await expect(w.accept(person, token)).rejects.toMatchObject({ code: 'invite_not_open' });
  expect((await w.t.anonymous.call(calls.getTeamInvitation, { params: { token } })).state).toBe('withdrawn');
  await expect(withdraw()).rejects.toMatchObject({ status: 404 });

  const next = await w.invite(owner, brandId, email);
  const [taken, joined] = await Promise.allSettled([
    owner.call(calls.withdrawTeamInvite, { params: { brandId, inviteId: next.invite.id } }),
    w.accept(person, await w.tokenFor(brandId, email)),
  ]);
  expect([taken.status, joined.status].sort()).toEqual(['fulfilled', 'rejected']);
  expect((await w.read(owner, brandId)).members).toHaveLength(joined.status === 'fulfilled' ? 2 : 1);
});

test('[R9.009] Self-Serve has two seats, and an open invitation takes one', async () => {
  const { brandId, owner } = await w.team('self-serve');
  const email = w.address();
  const { invite } = await w.invite(owner, brandId, email);
  expect((await w.read(owner, brandId)).places).toEqual({ members: 1, invited: 1, limit: 2 });
  await expect(w.invite(owner, brandId, w.address())).rejects.toMatchObject({
    status: 409,
    code: 'team_full',
    message: expect.stringContaining('room for 2 people'),
  });
  await owner.call(calls.withdrawTeamInvite, { params: { brandId, inviteId: invite.id } });
  const second = w.address();
  await w.invite(owner, brandId, second);
  await w.accept(await w.stranger(second), await w.tokenFor(brandId, second));
  await expect(w.invite(owner, brandId, w.address())).rejects.toMatchObject({ code: 'team_full' });
});

test('[R9.009] gives the last seat to one of two concurrent invitations', async () => {
  const { brandId, owner } = await w.team('self-serve');
  const both = await Promise.allSettled([
    w.invite(owner, brandId, w.address()),
    w.invite(owner, brandId, w.address()),
  ]);
  expect(both.map(({ status }) => status).sort()).toEqual(['fulfilled', 'rejected']);
});

test('[R9.009] reports a full team to someone invited before a downgrade', async () => {
  const { brandId, owner } = await w.team('self-serve');
  const email = w.address();
  await w.invite(owner, brandId, email);
  const late = await w.t.person();
  await w.db.insert(brandMemberTable).values({ brandId, userId: late.userId, role: 'member' });
  const person = await w.stranger(email);
  await expect(w.accept(person, await w.tokenFor(brandId, email))).rejects.toMatchObject({
    code: 'team_full',
    message: "Larkmoor's team is full. Ask an owner to free up a seat.",
  });
});

test('[R9.013] Bespoke has unlimited seats', async () => {
  const { brandId, owner } = await w.team('bespoke');
  for (let n = 0; n < 6; n += 1) await w.invite(owner, brandId, w.address());
  expect((await w.read(owner, brandId)).places).toEqual({ members: 1, invited: 6, limit: null });
});

test('limits open and daily invitations, to prevent spam', async () => {
  const { brandId, owner } = await w.team();
  for (let n = 0; n < 50; n += 1) await w.invite(owner, brandId, w.address());
  await expect(w.invite(owner, brandId, w.address())).rejects.toMatchObject({ code: 'team_full' });
  const { invites } = await w.read(owner, brandId);
  const again = (inviteId: string) => owner.call(calls.resendTeamInvite, { params: { brandId, inviteId } });
  w.t.setNow(new Date(Date.now() + 6 * 60_000));
  for (const { id } of invites) await again(id);
  w.t.setNow(new Date(Date.now() + 12 * 60_000));
  await expect(again(invites[0]?.id ?? '')).rejects.toMatchObject({
    code: 'rate_limited',
    message: 'Your brand can send up to 100 invitations a day. Try again tomorrow.',
  });
  w.t.setNow(inDays(1.1));
  await again(invites[0]?.id ?? '');
});

test('rejects suppressed addresses, and shows that an invitation bounced', async () => {
  const { brandId, owner } = await w.team();
  const email = w.address();
  const { invite } = await w.invite(owner, brandId, email);
  await w.db.update(mailTable).set({ status: 'bounced' }).where(eq(mailTable.toAddress, email));
  await w.db.insert(suppressionTable).values({ id: newId(), brandId, address: email, reason: 'bounce' });
  expect((await w.read(owner, brandId)).invites[0]?.trouble).toBe('The email bounced. Check the address.');
  w.t.setNow(inDays(1));
  await expect(
    owner.call(calls.resendTeamInvite, { params: { brandId, inviteId: invite.id } }),
  ).rejects.toMatchObject({ code: 'suppressed' });
});

test('rejects invalid addresses with a field error', async () => {
  const { brandId, owner } = await w.team();
  for (const email of ['', 'sam', 'sam@', 'a@b\r\nBcc: x@y.test', `${'x'.repeat(300)}@y.test`]) {
    await expect(w.invite(owner, brandId, email)).rejects.toMatchObject({
      status: 422,
      body: { fields: { email: expect.any(String) } },
    });
  }
});

test('escapes brand names in the email', async () => {
  const { brandId, owner } = await w.team(null, '<img src=x>\r\nBcc: all@x.test');
  const email = w.address();
  await w.invite(owner, brandId, email);
  const [mail] = await w.db.select().from(mailTable).where(eq(mailTable.toAddress, email));
  expect(mail?.html).toContain('&lt;img src=x&gt;');
  expect(mail?.html).not.toContain('<img');
  expect(mail?.subject).not.toMatch(/[\r\n]/);
});

test('lists open invitations only for users with that confirmed address', async () => {
  const { brandId, owner } = await w.team(null, 'Copper & Bean');
  const email = w.address();
  await w.invite(owner, brandId, email);
  const person = await w.stranger(email);
  const { invites } = await person.call(calls.listMyTeamInvites, {});
  expect(invites).toMatchObject([{ brandName: 'Copper & Bean', invitedBy: 'Alva Berg' }]);
  const unconfirmed = await w.t.issuer.sign({ sub: person.userId, email, email_verified: false });
  const answer = await fetch(`${w.t.url}/me/team-invites`, {
    headers: { authorization: `Bearer ${unconfirmed}` },
  });
  expect(await answer.json()).toEqual({ invites: [] });
  await w.accept(person, invites[0]?.token ?? '');
  expect((await person.call(calls.listMyTeamInvites, {})).invites).toEqual([]);
});

test('rejects joining with an unconfirmed address', async () => {
  const { brandId, owner } = await w.team();
  const email = w.address();
  await w.invite(owner, brandId, email);
  const token = await w.tokenFor(brandId, email);
  const unconfirmed = await w.t.issuer.sign({ sub: newId(), email, email_verified: false });
  const somebody = createClient({ baseUrl: w.t.url, token: () => unconfirmed });
  await expect(somebody.call(calls.acceptTeamInvitation, { params: { token } })).rejects.toMatchObject({
    code: 'other_account',
  });
});

test('rejects joining a closed brand', async () => {
  const { brandId, owner } = await w.team();
  const email = w.address();
  await w.invite(owner, brandId, email);
  const token = await w.tokenFor(brandId, email);
  await owner.call(closeBrand, { params: { brandId }, body: { name: 'Larkmoor' } });
  const person = await w.stranger(email);
  expect((await person.call(calls.listMyTeamInvites, {})).invites).toEqual([]);
  await expect(w.accept(person, token)).rejects.toMatchObject({ code: 'invite_not_open' });
});

test('members can view but not change the team; invalid links return not_found', async () => {
  const { brandId, owner } = await w.team();
  const member = await w.joined(brandId, owner);
  expect((await w.read(member, brandId)).members).toHaveLength(2);
  await expect(w.invite(member, brandId, w.address())).rejects.toMatchObject({ status: 403 });
  for (const token of ['0'.repeat(32), '%00', 'x'])
    await expect(w.t.anonymous.call(calls.getTeamInvitation, { params: { token } })).rejects.toMatchObject({
      status: expect.toSatisfy((status) => [404, 422].includes(status)),
    });
});
