import type { Page } from '@playwright/test';
import { hosts, PASSWORD, people } from './support/hosts.ts';
import { apiOf } from './support/lists.ts';
import { fillLogin } from './support/login.ts';
import { expect, test } from './support/test.ts';

type Api = Awaited<ReturnType<typeof apiOf>>;

const inDays = (days: number) => new Date(Date.now() + days * 86_400_000).toISOString();

const sandbox = (method: string, path: string, body?: object) =>
  fetch(hosts.sandbox + path, {
    method,
    ...(body && { headers: { 'content-type': 'application/json' }, body: JSON.stringify(body) }),
  });

/** Creates a published campaign that pays up to $700. */
async function makeCampaign(api: Api, title: string): Promise<string> {
  const { id } = await api.send<{ id: string }>('POST', `${api.brand}/campaigns`, {
    title,
    description: 'Show the pack on a run you already do.',
    categories: ['Running'],
    socialChannels: ['instagram'],
    maxPaidAmount: 70_000,
    deliverables: [{ kind: 'reel', count: 1 }],
    liveDue: inDays(60),
    disclosure: 'Label the posts as advertising',
    usageRights: { termDays: 180, channels: ['organic'], territory: 'EU' },
  });
  await api.send('PUT', `${api.brand}/campaign/${id}/status`, { status: 'publish' });
  return id;
}

/** Approves and completes the only opt-in of a campaign, which makes its fee due. */
async function complete(api: Api, campaignId: string): Promise<void> {
  const { optIns } = await api.get<{ optIns: { id: string }[] }>(`/v2/opt-ins/${campaignId}/1`);
  const path = `${api.brand}/opt-ins/${optIns[0]?.id}`;
  await api.send('PUT', path, { status: 'approved' });
  await api.send('PUT', path, { status: 'completed' });
}

/** Submits the provider's form, unless the account is ready from an earlier attempt of this test. */
async function setUpPayouts(phone: Page): Promise<void> {
  const section = phone.getByRole('region', { name: 'Get paid through Stripe' });
  const start = section.getByRole('button', { name: 'Set up payouts' });
  const ready = section.getByText('Brands can pay you through Stripe.');
  await expect(start.or(ready)).toBeVisible();
  if (await ready.isVisible()) return;
  await start.click();
  await expect(section.getByText('Choose a country', { exact: true }).last()).toBeVisible();
  await section.getByLabel('Country').selectOption({ label: 'France' });
  await start.click();
  await phone.getByRole('button', { name: 'Save for later' }).click();
  // The wrong country can be corrected until the form is submitted.
  await expect(section.getByLabel('Country')).toHaveValue('FR');
  await section.getByLabel('Country').selectOption({ label: 'Germany' });
  await section.getByRole('button', { name: 'Continue on Stripe' }).click();
  await expect(phone.getByText('in DE.')).toBeVisible();
  await phone.getByLabel('Result of the check').selectOption({ label: 'A document is missing' });
  await phone.getByRole('button', { name: 'Agree and submit' }).click();
  await expect(section.getByText('Still needed: an ID document')).toBeVisible();
  await section.getByRole('button', { name: 'Continue on Stripe' }).click();
  await phone.getByRole('button', { name: 'Agree and submit' }).click();
  await expect(ready).toBeVisible();
}

test.describe('payouts', () => {
  test.use({ as: 'owner' });

  test('a creator sets up payouts on a phone, a payment fails for both sides, and a retry pays it once', async ({
    page,
    open,
    browser,
    expectAccessible,
    expectAccessibleInBoth,
  }) => {
    test.slow();
    await open('/account/payments');
    await expect(page.getByRole('heading', { level: 1, name: 'Payments to creators' })).toBeVisible();
    const api = await apiOf(page);
    const title = `Paid ${crypto.randomUUID().slice(0, 8)}`;
    const campaignId = await makeCampaign(api, title);
    const context = await browser.newContext({
      storageState: { cookies: [], origins: [] },
      viewport: { width: 390, height: 844 },
    });
    const phone = await context.newPage();
    const row = page.getByRole('row').filter({ hasText: title });
    const act = async (name: string) => {
      await row.getByRole('button', { name: /^Actions for the payment to/ }).click();
      await page.getByRole('menuitem', { name }).click();
    };
    const own = phone.getByRole('listitem').filter({ hasText: title });

    await test.step('the creator opts in for $640 and completes the collaboration', async () => {
      await phone.goto(`${hosts.portal}/login`);
      await fillLogin(phone, people.creator, PASSWORD);
      await expect(phone.getByRole('link', { name: title })).toBeVisible();
      await phone.goto(`${hosts.portal}/campaigns/${campaignId}`);
      await phone.getByLabel('Your fee in USD').fill('640');
      await phone.getByRole('checkbox').check();
      await phone.getByRole('button', { name: 'Opt in for $640' }).click();
      await expect(phone.getByRole('status').filter({ hasText: 'Waiting for the brand' })).toBeVisible();
      await complete(api, campaignId);
    });

    await test.step('the brand chooses Stripe and approves the payment', async () => {
      await page.getByRole('button', { name: 'Payment settings' }).click();
      const dialog = page.getByRole('dialog', { name: 'Payment settings' });
      await dialog.getByLabel('Through Stripe').check();
      await dialog.getByLabel('Payment terms (days)').fill('200');
      await dialog.getByRole('button', { name: 'Save' }).click();
      await expect(dialog.getByText('Enter a whole number from 0 to 120')).toBeVisible();
      await expectAccessible('[role=dialog]');
      await dialog.getByLabel('Payment terms (days)').fill('30');
      await dialog.getByRole('button', { name: 'Save' }).click();
      await expect(dialog).toHaveCount(0);
      await open(`/account/payments?search=${encodeURIComponent(title)}`);
      await act('Approve');
      await expect(row.getByText('Approved')).toBeVisible();
    });

    await test.step('the creator sets up payouts on the phone', async () => {
      await phone.goto(`${hosts.portal}/account`);
      await setUpPayouts(phone);
      await expect(own).toContainText('$608');
      await expect(own).toContainText('Scheduled');
      await expect(phone.getByText(/^Next payment: /)).toBeVisible();
      expect(await phone.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(390);
    });

    await test.step('a payment without enough balance fails, and both sides see why', async () => {
      await sandbox('POST', '/api/faults', {
        provider: 'stripe',
        target: 'transfers',
        failure: 'insufficient_balance',
        times: 1,
      });
      await page.reload();
      await act('Pay through Stripe');
      const dialog = page.getByRole('dialog', { name: /^Pay / });
      for (const amount of ['$640.00', '$32.00', '$672.00', '$608.00'])
        await expect(dialog.getByText(amount, { exact: true })).toBeVisible();
      await expectAccessible('[role=dialog]');
      await dialog.getByRole('button', { name: 'Pay $672' }).dblclick();
      await expect(row).toContainText("There wasn't enough money in the payout balance.");
      await expectAccessibleInBoth();
      await phone.reload();
      await expect(own).toContainText("There wasn't enough money in the payout balance.");
    });

    await test.step('a retry pays it once', async () => {
      await act('Retry through Stripe');
      await page.getByRole('dialog').getByRole('button', { name: 'Pay $672' }).click();
      await expect(row.getByText('Paid', { exact: true })).toBeVisible();
      await phone.reload();
      await expect(own).toContainText('Paid');
      const { transfers } = (await (await sandbox('GET', '/api/stripe')).json()) as {
        transfers: { id: string; transfer_group: string }[];
      };
      const reference = /Reference: (tr_\w+)/.exec((await own.textContent()) ?? '')?.[1];
      const group = transfers.find(({ id }) => id === reference)?.transfer_group;
      expect(transfers.filter((one) => one.transfer_group === group)).toHaveLength(1);
    });

    const { settings } = await api.get<{ settings: { version: number } }>(`${api.brand}/payout-settings`);
    const { version } = settings;
    await api.send('PUT', `${api.brand}/payout-settings`, { method: 'manual', paymentDays: 30, version });
    await context.close();
  });
});
