import { hosts } from './support/hosts.ts';
import { createBrandForPage } from './support/login.ts';
import { expect, test } from './support/test.ts';

/** Adds zone file lines to the sandbox's name server. */
async function publish(text: string): Promise<void> {
  const answer = await fetch(`${hosts.sandbox}/api/dns/zone`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ text }),
  });
  expect(answer.status).toBe(201);
}

const withdraw = (domain: string) =>
  fetch(`${hosts.sandbox}/api/dns/records?domain=${domain}`, { method: 'DELETE' });

test.describe('an administrator with owner permissions', () => {
  test.use({ as: 'admin', permissions: ['clipboard-read', 'clipboard-write'] });

  test('[R2.049] [R8.043] sets up a domain, publishes its records, sends a test email, rotates the key and removes the domain', async ({
    page,
    open,
    expectAccessible,
  }) => {
    const mark = Date.now().toString(36);
    const name = `Postmark ${mark}`;
    const domain = `mail.${mark}.example`;
    await createBrandForPage(page, name);
    await open('/account#email-settings');
    const section = page.getByRole('region', { name: 'Email settings' });
    const check = section.getByRole('button', { name: 'Check now' });
    const record = (what: string) => section.getByRole('row', { name: new RegExp(`^${what} `) });

    await test.step('the anchor opens the section, and missing settings are listed', async () => {
      await expect(section.getByRole('heading', { name: 'Email settings' })).toBeFocused();
      await expect(section).toBeInViewport();
      await expect(section.getByText('No email domain yet')).toBeVisible();
    });

    await test.step('the form shows errors and keeps typed text', async () => {
      await section.getByRole('button', { name: 'Set up email domain' }).click();
      const form = page.getByRole('dialog', { name: 'Set up email domain' });
      await form.getByRole('textbox', { name: 'Domain' }).fill('not a domain');
      await form.getByText('Advanced').click();
      await form.getByLabel('Daily sending limit').fill('none');
      await form.getByRole('button', { name: 'Set up' }).click();
      await expect(form.getByText('Enter a domain such as mail.example.com')).toBeVisible();
      await expect(form.getByText('Enter a whole number from 1 to 100,000')).toBeVisible();
      await expectAccessible('[role=dialog]');
      await form.getByRole('textbox', { name: 'Domain' }).fill(domain);
      await form.getByLabel('Daily sending limit').fill('300');
      await form.getByLabel('From address').fill('hello@elsewhere.example');
      await form.getByRole('button', { name: 'Set up' }).click();
      await expect(form.getByText('The address must use the domain above')).toBeVisible();
      await page.keyboard.press('Escape');
      await section.getByRole('button', { name: 'Set up email domain' }).click();
      await expect(form.getByLabel('Daily sending limit')).toHaveValue('300');
      await form.getByLabel('From address').fill(`hello@${domain}`);
      await page.keyboard.press('Enter');
      await expect(section.getByText('Waiting for DNS')).toBeVisible();
    });

    await test.step('records can be copied and checked; missing ones are explained', async () => {
      await record('SPF').getByRole('button', { name: 'Copy SPF value' }).click();
      expect(await page.evaluate(() => navigator.clipboard.readText())).toMatch(/^v=spf1 /);
      await section.getByRole('button', { name: 'Copy all records' }).click();
      const records = await page.evaluate(() => navigator.clipboard.readText());
      expect(records.split('\n')).toHaveLength(4);
      await publish(records.replace(/^(.*v=DMARC1).*$/m, '$1; p=sometimes'));
      await check.click();
      await expect(record('SPF')).toContainText('Found');
      await expect(record('DMARC')).toContainText('Incorrect');
      await expect(section.getByText('v=DMARC1; p=sometimes')).toBeVisible();
      await expectAccessible();
      await withdraw(domain);
      await publish(records);
      await check.click();
      await expect(section.getByText(`Invites are sent from ${domain}.`, { exact: false })).toBeVisible();
    });

    await test.step('a test email is sent and counted', async () => {
      await section.getByRole('button', { name: 'Send test email' }).click();
      await expect(page.getByText('Sending a test email to admin@troupe.test.')).toBeVisible();
      await expect(async () => {
        const found = await fetch(`${hosts.sandbox}/api/mail?to=admin%40troupe.test&limit=20`);
        expect(await found.text()).toContain(`hello@${domain}`);
      }).toPass();
      await page.reload();
      await expect(section.getByText('1 of 300')).toBeVisible();
    });

    await test.step('a new key is used only once its record is published', async () => {
      await section.getByRole('button', { name: 'More actions for the email domain' }).click();
      await page.getByRole('menuitem', { name: 'Rotate key' }).click();
      await page.getByRole('button', { name: 'Create new key' }).click();
      await expect(section.getByText("Publish the new key's record")).toBeVisible();
      await section.getByRole('button', { name: 'Copy all records' }).click();
      await publish(await page.evaluate(() => navigator.clipboard.readText()));
      await check.click();
      await expect(section.getByText("Publish the new key's record")).toHaveCount(0);
      await expect(section.getByText('Previous key.', { exact: false })).toBeVisible();
    });

    await test.step('missing records mark the domain as broken; it is removed after a confirmation', async () => {
      await withdraw(domain);
      await check.click();
      await expect(section.getByText('its records changed', { exact: false })).toBeVisible();
      await section.getByRole('button', { name: 'More actions for the email domain' }).click();
      await page.getByRole('menuitem', { name: 'Remove' }).click();
      const question = page.getByRole('dialog', { name: `Remove ${domain}?` });
      await question.getByRole('button', { name: 'Remove' }).click();
      await expect(section.getByText('No email domain yet')).toBeVisible();
    });
  });
});

test.describe('a member', () => {
  test.use({ as: 'member' });

  test('can read the email settings and why only owners can change them', async ({ page, open }) => {
    await open('/account#email-settings');
    const section = page.getByRole('region', { name: 'Email settings' });
    await expect(section.getByText('Only owners can do this.')).toBeVisible();
    for (const name of ['Set up email domain', 'Check now', 'Send test email', 'More'])
      await expect(section.getByRole('button', { name, exact: true })).toHaveCount(0);
    await open('/account/email-templates');
    await expect(page.getByRole('button', { name: 'New template' })).toBeVisible();
  });

  test('email settings that fail to load can be retried', async ({ page, open, withoutLiveEvents }) => {
    await withoutLiveEvents();
    let asked = 0;
    await page.route(`${hosts.api}/brand/*/email-domain`, (route) => {
      asked += 1;
      return route.fulfill({ status: 503, json: {} });
    });
    await open('/account#email-settings');
    const alert = page.getByRole('alert').filter({ hasText: "Couldn't load the email settings." });
    const retry = alert.getByRole('button', { name: 'Retry' });
    await expect(retry).toBeVisible();
    const before = asked;
    await retry.click();
    await expect.poll(() => asked).toBeGreaterThan(before);
    await expect(retry).toBeVisible();
    await page.unroute(`${hosts.api}/brand/*/email-domain`);
    // Another part of the screen may send the same request first.
    await expect(async () => {
      if (await retry.isVisible()) await retry.click({ timeout: 1000 });
      await expect(alert).toHaveCount(0, { timeout: 1000 });
    }).toPass();
  });
});
