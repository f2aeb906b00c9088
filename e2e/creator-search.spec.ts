import { readFileSync } from 'node:fs';
import type { Locator, Page } from '@playwright/test';
import { hosts } from './support/hosts.ts';
import { layoutShift, watchLayoutShift } from './support/layout-shift.ts';
import { apiOf, type FoundCreator } from './support/lists.ts';
import { expect, test } from './support/test.ts';

test.use({ as: 'owner' });

const SEARCH = '/creator-search';
const searchCalls = (url: URL) => url.origin === hosts.api && /\/brand\/[^/]+\/creators$/.test(url.pathname);
const unique = (title: string) => `${title} ${crypto.randomUUID().slice(0, 8)}`;

const cards = (page: Page) => page.getByRole('article');
const rows = (page: Page) => page.getByRole('table', { name: 'Creators' }).locator('tbody [data-row]');
const field = (page: Page) => page.getByRole('searchbox', { name: 'Search creators' });
const total = (page: Page) => page.getByRole('status').filter({ hasText: /creators?$/ });
const removeChip = (page: Page, name: string) =>
  page.getByRole('button', { name: `Remove ${name}`, exact: true });
/** Opens a creator once the results of the current filters are in: new rows would take the click with them. */
async function openCard(card: Locator): Promise<void> {
  await expect(card.page().locator('[data-stale]')).toHaveCount(0);
  await card.click({ position: { x: 200, y: 12 } });
}

/** Opens the search and waits for results. */
async function openSearch(page: Page, query = '') {
  await page.goto(`${hosts.web}${SEARCH}${query}`);
  await expect(cards(page).or(rows(page)).first()).toBeVisible();
}

/** Blocks search requests until released, so that loading states can be checked. */
async function holdSearches(page: Page, held = (_asked: string | null) => true) {
  const { promise: letGo, resolve } = Promise.withResolvers<void>();
  await page.route(searchCalls, async (route) => {
    if (held(new URL(route.request().url()).searchParams.get('q'))) await letGo;
    // The request was canceled by a newer search.
    await route.continue().catch(() => {});
  });
  return resolve;
}

test('[R1.002] [R1.010] [R2.034] finds creators on each platform', async ({ page }) => {
  await openSearch(page);
  for (const platform of ['Instagram', 'TikTok', 'YouTube', 'TikTok Shop']) {
    const toggle = page.getByRole('button', { name: platform, exact: true });
    await toggle.click();
    await expect(toggle).toHaveAttribute('aria-pressed', 'true');
    await expect(page.locator('[data-stale]')).toHaveCount(0);
    const other = cards(page).filter({ hasNot: page.getByRole('img', { name: platform, exact: true }) });
    await expect(other).toHaveCount(0);
    expect(await cards(page).count()).toBeGreaterThan(0);
    await toggle.click();
    await expect(toggle).toHaveAttribute('aria-pressed', 'false');
  }
  await page.getByRole('button', { name: 'Instagram', exact: true }).click();
  await page.getByRole('button', { name: 'YouTube', exact: true }).click();
  await expect(page).toHaveURL(/platform=instagram&platform=youtube/);
});

test('a description becomes filters that can be changed, and a creator leads to similar ones', async ({
  page,
  expectAccessible,
}) => {
  await openSearch(page);
  await field(page).fill('runners in Berlin, 5 to 500 thousand followers, no pets');
  const understood = page.getByRole('region', { name: 'Filters found in your description' });
  await expect(understood.getByRole('listitem').filter({ hasText: 'Country' })).toContainText('Germany');
  await expect(understood).toContainText('Words not used: “no pets”');
  await expectAccessible();
  await field(page).press('Enter');
  await expect(page).toHaveURL(/country=DE&category=Running&followersMin=5000&followersMax=500000$/);
  await expect(field(page)).toHaveValue('');
  await expect(page.getByRole('region', { name: 'Filters from your description' })).toContainText(
    '“no pets”',
  );
  await removeChip(page, 'Country').click();
  await expect(page).toHaveURL(/\?category=Running&followersMin=5000&followersMax=500000$/);
  await openCard(cards(page).first());
  await page.getByRole('link', { name: 'Find similar' }).click();
  await expect(page.getByRole('heading', { name: /^Creators similar to / })).toBeVisible();
  const parts = cards(page).first().getByRole('table', { name: 'Similarity breakdown' });
  await expect(parts.getByRole('row', { name: /^Topics weight 35%/ })).toContainText(/running/i);
  await expect(parts.getByRole('row', { name: /^Audience weight 20%/ })).toBeVisible();
  await expectAccessible();
});

test('[R2.035] each tab has its own path', async ({ page, open }) => {
  for (const [path, tab] of [
    ['', 'Search'],
    ['/lists', 'Lists'],
    ['/deep-insights', 'Deep Insights'],
    ['/invites', 'Invites'],
    ['/archived', 'Archived'],
  ] as const) {
    await open(SEARCH + path);
    const tabs = page.getByRole('navigation', { name: 'Creator Recruitment' });
    await expect(tabs.locator('[aria-current]')).toHaveText(new RegExp(`^${tab}`));
  }
});

test('the latest typed text wins, whatever response comes first', async ({ page }) => {
  await openSearch(page);
  const letGo = await holdSearches(page, (asked) => asked === 'tea');
  const tea = page.waitForRequest((request) => new URL(request.url()).searchParams.get('q') === 'tea');
  await field(page).pressSequentially('tea', { delay: 15 });
  await tea;
  await field(page).fill('trail');
  // Topics match too: a runner's category.
  await expect(cards(page).first().locator('mark').first()).toHaveText(/trail|run/i);
  letGo();
  await page.waitForTimeout(500);
  // Topics match too: a runner's category.
  await expect(cards(page).first().locator('mark').first()).toHaveText(/trail|run/i);
  await expect(page).toHaveURL(/\?q=trail$/);
});

test("typing doesn't wait for responses, and the field keeps focus when the router is slow", async ({
  page,
}) => {
  await openSearch(page, '?q=coffee');
  const letGo = await holdSearches(page);
  const typedInto = await field(page).elementHandle();
  // Slow enough for the router to show its pending state (after 300 ms).
  const session = await page.context().newCDPSession(page);
  await session.send('Emulation.setCPUThrottlingRate', { rate: 20 });
  await field(page).fill('');
  await page.keyboard.type('trail running', { delay: 20 });
  await session.send('Emulation.setCPUThrottlingRate', { rate: 1 });
  await expect(field(page)).toHaveValue('trail running');
  await expect(field(page)).toBeFocused();
  expect(await typedInto?.evaluate((input) => input.isConnected)).toBe(true);
  await expect(page).toHaveURL(/q=trail\+running$/);
  await expect(page.locator('[data-stale]')).toHaveCount(1);
  letGo();
  // Topics match too: a runner's category.
  await expect(cards(page).first().locator('mark').first()).toHaveText(/trail|run/i);
});

test('the URL contains the whole view and opens the same for a colleague', async ({
  page,
  browser,
  sessionFile,
}) => {
  await openSearch(page, '?q=trail');
  await page.getByRole('button', { name: 'Filter', exact: true }).click();
  await page.getByRole('menuitem', { name: 'Followers' }).click();
  await page.getByRole('textbox', { name: 'From' }).fill('10k');
  await page.getByRole('textbox', { name: 'To' }).fill('250,000');
  await page.getByRole('button', { name: 'Apply' }).click();
  await page.getByRole('button', { name: 'Filter', exact: true }).click();
  await page.getByRole('menuitem', { name: 'Country' }).click();
  await page.getByRole('combobox', { name: 'Country: Search' }).fill('spai');
  await page.keyboard.press('Enter');
  await page.keyboard.press('Escape');
  await page.getByRole('button', { name: 'Sorted by Best match' }).click();
  await page.getByRole('menuitemradio', { name: 'Engagement' }).click();
  await page.getByText('Table', { exact: true }).locator('..').click();
  await rows(page)
    .first()
    .click({ position: { x: 900, y: 20 } });
  const title = page.getByRole('heading', { name: /Profile Details$/ });
  await expect(title).toBeVisible();
  const address = page.url();
  expect(address).toMatch(
    /q=trail&country=ES&followersMin=10000&followersMax=250000&sort=engagement&view=table/,
  );

  const colleague = await browser.newContext({ storageState: await sessionFile('member') });
  const other = await colleague.newPage();
  await other.goto(address);
  await expect(other.getByRole('heading', { name: (await title.textContent()) ?? '' })).toBeVisible();
  await expect(field(other)).toHaveValue('trail');
  await expect(other.getByRole('button', { name: 'Followers 10k to 250k' })).toBeVisible();
  await expect(other.getByRole('button', { name: 'Country Spain' })).toBeVisible();
  await expect(other.getByRole('columnheader', { name: 'Engagement' })).toHaveAttribute(
    'aria-sort',
    'descending',
  );
  expect(await rows(other).first().getAttribute('data-row')).toBe(
    await rows(page).first().getAttribute('data-row'),
  );
  await colleague.close();
});

test('the table loads no posts, and cards opened from it get them', async ({ page }) => {
  const profiles: (string | null)[] = [];
  page.on('request', (request) => {
    const url = new URL(request.url());
    if (request.method() === 'GET' && searchCalls(url)) profiles.push(url.searchParams.get('profile'));
  });
  await openSearch(page, '?q=trail&view=table');
  expect(new Set(profiles)).toEqual(new Set(['summary']));
  await page.getByText('Cards', { exact: true }).locator('..').click();
  await expect(page.getByRole('list', { name: 'Recent content' }).first()).toBeVisible();
  expect(profiles.at(-1)).toBe('card');
});

test('Back steps through the filters', async ({ page }) => {
  await openSearch(page, '?country=ES');
  await page.getByRole('button', { name: 'YouTube', exact: true }).click();
  await expect(page).toHaveURL(/platform=youtube/);
  await openCard(cards(page).first());
  await expect(page.getByRole('heading', { name: 'YouTube Profile Details' })).toBeVisible();
  await page.goBack();
  await expect(page.getByRole('heading', { name: 'YouTube Profile Details' })).toHaveCount(0);
  await page.goBack();
  await expect(page).toHaveURL(/\?country=ES$/);
  await expect(page.getByRole('button', { name: 'YouTube', exact: true })).toHaveAttribute(
    'aria-pressed',
    'false',
  );
  await page.goForward();
  await expect(page.getByRole('button', { name: 'YouTube', exact: true })).toHaveAttribute(
    'aria-pressed',
    'true',
  );
});

test('an invalid URL shows all creators', async ({ page }) => {
  await openSearch(
    page,
    '?platform=myspace&country=Spain&followersMin=-1&engagementMin=lots&sort=best&view=map',
  );
  await expect(total(page)).toHaveText(/^About [\d,]+ creators$/);
  await expect(page.getByRole('alert')).toHaveCount(0);
});

test('a filter chip opens its editor, and its close button removes it', async ({ page }) => {
  await openSearch(page, '?country=ES&country=PT&followersMin=10000&verified=true');
  await page.getByRole('button', { name: 'Country Spain, Portugal' }).click();
  await page.getByRole('option', { name: 'Spain' }).click();
  await expect(page).toHaveURL(/\?country=PT&/);
  await page.keyboard.press('Escape');
  await expect(page.getByRole('button', { name: 'Country Portugal' })).toBeFocused();
  await removeChip(page, 'Country').click();
  await expect(page).toHaveURL(/\?followersMin=10000&verified=true$/);
  await expect(page.getByRole('button', { name: 'Filter', exact: true })).toBeFocused();
  await removeChip(page, 'Verified').click();
  await expect(page).toHaveURL(/\?followersMin=10000$/);
  await page.getByRole('button', { name: 'Clear', exact: true }).last().click();
  await expect(page).toHaveURL(/\/creator-search$/);
});

test('an invalid range shows what is wrong and keeps the typed text', async ({ page }) => {
  await openSearch(page);
  await page.getByRole('button', { name: 'Filter', exact: true }).click();
  await page.getByRole('menuitem', { name: 'Average views' }).click();
  await expect(page.getByRole('textbox', { name: 'From' })).toBeFocused();
  await page.getByRole('textbox', { name: 'From' }).fill('many');
  await page.keyboard.press('Enter');
  await expect(page.getByText('Enter a number, such as 10k')).toBeVisible();
  await expect(page.getByRole('textbox', { name: 'From' })).toHaveValue('many');
  await page.getByRole('textbox', { name: 'From' }).fill('2m');
  await page.getByRole('textbox', { name: 'To' }).fill('1m');
  await page.keyboard.press('Enter');
  await expect(page.getByText('The maximum is below the minimum')).toBeVisible();
  await page.getByRole('textbox', { name: 'To' }).fill('');
  await page.keyboard.press('Enter');
  await expect(page.getByRole('button', { name: 'Average views at least 2m' })).toBeVisible();
});

test('name matches say why they matched', async ({ page }) => {
  await openSearch(page, '?country=PT&language=pt');
  const first = cards(page).first();
  await expect(first.getByText('Why it matched')).toBeVisible();
  await expect(first.locator('mark', { hasText: 'Portugal' })).toBeVisible();
  await expect(first.locator('mark', { hasText: 'Portuguese' })).toBeVisible();
  await expect(
    first.getByText(/^[\d.]+ = engagement [\d.]+ × freshness [\d.]+ × reach [\d.]+/),
  ).toBeVisible();
});

test('the search works with the keyboard only', async ({ page }) => {
  await openSearch(page, '?q=trail');
  await page.keyboard.press('/');
  await expect(field(page)).toBeFocused();
  await page.keyboard.press('ArrowDown');
  await expect(cards(page).nth(0)).toBeFocused();
  await page.keyboard.press('ArrowRight');
  await expect(cards(page).nth(1)).toBeFocused();
  await page.keyboard.press('ArrowDown');
  await expect(cards(page).nth(4)).toBeFocused();
  await page.keyboard.press('ArrowLeft');
  await expect(cards(page).nth(3)).toBeFocused();
  await page.keyboard.press('x');
  await page.keyboard.press('ArrowUp');
  await expect(cards(page).nth(0)).toBeFocused();
  await page.keyboard.press('Space');
  await expect(page.getByText('2 selected').last()).toBeVisible();
  await page.keyboard.press('a');
  const actions = page.getByRole('region', { name: 'Bulk actions' });
  await expect(actions.getByRole('button', { name: 'Add to list' })).toBeFocused();
  await page.keyboard.press('Escape');
  await expect(cards(page).nth(0)).toBeFocused();
  await page.keyboard.press('Enter');
  const drawer = page.getByRole('complementary', { name: /Profile Details$/ });
  await expect(drawer).toBeFocused();
  await page.keyboard.press('Escape');
  await expect(drawer).toHaveCount(0);
  await expect(cards(page).nth(0)).toBeFocused();
  await page.keyboard.press('Escape');
  await expect(actions).toHaveCount(0);
});

test('opening a creator renders neither the filters nor the number of results again', async ({ page }) => {
  await openSearch(page, '?country=ES');
  await openCard(cards(page).first());
  const name = page.getByRole('complementary', { name: /Profile Details$/ }).locator('.creator-who-name');
  await expect(name.first()).toBeVisible();
  let at = 0;
  // A search that is refreshed renders them too.
  await expect(async () => {
    at += 1;
    await page.locator('.filter-bar, .creator-search-status').evaluateAll((all) => {
      // React stores the props of the last rendering on the element.
      const rendered = (one: Element) =>
        Object.entries(one).find(([name]) => name.startsWith('__reactProps$'))?.[1];
      const before = all.map(rendered);
      const again = () => all.filter((one, at) => rendered(one) !== before[at]).length;
      Object.assign(globalThis, { renderedAgain: again });
    });
    await openCard(cards(page).nth(at));
    await expect(cards(page).nth(at)).toHaveAttribute('aria-current', 'true');
    expect(await page.evaluate('renderedAgain()')).toBe(0);
  }).toPass({ timeout: 20_000 });
});

test('arrow down before results arrive focuses the new results, not the old ones', async ({ page }) => {
  await openSearch(page, '?q=coffee');
  const letGo = await holdSearches(page);
  await field(page).fill('trail');
  await page.keyboard.press('ArrowDown');
  await expect(page.locator('[data-stale]')).toHaveCount(1);
  await expect(field(page)).toBeFocused();
  letGo();
  // Topics match too: a runner's category.
  await expect(cards(page).first().locator('mark').first()).toHaveText(/trail|run/i);
  await expect(cards(page).first()).toBeFocused();
});

test('several creators are selected and saved to a new list, with their count', async ({ page }) => {
  const title = unique('Found together');
  await openSearch(page, '?q=coffee&view=table');
  // More rows may load at once, so the box isn't checked for long; the rows present were selected.
  await page.getByRole('checkbox', { name: 'Select all shown' }).click();
  const chosen = Number.parseInt(
    (await page
      .getByText(/^\d+ selected$/)
      .last()
      .textContent()) ?? '',
    10,
  );
  await rows(page).first().getByRole('checkbox').uncheck();
  await expect(page.getByText(`${chosen - 1} selected`).last()).toBeVisible();
  await field(page).fill('coffee bar');
  await expect(page.getByText(`${chosen - 1} selected`).last()).toBeVisible();
  const bar = page.getByRole('region', { name: 'Bulk actions' });
  await bar.getByRole('button', { name: 'Add to list' }).click();
  await page.getByRole('button', { name: 'New list' }).click();
  await page.getByRole('textbox', { name: 'New list' }).fill(title);
  await page.getByRole('button', { name: 'Create and save' }).click();
  await expect(page.getByText(`${chosen - 1} creators saved to ${title}.`)).toBeVisible();
  await expect(bar).toHaveCount(0);
  await page.getByRole('link', { name: 'Open list' }).click();
  await expect(page.getByRole('heading', { level: 1, name: title })).toBeVisible();
});

test("a creator who is already on a list isn't added twice", async ({ page }) => {
  const api = await apiOf(page);
  const title = unique('Once');
  const creator = await api.findCreator(({ fullname }) => fullname !== '');
  await api.makeList(title, [creator.id]);
  await openSearch(page, `?q=${encodeURIComponent(creator.username)}`);
  const card = cards(page).first();
  await expect(card).toContainText(`@${creator.username}`);
  await expect(card.getByText(/^On /)).toBeVisible();
  await card.getByRole('button', { name: 'Save to list' }).click();
  await expect(page.getByRole('combobox', { name: 'Lists: Find a list' })).toBeFocused();
  await page.getByRole('combobox', { name: 'Lists: Find a list' }).fill(title);
  await expect(page.getByRole('option', { name: title })).toContainText('On this list');
  await page.keyboard.press('Enter');
  await expect(page.getByText(`Already on ${title}.`)).toBeVisible();
});

test('the selection is exported with exact metrics', async ({ page }) => {
  const api = await apiOf(page);
  const creator = await api.findCreator(
    ({ followerCount, engagement }) => followerCount !== null && engagement !== null,
  );
  await openSearch(page, `?q=${encodeURIComponent(creator.username)}`);
  await expect(cards(page).first()).toContainText(`@${creator.username}`);
  await cards(page).first().getByRole('checkbox').check();
  const download = page.waitForEvent('download');
  await page.getByRole('button', { name: 'Export' }).click();
  const file = await download;
  expect(file.suggestedFilename()).toMatch(/^creators-\d{4}-\d\d-\d\d\.csv$/);
  const text = readFileSync(await file.path(), 'utf8');
  const [head = [], row = []] = text
    .trim()
    .split(/\r?\n/)
    .map((line) => line.replace('\uFEFF', '').split(','));
  const exported = Object.fromEntries(head.map((title, at) => [title, row[at]]));
  expect(exported).toMatchObject({
    Username: creator.username,
    Followers: String(creator.followerCount),
    'Engagement %': String(creator.engagement),
  });
});

test('a search is saved by name, applied, replaced under the same name, deleted and restored', async ({
  page,
}) => {
  const name = unique('Runners');
  await openSearch(page, '?q=trail&country=ES&view=table');
  await page.getByRole('button', { name: 'Save search' }).click();
  await expect(page.getByLabel('Save this search as')).toBeFocused();
  await page.getByLabel('Save this search as').fill(name);
  await page.keyboard.press('Enter');
  await expect(page.getByText(`Search saved as ${name}.`)).toBeVisible();

  await openSearch(page, '?q=coffee');
  await page.getByRole('button', { name: 'Save search' }).click();
  await page.getByRole('link', { name }).click();
  await expect(page).toHaveURL(/\?q=trail&country=ES$/);
  await expect(field(page)).toHaveValue('trail');

  await removeChip(page, 'Country').click();
  await page.getByRole('button', { name: 'Save search' }).click();
  await page.getByLabel('Save this search as').fill(name);
  await expect(page.getByText(`Replaces ${name}`)).toBeVisible();
  await page.getByRole('button', { name: 'Save', exact: true }).click();
  await page.getByRole('button', { name: 'Save search' }).click();
  await expect(page.getByRole('link', { name })).toHaveCount(1);
  await expect(page.getByRole('link', { name })).toHaveAttribute('href', '/creator-search?q=trail');
  await expect(page.getByRole('link', { name })).toHaveAttribute('aria-current', 'page');

  await page.getByRole('button', { name: `Remove ${name}` }).click();
  await expect(page.getByText(`${name} removed.`)).toBeVisible();
  await expect(page.getByRole('link', { name })).toHaveCount(0);
  await page.getByRole('button', { name: 'Undo' }).click();
  await expect(page.getByText(`${name} restored.`)).toBeVisible();
  await page.getByRole('button', { name: /^Saved? search/ }).click();
  await page.getByRole('button', { name: `Remove ${name}` }).click();
});

test.describe('states', () => {
  test('a slow first search shows card placeholders after 300 ms', async ({ page, open }) => {
    const letGo = await holdSearches(page);
    await open(SEARCH);
    await expect(field(page)).toBeVisible();
    await expect(page.locator('.creator-skeleton').first()).toBeVisible();
    letGo();
    await expect(cards(page).first()).toBeVisible();
    await expect(page.locator('.creator-skeleton')).toHaveCount(0);
  });

  test('results stay visible during a slow search', async ({ page }) => {
    await openSearch(page, '?q=trail');
    const first = await cards(page).first().getAttribute('data-row');
    const letGo = await holdSearches(page);
    await field(page).fill('coffee');
    await expect(page.locator('[data-stale]')).toHaveCount(1);
    expect(await cards(page).first().getAttribute('data-row')).toBe(first);
    letGo();
    await expect(page.locator('[data-stale]')).toHaveCount(0);
    await expect(cards(page).first().locator('mark').first()).toHaveText(/coffee/i);
  });

  test('a failed search shows an error, keeps results and typed text, and can be retried', async ({
    page,
  }) => {
    await openSearch(page, '?q=trail');
    const first = await cards(page).first().getAttribute('data-row');
    await page.route(searchCalls, (route) => route.abort());
    await field(page).fill('coffee');
    await expect(page.getByText("Couldn't run the search.")).toBeVisible();
    await expect(page.getByText(/Showing earlier results\.$/)).toBeVisible();
    expect(await cards(page).first().getAttribute('data-row')).toBe(first);
    await expect(field(page)).toHaveValue('coffee');
    await page.unroute(searchCalls);
    await page.getByRole('button', { name: 'Retry' }).click();
    await expect(cards(page).first().locator('mark').first()).toHaveText(/coffee/i);
    await expect(page.getByText("Couldn't run the search.")).toHaveCount(0);
  });

  test('a failed next page keeps the previous pages', async ({ page }) => {
    await openSearch(page, '?view=table');
    await page.route(searchCalls, (route) =>
      new URL(route.request().url()).searchParams.has('cursor') ? route.abort() : route.continue(),
    );
    const before = await rows(page).count();
    await rows(page).last().scrollIntoViewIfNeeded();
    await expect(page.getByText("Couldn't load more creators.")).toBeVisible();
    expect(await rows(page).count()).toBeGreaterThanOrEqual(before);
    await page.unroute(searchCalls);
    await page.getByRole('button', { name: 'Retry' }).click();
    await expect(page.getByText("Couldn't load more creators.")).toHaveCount(0);
    await expect.poll(() => rows(page).count()).toBeGreaterThan(before);
  });

  test('a search without results explains it and offers ways out', async ({
    page,
    open,
    expectAccessible,
  }) => {
    await open(`${SEARCH}?q=qzxqzxqzx`);
    await expect(page.getByText('No creators found')).toBeVisible();
    await page.getByRole('button', { name: 'Clear filters' }).click();
    await expect(cards(page).first()).toBeVisible();
    await openSearch(page, '?q=Hautpflege');
    await expect(cards(page).first()).toContainText('skin care');
    await page.goto(`${hosts.web}${SEARCH}?q=Hautpflege&country=AQ`);
    await expect(page.getByText('We looked for creators who post about skin care.')).toBeVisible();
    const excluding = page.getByRole('region', { name: 'Conditions that exclude creators' });
    await expect(excluding.getByRole('listitem').filter({ hasText: 'Country: Antarctica' })).toContainText(
      /Excludes (more than )?[\d,]+ creators?/,
    );
    await expectAccessible();
    await page.getByRole('button', { name: 'Remove Country: Antarctica' }).click();
    await expect(cards(page).first()).toContainText('skin care');
    // A near topic that has creators there.
    await page.goto(`${hosts.web}${SEARCH}?q=${encodeURIComponent('skin care qzxqzxqzx')}`);
    const near = page.getByRole('region', { name: 'Related topics' }).getByRole('button').first();
    await expect(near).toHaveText(/[\d,]+\+? creators?$/);
    await near.click();
    await expect(cards(page).first()).toBeVisible();
  });
});

test('hundreds of rows stay in the table and in place while scrolling, with only a few in the DOM', async ({
  page,
}) => {
  await watchLayoutShift(page);
  await openSearch(page, '?view=table&sort=followers');
  await page.evaluate(() => window.scrollTo(0, document.body.scrollHeight));
  const more = page.getByRole('button', { name: 'Show more' });
  const table = page.getByRole('table', { name: 'Creators' });
  const count = async () => Number(await table.getAttribute('aria-rowcount'));
  for (let before = await count(); before <= 300; before = await count()) {
    // The first pages load automatically, without the button.
    await expect(async () => {
      await page.evaluate(() => window.scrollTo(0, document.body.scrollHeight));
      await more.click({ timeout: 1000 });
    }).toPass();
    await expect.poll(count).toBeGreaterThan(before);
  }
  expect(await rows(page).count()).toBeLessThan(90);
  const height = await page.evaluate(() => document.body.scrollHeight);
  for (let at = height; at > 0; at -= 700) {
    await page.evaluate(async (top) => {
      window.scrollTo(0, top);
      for (let frame = 0; frame < 2; frame++) await new Promise(requestAnimationFrame);
    }, at);
  }
  expect(await layoutShift(page)).toBeLessThan(0.05);
  await page.evaluate(() => window.scrollTo(0, 0));
  await rows(page).first().focus();
  await page.keyboard.press('End');
  const last = await table.getAttribute('aria-rowcount');
  await expect(page.locator('[data-row]:focus')).toHaveAttribute('aria-rowindex', last ?? '');
  await page.keyboard.press('Home');
  await expect(page.locator('[data-row]:focus')).toHaveAttribute('aria-rowindex', '2');
});

const contactText = ({ metaData: { contactsFetched, contactsError } }: FoundCreator) =>
  contactsError
    ? (contactsError.message ?? "Couldn't fetch contact info")
    : contactsFetched
      ? 'Contact info fetched'
      : "Contact info hasn't fetched.";

for (const [ids, what, wanted] of [
  ['[R4.023]', 'fetched', ({ metaData: m }: FoundCreator) => m.contactsFetched && !m.contactsError],
  ['[R4.024]', 'refused with a reason', ({ metaData: m }: FoundCreator) => Boolean(m.contactsError?.message)],
  [
    '[R4.025]',
    'refused without a reason',
    ({ metaData: m }: FoundCreator) => m.contactsError?.message === null,
  ],
  [
    '[R4.026] [R8.040]',
    'not fetched',
    ({ metaData: m }: FoundCreator) => !m.contactsFetched && !m.contactsError,
  ],
] as const) {
  test(`${ids} contact info that is ${what} is shown on the card`, async ({ page }) => {
    const creator = await (await apiOf(page)).findCreator(wanted);
    await openSearch(page, `?q=${encodeURIComponent(creator.username)}&platform=${creator.platform}`);
    const card = cards(page)
      .filter({ hasText: `@${creator.username}` })
      .first();
    const mark = card.getByRole('button', { name: contactText(creator), exact: true });
    await mark.hover();
    await expect(page.getByRole('tooltip')).toHaveText(contactText(creator));
    const invite = card.getByRole('button', { name: /Invite to campaign/ });
    if (creator.metaData.contactsFetched && !creator.metaData.contactsError) {
      await invite.click();
      await expect(page.getByRole('dialog', { name: 'Invite to campaign' })).toBeVisible();
    } else {
      await expect(invite).toBeDisabled();
    }
  });
}

const compact = (value: number, decimals: number) => {
  for (const [size, sign] of [
    [1e9, 'b'],
    [1e6, 'm'],
    [1e3, 'k'],
  ] as const) {
    if (value >= size) return `${(value / size).toFixed(decimals)}${sign}`;
  }
  return String(value);
};

test('[R9.046] [R9.047] [R9.048] cards show followers, rates and views abbreviated, with exact values on hover', async ({
  page,
}) => {
  const creator = await (await apiOf(page)).findCreator(
    ({ platform, followerCount, engagement, avgViews }) =>
      platform === 'tiktok' &&
      Boolean(followerCount && engagement && avgViews) &&
      (followerCount ?? 0) < 900_000,
  );
  await openSearch(page, `?q=${encodeURIComponent(creator.username)}&platform=tiktok`);
  const card = cards(page)
    .filter({ hasText: `@${creator.username}` })
    .first();
  const figure = (label: string) => card.getByRole('button', { name: new RegExp(`^${label} `) });
  await expect(figure('Followers')).toHaveText(compact(creator.followerCount ?? 0, 1));
  await expect(figure('Engagement')).toHaveText(`${(creator.engagement ?? 0).toFixed(1)}%`);
  await expect(figure('Avg views')).toHaveText(compact(creator.avgViews ?? 0, 0));
  await figure('Followers').click();
  const answer = page.getByRole('dialog', { name: 'Followers source' });
  await expect(answer).toContainText((creator.followerCount ?? 0).toLocaleString('en-US'));
  await expect(answer).toContainText('Updated');
  await page.keyboard.press('Escape');
  await figure('Engagement').click();
  const exact = `${Number((creator.engagement ?? 0).toFixed(3))}%`;
  await expect(page.getByRole('dialog', { name: 'Engagement source' })).toContainText(exact);
});

test.describe('appearance', () => {
  // Checking everything takes a while.
  test.describe.configure({ timeout: 120_000 });
  test('the search and its overlays have no axe findings in both color schemes', async ({
    page,
    expectAccessible,
    expectAccessibleInBoth,
  }) => {
    await page.emulateMedia({ reducedMotion: 'reduce' });
    await openSearch(page, '?q=trail&country=ES&followersMin=10000&verified=true');
    await cards(page).first().getByRole('checkbox').check();
    await expectAccessibleInBoth();
    await page.getByRole('button', { name: 'Country Spain' }).click();
    await expect(page.getByRole('listbox', { name: 'Country' })).toBeVisible();
    // The page underneath was checked just before.
    await expectAccessibleInBoth('.t-floating');
    await page.keyboard.press('Escape');
    await page.getByRole('button', { name: 'Followers at least 10k' }).click();
    await expect(page.getByRole('textbox', { name: 'From' })).toBeVisible();
    await expectAccessibleInBoth('.t-floating');
    await page.keyboard.press('Escape');
    await page.getByRole('button', { name: 'Save search' }).click();
    await expect(page.getByRole('link', { name: 'Trail runners, Iberia' })).toBeVisible();
    await expectAccessibleInBoth('.t-floating');
    await page.keyboard.press('Escape');
    await cards(page).first().getByRole('button', { name: 'Save to list' }).click();
    await expect(page.getByRole('listbox', { name: 'Lists' })).toBeVisible();
    await expectAccessible();
    await expectAccessibleInBoth('.t-floating');
    await openSearch(page, '?q=trail&view=table');
    await expectAccessibleInBoth();
    await page.goto(`${hosts.web}${SEARCH}?q=qzxqzxqzx`);
    await expect(page.getByText('No creators found')).toBeVisible();
    await expectAccessibleInBoth();
  });

  for (const [width, height, across] of [
    [390, 844, 1],
    [834, 1112, 2],
    [1440, 900, 3],
  ] as const) {
    test(`nothing is cut off at ${width}`, async ({ page }) => {
      await page.setViewportSize({ width, height });
      await openSearch(page, '?q=trail&country=ES&country=PT&followersMin=10000&followersMax=250000');
      const sideways = () =>
        page.evaluate(() => document.documentElement.scrollWidth - document.documentElement.clientWidth);
      expect(await sideways()).toBe(0);
      const tops = await cards(page).evaluateAll((all) =>
        all.map((card) => card.getBoundingClientRect().top),
      );
      expect(tops.filter((top) => top === tops[0])).toHaveLength(across);
      const heights = await page
        .getByRole('group', { name: 'Platforms' })
        .getByRole('button')
        .evaluateAll((all) => all.map((button) => button.getBoundingClientRect().height));
      expect(new Set(heights).size).toBe(1);
      await openSearch(page, '?q=trail&view=table');
      expect(await sideways()).toBe(0);
    });
  }

  test('the first load stays within 200 kB of script and styles', async ({ page }) => {
    // Idle prefetching doesn't count.
    await page.addInitScript(() => {
      window.requestIdleCallback = () => 0;
    });
    await openSearch(page);
    await page.waitForLoadState('networkidle');
    const bytes = await page.evaluate(() =>
      (performance.getEntriesByType('resource') as PerformanceResourceTiming[])
        .filter(({ name }) => name.startsWith(location.origin) && /\.(js|css)$/.test(new URL(name).pathname))
        .reduce((sum, { encodedBodySize }) => sum + encodedBodySize, 0),
    );
    console.log(`first load of the search: ${(bytes / 1000).toFixed(1)} kB of script and styles, compressed`);
    expect(bytes).toBeGreaterThan(50_000);
    expect(bytes).toBeLessThan(200_000);
  });
});

test('Escape keeps the text in the search field', async ({ page }) => {
  await openSearch(page);
  await field(page).fill('trail');
  await field(page).press('Escape');
  await expect(field(page)).toHaveValue('trail');
  await expect(field(page)).toBeFocused();
  await expect(page).toHaveURL(/q=trail/);
  await page.getByRole('search').getByRole('button', { name: 'Clear' }).click();
  await expect(field(page)).toHaveValue('');
});

test('metrics of one creator each show source and age, on the card and in the table', async ({ page }) => {
  await openSearch(page);
  const figure = (source: string, asOf: string) => ({ source, asOf });
  const old = '2026-11-08T12:00:00.000Z';
  const twoDaysAgo = new Date(Date.now() - 49 * 3_600_000).toISOString();
  // Give one creator of the real response metrics from two sources.
  await page.route(searchCalls, async (route) => {
    const response = await route.fetch();
    const answer = (await response.json()) as { creators: Record<string, unknown>[] };
    Object.assign(answer.creators[0] ?? {}, {
      platform: 'tiktok',
      followerCount: 999,
      engagement: 4.561,
      avgViews: 12_345,
      figures: {
        followerCount: figure('provider', old),
        engagement: figure('platform', twoDaysAgo),
        avgViews: figure('brand-import', '2024-06-30T12:00:00.000Z'),
      },
    });
    await route.fulfill({ response, json: answer });
  });
  const labels = { Followers: 'Audience provider', Engagement: 'Platform API', 'Avg views': 'Your import' };
  // Counted up to seven days, then a date.
  const ages: Record<string, RegExp> = {
    Followers: /\b8\sNov$|Nov\s2026$/,
    Engagement: /\b2\sd$/,
    'Avg views': /Jun\s2024$/,
  };
  await openSearch(page, '?sort=views');
  const card = cards(page).first();
  for (const [label, source] of Object.entries(labels)) {
    const labelled = card.locator('.t-labelled').filter({ hasText: label });
    await expect(labelled.getByTitle(source)).toBeVisible();
    await expect(labelled.getByTitle(source)).toContainText(ages[label]!);
  }
  await expect(card.getByRole('button', { name: 'Followers 999, show source' })).toHaveText('999');
  await card.getByRole('button', { name: /^Followers 999/ }).click();
  const answer = page.getByRole('dialog', { name: 'Followers source' });
  await expect(answer).toContainText('Audience provider');
  await expect(answer).toContainText('8 Nov');
  await page.keyboard.press('Escape');

  await page.goto(`${hosts.web}${SEARCH}?sort=views&view=table`);
  const row = rows(page).first();
  for (const source of Object.values(labels)) await expect(row.getByTitle(source)).toBeVisible();
});
