import { once } from 'node:events';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import { getCreator, searchCreators } from '@troupe/contract/discovery/creator';
import * as calls from '@troupe/contract/discovery/creator-import';
import type { CreatorImport } from '@troupe/domain/discovery/creator-import/creator-import';
import sharp from 'sharp';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { startTestApi, type TestApi, type TestPerson } from '../../../testing/test-api.ts';
import { importFile, settled } from './creator-import.fixture.ts';

let t: TestApi;
let strict: TestApi;
let brandId: string;
let person: TestPerson;
let origin: string;
let asked: string[] = [];
let picture: Buffer;

const answers: Record<string, (response: ServerResponse, request: IncomingMessage) => void> = {
  '/ana.png': (response) => response.writeHead(200, { 'content-type': 'image/png' }).end(picture),
  '/untyped': (response) => response.writeHead(200).end(picture),
  '/moved': (response) => response.writeHead(302, { location: '/ana.png' }).end(),
  '/to-cloud': (response) => response.writeHead(302, { location: 'http://169.254.169.254/latest' }).end(),
  '/loop': (response) => response.writeHead(302, { location: '/loop' }).end(),
  '/page': (response) =>
    response.writeHead(200, { 'content-type': 'image/png' }).end('<svg onload="alert(1)"/>'),
  '/huge': (response) =>
    response.writeHead(200, { 'content-type': 'image/png' }).end(Buffer.alloc(5_100_000)),
};
const server = createServer((request, response) => {
  asked.push(request.url ?? '');
  const answer = answers[request.url ?? ''];
  if (answer) answer(response, request);
  else response.writeHead(404).end();
});

beforeAll(async () => {
  picture = await sharp({ create: { width: 600, height: 400, channels: 3, background: '#8a2be2' } })
    .png()
    .toBuffer();
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  origin = `http://127.0.0.1:${(server.address() as { port: number }).port}`;
  t = await startTestApi({ PICTURES_FROM_LOOPBACK: 'true' });
  brandId = await t.brand();
  person = await t.person({ brandId });
});
afterAll(async () => {
  await t.stop();
  await strict?.stop();
  server.close();
});

const fileOf = (rows: [name: string, picture: string][]) =>
  `username,followers,picture\n${rows.map(([name, url]) => `${name},12000,${url}`).join('\n')}`;

async function withPictures(
  name: string,
  rows: [string, string][],
  by = person,
  of = brandId,
): Promise<CreatorImport> {
  const { id } = await importFile(by, of, `instagram ${name}.csv`, fileOf(rows));
  const read = async () => (await by.call(calls.getImport, { params: { brandId: of, importId: id } })).import;
  await expect.poll(async () => (await read()).pictures.waiting).toBe(0);
  return read();
}

const found = async (q: string, by = person, of = brandId) =>
  (await by.call(searchCreators, { params: { brandId: of }, query: { q } })).creators[0];

test('copies and resizes pictures of a file and serves the copies', async () => {
  const { pictures, counts } = await withPictures('copied', [
    ['copied.ana', `${origin}/ana.png`],
    ['copied.bo', `${origin}/untyped`],
    ['copied.cy', `${origin}/moved`],
    ['copied.dee', ''],
  ]);
  expect(counts.added).toBe(4);
  expect(pictures).toEqual({ waiting: 0, copied: 3, failed: 0, reasons: [] });
  const ana = await found('copied.ana');
  expect(ana?.profilePicUrl).toMatch(/\/media\/[\da-f-]{36}\/[\da-f]{32}\.jpg$/);
  const copy = await fetch(new URL(new URL(ana?.profilePicUrl ?? '').pathname, t.url));
  expect(copy.headers.get('content-type')).toBe('image/jpeg');
  expect(await sharp(await copy.arrayBuffer()).metadata()).toMatchObject({
    format: 'jpeg',
    width: 256,
    height: 256,
  });
  expect((await found('copied.dee'))?.profilePicUrl).toBeNull();
});

test("shows initials and a reason for pictures that can't be copied", async () => {
  const { pictures, counts, state } = await withPictures('failed', [
    ['failed.ana', `${origin}/missing.png`],
    ['failed.bo', `${origin}/page`],
    ['failed.cy', `${origin}/huge`],
    ['failed.dee', `${origin}/loop`],
    ['failed.eve', `${origin}/to-cloud`],
    ['failed.flo', 'https://10.0.0.1/picture.png'],
    ['failed.gus', `${origin}/ana.png`],
  ]);
  expect([state, counts.added]).toEqual(['done', 7]);
  expect(pictures).toMatchObject({ waiting: 0, copied: 1, failed: 6 });
  expect(new Map(pictures.reasons.map(({ reason, count }) => [reason, count]))).toEqual(
    new Map([
      ['The URL leads to a private address', 2],
      ['The server responded with status 404', 1],
      ['Not a JPEG, PNG, WebP, GIF or AVIF picture', 1],
      ['Larger than 5 MB', 1],
      ['Too many redirects', 1],
    ]),
  );
  expect((await found('failed.ana'))?.profilePicUrl).toBeNull();
});

test('importing a file again copies nothing twice, and an undo removes pictures', async () => {
  const rows: [string, string][] = [['again.ana', `${origin}/ana.png`]];
  const first = await withPictures('again', rows);
  const { profilePicUrl, id } = (await found('again.ana'))!;
  asked = [];
  expect((await withPictures('again', rows)).counts).toMatchObject({ added: 0, already: 1 });
  expect(asked).toEqual([]);

  const second = await withPictures('again', [['again.ana', `${origin}/untyped?other`]]);
  expect(second.pictures.failed + second.pictures.copied).toBe(1);
  const other = await withPictures('again', [['again.ana', `${origin}/moved`]]);
  expect(other.counts).toMatchObject({ linked: 1 });
  await person.call(calls.undoImport, { params: { brandId, importId: other.id } });
  await settled(person, brandId, other.id);
  const creator = await person.call(getCreator, { params: { brandId, profileId: id } });
  expect(creator.profilePicUrl).toBe(profilePicUrl);
  expect(first.state).toBe('done');
});

test("a brand's file doesn't change pictures of shared profiles", async () => {
  const administrator = await t.person({ role: 'administrator', brandId });
  const { import: draft } = await administrator.upload(
    calls.createImport,
    { params: { brandId } },
    new Blob([fileOf([['shared.ana', '']])]),
    'instagram shared.csv',
  );
  const params = { brandId, importId: draft.id };
  await administrator.call(calls.updateImport, { params, body: { forEveryone: true } });
  await administrator.call(calls.startImport, { params });
  await settled(administrator, brandId, draft.id);
  asked = [];
  const { pictures } = await withPictures('shared', [['shared.ana', `${origin}/ana.png`]]);
  expect(pictures).toEqual({ waiting: 0, copied: 0, failed: 0, reasons: [] });
  expect(asked).toEqual([]);
  expect((await found('shared.ana'))?.profilePicUrl).toBeNull();
});

test('rejects localhost URLs unless allowed', async () => {
  strict = await startTestApi({});
  const of = await strict.brand();
  const by = await strict.person({ brandId: of });
  asked = [];
  const { pictures } = await withPictures(
    'strict',
    [
      ['strict.ana', `${origin}/ana.png`],
      ['strict.bo', origin.replace('http://127.0.0.1', 'https://localhost')],
    ],
    by,
    of,
  );
  expect(pictures).toEqual({
    waiting: 0,
    copied: 0,
    failed: 2,
    reasons: [{ reason: 'The URL leads to a private address', count: 2 }],
  });
  expect(asked).toEqual([]);
});
