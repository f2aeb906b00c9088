import { existsSync, readFileSync } from 'node:fs';
import path from 'node:path';
import type { Locator, Page } from '@playwright/test';
import { hosts } from './support/hosts.ts';
import { apiOf } from './support/lists.ts';
import { tokenOf } from './support/login.ts';
import { expect, test } from './support/test.ts';

const shared = process.env.TROUPE_SHARED ?? path.resolve(import.meta.dirname, '../../shared');
const realFile = path.join(shared, 'data/creators/ig_top1000_2022-06.csv');

interface Upload {
  name: string;
  mimeType: string;
  buffer: Buffer;
}

const text = (name: string, content: string): Upload => ({
  name,
  mimeType: 'text/plain',
  buffer: Buffer.from(content),
});

/** Unique per run, so that tests don't find each other's creators. */
const unique = () => `${Date.now().toString(36)}${Math.random().toString(36).slice(2, 6)}`;

/** A file of fictional creators in German number format, with five rows that can't be imported unchanged. */
function mixedFile(mark: string): Upload {
  return text(
    `mixed-${mark}.csv`,
    `network;handle;Creator;Followers;ER;E-mail;Tier
Instagram;ana.${mark};Ana Vasques;48.200;3,9%;ana@${mark}.example;A
TikTok;pedro.${mark};Pedro Salgueiro;112.000;5,2%;pedro@${mark}.example;A
YouTube;talenta${mark};Lucía Montalvo;67.300;;lucia@${mark}.example;B
Instagram;;Rui Teles;9.800;5,0%;rui@${mark}.example;C
pinterest;casa.${mark};Casa Bravia;9.800;5,0%;casa@${mark}.example;C
Instagram;omar ${mark};Omar Seddik;9.800;5,0%;omar@${mark}.example;C
Instagram;petra.${mark};Petra Vlach;viele;5,0%;petra@${mark}.example;C
Instagram;cinco.${mark};Studio Cinco;9.800;5,0%;cinco@;C
TikTok;pedro.${mark};Pedro Salgueiro;112.000;5,2%;pedro@${mark}.example;A
`,
  );
}

/** Like the real file: wrong headers, abbreviated numbers, a duplicate creator. */
function smallFile(mark: string): Upload {
  const rows = Array.from(
    { length: 40 },
    (_, at) =>
      `creator_${mark}_${at % 39},Name ${at},Lifestyle,Music,${(at + 3) / 10}M,${['Spain', 'Brazil', 'Indonesia'][at % 3]}`,
  );
  return text(
    `ig_2022-06-${mark}.csv`,
    `instagram name,influencer name,Category_1,Category_2,Subscribers count,Views avg.\n${rows.join('\n')}\n`,
  );
}

const longFile = (mark: string, rows: number): Upload =>
  text(
    `long-${mark}.csv`,
    `platform,username,followers\n${Array.from({ length: rows }, (_, at) => `instagram,run.${mark}.${at},${1000 + at}`).join('\n')}\n`,
  );

const choose = (page: Page, file: Upload | string) => page.getByLabel('Creator file').setInputFiles(file);

/** Opens the first step, uploads a file and waits for the columns. */
async function upload(page: Page, file: Upload | string): Promise<void> {
  await page.goto(`${hosts.web}/creator-search/import`);
  await choose(page, file);
  await page.waitForURL(/\/creator-search\/import\/[0-9a-f-]{36}$/);
  await expect(page.getByRole('table', { name: 'Preview of the first rows' })).toBeVisible();
}

async function startImport(page: Page): Promise<void> {
  await page.getByRole('button', { name: /^Check [\d,]+ rows?$/ }).click();
  await page.getByRole('button', { name: /^Import [\d,]+ rows?$/ }).click();
}

const finished = (page: Page) => page.getByRole('heading', { name: /rows? processed$/ });

/** Reads the five counts and their sum from the result. */
async function countsOf(page: Page): Promise<number[]> {
  const numbers = await page.locator('.import-count dd.t-28').allInnerTexts();
  return numbers.map((number) => Number(number.replaceAll(',', '')));
}

async function undoImport(page: Page): Promise<void> {
  await page.getByRole('button', { name: 'Undo import' }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Undo import' }).click();
  await expect(page.getByRole('heading', { name: 'This import was undone' })).toBeVisible({
    timeout: 60_000,
  });
}

/** Deletes the lists that the test created in the shared demo data. */
async function archiveList(page: Page, title: string): Promise<void> {
  const { brand, get, send } = await apiOf(page);
  const { lists } = await get<{ lists: { id: string; title: string }[] }>(`${brand}/creator-lists`);
  const list = lists.find((one) => one.title === title);
  if (list) await send('POST', `${brand}/creator-list/${list.id}/archive`);
}

async function drop(page: Page, files: { name: string; content: string }[]): Promise<void> {
  const transfer = await page.evaluateHandle((given) => {
    const data = new DataTransfer();
    for (const { name, content } of given) data.items.add(new File([content], name));
    return data;
  }, files);
  for (const type of ['dragenter', 'dragover', 'drop'])
    await page.dispatchEvent('main', type, { dataTransfer: transfer });
}

test.use({ as: 'owner' });

let uploads: string[] = [];
test.beforeEach(({ page }) => {
  uploads = [];
  page.on('response', async (response) => {
    if (response.request().method() !== 'POST' || !/\/imports$/.test(response.url()) || !response.ok())
      return;
    const answer = (await response.json().catch(() => null)) as { import: { id: string } } | null;
    if (answer) uploads.push(response.url().replace(/s$/, `/${answer.import.id}`));
  });
});
// Drafts are deleted; an import that has started can't be discarded.
test.afterEach(async ({ page }) => {
  if (uploads.length === 0) return;
  const headers = { authorization: `Bearer ${await tokenOf(page)}` };
  for (const address of uploads) await page.request.delete(address, { headers });
});

// Allow time for thousands of rows on a busy machine.
test.describe.configure({ timeout: 120_000 });

test('a dropped file is checked, imported into a new list, found by search, and undone', async ({
  page,
  expectAccessible,
}) => {
  const mark = unique();
  const real = existsSync(realFile);
  if (!real) {
    const line = `${realFile} not found (set TROUPE_SHARED); using a small file instead`;
    test.info().annotations.push({ type: 'stand-in', description: line });
    console.log(line);
  }
  await upload(page, real ? realFile : smallFile(mark));
  const rows = real ? '1,022' : '40';
  await expect(page.getByText(`${rows} rows, ${real ? 11 : 6} columns, header in row 1`)).toBeVisible();
  await expect(page.getByText('UTF-8, comma-separated')).toBeVisible();
  await expect(page.getByRole('button', { name: 'Platform Instagram' })).toBeVisible();
  await expect(page.getByRole('button', { name: 'Metrics date 30 Jun 2022' })).toBeVisible();
  await expect(page.getByLabel('What instagram name contains')).toHaveValue('username');
  await expectAccessible();

  // The header 'Views avg.' is wrong: its values are countries, which the user has to confirm.
  await expect(page.getByText('1 column needs review.')).toBeVisible();
  await page.getByRole('button', { name: /^How we interpret Views avg\.: 75% confidence/ }).click();
  await expect(page.getByText('The values are countries, despite the header.')).toBeVisible();
  await expectAccessible();
  await page.getByRole('button', { name: 'This is correct' }).click();
  await expect(page.getByText('1 column needs review.')).toBeHidden();

  const list = `From a file ${mark}`;
  await page.getByRole('button', { name: 'List No list' }).click();
  await page.getByLabel('New list').fill(list);
  await page.getByRole('button', { name: 'Create' }).click();
  await expect(page.getByRole('button', { name: `List ${list}` })).toBeVisible();

  await page.getByRole('button', { name: `Check ${rows} rows` }).click();
  await expect(page).toHaveURL(/step=check$/);
  await expect(page.getByText('All rows can be imported.')).toBeVisible();
  await expectAccessible();
  await page.reload();
  await page.getByRole('button', { name: `Import ${rows} rows` }).click();

  await expect(finished(page)).toBeVisible({ timeout: 45_000 });
  const [added = 0, linked = 0, already = 0, repeated = 0, rejected = 0, sum] = await countsOf(page);
  expect(added + linked + already + repeated + rejected).toBe(sum);
  expect(sum).toBe(real ? 1022 : 40);
  expect(added + linked + already).toBe(real ? 979 : 39);
  await expectAccessible();

  await page.getByRole('button', { name: /^Show rows: Duplicate \(\d+\)$/ }).click();
  await expect(page).toHaveURL(/show=repeated$/);
  await expect(page.getByRole('table', { name: 'Rows: Duplicate' })).toBeVisible();

  const result = page.url();
  await page.getByRole('link', { name: 'Open list' }).click();
  await expect(page.getByRole('heading', { name: list })).toBeVisible();
  await page.goto(`${hosts.web}/creator-search?q=${real ? '_hakkencoser_' : `creator_${mark}_1`}`);
  await expect(
    page.getByText(real ? '@_hakkencoser_' : `@creator_${mark}_1`, { exact: true }).first(),
  ).toBeVisible();

  await page.goto(result);
  await undoImport(page);
  await expect(page.getByText(/creators removed/)).toBeVisible();
  await archiveList(page, list);
});

test('double-clicking Check shows the check and imports nothing', async ({ page }) => {
  await upload(page, smallFile(unique()));
  await page.getByRole('button', { name: /^Check [\d,]+ rows?$/ }).hover();
  for (const pause of [0, 180]) {
    await page.waitForTimeout(pause);
    await page.mouse.down();
    await page.mouse.up();
  }
  await page.waitForTimeout(1000);
  await expect(page.getByRole('button', { name: /^Import [\d,]+ rows?$/ })).toBeVisible();
  expect(new URL(page.url()).searchParams.get('step')).toBe('check');
});

test('unreadable cells are highlighted, and rejected rows can be corrected', async ({
  page,
  expectAccessible,
}) => {
  const mark = unique();
  await upload(page, mixedFile(mark));
  const table = page.getByRole('table', { name: 'Preview of the first rows' });
  for (const reason of [
    'Username is empty',
    "Platform “pinterest” isn't supported",
    `Username has a space: “omar ${mark}”`,
    "Followers “viele” isn't a number",
    'Email “cinco@” is incomplete',
  ])
    await expect(table.getByText(reason)).toBeVisible();
  await expect(table.getByRole('cell', { name: '48,200' })).toBeVisible();
  await expect(page.getByText('We interpret 48.200 (followers) as 48,200.')).toBeVisible();

  await startImport(page);
  await expect(finished(page)).toBeVisible();
  await expect.poll(() => countsOf(page)).toEqual([3, 0, 0, 1, 5, 9]);
  await expectAccessible();

  const rejected = page.getByRole('table', { name: "Rows that weren't imported" });
  const suggested = rejected.getByLabel('Username in row 7');
  await expect(suggested).toHaveValue(`omar${mark}`);
  // On a tablet, the suggestion is not cut off.
  await page.setViewportSize({ width: 834, height: 1112 });
  await expect
    .poll(() => suggested.evaluate((input) => input.scrollWidth - input.clientWidth))
    .toBeLessThanOrEqual(0);
  await page.setViewportSize({ width: 1440, height: 900 });
  await page.getByRole('button', { name: 'Add row 7' }).click();
  await expect(rejected.getByLabel('Username in row 7')).toBeHidden();
  await expect.poll(() => countsOf(page)).toEqual([4, 0, 0, 1, 4, 9]);

  await rejected.getByLabel('Followers in row 8').fill('many');
  await page.getByRole('button', { name: 'Add row 8' }).click();
  await expect(rejected.getByText("Followers “many” isn't a number").first()).toBeVisible();
  await rejected.getByLabel('Followers in row 8').fill('9800');
  await page.reload();
  await expect(rejected.getByLabel('Followers in row 8')).toHaveValue('9800');
  await rejected.getByLabel('Followers in row 8').press('Enter');
  await expect(rejected.getByLabel('Followers in row 8')).toBeHidden();

  await rejected.getByLabel('Platform in row 6').selectOption('instagram');
  await page.getByRole('button', { name: 'Add row 6' }).click();
  await expect(rejected.getByLabel('Platform in row 6')).toBeHidden();
  await page.getByRole('button', { name: 'Skip row 9' }).click();
  await expect(rejected.getByText('Skipped by you')).toBeVisible();
  await page.getByRole('button', { name: 'Restore row 9' }).click();
  await expect(rejected.getByLabel('Email in row 9')).toBeVisible();
  await expect.poll(() => countsOf(page)).toEqual([6, 0, 0, 1, 2, 9]);

  const download = page.waitForEvent('download');
  await page.getByRole('button', { name: 'Download report (CSV)' }).click();
  const report = readFileSync(await (await download).path(), 'utf8');
  expect(report).toContain('Username is empty');
  expect(report).toContain('Rui Teles');
  await undoImport(page);
});

test('a file is chosen and imported with the keyboard only', async ({ page, open }) => {
  const mark = unique();
  await open('/creator-search/import');
  const button = page.getByRole('button', { name: 'Choose a file' });
  await expect(button).toBeVisible();
  const chooser = page.waitForEvent('filechooser');
  await tabTo(page, button);
  await page.keyboard.press('Enter');
  await (await chooser).setFiles(smallFile(mark));
  await page.waitForURL(/import\/[0-9a-f-]{36}$/);
  const { promise: letGo, resolve: save } = Promise.withResolvers<void>();
  await page.route(/\/import\/[0-9a-f-]{36}$/, async (route) => {
    if (route.request().method() === 'PUT') await letGo;
    await route.continue();
  });
  await tabTo(page, page.getByLabel('What Category_2 contains'));
  await page.keyboard.type('Skip');
  await expect(page.getByLabel('What Category_2 contains')).toHaveValue('skip');
  // Pressing Next before the change is saved works without a second press.
  await expect(page.getByText('Saving')).toBeVisible();
  await tabTo(page, page.getByRole('button', { name: 'Check 40 rows' }));
  await page.keyboard.press('Enter');
  save();
  await tabTo(page, page.getByRole('button', { name: 'Import 40 rows' }));
  await page.keyboard.press('Enter');
  await expect(finished(page)).toBeVisible();
  await undoImport(page);
});

async function tabTo(page: Page, control: Locator): Promise<void> {
  await expect(control).toBeVisible();
  for (let presses = 0; presses < 90; presses++) {
    if (await control.evaluate((element) => element === document.activeElement)) return;
    await page.keyboard.press('Tab');
  }
  throw new Error('Tab never reached the control.');
}

test('files can be dropped anywhere on the page; multiple files are rejected', async ({ page, open }) => {
  await open('/creator-search/import');
  await expect(page.getByRole('button', { name: 'Choose a file' })).toBeVisible();
  await drop(page, [
    { name: 'one.csv', content: 'a' },
    { name: 'two.csv', content: 'b' },
  ]);
  await expect(page.getByText('Import one file at a time.')).toBeVisible();
  const file = smallFile(unique());
  await drop(page, [{ name: file.name, content: file.buffer.toString() }]);
  await page.waitForURL(/import\/[0-9a-f-]{36}$/);
  await expect(page.getByRole('heading', { name: file.name })).toBeVisible();

  // Drafts appear under earlier imports and can be discarded.
  await page.getByRole('link', { name: 'Back' }).click();
  const draft = page.getByRole('row', { name: new RegExp(file.name) });
  await expect(draft.getByText('Not started')).toBeVisible();
  await draft.getByRole('button', { name: `Discard ${file.name}` }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Discard' }).click();
  await expect(draft).toBeHidden();
});

for (const [what, file, words] of [
  [
    'a picture',
    {
      name: 'creators.csv',
      mimeType: 'text/csv',
      buffer: Buffer.from('89504e470d0a1a0a0000000d49484452', 'hex'),
    },
    /This is an image/,
  ],
  ['an empty file', text('empty.csv', ''), /This file is empty/],
  ['headers without rows', text('headers.csv', 'username,followers\n'), /no rows below them/],
  ['a web page', text('page.csv', '<!doctype html><html><body>Log in</body></html>'), /web page/],
  ['a line without an end', text('endless.csv', `username\n${'a'.repeat(1_500_000)}\n`), /1,000,000/],
  ['a broken workbook', { ...text('broken.xlsx', ''), buffer: Buffer.from('504b0304ffff', 'hex') }, /./],
] as const) {
  test(`${what} is rejected with advice, and the next file can be chosen`, async ({
    page,
    open,
    expectAccessible,
  }) => {
    await open('/creator-search/import');
    await choose(page, file);
    const refusal = page.getByRole('alert').filter({ hasText: `Couldn't upload ${file.name}.` });
    await expect(refusal).toBeVisible();
    await expect(refusal).toHaveText(words);
    await expectAccessible();
    await expect(page.getByRole('button', { name: 'Choose a file' })).toBeVisible();
    await refusal.getByRole('button', { name: 'Dismiss' }).click();
    await expect(refusal).toBeHidden();
  });
}

test('an import continues on other screens and ends with a notification', async ({ page }) => {
  await upload(page, longFile(unique(), 8000));
  await startImport(page);
  await expect(page.getByRole('button', { name: 'Cancel import' })).toBeVisible();
  const address = page.url();
  await page.getByRole('navigation', { name: 'Main' }).getByRole('link', { name: 'Campaigns' }).click();
  const notice = page.getByText('Importing in the background');
  await expect(notice).toBeVisible();
  await expect(page.getByText(/of 8,000 rows from long-/)).toBeVisible();
  // After a reload, the notification still appears.
  await page.reload();
  await expect(page.getByText('All 8,000 rows processed.')).toBeVisible({ timeout: 90_000 });
  await page.getByRole('link', { name: 'Open', exact: true }).click();
  await expect(page).toHaveURL(address);
  await expect(finished(page)).toBeVisible();
  await undoImport(page);
});

test('an upload continues on other screens and can be canceled', async ({ page, open }) => {
  let letGo = () => {};
  const held = new Promise<void>((resolve) => {
    letGo = resolve;
  });
  await page.route(`${hosts.api}/brand/*/imports`, async (route) => {
    if (route.request().method() === 'POST') await held;
    await route.continue().catch(() => {});
  });
  await open('/creator-search/import');
  const file = smallFile(unique());
  await choose(page, file);
  await page.getByRole('button', { name: 'Cancel upload' }).click();
  await expect(page.getByRole('button', { name: 'Choose a file' })).toBeVisible();
  await choose(page, file);
  await expect(page.getByRole('progressbar', { name: `Uploading ${file.name}` })).toBeVisible();
  await page.getByRole('navigation', { name: 'Main' }).getByRole('link', { name: 'Campaigns' }).click();
  const notices = page.getByRole('region', { name: 'Notices' });
  await expect(notices.getByText(`Uploading ${file.name}`)).toBeVisible();
  letGo();
  await expect(page.getByText(`${file.name} is ready for review.`)).toBeVisible();
  await page.getByRole('link', { name: 'Open', exact: true }).click();
  await expect(page.getByRole('heading', { name: file.name })).toBeVisible();
});

test('an import is canceled, resumes where it stopped, and accounts for every row', async ({ page }) => {
  await upload(page, longFile(unique(), 6000));
  await startImport(page);
  await page.getByRole('button', { name: 'Cancel import' }).click();
  await expect(page.getByRole('heading', { name: /^Canceled after [\d,]+ of 6,000 rows$/ })).toBeVisible();
  await page.getByRole('button', { name: 'Resume' }).click();
  await expect(finished(page)).toBeVisible({ timeout: 90_000 });
  await expect.poll(() => countsOf(page)).toEqual([6000, 0, 0, 0, 0, 6000]);
  await undoImport(page);
});

test('importing the same file again adds no duplicates', async ({ page }) => {
  const file = smallFile(unique());
  await upload(page, file);
  await startImport(page);
  await expect(finished(page)).toBeVisible();
  const first = page.url();
  await expect.poll(() => countsOf(page)).toEqual([39, 0, 0, 1, 0, 40]);
  await upload(page, file);
  await startImport(page);
  await expect(finished(page)).toBeVisible();
  const [added] = await countsOf(page);
  expect(added).toBe(0);
  await undoImport(page);
  await page.goto(first);
  await undoImport(page);
});

test('assigning a column type used by another column moves it; a failed save shows an error and can be retried', async ({
  page,
}) => {
  await upload(page, smallFile(unique()));
  await page.getByLabel('What Category_1 contains').selectOption('fullname');
  await expect(page.getByLabel('What influencer name contains')).toHaveValue('skip');
  await expect(page.getByText('influencer name is now skipped')).toBeVisible();
  await page.reload();
  await expect(page.getByLabel('What Category_1 contains')).toHaveValue('fullname');

  await page.route(`${hosts.api}/brand/*/import/*`, (route) =>
    route.request().method() === 'PUT'
      ? route.fulfill({ status: 500, json: { code: 'internal', message: 'The database is away.' } })
      : route.continue(),
  );
  await page.getByLabel('What Category_2 contains').selectOption('skip');
  await expect(page.getByText('The database is away.')).toBeVisible();
  await expect(page.getByLabel('What Category_2 contains')).toHaveValue('category');
  await page.unroute(`${hosts.api}/brand/*/import/*`);
  await page.getByRole('button', { name: 'Retry' }).first().click();
  await expect(page.getByLabel('What Category_2 contains')).toHaveValue('skip');
  await expect(page.getByText('The database is away.')).toBeHidden();

  await page.getByRole('button', { name: 'Header row 1' }).click();
  await page.getByRole('option', { name: 'No header row' }).click();
  await expect(page.getByText('41 rows, 6 columns, no header row')).toBeVisible();
});

test('screens that fail to load can be retried; unknown imports are not found', async ({ page, open }) => {
  await page.route(`${hosts.api}/brand/*/imports*`, (route) =>
    route.fulfill({ status: 500, json: { code: 'internal', message: 'The database is away.' } }),
  );
  await open('/creator-search/import');
  await expect(page.getByText("Couldn't load the previous imports.")).toBeVisible();
  await expect(page.getByRole('button', { name: 'Choose a file' })).toBeVisible();
  await page.unroute(`${hosts.api}/brand/*/imports*`);
  await page.getByRole('button', { name: 'Retry' }).click();
  await expect(page.getByText("Couldn't load the previous imports.")).toBeHidden();
  await open('/creator-search/import/01a1f8c4-5949-7336-8ee8-000000000000');
  await expect(page.getByText("We can't find this, or you don't have access.")).toBeVisible();
});

test.describe('on a phone, dark theme', () => {
  test.use({ viewport: { width: 390, height: 844 }, colorScheme: 'dark' });

  test('all steps fit the width and stay reachable', async ({ page, open, expectAccessible }) => {
    const fits = async () =>
      expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(390);
    await open('/creator-search/import');
    await expect(page.getByRole('heading', { name: 'Previous imports' })).toBeVisible();
    await fits();
    await expectAccessible();
    await upload(page, mixedFile(unique()));
    await fits();
    await expectAccessible();
    await startImport(page);
    await expect(finished(page)).toBeVisible();
    await expect(page.getByLabel('Username in row 5')).toBeVisible();
    await fits();
    // axe counts targets that are partly under the header as too small.
    await page.evaluate(() => {
      for (const part of document.querySelectorAll('*')) part.scrollTop = 0;
    });
    await expectAccessible();
    await undoImport(page);
    await fits();
  });
});

test.describe('administrators', () => {
  test.use({ as: 'admin' });

  test('can import for everyone', async ({ page }) => {
    await upload(page, smallFile(unique()));
    await page.getByRole('button', { name: 'Visible to This brand' }).click();
    await page.getByRole('option', { name: 'Everyone' }).click();
    await expect(page.getByRole('button', { name: 'Visible to Everyone' })).toBeVisible();
    await page.getByRole('button', { name: 'Check 40 rows' }).click();
    await expect(
      page.getByText('Everyone. All brands will see new creators and updated metrics.'),
    ).toBeVisible();
  });
});

test("members can't import for everyone", async ({ page }) => {
  await upload(page, smallFile(unique()));
  await expect(page.getByRole('button', { name: /^List/ })).toBeVisible();
  await expect(page.getByRole('button', { name: /^Visible to/ })).toHaveCount(0);
});
