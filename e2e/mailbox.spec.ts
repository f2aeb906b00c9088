import { inDatabase } from './support/database.ts';
import { hosts, mailPorts } from './support/hosts.ts';
import { apiOf } from './support/lists.ts';
import { createBrandForPage, selectBrandForPage } from './support/login.ts';
import { emailsTo } from './support/mailbox.ts';
import { brandIdOf, readyToSend, uninvited } from './support/outreach.ts';
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

  test('connects it and one at another server; earlier emails appear in the conversation with the creator, new ones within a minute', async ({
    page,
    open,
  }) => {
    await open('/account/mailboxes');
    const api = await apiOf(page);
    await readyToSend(api);
    const [creator] = await uninvited(api, 1);
    const mark = Date.now().toString(36);
    const address = `mia${mark}@contoso.test`;
    // A unique address, because demo creators with the same name share one.
    const to = `creator${mark}@elsewhere.test`;
    await inDatabase(
      `insert into creator_contact (id, brand_id, creator_id, email) values (gen_random_uuid(), $1, $2, $3)
        on conflict (brand_id, creator_id) do update set email = excluded.email`,
      [brandIdOf(api), creator?.id, to],
    );
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
    const own = `noor${mark}@imap.test`;
    await sandbox('POST', '', { address: own, host: 'imap', password: `secret ${mark}` });
    await section.getByRole('button', { name: 'Connect mailbox' }).click();
    await page.getByRole('menuitem', { name: /^Other mailbox/ }).click();
    const dialog = page.getByRole('dialog');
    await dialog.getByLabel('Email address').fill(own);
    for (const [at, port] of [mailPorts.imap, mailPorts.smtp].entries()) {
      await dialog.getByLabel('Host').nth(at).fill('127.0.0.1');
      await dialog.getByLabel('Security').nth(at).selectOption('None');
      await dialog.getByLabel('Port').nth(at).fill(String(port));
    }
    await dialog.getByLabel('Password', { exact: true }).fill('wrong');
    await dialog.getByRole('button', { name: 'Connect', exact: true }).click();
    await expect(dialog.getByText('The mail server rejected the username or password.')).toBeVisible();
    await dialog.getByLabel('Password', { exact: true }).fill(`secret ${mark}`);
    await dialog.getByRole('button', { name: 'Connect', exact: true }).click();
    const ownRow = section.getByRole('listitem', { name: own });
    await expect(ownRow.getByText('Connected', { exact: true })).toBeVisible();
    await sandbox('POST', `/${own}/messages`, { from: to, to: own, subject: 'Hi', text: `By IMAP ${mark}` });
    await open(`/inbox/conversations/${conversation.id}`);
    await expect(log.getByText(`By IMAP ${mark}`)).toBeVisible({ timeout: 60_000 });

    await open('/account/mailboxes');
    for (const each of [address, own]) {
      await section.getByRole('button', { name: `More actions for ${each}` }).click();
      await page.getByRole('menuitem', { name: 'Disconnect' }).click();
      await page.getByRole('dialog').getByRole('button', { name: 'Disconnect' }).click();
      await expect(section.getByRole('listitem', { name: each })).toHaveCount(0);
    }
    await api.send('POST', `${api.brand}/creator-list/${listId}/archive`, {});
  });
});

test.describe('the owner of a brand with two mailboxes', () => {
  test.use({ as: 'multi' });

  test('invites pause when test emails land in spam and when addresses bounce, and the owner resumes them', async ({
    page,
    open,
    expectAccessible,
  }) => {
    const mark = Date.now().toString(36);
    const addresses = [`mia${mark}@gmail.test`, `noor${mark}@gmail.test`];
    const spam = (on: boolean) =>
      Promise.all(addresses.map((address) => sandbox('PUT', `/${address}/spam`, { on })));
    await open('/welcome');
    const own = await apiOf(page);
    const { brandProfiles } = await own.get<{
      brandProfiles: { brandId: string; brand: { name: string } }[];
    }>('/me');
    // Other journeys send from the first brand meanwhile.
    const brandId = brandProfiles.find(({ brand }) => brand.name === 'Copper & Bean')?.brandId ?? '';
    const api = Object.assign(own, { brand: `/brand/${brandId}` });
    const clear = async () => {
      const { mailboxes } = await api.get<{ mailboxes: { id: string }[] }>(`${api.brand}/mailboxes`);
      for (const { id } of mailboxes) await api.send('DELETE', `${api.brand}/mailboxes/${id}`);
      const { emailDomain } = await api.get<{ emailDomain: object | null }>(`${api.brand}/email-domain`);
      if (emailDomain) await api.send('DELETE', `${api.brand}/email-domain`);
    };
    await clear();
    await readyToSend(api, [`mail.copper${mark}.example`, 'Copper & Bean']);
    await selectBrandForPage(page, brandId);

    await test.step('both mailboxes are connected', async () => {
      for (const address of addresses) await sandbox('POST', '', { address, host: 'google' });
      await open('/account/mailboxes');
      const section = page.getByRole('region', { name: 'Mailboxes' });
      for (const address of addresses) {
        await section.getByRole('button', { name: 'Connect mailbox' }).click();
        await page.getByRole('menuitem', { name: 'Gmail' }).click();
        await page.getByRole('button', { name: address }).click();
        const row = section.getByRole('listitem', { name: address });
        await expect(row.getByText('Connected', { exact: true })).toBeVisible();
      }
    });

    const section = page.getByRole('region', { name: 'Email settings' });
    const paused = section.getByRole('alert').filter({ hasText: 'Invites and follow-ups are paused.' });
    const result = (address: string) =>
      section
        .getByRole('list', { name: /^Inbox placement/ })
        .getByRole('listitem')
        .filter({ hasText: address });

    await test.step('a test email that lands in spam pauses invites', async () => {
      await spam(true);
      await open('/account#email-settings');
      await expect(section.getByText('Connect mailboxes and send a test email to find out.')).toBeVisible();
      await section.getByRole('button', { name: 'Send test email' }).dblclick();
      await expect(
        page.getByText('Sending test emails to multi@troupe.test and 2 connected mailboxes.'),
      ).toBeVisible();
      for (const address of addresses)
        await expect(result(address)).toContainText('Spam', { timeout: 90_000 });
      await expect(section.getByText('0 of 2 test emails landed in the inbox.')).toBeVisible();
      await expect(paused).toContainText(/2 of 2 test emails sent before .* landed in spam\./);
      // A double click sends one test.
      for (const address of addresses) expect(await emailsTo(address)).toHaveLength(1);
      await expectAccessible('.domain-health');
    });

    const { campaigns } = await api.get<{ campaigns: { id: string }[] }>(
      `${api.brand}/campaigns?status=publish`,
    );
    const [creator] = await uninvited(api, 1);
    const invite = { campaignId: campaigns[0]?.id, socialProfileId: creator?.id };
    const { to } = await api.send<{ to: string }>('POST', `${api.brand}/campaign-invite/preview`, invite);
    const arrived = async (wait: number) =>
      (await emailsTo(to, { wait })).filter(({ headers }) =>
        headers.get('dkim-signature')?.includes(`mail.copper${mark}.example`),
      ).length;

    await test.step('an invite waits, and a second test email lands in the inbox', async () => {
      await api.send('POST', `/campaign-invite/${brandId}`, invite);
      await spam(false);
      await page.reload();
      await expect(paused).toContainText('1 email is waiting.');
      await section.getByRole('button', { name: 'Send test email' }).click();
      for (const address of addresses)
        await expect(result(address)).toContainText('Inbox', { timeout: 90_000 });
      await expect(section.getByText('2 of 2 test emails landed in the inbox.')).toBeVisible();
      await expect(paused).toBeVisible();
      expect(await arrived(0)).toBe(0);
    });

    await test.step('the owner resumes, and the invite is sent', async () => {
      await paused.getByRole('button', { name: 'Resume sending' }).click();
      await page.getByRole('dialog').getByRole('button', { name: 'Resume sending' }).click();
      await expect(paused).toHaveCount(0);
      await expect.poll(() => arrived(1000), { timeout: 60_000 }).toBe(1);
    });

    await test.step('five rejected addresses pause invites again, until the owner resumes', async () => {
      for (const { id } of await uninvited(api, 5)) {
        const next = { campaignId: campaigns[0]?.id, socialProfileId: id };
        const { to: target } = await api.send<{ to: string }>(
          'POST',
          `${api.brand}/campaign-invite/preview`,
          next,
        );
        await fetch(`${hosts.sandbox}/api/faults`, {
          method: 'POST',
          headers: { 'content-type': 'application/json' },
          body: JSON.stringify({ provider: 'mail', target, failure: 'bounce' }),
        });
        await api.send('POST', `/campaign-invite/${brandId}`, next);
      }
      const stopped = async () =>
        (
          await api.get<{ health: { stopped: { reason: string } | null } }>(
            `${api.brand}/email-domain/health`,
          )
        ).health.stopped?.reason;
      await expect.poll(stopped, { timeout: 60_000 }).toBe('bounces');
      await page.reload();
      await expect(paused).toContainText(/5 of \d+ emails bounced in the 7 days before /);
      await expect(section.getByRole('columnheader', { name: 'Bounced' })).toContainText('Too high');
      await paused.getByRole('button', { name: 'Resume sending' }).click();
      await page.getByRole('dialog').getByRole('button', { name: 'Resume sending' }).click();
      await expect(paused).toHaveCount(0);
      await expect(section.getByText(/^Resumed by /)).toBeVisible();
    });

    await clear();
  });
});
