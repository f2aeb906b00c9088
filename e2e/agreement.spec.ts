import type { Page } from '@playwright/test';
import { hosts, PASSWORD, people } from './support/hosts.ts';
import { apiOf } from './support/lists.ts';
import { fillLogin, tokenOf } from './support/login.ts';
import { expect, test } from './support/test.ts';

const CAMPAIGN = 'Autumn Trail Kit';

/** Who accepted for one side, and when. */
const acceptedBy = (screen: Page, name: string) =>
  screen.getByRole('definition').filter({ hasText: `${name}, ` });

interface OptIn {
  id: string;
  version: number;
  agreement: { fee: number };
}

/** Both sides agree on another fee, so that the written agreement is a new one however often this runs. */
async function agreeAnew(page: Page, phone: Page): Promise<{ path: string; optInId: string; fee: number }> {
  const api = await apiOf(page);
  const { campaigns } = await api.get<{ campaigns: { id: string; title: string }[] }>(
    `${api.brand}/campaigns?status=publish`,
  );
  const campaignId = campaigns.find(({ title }) => title === CAMPAIGN)?.id;
  const found = await api.get<{ optIns: { id: string }[] }>(
    `/v2/opt-ins/${campaignId}/1?status=approved&search=cleo`,
  );
  const optInId = found.optIns[0]?.id ?? '';
  const { optIn } = await api.get<{ optIn: OptIn }>(`${api.brand}/opt-ins/${optInId}`);
  const fee = optIn.agreement.fee + 100;
  const agreement = Object.assign({}, optIn.agreement, { fee });
  await api.send('PUT', `${api.brand}/opt-ins/${optInId}`, { version: optIn.version, agreement });
  const { offers } = await api.get<{ offers: { number: number }[] }>(`${api.brand}/opt-ins/${optInId}`);
  const answered = await phone.request.post(
    `${hosts.api}/creator/opt-ins/${optInId}/offers/${offers.at(-1)?.number}/answer`,
    { headers: { authorization: `Bearer ${await tokenOf(phone)}` }, data: { answer: 'accept' } },
  );
  expect(answered.status()).toBe(200);
  return { path: `/campaigns/${campaignId}/opt-ins?optIn=${optInId}`, optInId, fee: fee / 100 };
}

test.use({ as: 'owner' });

test('both sides accept agreed terms and added clauses in writing and keep the document', async ({
  page,
  open,
  browser,
  expectAccessible,
}) => {
  const context = await browser.newContext({
    viewport: { width: 390, height: 844 },
    storageState: { cookies: [], origins: [] },
  });
  const phone = await context.newPage();
  const logIn = async () => {
    await phone.goto(`${hosts.portal}/login`);
    await fillLogin(phone, people.creator, PASSWORD);
    await expect(phone.getByRole('link', { name: CAMPAIGN })).toBeVisible();
  };
  await logIn();
  const { path, optInId, fee } = await agreeAnew(page, phone);

  await open(path);
  const written = page.getByRole('region', { name: 'Agreement text' });
  await expect(written).toContainText(`Fee: $${fee}\n`);
  await page.getByRole('button', { name: 'Edit clauses' }).click();
  const clauses = page.getByRole('textbox', { name: 'Clauses' });
  const parking = `The brand pays for parking, up to $${fee}.`;
  await clauses.fill(`${await clauses.inputValue()}\n\n${parking}`);
  await page.getByRole('button', { name: 'Save clauses' }).click();
  await expect(written).toContainText(parking);
  await page.getByLabel('Your full name').fill('Alva Berg');
  await expectAccessible('aside.t-drawer');
  await page.getByRole('button', { name: 'Accept and send' }).click();
  await expect(acceptedBy(page, 'Alva Berg')).toBeVisible();

  await phone.goto(`${hosts.portal}/opt-ins/${optInId}`);
  await expect(phone.getByRole('region', { name: 'Agreement text' })).toContainText(`Fee: $${fee}\n`);
  await expect(phone.getByRole('region', { name: 'Agreement text' })).toContainText(parking);
  await phone.getByLabel('Your full name').fill('Cleo Arden');
  await phone.getByRole('button', { name: 'Accept agreement' }).click();
  await expect(acceptedBy(phone, 'Cleo Arden')).toBeVisible();
  const download = phone.waitForEvent('download');
  await phone.getByRole('button', { name: 'Download PDF' }).click();
  expect((await download).suggestedFilename()).toMatch(/^agreement-\d+\.pdf$/);
  expect(await phone.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(390);
  // Without reloading.
  await expect(acceptedBy(page, 'Cleo Arden')).toBeVisible();
  await context.close();
});
