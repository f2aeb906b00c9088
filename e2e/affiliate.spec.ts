import type { Page } from '@playwright/test';
import { hosts, PASSWORD, people } from './support/hosts.ts';
import { apiOf } from './support/lists.ts';
import { fillLogin } from './support/login.ts';
import { expect, test } from './support/test.ts';

const SHOP = 'larkmoor-goods.myshopify.com';
const control = `${hosts.sandbox}/shopify/_control/stores/${SHOP}`;
const CAMPAIGN = 'Autumn Trail Kit';

/** Connects the demo brand's store, unless it is connected. */
async function connectStore(page: Page): Promise<void> {
  const { brand, get } = await apiOf(page);
  const { program } = await get<{ program: { stores: { shop: string }[] } }>(`${brand}/affiliates/program`);
  if (program.stores.some(({ shop }) => shop === SHOP)) return;
  await page.goto(`${hosts.sandbox}/shopify`);
  await page.getByRole('link', { name: 'Open the app: Larkmoor Goods' }).click();
  await page.getByRole('button', { name: 'Get Started' }).click();
  await page.getByRole('button', { name: 'Install app' }).click();
  const dialog = page.getByRole('dialog', { name: 'Complete Your Shopify Connection' });
  await dialog.getByRole('button', { name: 'Connect My Store' }).click();
  await expect(dialog).toHaveCount(0);
}

test.describe('affiliate program', () => {
  test.use({ as: 'owner' });

  test('[R1.020] [R2.042] [R7.059] a brand turns its program on and invites a creator, who accepts on a phone, makes a link and sees what an order earns, line by line', async ({
    page,
    open,
    browser,
    expectAccessible,
  }) => {
    await open('/affiliate/settings');
    await expect(page.getByRole('heading', { level: 1, name: 'Affiliate' })).toBeVisible();
    await connectStore(page);
    await open('/affiliate/settings');

    await test.step('turn it on', async () => {
      await expect(page.getByLabel('Commission rate')).toHaveValue('10');
      await expect(page.getByLabel('Attribution window, in days')).toHaveValue('30');
      await expect(page.getByLabel('Buyers who count')).toHaveValue('all');
      await page.getByRole('button', { name: /^(Turn on program|Save changes)$/ }).click();
      await expect(page.getByRole('button', { name: 'Turn off' })).toBeVisible();
      await expectAccessible();
    });

    await test.step('invite a creator of an approved opt-in', async () => {
      await open('/affiliate/creators?open=new');
      const dialog = page.getByRole('dialog', { name: 'Invite creators to the program' });
      await dialog.getByLabel('Campaign').selectOption(CAMPAIGN);
      await dialog.getByRole('checkbox', { name: /cleo\.runs/ }).check();
      await expectAccessible('[role=dialog]');
      await dialog.getByRole('button', { name: 'Send invitations' }).click();
      await expect(dialog).toHaveCount(0);
      await expect(page.getByRole('row').filter({ hasText: 'cleo.runs' })).toBeVisible();
    });

    const context = await browser.newContext({
      storageState: { cookies: [], origins: [] },
      viewport: { width: 390, height: 844 },
    });
    const phone = await context.newPage();
    const label = `Bio link ${crypto.randomUUID().slice(0, 8)}`;

    await test.step('accept the terms and make a link with its QR code, on a phone', async () => {
      await phone.goto(`${hosts.portal}/login`);
      await fillLogin(phone, people.creator, PASSWORD);
      const programs = phone.getByRole('region', { name: 'Affiliate programs' });
      await programs.getByRole('link', { name: 'Larkmoor' }).click();
      const accept = phone.getByRole('button', { name: 'Accept terms' });
      const create = phone.getByRole('button', { name: 'Create link' });
      await expect(accept.or(create).first()).toBeVisible();
      if (await accept.isVisible()) await accept.click();
      await create.click();
      const dialog = phone.getByRole('dialog', { name: 'Create link' });
      await dialog.getByLabel('Label').fill(label);
      await dialog.getByRole('button', { name: 'Create link' }).click();
      await expect(dialog).toHaveCount(0);
      await phone.getByRole('button', { name: `QR code of ${label}` }).click();
      await expect(phone.getByRole('img', { name: `QR code of ${label}` })).toBeVisible();
      await phone.keyboard.press('Escape');
      expect(await phone.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(390);
    });

    await test.step('an order through the link counts, and both sides see why', async () => {
      const { brand, get } = await apiOf(page);
      const { brandAffiliateLinks } = await get<{ brandAffiliateLinks: { label: string; slug: string }[] }>(
        `${brand}/affiliates/links?search=${encodeURIComponent(label)}`,
      );
      const slug = brandAffiliateLinks[0]?.slug ?? '';
      const bought = await page.request.post(`${control}/orders`, { data: { ref: slug } });
      const { order } = (await bought.json()) as { order: { name: string } };
      const search = `/affiliate/orders?search=${encodeURIComponent(order.name)}`;
      await expect
        .poll(async () => {
          const found = await get<{ orders: { commission: number }[] }>(
            `${brand}/affiliates/orders?search=${encodeURIComponent(order.name)}`,
          );
          return found.orders[0]?.commission ?? 0;
        })
        .toBeGreaterThan(0);
      await open(search);
      await page.getByRole('button', { name: order.name }).click();
      const drawer = page.getByRole('complementary').or(page.getByRole('dialog'));
      await expect(drawer.getByText('This decided the order')).toBeVisible();
      await expect(drawer.getByRole('table', { name: 'Commission by line' })).toBeVisible();
      await phone.reload();
      await expect(phone.getByText(order.name)).toBeVisible();
    });

    await test.step('figures and statements', async () => {
      await open('/affiliate/dashboard');
      await expect(page.getByRole('button', { name: /^Net sales \$[1-9]/ })).toBeVisible();
      await expect(page.getByRole('table', { name: 'Creators by net sales' })).toContainText('cleo.runs');
      await expectAccessible();
      await open('/affiliate/statements');
      await expect(page.getByText('No statements yet')).toBeVisible();
    });
    await context.close();
  });
});
