import type { APIRequestContext, Page } from '@playwright/test';
import { hosts, people } from './support/hosts.ts';
import { fillLogin } from './support/login.ts';
import { expect, test } from './support/test.ts';

const SHOP = 'hoshi-paper.myshopify.com';
const PAGE = '/order-integration-install';
/** A store that is never connected here. */
const OTHER_SHOP = 'pine-and-tide.myshopify.com';
const controlOf = (shop: string) => `${hosts.sandbox}/shopify/_control/stores/${shop}`;
const control = controlOf(SHOP);

const startButton = (page: Page) => page.getByRole('button', { name: 'Get Started' });
const question = (page: Page) => page.getByRole('dialog', { name: 'Complete Your Shopify Connection' });
const kept = (page: Page) =>
  page.evaluate(() => ['shop', 'hmac', 'code'].map((name) => localStorage.getItem(name)));
const linkOf = async (request: APIRequestContext, trouble = '') => {
  const answer = await request.get(`${controlOf(OTHER_SHOP)}/install-link?trouble=${trouble}`);
  return ((await answer.json()) as { url: string }).url;
};

test('[R1.037] [R2.006] [R2.016] [R2.017] [R2.018] [R2.118] [R2.119] [R3.037] [R3.038] [R4.051] [R4.052] [R8.026] [R8.027] [R8.030] a store owner arrives from their store, consents, logs in, connects it, and sees it with an order in the account', async ({
  page,
  request,
  expectAccessible,
}) => {
  await request.post(`${control}/uninstall`);
  await page.goto(`${hosts.sandbox}/shopify`);
  await page.getByRole('link', { name: 'Open the app: Hoshi Paper' }).click();
  await expect(page.getByRole('heading', { name: 'Connect your Shopify store' })).toBeVisible();
  expect(new URL(page.url()).pathname).toBe(PAGE);
  await expect(page.getByText(SHOP)).toBeVisible();

  await startButton(page).dblclick();
  await page.getByRole('button', { name: 'Install app' }).click();
  await fillLogin(page, people.owner);
  const connect = question(page);
  await expect(connect).toContainText(`${SHOP} will be connected to Larkmoor.`);
  await expect(page).toHaveURL(`${hosts.web}/campaigns`);
  const values = await kept(page);
  expect(values).toEqual([SHOP, expect.stringMatching(/^[\da-f]{64}$/), expect.any(String)]);
  await page.reload();
  await expect(connect).toBeVisible();
  expect(await kept(page)).toEqual(values);
  await expectAccessible('[role=dialog]');

  const posts: unknown[] = [];
  let users = 0;
  page.on('request', (sent) => {
    if (sent.url().endsWith('/shopify/store/connect')) posts.push(sent.postDataJSON());
    else if (posts.length > 0 && sent.url() === `${hosts.api}/me`) users += 1;
  });
  await connect.getByRole('button', { name: 'Connect My Store' }).dblclick();
  await expect(page.getByText('Shopify store connected successfully!')).toBeVisible();
  await expect(connect).toHaveCount(0);
  expect(await kept(page)).toEqual([null, null, null]);
  expect(posts).toEqual([expect.objectContaining({ shop: SHOP, code: values[2] })]);
  await expect.poll(() => users).toBe(1);

  await page.getByRole('link', { name: 'View store settings' }).click();
  const store = page.getByRole('listitem', { name: 'Hoshi Paper' });
  await expect(store).toContainText('Connected');
  await expect(store).toContainText('JPY');
  await expect(store).toContainText(/Synced/);
  await store.getByRole('link', { name: /orders?$/ }).click();
  const status = page.getByRole('combobox', { name: 'Status' });
  await status.selectOption('Partially refunded');
  await expect(page.getByRole('row').nth(1)).toContainText('Partially refunded');
  await status.selectOption('All statuses');

  const bought = await request.post(`${control}/orders`, { data: { test: true, ref: 'mia' } });
  const { order } = (await bought.json()) as { order: { name: string } };
  const row = page.getByRole('row').filter({ hasText: order.name });
  // It arrives live if the page is already listening.
  await row.waitFor({ timeout: 5000 }).catch(() => page.reload());
  await expect(row).toContainText('Test');

  await page.getByRole('main').getByRole('link', { name: 'Store', exact: true }).click();
  await store.getByRole('button', { name: 'Disconnect' }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Disconnect' }).click();
  await expect(store).toContainText('Disconnected');
});

test('[R5.011] [R8.031] a link with missing parts, a stale or altered link, or a declined consent shows what to do', async ({
  page,
  request,
}) => {
  for (const trouble of ['no_shop', 'no_hmac', 'no_host']) {
    await page.goto(await linkOf(request, trouble));
    await startButton(page).click();
    await expect(page.getByRole('alert')).toContainText('Invalid Shopify store URL');
  }
  expect(new URL(page.url()).pathname).toBe(PAGE);
  for (const trouble of ['stale', 'altered_host']) {
    await page.goto(await linkOf(request, trouble));
    await expect(page.getByRole('alert')).toContainText("This link doesn't work.");
  }
  await page.goto(`${hosts.web}${PAGE}?shop=%E0%A4%A&hmac[]=x&host=&error`);
  await startButton(page).click();
  await expect(page.getByRole('alert')).toContainText('Invalid Shopify store URL');

  await page.goto(await linkOf(request));
  await startButton(page).click();
  await page.getByRole('button', { name: 'Cancel' }).click();
  await expect(page.getByRole('alert')).toContainText('Access was denied.');
  expect(new URL(page.url()).search).toBe('');
  await startButton(page).click();
  await expect(page.getByRole('button', { name: 'Install app' })).toBeVisible();

  // A return that started in another browser, with or without a state.
  for (const state of ['&state=of-somebody-else', '&state=', '']) {
    await page.goto(`${hosts.web}${PAGE}?shop=${SHOP}&hmac=ab&code=stolen${state}`);
    await expect(page.getByRole('alert')).toContainText('You started connecting in another browser');
    expect(await kept(page)).toEqual([null, null, null]);
    expect(new URL(page.url()).search).toBe('');
  }
});

test.describe('logged in', () => {
  test.use({ as: 'multi' });

  test("[R2.120] [R4.052] [R8.028] [R8.029] [R8.030] a store that can't be connected says why, and canceling removes its data", async ({
    page,
    open,
  }) => {
    let posts = 0;
    const answers = [{ error: 'This store belongs to another brand.' }, {}];
    await page.route('**/shopify/store/connect', (route) => {
      posts += 1;
      return route.fulfill({
        status: 409,
        headers: { 'access-control-allow-origin': hosts.web },
        json: answers.shift(),
      });
    });
    // Other tests use the same account, so keep the selected brand local to this page.
    await page.route(`${hosts.api}/me`, (route) =>
      route.request().method() === 'POST' ? undefined : route.continue(),
    );
    await open('/welcome');
    await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
    // Simulates the return from consent in another tab.
    const arrive = (shop: string) =>
      page.evaluate((name) => {
        for (const [key, value] of Object.entries({ shop: name, hmac: 'ab', code: name }))
          localStorage.setItem(key, value);
        dispatchEvent(new StorageEvent('storage'));
      }, shop);
    const connect = question(page).getByRole('button', { name: 'Connect My Store' });

    await arrive('one.myshopify.com');
    await connect.click();
    await expect(page.getByText('This store belongs to another brand.')).toBeVisible();
    await expect(question(page)).toHaveCount(0);
    expect(await kept(page)).toEqual([null, null, null]);

    await arrive('two.myshopify.com');
    // The brand selected while the dialog is open is used.
    const brand = question(page).getByRole('button', { name: /Copper & Bean|Larkmoor|Solvane/ });
    await brand.click();
    await page.getByRole('menuitemradio', { name: 'Solvane' }).click();
    await expect(question(page)).toContainText('two.myshopify.com will be connected to Solvane.');
    await connect.click();
    await expect(
      page.getByText('Sorry, something went wrong. Please try again later.', { exact: true }),
    ).toBeVisible();
    expect(await kept(page)).toEqual([null, null, null]);

    await arrive('three.myshopify.com');
    await question(page).getByRole('button', { name: 'Cancel' }).click();
    await expect(question(page)).toHaveCount(0);
    expect(await kept(page)).toEqual([null, null, null]);
    expect(posts).toBe(2);
  });
});
