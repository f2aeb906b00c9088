import { expect, test } from './support/test.ts';

test.use({ as: 'admin' });

test('an administrator finds a brand, acts as a member with a visible banner, and stops acting', async ({
  page,
  open,
  expectAccessible,
}) => {
  await open('/admin');
  await page.getByLabel('Find a brand').fill('larkmoor');
  const brands = page.getByRole('table', { name: 'Brands' });
  await expect(brands.getByRole('row')).toHaveCount(2);
  await brands.getByRole('button', { name: 'Larkmoor' }).click();
  const dialog = page.getByRole('dialog');
  await dialog
    .getByRole('button', { name: /^Act as/ })
    .last()
    .click();
  await dialog.getByRole('button', { name: 'Act as member' }).click();
  await expect(dialog.getByText('Enter a reason')).toBeVisible();
  await dialog.getByLabel('Reason').fill('They cannot find their lists');
  const stream = page.waitForRequest(
    (request) => request.url().endsWith('/events') && request.headers()['x-acting'] !== undefined,
  );
  await dialog.getByRole('button', { name: 'Act as member' }).click();

  const banner = page.getByRole('region', { name: 'Acting as a member' });
  await expect(banner).toContainText('a member of Larkmoor');
  await expect(page.getByRole('navigation', { name: 'Main' })).toBeVisible();
  await expect(page.getByRole('link', { name: 'Administration' })).toHaveCount(0);
  // Live events also arrive while acting as the member.
  await stream;
  await page.goto('/admin');
  await expect(page.getByText("You don't have access to this.")).toBeVisible();
  await expect(banner).toContainText('a member of Larkmoor');
  await expectAccessible('section.acting');
  await page.goto('/campaigns');
  await page.route(/\/campaign\/[^/]+\/status$/, (route) => route.fulfill({ status: 500, json: {} }));
  await page.getByRole('button', { name: 'Actions for Autumn Trail Kit' }).click();
  await page.getByRole('menuitem', { name: 'Archive', exact: true }).click();
  const notice = page.locator('.t-notice');
  await expect(notice).toBeVisible();
  // Notices stay above the banner.
  await expect
    .poll(async () => {
      const [above, below] = await Promise.all([notice.boundingBox(), banner.boundingBox()]);
      return above && below ? above.y + above.height <= below.y : false;
    })
    .toBe(true);

  await banner.getByRole('button', { name: 'Stop acting as member' }).click();
  await expect(page.getByRole('table', { name: 'Brands' })).toBeVisible();
  await expect(banner).toHaveCount(0);
  await page.getByRole('link', { name: 'Jobs' }).click();
  await expect(page.getByRole('table', { name: 'Job types' })).toBeVisible();

  await test.step('an author is excluded from social listening, and found again', async () => {
    await page.getByRole('link', { name: 'Opt-outs' }).click();
    await page.getByRole('button', { name: 'Add opt-out' }).click();
    const adding = page.getByRole('dialog', { name: 'Add opt-out' });
    await adding.getByRole('button', { name: 'Add opt-out' }).click();
    await expect(adding.getByText('Enter a username')).toBeVisible();
    await adding.getByLabel('Username').fill('@Quiet.Walker.bsky.test');
    await page.keyboard.press('Enter');
    const row = page.getByRole('row').filter({ hasText: 'quiet.walker.bsky.test' });
    await expect(row).toContainText('Administrator');
    await expectAccessible();
    await row.getByRole('button', { name: 'Remove quiet.walker.bsky.test' }).click();
    const removing = page.getByRole('alertdialog').or(page.getByRole('dialog'));
    await removing.getByRole('button', { name: 'Remove', exact: true }).click();
    await expect(page.getByText('Opt-out removed')).toBeVisible();
    await expect(row).toHaveCount(0);
  });
});
