import { previewBulkInvite, sendBulkInvite } from '@troupe/contract/campaigns/invite';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { newId } from '../../platform/id.ts';
import { type InviteWorld, startInviteWorld } from './invite/invite.fixture.ts';

let w: InviteWorld;
beforeAll(async () => {
  w = await startInviteWorld();
});
afterAll(() => w.t.stop());

test('previews who a bulk invite would skip and why, without sending anything', async () => {
  const campaignId = await w.campaign(w.brandId, 'Preview');
  const teammate = await w.t.person({ brandId: w.brandId });
  const names = ['fine', 'silent', 'gone', 'twice', 'taken', 'longago'] as const;
  const ids = await w.creators(
    ...names.map((username) => ({
      username,
      contactEmail: username === 'silent' ? null : `${username}@x.example`,
    })),
  );
  const [fine, silent, gone, twice, taken, longAgo] = ids as [string, string, string, string, string, string];
  await w.suppress('gone@x.example');
  await w.invite(twice, { campaignId });
  await w.invite(taken, { campaignId: w.campaignId }, teammate);
  w.t.setNow(new Date(Date.now() - 8 * 86_400_000));
  await w.invite(longAgo, { campaignId: w.campaignId }, teammate);
  w.t.setNow(null);
  // An email that still waits would count, however old.
  await w.t.api.pool.query(
    `update mail set status = 'sent', sent_at = now() - interval '8 days', created_at = now() - interval '8 days'
      where to_address = 'longago@x.example'`,
  );
  const missing = newId();
  const before = (await w.mails()).length;
  const preview = await w.preview({ campaignId, socialProfileIds: [...ids, fine, missing] });
  expect(preview.ready).toBe(2);
  expect(preview.skipped).toMatchObject([
    { socialProfileId: silent, username: 'silent', reason: 'no_contact' },
    { socialProfileId: gone, username: 'gone', reason: 'suppressed' },
    { socialProfileId: twice, username: 'twice', reason: 'already_invited' },
    { socialProfileId: taken, username: 'taken', reason: 'invited_by_teammate' },
    { socialProfileId: missing, username: '', reason: 'not_found' },
  ]);
  expect(new Date(preview.lastLeaves ?? 0).getTime()).toBeGreaterThan(Date.now());
  expect(await w.mails()).toHaveLength(before);

  const sent = await w.bulk({ campaignId, socialProfileIds: [...ids, fine, missing] });
  expect(sent).toEqual({ accepted: 2, skipped: preview.skipped });
  expect(await w.mails()).toHaveLength(before + 2);
  // The teammate sees it as their own invite.
  expect(
    (await w.preview({ campaignId: await w.campaign(w.brandId), socialProfileIds: [taken] }, teammate)).ready,
  ).toBe(1);
});

test('invites a list of a thousand, one email each', async () => {
  const ids = await w.creators(...Array.from({ length: 1000 }, (_, n) => ({ username: `many.${n}` })));
  const creatorListId = await w.list(ids);
  const campaignId = await w.campaign(w.brandId, 'A thousand');
  const template = await w.template(
    `<p>Hi {{Name}} ({{Username}})</p>${'<p>We like what you do.</p>'.repeat(100)}`,
  );
  const before = (await w.mails()).length;
  const sent = await w.bulk({ campaignId, creatorListId, templateId: template.id });
  expect(sent).toEqual({ accepted: 1000, skipped: [] });
  const mails = (await w.mails()).slice(before);
  expect(new Set(mails.map(({ toAddress }) => toAddress)).size).toBe(1000);
  expect(new Set(mails.map(({ html }) => html)).size).toBe(1000);
  expect(mails.every(({ html }) => /Hi Ana Lima \(many\.\d+\)/.test(html))).toBe(true);
  const again = await w.bulk({ campaignId, creatorListId, templateId: template.id });
  expect(again.accepted).toBe(0);
  expect(again.skipped).toHaveLength(1000);
  expect(await w.mails()).toHaveLength(before + 1000);
});

test('sends each creator one email for concurrent and repeated bulk invites', async () => {
  const ids = await w.creators(...Array.from({ length: 60 }, () => ({})));
  const campaignId = await w.campaign(w.brandId, 'At once');
  const teammate = await w.t.person({ brandId: w.brandId });
  const before = (await w.mails()).length;
  const answers = await Promise.all([
    w.bulk({ campaignId, socialProfileIds: ids }, w.person, 'bulk-1'),
    w.bulk({ campaignId, socialProfileIds: ids }, w.person, 'bulk-1'),
    w.bulk({ campaignId, socialProfileIds: ids.toReversed() }, teammate, 'bulk-2'),
    w.bulk({ campaignId, socialProfileIds: ids }, w.person),
  ]);
  expect(await w.mails()).toHaveLength(before + 60);
  // The repeat gets the same answer; the other requests learn who was first.
  expect(answers[0]).toEqual(answers[1]);
  for (const { accepted, skipped } of answers) {
    expect([0, 60]).toContain(accepted);
    expect(accepted + skipped.length).toBe(60);
    expect(skipped.every(({ reason }) => reason === 'already_invited')).toBe(true);
  }
});

test('skips archived list items, lists of other brands and empty selections', async () => {
  const campaignId = await w.campaign(w.brandId, 'Lists');
  await expect(w.bulk({ campaignId })).rejects.toMatchObject({ status: 422, code: 'invalid' });
  const other = await w.brand();
  const theirs = await w.list([await w.creator()], other);
  for (const creatorListId of [theirs, newId()]) {
    await expect(w.bulk({ campaignId, creatorListId })).rejects.toMatchObject({ status: 404 });
    await expect(w.preview({ campaignId, creatorListId })).rejects.toMatchObject({ status: 404 });
  }
  await expect(
    w.bulk({ campaignId, socialProfileIds: Array.from({ length: 5001 }, newId) }),
  ).rejects.toMatchObject({ status: 422 });
  expect(await w.bulk({ campaignId, creatorListId: await w.list([]) })).toEqual({ accepted: 0, skipped: [] });
});

test('lets a prospect preview but not send', async () => {
  const brandId = await w.brand({ plan: false, domain: false });
  const person = await w.t.person({ brandId });
  const body = { campaignId: await w.campaign(brandId), socialProfileIds: [await w.creator()] };
  expect(await person.call(previewBulkInvite, { params: { brandId }, body })).toEqual({
    ready: 1,
    skipped: [],
    lastLeaves: null,
    empty: [],
    sample: [{ socialProfileId: body.socialProfileIds[0], username: expect.any(String) }],
    zones: { brand: 1, brandZone: 'UTC', country: 0, main: 0 },
  });
  await expect(person.call(sendBulkInvite, { params: { brandId }, body })).rejects.toMatchObject({
    status: 402,
  });
});

test('reports a campaign paused or template deleted in the meantime, and sends nothing', async () => {
  const campaignId = await w.campaign(w.brandId, 'Meanwhile');
  const body = { campaignId, socialProfileIds: [await w.creator()] };
  const before = (await w.mails()).length;
  await expect(w.bulk({ ...body, templateId: newId() })).rejects.toMatchObject({ status: 404 });
  await w.changeCampaign(campaignId, 'paused');
  await expect(w.bulk(body)).rejects.toMatchObject({
    status: 409,
    code: 'invalid_transition',
    message: 'This campaign is paused. Publish it again before you invite creators.',
  });
  await expect(w.preview(body)).rejects.toMatchObject({ status: 409 });
  expect(await w.mails()).toHaveLength(before);
});

test('holds a scheduled bulk invite until it is due', async () => {
  const sendAt = new Date(Date.now() + 3 * 86_400_000).toISOString();
  const campaignId = await w.campaign(w.brandId, 'Later');
  const body = { campaignId, socialProfileIds: await w.creators({}, {}), sendAt };
  const { lastLeaves } = await w.preview(body);
  expect(lastLeaves && lastLeaves >= sendAt).toBe(true);
  expect((await w.bulk(body)).accepted).toBe(2);
  expect((await w.mails()).slice(-2).map(({ dueAt }) => dueAt)).toEqual([sendAt, sendAt]);
});
