import type { Locator } from '@playwright/test';
import { hosts } from './support/hosts.ts';
import { emailsTo } from './support/mailbox.ts';
import { expect, test } from './support/test.ts';

/** The sales address of a started instance (scripts/src/hosts.ts). */
const SALES = 'sales@troupe.test';

const columnsOf = (place: Locator) =>
  place.evaluate((element) => getComputedStyle(element).gridTemplateColumns.split(' ').length);

test('[R1.034] [R1.035] [R1.036] [R1.038] [R1.039] [R1.040] [R2.001] [R2.002] [R2.008] [R2.009] [R2.010] [R2.011] [R2.122] [R9.024] [R9.053] a visitor reads about the product, requests a demo and continues to pricing', async ({
  page,
  browser,
}) => {
  const company = `Reyes Roasters ${Date.now()}`;
  await page.goto('/book-a-demo?utm_source=e2e');
  await expect(page).toHaveTitle('Book a Demo | Brands');
  await expect(page.getByText('175,000+ creators')).toBeVisible();
  const brands = page.getByRole('contentinfo').getByRole('navigation', { name: 'Brands' });
  await expect(brands.getByRole('link')).toHaveText(['Home', 'Pricing', 'Terms', 'Contact', 'FAQ']);

  // The layout changes at each of these widths.
  const head = page.locator('.demo-page-head');
  const pair = page.locator('.demo-form-pair');
  const quotes = page.locator('.testimonials-track');
  const at = async (width: number) => {
    await page.setViewportSize({ width, height: 900 });
    return {
      bar: await page.getByRole('banner').evaluate(({ clientHeight }) => clientHeight),
      columns: await columnsOf(head),
      fields: await columnsOf(pair),
      quotes: await quotes.evaluate((element) => getComputedStyle(element).display),
    };
  };
  expect(await at(1200)).toEqual({ bar: 48, columns: 2, fields: 2, quotes: 'grid' });
  expect(await at(1199)).toEqual({ bar: 48, columns: 2, fields: 1, quotes: 'grid' });
  expect(await at(981)).toEqual({ bar: 48, columns: 2, fields: 1, quotes: 'grid' });
  expect(await at(980)).toEqual({ bar: 48, columns: 1, fields: 2, quotes: 'grid' });
  expect(await at(768)).toMatchObject({ fields: 2, quotes: 'grid' });
  expect(await at(767)).toMatchObject({ fields: 2, quotes: 'flex' });
  expect((await at(481)).fields).toBe(2);
  expect((await at(480)).fields).toBe(1);
  const items = quotes.getByRole('listitem');
  await expect(items).toHaveCount(3);
  await expect(items.nth(1)).not.toBeInViewport();
  await page.getByRole('button', { name: 'Next testimonial' }).click();
  await expect(page.getByText('2 of 3')).toBeVisible();
  await expect(items.nth(1)).toBeInViewport();
  await page.setViewportSize({ width: 1440, height: 900 });
  for (const place of [0, 1, 2]) await expect(items.nth(place)).toBeInViewport();

  const send = page.getByRole('main').getByRole('button', { name: 'Request Demo' });
  const name = page.getByLabel('Name');
  await send.click();
  await expect(page.getByRole('alert')).toHaveText('Some fields are invalid. Check the highlighted fields.');
  await expect(name).toBeFocused();
  await expect(name).toHaveAccessibleDescription('Enter your name');
  await name.fill('Ona Reyes');
  await expect(name).not.toHaveAttribute('aria-invalid');
  await page.getByLabel('Work email').fill('ona@reyes.example');
  await page.getByLabel('Company').fill(company);
  await page.reload();
  await expect(page.getByLabel('Company')).toHaveValue(company);
  await page.getByLabel('Website').fill('not a site');
  await page.route('**/demo-requests', (route) => route.abort(), { times: 1 });
  await send.click();
  await expect(page.getByRole('alert')).toContainText("Couldn't send your request.");
  await send.click();
  await expect(page.getByLabel('Website')).toBeFocused();
  await page.getByLabel('Website').fill('reyes.example');
  // Faster than any person types.
  await page.waitForFunction(() => performance.now() > 1600);
  await send.dblclick();
  await expect(page).toHaveURL(`${hosts.web}/demo-confirmation`);
  await expect(page).toHaveTitle('Demo Booked | Brands');
  await expect(async () => {
    const mails = (await emailsTo(SALES)).filter(({ subject }) => subject === `Demo request: ${company}`);
    expect(mails.map(({ headers }) => headers.get('reply-to'))).toEqual(['ona@reyes.example']);
  }).toPass();
  await page.getByRole('link', { name: 'View Pricing' }).click();
  await expect(page).toHaveURL(`${hosts.web}/pricing`);

  // Without scripts, the browser submits the form itself.
  const context = await browser.newContext({ baseURL: hosts.web, javaScriptEnabled: false });
  const plain = await context.newPage();
  await plain.goto('/book-a-demo');
  await plain.getByLabel('Name').fill('Bo Plain');
  await plain.getByLabel('Work email').fill('bo@plain.example');
  await plain.getByLabel('Company').fill(company);
  await plain.getByRole('main').getByRole('button', { name: 'Request Demo' }).click();
  await expect(plain).toHaveURL(`${hosts.web}/demo-confirmation`);
  await context.close();
});
