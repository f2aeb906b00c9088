import path from 'node:path';
import { type BrowserContextOptions, chromium, type Page } from '@playwright/test';
import { findChromium } from './support/chromium.ts';
import { hosts, PASSWORD, people } from './support/hosts.ts';
import { fillLogin, logIn } from './support/login.ts';

// Takes the README's screenshots on a freshly started system: `node e2e/pictures.ts`,
// or only those in other languages: `node e2e/pictures.ts --languages`.

const FOLDER = path.join(import.meta.dirname, '..', 'docs', 'screens');
const DESK = { viewport: { width: 1440, height: 900 } };
const PHONE = { viewport: { width: 390, height: 844 }, hasTouch: true };
const SETTLED_MS = 1200;

const browser = await chromium.launch(await findChromium());

async function pageOf(options: BrowserContextOptions): Promise<Page> {
  const common = { locale: 'en-GB', timezoneId: 'Europe/Berlin', reducedMotion: 'reduce' } as const;
  return (await browser.newContext({ ...common, ...options })).newPage();
}

/** Takes a screenshot once the subject has stopped moving. */
async function takeScreenshot(page: Page, name: string): Promise<void> {
  await page.waitForTimeout(SETTLED_MS);
  // Sections of a long screen load when scrolled near.
  await page.waitForFunction(() =>
    [...document.querySelectorAll('[aria-busy="true"]')].every(
      (part) => part.getBoundingClientRect().top > innerHeight,
    ),
  );
  // The last parts of header and menu load when the browser is idle.
  await page.waitForFunction(() => {
    const credits = document.querySelector('.header-credits');
    const plan = document.querySelector('.plan-line[data-plan]');
    const isThere = (place: Element | null, part: string) =>
      !place?.checkVisibility() || place.querySelector(part) !== null;
    return isThere(credits, 'a') && isThere(plan, '.plan-track');
  });
  await page.screenshot({ path: path.join(FOLDER, `${name}.png`) });
  console.log(name);
}

/** A realistic file of fictional creators. */
const table = () => {
  const names = [
    'mila.onfoot',
    'tarnandtrail',
    'oskar_climbs',
    'the.slow.mile',
    'ada.outside',
    'fjordkitchen',
  ];
  const rows = Array.from({ length: 60 }, (_, row) => {
    const name = `${names[row % names.length]}${row < names.length ? '' : row}`;
    const likes = `${(9.4 - row * 0.15).toFixed(1)}k`;
    return [
      row + 1,
      name,
      `${(842.3 - row * 13.7).toFixed(1)}k`,
      likes,
      `${(4.2 - row * 0.05).toFixed(2)}%`,
      310 + row,
      'Norway',
    ];
  });
  const lines = [
    ['Rank', 'Instagram name', 'Followers', 'Avg. likes', 'Engagement rate', 'Posts', 'Country'],
    ...rows,
  ];
  return Buffer.from(lines.map((line) => line.join(';')).join('\n'));
};

async function dashboardPictures(page: Page): Promise<void> {
  const go = (address: string) => page.goto(hosts.web + address);
  await logIn(page, people.owner);
  await go('/creator-search?q=trail+running&country=ES&country=PT');
  await page.getByRole('article').first().waitFor();
  await takeScreenshot(page, 'creator-search');

  await go('/creator-search/lists');
  await page.getByRole('link', { name: 'Autumn Trail Kit shortlist' }).click();
  await page.getByRole('row').nth(1).waitFor();
  await takeScreenshot(page, 'list-detail');
  await page.getByRole('button', { name: 'View details' }).first().click();
  await page.getByRole('button', { name: 'Engagement breakdown' }).first().click();
  await takeScreenshot(page, 'engagement-breakdown');

  await page.emulateMedia({ colorScheme: 'dark' });
  await go('/creator-search?q=trail&view=table');
  await page.getByRole('row').nth(1).waitFor();
  await takeScreenshot(page, 'creator-search-dark');
  await page.emulateMedia({ colorScheme: 'light' });

  await go('/campaigns');
  await page.getByRole('link', { name: 'Autumn Trail Kit' }).first().click();
  await page.getByRole('heading', { level: 1, name: 'Autumn Trail Kit' }).waitFor();
  await takeScreenshot(page, 'campaign');
  const campaign = `/campaigns/${new URL(page.url()).pathname.split('/')[2]}`;
  await go(`${campaign}/metrics`);
  await takeScreenshot(page, 'campaign-metrics');
  await page.getByRole('button', { name: 'Choose From' }).click();
  await takeScreenshot(page, 'date-field');
  await go(`${campaign}/content-previews`);
  const revised = page
    .getByRole('listitem')
    .filter({ has: page.getByText(/arlier version/) })
    .first();
  await revised.getByRole('button', { name: 'in the viewer' }).click();
  await page.getByRole('region', { name: 'Version 2' }).waitFor();
  await page.keyboard.press('c');
  await page.getByRole('region', { name: 'Version 1' }).waitFor();
  await takeScreenshot(page, 'content-viewer');
  await page.setViewportSize(PHONE.viewport);
  await go(`${campaign}/opt-ins?status=pending`);
  await page
    .getByRole('button', { name: /^Approve for/ })
    .first()
    .waitFor();
  await takeScreenshot(page, 'opt-ins-phone');
  await page.setViewportSize(DESK.viewport);

  await go('/inbox');
  await page.getByRole('log').waitFor();
  await takeScreenshot(page, 'inbox');
  await go('/account');
  await takeScreenshot(page, 'account');

  await go('/creator-search/import');
  await page
    .getByLabel('Creator file')
    .setInputFiles({ name: 'scouted.csv', mimeType: 'text/csv', buffer: table() });
  await page.waitForURL(/import\/[0-9a-f-]{36}/);
  await page.getByRole('table').waitFor();
  await takeScreenshot(page, 'import-mapping');
}

async function creatorAppPictures(page: Page): Promise<void> {
  await page.goto(`${hosts.portal}/login`);
  await fillLogin(page, people.creator, PASSWORD);
  await page.waitForURL((url) => url.origin === hosts.portal && url.pathname === '/');
  await takeScreenshot(page, 'creator-app-phone');
}

async function publicPagePictures(desk: Page, phone: Page): Promise<void> {
  await desk.goto(`${hosts.web}/pricing`);
  await takeScreenshot(desk, 'pricing');
  for (const [page, name] of [
    [desk, 'book-a-demo'],
    [phone, 'book-a-demo-phone'],
  ] as const) {
    await page.goto(`${hosts.web}/book-a-demo`);
    await takeScreenshot(page, name);
  }
}

/** Fills in the login page in any language. */
async function logInAs(page: Page, email: string): Promise<void> {
  await page.locator('input[name=email]').fill(email);
  await page.locator('input[name=password]').fill(PASSWORD);
  await page.locator('input[name=password]').press('Enter');
}

/** The dashboard in its other languages, and the creators' app from right to left. */
async function languagePictures(): Promise<void> {
  for (const [locale, tag] of [
    ['de-DE', 'de'],
    ['es-ES', 'es'],
  ] as const) {
    const page = await pageOf({ ...DESK, locale });
    await page.goto(`${hosts.web}/creator-search?q=trail+running&country=ES`);
    await logInAs(page, people.owner);
    await page.getByRole('article').first().waitFor();
    await takeScreenshot(page, `creator-search-${tag}`);
    await page.goto(`${hosts.web}/campaigns`);
    await page.getByRole('link', { name: 'Autumn Trail Kit' }).first().click();
    await page.getByRole('heading', { level: 1, name: 'Autumn Trail Kit' }).waitFor();
    await takeScreenshot(page, `campaign-${tag}`);
    await page.goto(`${hosts.web}/inbox`);
    await page.getByRole('log').waitFor();
    await takeScreenshot(page, `inbox-${tag}`);
    await page.goto(`${hosts.web}/account`);
    await takeScreenshot(page, `account-${tag}`);
  }
  const creatorApp = async (locale: string) => {
    const page = await pageOf({ ...PHONE, locale });
    await page.goto(`${hosts.portal}/login`);
    await logInAs(page, people.creator);
    await page.locator('.campaign-row').first().waitFor();
    return page;
  };
  await takeScreenshot(await creatorApp('ja-JP'), 'creator-app-ja');
  const page = await creatorApp('ar-EG');
  await takeScreenshot(page, 'creator-app-ar');
  await page.locator('.campaign-row-link[href^="/opt-ins/"]').first().click();
  await page.locator('h1:not(.t-hidden)').waitFor();
  await takeScreenshot(page, 'creator-app-opt-in-ar');
}

try {
  if (!process.argv.includes('--languages')) {
    await publicPagePictures(await pageOf(DESK), await pageOf(PHONE));
    await creatorAppPictures(await pageOf(PHONE));
    await dashboardPictures(await pageOf(DESK));
  }
  await languagePictures();
} finally {
  await browser.close();
}
