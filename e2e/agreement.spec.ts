import type { Page } from '@playwright/test';
import { hosts, PASSWORD, people } from './support/hosts.ts';
import { apiOf } from './support/lists.ts';
import { fillLogin } from './support/login.ts';
import { expect, test } from './support/test.ts';

const CAMPAIGN = 'Autumn Trail Kit';

/** Who accepted for one side, and when. */
const acceptedBy = (screen: Page, name: string) =>
  screen.getByRole('definition').filter({ hasText: `${name}, ` });

test.use({ as: 'owner' });

test('new terms are offered and accepted, then both sides accept them in writing and keep the document', async ({
  page,
  open,
  browser,
  expectAccessible,
}) => {
  await open('/campaigns');
  const api = await apiOf(page);
  const { campaigns } = await api.get<{ campaigns: { id: string; title: string }[] }>(
    `${api.brand}/campaigns?status=publish`,
  );
  const campaignId = campaigns.find(({ title }) => title === CAMPAIGN)?.id;
  const { optIns } = await api.get<{ optIns: { id: string; agreement: { fee: number } }[] }>(
    `/v2/opt-ins/${campaignId}/1?status=approved&search=cleo`,
  );
  // Other terms than an earlier run of this test left.
  const fee = (optIns[0]?.agreement.fee ?? 0) / 100 + 1;
  await open(`/campaigns/${campaignId}/opt-ins?optIn=${optIns[0]?.id}`);
  await page.getByRole('button', { name: 'Propose changes' }).click();
  await page.getByLabel('Fee', { exact: true }).fill(String(fee));
  await page.getByRole('button', { name: 'Send offer' }).click();

  const context = await browser.newContext({
    viewport: { width: 390, height: 844 },
    storageState: { cookies: [], origins: [] },
  });
  const phone = await context.newPage();
  await phone.goto(`${hosts.portal}/login`);
  await fillLogin(phone, people.creator, PASSWORD);
  await phone.getByRole('link', { name: CAMPAIGN }).click();
  await phone.getByRole('button', { name: `Accept $${fee}`, exact: true }).click();

  const text = page.getByRole('region', { name: 'Agreement text' });
  await expect(text).toContainText(`Fee: $${fee}\n`);
  await page.getByLabel('Your full name').fill('Alva Berg');
  await expectAccessible('aside.t-drawer');
  await page.getByRole('button', { name: 'Accept and send' }).click();
  await expect(acceptedBy(page, 'Alva Berg')).toBeVisible();

  const written = phone.getByRole('region', { name: 'Agreement text' });
  await expect(async () => {
    await phone.reload();
    await expect(written).toContainText(`Fee: $${fee}\n`, { timeout: 2000 });
  }).toPass();
  await phone.getByLabel('Your full name').fill('Cleo Arden');
  await phone.getByRole('button', { name: 'Accept agreement' }).click();
  await expect(acceptedBy(phone, 'Cleo Arden')).toBeVisible();
  const download = phone.waitForEvent('download');
  await phone.getByRole('button', { name: 'Download PDF' }).click();
  expect((await download).suggestedFilename()).toMatch(/^agreement-\d+\.pdf$/);
  expect(await phone.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(390);
  await expect(acceptedBy(page, 'Cleo Arden')).toBeVisible();
  await context.close();
});
