import { hosts } from './support/hosts.ts';
import { expect, test } from './support/test.ts';

test.use({ as: 'owner' });

test('content is reviewed in the whole window by keyboard, with versions side by side', async ({
  page,
  open,
  expectAccessibleInBoth,
}) => {
  await open('/campaigns');
  await page.getByRole('link', { name: 'Autumn Trail Kit', exact: true }).first().click();
  await page.getByRole('link', { name: /^Content previews/ }).click();
  const cards = page.getByRole('list', { name: 'Content previews' }).locator(':scope > li');
  const revised = cards.filter({ has: page.getByText(/arlier version/) }).first();
  await revised.getByRole('button', { name: 'in the viewer' }).click();
  const viewer = page.getByRole('dialog', { name: /^Content by / });
  const place = viewer.getByRole('status');
  await expect(viewer.getByRole('region', { name: 'Version 2' })).toBeVisible();

  await test.step('versions side by side', async () => {
    await page.keyboard.press('c');
    await expect(viewer.getByRole('region', { name: 'Version 1' })).toBeVisible();
    await expect(viewer.getByText('Version 2, current')).toBeVisible();
    await expectAccessibleInBoth('[role=dialog]');
    await page.keyboard.press('c');
    await expect(viewer.getByRole('region', { name: 'Version 1' })).toHaveCount(0);
  });

  await test.step('next and previous, also after a reload', async () => {
    const total = await cards.count();
    for (let at = 0; at < total; at++) await page.keyboard.press('k');
    await expect(place).toHaveText(`1 of ${total}`);
    await page.keyboard.press('j');
    await expect(place).toHaveText(`2 of ${total}`);
    await page.reload();
    await expect(place).toHaveText(`2 of ${total}`);
  });

  await test.step('approve and request changes', async () => {
    // The decision is refused, so that the demo data stay as they are.
    const decided: unknown[] = [];
    await page.route(`${hosts.api}/brand/*/content-previews/*`, (route) => {
      if (route.request().method() !== 'PUT') return route.continue();
      decided.push(route.request().postDataJSON());
      return route.fulfill({ status: 500, json: { code: 'internal' } });
    });
    const approve = viewer.getByRole('button', { name: /^Approve/ });
    for (let left = await cards.count(); left > 0 && !(await approve.isVisible()); left--)
      await page.keyboard.press('j');
    await page.keyboard.press('a');
    await expect(page.getByText("Couldn't save your decision.")).toBeVisible();
    expect(decided).toMatchObject([{ status: 'approved' }]);
    await page.keyboard.press('r');
    const changes = viewer.getByLabel('Requested changes');
    await expect(changes).toBeFocused();
    // Keys type text now instead of triggering actions.
    await changes.pressSequentially('a');
    await expect(changes).toHaveValue('a');
    expect(decided).toHaveLength(1);
    await changes.fill('');
    await page.keyboard.press('Escape');
    await expect(viewer).toHaveCount(0);
    await expect(page).not.toHaveURL(/preview=/);
  });
});
