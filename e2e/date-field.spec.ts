import { expect, test } from './support/test.ts';

test.use({ as: 'owner' });

test('a day is typed or chosen in the calendar, by keyboard alone, in the format of the person', async ({
  page,
  open,
  expectAccessibleInBoth,
}) => {
  await open('/account/audit-log');
  const from = page.getByRole('textbox', { name: 'From' });
  const calendar = page.getByRole('dialog', { name: 'Choose From' });

  await test.step('typing', async () => {
    await from.fill('soon');
    await from.press('Enter');
    await expect(page.getByText(/^“soon” isn't a valid date/)).toBeVisible();
    await expect(from).toHaveValue('');
    await from.fill('2026-02-03');
    await from.press('Enter');
    await expect(from).toHaveValue('3 Feb 2026');
  });

  await test.step('the calendar by keyboard', async () => {
    await from.press('ArrowDown');
    const day = (name: RegExp) => calendar.getByRole('button', { name });
    await expect(day(/^Tuesday,? 3 February 2026$/)).toBeFocused();
    await expectAccessibleInBoth('[role=dialog]');
    await page.keyboard.press('ArrowDown');
    await page.keyboard.press('PageDown');
    await page.keyboard.press('End');
    await expect(day(/^Sunday,? 15 March 2026$/)).toBeFocused();
    await page.keyboard.press('Enter');
    await expect(calendar).toHaveCount(0);
    await expect(from).toHaveValue('15 Mar 2026');
    await expect(page.getByRole('button', { name: 'Choose From' })).toBeVisible();
  });

  await test.step('days out of range and presets', async () => {
    const to = page.getByRole('textbox', { name: 'To', exact: true });
    await to.fill('1 Mar 2026');
    await to.press('Enter');
    await expect(page.getByText('Choose 15 Mar 2026 or later.')).toBeVisible();
    await expect(to).toHaveValue('');
    await page.getByRole('button', { name: 'Choose To' }).click();
    await page.getByRole('dialog', { name: 'Choose To' }).getByRole('button', { name: 'Today' }).click();
    await expect(to).not.toHaveValue('');
    await from.fill('');
    await expect(page.getByText('Choose 15 Mar 2026 or later.')).toHaveCount(0);
  });
});
