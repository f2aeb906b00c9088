import { findingsOn } from './support/axe.ts';
import { collaborate, creatorApiOf, openPhone, submitPicture } from './support/collaboration.ts';
import { inDatabase, runJob } from './support/database.ts';
import { hosts } from './support/hosts.ts';
import { apiOf } from './support/lists.ts';
import { expect, test } from './support/test.ts';

const CAMPAIGN = 'Autumn Trail Kit';
const SHOP = `${hosts.sandbox}/shopify/_control/stores/larkmoor-goods.myshopify.com`;

interface Gift {
  id: string;
  status: string;
  orderUrl: string | null;
  creator: { username: string };
}

test.use({ as: 'owner' });

test('a member offers a gift, the creator chooses it on a phone, and its tracking comes back from the store', async ({
  page,
  open,
  browser,
  request,
  expectAccessible,
}) => {
  const api = await apiOf(page);
  const { campaigns } = await api.get<{ campaigns: { id: string; title: string }[] }>(
    `${api.brand}/campaigns?status=publish`,
  );
  const path = `${api.brand}/campaign/${campaigns.find(({ title }) => title === CAMPAIGN)?.id}/gifts`;
  const ofCleo = async () =>
    (await api.get<{ gifts: Gift[] }>(path)).gifts.find(({ creator }) => creator.username === 'cleo.runs');
  const ship = async (step: 'ship' | 'deliver', data: object = {}) => {
    const order = (await ofCleo())?.orderUrl?.split('/').at(-1);
    expect((await request.post(`${SHOP}/orders/${order}/${step}`, { data })).ok()).toBe(true);
  };
  // The demo world has one that waits; an earlier run of this test may have left one on its way.
  const before = await ofCleo();
  if (before?.status === 'offered') await api.send('POST', `${api.brand}/gifts/${before.id}/cancel`);
  if (before?.status === 'ordered' || before?.status === 'shipped') {
    await ship('ship');
    await ship('deliver');
    await expect.poll(async () => (await ofCleo())?.status).toBe('delivered');
  }

  await open(path.replace(api.brand, '').replace('/campaign/', '/campaigns/'));
  await page.getByRole('button', { name: 'Offer gifts' }).first().click();
  const dialog = page.getByRole('dialog', { name: 'Offer gifts' });
  await dialog.getByRole('checkbox', { name: /@cleo\.runs/ }).check();
  await dialog.getByRole('searchbox', { name: 'Search products' }).fill('mug');
  await dialog.getByRole('checkbox', { name: /Camp Mug/ }).check();
  await expectAccessible('[role=dialog]');
  await dialog.getByRole('button', { name: 'Offer gift' }).click();
  const row = page.getByRole('row').filter({ hasText: 'Cleo Arden' }).first();
  await expect(row).toContainText('Waiting for creator');

  const phone = await openPhone(browser);
  await phone.getByRole('link', { name: CAMPAIGN }).click();
  const form = phone.getByRole('form', { name: 'Choose your gift' });
  await form.getByRole('button', { name: 'Confirm choice' }).click();
  await expect(form.getByRole('alert')).toHaveText('Choose a product');
  await form.getByRole('radio', { name: /Moss/ }).check();
  for (const [field, value] of [
    ['Name', 'Cleo Arden'],
    ['Street address', '48 Alder Street'],
    ['ZIP or postal code (optional)', '97205'],
    ['City', 'Portland'],
    ['Two-letter country code', 'us'],
  ] as const)
    await form.getByLabel(field, { exact: true }).fill(value);
  await form.getByRole('button', { name: 'Confirm choice' }).dblclick();
  await expect(phone.getByText('Preparing to ship')).toBeVisible();

  await expect(row).toContainText('Ordered');
  await expect(row).toContainText('Camp Mug, Moss');
  await ship('ship', { company: 'UPS', number: '1Z8F39A60342117756' });
  await expect(row).toContainText('UPS 1Z8F39A60342117756');
  await phone.reload();
  await phone.getByRole('button', { name: 'Mark as received' }).click();
  await expect(phone.getByText(/^Delivered /)).toBeVisible();
  expect(await phone.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(390);
  await phone.context().close();

  await row.getByRole('link', { name: 'Cleo Arden' }).click();
  await expect(page.getByRole('heading', { name: 'Gifts' })).toBeVisible();
  await expect(page.getByRole('listitem').filter({ hasText: 'Camp Mug, Moss' }).first()).toContainText(
    'Delivered',
  );
});

test('a creator with a delivered gift and no post is reminded after 7, 10 and 14 days, until content arrives', async ({
  page,
  open,
  browser,
  request,
}) => {
  const phone = await openPhone(browser);
  const [api, creator] = [await apiOf(page), await creatorApiOf(phone)];
  const collaboration = await collaborate(api, creator, 'Gift');
  const { campaignId, optInId } = collaboration;
  const { stores } = await api.get<{ stores: { id: string; status: string }[] }>(`${api.brand}/stores`);
  const storeId = stores.find(({ status }) => status === 'connected')?.id;
  const { products } = await api.get<{ products: { id: string }[] }>(
    `${api.brand}/stores/${storeId}/products?search=mug`,
  );
  const path = `${api.brand}/campaign/${campaignId}/gifts`;
  const offer = { storeId, optInIds: [optInId], products: [{ id: products[0]?.id }] };
  await api.send('POST', path, offer);
  const own = `/creator/opt-ins/${optInId}/gifts`;
  const { gifts } = await creator<{
    gifts: { id: string; version: number; products: { variants: { id: string }[] }[] }[];
  }>('GET', own);
  const gift = gifts[0];
  if (!gift) throw new Error('No gift was offered.');
  await creator('POST', `${own}/${gift.id}/choice`, {
    lines: [{ variantId: gift.products[0]?.variants[0]?.id, quantity: 1 }],
    address: {
      name: 'Cleo Arden',
      street: '48 Alder Street',
      city: 'Portland',
      postcode: '97205',
      region: 'OR',
      country: 'US',
      phone: '',
    },
    version: gift.version,
  });
  const found = async () => (await api.get<{ gifts: Gift[] }>(path)).gifts[0];
  await expect.poll(async () => (await found())?.status).toBe('ordered');
  const order = (await found())?.orderUrl?.split('/').at(-1);
  for (const step of ['ship', 'deliver'])
    expect((await request.post(`${SHOP}/orders/${order}/${step}`, { data: {} })).ok()).toBe(true);
  // Shipments are read hourly.
  await inDatabase('update gift set due_at = now() where id = $1', [gift.id]);
  await runJob('gifts-due');
  await expect.poll(async () => (await found())?.status).toBe('delivered');

  const row = page.getByRole('row').filter({ hasText: 'Cleo Arden' });
  const note = phone.getByRole('note').filter({ hasText: 'No content yet.' });
  /** Looks at both sides when the gift was delivered this many days ago. */
  const after = async (days: number, reminders: string | null, isAsked: boolean) => {
    await inDatabase('update gift set delivered_at = now() - make_interval(days => $2) where id = $1', [
      gift.id,
      days,
    ]);
    await runJob('gift-reminders');
    await open(path.replace(api.brand, '').replace('/campaign/', '/campaigns/'));
    await expect(row).toContainText('Delivered');
    if (reminders) await expect(row).toContainText(reminders);
    else await expect(row).not.toContainText('sent');
    await phone.goto(`${hosts.portal}/opt-ins/${optInId}`);
    await expect(phone.getByText(/^Delivered /)).toBeVisible();
    await expect(note).toHaveCount(isAsked ? 1 : 0);
  };
  await after(6, null, false);
  await after(7, '1 reminder sent', true);
  expect(await findingsOn(phone)).toEqual([]);
  await after(9, '1 reminder sent', true);
  await after(10, '2 reminders sent', true);
  const { notifications } = await creator<{ notifications: { title: string; href: string }[] }>(
    'GET',
    '/me/notifications',
  );
  const asks = notifications.filter(({ href }) => href === `/opt-ins/${optInId}`);
  expect(asks.filter(({ title }) => title === 'Ready to post about your gift from Larkmoor?')).toHaveLength(
    2,
  );
  expect(await phone.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(390);
  await submitPicture(phone, creator, collaboration, 'mug.jpg');
  await after(14, '2 reminders sent', false);
  await phone.context().close();
});
