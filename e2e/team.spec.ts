import { hosts } from './support/hosts.ts';
import { emailLinks, emailsTo } from './support/mailbox.ts';
import { expect, test } from './support/test.ts';

test.use({ as: 'owner' });

test('[R9.009] an owner invites a colleague, who signs up from the email and joins; a full plan shows a message', async ({
  page,
  open,
  browser,
  expectAccessible,
}) => {
  const email = `tea.${Date.now().toString(36)}@larkmoor.example`;
  await open('/account#team');
  const team = page.getByRole('region', { name: 'Team', exact: true });

  await test.step('the invitation is sent and listed', async () => {
    await expect(team.getByRole('heading', { name: 'Team' })).toBeFocused();
    await expect(team.getByText('No limit on Trailblazer')).toBeVisible();
    await team.getByRole('button', { name: 'Invite member' }).click();
    const dialog = page.getByRole('dialog', { name: 'Invite member' });
    await dialog.getByRole('textbox', { name: 'Email' }).fill('nobody');
    await dialog.getByRole('button', { name: 'Invite', exact: true }).click();
    await expect(dialog.getByText('Enter an email address')).toBeVisible();
    await dialog.getByRole('textbox', { name: 'Email' }).fill(email);
    await expectAccessible('[role="dialog"]');
    await dialog.getByRole('button', { name: 'Invite', exact: true }).click();
    await expect(page.getByText(`Sending the invitation to ${email}.`)).toBeVisible();
    await expect(team.getByRole('row', { name: new RegExp(email) })).toContainText('Invited');
  });

  await test.step('the colleague signs up without creating a brand, and joins', async () => {
    const link = (await emailLinks(email)).find((one) => one.includes('/team-invite/')) ?? '';
    const context = await browser.newContext({ storageState: { cookies: [], origins: [] } });
    const theirs = await context.newPage();
    await theirs.goto(link);
    await expect(theirs.getByRole('heading', { name: 'Join Larkmoor' })).toBeVisible();
    await theirs.getByRole('link', { name: 'Sign up to join' }).click();
    await expect(theirs.getByLabel('Email')).toHaveValue(email);
    await expect(theirs.getByLabel('Brand name')).toHaveCount(0);
    await theirs.getByLabel('First name').fill('Tea');
    await theirs.getByLabel('Last name').fill('Ilves');
    await theirs.getByLabel('Password', { exact: true }).fill('a rather long one');
    await theirs.getByRole('button', { name: 'Sign up' }).click();
    await expect(theirs.getByRole('heading', { name: 'Check your email' })).toBeVisible();
    let confirm: string | undefined;
    await expect
      .poll(async () => {
        const links = (await emailsTo(email)).flatMap((mail) => mail.links);
        confirm = links.find((one) => one.startsWith(hosts.auth));
        return confirm;
      })
      .toBeDefined();
    await theirs.goto(confirm ?? '');
    await theirs.getByRole('button', { name: 'Join Larkmoor' }).click();
    await expect(theirs.getByText('You joined the Larkmoor team.')).toBeVisible();
    await expect(theirs).toHaveURL(`${hosts.web}/campaigns`);
    await context.close();
  });

  await test.step("a team of two with a limit of two can't invite anyone else", async () => {
    await page.route(`${hosts.api}/brand/*/team`, async (route) => {
      const answer = await route.fetch();
      const team = (await answer.json()) as { places: object };
      await route.fulfill({ response: answer, json: { ...team, places: { ...team.places, limit: 2 } } });
    });
    await page.reload();
    await expect(team.getByRole('row', { name: new RegExp(email) })).toContainText('Tea Ilves');
    await expect(team.getByText('Your plan includes up to 2 people.').first()).toBeVisible();
    await expect(team.getByRole('button', { name: 'Invite member' })).toBeDisabled();
    await expectAccessible('#team');
  });
});
