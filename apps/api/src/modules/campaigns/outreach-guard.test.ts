import { listAuditLog } from '@troupe/contract/account/audit-log';
import { previewFollowUps, startFollowUps } from '@troupe/contract/campaigns/follow-up';
import { previewBulkInvite, sendBulkInvite, sendInvite } from '@troupe/contract/campaigns/invite';
import { listNotifications } from '@troupe/contract/inbox/notification';
import { getDomainHealth, resumeOutreach } from '@troupe/contract/outreach/email-domain';
import { listMessageTemplates, saveEmailTemplate } from '@troupe/contract/outreach/email-template';
import type { ListField } from '@troupe/domain/discovery/list-field';
import { eq } from 'drizzle-orm';
import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { newId } from '../../platform/id.ts';
import { insertMember } from '../account/brand/brand-member.queries.ts';
import { contentTable } from '../discovery/content/content.table.ts';
import { creatorContactTable } from '../discovery/creator/creator.table.ts';
import { creatorListItemTable, creatorListTable } from '../discovery/creator-list/creator-list.table.ts';
import { mailTable } from '../outreach/mail/mail.table.ts';
import { DAY, type FollowUpWorld, startFollowUpWorld, step } from './follow-ups.fixture.ts';

vi.setConfig({ testTimeout: 120_000 });

let w: FollowUpWorld;

beforeAll(async () => {
  w = await startFollowUpWorld();
});
afterAll(() => w.stop());

type Brand = FollowUpWorld['home'];

const invite = (of: Brand, campaignId: string, socialProfileId: string, more: object = {}, by = of.person) =>
  by.call(sendInvite, { params: of.params, body: { campaignId, socialProfileId, ...more } });

/** A second brand that belongs to the owner of the first. */
async function sister() {
  const brand = await w.newBrand();
  await insertMember(w.t.api.db, brand.brandId, w.person.userId, 'owner');
  return { ...brand, campaignId: await w.campaign(brand.brandId) };
}

test('keeps a teammate from writing to a creator whom another one wrote to, unless they confirm it', async () => {
  const { id } = await w.creator();
  const second = await w.campaign(w.brandId);
  await w.invite(id);
  await w.sent();
  await w.pass(2);
  const teammate = await w.t.person({ brandId: w.brandId });
  await expect(invite(w.home, second, id, {}, teammate)).rejects.toMatchObject({
    status: 409,
    code: 'recently_contacted',
    message: 'Alva Berg contacted this creator 2 days ago.',
    body: {
      msg: 'Alva Berg contacted this creator 2 days ago.',
      contact: { kind: 'email', name: 'Alva Berg', brand: null, otherBrand: false },
    },
  });
  const bulk = (more: object = {}) => ({
    params: w.params,
    body: { campaignId: second, socialProfileIds: [id], ...more },
  });
  expect(await teammate.call(sendBulkInvite, bulk())).toMatchObject({
    accepted: 0,
    skipped: [{ reason: 'invited_by_teammate', contact: { name: 'Alva Berg' } }],
  });
  expect(await teammate.call(previewBulkInvite, bulk({ contactAnyway: true }))).toMatchObject({ ready: 1 });
  await invite(w.home, second, id, { contactAnyway: true }, teammate);
  const { entries } = await w.person.call(listAuditLog, { params: w.params, query: {} });
  expect(entries[0]).toMatchObject({ title: 'Invited creators despite recent contact' });
  // The guard ends after a week.
  await w.sent();
  const third = await w.campaign(w.brandId);
  await w.pass(8);
  await invite(w.home, third, id, {}, await w.t.person({ brandId: w.brandId }));
});

test('of two teammates who invite a creator at once, one gets the reason', async () => {
  const { id, address } = await w.creator();
  const [second, third] = [await w.campaign(w.brandId), await w.campaign(w.brandId)];
  const teammate = await w.t.person({ brandId: w.brandId });
  const answers = await Promise.allSettled([
    invite(w.home, second, id),
    invite(w.home, third, id, {}, teammate),
  ]);
  expect(answers.map(({ status }) => status).sort()).toEqual(['fulfilled', 'rejected']);
  expect(answers.find(({ status }) => status === 'rejected')).toMatchObject({
    reason: { code: 'recently_contacted' },
  });
  expect(await w.mailOf(address)).toHaveLength(1);
});

test('keeps brands of one account from writing to a creator at once, and tells members only what they may know', async () => {
  const other = await sister();
  const { id, address } = await w.creator();
  const answers = await Promise.allSettled([
    invite(w.home, w.campaignId, id),
    invite(other, other.campaignId, id),
  ]);
  expect(answers.map(({ status }) => status).sort()).toEqual(['fulfilled', 'rejected']);
  expect(await w.mailOf(address)).toHaveLength(1);
  const second = await w.creator();
  await invite(w.home, w.campaignId, second.id);
  const refused = (by = other.person) =>
    invite(other, other.campaignId, second.id, {}, by).catch((error: unknown) => error);
  // The owner of both brands is a member of both, another owner of one only knows that it was a brand of the account.
  expect(await refused(w.person)).toMatchObject({
    code: 'recently_contacted',
    message: 'Alva Berg at Larkmoor contacted this creator today.',
  });
  expect(await refused()).toMatchObject({
    message: 'Another brand on your account contacted this creator today.',
    body: { contact: { name: null, brand: null, otherBrand: true } },
  });
  // Brands have their own profiles of one person: the address counts too.
  const own = await w.creator();
  await w.db
    .insert(creatorContactTable)
    .values({ id: newId(), brandId: other.brandId, creatorId: own.id, email: second.address.toUpperCase() });
  await expect(invite(other, other.campaignId, own.id)).rejects.toMatchObject({ code: 'recently_contacted' });
  // A brand of another account isn't kept from anything, and learns nothing.
  const stranger = await w.newBrand();
  await invite(stranger, await w.campaign(stranger.brandId), second.id);
});

test('follow-ups that run keep others away for as long as they run', async () => {
  const { id } = await w.creator();
  const { id: sequenceId } = await w.sequence([step(30), step(30)]);
  const { id: inviteId } = await w.invite(id, { sequenceId });
  await w.sent();
  await w.pass(20);
  const second = await w.campaign(w.brandId);
  const teammate = await w.t.person({ brandId: w.brandId });
  await expect(invite(w.home, second, id, {}, teammate)).rejects.toMatchObject({
    message: 'Alva Berg is following up with this creator.',
    body: { contact: { kind: 'follow-ups' } },
  });
  await w.change(inviteId, 'stop');
  const made = (await invite(w.home, second, id, {}, teammate)).invite;
  // Adding follow-ups is guarded the same way.
  const late = await w.start(sequenceId, [made.id]);
  expect(late).toMatchObject({
    started: 0,
    skipped: [{ reason: 'contacted', contact: { name: 'Alva Berg' } }],
  });
  expect(
    await w.person.call(startFollowUps, {
      params: w.params,
      body: { sequenceId, inviteIds: [made.id], contactAnyway: true },
    }),
  ).toMatchObject({ started: 1 });
});

test('fills variables with what is known, writes what the text says otherwise, and warns before', async () => {
  const known = await w.creator({ fullname: 'Ana Lima' });
  const unknown = await w.creator({ fullname: 'best recipes every single day' });
  const listId = newId();
  await w.db.insert(creatorListTable).values({ id: listId, brandId: w.brandId, title: 'Shortlist' });
  await w.db.insert(creatorListItemTable).values(
    [known, unknown].map(({ id }, place) => ({
      id: newId(),
      brandId: w.brandId,
      listId,
      creatorId: id,
      feedback: place === 0 ? 'the <b>trail</b> series & more' : '',
    })),
  );
  const post = { creatorId: known.id, type: 'Photo', format: 'image' };
  await w.db.insert(contentTable).values([
    {
      ...post,
      id: newId(),
      url: 'https://p.example/1',
      title: 'Old news',
      publishedAt: '2027-02-01T00:00:00.000Z',
    },
    {
      ...post,
      id: newId(),
      url: 'https://p.example/2',
      title: 'Dawn & dust #run #trail\nMore below',
      publishedAt: '2027-03-01T00:00:00.000Z',
    },
  ]);
  const { emailTemplate } = await w.person.call(saveEmailTemplate, {
    params: { ...w.params, id: 'NEW' },
    body: {
      label: 'Personal',
      subject: 'Hello {{first_name|there}}',
      template: '<p>Hi {{First Name|there}}, I liked {{List Note}}.</p>',
    },
  });
  expect(emailTemplate.template).toBe('<p>Hi {{First Name|there}}, I liked {{List Note}}.</p>');
  const { id: sequenceId } = await w.sequence([step(3, { body: '<p>About {{Latest Post}}, again</p>' })]);
  const body = { campaignId: w.campaignId, templateId: emailTemplate.id, creatorListId: listId, sequenceId };
  const seen = await w.person.call(previewBulkInvite, { params: w.params, body });
  expect(seen.empty).toEqual([
    { variable: 'List Note', count: 1, usernames: [expect.stringContaining('ana.')] },
    { variable: 'Latest Post', count: 1, usernames: expect.any(Array) },
  ]);
  const { timeline } = await w.person.call(previewFollowUps, {
    params: w.params,
    body: { campaignId: w.campaignId, sequenceId, socialProfileId: known.id },
  });
  expect(timeline.entries[1]?.text).toContain('About Dawn & dust, again');
  await w.person.call(sendBulkInvite, { params: w.params, body });
  await w.sent();
  const [first] = await w.inbox(known.address, 10_000);
  expect(first?.subject).toBe('Hello Ana');
  expect(first?.html).toContain('I liked the &lt;b&gt;trail&lt;/b&gt; series &amp; more.');
  expect(first?.text).toContain('I liked the <b>trail</b> series & more.');
  const [other] = await w.inbox(unknown.address, 10_000);
  expect(other?.subject).toBe('Hello there');
  expect(other?.text).toContain('Hi there, I liked .');
});

test('fills custom fields of the list that is invited, else of the list changed last, and warns of gaps', async () => {
  const [known, unknown] = [await w.creator(), await w.creator()];
  const [size, gone, event] = [newId(), newId(), newId()];
  const sizes = [{ id: newId(), name: 'L & XL' }];
  const lists = [newId(), newId()] as const;
  const field = (id: string, name: string, kind: ListField['kind'], choices: ListField['choices'] = []) => ({
    id,
    name,
    kind,
    choices,
  });
  await w.db.insert(creatorListTable).values([
    {
      id: lists[0],
      brandId: w.brandId,
      title: 'Invited',
      fields: [field(size, 'Shirt size', 'choice', sizes), field(event, 'Event | day', 'date')],
    },
    { id: lists[1], brandId: w.brandId, title: 'Later', fields: [field(gone, 'shirt size', 'text')] },
    {
      id: newId(),
      brandId: w.brandId,
      title: 'Archived',
      archivedAt: w.now().toISOString(),
      fields: [field(newId(), 'Old', 'text')],
    },
  ]);
  await w.db.insert(creatorListItemTable).values([
    {
      id: newId(),
      brandId: w.brandId,
      listId: lists[0],
      creatorId: known.id,
      custom: { [size]: sizes[0]?.id ?? '' },
    },
    { id: newId(), brandId: w.brandId, listId: lists[0], creatorId: unknown.id },
    { id: newId(), brandId: w.brandId, listId: lists[1], creatorId: known.id, custom: { [gone]: 'S' } },
  ]);
  expect(
    (await w.person.call(listMessageTemplates, { params: w.params })).listFields.filter((name) =>
      /shirt|event|old/i.test(name),
    ),
  ).toEqual([expect.stringMatching(/^Field: shirt size$/i)]);
  const { emailTemplate } = await w.person.call(saveEmailTemplate, {
    params: { ...w.params, id: 'NEW' },
    body: {
      label: 'Shirts',
      subject: 'A shirt in {{field:Shirt_Size|your size}}',
      template: '<p>We have {{ Field: Shirt size }} for you, see you on {{Field: Event}}.</p>',
    },
  });
  expect(emailTemplate.template).toContain('{{Field: Shirt size}}');
  const body = { campaignId: w.campaignId, templateId: emailTemplate.id, creatorListId: lists[0] };
  expect((await w.person.call(previewBulkInvite, { params: w.params, body })).empty).toEqual([
    { variable: 'Field: Shirt size', count: 1, usernames: expect.any(Array) },
    { variable: 'Field: Event', count: 2, usernames: expect.any(Array) },
  ]);
  await w.person.call(sendBulkInvite, { params: w.params, body });
  await w.sent();
  const [first] = await w.inbox(known.address, 10_000);
  expect(first?.subject).toBe('A shirt in L & XL');
  expect(first?.html).toContain('We have L &amp; XL for you, see you on .');
  const [other] = await w.inbox(unknown.address, 10_000);
  expect(other?.subject).toBe('A shirt in your size');
});

test('previews every email to a creator with its time, and sends at nine on their clock', async () => {
  const [lisbon, york, nowhere] = [
    await w.creator({ country: 'JP' }),
    await w.creator({ country: 'US' }),
    await w.creator(),
  ];
  const { id: sequenceId } = await w.sequence([step(3)], { weekdaysOnly: true });
  const monday = new Date(w.now().getTime() + 14 * DAY);
  while (monday.getUTCDay() !== 6) monday.setTime(monday.getTime() + DAY);
  const date = monday.toISOString().slice(0, 10);
  const sendLocal = { time: '09:00', date, weekdaysOnly: true };
  const wish = { campaignId: w.campaignId, sendLocal, sequenceId };
  const { timeline } = await w.person.call(previewFollowUps, {
    params: w.params,
    body: { ...wish, socialProfileId: york.id },
  });
  expect(timeline).toMatchObject({ zone: 'America/New_York', zoneSource: 'main', empty: [] });
  const local = (at: string | null | undefined, timeZone: string) =>
    new Intl.DateTimeFormat('en-GB', {
      timeZone,
      weekday: 'short',
      hour: '2-digit',
      minute: '2-digit',
    }).format(new Date(at ?? ''));
  expect(timeline.entries.map(({ state, at }) => `${state} ${local(at, 'America/New_York')}`)).toEqual([
    ...['planned Mon 09:00', 'planned Thu 09:00'],
  ]);
  expect(timeline.entries[1]?.text).toContain('Hi Ana, did you see my email about Autumn Trail Kit?');
  const seen = await w.person.call(previewBulkInvite, {
    params: w.params,
    body: { ...wish, socialProfileIds: [lisbon.id, york.id, nowhere.id] },
  });
  expect(seen).toMatchObject({ ready: 3, zones: { country: 1, main: 1, brand: 1, brandZone: 'UTC' } });
  await w.person.call(sendBulkInvite, {
    params: w.params,
    body: { ...wish, socialProfileIds: [lisbon.id, york.id, nowhere.id] },
  });
  const dueAt = async (address: string) => (await w.mailOf(address))[0]?.dueAt;
  expect(local(await dueAt(lisbon.address), 'Asia/Tokyo')).toBe('Mon 09:00');
  expect(local(await dueAt(york.address), 'America/New_York')).toBe('Mon 09:00');
  expect(local(await dueAt(nowhere.address), 'UTC')).toBe('Mon 09:00');
  const far = { ...sendLocal, date: '2099-01-01' };
  await expect(
    invite(w.home, w.campaignId, (await w.creator()).id, { sendLocal: far }),
  ).rejects.toMatchObject({ body: { fields: { sendLocal: 'Choose a time within the next 90 days' } } });
  for (const time of ['9:00', '24:00', '09:60'])
    await expect(
      invite(w.home, w.campaignId, (await w.creator()).id, { sendLocal: { ...sendLocal, time } }),
    ).rejects.toMatchObject({ status: 422 });
});

/** A brand that has sent a number of emails today. */
async function brandWithMails(count: number) {
  const brand = await w.newBrand();
  const campaignId = await w.campaign(brand.brandId);
  const addresses = Array.from({ length: count }, (_, n) => `h${n}.${brand.brandId.slice(-6)}@inbox.test`);
  await w.queue(brand, addresses);
  await w.sent(brand.brandId);
  const mails = await w.db.select().from(mailTable).where(eq(mailTable.brandId, brand.brandId));
  const health = async () => (await brand.person.call(getDomainHealth, { params: brand.params })).health;
  return { ...brand, campaignId, mails, health };
}

/** The reader of an email reports it as spam. */
const complain = (brand: Brand, mail: typeof mailTable.$inferSelect | undefined) =>
  w.deliver({
    envelope: { from: '', to: `bounce+${mail?.replyToken}@bounce.${brand.domain}` },
    raw: [
      'From: fbl@inbox.test',
      `To: bounce+${mail?.replyToken}@bounce.${brand.domain}`,
      'Subject: complaint',
      `Message-ID: <${newId()}@inbox.test>`,
      'MIME-Version: 1.0',
      'Content-Type: multipart/report; report-type=feedback-report; boundary="b"',
      '',
      '--b',
      'Content-Type: text/plain',
      '',
      'Reported as spam.',
      '--b',
      'Content-Type: message/feedback-report',
      '',
      'Feedback-Type: abuse',
      'User-Agent: Inbox/1.0',
      'Version: 1',
      '',
      '--b--',
      '',
    ].join('\r\n'),
  });

test('stops invites and follow-ups at two complaints of few, loses nothing, and waits for an owner', async () => {
  const brand = await brandWithMails(20);
  expect(await brand.health()).toMatchObject({
    domain: brand.domain,
    periods: [
      { days: 7, sent: 20, bounced: 0, complaints: 0 },
      { days: 30, sent: 20, bounced: 0, complaints: 0 },
    ],
    bounces: 'good',
    complaints: 'good',
    stopped: null,
  });
  await complain(brand, brand.mails[0]);
  expect(await brand.health()).toMatchObject({ complaints: 'watch', stopped: null });
  await complain(brand, brand.mails[1]);
  expect(await brand.health()).toMatchObject({
    complaints: 'stop',
    stopped: { reason: 'complaints', sent: 20, count: 2 },
    lastReport: w.now().toISOString(),
  });
  const { notifications } = await brand.person.call(listNotifications, { query: {} });
  expect(notifications[0]).toMatchObject({
    kind: 'domain',
    title: `Sending from ${brand.domain} is paused`,
    text: '2 of 20 emails were reported as spam in the last 7 days. Invites and follow-ups are paused until you resume them.',
  });
  const { id, address } = await w.creator();
  await invite(brand, brand.campaignId, id);
  // Emails written by people are still sent.
  const [byPerson] = await w.queue(brand, [`person.${id.slice(-6)}@inbox.test`], { kind: 'email' });
  await w.wake();
  await expect.poll(async () => (await w.stored(byPerson ?? '')).status, { timeout: 30_000 }).toBe('sent');
  expect((await w.mailOf(address))[0]).toMatchObject({ status: 'queued' });
  expect(await brand.health()).toMatchObject({ waiting: 1 });
  await w.pass(0.01, { deliver: false });
  const member = await w.t.person({ brandId: brand.brandId });
  await expect(member.call(resumeOutreach, { params: brand.params })).rejects.toMatchObject({ status: 403 });
  const { health } = await brand.person.call(resumeOutreach, { params: brand.params });
  expect(health).toMatchObject({ stopped: null, resumed: w.now().toISOString(), resumedBy: 'Alva Berg' });
  await expect.poll(async () => (await w.mailOf(address))[0]?.status, { timeout: 30_000 }).toBe('sent');
  // Old complaints don't stop it again.
  await complain(brand, brand.mails[2]);
  expect(await brand.health()).toMatchObject({ stopped: null });
  await expect(brand.person.call(resumeOutreach, { params: brand.params })).rejects.toMatchObject({
    code: 'invalid_transition',
  });
});

test('stops at five rejected addresses', async () => {
  const brand = await brandWithMails(10);
  const bad = Array.from({ length: 5 }, (_, n) => `nobody${n}.${brand.brandId.slice(-6)}@inbox.test`);
  for (const address of bad)
    await w.sandbox.call('POST', '/api/faults', {
      provider: 'mail',
      target: address,
      failure: 'bounce',
    });
  await w.queue(brand, bad);
  await w.wake();
  await expect
    .poll(async () => (await brand.health())?.stopped, { timeout: 30_000 })
    .toMatchObject({ reason: 'bounces', count: 5 });
  expect(await brand.health()).toMatchObject({ bounces: 'stop', periods: [{ sent: 15, bounced: 5 }, {}] });
});
