import type { AddressInfo } from 'node:net';
import type { CallError } from '@troupe/contract/client';
import {
  addAttachment,
  cancelMessage,
  deleteSavedReply,
  listMessages,
  listSavedReplies,
  saveReply,
  sendMessage,
} from '@troupe/contract/inbox/conversation';
import { addOwnAttachment, listOwnMessages, sendOwnMessage } from '@troupe/contract/inbox/own-conversation';
import sharp from 'sharp';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { newId } from '../../../platform/id.ts';
import { fakeScanner } from '../../../testing/fake-scanner.ts';
import { startTestApi, type TestApi, type TestPerson } from '../../../testing/test-api.ts';
import { removeUnsentAttachments } from './attachment.queries.ts';
import { createTestCampaign, createTestOptIn, type TestCreator } from './conversation.fixture.ts';
import { attachmentTable } from './conversation.table.ts';
import { conversationOfOptIn } from './conversation-mail.queries.ts';

let t: TestApi;
let brandId: string;
let member: TestPerson;
let creator: TestCreator;
let params: { brandId: string; optInId: string };

beforeAll(async () => {
  t = await startTestApi();
  brandId = await t.brand();
  member = await t.person({ brandId });
  creator = await createTestOptIn(t, { brandId, campaignId: await createTestCampaign(t, brandId) });
  params = { brandId, optInId: creator.optInId };
});
afterAll(() => t.stop());

/** Minimal PDF content, a type that both sides accept. */
const pdf = (words: string) => `%PDF-1.4\n${words}`;
const attach = (content: BlobPart, name: string, person = member) =>
  person.upload(
    addAttachment,
    { params },
    new Blob([typeof content === 'string' && content ? pdf(content) : content]),
    name,
  );
const send = (attachments: string[], text = '') =>
  member.call(sendMessage, { params, body: { clientId: newId(), text, attachments } });
const refusal = (made: Promise<unknown>) => made.then(() => null).catch((error: CallError) => error);
/** Signed URLs use the public API origin; rewrite them to the test server. */
const open = (url: string, headers: Record<string, string> = {}) =>
  fetch(t.url + new URL(url).pathname, { headers });

test('attaches a picture, detects its type by content, and serves it by an expiring URL', async () => {
  const picture = await sharp({ create: { width: 4, height: 4, channels: 3, background: '#f60' } })
    .png()
    .toBuffer();
  const file = await attach(new Uint8Array(picture), '../..\\report.pdf');
  expect(file).toEqual({
    id: expect.any(String),
    name: 'report.pdf',
    type: 'image/png',
    bytes: picture.length,
  });
  const { message } = await send([file.id], 'Look');
  const [attachment] = message.attachments;
  expect(attachment).toMatchObject({ name: 'report.pdf', type: 'image/png', bytes: picture.length });
  const theirs = await creator.person.call(listOwnMessages, { params: { optInId: params.optInId } });
  const url = theirs.messages[0]?.attachments[0]?.url ?? '';
  const opened = await open(url);
  expect(opened.status).toBe(200);
  expect(Buffer.from(await opened.arrayBuffer()).equals(picture)).toBe(true);
  const part = await open(url, { range: 'bytes=1-3' });
  expect([part.status, await part.text()]).toEqual([206, 'PNG']);
  t.setNow(new Date(Date.now() + 3 * 3_600_000));
  expect((await open(url)).status).toBe(404);
  t.setNow(null);
  expect((await open(`${url}x`)).status).toBe(404);
});

test('creators can attach files; a file is sent once, and only by its uploader', async () => {
  const file = await creator.person.upload(
    addOwnAttachment,
    { params: { optInId: params.optInId } },
    new Blob([pdf('My rates, in words')]),
    'rates.pdf',
  );
  expect(await refusal(send([file.id]))).toMatchObject({
    status: 422,
    body: { fields: { attachments: expect.any(String) } },
  });
  const say = () =>
    creator.person.call(sendOwnMessage, {
      params: { optInId: params.optInId },
      body: { clientId: newId(), text: '', attachments: [file.id] },
    });
  await say();
  expect(await refusal(say())).toMatchObject({ status: 422 });
  const { messages } = await member.call(listMessages, { params });
  expect(messages[0]?.attachments).toMatchObject([{ name: 'rates.pdf', bytes: 27 }]);
});

test('canceling a scheduled message returns its files to the person who canceled it', async () => {
  const file = await attach('One brief, in words', 'brief.txt');
  const sendAt = new Date(Date.now() + 3_600_000).toISOString();
  const body = { clientId: newId(), text: 'Tomorrow', attachments: [file.id], sendAt };
  const { message } = await member.call(sendMessage, { params, body });
  const teammate = await t.person({ brandId });
  await teammate.call(cancelMessage, { params: { ...params, messageId: message.id } });
  const again = { clientId: newId(), text: 'Today', attachments: [file.id] };
  const { message: sent } = await teammate.call(sendMessage, { params, body: again });
  expect(sent.attachments).toMatchObject([{ id: file.id, name: 'brief.txt' }]);
});

test('deletes only unsent files after a week', async () => {
  const [loose, sent] = [await attach('Forgotten', 'loose.txt'), await attach('Here', 'sent.txt')];
  const body = { clientId: newId(), text: 'See the file', attachments: [sent.id] };
  await member.call(sendMessage, { params, body });
  const { db } = t.api;
  expect(await removeUnsentAttachments(db, new Date(Date.now() - 60_000))).toEqual([]);
  const removed = await removeUnsentAttachments(db, new Date(Date.now() + 60_000));
  expect(removed).toContain(`attachments/${brandId}/${loose.id}`);
  expect(removed).not.toContain(`attachments/${brandId}/${sent.id}`);
});

test('limits unsent files per person', async () => {
  const teammate = await t.person({ brandId });
  const { conversationId = '' } = (await conversationOfOptIn(t.api.db, params.optInId)) ?? {};
  const file = {
    brandId,
    conversationId,
    userId: teammate.userId,
    name: 'a.txt',
    type: 'text/plain',
    bytes: 1,
  };
  const rows = Array.from({ length: 99 }, () => ({
    id: newId(),
    fileKey: `attachments/${newId()}`,
    ...file,
  }));
  await t.api.db.insert(attachmentTable).values(rows);
  const both = await Promise.all(
    ['one', 'two'].map((name) => refusal(attach(name, `${name}.txt`, teammate))),
  );
  const refused = both.filter((one) => one !== null);
  expect(refused).toMatchObject([{ status: 409, code: 'too_many' }]);
  expect(await refusal(attach('three', 'three.txt', teammate))).toMatchObject({ code: 'too_many' });
  expect(await refusal(attach('Mine', 'mine.txt'))).toBeNull();
});

test('rejects empty files, files over 25 MB and executables with the reason', async () => {
  expect(await refusal(attach('', 'empty.txt'))).toMatchObject({
    status: 422,
    message: 'This file is empty.',
  });
  expect(await refusal(attach(new Uint8Array(26 * 1024 * 1024), 'large.bin'))).toMatchObject({
    status: 413,
    message: 'Files can be up to 25 MB. Send a link to larger ones.',
  });
  expect(await refusal(attach('MZ', 'invoice.exe'))).toMatchObject({
    status: 415,
    message: 'Attach an MP4, MOV, JPEG, PNG, PDF, WebP or GIF file.',
    body: { accepted: expect.arrayContaining(['application/pdf', 'image/gif', 'video/quicktime']) },
  });
  const stranger = await t.person({ brandId: await t.brand('Solvane') });
  expect(await refusal(attach('x', 'x.txt', stranger))).toMatchObject({ status: 403 });
});

test('serves a file only after its virus scan, where a scanner is installed', async () => {
  const daemon = await fakeScanner();
  const scanned = await startTestApi({
    TROUPE_ROLES: 'http,jobs',
    CLAMD_URL: `tcp://127.0.0.1:${(daemon.address() as AddressInfo).port}`,
  });
  try {
    const of = await scanned.brand();
    const writer = await scanned.person({ brandId: of });
    const { optInId } = await createTestOptIn(scanned, {
      brandId: of,
      campaignId: await createTestCampaign(scanned, of),
    });
    const to = { brandId: of, optInId };
    const add = (content: string, name: string) =>
      writer.upload(addAttachment, { params: to }, new Blob([pdf(content)]), name);
    const files = [await add('hello', 'good.txt'), await add('EICAR', 'bad.txt')];
    const { message } = await writer.call(sendMessage, {
      params: to,
      body: { clientId: newId(), text: '', attachments: files.map(({ id }) => id) },
    });
    expect(message.attachments).toHaveLength(2);
    await expect
      .poll(
        async () =>
          (await writer.call(listMessages, { params: to })).messages[0]?.attachments.map((file) => [
            ...[file.name, file.scan, file.url !== null],
          ]),
        { timeout: 60_000 },
      )
      .toEqual([
        ['good.txt', 'clean', true],
        ['bad.txt', 'infected', false],
      ]);
  } finally {
    await scanned.stop();
    daemon.close();
  }
});

test("keeps a team's saved replies, one per label", async () => {
  const save = (label: string, text: string) =>
    member.call(saveReply, { params: { brandId }, body: { label, text } });
  const first = await save('Thanks', 'Thank you for the draft.');
  const again = await save('thanks', 'Thank you for your draft.');
  expect(again.id).toBe(first.id);
  await save('Address', 'Where may we send it?');
  const list = async () => (await member.call(listSavedReplies, { params: { brandId } })).savedReplies;
  expect((await list()).map(({ label }) => label)).toEqual(['Address', 'thanks']);
  const rename = (label: string, id = again.id) =>
    member.call(saveReply, {
      params: { brandId },
      body: { savedReplyId: id, label, text: 'Thank you, we look at it on Thursday.' },
    });
  expect(await rename('Thank for a draft')).toMatchObject({ id: again.id, label: 'Thank for a draft' });
  expect(await refusal(rename('address'))).toMatchObject({
    status: 422,
    body: { fields: { label: expect.stringContaining('Another saved reply') } },
  });
  expect(await refusal(rename('Gone', newId()))).toMatchObject({ status: 404 });
  expect((await list()).map(({ label }) => label)).toEqual(['Address', 'Thank for a draft']);
  const remove = () => member.call(deleteSavedReply, { params: { brandId, savedReplyId: first.id } });
  await remove();
  expect(await refusal(remove())).toMatchObject({ status: 404 });
  expect(await list()).toHaveLength(1);
});
