import type { Page } from '@playwright/test';
import { hosts } from './support/hosts.ts';
import { apiOf } from './support/lists.ts';
import { emailsTo } from './support/mailbox.ts';
import { expect, test } from './support/test.ts';

type Api = Awaited<ReturnType<typeof apiOf>>;

const unique = (title: string) => `${title} ${crypto.randomUUID().slice(0, 8)}`;
const inDays = (days: number) => new Date(Date.now() + days * 86_400_000).toISOString();

/** Creates a complete campaign of the owner's brand, published by default. */
async function makeCampaign(api: Api, title: string, publish = true): Promise<string> {
  const { id } = await api.send<{ id: string }>('POST', `${api.brand}/campaigns`, {
    title,
    description: 'Show the pack on a run you already do. No studio, no script.',
    categories: ['Running'],
    socialChannels: ['instagram'],
    maxPaidAmount: 70_000,
    deliverables: [{ kind: 'reel', count: 2 }],
    liveDue: inDays(60),
    disclosure: 'Label the posts as advertising',
    usageRights: { termDays: 180, channels: ['organic'], territory: 'EU' },
  });
  if (publish) await move(api, id, 'publish');
  return id;
}

const move = (api: Api, id: string, status: string) =>
  api.send('PUT', `${api.brand}/campaign/${id}/status`, { status });
const statusOf = async (api: Api, id: string) =>
  (await api.get<{ status: string }>(`/brand-campaign/${id}`)).status;

/** Opens a campaign's menu in the list and selects an action. */
async function runAction(page: Page, title: string, action: string): Promise<void> {
  await page.getByRole('button', { name: `Actions for ${title}`, exact: true }).click();
  await page.getByRole('menuitem', { name: action, exact: true }).click();
}

test.use({ as: 'owner' });

test('[R1.016] [R2.026] [R2.078] [R4.013] [R4.014] [R4.015] [R7.021] [R8.013] [R8.014] [R8.015] a campaign is paused, archived and restored from the list, each with undo', async ({
  page,
  open,
}) => {
  const api = await apiOf(page);
  const title = unique('Row actions');
  const id = await makeCampaign(api, title);
  await open('/welcome');
  await page
    .getByRole('navigation', { name: 'Main' })
    .getByRole('link', { name: 'Campaigns', exact: true })
    .click();
  await expect(page.getByRole('heading', { name: 'Campaigns' })).toBeVisible();
  await page.getByRole('searchbox', { name: 'Find a campaign' }).fill(title.toUpperCase());
  await expect(page.getByText('1 campaign found')).toBeVisible();
  await expect(page).toHaveURL(/q=ROW/);
  const row = page.getByRole('row').filter({ hasText: title });
  // A tablet has room for what needs a decision.
  await page.setViewportSize({ width: 834, height: 1112 });
  for (const column of ['Opt-ins', 'To review', 'Content due'])
    await expect(page.getByRole('columnheader', { name: column, exact: true })).toBeVisible();
  await expect(page.getByRole('columnheader', { name: 'Offer', exact: true })).toBeHidden();
  const table = page.getByRole('table', { name: 'Campaigns' });
  expect(
    await table.evaluate((node) => node.scrollWidth - (node.parentElement?.clientWidth ?? 0)),
  ).toBeLessThanOrEqual(0);
  await page.setViewportSize({ width: 1440, height: 900 });

  await page.route(/\/campaign\/[^/]+\/status$/, (route) => route.fulfill({ status: 500, json: {} }));
  const failure = page.getByText('Sorry, something went wrong.', { exact: true });
  const closeFailure = async () => {
    await expect(failure).toBeVisible();
    await page.locator('.t-notice').filter({ has: failure }).getByRole('button', { name: 'Dismiss' }).click();
    await expect(failure).toHaveCount(0);
  };
  await runAction(page, title, 'Pause');
  await closeFailure();
  await runAction(page, title, 'Archive');
  await closeFailure();
  await page.unroute(/\/campaign\/[^/]+\/status$/);

  await runAction(page, title, 'Pause');
  await expect(row).toContainText('Paused');
  await expect.poll(() => statusOf(api, id)).toBe('paused');
  await page.getByRole('button', { name: 'Undo' }).click();
  await expect(row).toContainText('Published');
  await runAction(page, title, 'Archive');
  await expect(row).toContainText('Archived');
  await expect.poll(() => statusOf(api, id)).toBe('archived');

  await page.route(/\/campaign\/[^/]+\/status$/, (route) => route.fulfill({ status: 500, json: {} }));
  await runAction(page, title, 'Restore');
  await closeFailure();
  await page.unroute(/\/campaign\/[^/]+\/status$/);
  await runAction(page, title, 'Restore');
  await expect(row).toContainText('Draft');
  await expect.poll(() => statusOf(api, id)).toBe('draft');
  await move(api, id, 'archived');
});

test('[R2.025] [R7.016] [R7.020] [R7.022] [R8.016] a campaign is duplicated, and shared by email', async ({
  page,
  open,
  expectAccessible,
}) => {
  const api = await apiOf(page);
  const title = unique('Copied');
  const id = await makeCampaign(api, title, false);
  await open('/campaigns?view=cards&status=draft');
  await expect(page.getByRole('article', { name: title })).toBeVisible();
  await runAction(page, title, 'Duplicate');
  const copying = page.getByRole('dialog', { name: `Duplicate ${title}` });
  await copying.getByLabel('Name').fill('');
  await copying.getByRole('button', { name: 'Duplicate' }).click();
  await expect(copying.getByText('Enter a name')).toBeVisible();
  await copying.getByLabel('Name').fill(`${title} again`);
  await expect(copying.getByLabel('Campaign URL')).toHaveValue(/^copied-.*-again$/);
  await expectAccessible();
  await copying.getByRole('button', { name: 'Duplicate' }).click();
  await expect(page.getByRole('article', { name: `${title} again` })).toBeVisible();

  await runAction(page, title, 'Share by email');
  const sharing = page.getByRole('dialog', { name: `Share ${title}` });
  const address = `${crypto.randomUUID().slice(0, 8)}@larkmoor.example`;
  await sharing.getByLabel('Email addresses').fill(`${address}, someone`);
  await sharing.getByRole('button', { name: 'Share' }).click();
  await expect(sharing.getByText('Not a valid email address: someone')).toBeVisible();
  await sharing.getByLabel('Email addresses').fill(address);
  await expect(sharing.getByText('Sends 1 email now')).toBeVisible();
  await expectAccessible();
  await page.route(/\/share-campaign$/, (route) => route.fulfill({ status: 500, json: {} }));
  await sharing.getByRole('button', { name: 'Share' }).click();
  await expect(page.getByText('Sorry something went wrong.', { exact: true })).toBeVisible();
  await page.unroute(/\/share-campaign$/);
  await sharing.getByRole('button', { name: 'Share' }).click();
  await expect(page.getByText('Sending the link to 1 address.')).toBeVisible();
  await expect(async () => expect(await emailsTo(address)).toHaveLength(1)).toPass();

  const { campaigns } = await api.get<{ campaigns: { id: string; title: string }[] }>(
    `${api.brand}/campaigns?search=${encodeURIComponent(title)}`,
  );
  expect(campaigns.map((one) => one.title).sort()).toEqual([title, `${title} again`]);
  for (const one of campaigns) await move(api, one.id, 'archived');
  expect(campaigns.map((one) => one.id)).toContain(id);
});

test('metrics have one switch for all charts, every day on the axis, a comparison, and earned media value on request', async ({
  page,
  open,
  expectAccessibleInBoth,
}) => {
  await open('/campaigns');
  await page.getByRole('link', { name: 'Autumn Trail Kit' }).first().click();
  await page.getByRole('link', { name: 'Metrics' }).click();
  const byDay = page.getByRole('figure', { name: 'Engagements by day' });
  await expect(byDay.getByRole('row')).toHaveCount(28);
  await expect(page.getByText(/ in the last 28 days, .* the previous 28 days/)).toBeVisible();
  await expect(page.getByRole('figure', { name: 'Engagements by creator' })).toBeVisible();
  await page.getByRole('radio', { name: 'Views' }).first().check({ force: true });
  await expect(page).toHaveURL(/chart=views/);
  for (const part of ['day', 'creator', 'platform'])
    await expect(page.getByRole('figure', { name: `Views by ${part}` })).toBeVisible();
  const figures = page.getByRole('region', { name: 'Metrics' });
  await expect(figures.getByRole('button', { name: /^Earned media value \$/ })).toHaveCount(0);
  await figures.getByRole('button', { name: 'Show estimate' }).click();
  await expect(figures.getByRole('button', { name: /^Earned media value \$/ })).toBeVisible();
  await page
    .getByRole('region', { name: 'Earned media value rates' })
    .getByRole('button', { name: 'Hide' })
    .click();
  await expect(figures.getByRole('button', { name: 'Show estimate' })).toBeVisible();
  // One decimal at a glance, the exact rate on demand.
  await expect(figures.getByRole('button', { name: /^Engagement rate \d+\.\d%/ })).toBeVisible();
  await expect(figures.getByRole('button', { name: /^Fees per engagement \$\d+\.\d\d,/ })).toBeVisible();
  await expectAccessibleInBoth('main');
});

test('the funnel starts at the opt-in, split by source, and without creators shows how to get the first ones', async ({
  page,
  open,
  expectAccessibleInBoth,
}) => {
  const api = await apiOf(page);
  const id = await makeCampaign(api, unique('Nobody yet'), false);
  await open(`/campaigns/${id}`);
  const funnel = page.getByRole('region', { name: 'From list to post' });
  await expect(funnel.getByText('Publish the campaign to invite creators.')).toBeVisible();
  await expect(funnel.getByRole('link', { name: 'Review and publish' })).toHaveAttribute(
    'href',
    `/campaign-builder/${id}?step=review`,
  );
  await expect(funnel.getByRole('listitem')).toHaveCount(0);
  await move(api, id, 'publish');
  await page.reload();
  await expect(funnel.getByText('No creators yet.')).toBeVisible();
  await expect(funnel.getByRole('link', { name: 'Find creators' })).toHaveAttribute(
    'href',
    '/creator-search',
  );
  await expectAccessibleInBoth('.campaign-funnel');
  await funnel.getByText('Not invited', { exact: true }).click();
  await expect(page.getByText("No opt-ins yet from creators you didn't invite.")).toBeVisible();
  await move(api, id, 'archived');

  await open('/campaigns');
  await page.getByRole('link', { name: 'Autumn Trail Kit', exact: true }).first().click();
  const steps = page.getByRole('region', { name: /to post$/ }).getByRole('listitem');
  await expect(steps).toHaveCount(4);
  await expect(steps.first()).toContainText('Opted in');
  const countOf = async (text: RegExp) =>
    Number((await steps.first().getByText(text).textContent())?.match(/\d+/)?.[0]);
  const [invited, found] = [await countOf(/^\d+ invited$/), await countOf(/^\d+ not invited$/)];
  await expect(steps.first().locator('.t-figure')).toHaveText(String(invited + found));
  // Each number starts where its label and its sources start.
  for (const step of await steps.all()) {
    const starts = await step
      .locator(':scope > .t-12:first-child, .t-figure, .campaign-step-split > span')
      .evaluateAll((parts) => parts.map((part) => Math.round(part.getBoundingClientRect().left)));
    expect(starts).toHaveLength(4);
    expect(new Set(starts).size).toBe(1);
  }
  await page.getByText('Invited', { exact: true }).first().click();
  await expect(steps).toHaveCount(7);
  await expect(steps.first()).toContainText('Listed');
});

test('campaigns without a picture have a generated drawing, the same on every screen', async ({
  page,
  open,
}) => {
  await open('/campaigns');
  const rows = page.getByRole('table').locator('tbody tr');
  await expect(rows.nth(3)).toBeVisible();
  const drawings = await page
    .getByRole('table')
    .locator('.cover-drawing')
    .evaluateAll((all) => all.map((one) => one.innerHTML + one.getAttribute('data-palette')));
  expect(drawings.length).toBeGreaterThan(3);
  expect(new Set(drawings).size).toBe(drawings.length);
  const trailKit = rows.filter({ hasText: 'Autumn Trail Kit' });
  const inList = await trailKit.locator('.cover-drawing').innerHTML();
  await trailKit.getByRole('link', { name: 'Autumn Trail Kit' }).click();
  await expect(page.getByRole('heading', { level: 1, name: 'Autumn Trail Kit' })).toBeVisible();
  expect(await page.locator('.campaign-cover[data-size="head"] .cover-drawing').innerHTML()).toBe(inList);
});

test('[R1.006] [R2.030] [R2.031] a campaign is created in six steps, survives a failed save and a reload, and is published', async ({
  page,
  open,
  expectAccessible,
}) => {
  const title = unique('Written');
  await open('/campaigns');
  const creations: string[] = [];
  page.on('request', (request) => {
    if (request.method() === 'POST' && request.url().endsWith('/campaigns')) creations.push(request.url());
  });
  await page.getByRole('link', { name: 'New campaign' }).click();
  await expect(page).toHaveURL(/\/campaign-builder\/new$/);
  await expect(page.getByLabel('Title')).toBeFocused();
  await expectAccessible();
  expect(creations).toEqual([]);
  // No key is lost while the first one creates the campaign.
  await page.keyboard.type(title);
  await expect(page).toHaveURL(/\/campaign-builder\/[0-9a-f-]{36}$/);
  await expect(page.getByLabel('Title')).toHaveValue(title);
  expect(creations).toHaveLength(1);
  const id = new URL(page.url()).pathname.split('/')[2] ?? '';
  const preview = page.getByRole('complementary', { name: 'What creators see' });
  const steps = page.getByRole('navigation', { name: 'Steps' });
  // Audience and Questions are valid but haven't been opened.
  await expect(steps.getByText(', complete')).toHaveCount(0);
  await expect(preview).toContainText(title);
  await expect(page.getByLabel('Campaign URL')).toHaveValue(/^written-/);
  await page.getByLabel('Instagram').check();
  await page.getByRole('button', { name: 'Choose categories' }).click();
  await page.getByRole('option', { name: 'Running' }).click();
  await page.keyboard.press('Escape');

  await page.route(/\/campaign\/[^/]+$/, (route) => route.abort());
  await page.getByLabel('Description').fill('Show the pack on a run you already do.');
  await expect(page.getByText('Not saved').first()).toBeVisible();
  await page.unroute(/\/campaign\/[^/]+$/);
  await page.reload();
  await expect(page.getByLabel('Description')).toHaveValue('Show the pack on a run you already do.');
  const api = await apiOf(page);
  const briefOf = async () =>
    (await api.get<{ brief: Record<string, unknown> }>(`/brand-campaign/${id}`)).brief;
  await expect.poll(async () => (await briefOf()).description).toBe('Show the pack on a run you already do.');

  await page.getByRole('link', { name: 'Review and publish' }).click();
  await expect(page.getByText('Offer a product, a fee or a commission')).toBeVisible();
  await expect(page.getByRole('button', { name: 'Publish' })).toHaveAttribute('aria-disabled', 'true');
  await expectAccessible();
  await page.getByRole('link', { name: 'Offer a product, a fee or a commission' }).click();
  await page.getByLabel('Maximum fee').fill('700');
  await expect(preview).toContainText('$700');
  await page.getByRole('link', { name: 'Next' }).press('Enter');
  await expect(page.getByRole('heading', { level: 2 }).first()).toBeFocused();
  await page.getByRole('button', { name: 'Add deliverable' }).click();
  await page.getByLabel('Quantity').fill('2');
  await page.getByRole('textbox', { name: 'Live by' }).fill(inDays(60).slice(0, 10));
  // Examples fit any brand.
  await expect(page.getByLabel('Hashtags')).toHaveAttribute('placeholder', '#yourcampaign');
  await expect(page.getByLabel('Mentions')).toHaveAttribute('placeholder', '@yourbrand');
  // Typing a territory changes no other right.
  await page.getByLabel('Territory').fill('EU');
  for (const field of ['Organic posts', 'Paid ads'])
    await expect(page.getByRole('checkbox', { name: field })).not.toBeChecked();
  await expect(page.getByLabel('Usage rights')).toHaveValue('');
  await page.getByLabel('Disclosure').fill('Label the posts as advertising');
  await page.getByLabel('Usage rights').selectOption('180');
  await expect(preview).toContainText('2 posts');
  await steps.getByRole('link', { name: 'Questions' }).click();
  await expect(steps.getByRole('link', { name: /^Questions *, complete/ })).toBeVisible();
  await expect(steps.getByRole('link', { name: /^Audience *, complete/ })).toHaveCount(0);
  await page.getByRole('link', { name: 'Review and publish' }).click();
  await expect(page.getByText('Ready to publish.')).toBeVisible();
  const review = page.getByRole('region', { name: 'What creators see' });
  for (const part of [title, 'Show the pack on a run you already do.', '$700', '2 posts', 'EU'])
    await expect(review).toContainText(part);
  await expect.poll(briefOf).toMatchObject({ usageRights: { termDays: 180 } });
  // On a phone the steps are a row that scrolls to the current one.
  await page.setViewportSize({ width: 390, height: 844 });
  await page.reload();
  await expect(steps.getByRole('link', { name: 'Review and publish' })).toBeInViewport({ ratio: 1 });
  await page.setViewportSize({ width: 1440, height: 900 });
  await expect(page.getByRole('button', { name: 'Publish' })).not.toHaveAttribute('aria-disabled', 'true');
  await page.getByRole('button', { name: 'Publish' }).click();
  await page.getByRole('button', { name: 'Publish now' }).click();
  await expect(page).toHaveURL(`${hosts.web}/campaigns/${id}`);
  await expect(page.getByText(`${title} is published.`)).toBeVisible();
  await expect.poll(() => statusOf(api, id)).toBe('publish');
  await move(api, id, 'archived');
});

test("[R2.027] [R2.028] [R2.029] [R7.018] a campaign shows its tabs, brief and history; edits by two people don't overwrite each other", async ({
  page,
  open,
}) => {
  const api = await apiOf(page);
  const title = unique('Looked at');
  const id = await makeCampaign(api, title);
  await open(`/campaigns/${id}`);
  await expect(page.getByRole('heading', { name: title })).toBeVisible();
  const tabs = page.getByRole('navigation', { name: 'Campaign', exact: true });
  await expect(tabs.getByRole('link')).toHaveText([
    'Overview',
    'Opt-ins0',
    'Gifts',
    'Shoutouts0',
    'Stories0',
    'Uploads0',
    'Content previews0',
    'Metrics',
  ]);
  const brief = page.getByRole('region', { name: 'Brief' });
  await expect(brief).toContainText('2 reels');
  await expect(brief).toContainText('Up to $700');
  await tabs.getByRole('link', { name: 'Metrics' }).click();
  await expect(page).toHaveURL(`${hosts.web}/campaigns/${id}/metrics`);
  await expect(tabs.getByRole('link', { name: 'Metrics' })).toHaveAttribute('aria-current', 'page');

  await open(`/campaign-builder/${id}?step=offer`);
  await expect(page.getByLabel('Maximum fee')).toHaveValue('700');
  await api.send('PUT', `${api.brand}/campaign/${id}`, { maxPaidAmount: 80_000 });
  await page.getByLabel('Maximum fee').fill('650');
  await expect(page.getByText('Someone else changed “Maximum fee” at the same time.')).toBeVisible();
  await expect(page.getByText('Theirs: $800')).toBeVisible();
  await page.getByRole('button', { name: 'Keep mine' }).click();
  await expect
    .poll(async () => (await api.get<{ maxPaidAmount: number }>(`/brand-campaign/${id}`)).maxPaidAmount)
    .toBe(65_000);
  await page.getByRole('link', { name: 'Open campaign' }).click();
  const history = page.getByRole('region', { name: 'Change history' });
  await expect(history.getByRole('listitem').first()).toContainText('Maximum fee changed');
  await expect(history.getByRole('listitem').first()).toContainText('$650');
  await move(api, id, 'archived');
});
