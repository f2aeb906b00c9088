import type { Locator, Page, Request } from '@playwright/test';
import { hosts, people } from './support/hosts.ts';
import { apiOf, type FoundCreator } from './support/lists.ts';
import { logIn } from './support/login.ts';
import { expect, test } from './support/test.ts';

test.use({ as: 'member' });

const LISTS = '/creator-search/lists';
const NINE = [
  'Awaiting response',
  'Interested',
  'Not interested',
  'In discussion',
  'In negotiation',
  'To be approved',
  'Invited',
  'Approved',
  'Rejected',
];
const nameOf = (creator: FoundCreator) => creator.fullname || creator.username;
const unique = (title: string) => `${title} ${crypto.randomUUID().slice(0, 8)}`;
const card = (page: Page, creator: FoundCreator) =>
  page.getByRole('article', { name: nameOf(creator), exact: true });
const note = (of: Locator) => of.getByRole('textbox');
const isSave = (request: Request) =>
  request.method() === 'PUT' && request.url().includes('/creator-list-item/');

type Api = Awaited<ReturnType<typeof apiOf>>;
const made: { api: Api; listId: string }[] = [];

// Archives what a test created, so that the demo data stays unchanged.
test.afterEach(async () => {
  for (const { api, listId } of made.splice(0)) {
    await api.send('POST', `${api.brand}/creator-list/${listId}/archive`, {}).catch(() => {});
  }
});

/** Opens a new list with matching creators, by default three, as cards or as a table. */
async function openList(
  page: Page,
  wanted?: ((creator: FoundCreator) => boolean)[],
  view: 'cards' | 'table' = 'cards',
) {
  const api = await apiOf(page);
  const creators: FoundCreator[] = [];
  const names = new Set<string>();
  for (const wish of wanted ?? [fetched, fetched, fetched]) {
    const found = await api.findCreator((creator) => !names.has(nameOf(creator)) && wish(creator));
    names.add(nameOf(found));
    creators.push(found);
  }
  const title = unique('Journey');
  const listId = await api.makeList(
    title,
    creators.map(({ id }) => id),
  );
  made.push({ api, listId });
  await page.goto(`${hosts.web}${LISTS}?list=${listId}${view === 'cards' ? '&view=cards' : ''}`);
  await expect(page.getByRole('heading', { level: 1, name: title })).toBeVisible();
  return { api, title, listId, creators, first: creators[0]!, card: card(page, creators[0]!) };
}

const fetched = ({ metaData }: FoundCreator) => metaData.contactsFetched;
const on = (platform: FoundCreator['platform']) => (creator: FoundCreator) =>
  creator.platform === platform &&
  creator.followerCount !== null &&
  (platform === 'youtube' || creator.engagement !== null) &&
  (platform === 'instagram' || creator.avgViews !== null);

test('[R2.037] [R7.041] lists are created, renamed, archived and restored', async ({ page, open }) => {
  const title = unique('Spring');
  await open(LISTS);
  await page.getByRole('button', { name: 'New list' }).click();
  const dialog = page.getByRole('dialog', { name: 'New list' });
  await dialog.getByRole('button', { name: 'Create list' }).click();
  await expect(dialog.getByText('Enter a title')).toBeVisible();
  await dialog.getByLabel('Title').fill(title);
  await dialog.getByLabel('Title').press('Enter');
  await expect(page.getByRole('heading', { level: 1, name: title })).toBeVisible();
  await expect(page.getByText('This list is empty')).toBeVisible();

  await page.getByRole('link', { name: 'Lists', exact: true }).click();
  const row = page.getByRole('row', { name: title });
  await expect(row.getByRole('cell').nth(3)).toHaveText('0');
  await row.hover();
  await row.getByRole('button', { name: `Edit ${title}` }).click();
  await page.getByLabel('Description').fill('For the launch in May');
  const owner = page.getByLabel('Owner', { exact: true });
  const colleague = (await owner.locator('option:not(:checked)').first().textContent()) ?? '';
  await owner.selectOption({ label: colleague });
  await page.getByRole('button', { name: 'Save', exact: true }).click();
  await expect(row.getByText('For the launch in May')).toBeVisible();
  await expect(row.getByText(colleague)).toBeVisible();

  await row.hover();
  await row.getByRole('button', { name: `Archive ${title}` }).click();
  await expect(page.getByText('List has been archived.')).toBeVisible();
  await expect(row).toHaveCount(0);
  await page.getByRole('button', { name: 'Undo' }).click();
  await expect(row).toBeVisible();
  const listId = new URL((await row.getByRole('link').getAttribute('href'))!, hosts.web).searchParams.get(
    'list',
  );
  made.push({ api: await apiOf(page), listId: listId! });
});

test('[R2.129] [R2.130] [R2.131] [R2.132] [R2.134] [R2.135] [R2.136] [R9.047] [R9.048] a card shows the creator and the metrics of their platform', async ({
  page,
}) => {
  const { creators } = await openList(page, [on('instagram'), on('tiktok'), on('youtube')]);
  const [instagram, tiktok, youtube] = creators.map((creator) => card(page, creator));
  await expect(instagram!.getByRole('img', { name: 'Instagram' })).toBeVisible();
  await expect(instagram!.locator('.t-avatar')).toBeVisible();
  for (const creator of creators) await expect(card(page, creator)).toContainText(nameOf(creator));
  const link = instagram!.getByRole('link', { name: creators[0]!.username });
  await expect(link).toHaveAttribute('href', creators[0]!.profileUrl);
  await expect(instagram!.getByRole('button', { name: /^Followers \d+(\.\d)?[kmb]?,/ })).toBeVisible();
  await expect(instagram!.getByRole('button', { name: /^Engagement [\d.]+%,/ })).toBeVisible();
  await expect(instagram!.getByText('Avg views')).toHaveCount(0);
  await expect(tiktok!.getByRole('button', { name: /^Engagement [\d.]+%,/ })).toBeVisible();
  await expect(tiktok!.getByRole('button', { name: /^Avg views \d+[kmb]?,/ })).toBeVisible();
  await expect(youtube!.getByRole('button', { name: /^Subscribers/ })).toBeVisible();
  await expect(youtube!.getByText('Engagement')).toHaveCount(0);
});

test('[R2.133] only verified profiles have the badge', async ({ page }) => {
  const { creators } = await openList(page, [({ verified }) => verified, ({ verified }) => !verified]);
  await expect(card(page, creators[0]!).getByRole('img', { name: 'Verified' })).toBeVisible();
  await expect(card(page, creators[1]!).getByRole('img', { name: 'Verified' })).toHaveCount(0);
});

test('[R2.137] [R4.001] [R4.002] [R4.003] the status is any combination of nine tags, each with its color', async ({
  page,
}) => {
  const { card: item, first } = await openList(page);
  await item.getByRole('button', { name: `Status of ${nameOf(first)}: none` }).click();
  const options = page.getByRole('option');
  await expect(options).toHaveText(NINE);
  const colours = await options
    .locator('.t-status')
    .evaluateAll((tags) => tags.map((tag) => getComputedStyle(tag).backgroundColor));
  expect(new Set(colours).size).toBe(9);
  const saved = page.waitForResponse(
    (answer) =>
      isSave(answer.request()) &&
      answer.ok() &&
      (answer.request().postDataJSON() as { tags?: unknown[] }).tags?.length === 3,
  );
  for (const tag of ['Approved', 'Invited', 'Interested'])
    await page.getByRole('option', { name: tag, exact: true }).click();
  await saved;
  await page.keyboard.press('Escape');
  await page.reload();
  await expect(
    item.getByRole('button', { name: `Status of ${nameOf(first)}: Interested, Invited, Approved` }),
  ).toBeVisible();
});

test('[R2.138] [R4.006] [R4.007] [R4.008] [R4.009] [R9.028] [R9.029] a note saves automatically 300 ms after the last key, once, and shows Saved for two seconds', async ({
  page,
}) => {
  const { card: item } = await openList(page);
  const saves: unknown[] = [];
  page.on('request', (request) => {
    if (isSave(request)) saves.push(request.postDataJSON());
  });
  let answer = () => {};
  await page.route('**/creator-list-item/*', async (route) => {
    await new Promise<void>((done) => {
      answer = done;
    });
    await route.continue();
  });
  await page.clock.install();
  await page.clock.pauseAt(Date.now() + 60_000);
  await note(item).pressSequentially('Wants the 12 l pack');
  await page.clock.runFor(299);
  expect(saves).toEqual([]);
  await page.clock.runFor(1);
  await expect(item.getByText('Saving')).toBeVisible();
  await expect.poll(() => saves).toEqual([{ feedback: 'Wants the 12 l pack', version: 1 }]);
  answer();
  await expect(item.getByText('Saved')).toBeVisible();
  await page.clock.runFor(1900);
  await expect(item.getByText('Saved')).toBeVisible();
  await page.clock.runFor(100);
  await expect(item.getByText('Saved')).toHaveCount(0);
  expect(saves).toHaveLength(1);
});

test("a note that couldn't be saved survives a reload and is saved later", async ({ page }) => {
  const { card: item, listId, api } = await openList(page);
  await page.route('**/creator-list-item/*', (route) => route.abort());
  await note(item).fill('Typed in the tunnel');
  await expect(item.getByText('Not saved')).toBeVisible();
  await expect(item.getByRole('button', { name: 'Retry' })).toBeVisible();
  // The indicator disappears after two seconds; Retry stays.
  await expect(item.getByText('Not saved', { exact: true })).toHaveCount(0);
  await expect(item.getByRole('button', { name: 'Retry' })).toBeVisible();
  await page.reload();
  await expect(note(item)).toHaveValue('Typed in the tunnel');
  await expect(item.getByText('Not saved')).toBeVisible();
  await page.unroute('**/creator-list-item/*');
  await item.getByRole('button', { name: 'Retry' }).click();
  await expect(item.getByText('Saved')).toBeVisible();
  const { items } = await api.get<{ items: { feedback: string }[] }>(
    `${api.brand}/creator-list-items/${listId}/1`,
  );
  expect(items[0]!.feedback).toBe('Typed in the tunnel');
});

test('a note that is too long shows an error and loses no text', async ({ page }) => {
  const { card: item } = await openList(page);
  await note(item).fill('x'.repeat(100_001));
  await expect(item.getByText('Use at most 100,000 characters')).toBeVisible();
  await expect(note(item)).toHaveValue(/^x{100001}$/);
});

test('HTML, emoji and right-to-left text in a note are shown as text', async ({ page }) => {
  const { card: item } = await openList(page);
  const text = '<img src=x onerror="document.title=1"> 👩🏽‍🎤 مرحبا \'; drop table creator; --';
  await note(item).fill(text);
  await expect(item.getByText('Saved')).toBeVisible();
  await page.reload();
  await expect(note(item)).toHaveValue(text);
  await expect(page.locator('img[src="x"]')).toHaveCount(0);
});

test('[R2.139] [R2.140] [R2.141] a list item links to inviting, deep insights and the details drawer', async ({
  page,
}) => {
  const { card: item, first } = await openList(page, [(one) => fetched(one) && on('instagram')(one)]);
  await item.getByRole('button', { name: 'Invite to campaign' }).click();
  await expect(page.getByRole('dialog', { name: 'Invite to campaign' })).toBeVisible();
  await page.keyboard.press('Escape');
  await item.getByRole('button', { name: 'Get deep insights' }).click();
  const insights = page.getByRole('dialog', { name: /^Deep insights for/ });
  await expect(insights.getByRole('heading', { name: 'Audience' })).toBeVisible();
  await insights.getByRole('button', { name: 'Close' }).click();
  await expect(insights).toHaveCount(0);
  await item.getByRole('button', { name: 'View details' }).click();
  await expect(page.getByRole('complementary', { name: 'Instagram Profile Details' })).toBeVisible();
  await expect(page).toHaveURL(new RegExp(`creator=${first.id}`));
  await page.goBack();
  await expect(page.getByRole('complementary', { name: 'Instagram Profile Details' })).toHaveCount(0);
});

test('[R2.142] [R4.010] [R8.011] archiving removes a creator from the list, and the notification can undo it', async ({
  page,
}) => {
  const { card: item, first } = await openList(page);
  await note(item).fill('Keep this');
  await expect(item.getByText('Saved')).toBeVisible();
  await item.getByRole('button', { name: 'Archive' }).click();
  await expect(page.getByText('Creator has been archived.')).toBeVisible();
  await expect(item).toHaveCount(0);
  await expect(page.getByText('2 creators,')).toBeVisible();
  await page.getByRole('button', { name: 'Undo' }).click();
  await expect(note(card(page, first))).toHaveValue('Keep this');
});

test('a double click archives one creator, even if the next card moves under the pointer', async ({
  page,
}) => {
  const { card: item } = await openList(page);
  const archived: string[] = [];
  page.on('request', (request) => {
    if (request.method() !== 'GET' && /archived-creators/.test(request.url())) archived.push(request.url());
  });
  await item.getByRole('button', { name: 'Archive' }).hover();
  const click = async (clickCount: number) => {
    await page.mouse.down({ clickCount });
    await page.mouse.up({ clickCount });
  };
  await click(1);
  await expect(page.getByText('Creator has been archived.')).toHaveCount(1);
  await expect(page.getByText('2 creators,')).toBeVisible();
  await expect(item).toHaveCount(0);
  // Even on a slow machine, this is the second click of the same double click.
  await click(2);
  await expect(page.getByText('2 creators,')).toBeVisible();
  expect(archived).toHaveLength(1);
  // A new click archives the next creator.
  await click(1);
  await expect(page.getByText('1 creator,')).toBeVisible();
  expect(archived).toHaveLength(2);
});

test('[R8.012] a failed archive shows an error and restores the creator', async ({ page }) => {
  const { card: item } = await openList(page);
  await page.route('**/archived-creators/*', (route) => route.fulfill({ status: 500, json: {} }));
  await item.getByRole('button', { name: 'Archive' }).click();
  await expect(page.getByText('Something went wrong.')).toBeVisible();
  await expect(item).toBeVisible();
});

test('[R2.143] [R4.023] [R4.024] [R4.025] [R4.026] [R8.040] the contact mark shows found, failed with its text, or not looked up', async ({
  page,
}) => {
  const { creators } = await openList(page, [
    fetched,
    ({ metaData }) => Boolean(metaData.contactsError?.message),
    ({ metaData }) => metaData.contactsError !== null && !metaData.contactsError.message,
    ({ metaData }) => metaData.contactsError === null && !metaData.contactsFetched,
  ]);
  const words = [
    'Contact info fetched',
    creators[1]!.metaData.contactsError!.message!,
    "Couldn't fetch contact info",
    "Contact info hasn't fetched.",
  ];
  for (const [at, text] of words.entries()) {
    const item = card(page, creators[at]!);
    await item.getByRole('button', { name: text, exact: true }).hover();
    await expect(page.getByRole('tooltip').getByText(text)).toBeVisible();
    const invite = item.getByRole('button', { name: 'Invite to campaign' });
    if (at === 0) await expect(invite).toBeEnabled();
    else await expect(invite).toHaveAttribute('aria-disabled', 'true');
  }
});

test('[R4.011] [R7.049] an archived creator is restored from the archive, with undo', async ({
  page,
  open,
}) => {
  const { card: item, first, title, listId } = await openList(page);
  await item.getByRole('button', { name: 'Archive' }).click();
  await expect(page.getByText('Creator has been archived.')).toBeVisible();
  await open('/creator-search/archived');
  const row = page
    .getByRole('row')
    .filter({ hasText: nameOf(first) })
    .filter({ hasText: title });
  await row.getByRole('button', { name: 'Restore' }).click();
  await expect(page.getByText(`${nameOf(first)} restored to ${title}.`)).toBeVisible();
  await expect(row).toHaveCount(0);
  await page.getByRole('button', { name: 'Undo' }).click();
  await row.getByRole('button', { name: 'Restore' }).click();
  await expect(row).toHaveCount(0);
  await open(`${LISTS}?list=${listId}&view=cards`);
  await expect(item).toBeVisible();
});

test('when two people write the same note, the later save wins and both see the other version', async ({
  page,
  browser,
}) => {
  await page.clock.install();
  const { card: mine, listId, first } = await openList(page);
  const context = await browser.newContext({ storageState: { cookies: [], origins: [] } });
  const other = await context.newPage();
  await logIn(other, people.owner, `${LISTS}?list=${listId}&view=cards`);
  const theirs = card(other, first);
  await expect(theirs).toBeVisible();

  await note(mine).fill('Rate agreed at 640');
  await expect(mine.getByText('Saved')).toBeVisible();
  await note(theirs).fill('Asked for 900');
  const told = theirs.getByRole('alert');
  await expect(told).toContainText('replaced the one');
  await expect(told).toContainText('Rate agreed at 640');
  await told.getByRole('button', { name: 'Keep mine' }).click();
  await expect(told).toHaveCount(0);

  // The first person's page refreshes periodically.
  await page.clock.fastForward(30_000);
  const lost = mine.getByRole('alert');
  await expect(lost).toContainText('Rate agreed at 640', { timeout: 30_000 });
  await expect(note(mine)).toHaveValue('Asked for 900');
  await lost.getByRole('button', { name: 'Use mine' }).click();
  await expect(mine.getByText('Saved')).toBeVisible();
  await expect(note(mine)).toHaveValue('Rate agreed at 640');
  await context.close();
});

test('several creators get a status, move to another list and are restored with Undo', async ({ page }) => {
  const { api, creators } = await openList(page);
  const target = unique('Target');
  made.push({ api, listId: await api.makeList(target) });
  await page.reload();
  for (const creator of creators.slice(0, 2)) await card(page, creator).getByRole('checkbox').check();
  const bar = page.getByRole('region', { name: 'Bulk actions' });
  await expect(bar).toContainText('2 selected');
  await bar.getByRole('button', { name: 'Status' }).click();
  await page.getByRole('option', { name: 'Invited' }).click();
  await expect(page.getByText('Changed the status of 2 creators.')).toBeVisible();
  await page.keyboard.press('Escape');
  await expect(
    card(page, creators[0]!).getByRole('button', { name: /^Status of .*: Invited$/ }),
  ).toBeVisible();

  await bar.getByRole('button', { name: 'Move' }).click();
  const find = page.getByRole('combobox', { name: /Find a list/ });
  if (await find.isVisible()) await find.fill(target);
  await page.getByRole('option', { name: target }).click();
  const moved = page.getByText(`2 creators moved to ${target}.`);
  await expect(moved).toBeVisible();
  await expect(card(page, creators[0]!)).toHaveCount(0);
  await page.getByRole('listitem').filter({ has: moved }).getByRole('button', { name: 'Undo' }).click();
  await expect(card(page, creators[0]!)).toBeVisible();
});

test('the list works with the keyboard only', async ({ page }) => {
  const { creators, card: item } = await openList(page);
  await item.focus();
  await page.keyboard.press('ArrowDown');
  await expect(card(page, creators[1]!)).toBeFocused();
  await page.keyboard.press('x');
  await expect(card(page, creators[1]!).getByRole('checkbox')).toBeChecked();
  await page.keyboard.press('Escape');
  await expect(card(page, creators[1]!).getByRole('checkbox')).not.toBeChecked();
  await page.keyboard.press('Enter');
  const drawer = page.getByRole('complementary', { name: /Profile Details/ });
  await expect(drawer).toBeVisible();
  await page.keyboard.press('Escape');
  await expect(drawer).toHaveCount(0);
  await page.keyboard.press('/');
  await expect(page.getByRole('searchbox', { name: 'Find in list' })).toBeFocused();

  // Focus moves to the element that replaces a removed one; the code for that loads after the page.
  await page.waitForFunction(() =>
    performance.getEntriesByType('resource').some(({ name }) => name.includes('/keep-focus-')),
  );
  await item.getByRole('button', { name: 'Archive' }).press('Enter');
  await expect(item).toHaveCount(0);
  await expect(card(page, creators[1]!)).toBeFocused();
});

test('the list search is part of the URL', async ({ page, context }) => {
  const { creators } = await openList(page, [on('instagram'), on('youtube')]);
  await page.getByRole('button', { name: 'Platform All' }).click();
  await page.getByRole('option', { name: 'YouTube' }).click();
  await page.keyboard.press('Escape');
  await expect(card(page, creators[0]!)).toHaveCount(0);
  await expect(page.getByText('1 creator found')).toBeVisible();
  await expect(page).toHaveURL(/platform=youtube/);
  const shared = await context.newPage();
  await shared.goto(page.url());
  await expect(card(shared, creators[1]!)).toBeVisible();
  await expect(card(shared, creators[0]!)).toHaveCount(0);
  await page.goBack();
  await expect(card(page, creators[0]!)).toBeVisible();
  await page.getByRole('searchbox', { name: 'Find in list' }).fill('nobody is called that');
  await expect(page.getByText('No matching creators on this list')).toBeVisible();
  await page.getByRole('button', { name: 'Clear filters' }).click();
  await expect(card(page, creators[0]!)).toBeVisible();
});

test('a list that fails to load shows an error and loads on Retry', async ({ page }) => {
  const { listId, card: item } = await openList(page);
  await page.route('**/creator-list-items/**', (route) => route.fulfill({ status: 503, json: {} }));
  await page.goto(`${hosts.web}${LISTS}?list=${listId}&view=cards&sort=name`);
  await expect(page.getByText("Couldn't load the list.")).toBeVisible();
  await page.unroute('**/creator-list-items/**');
  await page.getByRole('button', { name: 'Retry' }).click();
  await expect(item).toBeVisible();
});

test("an unknown list and another brand's list show Not found", async ({ page, open }) => {
  for (const id of [crypto.randomUUID(), 'nonsense']) {
    await open(`${LISTS}?list=${id}`);
    await expect(page.getByText('An error occurred')).toBeVisible();
  }
});

test('a list with statuses and notes has no axe findings, in both color schemes, on desktop and phone', async ({
  page,
  expectAccessible,
  expectAccessibleInBoth,
}) => {
  const { api, listId, card: item, first } = await openList(page);
  const { items } = await api.get<{ items: { id: string }[] }>(`${api.brand}/creator-list-items/${listId}/1`);
  for (const [at, { id }] of items.entries()) {
    await api.send('PUT', `${api.brand}/creator-list-item/${id}`, {
      feedback: 'Met at the fair',
      tags: NINE.slice(at * 3, at * 3 + 3),
    });
  }
  await page.reload();
  await item
    .getByRole('button', { name: `Status of ${nameOf(first)}: ${NINE.slice(0, 3).join(', ')}` })
    .waitFor();
  await expectAccessibleInBoth('main');
  await page.setViewportSize({ width: 390, height: 844 });
  await expectAccessible('main');
});

for (const viewport of [
  { width: 1440, height: 900 },
  { width: 834, height: 1112 },
]) {
  test(`notices keep clear of the bar of actions and of main buttons at ${viewport.width} px, and the bar is centered on the sheet`, async ({
    page,
  }) => {
    await page.setViewportSize(viewport);
    const { creators } = await openList(page);
    const boxOf = async (part: Locator) => {
      const box = await part.boundingBox();
      if (!box) throw new Error('It is not shown.');
      return { ...box, right: box.x + box.width, bottom: box.y + box.height };
    };
    const overlap = async (one: Locator, other: Locator) => {
      const [a, b] = await Promise.all([boxOf(one), boxOf(other)]);
      return a.x < b.right && b.x < a.right && a.y < b.bottom && b.y < a.bottom;
    };
    await card(page, creators[0]!).getByRole('checkbox').check();
    const bar = page.getByRole('region', { name: 'Bulk actions' });
    await bar.getByRole('button', { name: 'Status' }).click();
    await page.getByRole('option', { name: 'Invited' }).click();
    await page.keyboard.press('Escape');
    const notice = page.locator('.t-notice').filter({ hasText: 'Changed the status of 1 creator.' });
    await expect(notice).toBeVisible();
    // Held by the pointer: it stays while it is looked at.
    await notice.hover();
    await expect.poll(() => overlap(notice, bar)).toBe(false);
    const [placed, sheet] = await Promise.all([boxOf(bar), boxOf(page.locator('.sheet'))]);
    expect(Math.abs(placed.x + placed.right - (sheet.x + sheet.right))).toBeLessThanOrEqual(4);
    await page.keyboard.press('a');
    await bar.getByRole('button', { name: 'Invite' }).press('Enter');
    await page.setViewportSize({ width: 390, height: 844 });
    const send = page.getByRole('dialog').getByRole('button', { name: /^Send/ });
    await expect(send).toBeVisible();
    await expect.poll(() => overlap(notice, send)).toBe(false);
  });
}

test.describe('as a table', () => {
  const row = (page: Page, creator: FoundCreator) =>
    page.getByRole('row', { name: nameOf(creator), exact: true });
  const titles = (page: Page) => page.getByRole('columnheader');
  const openTable = (page: Page, wanted?: ((creator: FoundCreator) => boolean)[]) =>
    openList(page, wanted, 'table');

  test('a list shows at least 14 whole rows at 1440x900, each with everything a card has', async ({
    page,
    open,
  }) => {
    const api = await apiOf(page);
    const { lists } = await api.get<{ lists: { id: string; itemCount: number }[] }>(
      `${api.brand}/creator-lists`,
    );
    const long = lists.find(({ itemCount }) => itemCount > 20);
    await open(`${LISTS}?list=${long?.id}`);
    const rows = page.locator('main tr[data-row]');
    await expect(rows.nth(15)).toBeVisible();
    const heights = await rows.evaluateAll((all) =>
      all
        .map((one) => one.getBoundingClientRect())
        .filter(({ bottom }) => bottom <= innerHeight)
        .map(({ height }) => height),
    );
    expect(heights.length).toBeGreaterThanOrEqual(14);
    expect(new Set(heights)).toEqual(new Set([44]));
    const first = rows.first();
    await expect(first.locator('.t-avatar')).toBeVisible();
    await expect(first.getByRole('link', { name: /opens the profile/ })).toBeVisible();
    await expect(first.getByRole('button', { name: /^(Followers|Subscribers) / })).toBeVisible();
    await expect(first.getByRole('button', { name: /^Status of/ })).toBeVisible();
    await expect(first.getByRole('textbox', { name: /^Notes about/ })).toBeVisible();
    await expect(first.locator('.contact-mark')).toBeVisible();
    for (const name of ['View details', 'Invite to campaign', 'Get deep insights', 'Archive'])
      await expect(first.getByRole('button', { name })).toBeVisible();
  });

  test('opening a row renders no other rows again', async ({ page, withoutLiveEvents }) => {
    await withoutLiveEvents();
    const { creators } = await openTable(page, [fetched, fetched, fetched, fetched]);
    const drawer = page.getByRole('complementary', { name: /Profile Details/ });
    await row(page, creators[0]!).click({ position: { x: 4, y: 4 } });
    await expect(drawer.getByText(nameOf(creators[0]!)).first()).toBeVisible();
    await page.locator('main tr[data-row]').evaluateAll((all) => {
      // React stores the props of the last rendering on the element.
      const rendered = (one: Element) =>
        Object.entries(one).find(([name]) => name.startsWith('__reactProps$'))?.[1];
      const before = all.map(rendered);
      const again = () => all.filter((one, at) => rendered(one) !== before[at]).map((one) => one.ariaLabel);
      Object.assign(globalThis, { renderedAgain: again });
    });
    await row(page, creators[1]!).click({ position: { x: 4, y: 4 } });
    await expect(drawer.getByText(nameOf(creators[1]!)).first()).toBeVisible();
    expect(await page.evaluate('renderedAgain()')).toEqual([nameOf(creators[0]!), nameOf(creators[1]!)]);
  });

  test('a click marks its row before the drawer is drawn', async ({ page }) => {
    const { creators } = await openTable(page);
    const drawer = page.getByRole('complementary', { name: /Profile Details/ });
    const click = (at: number) => row(page, creators[at]!).click({ position: { x: 4, y: 4 } });
    // The first time, the drawer's code may have to load.
    await click(0);
    await drawer.getByRole('button', { name: 'Close' }).click();
    await expect(drawer).toHaveCount(0);
    await page.evaluate(() => {
      new MutationObserver(([change], watcher) => {
        watcher.disconnect();
        const first = document.querySelector('.t-drawer') ? 'drawer' : (change!.target as Element).ariaLabel;
        document.documentElement.dataset.first = first ?? '';
      }).observe(document.querySelector('main table')!, { subtree: true, attributeFilter: ['aria-current'] });
    });
    await click(1);
    await expect(drawer).toBeVisible();
    await expect(page.locator('html')).toHaveAttribute('data-first', nameOf(creators[1]!));
  });

  test('status and note are edited in their row, by keyboard alone', async ({ page }) => {
    const { creators, first } = await openTable(page);
    const one = row(page, first);
    await one.focus();
    await page.keyboard.press('ArrowDown');
    await expect(row(page, creators[1]!)).toBeFocused();
    await page.keyboard.press('x');
    await expect(row(page, creators[1]!).getByRole('checkbox')).toBeChecked();
    await page.keyboard.press('Escape');
    await expect(row(page, creators[1]!).getByRole('checkbox')).not.toBeChecked();
    await one.getByRole('button', { name: /^Status of/ }).press('Enter');
    await page.getByRole('option', { name: 'Approved', exact: true }).press('Enter');
    await page.keyboard.press('Escape');
    await note(one).focus();
    await page.keyboard.type('Rate agreed at $640');
    await expect(one.getByText('Saved', { exact: true })).toBeVisible();
    await page.reload();
    await expect(note(row(page, first))).toHaveValue('Rate agreed at $640');
    await expect(row(page, first).getByRole('button', { name: /^Status of .*: Approved$/ })).toBeVisible();
    await row(page, first).press('Enter');
    await expect(page.getByRole('complementary', { name: /Profile Details/ })).toBeVisible();
  });

  test('chosen columns and sort are kept in the URL, saved as a view for the team, and exported', async ({
    page,
    browser,
    sessionFile,
  }) => {
    const { creators, listId, api } = await openTable(page);
    await page.getByRole('button', { name: 'Choose columns' }).click();
    await expect(page.getByRole('option').first()).toHaveCSS('border-top-width', '0px');
    for (const name of ['Engagement', 'Avg views', 'Note', 'Contact info', 'Country'])
      await page.getByRole('option', { name, exact: true }).click();
    await page.keyboard.press('Escape');
    await expect(titles(page)).toHaveText([
      'Select all creators shown',
      'Creator',
      'Followers',
      'Country',
      'Status',
      'Actions',
    ]);
    await titles(page).filter({ hasText: 'Followers' }).getByRole('button').click();
    await expect(titles(page).filter({ hasText: 'Followers' })).toHaveAttribute('aria-sort', 'descending');
    await expect(page).toHaveURL(/columns=followers.*sort=followers|sort=followers.*columns=followers/);
    const sorted = creators.toSorted((one, other) => (other.followerCount ?? 0) - (one.followerCount ?? 0));
    await expect(page.locator('main tr[data-row]').first()).toHaveAttribute('aria-label', nameOf(sorted[0]!));

    const [download] = await Promise.all([
      page.waitForEvent('download'),
      page.getByRole('button', { name: 'Export CSV' }).click(),
    ]);
    const { readFile } = await import('node:fs/promises');
    const lines = (await readFile(await download.path(), 'utf8')).trimEnd().split('\r\n');
    expect(lines[0]).toBe(
      '\ufeffName,Username,Platform,Profile,Followers,Followers: source,Followers: updated,Country,Status,Open flags',
    );
    expect(lines.slice(1).map((line) => line.split(',')[1])).toEqual(sorted.map(({ username }) => username));

    const view = unique('Countries');
    await page.getByRole('button', { name: 'Save view' }).click();
    await page.getByLabel('Save this view as').fill(view);
    await page.keyboard.press('Enter');
    await expect(page.getByText(`View saved as ${view}.`)).toBeVisible();
    const context = await browser.newContext({ storageState: await sessionFile('owner') });
    const colleague = await context.newPage();
    await colleague.goto(`${hosts.web}${LISTS}?list=${listId}`);
    await colleague.getByRole('button', { name: 'Saved views' }).click();
    await colleague.getByRole('link', { name: view }).click();
    await expect(titles(colleague)).toHaveText([
      'Select all creators shown',
      'Creator',
      'Followers',
      'Country',
      'Status',
      'Actions',
    ]);
    await context.close();
    const { savedSearches } = await api.get<{ savedSearches: { id: string; name: string }[] }>(
      `${api.brand}/saved-searches?screen=creator-list`,
    );
    const saved = savedSearches.find(({ name }) => name === view);
    await api.send('DELETE', `${api.brand}/saved-searches/${saved?.id}`);
  });

  test('cards stay as a choice, and phones always show them', async ({ page }) => {
    const { first } = await openTable(page);
    await expect(row(page, first)).toBeVisible();
    await page.getByRole('radio', { name: 'Cards' }).click({ force: true });
    await expect(card(page, first)).toBeVisible();
    await expect(page).toHaveURL(/view=cards/);
    await page.getByRole('radio', { name: 'Table' }).click({ force: true });
    await expect(row(page, first)).toBeVisible();
    await page.setViewportSize({ width: 390, height: 844 });
    await expect(card(page, first)).toBeVisible();
  });

  test('axe finds nothing on the table, on a desk and on a tablet, in both color schemes', async ({
    page,
    expectAccessible,
    expectAccessibleInBoth,
  }) => {
    const { first } = await openTable(page, [on('instagram'), on('tiktok'), on('youtube')]);
    await expect(row(page, first)).toBeVisible();
    await expectAccessibleInBoth('main');
    await page.setViewportSize({ width: 834, height: 1112 });
    await expectAccessible('main');
  });
});

test('rows in view stay there when scrolling makes a list longer than 100', async ({ page }) => {
  const api = await apiOf(page);
  const ids: string[] = [];
  let query = '?sort=followers';
  while (ids.length < 130) {
    const { creators, nextCursor } = await api.get<{ creators: FoundCreator[]; nextCursor: string }>(
      `${api.brand}/creators${query}`,
    );
    ids.push(...creators.map(({ id }) => id));
    query = `?sort=followers&cursor=${encodeURIComponent(nextCursor)}`;
  }
  const listId = await api.makeList(unique('Long'), ids.slice(0, 100));
  await api.send('POST', `${api.brand}/creator-list/${listId}/items`, { socialProfileIds: ids.slice(100) });
  made.push({ api, listId });
  // The code that leaves out rows comes late.
  const late = Promise.withResolvers<void>();
  await page.route(/\/assets\/row-window-/, async (route) => {
    await late.promise;
    await route.continue();
  });
  await page.goto(`${hosts.web}${LISTS}?list=${listId}`);
  const table = page.getByRole('table', { name: 'Creators on this list' });
  await expect(table).toHaveAttribute('aria-rowcount', '25');
  await expect(async () => {
    await page.evaluate(() => window.scrollTo(0, document.body.scrollHeight));
    expect(Number(await table.getAttribute('aria-rowcount'))).toBeGreaterThan(121);
  }).toPass({ intervals: [50] });
  const inTheMiddle = () =>
    page.evaluate(
      () => document.elementFromPoint(innerWidth / 2, innerHeight / 2)?.closest('[data-row]') != null,
    );
  expect(await inTheMiddle()).toBe(true);
  late.resolve();
  await expect.poll(() => page.locator('main [data-row]').count()).toBeLessThan(100);
  expect(await inTheMiddle()).toBe(true);
});
