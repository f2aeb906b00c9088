import { readFileSync } from 'node:fs';
import { faultAt, insightsOf } from './support/insights.ts';
import { expect, test } from './support/test.ts';

test.describe('a member', () => {
  test.use({ as: 'owner' });

  test('[R9.001] every credit entry is in the history with its reason, and in the CSV', async ({
    page,
    open,
  }) => {
    const insights = await insightsOf(page);
    const bought = await insights.freshCreator();
    await insights.buy(bought);
    const refused = await insights.freshCreator('&platform=tiktok');
    await faultAt(page, refused.username, 'empty');
    await expect(insights.buy(refused)).rejects.toThrow('422');
    await open('/account/credits');
    const table = page.getByRole('table', { name: 'Credit history' });
    const rows = (text: string) => table.getByRole('row').filter({ hasText: text });
    await expect(rows(`Deep insights: ${bought.username}`).filter({ hasText: 'Reservation' })).toContainText(
      '−1',
    );
    await expect(rows(`Deep insights: ${bought.username}`).filter({ hasText: 'Usage' })).toContainText(
      'Alva Berg',
    );
    const back = rows(`No report for ${refused.username}: there is no audience data`);
    await expect(back).toContainText('Reservation released');
    await expect(back).toContainText('+1');
    await expect(page.getByRole('button', { name: 'Adjust' })).toHaveCount(0);
    const download = page.waitForEvent('download');
    await page.getByRole('button', { name: 'CSV' }).click();
    const csv = readFileSync(await (await download).path(), 'utf8');
    expect(csv).toContain(`Usage,0,`);
    expect(csv).toContain(`Deep insights: ${bought.username}`);
    await page.emulateMedia({ colorScheme: 'dark' });
    await page.setViewportSize({ width: 390, height: 844 });
  });

  test('only administrators see the providers', async ({ page, open }) => {
    await open('/admin/providers');
    await expect(page.getByText("You don't have access to this.")).toBeVisible();
  });
});

test.describe('an administrator', () => {
  test.use({ as: 'admin' });

  test('grants and removes credits with a reason, never below 0', async ({ page, open }) => {
    const reason = `Goodwill ${crypto.randomUUID().slice(0, 8)}`;
    await open('/account/credits');
    const adjust = async (amount: string, text: string) => {
      await page.getByRole('button', { name: 'Adjust' }).click();
      const dialog = page.getByRole('dialog', { name: 'Adjust credits' });
      await dialog.getByLabel('Credits').fill(amount);
      await dialog.getByLabel('Reason').fill(text);
      await dialog.getByRole('button', { name: 'Adjust' }).click();
      return dialog;
    };
    const dialog = await adjust('1.5', '');
    await expect(dialog.getByText('Enter a whole number from -10,000 to 10,000')).toBeVisible();
    await expect(dialog.getByText('Enter a reason')).toBeVisible();
    await dialog.getByLabel('Credits').fill('-10000');
    await dialog.getByLabel('Reason').fill(reason);
    await dialog.getByRole('button', { name: 'Adjust' }).click();
    await expect(dialog.getByText("The brand doesn't have that many credits")).toBeVisible();
    await dialog.getByLabel('Credits').fill('3');
    await dialog.getByRole('button', { name: 'Adjust' }).click();
    await expect(page.getByText('3 credits granted.')).toBeVisible();
    const granted = page.getByRole('row').filter({ hasText: reason }).filter({ hasText: '+3' });
    await expect(granted).toContainText('Adjustment');
    await adjust('-3', `${reason}, undone`);
    await expect(page.getByText('3 credits deducted.')).toBeVisible();
    await expect(page.getByRole('row').filter({ hasText: `${reason}, undone` })).toContainText('−3');
  });

  test('sees the remaining provider quotas', async ({ page, open }) => {
    await open('/campaigns');
    await page.getByRole('link', { name: 'Administration' }).click();
    await page.getByRole('link', { name: 'Providers' }).click();
    const youtube = page.getByRole('region', { name: 'YouTube' });
    await expect(youtube.getByText(/of 10,000 used/)).toBeVisible();
  });
});
