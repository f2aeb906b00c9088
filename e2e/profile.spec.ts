import { hosts } from './support/hosts.ts';
import { emailLinks } from './support/mailbox.ts';
import { expect, test } from './support/test.ts';

test('[R1.022, R2.051, R2.084] a new user sees their profile, edits each field, adds a passkey, changes email, and logs in without a password', async ({
  page,
  browser,
  expectAccessible,
  expectAccessibleInBoth,
}) => {
  const email = `profile-${crypto.randomUUID()}@troupe.test`;
  const moved = `moved-${email}`;
  const authLink = async (to: string) =>
    (await emailLinks(to)).find((address) => address.startsWith(hosts.auth)) ?? '';

  await test.step('sign up', async () => {
    await page.goto(`${hosts.web}/signup`);
    await page.getByLabel('First name').fill('Pia');
    await page.getByLabel('Last name').fill('Rand');
    await page.getByLabel('Email').fill(email);
    await page.getByLabel('Password', { exact: true }).fill('a-long-enough-phrase-7');
    await page.getByRole('button', { name: 'Continue' }).click();
    await page.getByLabel('Brand name').fill('Rand Hats');
    await page.getByLabel('Brand website').fill('rand.example');
    await page.getByLabel('Brand description').fill('Hats against rain.');
    await page.getByRole('button', { name: 'Sign up' }).click();
    await expect(page.getByRole('heading', { name: 'Check your email' })).toBeVisible();
    await page.goto(await authLink(email));
    await expect(page).toHaveURL(`${hosts.web}/welcome`);
    await expect(page.getByRole('heading', { level: 1 })).toHaveText(
      /^Good (morning|afternoon|evening), Pia$/,
    );
  });

  await test.step('a new brand starts with what is free, and can look around in sample data', async () => {
    const first = page.getByRole('region', { name: 'Setup steps' }).getByRole('listitem').first();
    await expect(first).toContainText('Save your first creator');
    await expect(first).toContainText('Unlocks lists');
    await expect(first.getByRole('link', { name: 'Import creators' })).toHaveAttribute(
      'href',
      '/creator-search/import',
    );
    await page.getByRole('button', { name: 'Add sample data' }).click();
    const sample = page.getByRole('region', { name: 'Sample data' });
    await expect(sample).toContainText('10 creators, 1 list, 1 campaign, 5 opt-ins and 6 posts');
    await expect(page.getByText('0 of 6 setup steps done.')).toBeVisible();
    await expectAccessibleInBoth();
    await sample.getByRole('link', { name: 'Open the sample list' }).click();
    await expect(page.getByRole('heading', { name: 'Sample list', level: 1 })).toBeVisible();
    await expect(page.getByText('Mara Lindqvist (sample)', { exact: true })).toBeVisible();
    await page.goBack();
    await sample.getByRole('button', { name: 'Remove sample data' }).click();
    await expect(page.getByRole('button', { name: 'Add sample data' })).toBeVisible();
    await page.getByRole('navigation', { name: 'Main' }).getByRole('link', { name: 'Profile' }).click();
    await expect(page).toHaveURL(`${hosts.web}/profile`);
    await expect(page.getByRole('heading', { name: 'Profile', level: 1 })).toBeVisible();
    await expect(page.getByText('Last changed')).toBeVisible();
  });

  await test.step("a name that couldn't be saved stays and is saved on Retry", async () => {
    await page.route(`${hosts.api}/me`, (route) =>
      route.request().method() === 'PUT' ? route.abort() : route.continue(),
    );
    await page.getByLabel('First name').fill('Philippa');
    await expect(page.getByText('Not saved')).toBeVisible();
    await page.unroute(`${hosts.api}/me`);
    await page.reload();
    await expect(page.getByLabel('First name')).toHaveValue('Philippa');
    await page.getByRole('button', { name: 'Retry' }).click();
    await expect(page.getByText('Saved', { exact: true })).toBeVisible();
  });

  await test.step('dates and numbers use the chosen format', async () => {
    await page.getByLabel('Date and number format').selectOption('de-DE');
    await expect(page.locator('[data-example]')).toContainText('84.213,5');
    await page.getByLabel('Time zone').selectOption('Pacific/Kiritimati');
    const there = new Intl.DateTimeFormat('de-DE', { dateStyle: 'medium', timeZone: 'Pacific/Kiritimati' });
    await expect(page.locator('[data-example]')).toContainText(there.format(new Date()));
  });

  await test.step('the dashboard has the language of the profile, in any browser', async () => {
    const example = page.locator('[data-example]');
    await page.getByLabel('Date and number format').selectOption('Match the dashboard language');
    await expect(example).toContainText('84,213.5 · $1,240.50');
    await page.getByLabel('Language', { exact: true }).selectOption('Deutsch');
    await expect(page.getByRole('heading', { name: 'Profil', level: 1 })).toBeVisible();
    await expect(page.locator('html')).toHaveAttribute('lang', 'de');
    await expect(example).toContainText(/84\.213,5 · 1\.240,50\s\$/);
    await expectAccessible();
    // Texts that load with another screen.
    await page.goto(`${hosts.web}/account/credits`);
    await expect(page.getByText('Noch keine Bewegungen.')).toBeVisible();
    await page.goto(`${hosts.web}/creator-search/lists`);
    await expect(page).toHaveTitle('Creator-Listen | Troupe');

    const spanish = await browser.newContext({
      locale: 'es-MX',
      storageState: { cookies: [], origins: [] },
    });
    const other = await spanish.newPage();
    await other.goto(`${hosts.web}/team-invite/not-an-invitation`);
    await expect(other.getByRole('heading', { name: 'No encontramos la invitación' })).toBeVisible();
    await other.goto(`${hosts.web}/profile`);
    await other.locator('input[name=email]').fill(email);
    await other.locator('input[name=password]').fill('a-long-enough-phrase-7');
    await other.locator('input[name=password]').press('Enter');
    await expect(other.getByRole('heading', { name: 'Profil', level: 1 })).toBeVisible();
    await other.getByLabel('Sprache', { exact: true }).selectOption('Wie in diesem Browser');
    await expect(other.getByRole('heading', { name: 'Perfil', level: 1 })).toBeVisible();
    await other.getByLabel('Idioma', { exact: true }).selectOption('English');
    await expect(other.getByRole('heading', { name: 'Profile', level: 1 })).toBeVisible();
    await spanish.close();
    await page.goto(`${hosts.web}/profile`);
    await expect(page.getByRole('heading', { name: 'Profile', level: 1 })).toBeVisible();
  });

  await test.step('adding a passkey at the login host returns to the profile', async () => {
    const devices = await page.context().newCDPSession(page);
    await devices.send('WebAuthn.enable');
    await devices.send('WebAuthn.addVirtualAuthenticator', {
      options: {
        protocol: 'ctap2',
        transport: 'internal',
        automaticPresenceSimulation: true,
        hasResidentKey: true,
        hasUserVerification: true,
        isUserVerified: true,
      },
    });
    await page.getByRole('link', { name: /^Passkeys/ }).click();
    await page.getByLabel('Name').fill('My laptop');
    await page.getByRole('button', { name: 'Add passkey' }).click();
    await expect(page.getByText('Passkey added.')).toBeVisible();
    await expectAccessible();
    await page.getByRole('link', { name: 'Back to Troupe' }).click();
    await expect(page.getByRole('link', { name: 'Passkeys 1 passkey' })).toBeVisible();
  });

  await test.step('a new email takes effect once confirmed', async () => {
    await page.getByRole('link', { name: /^Email/ }).click();
    await page.getByLabel('New email').fill(moved);
    await page.getByRole('button', { name: 'Send link' }).click();
    await page.goto(await authLink(moved));
    await page.getByRole('button', { name: 'Use this email' }).click();
    await page.getByRole('link', { name: 'Back to Troupe' }).click();
    await expect(page.locator('main').getByText(moved).first()).toBeVisible();
    await expect(page.getByText(email, { exact: true })).toHaveCount(0);
  });

  await test.step('the passkey alone logs in', async () => {
    await page.goto(`${hosts.web}/logout`);
    await page.getByRole('button', { name: 'Use a passkey' }).click();
    await page.waitForURL((url) => url.origin === hosts.web && url.pathname !== '/login');
    await page.goto(`${hosts.web}/profile`);
    await expect(page.getByLabel('First name')).toHaveValue('Philippa');
  });
});
