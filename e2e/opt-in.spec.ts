import type { Page } from '@playwright/test';
import { apiOf } from './support/lists.ts';
import { expect, test } from './support/test.ts';

interface OptIn {
  id: string;
  status: string;
  socialProfile: { fullname: string };
}

test.use({ as: 'owner' });

/** The demo campaign of the owner's brand that creators opted in to. */
async function campaignWithOptIns(page: Page) {
  const api = await apiOf(page);
  const { campaigns } = await api.get<{ campaigns: { id: string; title: string; optInCount: number }[] }>(
    `${api.brand}/campaigns?search=${encodeURIComponent('Autumn Trail Kit')}`,
  );
  const found = campaigns.find(({ title, optInCount }) => title === 'Autumn Trail Kit' && optInCount > 0);
  if (!found) throw new Error('The demo data has no campaign with opt-ins.');
  return { api, id: found.id };
}

test('[R1.032] [R7.023] the brand reviews opt-ins, opens one by keyboard, declines one and several, and undoes it', async ({
  page,
  open,
  expectAccessible,
}) => {
  await open('/campaigns');
  await expect(page.getByRole('heading', { name: 'Campaigns' })).toBeVisible();
  const { api, id } = await campaignWithOptIns(page);
  const pending = async () =>
    (await api.get<{ optIns: OptIn[] }>(`/v2/opt-ins/${id}/1?status=[pending]`)).optIns;
  const [one, other] = (await pending()).slice(-2);
  if (!one || !other) throw new Error('No opt-ins to review.');
  const name = one.socialProfile.fullname;

  await open(`/campaigns/${id}/opt-ins?status=pending`);
  const table = page.getByRole('table', { name: 'Opt-ins' });
  const row = table.getByRole('row').filter({ hasText: name });
  await expect(row).toBeVisible();
  await row.focus();
  await page.keyboard.press('Enter');
  const drawer = page.getByRole('complementary', { name });
  await expect(drawer.getByRole('heading', { name: 'History' })).toBeVisible();
  await expect(drawer.getByRole('link', { name: 'Chat' })).toHaveAttribute(
    'href',
    new RegExp(`/inbox/${id}/chat/${one.id}$`),
  );
  await expect(row.getByRole('img', { name: 'New' })).toHaveCount(0);
  await expect(page).toHaveURL(new RegExp(`optIn=${one.id}`));
  await expectAccessible('.t-drawer');

  // The creator's own terms are accepted with the button that names the cost, not with an offer.
  const posts: string[] = [];
  page.on('request', (request) => {
    if (request.method() === 'PUT' && request.url().includes('/opt-ins/')) posts.push(request.url());
  });
  await drawer.getByRole('button', { name: 'Make an offer' }).click();
  const fee = drawer.getByLabel('Fee', { exact: true });
  const asked = await fee.inputValue();
  await expect(drawer.getByRole('button', { name: 'Send offer' })).toBeDisabled();
  await fee.press('Enter');
  await fee.fill('1');
  await expect(drawer.getByRole('button', { name: 'Send offer' })).toBeEnabled();
  await fee.fill(asked);
  await expect(drawer.getByText('Change the terms to make an offer')).toHaveCount(1);
  expect(posts).toEqual([]);
  await drawer.getByRole('button', { name: 'Cancel' }).click();
  await page.keyboard.press('Escape');
  await expect(drawer).toHaveCount(0);

  await row.getByRole('button', { name: `Decline ${name}` }).click();
  const asking = page.getByRole('dialog', { name: `Decline ${name}` });
  await asking.getByLabel('Reason').fill('We are full this time.');
  await expectAccessible('.t-dialog');
  await asking.getByRole('button', { name: 'Decline' }).click();
  await expect(page.getByText(`${name} has been declined.`)).toBeVisible();
  await expect(row).toHaveCount(0);
  await page.getByRole('button', { name: 'Undo' }).click();
  await expect(row).toBeVisible();

  await page.route(/\/brand\/[^/]+\/opt-ins\/[^/]+$/, (route) =>
    route.fulfill({
      status: 409,
      json: { code: 'plan_limit', message: 'Your plan has no collaborations remaining this month.' },
    }),
  );
  await row.getByRole('button', { name: /^Approve/ }).click();
  await expect(page.getByText(`Couldn't update ${name}'s opt-in.`)).toBeVisible();
  await expect(page.getByRole('link', { name: 'View plans' })).toHaveAttribute('href', /\/pricing$/);
  await expect(row.getByRole('button', { name: /^Approve/ })).toBeEnabled();
  await page.unroute(/\/brand\/[^/]+\/opt-ins\/[^/]+$/);

  for (const { socialProfile } of [one, other])
    await table.getByRole('checkbox', { name: `Select ${socialProfile.fullname}` }).check();
  const bar = page.getByRole('region', { name: 'Bulk actions' });
  await bar.getByRole('button', { name: 'Decline' }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Decline' }).click();
  await expect(page.getByText('2 creators declined.')).toBeVisible();
  await page.getByRole('button', { name: 'Undo' }).click();
  await expect(page.getByText('2 opt-ins reopened.')).toBeVisible();
  await expect(row).toBeVisible();
  expect((await pending()).map((each) => each.id)).toEqual(expect.arrayContaining([one.id, other.id]));
});

test('[R2.027] [R2.029] the other tabs of a campaign describe their content, how to add a live post, and how to retry', async ({
  page,
  open,
  expectAccessible,
}) => {
  await open('/campaigns');
  await expect(page.getByRole('heading', { name: 'Campaigns' })).toBeVisible();
  const { id } = await campaignWithOptIns(page);
  await page.route(/\/shoutouts\/1$/, (route) => route.fulfill({ status: 503, json: {} }));
  await open(`/campaigns/${id}/shoutouts`);
  await expect(page.getByText("Couldn't load the shoutouts.")).toBeVisible();
  await page.unroute(/\/shoutouts\/1$/);
  await page.getByRole('button', { name: 'Retry' }).click();
  await page.getByRole('button', { name: 'Add a live post' }).click();
  const adding = page.getByRole('dialog', { name: 'Add a live post' });
  await adding.getByLabel('Post URL').fill('my post');
  await adding.getByRole('button', { name: 'Add', exact: true }).click();
  await expect(adding.getByText('Choose a creator', { exact: true }).last()).toBeVisible();
  await expect(adding.getByText(/^Enter the post URL/)).toBeVisible();
  await expectAccessible();
  await page.keyboard.press('Escape');
  await test.step('untagged posts that listening heard are dismissed, restored, and added as content', async () => {
    const untagged = page.getByRole('region', { name: 'Untagged posts' });
    const posts = untagged.getByRole('listitem');
    await expect(posts.first()).toBeVisible();
    const before = await posts.count();
    const first = posts.first();
    const quote = (await first.getByRole('paragraph').first().textContent()) ?? '';
    await expect(first.locator('mark')).toHaveText(/larkmoor/i);
    await expect(first.getByText(/^Found by “Larkmoor” after you approved the creator on /)).toBeVisible();
    await first.getByRole('button', { name: /^Dismiss the post by / }).click();
    await expect(posts).toHaveCount(before - 1);
    await untagged.getByText(/^Dismissed \d+$/).click();
    await untagged
      .getByRole('button', { name: /^Restore the post by / })
      .first()
      .click();
    await expect(page.getByText('Post restored.')).toBeVisible();
    await untagged.getByText(/^To review \d+$/).click();
    await expect(posts).toHaveCount(before);
    await expectAccessible();
    await first.getByRole('button', { name: /^Add the post by / }).click();
    await expect(page.getByText('Post added to the campaign.')).toBeVisible();
    await expect(posts).toHaveCount(before - 1);
    const row = page.getByRole('table', { name: 'Shoutouts' }).getByRole('row').filter({ hasText: quote });
    await expect(row.first()).toBeVisible();
  });
  for (const tab of ['Stories', 'Uploads', 'Content previews']) {
    await page.getByRole('navigation', { name: 'Campaign' }).getByRole('link', { name: tab }).click();
    await expect(
      page
        .getByText(/No stories yet|No uploads yet|No content to review/)
        .or(page.getByRole('table', { name: tab }))
        .or(page.getByRole('list', { name: tab })),
    ).toBeVisible();
  }
  await page.getByRole('navigation', { name: 'Campaign' }).getByRole('link', { name: 'Metrics' }).click();
  await expect(page.getByRole('heading', { name: 'Missing posts' })).toBeVisible();
});

for (const { where, viewport, locale } of [
  { where: 'on a tablet', viewport: { width: 834, height: 1112 }, locale: 'en-US' },
  { where: 'in German', viewport: { width: 1440, height: 900 }, locale: 'de-DE' },
]) {
  test.describe(where, () => {
    test.use({ as: 'owner', viewport, locale });

    test('both answers to an opt-in are inside the window', async ({ page, open }) => {
      await open('/campaigns');
      await expect(page.getByRole('table').getByRole('row').nth(1)).toBeVisible();
      const { id } = await campaignWithOptIns(page);
      await open(`/campaigns/${id}/opt-ins?status=pending`);
      const answers = page.locator('.opt-in-decide > button');
      await expect(answers.first()).toBeVisible();
      for (const button of await answers.all()) {
        const box = await button.boundingBox();
        expect((box?.x ?? 9999) + (box?.width ?? 0)).toBeLessThanOrEqual(viewport.width);
      }
    });
  });
}

test.describe('on a phone', () => {
  test.use({ as: 'owner', viewport: { width: 390, height: 844 } });

  test('an opt-in is a card with labeled price, followers and reason, and buttons with text', async ({
    page,
    open,
    expectAccessibleInBoth,
  }) => {
    await open('/campaigns');
    await expect(page.getByRole('heading', { name: 'Campaigns' })).toBeVisible();
    const { api, id } = await campaignWithOptIns(page);
    const { optIns } = await api.get<{
      optIns: {
        askedTerms: { fee: number | null };
        pitch: string;
        socialProfile: { fullname: string; followerCount: number };
      }[];
    }>(`/v2/opt-ins/${id}/1?status=[pending]`);
    const one = optIns.find(({ askedTerms, pitch }) => askedTerms.fee && pitch !== '');
    if (!one) throw new Error('No pending opt-in names a fee and a reason.');
    await open(`/campaigns/${id}/opt-ins?status=pending`);
    const name = one.socialProfile.fullname;
    const card = page.getByRole('row').filter({ hasText: name });
    const asks = `$${(one.askedTerms.fee ?? 0) / 100}`;
    const brief = card.locator('.opt-in-brief');
    await expect(brief.getByText('Requested fee', { exact: true })).toBeVisible();
    await expect(brief.getByText(asks, { exact: true })).toBeVisible();
    await expect(brief.getByText('Followers', { exact: true })).toBeVisible();
    await expect(brief.getByText(one.pitch)).toBeVisible();
    for (const verb of [`Approve for ${asks}`, 'Decline']) {
      const button = card.getByRole('button', { name: verb });
      await expect(button.getByText(verb)).toBeVisible();
      expect((await button.boundingBox())?.height).toBeGreaterThanOrEqual(44);
    }
    await expectAccessibleInBoth('.opt-in-table');

    // The bar of a selection shows every action in the window.
    await card.getByRole('checkbox').check();
    const bar = page.getByRole('region', { name: 'Bulk actions' });
    await expect(bar.getByRole('button', { name: /^Approve for/ })).toBeVisible();
    for (const action of await bar.getByRole('button').all()) {
      const box = await action.boundingBox();
      expect(box?.x).toBeGreaterThanOrEqual(0);
      expect((box?.x ?? 999) + (box?.width ?? 0)).toBeLessThanOrEqual(390);
      await action.click({ trial: true });
    }
    await bar.getByRole('button', { name: 'Clear selection' }).click();
  });
});
