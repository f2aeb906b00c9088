import { chmod, mkdtemp, readFile, writeFile } from 'node:fs/promises';
import { request } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { getCampaign } from '@troupe/contract/campaigns/campaign';
import { addUpload, listContentPreviews, listUploads } from '@troupe/contract/campaigns/campaign-content';
import { submitContent } from '@troupe/contract/campaigns/own-content';
import { and, eq, isNull } from 'drizzle-orm';
import sharp from 'sharp';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { newId } from '../../platform/id.ts';
import { fakeScanner } from '../../testing/fake-scanner.ts';
import { startTestProcess } from '../../testing/test-process.ts';
import { contentPreviewTable, uploadTable } from './campaign-content/campaign-content.table.ts';
import { type OptInWorld, startOptInWorld } from './opt-in/opt-in.fixture.ts';
import { tinyPicture, tinyVideo, tusClient } from './uploads.fixture.ts';

let world: OptInWorld;
let creator: Awaited<ReturnType<OptInWorld['account']>>;
let optInId: string;
let tus: ReturnType<typeof tusClient>;

beforeAll(async () => {
  world = await startOptInWorld();
  creator = await world.account();
  optInId = await world.optIn({ creatorId: creator.creatorId, userId: creator.userId, status: 'approved' });
  tus = tusClient(world.t.url, creator.token);
});
afterAll(() => world.t.stop());

const uploads = async (page = 1) =>
  world.person.call(listUploads, {
    params: { brandId: world.brandId, campaignId: world.campaignId },
    query: { page },
  });
/** Submits an opt-in's unsubmitted files as its creator. */
async function handIn(of: OptInWorld, id: string): Promise<void> {
  const { brandId, campaignId, db } = of;
  const loose = and(eq(uploadTable.optInId, id), isNull(uploadTable.previewId));
  if ((await db.$count(uploadTable, loose)) === 0) return;
  const previewId = newId();
  await db
    .insert(contentPreviewTable)
    .values({ id: previewId, brandId, campaignId, optInId: id, kind: 'reel' });
  await db.update(uploadTable).set({ previewId }).where(loose);
}
/** Returns submitted files with this name as the brand sees them. */
async function named(name: string) {
  await handIn(world, optInId);
  return (await uploads()).uploads.filter((upload) => upload.name === name);
}

test('[R7.029, R3.043] lists submitted files with their type, newest first', async () => {
  const video = await tus.send(optInId, 'run.mp4', tinyVideo());
  const picture = await tus.send(optInId, 'summit.jpg', await tinyPicture('jpeg'));
  expect([video.status, picture.status]).toEqual([200, 200]);
  // Unsubmitted files are visible to the creator only.
  expect(await uploads(1)).toMatchObject({ uploads: [], total: 0 });
  const params = { campaignId: world.campaignId };
  expect((await world.person.call(getCampaign, { params })).counts.uploads).toBe(0);
  await creator.call(submitContent, {
    params: { optInId },
    body: {
      previewId: null,
      kind: 'reel',
      caption: '',
      uploadIds: [video.uploadId ?? '', picture.uploadId ?? ''],
    },
  });
  expect((await world.person.call(getCampaign, { params })).counts.uploads).toBe(2);
  const { uploads: listed, page, total } = await uploads(1);
  expect({ page, total }).toEqual({ page: 1, total: 2 });
  expect(listed.map(({ id }) => id)).toEqual([picture.uploadId, video.uploadId]);
  expect(listed[1]).toMatchObject({
    name: 'run.mp4',
    type: 'video/mp4',
    seconds: 12,
    width: 1080,
    height: 1920,
    scan: 'off',
    status: 'preview',
    usableUntil: null,
    creator: { optInId, socialProfileId: creator.creatorId },
  });
  expect(listed[0]).toMatchObject({ type: 'image/jpeg', width: 80, height: 60 });
  const thumbnail = await fetch(onServer(listed[0]?.thumbnailUrl));
  expect(thumbnail.status).toBe(200);
  expect(thumbnail.headers.get('content-type')).toBe('image/jpeg');
});

test('[R3.044] corrects the file extension to match the content, so that videos play', async () => {
  const sent = await tus.send(optInId, 'IMG_2001.JPG', await tinyPicture('png', { red: 10 }));
  expect(sent.status).toBe(200);
  expect(await named('IMG_2001.png')).toHaveLength(1);
  const mov = await tus.send(optInId, 'climb.mov', tinyVideo({ brand: 'qt' }));
  expect(mov.status).toBe(200);
  expect((await named('climb.mov'))[0]?.type).toBe('video/quicktime');
});

test('[R5.016] rejects other file types by content with a clear message', async () => {
  const gif = await tus.send(optInId, 'dance.gif', await tinyPicture('gif'));
  const pdf = await tus.send(
    optInId,
    'photo.jpg',
    Buffer.from('%PDF-1.7\n%\u00e2\u00e3\n1 0 obj\n<<>>\nendobj\n'),
  );
  const text = await tus.send(optInId, 'video.mp4', Buffer.from('this is no video at all'));
  const other = await tus.send(optInId, 'video.mp4', await tinyPicture('jpeg', { red: 1 }));
  for (const refused of [gif, pdf, text, other])
    expect(refused).toMatchObject({
      status: 415,
      code: 'unsupported_type',
      accepted: ['video/mp4', 'video/quicktime', 'image/jpeg', 'image/jpg', 'image/png'],
    });
  expect(pdf.message).toContain('PDF');
  expect(other.message).toContain("it's an image");
  expect(await named('photo.jpg')).toHaveLength(0);
});

test('allows cross-origin chunked uploads from the creator app', async () => {
  const origin = world.t.api.config.PORTAL_ORIGIN;
  const asked = await fetch(`${world.t.url}/uploads/${optInId}`, {
    method: 'OPTIONS',
    headers: {
      origin,
      'access-control-request-method': 'PATCH',
      'access-control-request-headers': 'authorization,content-type,tus-resumable,upload-offset',
    },
  });
  expect(asked.status).toBeLessThan(300);
  expect(asked.headers.get('access-control-allow-methods')).toContain('PATCH');
  expect(asked.headers.get('access-control-allow-headers')).toContain('upload-offset');
  const created = await tus.create(optInId, 'cors.mp4', 10);
  expect(created.headers.get('access-control-allow-origin')).toBe(origin);
  expect(created.headers.get('access-control-expose-headers')?.toLowerCase()).toContain('location');
});

test('rejects an empty file and one of 501 MB before any upload', async () => {
  const empty = await tus.send(optInId, 'clip.mp4', Buffer.alloc(0));
  expect(empty).toMatchObject({ status: 422, message: 'This file is empty. Choose another file.' });
  const large = await tus.create(optInId, 'clip.mp4', 501 * 1024 * 1024);
  expect(large.status).toBe(413);
  expect(await large.json()).toMatchObject({ code: 'too_large', message: expect.stringContaining('500 MB') });
});

test('resumes an upload cut off at 90%', async () => {
  const bytes = tinyVideo({ bytes: 600_000, seconds: 3 });
  const location = (await tus.create(optInId, 'long.mp4', bytes.length)).headers.get('location') ?? '';
  const cut = Math.floor(bytes.length * 0.9);
  await new Promise<void>((resolve) => {
    const sending = request(tus.at(location), {
      method: 'PATCH',
      headers: {
        authorization: `Bearer ${creator.token}`,
        'tus-resumable': '1.0.0',
        'upload-offset': '0',
        'content-type': 'application/offset+octet-stream',
        'content-length': bytes.length,
      },
    });
    sending.on('error', () => resolve());
    sending.write(bytes.subarray(0, cut), () => setTimeout(() => sending.destroy(), 100));
  });
  const offset = await vitestPoll(async () => {
    const head = await tus.head(location);
    return Number(head.headers.get('upload-offset'));
  });
  // A lost connection may take along what the server hasn't read yet.
  expect(offset).toBeGreaterThan(cut / 2);
  expect(offset).toBeLessThanOrEqual(cut);
  const rest = await tus.patch(location, offset, bytes.subarray(offset));
  expect(rest.status).toBe(200);
  expect((await named('long.mp4'))[0]).toMatchObject({ bytes: bytes.length, seconds: 3 });
});

test('resuming in another process makes the first one release the upload', async () => {
  const other = await startTestProcess(world.t);
  try {
    const there = tusClient(other.url, creator.token);
    const bytes = tinyVideo({ bytes: 900_000, seconds: 4 });
    const location = (await tus.create(optInId, 'moved.mp4', bytes.length)).headers.get('location') ?? '';
    const half = Math.floor(bytes.length / 2);
    // The connection to the first process hangs without being closed.
    const hanging = request(tus.at(location), {
      method: 'PATCH',
      headers: {
        authorization: `Bearer ${creator.token}`,
        'tus-resumable': '1.0.0',
        'upload-offset': '0',
        'content-type': 'application/offset+octet-stream',
        'content-length': bytes.length,
      },
    });
    const ended = new Promise((resolve) => {
      hanging.on('error', resolve);
      hanging.on('response', resolve);
    });
    hanging.write(bytes.subarray(0, half));
    const kept = join(world.t.api.config.FILES_DIR, 'uploads-unfinished', idOf(location));
    await expect.poll(async () => (await readFile(kept)).length).toBe(half);
    const head = await there.head(location);
    expect(head.headers.get('upload-offset')).toBe(String(half));
    await ended;
    const rest = await there.patch(location, half, bytes.subarray(half));
    expect(rest.status).toBe(200);
    const [upload] = await named('moved.mp4');
    const whole = await fetch(onServer(upload?.url));
    expect(Buffer.from(await whole.arrayBuffer()).equals(bytes)).toBe(true);
    // A client that missed the response can ask either process without uploading again.
    for (const client of [tus, there]) {
      const again = await client.head(location);
      expect([again.status, again.headers.get('upload-offset'), again.headers.get('upload-id')]).toEqual([
        200,
        String(bytes.length),
        upload?.id,
      ]);
    }
  } finally {
    other.child.kill('SIGKILL');
  }
});

test('uses a video frame as thumbnail with ffmpeg, and a placeholder in the same shape without', async () => {
  const path = process.env.PATH;
  const folder = await mkdtemp(join(tmpdir(), 'ffmpeg-'));
  const thumbnailOf = async (name: string, seconds: number) => {
    const sent = await tus.send(optInId, name, tinyVideo({ seconds, width: 1080, height: 1920 }));
    expect(sent.status).toBe(200);
    const response = await fetch(onServer((await named(name))[0]?.thumbnailUrl));
    expect(response.headers.get('content-type')).toBe('image/jpeg');
    const picture = sharp(Buffer.from(await response.arrayBuffer()));
    const { width = 0, height = 0 } = await picture.metadata();
    const { dominant } = await picture.stats();
    return { ratio: height / width, dominant };
  };
  /** Installs a fake ffmpeg with these script lines. */
  const install = async (lines: string[]) => {
    await writeFile(join(folder, 'ffmpeg'), ['#!/bin/sh', ...lines, ''].join('\n'));
    await chmod(join(folder, 'ffmpeg'), 0o755);
  };
  try {
    process.env.PATH = folder;
    const drawn = await thumbnailOf('without.mp4', 21);
    expect(drawn.ratio).toBeCloseTo(1920 / 1080, 1);

    await writeFile(
      join(folder, 'frame.jpg'),
      await sharp({ create: { width: 180, height: 320, channels: 3, background: '#0a0' } })
        .jpeg()
        .toBuffer(),
    );
    await install([`echo "$@" > ${folder}/asked`, `/bin/cat ${folder}/frame.jpg`]);
    const frame = await thumbnailOf('with.mp4', 22);
    expect(frame.dominant.g).toBeGreaterThan(frame.dominant.r + 80);
    expect(await readFile(join(folder, 'asked'), 'utf8')).toMatch(
      /-protocol_whitelist file,pipe -i \S+ .*pipe:1/,
    );

    await install(['exit 1']);
    const failed = await thumbnailOf('broken.mp4', 23);
    expect(failed.dominant).toEqual(drawn.dominant);
  } finally {
    process.env.PATH = path;
  }
});

test('finishes a received file on retry after storing it failed', async () => {
  const { pool } = world.t.api;
  const bytes = tinyVideo({ bytes: 5000, seconds: 9 });
  const location = (await tus.create(optInId, 'kept.mp4', bytes.length)).headers.get('location') ?? '';
  await pool.query(`create function refuse() returns trigger language plpgsql as $$ begin raise 'refused'; end $$;
    create trigger refuse before insert on upload for each row execute function refuse()`);
  const failed = await tus.patch(location, 0, bytes);
  await pool.query('drop trigger refuse on upload; drop function refuse()');
  expect(failed.status).toBe(500);
  const again = await tus.head(location);
  expect([again.status, again.headers.get('upload-id')]).toEqual([200, idOf(location)]);
  const [upload] = await named('kept.mp4');
  const whole = await fetch(onServer(upload?.url));
  expect(Buffer.from(await whole.arrayBuffer()).equals(bytes)).toBe(true);
});

test('limits unsubmitted files', async () => {
  const sender = await world.account();
  const { creatorId, userId } = sender;
  const id = await world.optIn({ creatorId, userId, status: 'approved' });
  const place = { brandId: world.brandId, campaignId: world.campaignId, optInId: id, userId };
  const file = { name: 'a.jpg', type: 'image/jpeg', bytes: 10, scan: 'off' as const };
  await world.db.insert(uploadTable).values(
    Array.from({ length: 50 }, (_, at) => ({
      id: newId(),
      ...place,
      ...file,
      hash: `hash ${at}`,
      fileKey: `uploads/none/${id}/${at}`,
    })),
  );
  const refused = await tusClient(world.t.url, sender.token).create(id, 'b.jpg', 100);
  expect(refused.status).toBe(409);
  expect(await refused.json()).toMatchObject({
    message: expect.stringContaining('Submit some of them first'),
  });
});

test('counts unfinished uploads toward the limit, even when started concurrently', async () => {
  const sender = await world.account();
  const { creatorId, userId } = sender;
  const client = tusClient(world.t.url, sender.token);
  const id = await world.optIn({ creatorId, userId, status: 'approved' });
  const begun = await Promise.all(
    Array.from({ length: 30 }, (_, at) => client.create(id, `${at}.mp4`, 400 * 1024 * 1024)),
  );
  // As many as fit into 10 GB, then one more.
  expect(begun.filter(({ status }) => status === 201)).toHaveLength(26);
  expect((await client.create(id, 'b.jpg', 100)).status).toBe(409);
  const another = await world.optIn({ userId, status: 'approved' });
  expect((await client.create(another, 'b.jpg', 100)).status).toBe(201);
});

test('stores an identical file once', async () => {
  const bytes = await tinyPicture('jpeg', { red: 77 });
  const [first, second] = await Promise.all([
    tus.send(optInId, 'twice.jpg', bytes),
    tus.send(optInId, 'twice.jpg', bytes),
  ]);
  const third = await tus.send(optInId, 'again.jpg', bytes);
  expect(new Set([first.uploadId, second.uploadId, third.uploadId]).size).toBe(1);
  expect(await named('twice.jpg')).toHaveLength(1);
});

test('rejects uploads by other accounts and before approval', async () => {
  const other = await world.account();
  const stranger = tusClient(world.t.url, other.token);
  expect((await stranger.create(optInId, 'a.mp4', 100)).status).toBe(404);
  const location = (await tus.create(optInId, 'mine.mp4', 100)).headers.get('location') ?? '';
  expect((await stranger.head(location)).status).toBe(404);
  expect((await stranger.patch(location, 0, Buffer.alloc(100))).status).toBe(404);
  const brand = tusClient(world.t.url, world.person.token);
  expect((await brand.create(optInId, 'a.mp4', 100)).status).toBe(403);
  const pending = await world.optIn({ userId: creator.userId });
  const early = await tus.create(pending, 'a.mp4', 100);
  expect(early.status).toBe(409);
  expect(await early.json()).toMatchObject({ code: 'invalid_transition' });
  expect((await fetch(`${world.t.url}/uploads`, { method: 'POST' })).status).toBe(401);
});

test("rejects deleting or resuming another account's upload with a forged URL", async () => {
  const other = await world.account();
  const own = { creatorId: other.creatorId, userId: other.userId, status: 'approved' as const };
  const stranger = tusClient(world.t.url, other.token);
  const mine = (await tus.create(optInId, 'both.mp4', 100)).headers.get('location') ?? '';
  const theirs =
    (await stranger.create(await world.optIn(own), 'both.mp4', 100)).headers.get('location') ?? '';
  const ended = await fetch(`${stranger.at(theirs)}?of=/${idOf(mine)}`, {
    method: 'DELETE',
    headers: { authorization: `Bearer ${other.token}`, 'tus-resumable': '1.0.0' },
  });
  expect(ended.status).toBe(204);
  expect([(await tus.head(mine)).status, (await stranger.head(theirs)).status]).toEqual([200, 404]);
});

test('serves files by signed URL, with ranges, until the usage rights end', async () => {
  const bytes = tinyVideo({ bytes: 9000, seconds: 5 });
  const { uploadId = '' } = await tus.send(optInId, 'parts.mp4', bytes);
  const url = onServer((await named('parts.mp4'))[0]?.url);
  const whole = await fetch(url);
  expect(Buffer.from(await whole.arrayBuffer()).equals(bytes)).toBe(true);
  expect(whole.headers.get('content-disposition')).toContain('parts.mp4');
  const part = await fetch(url, { headers: { range: 'bytes=100-199' } });
  expect(part.status).toBe(206);
  expect(part.headers.get('content-range')).toBe(`bytes 100-199/${bytes.length}`);
  expect(Buffer.from(await part.arrayBuffer()).equals(bytes.subarray(100, 200))).toBe(true);
  expect((await fetch(`${url.slice(0, -3)}abc`)).status).toBe(404);

  const ended = new Date(Date.now() - 60_000).toISOString();
  await world.db.update(uploadTable).set({ usableUntil: ended }).where(eq(uploadTable.id, uploadId));
  const refused = await fetch(onServer((await named('parts.mp4'))[0]?.url));
  expect(refused.status).toBe(403);
  expect(await refused.json()).toMatchObject({ code: 'rights_expired' });

  world.t.setNow(new Date(Date.now() + 3 * 3_600_000));
  expect((await fetch(url)).status).toBe(404);
  world.t.setNow(null);
});

test('never serves an infected file', async () => {
  const daemon = await fakeScanner();
  const scanned = await startOptInWorld({
    TROUPE_ROLES: 'http,jobs',
    CLAMD_URL: `tcp://127.0.0.1:${(daemon.address() as AddressInfo).port}`,
  });
  try {
    const sender = await scanned.account();
    const id = await scanned.optIn({
      creatorId: sender.creatorId,
      userId: sender.userId,
      status: 'approved',
    });
    const client = tusClient(scanned.t.url, sender.token);
    const bad = Buffer.concat([tinyVideo(), Buffer.from('EICAR')]);
    await client.send(id, 'bad.mp4', bad);
    await client.send(id, 'good.mp4', tinyVideo({ seconds: 7 }));
    await handIn(scanned, id);
    const list = async () =>
      (
        await scanned.person.call(listUploads, {
          params: { brandId: scanned.brandId, campaignId: scanned.campaignId },
          query: {},
        })
      ).uploads;
    await expect
      .poll(async () => (await list()).map(({ name, scan, url }) => [name, scan, url !== null]), {
        timeout: 60_000,
      })
      .toEqual([
        ['good.mp4', 'clean', true],
        ['bad.mp4', 'infected', false],
      ]);
    // As if the scanner was down for longer than the job retries.
    const createdAt = new Date(Date.now() - 3_600_000).toISOString();
    await scanned.db
      .update(uploadTable)
      .set({ scan: 'waiting', createdAt })
      .where(eq(uploadTable.name, 'good.mp4'));
    await scanned.t.api.jobs.send('upload-scan-again', {});
    await expect
      .poll(async () => (await list()).find(({ name }) => name === 'good.mp4')?.scan, { timeout: 60_000 })
      .toBe('clean');
  } finally {
    await scanned.t.stop();
    daemon.close();
  }
});

const idOf = (location: string) => location.split('/').at(-1) ?? '';

/** Rewrites a URL to the test server. */
const onServer = (url: string | null | undefined) => world.t.url + new URL(url ?? '').pathname;

/** Polls until two results in a row are equal and above 0. */
async function vitestPoll(ask: () => Promise<number>): Promise<number> {
  let last = -1;
  await expect
    .poll(
      async () => {
        const before = last;
        last = await ask();
        return last > 0 && last === before;
      },
      { timeout: 60_000, interval: 150 },
    )
    .toBe(true);
  return last;
}

test('[R5.016] lets a brand add a file for a creator, to be reviewed like submitted content', async () => {
  const { brandId, campaignId, person, t } = world;
  const params = { brandId, campaignId };
  const [one, two] = [await world.account(), await world.account()];
  const theirs = await world.optIn({ creatorId: one.creatorId, userId: one.userId, status: 'approved' });
  const add = (content: Buffer, name: string, of = person, optIn = theirs, where = params) =>
    of.upload(
      addUpload,
      { params: where, query: { optInId: optIn, kind: 'reel', caption: ' Sent by email ' } },
      new Blob([new Uint8Array(content)]),
      name,
    );
  const picture = await tinyPicture('jpeg', { red: 33 });
  const { contentPreview } = await add(picture, 'mailed.jpg');
  expect(contentPreview).toMatchObject({
    kind: 'reel',
    caption: 'Sent by email',
    status: 'preview',
    version: 1,
    creator: { optInId: theirs },
    uploads: [{ name: 'mailed.jpg', type: 'image/jpeg', bytes: picture.length }],
  });
  const listed = (await uploads()).uploads.filter(({ name }) => name === 'mailed.jpg');
  expect(listed).toMatchObject([{ status: 'preview', creator: { optInId: theirs } }]);
  const { contentPreviews } = await person.call(listContentPreviews, { params: { campaignId, page: 1 } });
  expect(contentPreviews.map(({ id }) => id)).toContain(contentPreview.id);

  for (const [content, name] of [
    [await tinyPicture('gif'), 'dance.gif'],
    [Buffer.from('%PDF-1.7'), 'photo.jpg'],
  ] as const)
    await expect(add(content, name)).rejects.toMatchObject({
      status: 415,
      body: { accepted: ['video/mp4', 'video/quicktime', 'image/jpeg', 'image/jpg', 'image/png'] },
    });
  const pending = await world.optIn({ creatorId: two.creatorId, userId: two.userId, status: 'pending' });
  await expect(add(picture, 'a.jpg', person, pending)).rejects.toMatchObject({ code: 'invalid_transition' });
  const stranger = await t.person({ brandId: await t.brand('Solvane') });
  await expect(add(picture, 'a.jpg', stranger)).rejects.toMatchObject({ status: 403 });
  const other = await t.brand('Else');
  const member = await t.person({ brandId: other });
  await expect(add(picture, 'a.jpg', member, theirs, { brandId: other, campaignId })).rejects.toMatchObject({
    status: 404,
  });
});
