import type { Page } from '@playwright/test';
import { hosts } from './support/hosts.ts';
import { apiOf } from './support/lists.ts';
import { expect, test } from './support/test.ts';

test.use({ as: 'owner' });

const SEARCH = '/creator-search';
const cards = (page: Page) => page.getByRole('article');
const unique = (title: string) => `${title} ${crypto.randomUUID().slice(0, 8)}`;

async function openSearch(page: Page, query = '') {
  await page.goto(`${hosts.web}${SEARCH}${query}`);
  await expect(cards(page).first()).toBeVisible();
}

test('topics of two words are found in any spelling, and a phrase that few use leads to related topics', async ({
  page,
}) => {
  const totals: string[] = [];
  for (const text of ['skin care', 'skincare', '#skincare', 'Hautpflege']) {
    await openSearch(page, `?q=${encodeURIComponent(text)}`);
    await expect(cards(page).first()).toContainText('skin care');
    totals.push(
      (await page
        .getByRole('status')
        .filter({ hasText: /creators$/ })
        .textContent()) ?? '',
    );
  }
  const counts = totals.map((text) => /[\d,]+ creators/.exec(text)?.[0]);
  expect(new Set(counts).size).toBe(1);
  for (const text of ['vegan travel', 'clean beauty', 'beauty']) {
    await openSearch(page, `?q=${encodeURIComponent(text)}`);
    await expect(cards(page).first()).toContainText('Why it matched');
  }
});

test('a description in the URL shows the filters found in it', async ({ page, open }) => {
  await open(`${SEARCH}?q=${encodeURIComponent('vegan runners in Germany with 10k to 50k followers')}`);
  const found = page.getByRole('region', { name: 'Filters found in your description' });
  await expect(found.getByRole('listitem').filter({ hasText: 'Followers' })).toContainText('10k to 50k');
  await found.getByRole('button', { name: 'Use filters' }).click();
  await expect(page).toHaveURL(/followersMin=10000/);
  await expect(found).toHaveCount(0);
});

test('an audience filter says for how many creators the audience is known, and is loosened with a click', async ({
  page,
  expectAccessible,
}) => {
  await openSearch(page);
  await page.getByRole('button', { name: 'Filter', exact: true }).click();
  await page.getByRole('menuitem', { name: 'Audience (from your reports)' }).click();
  const editor = page.getByRole('dialog', { name: 'Audience' });
  await editor.getByLabel('Value').selectOption({ index: 1 });
  await editor.getByLabel('Minimum share (%)').fill('101');
  await editor.getByRole('button', { name: 'Add filter' }).click();
  await expect(editor.getByText('Enter a number from 1 to 100')).toBeVisible();
  await editor.getByLabel('Minimum share (%)').fill('1');
  await editor.getByRole('button', { name: 'Add filter' }).click();
  await expect(
    page.getByText(/^You have audience reports on [\d,]+ of (about )?[\d,]+ creators\./),
  ).toBeVisible();
  await expect(page).toHaveURL(/audience=country/);
  await page.goto(`${hosts.web}${SEARCH}?audience=country:DE:99`);
  await expect(page.getByText(/^Audience filters rely on audience reports/)).toBeVisible();
  await expectAccessible();
  await page.getByRole('button', { name: 'Remove Audience filter' }).click();
  await expect(cards(page).first()).toBeVisible();
});

test('alerts about new matches of a saved search are turned on and off, unless it has too many', async ({
  page,
}) => {
  const name = unique('Alert');
  await openSearch(page, '?q=skincare&country=ES');
  await page.getByRole('button', { name: 'Save search' }).click();
  await page.getByLabel('Save this search as').fill(name);
  await page.keyboard.press('Enter');
  await expect(page.getByText(`Search saved as ${name}.`)).toBeVisible();
  await page.getByRole('button', { name: /^Saved? search/ }).click();
  await page.getByRole('button', { name: `Turn on alerts for ${name}` }).click();
  await expect(page.getByText(`You'll get alerts about new matches for ${name}.`)).toBeVisible();
  await page.getByRole('button', { name: `Turn off alerts for ${name}` }).click();
  await expect(page.getByText(`Alerts for ${name} are off.`)).toBeVisible();
  await page.getByRole('button', { name: `Remove ${name}` }).click();
});

test('a search outside Troupe shows its filters and price before it is paid, and results become creators', async ({
  page,
  expectAccessible,
}) => {
  // Other filters each time: the same search is free while its results are kept.
  const least = 3000 + Math.floor(Math.random() * 9000);
  await page.goto(`${hosts.web}${SEARCH}?country=DE&followersMin=${least}&platform=instagram`);
  await page.getByRole('button', { name: 'Search outside Troupe' }).click();
  const dialog = page.getByRole('dialog', { name: 'Search outside Troupe' });
  await expect(dialog.getByText(/^You pay 1 credit for every 25 creators who are new to you/)).toBeVisible();
  await expect(dialog.getByText('Country: Germany')).toBeVisible();
  await expectAccessible('[role=dialog]');
  await dialog.getByRole('button', { name: /^Search \(up to 2 credits\)$/ }).click();
  await expect(page.getByText(/^\d+ creators? from IQData, \d+ new to you\./)).toBeVisible();
  await page
    .getByRole('button', { name: /^Add (?!creator$|all )/ })
    .first()
    .click();
  await expect(page.getByText('1 creator added.')).toBeVisible();
  await expect(page.getByText('In Troupe').first()).toBeVisible();
});

test('creators like those of a list, selected ones or the best of a campaign are found', async ({ page }) => {
  await page.goto(`${hosts.web}${SEARCH}/lists`);
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
  const api = await apiOf(page);
  const { creators } = await api.get<{ creators: { id: string; username: string }[] }>(
    `${api.brand}/creators?q=running`,
  );
  const [first, second] = creators;
  const listId = await api.makeList(unique('Like these'), [first?.id ?? '', second?.id ?? '']);
  await page.goto(`${hosts.web}${SEARCH}/lists?list=${listId}`);
  await page.getByRole('button', { name: 'List actions' }).click();
  await page.getByRole('menuitem', { name: 'Find similar' }).click();
  await expect(page.getByRole('heading', { name: 'Creators like those on this list' })).toBeVisible();
  await expect(cards(page).first().getByRole('table', { name: 'Similarity breakdown' })).toBeVisible();
  for (const { username } of creators.slice(0, 2))
    await expect(page.getByText(`@${username}`, { exact: true })).toHaveCount(0);

  await page.goBack();
  for (const at of [0, 1])
    await page
      .getByRole('checkbox', { name: /^Select (?!all)/ })
      .nth(at)
      .check();
  const bar = page.getByRole('region', { name: 'Bulk actions' });
  await bar.getByRole('link', { name: 'Find similar' }).click();
  await expect(page.getByRole('heading', { name: /^Creators like .+ and .+/ })).toBeVisible();
  await expect(cards(page).first().getByRole('table', { name: 'Similarity breakdown' })).toBeVisible();
  await api.send('POST', `${api.brand}/creator-list/${listId}/archive`, {});

  const { campaigns } = await api.get<{ campaigns: { id: string; title: string }[] }>(
    `${api.brand}/campaigns?status=publish`,
  );
  const campaignId = campaigns.find(({ title }) => title === 'Autumn Trail Kit')?.id;
  await page.goto(`${hosts.web}/campaigns/${campaignId}`);
  await page.getByRole('link', { name: 'Find similar' }).click();
  await expect(
    page.getByRole('heading', { name: "Creators like this campaign's top performers" }),
  ).toBeVisible();
  await expect(cards(page).first().getByRole('table', { name: 'Similarity breakdown' })).toBeVisible();
});

test("the drawer shows a creator's authenticity with its parts, brands mentioned, and price estimates", async ({
  page,
  expectAccessible,
}) => {
  await openSearch(page, '?followersMin=5000');
  await cards(page)
    .first()
    .click({ position: { x: 200, y: 12 } });
  const drawer = page.locator('aside.t-drawer').first();
  await expect(drawer.getByRole('heading', { name: 'Authenticity' })).toBeVisible();
  for (const part of [
    'Follower growth',
    'Engagement relative to size',
    'Variation in comment counts',
    'Reachability',
  ])
    await expect(drawer.getByText(part, { exact: true })).toBeVisible();
  await expect(drawer.getByRole('heading', { name: 'Brands mentioned in the last 90 days' })).toBeVisible();
  await expect(drawer.getByRole('heading', { name: 'Price estimate' })).toBeVisible();
  await expectAccessible('aside.t-drawer');
});
