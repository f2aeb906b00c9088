import { readFileSync } from 'node:fs';
import type { Locator, Page, Route } from '@playwright/test';
import {
  type Audience,
  buyButton,
  faultAt,
  insightsOf,
  insightsSection,
  isReportCall,
  type Share,
} from './support/insights.ts';
import { drawerPath } from './support/lists.ts';
import { logIn } from './support/login.ts';
import { expect, test } from './support/test.ts';

test.use({ as: 'owner' });

const DAY = 86_400_000;
const percent = (weight: number) => `${Math.round(weight * 100)}%`;
const notices = (page: Page) => page.locator('.t-notice');

async function closeNotices(page: Page) {
  // A notification that disappeared on its own doesn't need dismissing.
  while ((await notices(page).count()) > 0)
    await notices(page)
      .first()
      .getByRole('button', { name: 'Dismiss' })
      .click({ timeout: 2000 })
      .catch(() => {});
}

/** Returns a chart's shares from its table as `label -> '46%'`, in order. */
async function sharesOf(panel: Locator, title: string): Promise<Record<string, string>> {
  const table = panel.getByRole('table', { name: title, exact: true });
  await expect(table).toBeVisible();
  const rows = table.getByRole('row');
  const shares: Record<string, string> = {};
  for (const text of (await rows.allInnerTexts()).slice(1)) {
    const [label = '', value = ''] = text.split('\t').map((part) => part.trim());
    shares[label] = `${value}%`;
  }
  return shares;
}

/** Checks that every audience chart groups and rounds the API's data. */
async function expectCharts(panel: Locator, audience: Audience, people: string) {
  const sum = (shares: Share[]) => percent(shares.reduce((total, { weight }) => total + weight, 0));
  const ages = audience.audience_ages ?? [];
  expect(await sharesOf(panel, `Age, % of ${people}`)).toEqual({
    ...Object.fromEntries(ages.slice(0, 3).map(({ code, weight }) => [code, percent(weight)])),
    '35-50+': sum(ages.slice(3)),
  });
  const top = async (title: string, shares: Share[] | null, shown: number) => {
    if (!shares?.length) return;
    const ordered = shares.toSorted((a, b) => b.weight - a.weight);
    const first = ordered.slice(0, shown).map(({ name, weight }) => [name, percent(weight)]);
    const rest = ordered.slice(shown);
    expect(Object.entries(await sharesOf(panel, `${title}, % of ${people}`))).toEqual(
      rest.length > 0 ? [...first, ['Other', sum(rest)]] : first,
    );
  };
  await top('Country', audience.audience_geo.countries, 3);
  await top('Language', audience.audience_languages, 2);
  const genders = await sharesOf(panel, `Gender, % of ${people}`);
  expect(Object.keys(genders).toSorted()).toEqual(['Female', 'Male']);
  if (!audience.audience_reachability) return;
  const reachability = await sharesOf(panel, 'Reachability (how many accounts they follow)');
  expect(Object.keys(reachability)).toEqual(['<500', '500-1k', '1-1.5k', '>1.5k']);
}

test('[R1.015] [R2.171] [R2.172] [R2.164] [R2.165] [R2.166] [R2.167] [R2.168] [R2.169] [R2.170] [R4.018] [R7.037] [R7.038] [R8.045] [R9.001] [R9.037] [R9.038] [R9.039] [R9.040] [R9.041] [R9.042] a report is bought for one credit, shown for each audience, and downloaded', async ({
  page,
  open,
  expectAccessible,
}) => {
  const insights = await insightsOf(page);
  const creator = await insights.freshCreator();
  let purchases = 0;
  page.on('request', (request) => {
    if (request.method() === 'POST' && isReportCall(new URL(request.url()))) purchases += 1;
  });
  await open(drawerPath(creator));
  const panel = insightsSection(page);
  await expect(panel.getByText('No data yet.')).toBeVisible();
  await expect(panel.getByText(/You have \d+ credits?\./)).toBeVisible();
  await buyButton(panel).dblclick();
  const notice = notices(page).filter({ hasText: 'Deep Insights Purchased' });
  await expect(notice).toContainText(
    `Report saved for ${creator.username}. 1 credit has been deducted from your account.`,
  );
  await expect(panel.getByText('No data yet.')).toHaveCount(0);
  expect(purchases).toBe(1);
  const { entries } = await insights.get<{ entries: { amount: number; reason: string }[] }>(
    `${insights.brand}/credits`,
  );
  const spent = entries.filter(({ reason }) => reason.includes(creator.username));
  expect(spent.reduce((sum, { amount }) => sum + amount, 0)).toBe(-1);
  await closeNotices(page);
  await expectAccessible();

  const { report, reportUrl } = await insights.held(creator);
  if (!report) throw new Error('No report found.');
  await expect(panel.getByText('less than a day old')).toBeVisible();
  await expect(panel.getByRole('button', { name: /Update Report/ })).toHaveCount(0);
  await expect(panel.getByRole('figure', { name: /^Gender, % of/ })).toContainText('Female');
  await panel.getByRole('button', { name: 'Show as tables' }).click();
  for (const [name, word] of [
    ['audience_followers', 'Followers'],
    ['audience_likers', 'Likers'],
    ['audience_commenters', 'Commenters'],
  ] as const) {
    const audience = report[name].data;
    const choice = panel.getByRole('radio', { name: word });
    if (!audience) {
      await expect(choice).toBeDisabled();
      await expect(panel.getByText(`${word}: `).last()).toBeVisible();
      continue;
    }
    await panel.getByText(word, { exact: true }).click();
    await expect(choice).toBeChecked();
    await expectCharts(panel, audience, word.toLowerCase());
  }

  const opener = panel.getByRole('button', { name: 'Download', exact: true });
  await opener.click();
  // The menu is anchored to its button, even inside a tooltip.
  const [at, menu] = [await opener.boundingBox(), await page.getByRole('menu').boundingBox()];
  if (!at || !menu) throw new Error('The menu is not shown.');
  expect(Math.abs(menu.x + menu.width - at.x - at.width)).toBeLessThan(20);
  expect(Math.abs(menu.y - at.y - at.height)).toBeLessThan(20);
  const pdf = page.getByRole('menuitem', { name: 'PDF' });
  const path = (address: string | null) => new URL(address ?? '').pathname.split('/')[1];
  const shownUrl = await pdf.getAttribute('href');
  expect(path(shownUrl)).toBe(path(reportUrl));
  const file = await page.request.get(shownUrl ?? '');
  expect(file.headers()['content-type']).toBe('application/pdf');
  const download = page.waitForEvent('download');
  await page.getByRole('menuitem', { name: 'CSV' }).click();
  const csv = readFileSync(await (await download).path(), 'utf8');
  expect(csv).toMatch(/^(Followers|Likers|Commenters),Ages,13-17,/m);
});

test.describe('over time', () => {
  test.use({ as: null });

  test("[R4.019] [R4.020] [R4.021] [R8.046] [R9.002] a report's age is shown in days; after one day, an update is offered with its cost, and an unnecessary one is free", async ({
    page,
    open,
  }) => {
    await logIn(page, 'owner@troupe.test');
    const insights = await insightsOf(page);
    const creator = await insights.freshCreator();
    const { report } = await insights.buy(creator);
    const created = Date.parse(report?.report_info.created ?? '');
    const shownAt = async (age: number) => {
      await page.clock.setFixedTime(created + age);
      await open(`/creator-search/deep-insights?creator=${creator.id}`);
      await expect(page.getByText('Report', { exact: false }).getByRole('time').first()).toBeVisible();
    };
    const panel = page.getByRole('complementary', { name: /^Deep insights for/ });
    const update = panel.getByRole('button', { name: 'Update Report 1 credit' });
    await shownAt(DAY - 3_600_000);
    await expect(panel.getByText('less than a day old')).toBeVisible();
    await expect(update).toHaveCount(0);
    await shownAt(DAY);
    await expect(panel.getByText('1 day old')).toBeVisible();
    await expect(update).toBeVisible();
    await shownAt(3 * DAY + 60_000);
    await expect(panel.getByText('3 days old')).toBeVisible();
    await update.click();
    const dialog = page.getByRole('dialog', { name: /^Update the report for/ });
    await expect(dialog.getByText('Costs 1 credit')).toBeVisible();
    await dialog.getByRole('button', { name: 'Update Report' }).click();
    // On the server no day has passed, so the report is still new enough.
    await expect(notices(page).filter({ hasText: 'Deep Insights Found' })).toContainText(
      `A report for ${creator.username} is already in your account. No credit was deducted.`,
    );
    await expect(dialog).toHaveCount(0);
  });
});

test('[R8.001] [R8.002] [R8.003] [R8.004] [R8.005] every purchase failure says what happened and returns the credit', async ({
  page,
  open,
}) => {
  const insights = await insightsOf(page);
  const creator = await insights.freshCreator();
  await open(drawerPath(creator));
  const panel = insightsSection(page);
  const fails = async (text: string, detail?: string) => {
    await buyButton(panel).click();
    await expect(notices(page).filter({ hasText: text })).toBeVisible();
    if (detail) await expect(notices(page).filter({ hasText: text })).toContainText(detail);
    await expect(panel.getByText('No data yet.')).toBeVisible();
    await closeNotices(page);
  };
  await faultAt(page, creator.username, 'retry_later');
  await fails('We are currently processing your request. Please check back in a few minutes.');
  await faultAt(page, creator.username, 'empty');
  await fails('No audience data is available for this channel');
  await faultAt(page, creator.username, 'private');
  await fails('This account is private. No credit was deducted.');
  const { entries } = await insights.get<{ entries: { amount: number; reason: string }[] }>(
    `${insights.brand}/credits`,
  );
  const moved = entries.filter(({ reason }) => reason.includes(creator.username));
  expect(moved.map(({ amount }) => amount)).toEqual([1, -1, 1, -1, 1, -1]);

  // Failures that the sandbox can't simulate are simulated at the API.
  let answer: { status: number; body: object } = { status: 500, body: {} };
  await page.route(isReportCall, (route: Route) =>
    route.request().method() === 'POST'
      ? route.fulfill({
          status: answer.status,
          json: answer.body,
          headers: { 'access-control-allow-origin': new URL(page.url()).origin },
        })
      : route.fallback(),
  );
  await fails('An unknown error occurred');
  answer = { status: 409, body: { code: 'retry_later', err: 'Your report will be there at noon.' } };
  await fails('Your report will be there at noon.');
  answer = { status: 409, body: { code: 'retry_later' } };
  await fails('We are currently processing your request. Please check back in a few minutes.');
  answer = { status: 402, body: { code: 'insufficient_credits', err: 'You have no credits left.' } };
  await buyButton(panel).click();
  await expect(notices(page).filter({ hasText: 'You have no credits left.' })).toBeVisible();
  await notices(page).getByRole('link', { name: 'Buy credits' }).click();
  await expect(page).toHaveURL(/\/account\/credits\?buy=yes$/);
});

test('[R7.068] [R8.006] a report that fails to load is retried on 503 only, and on Retry', async ({
  page,
  open,
}) => {
  const insights = await insightsOf(page);
  const creator = await insights.freshCreator();
  // The page's clock is controlled, so the test doesn't wait between retries.
  let elapsed = 0;
  const tick = async (ms: number) => {
    elapsed += ms;
    await page.clock.runFor(ms);
  };
  await page.clock.install();
  let status = 500;
  const asked: number[] = [];
  await page.route(isReportCall, (route) => {
    if (status === 200) return route.fallback();
    asked.push(elapsed);
    return route.fulfill({
      status,
      json: { code: 'unavailable', err: 'The shelf is locked.' },
      headers: { 'access-control-allow-origin': new URL(page.url()).origin },
    });
  });
  await open(drawerPath(creator));
  const panel = insightsSection(page);
  await expect(panel.getByText('Oops, something went wrong.')).toBeVisible();
  await expect(panel.getByText('The shelf is locked.')).toBeVisible();
  expect(asked.length).toBe(1);
  status = 503;
  asked.length = 0;
  await page.clock.pauseAt(Date.now() + 60_000);
  await panel.getByRole('button', { name: 'Retry' }).click();
  await expect(async () => {
    await tick(250);
    expect(asked.length).toBe(4);
  }).toPass({ intervals: [0] });
  const pauses = asked.slice(1).map((at, index) => at - (asked[index] ?? 0));
  for (const [index, least] of [1000, 2000, 4000].entries())
    expect(pauses[index]).toBeGreaterThanOrEqual(least - 250);
  await page.clock.resume();
  await expect(panel.getByText('Oops, something went wrong.')).toBeVisible();
  status = 200;
  await panel.getByRole('button', { name: 'Retry' }).click();
  await expect(panel.getByText('No data yet.')).toBeVisible();

  // A purchase started elsewhere, or before a reload.
  let looks = 0;
  await page.route(isReportCall, async (route) => {
    looks += 1;
    if (looks > 2) return route.fallback();
    const response = await route.fetch();
    return route.fulfill({
      response,
      json: { ...(await response.json()), underWay: '2026-03-02T10:00:00Z' },
    });
  });
  await page.reload();
  await expect(panel.getByText('In progress since 2 Mar 2026')).toBeVisible();
  await expect(buyButton(panel)).toHaveCount(0);
  for (const looked of [1, 2]) {
    await expect.poll(() => looks).toBeGreaterThanOrEqual(looked);
    await page.clock.fastForward(2000);
  }
  await expect(
    notices(page).filter({ hasText: `No report available for ${creator.username}.` }),
  ).toBeVisible();
  await expect(buyButton(panel)).toBeVisible();
});

test('[R1.005] [R2.036] bought reports are listed, filtered, and opened by keyboard; the URL contains the view', async ({
  page,
  open,
  expectAccessible,
}) => {
  const insights = await insightsOf(page);
  const creator = await insights.freshCreator('&platform=youtube');
  await insights.buy(creator);
  await open('/creator-search/deep-insights');
  await page.getByRole('searchbox', { name: 'Find a report' }).fill(creator.username);
  const row = page.getByRole('row', { name: /^Deep insights for/ });
  await expect(row).toHaveCount(1);
  await expect(row).toContainText(`@${creator.username}`);
  await expect(row).toContainText('less than a day old');
  await row.focus();
  await page.keyboard.press('Enter');
  const panel = page.getByRole('complementary', { name: /^Deep insights for/ });
  await expect(panel.getByRole('figure', { name: /^Gender, % of/ })).toBeVisible();
  await expect(page).toHaveURL(new RegExp(`q=${creator.username}.*creator=${creator.id}`));
  await expectAccessible();
  await page.goBack();
  await expect(panel).toHaveCount(0);
  await expect(row).toHaveCount(1);
  await page.goForward();
  await page.reload();
  await expect(panel.getByRole('figure', { name: /^Gender, % of/ })).toBeVisible();
  await panel.getByRole('button', { name: 'Close' }).click();
  await expect(panel).toHaveCount(0);
  await page.getByRole('button', { name: /^Platform/ }).click();
  await page.getByRole('option', { name: 'TikTok', exact: true }).click();
  await page.keyboard.press('Escape');
  await expect(page.getByText('No matching reports')).toBeVisible();
  await page.getByRole('button', { name: 'Show all reports' }).click();
  await expect(page).toHaveURL(/deep-insights$/);
  await page.emulateMedia({ colorScheme: 'dark' });
  await page.setViewportSize({ width: 390, height: 844 });
  await open(`/creator-search/deep-insights?creator=${creator.id}`);
  await expect(
    page
      .getByRole('dialog', { name: /^Deep insights for/ })
      .getByRole('figure')
      .first(),
  ).toBeVisible();
  await expectAccessible();
});

test('[R2.141] cards open deep insights over the details; several reports are bought after a confirmation', async ({
  page,
  open,
}) => {
  const insights = await insightsOf(page);
  const creator = await insights.freshCreator();
  await open(`/creator-search?platform=instagram&q=${creator.username}`);
  const card = page.getByRole('article').filter({ hasText: `@${creator.username} (opens the profile)` });
  await card.getByRole('button', { name: 'Get deep insights' }).click();
  const panel = page.getByRole('dialog', { name: /^Deep insights for/ });
  await expect(panel.getByText('No data yet.')).toBeVisible();
  await expect(page).toHaveURL(/insights=open/);
  await page.keyboard.press('Escape');
  await expect(panel).toHaveCount(0);
  await card.getByRole('checkbox').check();
  const bar = page.getByRole('region', { name: 'Bulk actions' });
  await bar.getByRole('button', { name: /^Get deep insights/ }).click();
  const dialog = page.getByRole('dialog', { name: 'Get deep insights for 1 creator?' });
  await expect(dialog.getByText('Costs up to 1 credit')).toBeVisible();
  await dialog.getByRole('button', { name: 'Buy reports' }).click();
  await expect(notices(page).filter({ hasText: '1 report is now in your account.' })).toContainText(
    '1 credit has been deducted from your account.',
  );
});
