import { hosts, PASSWORD, people } from './support/hosts.ts';
import { fillLogin } from './support/login.ts';
import { expect, test } from './support/test.ts';

test.describe("the creators' app", () => {
  test.use({ viewport: { width: 390, height: 844 } });

  test('a creator logs in, sees their name, and logs out', async ({ page }) => {
    await page.goto(hosts.portal);
    await page
      .getByRole('link', { name: 'Log In' })
      .or(page.getByRole('button', { name: 'Log In' }))
      .first()
      .click();
    await fillLogin(page, people.creator, PASSWORD);
    await page.waitForURL((url) => url.origin === hosts.portal && url.pathname === '/');
    await expect(page.getByText('Cleo', { exact: false }).first()).toBeVisible();
    await page.getByRole('link', { name: 'Sign out' }).click();
    await expect(
      page
        .getByRole('link', { name: 'Log In' })
        .or(page.getByRole('button', { name: 'Log In' }))
        .first(),
    ).toBeVisible();
  });

  test('[R6.020] a brand member is redirected to the dashboard', async ({ page }) => {
    await page.goto(`${hosts.portal}/login`);
    await fillLogin(page, people.member, PASSWORD);
    await page.waitForURL((url) => url.origin === hosts.web);
    await expect(page.getByRole('heading', { level: 1, name: 'Campaigns' })).toBeVisible();
  });
});
