import { hosts } from './support/hosts.ts';
import { expect, test } from './support/test.ts';

test.describe('the dashboard in a German browser', () => {
  test.use({ as: 'owner', locale: 'de-DE' });

  test('names categories in filters, and loads their names only with a filter that shows them', async ({
    page,
  }) => {
    const files: string[] = [];
    page.on('request', (request) => files.push(new URL(request.url()).pathname));
    await page.goto(`${hosts.web}/creator-search`);
    await expect(page.locator('article').first()).toBeVisible();
    expect(files.filter((file) => /value-names|category-name/.test(file))).toEqual([]);
    await page.goto(`${hosts.web}/creator-search?category=Running&category=Food`);
    const chip = page.getByRole('group', { name: 'Filter' }).getByRole('button', { name: /Laufen, Essen/ });
    await chip.click();
    const options = page.getByRole('option');
    await expect(options.filter({ hasText: /^Haustiere$/ })).toBeVisible();
    await expect(options.filter({ hasText: /^Pets$/ })).toHaveCount(0);
  });

  test('lists product updates in German', async ({ page }) => {
    await page.goto(`${hosts.web}/updates`);
    await expect(page.getByRole('heading', { name: 'Nach Profil-URL suchen' })).toBeVisible();
    await expect(page.getByText('Füge eine Profil-URL in die Suche ein.')).toBeVisible();
    await expect(page.getByText('Search by profile URL')).toHaveCount(0);
  });

  test('downloads the audit log in German', async ({ page }) => {
    await page.goto(`${hosts.web}/account/audit-log`);
    const [file] = await Promise.all([
      page.waitForEvent('download'),
      page.getByRole('button', { name: 'CSV' }).click(),
    ]);
    const chunks: Buffer[] = [];
    for await (const chunk of await file.createReadStream()) chunks.push(chunk as Buffer);
    expect(Buffer.concat(chunks).toString('utf8')).toMatch(/^\ufeffZeit,Person,Art der Person,Aktion,/);
  });
});
