import { readFileSync } from 'node:fs';
import type { Locator, Page } from '@playwright/test';
import { hosts } from './support/hosts.ts';
import { insightsOf } from './support/insights.ts';
import { apiOf, drawerPath, type FoundCreator } from './support/lists.ts';
import { expect, test } from './support/test.ts';

test.use({ as: 'owner' });

const PLATFORM_NAMES = {
  instagram: 'Instagram',
  tiktok: 'TikTok',
  youtube: 'YouTube',
  'tiktok-shop': 'TikTok Shop',
} as const;
const DAY = 86_400_000;

interface Post {
  url: string;
  title: string;
  published_at: string;
  engagement: Record<`${'like' | 'dislike' | 'comment' | 'save' | 'share'}_count`, number | null>;
}

interface Breakdown {
  followerCount: number;
  engagement: number;
  fromDate: string;
  toDate: string;
  contentCount: number;
  content: Post[];
  totalLikes: number;
  avgLikes: number;
  avgComments: number;
  avgSaves: number;
  avgShares: number;
}

interface Details extends FoundCreator {
  userId: string | null;
  updated: string | null;
  creatorListItems: { savedDate: string; creatorList: { title: string } }[];
  extraData: {
    engagementBreakdown: Breakdown | null;
    shop: { units_sold: number; avg_gmv_revenue: number; currency: string } | null;
  };
  partnerCenterUrl?: string | null;
}

const creatorCall = (url: URL) =>
  url.origin === hosts.api && /\/brand\/[^/]+\/creators\/[^/]+$/.test(url.pathname);
const drawer = (page: Page) => page.getByRole('complementary', { name: /Profile Details$/ });
const section = (within: Locator, name: string) => within.getByRole('region', { name, exact: true });
const breakdownOf = (page: Page) => page.getByRole('dialog', { name: 'Engagement breakdown' });
const day = (at: string) =>
  new Intl.DateTimeFormat('en-GB', {
    day: 'numeric',
    month: 'short',
    year: 'numeric',
    timeZone: 'Europe/Berlin',
  }).format(new Date(at));
const whole = (value: number) => value.toLocaleString('en-US');

/** Finds a matching creator with all details. */
async function find(
  page: Page,
  wanted: (creator: FoundCreator & { userId: string | null }) => boolean,
  query = '',
) {
  const api = await apiOf(page);
  const found = await api.findCreator(wanted as (creator: FoundCreator) => boolean, query);
  const details = await api.get<Details>(`${api.brand}/creators/${found.id}`);
  return { api, details };
}

/** Opens a creator's drawer by URL. */
async function openDrawer(page: Page, creator: { id: string; username: string }, more = '') {
  await page.goto(hosts.web + drawerPath(creator) + more);
  await expect(drawer(page).or(breakdownOf(page)).last()).toBeVisible();
}

/** Overrides fields of API responses where the demo data has no such creator. */
async function withFields(page: Page, change: (details: Record<string, unknown>) => object) {
  await page.route(creatorCall, async (route) => {
    const answer = await route.fetch();
    const details = (await answer.json()) as Record<string, unknown>;
    await route.fulfill({ response: answer, json: { ...details, ...change(details) } });
  });
}

for (const platform of ['instagram', 'tiktok', 'youtube', 'tiktok-shop'] as const) {
  test(`[R2.144] [R2.146] the drawer of a creator on ${PLATFORM_NAMES[platform]} shows their name and audience size`, async ({
    page,
  }) => {
    const { details } = await find(
      page,
      ({ followerCount }) => followerCount !== null,
      `&platform=${platform}`,
    );
    await openDrawer(page, details);
    await expect(
      page.getByRole('heading', {
        level: 2,
        name: `${PLATFORM_NAMES[platform]} Profile Details`,
        exact: true,
      }),
    ).toBeVisible();
    const label = platform === 'youtube' ? 'Subscribers' : 'Followers';
    const other = platform === 'youtube' ? 'Followers' : 'Subscribers';
    const metrics = section(drawer(page), 'Metrics');
    await expect(metrics.getByRole('button', { name: new RegExp(`^${label} `) })).toBeVisible();
    await expect(metrics.getByText(other, { exact: true })).toHaveCount(0);
    await metrics.getByRole('button', { name: new RegExp(`^${label} `) }).click();
    await expect(page.getByRole('dialog', { name: `${label} source` })).toContainText(
      whole(details.followerCount ?? 0),
    );
  });
}

test('[R2.145] the drawer says when metrics were last updated, or N/A', async ({ page }) => {
  const { details } = await find(page, ({ engagement }) => engagement !== null);
  await openDrawer(page, details);
  const updated = section(drawer(page), 'Metrics').getByText(/^Last updated/);
  await expect(updated).toHaveText(`Last updated ${day(details.updated ?? '')}`);
  await withFields(page, () => ({ updated: null }));
  await page.reload();
  await expect(updated).toHaveText('Last updated N/A');
});

test('[R2.147] [R2.148] engagement and average views appear unless they are zero', async ({ page }) => {
  const { details } = await find(
    page,
    ({ engagement, avgViews }) => Boolean(engagement) && Boolean(avgViews),
    '&platform=tiktok',
  );
  await openDrawer(page, details);
  const metrics = section(drawer(page), 'Metrics');
  await expect(metrics.getByRole('button', { name: /^Engagement \d/ })).toHaveText(
    `${(details.engagement ?? 0).toFixed(1)}%`,
  );
  await expect(metrics.getByRole('button', { name: /^Avg views / })).toBeVisible();
  await withFields(page, () => ({ engagement: 0, avgViews: 0 }));
  await page.reload();
  await expect(metrics.getByRole('button', { name: /^Followers / })).toBeVisible();
  await expect(metrics.getByRole('button', { name: /^Engagement \d/ })).toHaveCount(0);
  await expect(metrics.getByRole('button', { name: /^Avg views / })).toHaveCount(0);
});

test('[R2.149] a profile with a linked user has the tag', async ({ page }) => {
  const { api, details } = await find(page, ({ userId }) => userId !== null, '&registered=true');
  await openDrawer(page, details);
  await expect(drawer(page).getByText('Registered with us')).toBeVisible();
  const other = await api.findCreator((creator) => (creator as Details).userId === null);
  await openDrawer(page, other);
  await expect(section(drawer(page), 'Metrics')).toBeVisible();
  await expect(drawer(page).getByText('Registered with us')).toHaveCount(0);
});

test('[R2.151] [R2.171] [R2.172] deep insights say when there is no data, offer to get it, and open separately', async ({
  page,
}) => {
  const details = await (await insightsOf(page)).freshCreator();
  await openDrawer(page, details);
  const insights = section(drawer(page), 'Deep insights');
  await expect(insights.getByText('No data yet.')).toBeVisible();
  await expect(insights.getByRole('button', { name: 'Get deep insights 1 credit' })).toBeVisible();
  const larger = insights.getByRole('button', { name: 'Expand deep insights' });
  await larger.click();
  await expect(page.getByRole('dialog', { name: /^Deep insights for/ })).toContainText('No data yet.');
  await page.keyboard.press('Escape');
  await expect(larger).toBeFocused();
});

test('[R2.152] the drawer shows the lists of a profile with the dates it was added', async ({ page }) => {
  const { api, details } = await find(page, () => true);
  const titles = ['One', 'Two'].map((word) => `${word} ${crypto.randomUUID().slice(0, 8)}`);
  for (const title of titles) await api.makeList(title, [details.id]);
  await openDrawer(page, details);
  const lists = section(drawer(page), 'Lists');
  for (const title of titles) {
    await expect(lists.getByRole('listitem').filter({ hasText: title })).toContainText(
      day(new Date().toISOString()),
    );
  }
  await lists.getByRole('link', { name: titles[0] ?? '' }).click();
  await expect(page.getByRole('heading', { level: 1, name: titles[0] ?? '' })).toBeVisible();
});

test('adding a creator to a list from the drawer shows the list', async ({ page }) => {
  const { api, details } = await find(page, () => true, '&platform=youtube');
  const title = `From the drawer ${crypto.randomUUID().slice(0, 8)}`;
  await api.makeList(title);
  await openDrawer(page, details);
  await drawer(page).getByRole('button', { name: 'Add to list' }).click();
  await page.getByRole('combobox', { name: 'Lists: Find a list' }).fill(title);
  await page.keyboard.press('Enter');
  await expect(page.getByText(`1 creator saved to ${title}.`)).toBeVisible();
  await expect(section(drawer(page), 'Lists').getByRole('link', { name: title })).toBeVisible();
});

test('[R2.153] [R2.154] campaign invites show campaign, date and time, and the Invite button opens the dialog', async ({
  page,
}) => {
  const { details } = await find(page, ({ metaData }) => metaData.contactsFetched);
  await openDrawer(page, details);
  const invites = section(drawer(page), 'Campaign invites');
  await expect(invites.getByText('No invites found.')).toBeVisible();
  await invites.getByRole('button', { name: 'Invite' }).click();
  await expect(page.getByRole('dialog', { name: 'Invite to campaign' })).toBeVisible();
  await withFields(page, () => ({
    invites: [
      {
        id: details.id,
        savedDate: '2026-03-02T15:08:00.000Z',
        status: 'replied',
        metaData: { campaignTitle: 'First Light Runs' },
      },
    ],
  }));
  await page.reload();
  const invite = invites.getByRole('listitem').filter({ hasText: 'First Light Runs' });
  await expect(invite).toContainText(/2 Mar 2026.*16:08/);
  await expect(invite).toContainText('Replied');
});

test('[R2.155] a TikTok Shop profile shows units sold and GMV over the last month, others do not', async ({
  page,
}) => {
  const { api, details } = await find(page, () => true, '&platform=tiktok-shop');
  const shop = details.extraData.shop;
  expect(shop).not.toBeNull();
  await openDrawer(page, details);
  const sales = section(drawer(page), 'Sales');
  await expect(sales.getByText('Over the last month')).toBeVisible();
  await expect(sales.getByRole('button', { name: /^Units sold / })).toHaveText(whole(shop?.units_sold ?? 0));
  const gmv = new Intl.NumberFormat('en-US', { style: 'currency', currency: shop?.currency ?? 'USD' });
  await expect(sales.getByRole('button', { name: /^GMV / })).toHaveText(
    gmv.format((shop?.avg_gmv_revenue ?? 0) / 100).replace(/\.00$/, ''),
  );
  const other = await api.findCreator(() => true, '&platform=instagram');
  await openDrawer(page, other);
  await expect(section(drawer(page), 'Lists')).toBeVisible();
  await expect(sales).toHaveCount(0);
});

test('[R2.156] only administrators see the partner center link', async ({ page, browser, sessionFile }) => {
  const { details } = await find(page, () => true, '&platform=tiktok-shop');
  await openDrawer(page, details);
  const link = (of: Page) => drawer(of).getByRole('link', { name: 'Partner Center profile' });
  await expect(section(drawer(page), 'Sales')).toBeVisible();
  await expect(link(page)).toHaveCount(0);
  const context = await browser.newContext({ storageState: await sessionFile('admin') });
  const admin = await context.newPage();
  await openDrawer(admin, details);
  await expect(link(admin)).toHaveAttribute('href', /^https:\/\/partner\./);
  await context.close();
});

test.describe('the engagement breakdown', () => {
  test('[R2.157] [R2.160] [R2.161] [R2.162] explains the rate and its components', async ({ page }) => {
    const { details } = await find(page, ({ engagement }) => Boolean(engagement), '&platform=instagram');
    const breakdown = details.extraData.engagementBreakdown;
    if (!breakdown) throw new Error('The demo data has no breakdown here.');
    await openDrawer(page, details);
    await drawer(page).getByRole('button', { name: 'Engagement breakdown' }).click();
    const panel = breakdownOf(page);
    await expect(
      panel.getByText(/Average likes, comments, saves and shares per post, divided by followers/),
    ).toBeVisible();
    await expect(panel.getByText(`${breakdown.engagement}%`, { exact: true })).toBeVisible();
    const table = panel.getByRole('table', { name: 'Totals and averages' });
    for (const name of ['Likes', 'Dislikes', 'Comments', 'Saves', 'Shares']) {
      await expect(table.getByRole('row', { name: new RegExp(`^${name}`) })).toHaveCount(1);
    }
    await expect(section(panel, 'Time window')).toContainText(day(breakdown.fromDate));
    await expect(section(panel, 'Time window')).toContainText(day(breakdown.toDate));
    await expect(section(panel, 'Time window')).toContainText(`${breakdown.contentCount} posts counted`);
    const items = panel.getByRole('table', { name: 'Posts' }).locator('tbody tr');
    await expect(items).toHaveCount(breakdown.contentCount);
    for (const post of breakdown.content) {
      await expect(panel.locator(`a[href="${post.url}"]`)).toHaveCount(1);
    }
  });

  test('[R2.158] [R2.159] shows totals and averages of all five reactions', async ({ page }) => {
    const { details } = await find(page, ({ engagement }) => Boolean(engagement), '&platform=instagram');
    await withFields(page, (one) => {
      const extraData = one.extraData as Details['extraData'];
      const content = (extraData.engagementBreakdown?.content ?? []).map((post) => ({
        ...post,
        engagement: { like_count: 1, dislike_count: 1, comment_count: 1, save_count: 1, share_count: 1 },
      }));
      const engagementBreakdown = {
        ...extraData.engagementBreakdown,
        content,
        totalLikes: 2100,
        avgLikes: 210,
        totalDislikes: 61,
        avgDislikes: 6.1,
        totalComments: 420,
        avgComments: 42,
        totalSaves: 154,
        avgSaves: 15.4,
        totalShares: 73,
        avgShares: 7.3,
      };
      return { extraData: { ...extraData, engagementBreakdown } };
    });
    await openDrawer(page, details, '&breakdown=open');
    const table = breakdownOf(page).getByRole('table', { name: 'Totals and averages' });
    for (const [name, total, average] of [
      ['Likes', '2,100', '210'],
      ['Dislikes', '61', '6.1'],
      ['Comments', '420', '42'],
      ['Saves', '154', '15.4'],
      ['Shares', '73', '7.3'],
    ] as const) {
      const cells = table.getByRole('row', { name: new RegExp(`^${name}`) }).getByRole('cell');
      await expect(cells.nth(1), name).toHaveText(total);
      await expect(cells.nth(2), name).toHaveText(average);
    }
  });

  test('the formula marks what the platform does not give, instead of counting 0', async ({ page }) => {
    const { details } = await find(page, ({ engagement }) => Boolean(engagement), '&platform=instagram');
    await withFields(page, (one) => {
      const extraData = one.extraData as Details['extraData'];
      const content = (extraData.engagementBreakdown?.content ?? []).map((post) => ({
        ...post,
        engagement: { ...post.engagement, save_count: null },
      }));
      const engagementBreakdown = { ...extraData.engagementBreakdown, content, totalSaves: 0, avgSaves: 0 };
      return { extraData: { ...extraData, engagementBreakdown } };
    });
    await openDrawer(page, details, '&breakdown=open');
    const panel = breakdownOf(page);
    const term = (name: string) => panel.locator('.engagement-term', { hasText: name });
    await expect(term('avg saves')).toContainText('not available');
    await expect(term('avg saves')).not.toContainText('0');
    await expect(term('avg likes').getByRole('button', { name: /^Average likes / })).toBeVisible();
    const row = panel.getByRole('row', { name: /^Saves/ });
    await expect(row).toContainText('Not provided by Instagram');
  });

  test('[R9.043] [R9.044] [R9.045] its window and metrics follow the rule', async ({ page }) => {
    const { details } = await find(page, ({ engagement }) => Boolean(engagement), '&platform=tiktok');
    const breakdown = details.extraData.engagementBreakdown;
    if (!breakdown) throw new Error('The demo data has no breakdown here.');
    const { avgLikes, avgComments, avgSaves, avgShares, followerCount } = breakdown;
    expect(breakdown.engagement).toBeCloseTo(
      ((avgLikes + avgComments + avgSaves + avgShares) / followerCount) * 100,
      3,
    );
    const age = (at: string) => (Date.now() - Date.parse(at)) / DAY;
    expect(age(breakdown.toDate)).toBeGreaterThanOrEqual(30);
    expect(age(breakdown.fromDate)).toBeLessThanOrEqual(366.1);
    await openDrawer(page, details, '&breakdown=open');
    const panel = breakdownOf(page);
    await expect(panel.getByText(/Includes posts from the past year/)).toContainText(
      "since 90 days before the profile was connected, whichever is shorter. Posts from the last 30 days aren't counted",
    );
    await expect(panel.getByText(/excluding the last 30 days$/)).toBeVisible();
    await panel.getByRole('button', { name: /^Average likes / }).click();
    await expect(page.getByRole('dialog', { name: 'Average likes source' })).toContainText(
      `${whole(breakdown.totalLikes)} likes / ${breakdown.contentCount} posts`,
    );
  });

  test("[R2.163] says when it isn't available", async ({ page }) => {
    const { details } = await find(page, ({ engagement }) => engagement === null);
    await openDrawer(page, details, '&breakdown=open');
    await expect(breakdownOf(page).getByText('Breakdown not available.')).toBeVisible();
  });

  test('exports every post to a file', async ({ page }) => {
    const { details } = await find(page, ({ engagement }) => Boolean(engagement));
    await openDrawer(page, details, '&breakdown=open');
    const download = page.waitForEvent('download');
    await breakdownOf(page).getByRole('button', { name: 'CSV' }).click();
    const file = await download;
    expect(file.suggestedFilename()).toBe(`engagement-${details.username}.csv`);
    const lines = readFileSync(await file.path(), 'utf8')
      .trim()
      .split('\r\n');
    expect(lines).toHaveLength((details.extraData.engagementBreakdown?.contentCount ?? 0) + 1);
  });

  test('opens over the drawer; Escape returns to the drawer, then to the list', async ({ page }) => {
    await page.goto(`${hosts.web}/creator-search?platform=tiktok`);
    const card = page.getByRole('article').first();
    await card.focus();
    await page.keyboard.press('Enter');
    await drawer(page).getByRole('button', { name: 'Engagement breakdown' }).click();
    await expect(breakdownOf(page)).toBeVisible();
    await page.keyboard.press('Escape');
    await expect(breakdownOf(page)).toHaveCount(0);
    await expect(drawer(page).getByRole('button', { name: 'Engagement breakdown' })).toBeFocused();
    await page.goBack();
    await expect(breakdownOf(page)).toBeVisible();
    await breakdownOf(page).getByRole('button', { name: 'Back' }).click();
    await expect(breakdownOf(page)).toHaveCount(0);
    await page.keyboard.press('Escape');
    await expect(drawer(page)).toHaveCount(0);
    await expect(card).toBeFocused();
  });
});

test("the drawer's arrows step through results, and closing returns focus to the last one", async ({
  page,
}) => {
  await page.goto(`${hosts.web}/creator-search?q=trail`);
  const cards = page.getByRole('article');
  await cards.first().click({ position: { x: 200, y: 12 } });
  await expect(drawer(page)).toBeVisible();
  await expect(drawer(page).getByRole('button', { name: /^Previous/ })).toBeDisabled();
  for (const at of [1, 2]) {
    await drawer(page).getByRole('button', { name: /^Next/ }).click();
    await expect(cards.nth(at)).toHaveAttribute('aria-current', 'true');
    const name = (await cards.nth(at).getAttribute('aria-label')) ?? '';
    await expect(drawer(page).getByText(name, { exact: true })).toBeVisible();
  }
  await page.keyboard.press('Escape');
  await expect(drawer(page)).toHaveCount(0);
  await expect(cards.nth(2)).toBeFocused();
});

test('after the last loaded result, the drawer continues to the next page', async ({ page }) => {
  await page.goto(`${hosts.web}/creator-search?q=trail&view=table`);
  const rows = page.getByRole('table', { name: 'Creators' }).locator('[data-row]');
  await expect(rows.first()).toBeVisible();
  // Of more than 100 rows, only those in view are in the document.
  const loaded = async () => Number(await rows.last().getAttribute('aria-rowindex')) - 1;
  await expect(async () => {
    await page.evaluate(() => window.scrollTo(0, document.body.scrollHeight));
    // More pages may have loaded already; at least three are there.
    expect(await loaded()).toBeGreaterThanOrEqual(72);
  }).toPass();
  // Pages requested by scrolling load first.
  let before = -1;
  await expect(async () => {
    const now = await loaded();
    const same = now === before;
    before = now;
    expect(same).toBe(true);
  }).toPass({ intervals: [500] });
  const last = (await rows.last().getAttribute('data-row')) ?? '';
  await page.locator(`[data-row="${last}"]`).focus();
  await page.keyboard.press('Enter');
  await expect(page).toHaveURL(new RegExp(last));
  await drawer(page).getByRole('button', { name: /^Next/ }).click();
  await expect(page).not.toHaveURL(new RegExp(last));
  await expect(drawer(page).getByRole('button', { name: /^Previous/ })).toBeEnabled();
});

test.describe('states', () => {
  for (const [what, id] of [
    ['nobody', '01890000-0000-7000-8000-000000000000'],
    ['no id at all', 'nonsense'],
  ] as const) {
    test(`a URL with ${what} says that the creator doesn't exist`, async ({ page }) => {
      await page.goto(`${hosts.web}/creator-search?creator=${id}`);
      await expect(page.getByText("We can't find this creator.")).toBeVisible();
      await expect(page.getByRole('article').first()).toBeVisible();
      await page.getByRole('alert').getByRole('button', { name: 'Close' }).click();
      await expect(page).toHaveURL(/\/creator-search$/);
    });
  }

  test("a slow creator shows the list's data at once, and placeholders for the rest", async ({ page }) => {
    await page.goto(`${hosts.web}/creator-search?platform=youtube`);
    await expect(page.getByRole('article').first()).toBeVisible();
    const { promise: letGo, resolve: answer } = Promise.withResolvers<void>();
    await page.route(creatorCall, async (route) => {
      await letGo;
      await route.continue();
    });
    const card = page.getByRole('article').first();
    await card.click({ position: { x: 200, y: 12 } });
    await expect(page.getByRole('heading', { name: 'YouTube Profile Details' })).toBeVisible();
    await expect(section(drawer(page), 'Metrics')).toBeVisible();
    await expect(drawer(page).locator('.t-skeleton').first()).toBeVisible();
    answer();
    await expect(section(drawer(page), 'Lists')).toBeVisible();
    await expect(drawer(page).locator('.t-skeleton')).toHaveCount(0);
  });

  test('a creator that fails to load can be retried', async ({ page }) => {
    const { details } = await find(page, () => true);
    await page.route(creatorCall, (route) => route.abort());
    await openDrawer(page, details);
    await expect(page.getByText("Couldn't load the creator.")).toBeVisible();
    await page.unroute(creatorCall);
    await page.getByRole('button', { name: 'Retry' }).click();
    await expect(section(drawer(page), 'Lists')).toBeVisible();
    await expect(page.getByText("Couldn't load the creator.")).toHaveCount(0);
  });
});

test('drawer and breakdown have no axe findings in both color schemes and at all widths', async ({
  page,
  expectAccessible,
  expectAccessibleInBoth,
}) => {
  const { details } = await find(page, ({ engagement }) => Boolean(engagement), '&platform=tiktok-shop');
  await page.emulateMedia({ reducedMotion: 'reduce' });
  for (const more of ['', '&breakdown=open']) {
    await page.setViewportSize({ width: 1440, height: 900 });
    await openDrawer(page, details, more);
    await expect(page.getByRole('heading', { name: 'Campaign invites' })).toBeVisible();
    if (more) await expect(breakdownOf(page).getByRole('table', { name: 'Posts' })).toBeVisible();
    // Check the whole page once; other tests check it in both schemes and at all widths.
    await expectAccessible();
    await expectAccessibleInBoth('.t-drawer');
    for (const width of [834, 390]) {
      await page.setViewportSize({ width, height: 900 });
      await expectAccessible('.t-drawer');
      const sideways = await page.evaluate(
        () => document.documentElement.scrollWidth - document.documentElement.clientWidth,
      );
      expect(sideways).toBe(0);
    }
  }
});
