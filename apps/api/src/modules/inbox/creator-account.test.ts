import { listAuditLog } from '@troupe/contract/account/audit-log';
import { getCampaignMetrics } from '@troupe/contract/campaigns/campaign-content';
import * as calls from '@troupe/contract/campaigns/creator-app';
import { remindOptIn } from '@troupe/contract/campaigns/opt-in';
import { listConversations, listMessages, sendMessage } from '@troupe/contract/inbox/conversation';
import { sendOwnMessage } from '@troupe/contract/inbox/own-conversation';
import { and, eq } from 'drizzle-orm';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { newId } from '../../platform/id.ts';
import { userTable } from '../account/user/user.table.ts';
import {
  contentPreviewTable,
  contentVersionTable,
  uploadTable,
} from '../campaigns/campaign-content/campaign-content.table.ts';
import { ADDRESS, type OptInWorld, startOptInWorld } from '../campaigns/opt-in/opt-in.fixture.ts';
import { creatorTable } from '../discovery/creator/creator.table.ts';
import { creatorListItemTable, creatorListTable } from '../discovery/creator-list/creator-list.table.ts';
import { listCommentTable } from '../discovery/list-review/list-review.table.ts';
import { mailTable } from '../outreach/mail/mail.table.ts';
import { liveEventTable, messageTable } from './conversation/conversation.table.ts';
import { conversationOfOptIn } from './conversation/conversation-mail.queries.ts';
import { notificationTable } from './notification/notification.table.ts';

let w: OptInWorld;
beforeAll(async () => {
  w = await startOptInWorld();
});
afterAll(() => w.t.stop());

async function placeOf(optInId: string) {
  const place = await conversationOfOptIn(w.db, optInId);
  if (!place) throw new Error('an opt-in has no conversation');
  return place;
}

test('exports everything stored about a creator as JSON, and nothing about others', async () => {
  const [ana, eve] = [await w.account(), await w.account()];
  const { id } = await w.take(ana);
  await w.take(eve, { pitch: 'a secret of Eve' });
  const message = { ...(await placeOf(id)), optInId: id, clientId: newId(), authorName: 'Alva Berg' };
  await w.db.insert(messageTable).values([
    { id: newId(), ...message, number: 1, kind: 'note', text: 'Only for us' },
    {
      id: newId(),
      ...message,
      clientId: newId(),
      number: 2,
      creatorNumber: 1,
      kind: 'brand',
      text: 'Welcome',
      userId: w.person.userId,
    },
  ]);
  const response = await fetch(`${w.t.url}/creator/export`, {
    headers: { authorization: `Bearer ${ana.token}` },
  });
  expect(response.headers.get('content-type')).toContain('application/json');
  const text = await response.text();
  expect(JSON.parse(text)).toMatchObject({
    account: { email: expect.stringContaining('@') },
    profiles: [{ socialProfileId: ana.creatorId, state: 'claimed' }],
    optIns: [{ id, history: [{ kind: 'opted-in' }] }],
    messages: [{ number: 1, text: 'Welcome' }],
  });
  for (const secret of ['Only for us', 'a secret of Eve']) expect(text).not.toContain(secret);
});

test('deleting the account erases the person and anonymizes agreements', async () => {
  const ana = await w.account({ username: `ana.${newId()}`, fullname: 'Ana Unforgettable' });
  const { id } = await w.take(ana, { pitch: 'Erase me', askedFee: 500 });
  const waiting = await w.take(ana, {}, await w.campaign(w.brandId));
  await w.change(id, { status: 'approved', shipment: { state: 'asked' } });
  await w.change(id, { agreement: { fee: 400 } });
  await ana.call(calls.giveAddress, { params: { optInId: id }, body: { address: ADDRESS } });
  await w.db.insert(messageTable).values({
    ...(await placeOf(id)),
    id: newId(),
    optInId: id,
    clientId: newId(),
    number: 90,
    kind: 'creator',
    text: 'My phone is 123',
    userId: ana.userId,
    authorName: 'Ana',
  });
  await w.person.call(remindOptIn, { params: { brandId: w.brandId, optInId: id } });
  const sendAt = new Date(Date.now() + 3_600_000).toISOString();
  const toAna = { brandId: w.brandId, optInId: id };
  await w.person.call(sendMessage, {
    params: toAna,
    body: { clientId: newId(), text: 'Happy birthday', sendAt },
  });
  expect((await w.person.call(listMessages, { params: toAna })).scheduled).toHaveLength(1);
  const body = { clientId: newId(), text: 'My door code is 456' };
  await ana.call(sendOwnMessage, { params: { optInId: id }, body });
  const file = { hash: newId(), fileKey: newId(), name: 'a.jpg', type: 'image/jpeg', bytes: 1 };
  const place = { brandId: w.brandId, campaignId: w.campaignId, optInId: id, userId: ana.userId };
  await w.db.insert(uploadTable).values({ id: newId(), ...place, ...file, scan: 'off' });
  const { userId: _sender, ...rest } = place;
  const preview = { id: newId(), ...rest, kind: 'reel' as const };
  await w.db.insert(contentPreviewTable).values({ ...preview, status: 'approved', version: 2 });
  const at = new Date().toISOString();
  await w.db.insert(contentVersionTable).values({
    previewId: preview.id,
    version: 1,
    kind: 'reel',
    caption: 'Never approved',
    fileKeys: [file.fileKey],
    createdAt: at,
    replacedAt: at,
  });
  const listId = newId();
  const itemId = newId();
  await w.db.insert(creatorListTable).values({ id: listId, brandId: w.brandId, title: 'Runners' });
  await w.db
    .insert(creatorListItemTable)
    .values({ id: itemId, brandId: w.brandId, listId, creatorId: ana.creatorId });
  await w.db.insert(listCommentTable).values({
    id: newId(),
    brandId: w.brandId,
    itemId,
    userId: w.person.userId,
    text: 'Ana is too loud',
    createdAt: at,
  });
  const remove = (confirm: string) =>
    ana.call(calls.removeOwnAccount, { body: { confirm: confirm as 'REMOVE' } });
  await expect(remove('remove')).rejects.toMatchObject({
    body: { fields: { confirm: 'Type REMOVE to confirm' } },
  });
  expect(await remove('REMOVE')).toEqual({ success: true });
  expect(await w.db.$count(listCommentTable, eq(listCommentTable.itemId, itemId))).toBe(0);
  const { optIn, history } = await w.get(id);
  expect(optIn).toMatchObject({
    status: 'approved',
    pitch: '',
    answers: [],
    agreement: { fee: 500 },
    shipment: { state: 'ready', address: null },
    socialProfile: { username: 'removed', fullname: 'Removed creator', profilePicUrl: null },
  });
  expect(history.at(-1)).toMatchObject({ text: 'The creator deleted their account', by: null });
  // Open offers are closed, because no one can answer them.
  expect(optIn.offer).toMatchObject({ number: 2, state: 'declined', terms: { fee: 400 } });
  expect((await w.get(waiting.id)).optIn).toMatchObject({
    status: 'withdrawn',
    offer: { number: 1, state: 'withdrawn' },
  });
  // Scheduled messages are canceled, because no one can read them.
  expect((await w.person.call(listMessages, { params: toAna })).scheduled).toEqual([]);
  expect((await w.list({ search: 'Unforgettable' })).total).toBe(0);
  const search = { params: { brandId: w.brandId }, query: { search: 'Unforgettable' } };
  expect((await w.person.call(listConversations, search)).total).toBe(0);
  const metrics = await w.person.call(getCampaignMetrics, {
    params: { brandId: w.brandId, campaignId: w.campaignId },
    query: {},
  });
  const left = [
    await w.db.select().from(notificationTable),
    await w.db.select().from(liveEventTable),
    await w.db.select().from(uploadTable),
    await w.db.select().from(contentVersionTable),
    metrics,
  ];
  for (const secret of ['ana.', 'Unforgettable', 'My door code', 'Never approved', file.fileKey])
    expect(JSON.stringify(left)).not.toContain(secret);
  const inbox = await w.person.call(listConversations, { params: { brandId: w.brandId }, query: {} });
  expect(inbox.conversations.find(({ optInId }) => optInId === id)?.creator.fullname).toBe('Removed creator');
  const owner = await w.t.person({ brandId: w.brandId, brandRole: 'owner' });
  const { entries } = await owner.call(listAuditLog, { params: { brandId: w.brandId } });
  expect(entries.find(({ object }) => object?.id === id)?.object?.name).toBe('Removed creator');
  const [message] = await w.db
    .select()
    .from(messageTable)
    .where(and(eq(messageTable.optInId, id), eq(messageTable.number, 90)));
  expect(message).toMatchObject({ text: '', authorName: 'Removed creator', userId: null });
  expect(await w.db.select().from(userTable).where(eq(userTable.id, ana.userId))).toEqual([]);
  expect(
    (await w.db.select().from(mailTable)).some(({ toAddress }) => toAddress.startsWith(ana.userId)),
  ).toBe(false);
  await expect(
    w.person.call(remindOptIn, { params: { brandId: w.brandId, optInId: id } }),
  ).rejects.toMatchObject({ status: 409 });
  const [profile] = await w.db.select().from(creatorTable).where(eq(creatorTable.id, ana.creatorId));
  expect(profile?.userId).toBeNull();
});
