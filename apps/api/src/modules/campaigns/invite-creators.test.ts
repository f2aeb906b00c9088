import { setCampaignStatus } from '@troupe/contract/campaigns/campaign';
import * as calls from '@troupe/contract/campaigns/invite';
import { listInvites, searchInvites, sendInvite } from '@troupe/contract/campaigns/invite';
import { getCreator } from '@troupe/contract/discovery/creator';
import { eq } from 'drizzle-orm';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { newId } from '../../platform/id.ts';
import { emailDomainTable } from '../outreach/email-domain/email-domain.table.ts';
import { mailTable } from '../outreach/mail/mail.table.ts';
import { type InviteWorld, startInviteWorld } from './invite/invite.fixture.ts';
import { inviteTable } from './invite/invite.table.ts';

let w: InviteWorld;
beforeAll(async () => {
  w = await startInviteWorld();
});
afterAll(() => w.t.stop());

const mailOf = async (inviteId: string) => {
  const [row] = await w.db
    .select({ mail: mailTable, token: inviteTable.token })
    .from(inviteTable)
    .innerJoin(mailTable, eq(mailTable.id, inviteTable.mailId))
    .where(eq(inviteTable.id, inviteId));
  if (!row) throw new Error('there is no such invite');
  return row;
};

test('[R7.035, R3.025, R3.026] an invite adds one email to the outbox and appears in the invite list', async () => {
  const creatorId = await w.creator({ username: 'ana.lima', contactEmail: 'ana@creators.example' });
  const list = await w.list([creatorId]);
  const template = await w.template('<p>Hi {{Name}}, {{Brand Name}} likes {{Username}}.</p>');
  const invite = await w.invite(creatorId, { socialId: null, creatorListId: list, templateId: template.id });
  expect(invite).toMatchObject({
    status: 'queued',
    statusReason: null,
    savedDate: expect.any(String),
    savedBy: 'Alva Berg',
    campaignId: w.campaignId,
    socialProfileId: creatorId,
    creatorListId: list,
    templateId: template.id,
    subject: 'Hello Ana Lima',
    reply: null,
    metaData: { profile: { username: 'ana.lima' }, campaignTitle: 'Autumn Trail Kit' },
  });
  const { invites, page } = await w.person.call(listInvites, { params: w.params, query: { page: 1 } });
  expect(page).toBe(1);
  expect(invites.find(({ id }) => id === invite.id)).toEqual(invite);
  const { mail, token } = await mailOf(invite.id);
  expect(mail).toMatchObject({ toAddress: 'ana@creators.example', toName: 'Ana Lima', kind: 'invite' });
  expect(mail.html).toContain('<p>Hi Ana Lima, Larkmoor likes ana.lima.</p>');
  expect(mail.html).toContain(`href="http://localhost:3001/invite/${token}"`);
  expect(mail.plain).toContain('Hi Ana Lima, Larkmoor likes ana.lima.');
  expect(mail.plain).toContain(`http://localhost:3001/invite/${token}`);
  expect(mail.unsubscribeToken).not.toBeNull();
  expect(mail.messageId).toMatch(/@larkmoor\.example>$/);
});

test('[R7.036] names what is missing for an invite in msg', async () => {
  const creatorId = await w.creator();
  const refused = async (body: object, brandId = w.brandId, person = w.person) => {
    const response = await fetch(`${w.t.url}/campaign-invite/${brandId}`, {
      method: 'POST',
      headers: { authorization: `Bearer ${person.token}`, 'content-type': 'application/json' },
      body: JSON.stringify({ socialProfileId: creatorId, campaignId: w.campaignId, ...body }),
    });
    const { code, msg, message } = (await response.json()) as Record<string, string>;
    expect(msg).toBe(message);
    return { status: response.status, code, msg };
  };
  expect(await refused({ campaignId: newId() })).toMatchObject({
    status: 404,
    code: 'not_found',
    msg: expect.stringContaining('campaign'),
  });
  expect(await refused({ socialProfileId: newId() })).toMatchObject({ status: 404, code: 'not_found' });
  expect(await refused({ templateId: newId() })).toMatchObject({
    status: 404,
    msg: expect.stringContaining('template'),
  });
  expect(await refused({ creatorListId: newId() })).toMatchObject({ status: 404, code: 'not_found' });
  for (const status of ['draft', 'paused', 'completed', 'archived'] as const) {
    const campaignId = await w.campaign(w.brandId, status, status);
    expect(await refused({ campaignId })).toMatchObject({ status: 409, code: 'invalid_transition' });
  }
  const other = await w.brand({ name: 'Other' });
  const theirs = await w.campaign(other);
  expect(await refused({ campaignId: theirs })).toMatchObject({ status: 404 });
  const [theirCreator] = await w.creators({ brandId: other });
  expect(await refused({ socialProfileId: theirCreator })).toMatchObject({ status: 404 });
  expect(await refused({ socialProfileId: await w.creator({ contactEmail: null }) })).toMatchObject({
    status: 409,
    code: 'no_contact',
  });
  await w.suppress('GONE@creators.example');
  expect(
    await refused({ socialProfileId: await w.creator({ contactEmail: 'gone@creators.example' }) }),
  ).toMatchObject({ status: 409, code: 'suppressed' });
  expect(await refused({ sendAt: '2020-01-01T00:00:00.000Z' })).toMatchObject({
    status: 422,
    code: 'invalid',
  });
  expect(await refused({ sendAt: '2126-01-01T00:00:00.000Z' })).toMatchObject({
    status: 422,
    code: 'invalid',
  });

  const prospect = await w.brand({ plan: false });
  const visitor = await w.t.person({ brandId: prospect });
  const draft = { campaignId: await w.campaign(prospect) };
  expect(await refused(draft, prospect, visitor)).toMatchObject({
    status: 402,
    code: 'subscription_required',
  });
});

test('[R5.008, R5.009] requires a verified domain', async () => {
  const creatorId = await w.creator();
  for (const domain of [false, true]) {
    const brandId = await w.brand({ domain });
    if (domain)
      await w.db
        .update(emailDomainTable)
        .set({ status: 'broken' })
        .where(eq(emailDomainTable.brandId, brandId));
    const person = await w.t.person({ brandId });
    const body = { socialProfileId: creatorId, campaignId: await w.campaign(brandId) };
    await expect(person.call(sendInvite, { params: { brandId }, body })).rejects.toMatchObject({
      status: 409,
      code: 'email_domain_required',
      body: { msg: 'Set up your email domain or connect a mailbox before you send invites.' },
    });
    expect(await w.mails(brandId)).toEqual([]);
  }
});

test('blocks invites while payment is past due, except by an administrator', async () => {
  const brandId = await w.brand({ pastDue: true });
  const body = { socialProfileId: await w.creator(), campaignId: await w.campaign(brandId) };
  const member = await w.t.person({ brandId, brandRole: 'owner' });
  await expect(member.call(sendInvite, { params: { brandId }, body })).rejects.toMatchObject({ status: 402 });
  const administrator = await w.t.person({ role: 'administrator' });
  expect((await administrator.call(sendInvite, { params: { brandId }, body })).success).toBe(true);
});

test("prefers the brand's own contact email, and ignores invalid ones", async () => {
  const creatorId = await w.creator({ contactEmail: 'known@creators.example' });
  await w.ownContact(creatorId, ' manager@agency.example ');
  const { mail } = await mailOf((await w.invite(creatorId)).id);
  expect(mail.toAddress).toBe('manager@agency.example');
  for (const contactEmail of [
    'x',
    'a@b',
    'a@b.example\r\nBcc: c@d.example',
    'a@b.example, c@d.example',
    '<a@b.example>',
  ]) {
    await expect(w.invite(await w.creator({ contactEmail }))).rejects.toMatchObject({ code: 'no_contact' });
  }
});

test('escapes names in headers and HTML', async () => {
  const creatorId = await w.creator({
    fullname: 'Eve\r\nBcc: all@x.example <script>alert(1)</script>',
    username: 'eve" onload="x',
  });
  const template = await w.template(
    '<p>Hi {{Name}}, see <a href="https://x.example/?u={{Username}}">this</a></p>',
  );
  const { mail } = await mailOf((await w.invite(creatorId, { templateId: template.id })).id);
  expect(mail.subject).toBe('Hello Eve Bcc: all@x.example <script>alert(1)</script>');
  expect(mail.toName).not.toMatch(/[\r\n]/);
  expect(mail.html).not.toContain('<script>');
  expect(mail.html).toContain('&lt;script&gt;alert(1)&lt;/script&gt;');
  expect(mail.html).toContain('href="https://x.example/?u=eve%22%20onload%3D%22x"');
});

test("uses the chosen template, else the campaign's default, else the product's", async () => {
  const campaignId = await w.campaign(w.brandId, 'First Light Runs');
  const subject = async (more: object) =>
    (await w.invite(await w.creator(), { campaignId, ...more })).subject;
  expect(await subject({})).toBe('Larkmoor would like to work with you: First Light Runs');
  const chosen = await w.template('<p>A chosen letter for {{Name}}</p>', { subject: 'Chosen' });
  const standard = await w.template('<p>A letter of this campaign</p>', {
    subject: 'Of the campaign',
    campaigns: [campaignId],
  });
  expect(await subject({})).toBe('Of the campaign');
  expect(await subject({ templateId: chosen.id })).toBe('Chosen');
  const linked = await w.template('<p>Look <a href="http://localhost:3001/invite">here</a> please</p>');
  const { mail, token } = await mailOf(
    (await w.invite(await w.creator(), { campaignId, templateId: linked.id })).id,
  );
  expect(mail.html.match(new RegExp(`/invite/${token}"`, 'g'))).toHaveLength(1);
  expect(mail.html).not.toContain('See the campaign');
  expect((await w.person.call(calls.previewInvite, { params: w.params, body: { campaignId } })).label).toBe(
    standard.label,
  );
});

test('sends one email on double clicks and concurrent invites by teammates', async () => {
  const creatorId = await w.creator();
  const before = (await w.mails()).length;
  const teammate = await w.t.person({ brandId: w.brandId });
  const answers = await Promise.allSettled([
    w.invite(creatorId),
    w.invite(creatorId),
    w.invite(creatorId, {}, teammate),
    w.invite(creatorId, {}, teammate),
  ]);
  expect(answers.filter(({ status }) => status === 'fulfilled')).toHaveLength(1);
  for (const answer of answers) {
    if (answer.status === 'rejected')
      expect(answer.reason).toMatchObject({ status: 409, code: 'already_invited' });
  }
  expect(await w.mails()).toHaveLength(before + 1);
});

test('returns the same invite for a repeated request', async () => {
  const creatorId = await w.creator();
  const before = (await w.mails()).length;
  const invites = await Promise.all([1, 2, 3].map(() => w.invite(creatorId, {}, w.person, 'click-1')));
  expect(new Set(invites.map(({ id }) => id)).size).toBe(1);
  expect(await w.mails()).toHaveLength(before + 1);
  const teammate = await w.t.person({ brandId: w.brandId });
  await expect(w.invite(creatorId, {}, teammate, 'click-1')).rejects.toMatchObject({
    code: 'already_invited',
  });
});

test('invites a creator to each of two campaigns', async () => {
  const creatorId = await w.creator();
  const second = await w.campaign(w.brandId, 'Second');
  await w.invite(creatorId);
  expect((await w.invite(creatorId, { campaignId: second })).metaData.campaignTitle).toBe('Second');
});

test('sends a scheduled invite when due, protects its template, and allows canceling before', async () => {
  const creatorId = await w.creator({ username: 'later' });
  const template = await w.template('<p>See you soon, {{Name}}</p>');
  const sendAt = new Date(Date.now() + 86_400_000).toISOString();
  const invite = await w.invite(creatorId, { templateId: template.id, sendAt });
  expect(invite).toMatchObject({ status: 'scheduled', scheduledFor: sendAt });
  const { mail } = await mailOf(invite.id);
  expect(mail.dueAt).toBe(sendAt);
  const { cancelInvite } = calls;
  const cancelled = await w.person.call(cancelInvite, { params: { ...w.params, inviteId: invite.id } });
  expect(cancelled.invite.status).toBe('cancelled');
  expect((await mailOf(invite.id)).mail.status).toBe('cancelled');
  await expect(
    w.person.call(cancelInvite, { params: { ...w.params, inviteId: invite.id } }),
  ).rejects.toMatchObject({ status: 404 });
  const search = () => w.person.call(searchInvites, { params: w.params, body: { username: 'later' } });
  expect((await search()).invites).toEqual([]);
  // The creator can be invited again.
  expect((await w.invite(creatorId)).status).toBe('queued');
  expect((await search()).invites).toHaveLength(1);
});

test('pausing a campaign cancels only its unsent invites', async () => {
  const campaignId = await w.campaign(w.brandId, 'Paused soon');
  const [later, gone] = [await w.creator(), await w.creator()];
  const sendAt = new Date(Date.now() + 86_400_000).toISOString();
  const scheduled = await w.invite(later, { campaignId, sendAt });
  const sent = await w.invite(gone, { campaignId });
  await w.changeMail((await mailOf(sent.id)).mail.id, { status: 'sent', sentAt: new Date().toISOString() });
  await w.person.call(setCampaignStatus, {
    params: { ...w.params, campaignId },
    body: { status: 'paused' },
  });
  expect((await mailOf(scheduled.id)).mail).toMatchObject({
    status: 'cancelled',
    statusReason: 'The campaign is no longer open.',
  });
  expect((await mailOf(sent.id)).mail.status).toBe('sent');
});

test('restores a canceled invite unless the creator was invited again', async () => {
  const { restoreInvite, cancelInvite } = calls;
  const sendAt = new Date(Date.now() + 86_400_000).toISOString();
  const creatorId = await w.creator();
  const invite = await w.invite(creatorId, { sendAt });
  const one = { params: { ...w.params, inviteId: invite.id } };
  await w.person.call(cancelInvite, one);
  for (const _time of ['first', 'repeated'])
    expect((await w.person.call(restoreInvite, one)).invite).toMatchObject({
      status: 'scheduled',
      scheduledFor: sendAt,
    });
  expect((await mailOf(invite.id)).mail).toMatchObject({ status: 'queued', dueAt: sendAt });
  await w.person.call(cancelInvite, one);
  const other = await w.invite(creatorId);
  await expect(w.person.call(restoreInvite, one)).rejects.toMatchObject({ code: 'already_invited' });
  await w.person.call(cancelInvite, { params: { ...w.params, inviteId: other.id } });
  await w.suppress((await mailOf(invite.id)).mail.toAddress);
  await expect(w.person.call(restoreInvite, one)).rejects.toMatchObject({ code: 'invalid_transition' });
  const stranger = await w.t.person({ brandId: await w.brand() });
  await expect(stranger.call(restoreInvite, one)).rejects.toMatchObject({ status: 403 });
});

test('rejects restoring an invite to a closed campaign', async () => {
  const campaignId = await w.campaign(w.brandId, 'Closed meanwhile');
  const invite = await w.invite(await w.creator(), { campaignId });
  const one = { params: { ...w.params, inviteId: invite.id } };
  await w.person.call(calls.cancelInvite, one);
  await w.changeCampaign(campaignId, 'paused');
  await expect(w.person.call(calls.restoreInvite, one)).rejects.toMatchObject({
    code: 'invalid_transition',
    message: 'The campaign is no longer open.',
  });
});

test('previews the recipient address', async () => {
  const contactEmail = 'shared@creators.example';
  const creatorId = await w.creator({ contactEmail });
  const to = async () =>
    (
      await w.person.call(calls.previewInvite, {
        params: w.params,
        body: { campaignId: w.campaignId, socialProfileId: creatorId },
      })
    ).to;
  expect(await to()).toBe(contactEmail);
  // The brand's contact isn't a valid address, so the email goes to the public one.
  await w.ownContact(creatorId, 'ask my manager');
  expect(await to()).toBe(contactEmail);
  const invite = await w.invite(creatorId);
  expect((await mailOf(invite.id)).mail.toAddress).toBe(contactEmail);
});

test('sends all emails of a bulk invite too large to hold in memory at once', async () => {
  const { id } = await w.template(`<p>Hello {{Name}}, ${'how are you? '.repeat(30_000)}</p>`);
  const campaignId = await w.campaign(w.brandId, 'Long letters');
  const socialProfileIds = await w.creators(...Array.from({ length: 12 }, () => ({})));
  expect((await w.bulk({ campaignId, templateId: id, socialProfileIds })).accepted).toBe(12);
});

test('rejects canceling an email that was sent', async () => {
  const invite = await w.invite(await w.creator());
  const { mail } = await mailOf(invite.id);
  for (const status of ['sending', 'sent', 'uncertain'] as const) {
    await w.changeMail(mail.id, { status });
    await expect(
      w.person.call(calls.cancelInvite, { params: { ...w.params, inviteId: invite.id } }),
    ).rejects.toMatchObject({ status: 409, code: 'invalid_transition' });
  }
});

test('lets a person settle an unconfirmed invite as sent or resend it', async () => {
  const settle = (inviteId: string, as: 'sent' | 'again') =>
    w.person.call(calls.settleInvite, { params: { ...w.params, inviteId }, body: { as } });
  const [one, two, three] = await Promise.all([1, 2, 3].map(async () => w.invite(await w.creator())));
  if (!one || !two || !three) throw new Error('three invites are needed');
  await expect(settle(one.id, 'sent')).rejects.toMatchObject({ status: 409 });
  for (const { id } of [one, two]) await w.changeMail((await mailOf(id)).mail.id, { status: 'uncertain' });
  await w.changeMail((await mailOf(three.id)).mail.id, { status: 'failed', statusReason: 'Refused.' });
  expect((await settle(one.id, 'sent')).invite).toMatchObject({
    status: 'sent',
    sentDate: expect.any(String),
  });
  expect((await settle(two.id, 'again')).invite.status).toBe('queued');
  await expect(settle(three.id, 'sent')).rejects.toMatchObject({ status: 409, code: 'invalid_transition' });
  expect((await settle(three.id, 'again')).invite).toMatchObject({ status: 'queued', statusReason: null });
  await w.changeMail((await mailOf(two.id)).mail.id, { status: 'failed' });
  await w.changeCampaign(w.campaignId, 'paused');
  await expect(settle(two.id, 'again')).rejects.toMatchObject({ status: 409, code: 'invalid_transition' });
  await w.changeCampaign(w.campaignId, 'publish');
  await w.suppress((await mailOf(two.id)).mail.toAddress);
  await expect(settle(two.id, 'again')).rejects.toMatchObject({ status: 409 });
  expect(await w.mails().then((mails) => new Set(mails.map(({ id }) => id)).size)).toBe(
    (await w.mails()).length,
  );
});

test('hides invites from other brands', async () => {
  const invite = await w.invite(await w.creator({ username: 'mine.alone' }));
  const brandId = await w.brand();
  const stranger = await w.t.person({ brandId });
  const params = { brandId, inviteId: invite.id };
  await expect(stranger.call(calls.cancelInvite, { params })).rejects.toMatchObject({ status: 404 });
  await expect(stranger.call(calls.settleInvite, { params, body: { as: 'sent' } })).rejects.toMatchObject({
    status: 404,
  });
  expect((await stranger.call(listInvites, { params: { brandId } })).total).toBe(0);
  expect(
    (await stranger.call(searchInvites, { params: { brandId }, body: { username: 'mine.alone' } })).invites,
  ).toEqual([]);
  expect(
    (await stranger.call(getCreator, { params: { brandId, profileId: invite.socialProfileId } })).invites,
  ).toEqual([]);
});

test("shows the brand's invites in the creator drawer with date, time and campaign", async () => {
  const creatorId = await w.creator();
  const invite = await w.invite(creatorId);
  const { invites } = await w.person.call(getCreator, { params: { ...w.params, profileId: creatorId } });
  expect(invites).toEqual([
    {
      id: invite.id,
      savedDate: invite.savedDate,
      scheduledFor: null,
      status: 'queued',
      metaData: { campaignTitle: 'Autumn Trail Kit' },
    },
  ]);
});
