import * as calls from '@troupe/contract/campaigns/campaign';
import type { CampaignStatus } from '@troupe/domain/campaigns/campaign';
import { eq } from 'drizzle-orm';
import sharp from 'sharp';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { newId } from '../../../platform/id.ts';
import { startTestApi, type TestApi } from '../../../testing/test-api.ts';
import { mailTable } from '../../outreach/mail/mail.table.ts';
import { COMPLETE, subscribe } from './campaign.fixture.ts';
import { campaignTable } from './campaign.table.ts';

let t: TestApi;
beforeAll(async () => {
  t = await startTestApi();
});
afterAll(() => t.stop());

async function member(planId: string | null = 'trailblazer') {
  const brandId = await t.brand();
  if (planId) await subscribe(t, brandId, planId);
  const person = await t.person({ brandId });
  const create = (brief = COMPLETE) =>
    person.call(calls.createCampaign, { params: { brandId }, body: brief });
  const move = (campaignId: string, status: CampaignStatus) =>
    person.call(calls.setCampaignStatus, { params: { brandId, campaignId }, body: { status } });
  return { brandId, person, create, move };
}

test("[R7.016, R7.017, R4.016, R3.023] lists a brand's campaigns, and active ones with status=publish", async () => {
  const { brandId, person } = await member();
  const other = await t.brand();
  const row = (brand: string, title: string, status: CampaignStatus) => ({
    id: newId(),
    brandId: brand,
    title,
    slug: title,
    status,
  });
  await t.api.db
    .insert(campaignTable)
    .values([row(brandId, 'a', 'publish'), row(brandId, 'b', 'paused'), row(other, 'c', 'publish')]);
  const list = (query: { status?: 'publish'; search?: string; sort?: 'title' }) =>
    person.call(calls.listCampaigns, { params: { brandId }, query });
  const { campaigns, counts } = await list({ sort: 'title' });
  expect(campaigns.map(({ title }) => title)).toEqual(['a', 'b']);
  expect(counts).toEqual({ draft: 0, publish: 1, paused: 1, completed: 0, archived: 0 });
  expect((await list({ status: 'publish' })).campaigns.map(({ title }) => title)).toEqual(['a']);
  expect((await list({ search: 'B' })).campaigns.map(({ title }) => title)).toEqual(['b']);
  expect(campaigns[0]).toMatchObject({
    socialChannels: [],
    maxPaidAmount: null,
    metaData: { emailTemplate: null },
    unreadMessageCount: 0,
  });
});

test('[R7.018] builds a campaign step by step, reopens a draft and lists what is missing', async () => {
  const { brandId, person, create } = await member();
  const draft = await create({ title: 'Autumn Trail Kit' });
  expect(draft).toMatchObject({ status: 'draft', slug: 'autumn-trail-kit', maxPaidAmount: null, version: 1 });
  expect(draft.gaps.map(({ field }) => field)).toContain('liveDue');
  const params = { brandId, campaignId: draft.id };
  const half = await person.call(calls.updateCampaign, {
    params,
    body: { maxPaidAmount: 70_000, version: 1 },
  });
  expect(half.campaign).toMatchObject({ maxPaidAmount: 70_000, version: 2 });
  const { title: _, ...rest } = COMPLETE;
  const whole = await person.call(calls.updateCampaign, { params, body: rest });
  expect(whole.gaps).toEqual([]);
  const found = await person.call(calls.getCampaign, { params: { campaignId: draft.id } });
  expect(found.brief).toMatchObject({ ...COMPLETE, slug: 'autumn-trail-kit' });
});

test("edits don't wait for concurrent invites and opt-ins, and don't run counts", async () => {
  const { brandId, person, create } = await member();
  const { id } = await create();
  const other = await t.api.pool.connect();
  try {
    await other.query('begin');
    // The lock that an uncommitted row referencing the campaign holds.
    await other.query('select from campaign where id = $1 for key share', [id]);
    const params = { brandId, campaignId: id };
    const { campaign } = await person.call(calls.updateCampaign, { params, body: { title: 'Meanwhile' } });
    expect(campaign.title).toBe('Meanwhile');
    expect(campaign).not.toHaveProperty('funnel');
  } finally {
    await other.query('rollback');
    other.release();
  }
});

test('rejects the second of two concurrent edits and returns the current brief', async () => {
  const { brandId, person, create } = await member();
  const { id, version } = await create();
  const params = { brandId, campaignId: id };
  await person.call(calls.updateCampaign, { params, body: { title: 'First', version } });
  await expect(
    person.call(calls.updateCampaign, { params, body: { title: 'Second', version } }),
  ).rejects.toMatchObject({
    status: 409,
    body: { code: 'conflict', version: version + 1, brief: { title: 'First' } },
  });
});

describe('[R7.021, R4.013, R4.014, R4.015] campaign status changes', () => {
  test('publishes, pauses, resumes, completes, archives and restores a campaign as a draft', async () => {
    const { create, move } = await member();
    const { id } = await create();
    for (const status of ['publish', 'paused', 'publish', 'completed', 'archived', 'draft'] as const)
      expect((await move(id, status)).campaign.status).toBe(status);
  });

  test('rejects all other status changes', async () => {
    const { create, move } = await member();
    const { id } = await create();
    for (const status of ['paused', 'completed', 'draft'] as const)
      await expect(move(id, status)).rejects.toMatchObject({ status: 409, code: 'invalid_transition' });
  });

  test('requires a plan and a complete brief to publish, and lists what is missing', async () => {
    const prospect = await member(null);
    const draft = await prospect.create();
    await expect(prospect.move(draft.id, 'publish')).rejects.toMatchObject({
      status: 402,
      code: 'subscription_required',
    });
    const { create, move } = await member();
    const { id } = await create({ title: 'Half' });
    await expect(move(id, 'publish')).rejects.toMatchObject({
      status: 422,
      body: { fields: { liveDue: 'Choose a live date' }, gaps: expect.any(Array) },
    });
  });

  test('rejects publishing a campaign that no one could opt in to or that repeats a question', async () => {
    const { create, move } = await member();
    const past = await create({ ...COMPLETE, closes: '2020-01-01T22:59:00.000Z' });
    expect(past.gaps).toMatchObject([{ step: 'deliverables', field: 'closes' }]);
    await expect(move(past.id, 'publish')).rejects.toMatchObject({
      status: 422,
      body: { fields: { closes: 'The application deadline is in the past' } },
    });
    const size = { id: 'size', text: 'Which size?', required: true, choices: ['M', 'L', 'M'] };
    const twice = await create({ ...COMPLETE, questions: [size] });
    await expect(move(twice.id, 'publish')).rejects.toMatchObject({
      status: 422,
      body: { fields: { questions: 'A question has duplicate choices' } },
    });
  });

  test('publishes once on a double click', async () => {
    const { create, move } = await member();
    const { id } = await create();
    const ends = await Promise.allSettled([move(id, 'publish'), move(id, 'publish')]);
    expect(ends.map(({ status }) => status).sort()).toEqual(['fulfilled', 'rejected']);
  });
});

test('records who changed what in a published campaign, and keeps it complete', async () => {
  const { brandId, person, create, move } = await member();
  const { id } = await create();
  await move(id, 'publish');
  const params = { brandId, campaignId: id };
  await person.call(calls.updateCampaign, { params, body: { maxPaidAmount: 80_000 } });
  await expect(
    person.call(calls.updateCampaign, { params, body: { deliverables: [] } }),
  ).rejects.toMatchObject({
    status: 422,
    body: { fields: { deliverables: 'Add at least one deliverable' } },
  });
  const { entries } = await person.call(calls.listCampaignHistory, { params });
  expect(entries[0]).toMatchObject({
    kind: 'brief',
    fields: ['maxPaidAmount'],
    before: { maxPaidAmount: 70_000 },
    after: { maxPaidAmount: 80_000 },
    by: 'Alva Berg',
  });
  expect(entries.map(({ kind }) => kind)).toEqual(['brief', 'status', 'status']);
});

test('[R7.020] duplicates a campaign as a draft with the same brief, a new title and a free URL', async () => {
  const { brandId, person, create, move } = await member();
  const { id } = await create();
  await move(id, 'publish');
  const duplicate = (name: string, slug: string) =>
    person.call(calls.duplicateCampaign, {
      params: { campaignId: id },
      body: { duplicateCampaignName: name, duplicateCampaignSlug: slug },
    });
  const { campaign } = await duplicate('Spring Trail Kit', 'spring');
  expect(campaign).toMatchObject({
    title: 'Spring Trail Kit',
    slug: 'spring',
    status: 'draft',
    maxPaidAmount: 70_000,
  });
  expect((await duplicate('Another', 'spring')).campaign.slug).toBe('spring-2');
  const params = { brandId, campaignId: campaign.id };
  const { entries } = await person.call(calls.listCampaignHistory, { params });
  expect(entries).toMatchObject([{ kind: 'status', after: { status: 'draft' }, by: 'Alva Berg' }]);
  await expect(duplicate(' ', 'x')).rejects.toMatchObject({ status: 422 });
});

test('[R7.022] sends each teammate one email when a campaign is shared', async () => {
  const { brandId, person, create } = await member();
  const { id } = await create({ ...COMPLETE, title: 'Sales\r\nBcc: all@example.test' });
  const { sent } = await person.call(calls.shareCampaign, {
    params: { brandId, campaignId: id },
    body: { emails: ['ana@example.test', 'ANA@example.test', 'ben@example.test'] },
  });
  expect(sent).toBe(2);
  const mails = (await t.api.db.select().from(mailTable)).filter((mail) => mail.brandId === brandId);
  expect(mails.map(({ toAddress }) => toAddress).sort()).toEqual(['ana@example.test', 'ben@example.test']);
  expect(mails[0]?.html).toContain(`/campaigns/${id}`);
  expect(mails[0]?.subject).not.toMatch(/[\r\n]/);
});

test('sends no second email when sharing is retried with the same key', async () => {
  const { brandId, person, create } = await member();
  const { id } = await create({ ...COMPLETE });
  const share = (emails: string[], idempotencyKey: string) =>
    person.call(
      calls.shareCampaign,
      { params: { brandId, campaignId: id }, body: { emails } },
      { idempotencyKey },
    );
  const both = ['ana@example.test', 'ben@example.test'];
  const answers = await Promise.all([share(both, 'one'), share(both, 'one'), share(both, 'one')]);
  expect(answers).toEqual(answers.map(() => ({ success: true, sent: 2 })));
  const mails = async () =>
    (await t.api.db.select().from(mailTable).where(eq(mailTable.brandId, brandId))).map((m) => m.toAddress);
  expect((await mails()).sort()).toEqual(both);
  expect(await share(['ana@example.test'], 'another')).toMatchObject({ sent: 1 });
  expect(await mails()).toHaveLength(3);
});

test('limits sharing per day, separately from other email of the brand', async () => {
  const { brandId, person, create } = await member();
  const { id } = await create({ ...COMPLETE });
  const share = () =>
    person.call(calls.shareCampaign, {
      params: { brandId, campaignId: id },
      body: { emails: ['ana@example.test'] },
    });
  const mailed = (purpose: 'share' | null) =>
    t.api.db.insert(mailTable).values(
      Array.from({ length: 60 }, () => {
        const key = newId();
        const words = {
          kind: 'notice' as const,
          subject: 'News',
          html: '',
          plain: '',
          status: 'sent' as const,
        };
        return {
          id: key,
          brandId,
          purpose,
          toAddress: 'a@b.test',
          messageId: key,
          replyToken: key,
          ...words,
        };
      }),
    );
  await mailed(null);
  expect(await share()).toMatchObject({ sent: 1 });
  await mailed('share');
  await expect(share()).rejects.toMatchObject({ code: 'rate_limited' });
});

test('[R7.031] returns the categories to every logged-in user', async () => {
  const { person } = await member();
  expect((await person.call(calls.listCategories, {})).categories).toContain('Running');
});

test('detects a cover by content, resizes it and serves it publicly', async () => {
  const { brandId, person, create } = await member();
  const { id } = await create();
  const params = { brandId, campaignId: id };
  const send = (bytes: Uint8Array<ArrayBuffer>, name: string) =>
    person.upload(calls.uploadCampaignCover, { params }, new Blob([bytes]), name);
  const picture = await sharp({ create: { width: 3000, height: 1500, channels: 3, background: '#2a7' } })
    .png()
    .toBuffer();
  const { campaign } = await send(new Uint8Array(picture), 'cover.png');
  const answer = await fetch(t.url + new URL(campaign.coverUrl ?? '').pathname);
  expect(answer.headers.get('content-type')).toBe('image/jpeg');
  expect((await sharp(Buffer.from(await answer.arrayBuffer())).metadata()).width).toBe(1600);
});

test("rejects covers that aren't JPEG, PNG or WebP, whatever their name", async () => {
  const { brandId, person, create } = await member();
  const { id } = await create();
  const dot = sharp({ create: { width: 4, height: 4, channels: 3, background: '#2a7' } });
  const send = (bytes: Uint8Array, name: string) =>
    person.upload(
      calls.uploadCampaignCover,
      { params: { brandId, campaignId: id } },
      new Blob([new Uint8Array(bytes)]),
      name,
    );
  for (const [bytes, name] of [
    [Buffer.from('%PDF-1.7 no picture'), 'cover.jpg'],
    [await dot.gif().toBuffer(), 'cover.gif'],
    [await dot.gif().toBuffer(), 'cover.png'],
    [await dot.tiff().toBuffer(), 'cover.tiff'],
    [Buffer.from('<svg xmlns="http://www.w3.org/2000/svg" width="4" height="4"/>'), 'cover.svg'],
    [Buffer.from('ftypisom'), 'cover.mp4'],
    [Buffer.alloc(0), 'cover.jpg'],
  ] as const)
    await expect(send(bytes, name), name).rejects.toMatchObject({
      status: 415,
      code: 'unsupported_type',
      message: 'Choose a JPEG, PNG or WebP picture.',
      body: { accepted: ['image/jpeg', 'image/png', 'image/webp'] },
    });
  for (const picture of [await dot.jpeg().toBuffer(), await dot.webp().toBuffer()])
    expect((await send(picture, 'cover.pdf')).campaign.coverUrl).not.toBeNull();
});

test('keeps a replaced cover for a day, then removes it unless it is used again', async () => {
  const { brandId, person, create } = await member();
  const { id: campaignId } = await create();
  const params = { brandId, campaignId };
  const cover = async (background: string) => {
    const picture = await sharp({ create: { width: 20, height: 10, channels: 3, background } })
      .png()
      .toBuffer();
    const { campaign } = await person.upload(
      calls.uploadCampaignCover,
      { params },
      new Blob([new Uint8Array(picture)]),
      'cover.png',
    );
    return new URL(campaign.coverUrl ?? '').pathname;
  };
  const status = async (path: string) => {
    const response = await fetch(t.url + path);
    // Consume the body: an unread response keeps the server from stopping.
    await response.arrayBuffer();
    return response.status;
  };
  const nameOf = (path: string) => path.split('/').at(-1);
  /** The scheduled removal and its due date; the test runs it by hand. */
  const waiting = async () =>
    (
      await t.api.pool.query<{ name: string; later: boolean }>(
        `select data->>'name' as name, start_after > now() + interval '23 hours' as later from pgboss.job
          where name = 'campaign-cover' and data->>'campaignId' = $1 and start_after > now() order by created_on`,
        [campaignId],
      )
    ).rows;
  const clear = async (name: string | undefined) => {
    await t.api.jobs.send('campaign-cover', { campaignId, name });
    await expect
      .poll(
        async () =>
          (
            await t.api.pool.query(
              `select from pgboss.job where name = 'campaign-cover' and start_after <= now() and state <> 'completed'`,
            )
          ).rowCount,
      )
      .toBe(0);
  };

  const red = await cover('#a00');
  const green = await cover('#0a0');
  expect(await waiting()).toEqual([{ name: nameOf(red), later: true }]);
  expect([await status(red), await status(green)]).toEqual([200, 200]);
  await clear(nameOf(red));
  expect([await status(red), await status(green)]).toEqual([404, 200]);

  // Used again within the day, so it stays.
  expect(await cover('#a00')).toBe(red);
  await clear(nameOf(red));
  expect(await status(red)).toBe(200);

  await person.call(calls.updateCampaign, { params, body: { cover: null } });
  await clear(nameOf(red));
  expect(await status(red)).toBe(404);

  // A name with a path must not remove other files.
  await person.call(calls.updateCampaign, { params, body: { cover: `../${campaignId}/${nameOf(green)}` } });
  await person.call(calls.updateCampaign, { params, body: { cover: nameOf(green) ?? '' } });
  await clear(`../${campaignId}/${nameOf(green)}`);
  expect(await status(green)).toBe(200);
});
