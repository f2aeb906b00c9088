import type { Page } from '@playwright/test';
import { inDatabase, runJob } from './support/database.ts';
import { hosts } from './support/hosts.ts';
import { apiOf, drawerPath } from './support/lists.ts';
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

test('a description in the URL shows the filters found in it, and a language model suggests filters for the other words', async ({
  page,
  open,
}) => {
  await open(`${SEARCH}?q=${encodeURIComponent('vegan runners in Germany with 10k to 50k followers')}`);
  const found = page.getByRole('region', { name: 'Filters found in your description' });
  await expect(found.getByRole('listitem').filter({ hasText: 'Followers' })).toContainText('10k to 50k');
  await found.getByRole('button', { name: 'Use filters' }).click();
  await expect(page).toHaveURL(/followersMin=10000/);
  await expect(found).toHaveCount(0);

  await page.getByRole('searchbox', { name: 'Search creators' }).fill('zesty folks');
  await found.getByRole('button', { name: 'Suggest filters for these words' }).click();
  await expect(found.getByRole('listitem').filter({ hasText: 'Category' })).toContainText('Comedy');
  await expect(found).toContainText('The assistant suggested filters for “zesty folks”.');
  await found.getByRole('button', { name: 'Use filters' }).click();
  await expect(page).toHaveURL(/category=Comedy/);
  await expect(page.getByRole('button', { name: 'Remove Category', exact: true })).toBeVisible();
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

test('alerts about new matches of a saved search are turned on, arrive, and are turned off', async ({
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

  // Make the first creator found look like a new match.
  const profile = cards(page)
    .first()
    .getByRole('link', { name: /^@\S+ \(opens the profile\)$/ });
  const newMatch = /@[\w.]+/.exec((await profile.textContent()) ?? '')?.[0] ?? '';
  const [removed] = await inDatabase<{ name: string }>(
    `delete from saved_search_match match using creator, saved_search search
      where search.name = $1 and match.saved_search_id = search.id and creator.id = match.creator_id
        and '@' || creator.username = $2
      returning coalesce(nullif(creator.fullname, ''), creator.username) as name`,
    [name, newMatch],
  );
  await inDatabase(`update saved_search set checked_at = now() - interval '2 hours' where name = $1`, [name]);
  await runJob('saved-search-alerts');
  await page.goto(`${hosts.web}/campaigns`);
  await page.getByRole('button', { name: /^Notifications, \d+ unread$/ }).click();
  const notice = page
    .getByRole('dialog', { name: 'Notifications' })
    .getByRole('link')
    .filter({ hasText: `1 new creator in “${name}”` });
  await expect(notice).toContainText(removed?.name ?? 'a match');
  await notice.click();
  await expect(page).toHaveURL(/\?q=skincare&country=ES$/);
  await expect(cards(page).filter({ hasText: newMatch })).toHaveCount(1);
  await page.getByRole('button', { name: /^Saved? search/ }).click();
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
  await expect(page.getByRole('heading', { name: 'Creators similar to those on this list' })).toBeVisible();
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
  await expect(page.getByRole('heading', { name: /^Creators similar to .+ and .+/ })).toBeVisible();
  await expect(cards(page).first().getByRole('table', { name: 'Similarity breakdown' })).toBeVisible();
  await api.send('POST', `${api.brand}/creator-list/${listId}/archive`, {});

  const { campaigns } = await api.get<{ campaigns: { id: string; title: string }[] }>(
    `${api.brand}/campaigns?status=publish`,
  );
  const campaignId = campaigns.find(({ title }) => title === 'Autumn Trail Kit')?.id;
  await page.goto(`${hosts.web}/campaigns/${campaignId}`);
  await page.getByRole('link', { name: 'Find similar' }).click();
  await expect(
    page.getByRole('heading', { name: "Creators similar to this campaign's top performers" }),
  ).toBeVisible();
  await expect(cards(page).first().getByRole('table', { name: 'Similarity breakdown' })).toBeVisible();
});

test("the drawer shows a creator's authenticity, brands mentioned, and price estimates with the data behind them", async ({
  page,
  expectAccessible,
}) => {
  const api = await apiOf(page);
  const creator = await api.findCreator(() => true, '&platform=youtube&followersMin=5000');
  const insight = <Answer>(part: string) => api.get<Answer>(`${api.brand}/creators/${creator.id}/${part}`);
  const { comments } = await insight<{ comments: { posts: { comments: number }[] } }>('authenticity');
  const { estimates } = await insight<{ estimates: { items: { username: string; campaign: string }[] }[] }>(
    'price-estimates',
  );
  const sponsor = `gear${crypto.randomUUID().slice(0, 8)}`;
  await inDatabase(
    `insert into content (id, creator_id, url, published_at, title, type, format)
      values (gen_random_uuid(), $1, $2, now() - interval '1 day', $3, 'video', 'video')`,
    [creator.id, `https://video.example/${sponsor}`, `New boots from @${sponsor} #ad`],
  );
  await page.goto(`${hosts.web}${drawerPath(creator)}`);
  const drawer = page.locator('aside.t-drawer').first();
  await expect(drawer.getByRole('heading', { name: 'Authenticity' })).toBeVisible();
  for (const part of [
    'Follower growth',
    'Engagement relative to audience size',
    'Variation in comment counts',
    'Reachability',
  ])
    await expect(drawer.getByText(part, { exact: true })).toBeVisible();
  const part = (name: string) => drawer.locator('.insight-part').filter({ hasText: name });
  const ofComments = part('Variation in comment counts');
  await ofComments.getByText(`Show ${comments.posts.length} posts`, { exact: true }).click();
  await expect(ofComments.getByRole('listitem')).toHaveText(
    comments.posts.map(({ comments: count }) => new RegExp(`– ${count.toLocaleString('en')} comments?, `)),
  );

  await expect(drawer.getByRole('heading', { name: 'Brands mentioned in the last 90 days' })).toBeVisible();
  await expect(part(sponsor)).toContainText('1 labeled ad');
  await part(sponsor).getByText('1 post', { exact: true }).click();
  await expect(part(sponsor).getByRole('listitem')).toContainText(`New boots from @${sponsor} #ad`);
  await expect(part(sponsor).getByRole('link', { name: 'Open post' })).toHaveAttribute(
    'href',
    /video\.example/,
  );

  await expect(drawer.getByRole('heading', { name: 'Price estimate' })).toBeVisible();
  const estimate = drawer.locator('.price-estimate').first();
  const { items = [] } = estimates[0] ?? {};
  expect(items.length).toBeGreaterThan(0);
  await estimate.getByText(new RegExp(`^${items.length} agreements?$`)).click();
  await expect(estimate.getByRole('listitem')).toHaveText(
    items.map(({ username, campaign }) => new RegExp(`${campaign} with @?${username}, .+ per post`)),
  );
  await expectAccessible('aside.t-drawer');
  await inDatabase('delete from content where url = $1', [`https://video.example/${sponsor}`]);
});
