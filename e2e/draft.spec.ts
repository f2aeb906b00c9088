import type { Page } from '@playwright/test';
import { apiOf } from './support/lists.ts';
import { expect, test } from './support/test.ts';

interface OptIn {
  id: string;
  campaignId: string;
  status: string;
}

test.use({ as: 'owner' });

/** Returns the opt-ins of all campaigns of the owner's brand, first page each. */
async function optInsOf(page: Page): Promise<OptIn[]> {
  const api = await apiOf(page);
  const { campaigns } = await api.get<{ campaigns: { id: string; optInCount: number }[] }>(
    `${api.brand}/campaigns`,
  );
  const answers = campaigns
    .filter(({ optInCount }) => optInCount > 0)
    .map(({ id }) => api.get<{ optIns: OptIn[] }>(`/v2/opt-ins/${id}/1`));
  return (await Promise.all(answers)).flatMap(({ optIns }) => optIns);
}

const pathOf = ({ campaignId, id }: OptIn) => `/campaigns/${campaignId}/opt-ins?optIn=${id}`;

test('an unsaved offer and rating survive a reload', async ({ page, open }) => {
  const optIns = await optInsOf(page);
  const pending = optIns.find(({ status }) => status === 'pending');
  const done = optIns.find(({ status }) => status === 'completed');
  if (!pending || !done) throw new Error('The demo data has no such opt-in.');
  const drawer = page.getByRole('complementary');

  await open(pathOf(pending));
  await drawer.getByRole('button', { name: 'Make an offer' }).click();
  await drawer.getByLabel('Fee', { exact: true }).fill('123.45');
  await page.reload();
  await drawer.getByRole('button', { name: 'Make an offer' }).click();
  await expect(drawer.getByLabel('Fee', { exact: true })).toHaveValue('123.45');
  await drawer.getByRole('button', { name: 'Cancel' }).click();

  await open(pathOf(done));
  const creativity = drawer.getByRole('slider', { name: 'Creativity' });
  await creativity.fill('2.5');
  await page.reload();
  await expect(creativity).toHaveValue('2.5');
});

test('an unsaved webhook and saved reply survive a reload', async ({ page, open }) => {
  await open('/account#webhooks');
  const add = page.getByRole('button', { name: 'Add webhook' });
  await add.click();
  const dialog = page.getByRole('dialog');
  await dialog.getByLabel('Endpoint URL').fill('https://hooks.example.com/troupe');
  await dialog.getByLabel('Description').fill('Orders to the warehouse');
  await page.reload();
  await add.click();
  await expect(dialog.getByLabel('Endpoint URL')).toHaveValue('https://hooks.example.com/troupe');
  await expect(dialog.getByLabel('Description')).toHaveValue('Orders to the warehouse');

  await open('/inbox');
  await page.getByRole('list', { name: 'Conversations' }).getByRole('link').first().click();
  const manage = async () => {
    await page.getByRole('button', { name: 'Saved replies' }).click();
    await page.getByRole('menuitem', { name: 'Manage saved replies' }).click();
  };
  await manage();
  await dialog.getByRole('button', { name: 'New reply' }).click();
  await dialog.getByLabel('Name').fill('Sizes');
  await dialog.getByLabel('Text').fill('Which size do you wear?');
  await page.reload();
  await manage();
  await expect(dialog.getByLabel('Name')).toHaveValue('Sizes');
  await expect(dialog.getByLabel('Text')).toHaveValue('Which size do you wear?');
});
