import { existsSync } from 'node:fs';
import path from 'node:path';
import type { Page } from '@playwright/test';
import { hosts, PASSWORD, people } from './support/hosts.ts';
import { fillLogin, pinBrand } from './support/login.ts';
import { expect, test } from './support/test.ts';

const shared = process.env.TROUPE_SHARED ?? path.resolve(import.meta.dirname, '../../shared');
const realFile = path.join(shared, 'data/creators/ig_top1000_2022-06.csv');
/** In the real file and its substitute; no demo creator has this name. */
const HANDLE = 'leomessi';

function substituteFile(): { name: string; mimeType: string; buffer: Buffer } {
  console.log(`${realFile} not found (set TROUPE_SHARED); using a small file instead`);
  const rows = ['cristiano', HANDLE, ...Array.from({ length: 20 }, (_, at) => `journey_${at}`)];
  const text = `instagram name,influencer name,Subscribers count\n${rows.map((name, at) => `${name},${name},${400 - at}M`).join('\n')}\n`;
  return { name: 'ig_2022-06.csv', mimeType: 'text/csv', buffer: Buffer.from(text) };
}

const BRAND_BUTTON = /^(Larkmoor|Copper & Bean|Solvane)/;

async function chooseBrand(page: Page, name: string): Promise<void> {
  await page.getByRole('button', { name: BRAND_BUTTON }).first().click();
  await page.getByRole('menuitemradio', { name }).click();
  await expect(page.getByRole('button', { name: new RegExp(`^${name}`) })).toBeVisible();
}

async function signOut(page: Page): Promise<void> {
  await page.goto(`${hosts.web}/logout`);
  await expect(page.getByRole('heading', { name: 'Log in' })).toBeVisible();
}

test.use({ contextOptions: { reducedMotion: 'no-preference' } });

test('[R1.001] [R1.003] [R1.009] [R1.012] [R1.013] [R1.017] [R1.030] a brand imports creators, finds them, keeps them in a list, and no other brand sees them', async ({
  page,
}) => {
  test.setTimeout(150_000);
  await pinBrand(page);
  await test.step('log in as a member of several brands and choose one', async () => {
    await page.goto(hosts.web);
    await fillLogin(page, people.multi, PASSWORD);
    await expect(page.getByRole('heading', { level: 1, name: 'Campaigns' })).toBeVisible();
    await chooseBrand(page, 'Copper & Bean');
  });

  await test.step('drop the file, check the columns, import', async () => {
    await page.goto(`${hosts.web}/creator-search/import`);
    await page.getByLabel('Creator file').setInputFiles(existsSync(realFile) ? realFile : substituteFile());
    await expect(page.getByLabel('What instagram name contains')).toHaveValue('username');
    await page.getByRole('button', { name: /^Check [\d,]+ rows?$/ }).click();
    await page.getByRole('button', { name: /^Import [\d,]+ rows?$/ }).click();
    await expect(page.getByRole('heading', { name: /rows? processed$/ })).toBeVisible({ timeout: 60_000 });
  });

  await test.step('find the imported creators among the demo creators', async () => {
    await page.goto(`${hosts.web}/creator-search?platform=instagram&sort=followers&view=table`);
    await expect(page.getByRole('row', { name: new RegExp(HANDLE) }).first()).toBeVisible();
    await page.getByRole('searchbox', { name: 'Search creators' }).fill('coffee');
    await expect(page).toHaveURL(/q=coffee/);
    await expect(page.getByRole('row').nth(1)).toContainText(/coffee/i);
  });

  await test.step('open a creator and the engagement breakdown', async () => {
    await page.goto(`${hosts.web}/creator-search?platform=tiktok&q=coffee`);
    await page
      .getByRole('article')
      .first()
      .click({ position: { x: 120, y: 12 } });
    await expect(page.getByRole('heading', { name: 'TikTok Profile Details' })).toBeVisible();
    await page.getByRole('button', { name: 'Engagement breakdown' }).click();
    await expect(page.getByRole('dialog').getByText('× 100')).toBeVisible();
    await page.keyboard.press('Escape');
  });

  await test.step('save ten to a new list', async () => {
    await page.goto(`${hosts.web}/creator-search?platform=instagram&sort=followers&view=table`);
    const boxes = page.getByRole('row').getByRole('checkbox');
    await expect(boxes.nth(10)).toBeVisible();
    for (let row = 1; row <= 10; row++) await boxes.nth(row).check();
    await expect(page.getByText('10 selected').last()).toBeVisible();
    await page.getByRole('button', { name: 'Add to list' }).click();
    await page.getByRole('button', { name: 'New list' }).click();
    await page.getByLabel('New list').fill('Journey of ten');
    await page.getByRole('button', { name: 'Create and save' }).click();
    await page
      .getByRole('link', { name: 'Open list' })
      .or(page.getByRole('button', { name: 'Open list' }))
      .first()
      .click();
    await expect(page.getByRole('heading', { level: 1, name: 'Journey of ten' })).toBeVisible();
    await expect(page.locator('main tr[data-row]')).toHaveCount(10);
  });

  await test.step('tag one and write a note that saves automatically', async () => {
    const first = page.locator('main tr[data-row]').first();
    await first.getByRole('button', { name: /^Status of/ }).click();
    await page.getByRole('option', { name: 'Interested', exact: true }).click();
    await page.keyboard.press('Escape');
    await first.getByRole('textbox').fill('Met at the fair. Wants two bags.');
    await expect(first.getByText('Saved', { exact: true })).toBeVisible();
    await page.reload();
    await expect(first.getByRole('textbox')).toHaveValue('Met at the fair. Wants two bags.');
    await expect(first.getByRole('button', { name: /^Status of .*: Interested/ })).toBeVisible();
  });

  await test.step('archive one and restore it', async () => {
    const name = (await page.locator('main tr[data-row]').nth(1).getAttribute('aria-label')) ?? '';
    await page.locator('main tr[data-row]').nth(1).getByRole('button', { name: 'Archive' }).click();
    await expect(page.getByText('Creator has been archived.')).toBeVisible();
    await expect(page.locator('main tr[data-row]')).toHaveCount(9);
    await page.goto(`${hosts.web}/creator-search/archived`);
    await page
      .getByRole('row')
      .filter({ hasText: name })
      .filter({ hasText: 'Journey of ten' })
      .getByRole('button', { name: 'Restore' })
      .click();
    await expect(page.getByText(`${name} restored to Journey of ten.`)).toBeVisible();
  });

  await test.step('an administrator in another brand sees none of them', async () => {
    await signOut(page);
    await pinBrand(page);
    await fillLogin(page, people.admin, PASSWORD);
    await expect(page.getByRole('heading', { level: 1, name: 'Campaigns' })).toBeVisible();
    await page.getByRole('button', { name: BRAND_BUTTON }).first().click();
    await page.getByRole('combobox', { name: 'Find a brand' }).fill('Solvane');
    await page.getByRole('option', { name: /Solvane/ }).click();
    await expect(page.getByRole('button', { name: /^Solvane/ })).toBeVisible();
    await page.goto(`${hosts.web}/creator-search?q=${HANDLE}`);
    await expect(page.getByText('No creators found')).toBeVisible();
    await page.goto(`${hosts.web}/creator-search/lists`);
    await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
    await expect(page.getByText('Honest skin reviews').first()).toBeVisible();
    await expect(page.getByText('Journey of ten')).toHaveCount(0);
  });
});
