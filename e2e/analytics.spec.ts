import { readFile } from 'node:fs/promises';
import { expect, test } from './support/test.ts';

test.describe('analytics', () => {
  // A person whose day is another one than the brand's most of the time.
  test.use({ as: 'owner', timezoneId: 'Pacific/Kiritimati' });

  test('[R1.018] [R2.041] an owner compares quarters, asks figures for their evidence, enters a cost and studies lift', async ({
    page,
    open,
    expectAccessibleInBoth,
  }) => {
    test.slow();
    const cards = page.getByRole('main').locator('.analytics-card');
    const spend = cards.filter({ hasText: 'Spend' }).first();

    await test.step('the period and comparison are in the address', async () => {
      await open('/analytics');
      await page.getByLabel('Period', { exact: true }).selectOption({ label: 'Last quarter' });
      await expect(page).toHaveURL(/from=\d{4}-\d\d-01&to=\d{4}-\d\d-\d\d/);
      await expect(page.getByText(/Compared with/)).toBeVisible();
      await page.reload();
      await expect(page.getByLabel('Period', { exact: true })).toHaveValue('last-quarter');
      await page.getByRole('button', { name: 'Clear filters' }).click();
      await expect(page).toHaveURL(/\/analytics$/);
    });

    await test.step('a figure opens its formula and evidence file', async () => {
      await spend.getByRole('button').click();
      const answer = page.getByRole('dialog');
      await expect(answer).toContainText('Fees + commissions + other costs');
      await expect(answer).toContainText('node docs/verify-figure.mjs');
      const [file] = await Promise.all([
        page.waitForEvent('download'),
        answer.getByRole('button', { name: 'Download evidence' }).click(),
      ]);
      const evidence = JSON.parse(await readFile(await file.path(), 'utf8'));
      expect(evidence).toMatchObject({ formula: 'spend', zone: expect.any(String) });
      expect(evidence.inputs.length).toBeGreaterThan(0);
    });

    await test.step('the chart has a table, and CSV', async () => {
      const chart = page.getByRole('region', { name: 'Net revenue over time' });
      await chart.getByRole('button', { name: 'Show as table' }).click();
      await expect(chart.getByRole('columnheader', { name: 'Current period' })).toBeVisible();
      const [csv] = await Promise.all([
        page.waitForEvent('download'),
        chart.getByRole('button', { name: 'Download CSV' }).click(),
      ]);
      expect((await readFile(await csv.path(), 'utf8')).split('\n').length).toBeGreaterThan(80);
      await expect(page.getByRole('region', { name: 'ROAS by attribution rule' })).toContainText(
        'Codes only',
      );
    });
    await expectAccessibleInBoth();

    await test.step('a cost counts as spend at once', async () => {
      const before = await spend.getByRole('button').textContent();
      await page.getByRole('link', { name: 'Add cost' }).click();
      const dialog = page.getByRole('dialog', { name: 'Add cost' });
      await dialog.getByLabel('Amount').fill('-');
      await dialog.getByRole('button', { name: 'Add cost' }).click();
      await expect(dialog).toContainText('Enter an amount other than 0');
      await dialog.getByLabel('Amount').fill('120.50');
      await dialog.getByLabel('Note').fill('Sample boxes');
      await dialog.getByRole('button', { name: 'Add cost' }).dblclick();
      await expect(dialog).toBeHidden();
      const rows = page.getByRole('row').filter({ hasText: 'Sample boxes' });
      await expect(rows).toHaveCount(1);
      await expect(rows).toContainText('$120.50');
      await expectAccessibleInBoth();
      await page.getByRole('link', { name: 'Overview' }).click();
      await expect(spend.getByRole('button')).not.toHaveText(before ?? '');
      await page.getByRole('link', { name: 'Costs', exact: true }).click();
      await rows.getByRole('button', { name: /^Delete/ }).click();
      await page.getByRole('dialog').getByRole('button', { name: 'Delete cost' }).click();
      await expect(rows).toHaveCount(0);
    });

    await test.step('lift is shown, or said to be unknown', async () => {
      await page.getByRole('link', { name: 'Overview' }).click();
      await page.getByRole('button', { name: 'New lift study' }).click();
      const dialog = page.getByRole('dialog', { name: 'New lift study' });
      await dialog.getByLabel('Campaign').selectOption({ label: 'Summer Ridge' });
      await dialog.getByRole('button', { name: 'Run study' }).click();
      await expect(dialog).toBeHidden();
      await expect(page.getByText(/^(We can't tell yet|Orders (rose|fell) by )/).first()).toBeVisible();
    });

    await test.step('creators are ranked with their interval; the other tabs answer', async () => {
      await page.getByRole('link', { name: 'Creators', exact: true }).click();
      await expect(page.getByRole('columnheader', { name: 'Conversion' })).toHaveAttribute(
        'aria-sort',
        'descending',
      );
      await expectAccessibleInBoth();
      await page.getByRole('link', { name: 'Cohorts' }).click();
      await expect(page.getByRole('table', { name: 'Cohorts' })).toBeVisible();
      await expectAccessibleInBoth();
      await page.getByRole('link', { name: 'Forecast' }).click();
      await expect(page.getByText('Forecast reliability')).toBeVisible();
      await expectAccessibleInBoth();
    });

    await test.step('on a phone nothing is cut', async () => {
      await page.setViewportSize({ width: 390, height: 844 });
      await page.getByRole('link', { name: 'Overview' }).click();
      await expect(spend).toBeVisible();
      expect(
        await page.evaluate(() => document.documentElement.scrollWidth - innerWidth),
      ).toBeLessThanOrEqual(0);
    });
  });
});
