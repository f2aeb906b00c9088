import { apiOf, type FoundCreator } from './support/lists.ts';
import { readyToSend, uninvited } from './support/outreach.ts';
import { expect, test } from './support/test.ts';

test.use({ as: 'owner' });

test('a member tries and saves a rule, finds flagged creators, sees flags before an invite, and dismisses one', async ({
  page,
  open,
  expectAccessibleInBoth,
}) => {
  test.slow();
  const api = await apiOf(page);
  await readyToSend(api);
  const [creator] = (await uninvited(api, 1)) as (FoundCreator & { bio: string })[];
  if (!creator) throw new Error('The demo data has no uninvited creator.');
  const title = `Safety ${crypto.randomUUID().slice(0, 6)}`;
  const listId = await api.makeList(title, [creator.id]);
  // The beginning of the bio, as a phrase, is where the flag comes from.
  const phrase = (creator.bio.match(/[\p{L}\p{N}]+/gu) ?? []).slice(0, 2).join(' ');
  const drawer = page.getByRole('complementary', { name: /Profile Details$/ });
  const flag = drawer.getByRole('article', { name: 'Posts about competitors' });

  await test.step('the rule shows what it would flag before it is saved', async () => {
    await open('/account/brand-safety');
    await page.getByRole('button', { name: 'Edit Posts about competitors' }).click();
    const dialog = page.getByRole('dialog', { name: 'Posts about competitors' });
    await dialog.getByLabel('Competitor names').fill(`Norhaven\nTrailkin\n${phrase}`);
    await dialog.getByRole('button', { name: 'Test on your creators' }).click();
    await expect(dialog.getByText(/^This rule would flag \d+ of your \d+ creators$/)).toBeVisible();
    await expectAccessibleInBoth('[role=dialog]');
    await dialog.getByRole('button', { name: 'Save rule' }).click();
    await expect(page.getByText('Rule saved. Checking creators again.')).toBeVisible();
  });

  await test.step('the drawer lists the checked content and quotes the words', async () => {
    await open(`/creator-search?creator=${creator.id}`);
    await drawer.getByRole('button', { name: /^Check (posts|again)$/ }).click();
    await expect(flag.locator('mark').first()).toHaveText(new RegExp(`^${phrase.split(' ')[0]}`, 'i'));
    await expect(drawer.getByText(/from the previous 90 days/)).toBeVisible();
    await expect(drawer.getByText('safe', { exact: true })).toHaveCount(0);
  });

  await test.step('the search and the list show open flags, and the invite too', async () => {
    await open('/creator-search?safety=open&safetyCategory=competitor');
    await expect(page.getByText('With open flags')).toBeVisible();
    await open(`/creator-search/lists?list=${listId}`);
    await expect(page.getByText(/^\d+ open flags?$/).first()).toBeVisible();
    const mark = page.getByRole('button', { name: /^\d+ open flags?: .*Posts about competitors/ });
    await expect(mark.first()).toBeVisible();
    await open(`/creator-search/lists?list=${listId}&safety=open`);
    await expect(page.getByRole('button', { name: /^Brand safety With open flags/ })).toBeVisible();
    await expect(mark.first()).toBeVisible();
    await open(`/creator-search?creator=${creator.id}`);
    await drawer
      .getByRole('button', { name: /^Invite/ })
      .first()
      .click();
    const dialog = page.getByRole('dialog').last();
    await expect(dialog.getByText(/^\d+ open flags?$/)).toBeVisible();
    await dialog.getByRole('button', { name: 'View', exact: true }).click();
    await expect(page.getByText(`Posts about competitors · @${creator.username}`)).toBeVisible();
    await page.keyboard.press('Escape');
    await page.keyboard.press('Escape');
  });

  await test.step('a dismissed flag keeps its reason', async () => {
    await open(`/creator-search?creator=${creator.id}`);
    await flag.getByRole('button', { name: 'Dismiss flag' }).click();
    const dialog = page.getByRole('dialog', { name: 'Dismiss flag' });
    await dialog.getByRole('button', { name: 'Dismiss flag' }).click();
    await expect(dialog.getByText('Enter a reason')).toBeVisible();
    await dialog.getByLabel('Reason').fill('Only a figure of speech');
    await dialog.getByRole('button', { name: 'Dismiss flag' }).click();
    await expect(flag.getByText(/Only a figure of speech/)).toBeVisible();
    await drawer.getByRole('button', { name: 'Check again' }).click();
    await expect(flag.getByText('Dismissed')).toBeVisible();
  });
});
