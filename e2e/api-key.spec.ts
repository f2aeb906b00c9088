import { hosts } from './support/hosts.ts';
import { expect, test } from './support/test.ts';

test.use({ as: 'owner' });

test('an owner creates an API key that can only read; key and calls are in the audit log until it is revoked', async ({
  page,
  open,
  request,
}) => {
  const name = `Reports ${Date.now().toString(36)}`;
  const read = page.waitForResponse(/\/api-keys(\?|$)/);
  await open('/account#api-keys');
  const { pathname } = new URL((await read).url());
  const addressOf = (what: string) => hosts.api + pathname.replace('api-keys', what);
  const keys = page.getByRole('region', { name: 'API keys' });
  const row = keys.getByRole('row', { name: new RegExp(name) });
  let key = '';

  await test.step('the key is shown once', async () => {
    await keys.getByRole('button', { name: 'Create key' }).click();
    const dialog = page.getByRole('dialog', { name: 'Create API key' });
    await dialog.getByRole('button', { name: 'Create key' }).click();
    await expect(dialog.getByText('Enter a name')).toBeVisible();
    await dialog.getByRole('textbox', { name: 'Name' }).fill(name);
    await dialog.getByRole('button', { name: 'Create key' }).click();
    const shown = page.getByRole('dialog', { name: 'Your new API key' });
    key = (await shown.getByText(/^troupe_/).textContent()) ?? '';
    await shown.getByRole('button', { name: 'Done' }).click();
    await expect(row).toContainText('Active');
    await expect(page.getByText(key)).toHaveCount(0);
  });

  await test.step('the key can read but not change data', async () => {
    const lists = addressOf('creator-lists');
    await open('/account#audit-log');
    await page.reload();
    const headers = { authorization: `Bearer ${key}` };
    expect((await request.get(lists, { headers })).status()).toBe(200);
    const refused = await request.post(lists, { headers, data: { title: 'By program' } });
    expect(await refused.json()).toMatchObject({ message: 'This API key is read-only.' });
    expect((await request.get(addressOf('audit-log'), { headers })).status()).toBe(403);
    const log = page.getByRole('region', { name: 'Audit log' });
    await expect(log.getByRole('row', { name: new RegExp(`Created API key ${name}`) })).toBeVisible();

    await open('/account/api-keys');
    await row.getByRole('button', { name: `Revoke ${name}` }).click();
    const asked = page.getByRole('dialog', { name: `Revoke ${name}?` });
    await asked.getByRole('button', { name: 'Revoke' }).click();
    await expect(row).toContainText('Revoked');
    await expect.poll(async () => (await request.get(lists, { headers })).status()).toBe(401);
    await open('/account/audit-log');
    await expect(log.getByRole('row', { name: new RegExp(`Revoked API key ${name}`) })).toBeVisible();
  });
});
