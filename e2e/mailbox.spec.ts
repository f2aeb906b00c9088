import { hosts } from './support/hosts.ts';
import { apiOf } from './support/lists.ts';
import { createBrandForPage } from './support/login.ts';
import { readyToSend, uninvited } from './support/outreach.ts';
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

test.describe('an owner with a mailbox at Microsoft 365', () => {
  test.use({ as: 'owner' });

  test('connects it; what was written there before is in the conversation with the creator, a new email within a minute', async ({
    page,
    open,
  }) => {
    await open('/account/mailboxes');
    const api = await apiOf(page);
    await readyToSend(api);
    const [creator] = await uninvited(api, 1);
    const { campaigns } = await api.get<{ campaigns: { id: string }[] }>(
      `${api.brand}/campaigns?status=publish`,
    );
    const about = { campaignId: campaigns[0]?.id, socialProfileId: creator?.id };
    const { to } = await api.send<{ to: string }>('POST', `${api.brand}/campaign-invite/preview`, about);
    const mark = Date.now().toString(36);
    const address = `mia${mark}@contoso.test`;
    const listId = await api.makeList(`Mailbox ${mark}`, [creator?.id ?? '']);
    const put = (subject: string, date: Date) =>
      sandbox('POST', `/${address}/messages`, {
        from: to,
        to: address,
        subject,
        text: `${subject} ${mark}`,
        date: date.toISOString(),
      });
    await sandbox('POST', '', { address, host: 'microsoft' });
    await put('Before Troupe', new Date(Date.now() - 40 * 86_400_000));
    await sandbox('POST', `/${address}/messages`, {
      from: `stranger${mark}@elsewhere.test`,
      to: address,
      subject: 'Private',
      text: `Private ${mark}`,
    });

    const section = page.getByRole('region', { name: 'Mailboxes' });
    await section.getByRole('button', { name: 'Connect mailbox' }).click();
    await page.getByRole('menuitem', { name: 'Microsoft 365' }).click();
    await page.getByRole('button', { name: address }).click();
    const row = section.getByRole('listitem', { name: address });
    await expect(row.getByText('Connected', { exact: true })).toBeVisible();

    const { conversation } = await api.send<{ conversation: { id: string } }>('POST', `${api.brand}/inbox`, {
      socialProfileId: creator?.id,
    });
    await open(`/inbox/conversations/${conversation.id}`);
    const log = page.getByRole('log');
    await expect(log.getByText(`Before Troupe ${mark}`)).toBeVisible({ timeout: 90_000 });
    await expect(log.getByText('From mailbox').first()).toBeVisible();
    await put('And now', new Date());
    // Without reloading.
    await expect(log.getByText(`And now ${mark}`)).toBeVisible({ timeout: 60_000 });
    await expect(page.getByText(`Private ${mark}`)).toHaveCount(0);

    await open('/account/mailboxes');
    await row.getByRole('button', { name: `More actions for ${address}` }).click();
    await page.getByRole('menuitem', { name: 'Disconnect' }).click();
    await page.getByRole('dialog').getByRole('button', { name: 'Disconnect' }).click();
    await expect(row).toHaveCount(0);
    await api.send('POST', `${api.brand}/creator-list/${listId}/archive`, {});
  });
});
