import { hosts } from './support/hosts.ts';
import { createBrandForPage } from './support/login.ts';
import { expect, test } from './support/test.ts';

const sandbox = (method: string, path: string, body?: object) =>
  fetch(`${hosts.sandbox}/api/mailboxes/accounts${path}`, {
    method,
    ...(body && { headers: { 'content-type': 'application/json' }, body: JSON.stringify(body) }),
  });

test.describe('a member with a mailbox at Gmail', () => {
  test.use({ as: 'admin' });

  test('connects it by OAuth, sends from it, reconnects it after access was revoked, and disconnects it', async ({
    page,
    open,
    expectAccessible,
  }) => {
    const mark = Date.now().toString(36);
    const address = `mia${mark}@gmail.test`;
    await sandbox('POST', '', { address, host: 'google' });
    await createBrandForPage(page, `Mailbox ${mark}`);
    await open('/account/mailboxes');
    const section = page.getByRole('region', { name: 'Mailboxes' });
    const row = section.getByRole('listitem', { name: address });
    const more = async (entry: string) => {
      await row.getByRole('button', { name: `More actions for ${address}` }).click();
      await page.getByRole('menuitem', { name: entry }).click();
    };
    const connect = async (entry: string | RegExp) => {
      await section.getByRole('button', { name: 'Connect mailbox' }).click();
      await page.getByRole('menuitem', { name: entry }).click();
    };
    const allow = async () => {
      await page.getByRole('button', { name: address }).click();
      await expect(page).toHaveURL(`${hosts.web}/account/mailboxes`);
    };

    await test.step('a server that does not respond is named at its field', async () => {
      await connect(/^Other mailbox/);
      const dialog = page.getByRole('dialog');
      await dialog.getByLabel('Email address').fill('mia@mail.test');
      await dialog.getByLabel('Password', { exact: true }).fill('secret');
      for (const at of [0, 1]) await dialog.getByLabel('Host').nth(at).fill('127.0.0.1');
      for (const at of [0, 1]) await dialog.getByLabel('Port').nth(at).fill('9');
      await expectAccessible();
      await dialog.getByRole('button', { name: 'Connect', exact: true }).click();
      await expect(dialog.getByText(/couldn't reach the mail server/)).toHaveCount(2);
      await page.keyboard.press('Escape');
    });

    await test.step('Gmail is connected on its own page, and used for sending', async () => {
      await connect('Gmail');
      await allow();
      await expect(row.getByText('Connected', { exact: true })).toBeVisible();
      await row.getByRole('button', { name: 'Send from this mailbox' }).click();
      await expect(row.getByText('Used for sending')).toBeVisible();
    });

    await test.step('revoked access needs attention until it is allowed again', async () => {
      await sandbox('POST', `/${address}/revoke`);
      await more('Test connection');
      await expect(row.getByText('Needs attention')).toBeVisible();
      await row.getByRole('button', { name: 'Reconnect' }).click();
      await allow();
      await expect(row.getByText('Connected', { exact: true })).toBeVisible();
    });

    await test.step('disconnecting removes it', async () => {
      await more('Disconnect');
      await page.getByRole('dialog').getByRole('button', { name: 'Disconnect' }).click();
      await expect(section.getByText('No mailboxes connected')).toBeVisible();
    });
  });
});
