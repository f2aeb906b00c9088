import * as calls from '@troupe/contract/discovery/creator-import';
import { strToU8, zipSync } from 'fflate';
import iconv from 'iconv-lite';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { startTestApi, type TestApi, type TestPerson } from '../../../testing/test-api.ts';
import { importFile, upload } from './creator-import.fixture.ts';

let t: TestApi;
let brandId: string;
let person: TestPerson;
beforeAll(async () => {
  t = await startTestApi();
  brandId = await t.brand();
  person = await t.person({ brandId });
});
afterAll(() => t.stop());

const refusalOf = (name: string, content: string | Uint8Array<ArrayBuffer>) =>
  upload(person, brandId, name, content).then(
    () => 'accepted',
    (error: { status: number; code: string; message: string }) => {
      expect([error.status, error.code]).toEqual([422, 'unreadable_file']);
      return error.message;
    },
  );

const bytes = (buffer: Buffer) => new Uint8Array(buffer);

/** Builds a workbook with one sheet; `cells` are XML. */
function workbook(rows: string, extra: Record<string, string> = {}): Uint8Array<ArrayBuffer> {
  const parts: Record<string, string> = {
    'xl/workbook.xml': '<workbook><sheets><sheet name="S" sheetId="1" r:id="rId1"/></sheets></workbook>',
    'xl/_rels/workbook.xml.rels':
      '<Relationships><Relationship Id="rId1" Type="worksheet" Target="worksheets/sheet1.xml"/></Relationships>',
    'xl/worksheets/sheet1.xml': `<worksheet><sheetData>${rows}</sheetData></worksheet>`,
    ...extra,
  };
  return new Uint8Array(
    zipSync(Object.fromEntries(Object.entries(parts).map(([name, text]) => [name, strToU8(text)]))),
  );
}

test('rejects pictures, archives, programs, web pages and empty files with an explanation', async () => {
  const png = bytes(Buffer.from('89504e470d0a1a0a0000000d49484452000000010000000108060000001f15c489', 'hex'));
  expect(await refusalOf('creators.csv', png)).toBe(
    'This is an image (PNG). Upload a CSV, TSV, JSON, JSON Lines or XLSX file.',
  );
  const archive = new Uint8Array(zipSync({ 'creators.csv': strToU8('username\nana\n') }));
  expect(await refusalOf('creators.xlsx', archive)).toContain('a compressed archive, not a workbook');
  expect(
    await refusalOf('old.xls', bytes(Buffer.from(`d0cf11e0a1b11ae1${'00'.repeat(600)}`, 'hex'))),
  ).toContain('old Excel workbook');
  expect(await refusalOf('page.csv', '<!doctype html><html><body>Log in</body></html>')).toContain(
    'a web page',
  );
  expect(await refusalOf('empty.csv', '')).toBe('This file is empty.');
  expect(await refusalOf('headers.csv', 'username,followers\n')).toContain('no rows below them');
  expect(await refusalOf('broken.json', '[{"username": "ana"}, {"user')).toContain("it's incomplete");
  expect(
    await refusalOf(
      'noise.csv',
      bytes(Buffer.from(Array.from({ length: 9000 }, (_, n) => (n * 7919) % 256))),
    ),
  ).not.toBe('accepted');
});

test('rejects a line of many megabytes without buffering it', async () => {
  const line = new Uint8Array(60 * 1024 * 1024).fill(97);
  const before = process.memoryUsage().rss;
  expect(await refusalOf('line.csv', line)).toContain('longer than 1,000,000 characters');
  expect(
    await refusalOf('line.json', new Uint8Array([91, ...line.subarray(0, 20_000_000).fill(91)])),
  ).toContain('longer than 1,000,000 characters');
  expect(process.memoryUsage().rss - before).toBeLessThan(300 * 1024 * 1024);
});

test('rejects a zip bomb', async () => {
  const spaces = ' '.repeat(40_000_000);
  expect(await refusalOf('bomb.xlsx', workbook(spaces))).toBe(
    'This workbook is too large when unpacked. Save it again, or upload a CSV file.',
  );
  // A false size in the directory is detected while unpacking.
  const lying = workbook(
    `<row r="1"><c r="A1" t="inlineStr"><is><t>${'x'.repeat(200_000)}</t></is></c></row>`,
  );
  const view = new DataView(lying.buffer);
  for (let at = 0; at + 46 < lying.length; at++)
    if (view.getUint32(at, true) === 0x02014b50 && view.getUint32(at + 24, true) > 150_000)
      view.setUint32(at + 24, 1000, true);
  expect(await refusalOf('lying.xlsx', lying)).toContain('too large when unpacked');
  expect(await refusalOf('cut.xlsx', workbook('<row/>').slice(0, 300))).toContain("can't be opened");
});

test('reads a workbook with shared strings, percentages, long ids and gaps', async () => {
  const shared = [
    'Handle',
    'Instagram name',
    'ana.norte',
    'Ana &amp; Bo',
    'ER',
    'user id',
    'Followers',
    'Name',
  ];
  const s = (cell: string, at: number) => `<c r="${cell}" t="s"><v>${at}</v></c>`;
  const sheet = workbook(
    `<row r="2">${s('A2', 1)}${s('B2', 7)}${s('D2', 6)}${s('E2', 4)}${s('F2', 5)}</row>` +
      `<row r="3">${s('A3', 2)}${s('B3', 3)}<c r="D3"><v>4.82E4</v></c><c r="E3" s="1"><v>3.9E-2</v></c><c r="F3"><v>123456789012345</v></c></row>` +
      '<row r="5"><c r="A5" t="inlineStr"><is><t>bo.two</t></is></c><c r="D5"><v>900</v></c><c r="E5" s="1"><v>0.052</v></c></row>',
    {
      'xl/sharedStrings.xml': `<sst>${shared.map((text) => `<si><t>${text}</t></si>`).join('')}</sst>`,
      'xl/styles.xml': '<styleSheet><cellXfs><xf numFmtId="0"/><xf numFmtId="10"/></cellXfs></styleSheet>',
    },
  );
  const { import: draft, preview } = await upload(person, brandId, 'runners.xlsx', sheet);
  expect(draft).toMatchObject({
    facts: { format: 'xlsx' },
    headerRow: 2,
    platform: 'instagram',
    counts: { rows: 2 },
  });
  expect(draft.columns.map(({ field }) => field)).toEqual([
    'username',
    'fullname',
    'skip',
    'followerCount',
    'engagement',
    'socialId',
  ]);
  expect(preview.map(({ row, cells }) => [row, ...cells.map(({ value }) => value)])).toEqual([
    [3, 'ana.norte', 'Ana & Bo', null, 48_200, 3.9, '123456789012345'],
    [5, 'bo.two', null, null, 900, 5.2, null],
  ]);
});

test('detects encodings other than UTF-8', async () => {
  const text = 'Instagram name;Name;Followers\njose;José Müller;12\n';
  const names = async (content: Buffer) => {
    const { import: draft, preview } = await upload(person, brandId, 'list.csv', bytes(content));
    return [draft.facts.encoding, draft.facts.delimiter, preview[0]?.cells[1]?.value];
  };
  expect(await names(Buffer.from(`\ufeff${text}`, 'utf8'))).toEqual(['UTF-8', ';', 'José Müller']);
  expect(await names(iconv.encode(text, 'windows-1252'))).toEqual(['windows-1252', ';', 'José Müller']);
  expect(await names(iconv.encode(text, 'UTF-16LE', { addBOM: true }))).toEqual([
    'UTF-16LE',
    ';',
    'José Müller',
  ]);
});

test('reads tabs, semicolons, JSON Lines and wrapped JSON alike', async () => {
  const files: [string, string][] = [
    ['a.tsv', 'username\tfollowers\nana.t\t1,200\n'],
    ['a.csv', 'username;followers\r\nana.s;1200\r\n'],
    ['a.jsonl', '{"username": "ana.l", "followers": 1200}\n{"username": "bo.l", "followers": 3}\n'],
    ['a.json', '{"data": [{"username": "ana.j", "followers": "1.2K"}]}'],
  ];
  for (const [name, content] of files) {
    const { preview } = await upload(person, brandId, name, content);
    expect(preview[0]?.cells[1]?.value, name).toBe(1200);
  }
});

test('rejects only the broken line of a JSON Lines file', async () => {
  const lines =
    '{"username": "@ana.k", "url": "https://www.tiktok.com/@ana.k"}\n{"username": \n{"username": "bo.k", "url": "https://www.tiktok.com/@bo.k"}\n';
  const done = await importFile(person, brandId, 'tt.jsonl', lines);
  expect(done.counts).toMatchObject({ added: 2, rejected: 1 });
  const params = { brandId, importId: done.id };
  const { rows } = await person.call(calls.listImportRows, { params, query: { outcome: 'rejected' } });
  expect(rows).toMatchObject([{ row: 2, line: 2, reason: 'Incomplete JSON' }]);
});

test("an unpaired surrogate doesn't affect other columns and rows", async () => {
  const rows = String.raw`[{"user\ud800name": "ana.h", "url": "https://www.tiktok.com/@ana.h"},
    {"user\ud800name": "\ud800 no name", "url": "https://www.tiktok.com/"}]`;
  const { import: read } = await upload(person, brandId, 'tt.json', rows);
  expect(read.columns[0]?.header).toBe('user\ufffdname');
  const named = rows.replaceAll(String.raw`user\ud800name`, 'username');
  const done = await importFile(person, brandId, 'tt.json', named);
  expect(done.counts).toMatchObject({ added: 1, rejected: 1 });
});

test('truncates text before a character that would be cut in half', async () => {
  const rows = [
    'username,full name,bio,url',
    `"ana.c",Ana,${'x'.repeat(79)}\u{1f600}!,https://www.tiktok.com/@ana.c`,
    `"no name!",${'y'.repeat(199)}\u{1f600}!,z,https://www.tiktok.com/`,
  ];
  const done = await importFile(person, brandId, 'tt.csv', rows.join('\n'));
  expect(done.counts).toMatchObject({ added: 1, rejected: 1 });
});

test('keeps SQL, HTML, NUL, emoji and right-to-left text as formula-safe text', async () => {
  const nasty = [
    'username,full name,bio',
    `ana.x1,"'; drop table creator; --","<script>alert(1)</script>"`,
    'bo.x1,محمد ‏😀,"a\u0000b"',
    '"=cmd()","=1+1","@sum"',
  ].join('\n');
  const done = await importFile(person, brandId, 'ig_nasty.csv', nasty);
  expect(done.counts).toMatchObject({ added: 2, rejected: 1 });
  const params = { brandId, importId: done.id };
  const { rows } = await person.call(calls.listImportRows, { params, query: { outcome: 'added' } });
  expect(rows.map(({ name }) => name)).toEqual(["'; drop table creator; --", 'محمد ‏😀']);
  const csv = await (await person.download(calls.downloadRejectedRows, { params })).text();
  expect(csv).toContain(
    "4,4,Username “=cmd()” has characters that aren't allowed in usernames,'=cmd(),'=1+1,'@sum",
  );
});

test("rejects a body that isn't an upload", async () => {
  const send = (body: BodyInit, type?: string) =>
    fetch(`${t.url}/brand/${brandId}/imports`, {
      method: 'POST',
      headers: { authorization: `Bearer ${person.token}`, ...(type ? { 'content-type': type } : {}) },
      body,
    });
  expect((await send('{}', 'application/json')).status).toBeGreaterThanOrEqual(415);
  expect((await send(new FormData())).status).toBe(422);
});

test('limits unstarted imports to 20 per person and 50 per brand, also when sent concurrently', async () => {
  const crowded = await t.brand();
  const people = await Promise.all([1, 2, 3].map(() => t.person({ brandId: crowded })));
  const sendMany = async (who: TestPerson | undefined, files: number) => {
    const sent = Array.from(
      { length: files },
      () => who && upload(who, crowded, 'a.csv', 'username\nrunner'),
    );
    const answers = await Promise.allSettled(sent);
    return answers.map((answer) => (answer.status === 'fulfilled' ? 'taken' : answer.reason.status));
  };
  const first = await sendMany(people[0], 25);
  expect(first.filter((answer) => answer === 'taken')).toHaveLength(20);
  expect(first.filter((answer) => answer === 409)).toHaveLength(5);
  expect((await sendMany(people[1], 20)).every((answer) => answer === 'taken')).toBe(true);
  const third = await sendMany(people[2], 12);
  expect(third.filter((answer) => answer === 'taken')).toHaveLength(10);
  await expect(upload(people[2] as TestPerson, crowded, 'a.csv', 'username\nrunner')).rejects.toMatchObject({
    status: 409,
    body: {
      code: 'too_many',
      message: "Your brand has 50 imports that haven't been started. Start or delete one first.",
    },
  });
  // Other brands aren't affected.
  const elsewhere = await t.brand();
  const person = await t.person({ brandId: elsewhere });
  expect((await upload(person, elsewhere, 'a.csv', 'username\nrunner')).import.state).toBe('draft');
});
