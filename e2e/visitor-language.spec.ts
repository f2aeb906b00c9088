import type { Page } from '@playwright/test';
import { findingsOn } from './support/axe.ts';
import { hosts } from './support/hosts.ts';
import { expect, test } from './support/test.ts';

const html = (page: Page) => page.locator('html');
const isSideways = (page: Page) => page.evaluate(() => document.documentElement.scrollWidth > innerWidth);

test.describe('pages for visitors in other languages', () => {
  test.use({ viewport: { width: 390, height: 844 } });

  test.describe('in an Arabic browser', () => {
    test.use({ locale: 'ar-EG' });

    test('run from right to left, and the form says what is wrong in Arabic', async ({ page }) => {
      await page.goto(`${hosts.web}/pricing`);
      await expect(html(page)).toHaveAttribute('lang', 'ar');
      await expect(html(page)).toHaveAttribute('dir', 'rtl');
      await expect(page).toHaveTitle('الأسعار | Troupe');
      await expect(page.getByRole('heading', { level: 1 })).toHaveText('انمُ أسرع مع مؤثرين أثبتوا نجاحهم');
      await expect(page.getByRole('heading', { name: 'Trailblazer' })).toBeVisible();
      await page.getByText('شهري', { exact: true }).click();
      await expect(page).toHaveURL(/period=monthly/);
      await expect(page.getByText('$2,995').filter({ visible: true }).first()).toBeVisible();
      expect(await isSideways(page)).toBe(false);
      expect(await findingsOn(page)).toEqual([]);

      await page.getByRole('button', { name: 'القائمة' }).click();
      await page.getByRole('dialog').getByRole('link', { name: 'اطلب عرضًا توضيحيًا' }).click();
      await expect(page.getByRole('heading', { level: 1 })).toHaveText('احجز عرضًا توضيحيًا');
      const main = page.getByRole('main');
      await main.getByRole('button', { name: 'اطلب عرضًا توضيحيًا' }).click();
      await expect(page.getByRole('alert')).toHaveText('بعض الحقول غير صالحة. راجع الحقول المحددة.');
      await expect(page.getByLabel('الاسم')).toHaveAccessibleDescription('أدخل اسمك');
      await main.getByRole('button', { name: 'الرأي التالي' }).click();
      await expect(main.getByText(/2.* من .*3/)).toBeVisible();
      await expect(main.getByRole('listitem').filter({ hasText: 'Dario Conti' })).toBeInViewport();
      expect(await isSideways(page)).toBe(false);
      expect(await findingsOn(page)).toEqual([]);

      // On a tablet the header has room for the ways in, and a menu for its links.
      await page.setViewportSize({ width: 834, height: 1112 });
      const header = page.getByRole('banner');
      await expect(header.getByRole('link', { name: 'اطلب عرضًا توضيحيًا' })).toBeInViewport({ ratio: 1 });
      await expect(header.getByRole('button', { name: 'القائمة' })).toBeInViewport({ ratio: 1 });
      expect(await isSideways(page)).toBe(false);
    });
  });

  test.describe('in a Japanese browser', () => {
    test.use({ locale: 'ja-JP' });

    test('are Japanese until another language is chosen, which lasts on other pages', async ({ page }) => {
      await page.goto(`${hosts.web}/pricing`);
      await expect(html(page)).toHaveAttribute('lang', 'ja');
      await expect(page.getByRole('heading', { level: 1 })).toHaveText(
        '実績あるインフルエンサーで、成長を加速',
      );
      expect(await isSideways(page)).toBe(false);
      expect(await findingsOn(page)).toEqual([]);
      await page.goto(`${hosts.web}/book-a-demo`);
      await expect(page).toHaveTitle('デモを予約 | ブランド向け');

      // What the API refuses is written in the language of the page.
      await page.route(`${hosts.api}/demo-requests`, (route) =>
        route.fulfill({
          status: 422,
          headers: { 'access-control-allow-origin': hosts.web },
          json: { message: 'Some fields are invalid.', fields: { website: 'Please enter a web address' } },
        }),
      );
      await page.getByLabel('お名前').fill('オナ');
      await page.getByLabel('仕事用メールアドレス').fill('ona@reyes.example');
      await page.getByLabel('会社名').fill('Reyes Roasters');
      await page.getByRole('main').getByRole('button', { name: 'デモを申し込む' }).click();
      await expect(page.getByLabel('Webサイト')).toHaveAccessibleDescription(
        'https://example.comのようなURLを入力してください',
      );
      expect(await isSideways(page)).toBe(false);
      expect(await findingsOn(page)).toEqual([]);

      const choice = page.getByRole('navigation', { name: '言語' });
      await expect(choice.getByRole('link', { name: '日本語' })).toHaveAttribute('aria-current', 'true');
      await choice.getByRole('link', { name: 'Deutsch' }).click();
      await expect(html(page)).toHaveAttribute('lang', 'de');
      await expect(page.getByLabel('Unternehmen')).toHaveValue('Reyes Roasters');
      await page.goto(`${hosts.web}/terms`);
      await expect(page.getByText('Verbindlich ist die englische Fassung.')).toBeVisible();
      await page.getByRole('link', { name: 'Auf Englisch lesen' }).click();
      await expect(page.getByRole('heading', { level: 1 })).toHaveText('Terms');
      await page.goto(`${hosts.web}/faq`);
      await expect(html(page)).toHaveAttribute('lang', 'en');
    });

    test('can change their language without scripts', async ({ browser }) => {
      const context = await browser.newContext({ javaScriptEnabled: false, locale: 'ja-JP' });
      const page = await context.newPage();
      await page.goto(`${hosts.web}/faq`);
      await expect(html(page)).toHaveAttribute('lang', 'ja');
      await page.getByRole('navigation', { name: '言語' }).getByRole('link', { name: 'العربية' }).click();
      await expect(html(page)).toHaveAttribute('dir', 'rtl');
      await page.goto(`${hosts.web}/pricing`);
      await expect(html(page)).toHaveAttribute('lang', 'ar');
      await context.close();
    });
  });
});
