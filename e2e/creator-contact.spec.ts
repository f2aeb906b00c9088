import type { Page } from '@playwright/test';
import { faultAt } from './support/insights.ts';
import { apiOf, drawerPath, type FoundCreator } from './support/lists.ts';
import { expect, test } from './support/test.ts';

test.use({ as: 'owner' });

/** Creators without a contact lookup, different ones each time. */
async function withoutLookup(page: Page): Promise<FoundCreator[]> {
  const api = await apiOf(page);
  const most = 20_000 + Math.floor(Math.random() * 200_000);
  const { creators } = await api.get<{ creators: FoundCreator[] }>(
    `${api.brand}/creators?sort=followers&platform=instagram&followersMax=${most}`,
  );
  return creators.filter(
    ({ metaData: { contactsFetched, contactsError } }) => !contactsFetched && !contactsError,
  );
}

test('[R4.023] [R4.024] [R4.026] a contact lookup in the drawer shows its cost and updates the card', async ({
  page,
  open,
}) => {
  const creators = await withoutLookup(page);
  const [without, ...others] = creators;
  if (!without) throw new Error('Every creator has a contact lookup already.');
  const drawer = page.getByRole('complementary', { name: /Profile Details$/ });
  const lookUp = drawer.getByRole('button', { name: 'Look up contact info Free' });
  const openOne = async ({ id, username }: FoundCreator) => {
    await open(`/creator-search?platform=instagram&q=${username}&creator=${id}`);
    await expect(drawer.getByText("Contact info hasn't fetched.").last()).toBeVisible();
    return page
      .getByRole('article')
      .filter({ hasText: `@${username} (opens the profile)` })
      .locator('.contact-mark');
  };
  await faultAt(page, without.username, 'no_contacts');
  const mark = await openOne(without);
  await expect(mark).toHaveAttribute('data-kind', 'none');
  await lookUp.click();
  await expect(mark).toHaveAttribute('data-kind', 'error');
  await expect(page.locator('.t-notice').last()).toContainText(
    (await mark.getAttribute('aria-label')) ?? '-',
  );

  // The vendor has no email for some creators; pick one it knows.
  for (const creator of others.slice(0, 4)) {
    const known = await openOne(creator);
    await lookUp.click();
    await expect(known).not.toHaveAttribute('data-kind', 'none');
    if ((await known.getAttribute('data-kind')) !== 'fetched') continue;
    await expect(drawer.getByText('Contact info fetched').last()).toBeVisible();
    await expect(lookUp).toHaveCount(0);
    await expect(drawer.getByRole('button', { name: 'Invite', exact: true })).not.toHaveAttribute(
      'aria-disabled',
      'true',
    );
    return;
  }
  throw new Error('The vendor found no email address.');
});

test('metrics are refreshed from the platform, but not twice in a row, and not where unsupported', async ({
  page,
  open,
}) => {
  const [creator] = await withoutLookup(page);
  if (!creator) throw new Error('Every creator has a contact lookup already.');
  await open(drawerPath(creator));
  const metrics = page.getByRole('complementary').getByRole('region', { name: 'Metrics' });
  const refresh = metrics.getByRole('button', { name: 'Refresh' });
  await refresh.click();
  await expect(metrics.getByRole('status')).toHaveText(
    /^Metrics updated\. You can refresh again in \d+ min\.$/,
    {
      timeout: 40_000,
    },
  );
  await expect(refresh).toHaveAttribute('aria-disabled', 'true');
  const shop = await (await apiOf(page)).findCreator(() => true, '&platform=tiktok-shop');
  await open(drawerPath(shop));
  await refresh.click();
  await expect(metrics.getByRole('status')).toHaveText(/\w+.*\.$/);
  await expect(metrics.getByRole('status')).not.toContainText('Reading new figures');
});
