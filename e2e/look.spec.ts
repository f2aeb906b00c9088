import { hosts } from './support/hosts.ts';
import { expect, test } from './support/test.ts';

// Looking at everything takes its time.
test.describe.configure({ timeout: 120_000 });

const sizes = [
  { width: 1440, height: 900 },
  { width: 390, height: 844 },
];

for (const colorScheme of ['light', 'dark'] as const) {
  for (const viewport of sizes) {
    test.describe(`${colorScheme}, ${viewport.width} px`, () => {
      test.use({ as: 'owner', colorScheme, viewport });

      test('axe finds nothing on the screens of the shell', async ({ page, open, expectAccessible }) => {
        // Sections that come in as axe scrolls to them are half-way there when it looks at their colours.
        await page.emulateMedia({ reducedMotion: 'reduce' });
        for (const path of [
          '/campaigns',
          '/campaigns?status=archived',
          '/welcome',
          '/pricing',
          '/updates',
          '/account',
        ]) {
          await open(path);
          await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
          await expect(page.locator('.t-spinner')).toHaveCount(0);
          await expectAccessible();
        }
        await open('/campaigns/01890000-0000-7000-8000-000000000000');
        await expect(page.getByText(/^Status 404/)).toBeVisible();
        await expectAccessible();
      });

      test('axe finds nothing in what opens over them', async ({ page, open, context, expectAccessible }) => {
        await context.addCookies([{ name: 'featureFlag', value: 'whatsNew', url: hosts.web }]);
        await open('/campaigns');
        await expect(page.getByRole('table')).toBeVisible();
        await page.keyboard.press('Control+k');
        await expect(page.getByRole('option').first()).toBeVisible();
        await expectAccessible();
        await page.keyboard.press('Escape');
        await page.getByRole('button', { name: /^User menu/ }).click();
        await expect(page.getByRole('menu')).toBeVisible();
        await expectAccessible();
        await page.keyboard.press('Escape');
        if (viewport.width < 768) {
          await page.getByRole('button', { name: 'Menu', exact: true }).click();
          await expect(page.getByRole('dialog', { name: 'Menu' })).toBeVisible();
        } else {
          await page.getByRole('button', { name: "What's New" }).click();
          await expect(page.getByRole('dialog', { name: "What's New" })).toBeVisible();
        }
        await expectAccessible();
      });
    });
  }
}

test.describe('an administrator', () => {
  test.use({ as: 'admin' });
  test('axe finds nothing in the brand picker and the dialog for a new brand', async ({
    page,
    open,
    expectAccessible,
  }) => {
    await open('/campaigns');
    await page.getByRole('button', { name: /, switch brand$/ }).click();
    await expect(page.getByRole('option').first()).toBeVisible();
    await expectAccessible();
    await page.keyboard.press('Escape');
    await page.getByRole('button', { name: 'Create Brand' }).click();
    await page.getByRole('dialog').getByRole('button', { name: 'Create Brand' }).click();
    await expect(page.getByText('Please enter a name')).toBeVisible();
    await expectAccessible();
  });
});

test.describe('colours', () => {
  test.use({ as: 'owner', colorScheme: 'light' });
  test('a chosen colour scheme stays, and is there before anything is drawn', async ({ page, open }) => {
    await open('/campaigns');
    await page.getByRole('button', { name: /^User menu/ }).click();
    await page.getByRole('menuitemradio', { name: 'Dark' }).click();
    const ground = () =>
      page.evaluate(() => (document.body ? getComputedStyle(document.body).backgroundColor : ''));
    await expect.poll(ground).toBe('rgb(18, 18, 21)');
    await page.route(/assets\/index-[^/]*\.js/, () => {});
    await page.goto(`${hosts.web}/campaigns`, { waitUntil: 'commit' });
    await expect.poll(ground).toBe('rgb(18, 18, 21)');
  });
});
