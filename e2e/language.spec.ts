import type { Page } from '@playwright/test';
import { findingsOn } from './support/axe.ts';
import { hosts, PASSWORD, people } from './support/hosts.ts';
import { tokenOf } from './support/login.ts';
import { expect, test } from './support/test.ts';

const html = (page: Page) => page.locator('html');

/** Logs the demo creator in, whatever the language of the pages is. */
async function logIn(page: Page): Promise<void> {
  await page.goto(`${hosts.portal}/login`);
  await page.locator('input[name=email]').fill(people.creator);
  await page.locator('input[name=password]').fill(PASSWORD);
  await page.locator('input[name=password]').press('Enter');
  await page.waitForURL((url) => url.origin === hosts.portal && url.pathname === '/');
  await expect(page.locator('.campaign-row').first()).toBeVisible();
}

const isSideways = (page: Page) => page.evaluate(() => document.documentElement.scrollWidth > innerWidth);

test.describe('the language of the creators’ app', () => {
  // In series: the login host slows down simultaneous logins to one account.
  test.describe.configure({ mode: 'default' });
  test.use({ viewport: { width: 390, height: 844 } });

  test.describe('in a German browser', () => {
    test.use({ locale: 'de-AT' });

    test('is German until another one is chosen, which lasts over a reload', async ({ page }) => {
      await page.goto(hosts.portal);
      await expect(html(page)).toHaveAttribute('lang', 'de');
      await expect(page.getByRole('heading', { level: 1 })).toHaveText('Arbeite mit Marken, die du magst');
      await page.getByLabel('Sprache').selectOption('Français');
      await expect(page.getByRole('heading', { level: 1 })).toHaveText(
        'Travaillez avec les marques que vous aimez',
      );
      await page.reload();
      await expect(html(page)).toHaveAttribute('lang', 'fr');
      // The API answers in English; the app writes it in the language of the page.
      await page.route(`${hosts.api}/invite/**`, (route) =>
        route.fulfill({
          status: 429,
          headers: { 'access-control-allow-origin': hosts.portal },
          json: { code: 'rate_limited', message: 'Too many requests. Wait a moment and try again.' },
        }),
      );
      await page.goto(`${hosts.portal}/invite/nothing`);
      await expect(page.getByText('Trop de requêtes. Patientez un instant, puis réessayez.')).toBeVisible();
    });

    test('follows the profile before the browser, also in a browser that never chose', async ({
      page,
      browser,
    }) => {
      await logIn(page);
      await expect(page.getByRole('heading', { name: 'Deine Kooperationen' })).toBeVisible();
      await page.goto(`${hosts.portal}/account`);
      const choice = page.locator('#language').getByRole('combobox');
      await choice.selectOption('Português (Brasil)');
      await expect(page.getByRole('heading', { level: 1, name: 'Conta' })).toBeVisible();
      try {
        const other = await (await browser.newContext({ locale: 'de-DE' })).newPage();
        await logIn(other);
        await expect(other.getByRole('heading', { name: 'Suas colaborações' })).toBeVisible();
        await other.context().close();
      } finally {
        const token = await tokenOf(page);
        const answer = await page.request.put(`${hosts.api}/me`, {
          headers: { authorization: `Bearer ${token}` },
          data: { language: null },
        });
        expect(answer.status()).toBe(200);
      }
    });
  });

  test.describe('in an Arabic browser', () => {
    test.use({ locale: 'ar-EG' });

    test('runs from right to left, fits the screen and passes axe', async ({ page }) => {
      await page.goto(hosts.portal);
      await expect(html(page)).toHaveAttribute('dir', 'rtl');
      expect(await findingsOn(page)).toEqual([]);
      await logIn(page);
      // Collaborations load after campaigns. Other journeys add newer ones.
      const link = page
        .locator('.campaign-row-link[href^="/opt-ins/"]')
        .filter({ hasText: 'Autumn Trail Kit' })
        .first();
      const optIn = (await link.getAttribute('href')) ?? '';
      for (const path of ['/', '/account', optIn]) {
        await page.goto(hosts.portal + path);
        await expect(page.locator('h1:not(.t-hidden)')).toBeVisible();
        await expect(html(page)).toHaveAttribute('lang', 'ar');
        expect(await isSideways(page), path).toBe(false);
        expect(await findingsOn(page), path).toEqual([]);
      }
      // The history is kept in English; the app writes it in the language of the page.
      await expect(page.getByRole('listitem').filter({ hasText: 'استُلم المنتج' })).toBeVisible();
      const logo = await page.locator('.shell-logo').boundingBox();
      expect(logo?.x).toBeGreaterThan(195);
    });
  });

  test.describe('in a browser whose language is not offered', () => {
    test.use({ locale: 'nl-NL' });

    test('is English', async ({ page }) => {
      await page.goto(hosts.portal);
      await expect(html(page)).toHaveAttribute('lang', 'en');
      await expect(page.getByRole('heading', { level: 1 })).toHaveText('Work with brands you love');
    });
  });
});

test.describe('the language of the dashboard', () => {
  test.use({ locale: 'de-AT' });

  test('histories and messages of forms, which come in English, are written in it', async ({ page }) => {
    await page.goto(`${hosts.web}/inbox`);
    await page.locator('input[name=email]').fill(people.owner);
    await page.locator('input[name=password]').fill(PASSWORD);
    await page.locator('input[name=password]').press('Enter');
    // The newest conversation may be one that another test started, without a history.
    await page.getByRole('link').filter({ hasText: 'when will you decide?' }).first().click();
    const panel = page.locator('.talk-panel');
    await expect(panel.getByRole('heading', { name: 'Verlauf' })).toBeVisible();
    await expect(panel.locator('.talk-history')).toContainText('Beworben');
    await expect(panel).not.toContainText('Opted in');
    // Schemas that forms check say in English what is wrong.
    await page.goto(`${hosts.web}/account/team`);
    await page.getByRole('button', { name: 'Mitglied einladen' }).click();
    await page.getByRole('dialog').getByRole('button', { name: 'Einladen', exact: true }).click();
    await expect(page.getByRole('dialog')).toContainText('Gib eine E-Mail-Adresse ein');
  });
});
