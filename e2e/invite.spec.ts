import type { Page } from '@playwright/test';
import { hosts, PASSWORD } from './support/hosts.ts';
import { apiOf, drawerPath, type FoundCreator } from './support/lists.ts';
import { emailLinks, emailsTo } from './support/mailbox.ts';
import { nameOf, readyToSend, uninvited, writeTemplate } from './support/outreach.ts';
import { expect, test } from './support/test.ts';

type Api = Awaited<ReturnType<typeof apiOf>>;

const INVITES = '/creator-search/invites';
const CAMPAIGN = 'Autumn Trail Kit';
const unique = (title: string) => `${title} ${crypto.randomUUID().slice(0, 8)}`;
const dialogOf = (page: Page) => page.getByRole('dialog', { name: 'Invite to campaign' });
const sendButton = (page: Page) => dialogOf(page).getByRole('button', { name: /^Send (\d+ )?Invites?$/ });
/** Returns a creator's card of one platform; several platforms can share a username. */
const cardOf = (page: Page, { username }: FoundCreator) =>
  page
    .getByRole('article')
    .filter({ has: page.getByRole('link', { name: `@${username} (opens the profile)`, exact: true }) });
const searchFor = ({ username, platform }: FoundCreator) =>
  `${hosts.web}/creator-search?q=${encodeURIComponent(username)}&platform=${platform}`;
/** Makes the dashboard see this many active campaigns: the first of the brand, and invented ones. */
const showCampaigns = (page: Page, count: number) =>
  page.route(
    ({ pathname, searchParams }) =>
      pathname.endsWith('/campaigns') && searchParams.get('status') === 'publish',
    async (route) => {
      const response = await route.fetch();
      const body = (await response.json()) as { campaigns: { id: string; title: string }[] };
      const known = body.campaigns.find(({ title }) => title === CAMPAIGN);
      const campaigns = Array.from({ length: count }, (_, at) =>
        at === 0 ? known : Object.assign({}, known, { id: crypto.randomUUID(), title: `Another ${at}` }),
      );
      await route.fulfill({ response, json: Object.assign(body, { campaigns }) });
    },
  );
const isInvite = (url: string) => url.startsWith(`${hosts.api}/campaign-invite/`);

/** Returns the API of the signed-in owner, whose brand can send email. */
async function ownerApi(page: Page): Promise<Api> {
  const api = await apiOf(page);
  await readyToSend(api);
  return api;
}

const withoutContact = async (api: Api) =>
  api.findCreator(({ metaData }) => !metaData.contactsFetched && !metaData.contactsError);

test.describe('an owner', () => {
  test.use({ as: 'owner' });

  test('[R1.004] [R1.014] [R1.017] [R2.038] [R2.140] [R2.153] [R2.154] [R2.173] [R2.174] [R2.175] [R2.176] [R2.177] [R3.026] [R4.022] [R4.023] [R5.006] [R5.007] [R7.033] [R7.034] [R7.035] [R8.009] [R8.010] invites creators from a list, in bulk and from the search; each gets one email, and every screen shows who was invited', async ({
    page,
    expectAccessible,
  }) => {
    const api = await ownerApi(page);
    const label = unique('First hello');
    await writeTemplate(api, label);
    const [first, second, third] = (await uninvited(api, 3)) as [FoundCreator, FoundCreator, FoundCreator];
    const unreachable = await withoutContact(api);
    const title = unique('Invites');
    const listId = await api.makeList(title, [first.id, second.id, unreachable.id]);
    let address = '';

    await test.step('from a list: missing choices are named, and a double click sends once', async () => {
      await showCampaigns(page, 2);
      await page.goto(`${hosts.web}/creator-search/lists?list=${listId}&view=cards`);
      const button = cardOf(page, first).getByRole('button', { name: 'Invite to campaign' });
      await expect(
        cardOf(page, unreachable).getByRole('button', { name: 'Invite to campaign' }),
      ).toBeDisabled();
      await button.click();
      const dialog = dialogOf(page);
      await expect(dialog.getByLabel('Campaign', { exact: true })).toBeFocused();
      await expect(dialog.getByLabel('Campaign', { exact: true }).getByRole('option')).toContainText([
        'Choose a campaign',
        CAMPAIGN,
      ]);
      await expect(dialog.getByLabel('Campaign', { exact: true })).toHaveValue('');
      await expect(sendButton(page)).toBeDisabled();
      await dialog.getByLabel('Campaign', { exact: true }).selectOption(CAMPAIGN);
      await expect(sendButton(page)).toBeEnabled();
      await dialog.getByRole('switch', { name: 'Use Custom Message' }).press('Space');
      await expect(sendButton(page)).toBeDisabled();
      await dialog.getByLabel('Email template').selectOption(label);
      await expect(sendButton(page)).toBeEnabled();
      await expect(dialog.getByText('Sends 1 email now')).toBeVisible();
      await dialog.getByRole('button', { name: 'Preview' }).click();
      await expect(
        page.frameLocator('iframe[title="Email preview"]').getByText(`Hello ${nameOf(first)}`),
      ).toBeVisible();
      await dialog.getByRole('button', { name: 'Hide preview' }).click();
      await expectAccessible('.t-dialog');
      address = (await dialog.locator('.invite-recipient').getByText('@').textContent()) ?? '';
      const calls: string[] = [];
      page.on('request', (request) => {
        if (request.method() === 'POST' && isInvite(request.url())) calls.push(request.url());
      });
      // Delay the response until the second click, which would otherwise hit what the dialog covered.
      const { promise: pressedTwice, resolve: letGo } = Promise.withResolvers<void>();
      await page.route(
        (url) => isInvite(url.href),
        async (route) => {
          await pressedTwice;
          await route.continue();
        },
      );
      await sendButton(page).dblclick();
      letGo();
      await expect(page.getByText(`Invite sent to ${nameOf(first)}.`)).toBeVisible();
      await expect(dialog).toHaveCount(0);
      expect(calls).toHaveLength(1);
      await expect(button).toBeDisabled();
      await button.hover();
      await expect(page.getByRole('tooltip', { name: 'Invited', includeHidden: true })).toBeVisible();
    });

    await test.step('the email is signed, can be declined with one click and contains the personal link', async () => {
      const ours = async () =>
        (await emailsTo(address)).filter(({ subject }) => subject.startsWith(`${label}: ${CAMPAIGN}`));
      await expect.poll(async () => (await ours()).length).toBe(1);
      const [mail] = await ours();
      expect(mail?.headers.get('dkim-signature')).toContain('d=mail.larkmoor.example');
      expect(mail?.headers.get('list-unsubscribe')).toMatch(/^<https?:/);
      expect(mail?.headers.get('list-unsubscribe-post')).toBe('List-Unsubscribe=One-Click');
      const link = mail?.links.find((one) => one.startsWith(`${hosts.portal}/invite/`));
      const creatorsPage = await page.context().newPage();
      await creatorsPage.goto(link ?? '');
      await expect(creatorsPage.getByText(CAMPAIGN).first()).toBeVisible();
      await creatorsPage.close();
    });

    await test.step('a whole list: skipped creators are named before sending', async () => {
      await page.getByRole('button', { name: 'List actions' }).click();
      await page.getByRole('menuitem', { name: 'Invite everyone' }).click();
      const dialog = dialogOf(page);
      await dialog.getByLabel('Campaign', { exact: true }).selectOption(CAMPAIGN);
      await expect(dialog.getByText('1 creator ready, one email each')).toBeVisible();
      await expect(dialog.getByText('Already invited to this campaign')).toBeVisible();
      await dialog.getByText('No contact info').click();
      await expect(dialog.getByText(`@${unreachable.username}`)).toBeVisible();
      await expectAccessible('.t-dialog');
      await sendButton(page).click();
      await expect(page.getByText('Sending 1 invite.')).toBeVisible();
      await expect(page.getByText(/^2 skipped\./)).toBeVisible();
      await expect(cardOf(page, second).getByRole('button', { name: 'Invite to campaign' })).toBeDisabled();
    });

    await test.step('from the search, with the keyboard only', async () => {
      await page.goto(searchFor(third));
      const button = cardOf(page, third).getByRole('button', { name: 'Invite to campaign' });
      await button.focus();
      await page.keyboard.press('Enter');
      const campaign = dialogOf(page).getByLabel('Campaign', { exact: true });
      await expect(campaign).toBeFocused();
      await expect(campaign.getByRole('option', { name: CAMPAIGN })).toHaveCount(1);
      await page.keyboard.type(CAMPAIGN.slice(0, 6));
      await expect(sendButton(page)).toBeEnabled();
      await sendButton(page).press('Enter');
      await expect(page.getByText(`Invite sent to ${nameOf(third)}.`)).toBeVisible();
      await expect(button).toBeDisabled();
    });

    await test.step('Campaign invites lists them, and the drawer shows when', async () => {
      await page.goto(`${hosts.web}${INVITES}?q=${encodeURIComponent(first.username)}`);
      const handle = page.getByText(`@${first.username}`, { exact: true });
      const row = page.getByRole('row').filter({ has: handle }).first();
      await expect(row).toContainText(CAMPAIGN);
      await expect(row).toContainText('Sent');
      await expect(row).toContainText('just now');
      await row.getByText(`@${first.username}`).click();
      const section = page.getByRole('region', { name: 'Campaign invites' });
      await expect(section.getByText(CAMPAIGN)).toBeVisible();
      await expect(section.getByRole('time')).toHaveText(/^\d{1,2} \w{3} \d{4}, \d\d:\d\d$/);
      await expect(section.getByRole('button', { name: 'Invited' })).toBeDisabled();
      await page.getByRole('button', { name: 'Close' }).click();
    });
    await api.send('POST', `${api.brand}/creator-list/${listId}/archive`, {});
  });

  test('a scheduled invite is listed in Campaign invites, where it can be canceled; then the creator can be invited again', async ({
    page,
  }) => {
    const api = await ownerApi(page);
    const [creator] = (await uninvited(api, 1)) as [FoundCreator];
    await page.goto(hosts.web + drawerPath(creator));
    const section = page.getByRole('region', { name: 'Campaign invites' });
    await expect(section.getByText('No invites found.')).toBeVisible();
    const dialog = dialogOf(page);
    // Back closes only the dialog, even on the first page of the session.
    for (const again of [true, false]) {
      await section.getByRole('button', { name: 'Invite', exact: true }).click();
      await expect(dialog.getByLabel('Campaign', { exact: true })).toBeFocused();
      if (!again) break;
      await page.goBack();
      await expect(dialog).toHaveCount(0);
      await expect(section).toBeVisible();
      expect(page.url()).toBe(hosts.web + drawerPath(creator));
    }
    await expect(
      dialog.getByText(/^If this is off, we send the campaign's template, or the standard email/),
    ).toBeVisible();
    await dialog.getByLabel('Campaign', { exact: true }).selectOption(CAMPAIGN);
    await dialog.getByRole('switch', { name: 'Send later' }).press('Space');
    await expect(dialog.getByText(/^Sends 1 email on \d/)).toBeVisible();
    await sendButton(page).click();
    await expect(page.getByText(`Invite to ${nameOf(creator)} scheduled.`)).toBeVisible();
    await expect(section.getByText('Scheduled', { exact: true })).toBeVisible();

    await page.goto(`${hosts.web}${INVITES}?status=scheduled&q=${encodeURIComponent(creator.username)}`);
    await expect(page.getByText('1 invite found')).toBeVisible();
    // The reason is readable without hovering.
    await expect(page.getByRole('row').getByText(/^Scheduled for \d/)).toBeVisible();
    const cancel = page.getByRole('button', { name: `Cancel the invite to ${nameOf(creator)}` });
    await cancel.click();
    await expect(page.getByText(`Invite to ${nameOf(creator)} canceled.`)).toBeVisible();
    await page.getByRole('button', { name: 'Undo' }).click();
    await expect(page.getByText(`Invite to ${nameOf(creator)} restored.`)).toBeVisible();
    await cancel.click();
    await expect(page.getByText('No invites found.')).toBeVisible();
    await page.goto(hosts.web + drawerPath(creator));
    await expect(section.getByText('Canceled')).toBeVisible();
    await expect(section.getByRole('button', { name: 'Invite', exact: true })).toBeEnabled();
  });

  test('follow-ups are written once, seen with their times before sending, and paused and stopped, also on a phone', async ({
    page,
    expectAccessible,
  }) => {
    const api = await ownerApi(page);
    const name = unique('Reminder');
    const [creator] = (await uninvited(api, 1)) as [FoundCreator];
    await test.step('a sequence says where an unknown variable is, and is saved', async () => {
      await page.goto(`${hosts.web}/account/email-templates`);
      await page
        .getByRole('region', { name: 'Follow-up sequences' })
        .getByRole('button', { name: 'New sequence' })
        .click();
      const drawer = page.getByRole('dialog', { name: 'New follow-up sequence' });
      await drawer.getByLabel('Name').fill(name);
      await drawer.getByLabel('Send if').selectOption('Invite link not opened');
      const text = drawer.getByRole('textbox', { name: 'Follow-up 1 text' });
      await text.click();
      await page.keyboard.type('Hi {{Frst Name}}, did my email reach you?');
      await drawer.getByRole('button', { name: 'Create sequence' }).click();
      await expect(drawer.getByText('Unknown variable {{Frst Name}} on line 1, character 4.')).toBeVisible();
      await text.press('ControlOrMeta+a');
      await page.keyboard.type('Did my email about {{Campaign Name}} reach you?');
      await drawer.getByRole('button', { name: 'Create sequence' }).click();
      await expect(page.getByText('Sequence saved')).toBeVisible();
      await expect(page.getByRole('row').filter({ hasText: name })).toBeVisible();
    });
    await test.step('the invite shows every email with its time', async () => {
      await page.goto(searchFor(creator));
      await cardOf(page, creator).getByRole('button', { name: 'Invite to campaign' }).click();
      const dialog = dialogOf(page);
      await dialog.getByLabel('Campaign', { exact: true }).selectOption(CAMPAIGN);
      await dialog.getByLabel('Follow-ups').selectOption(`${name} (1 email)`);
      await dialog.getByRole('button', { name: 'Show all emails and send times' }).click();
      await expect(dialog.getByText("if the creator doesn't open the invite link")).toBeVisible();
      await dialog.getByRole('button', { name: 'Show email Follow-up 1' }).click();
      await expect(
        page
          .frameLocator('iframe[title="Email preview"]')
          .getByText(`Did my email about ${CAMPAIGN} reach you?`),
      ).toBeVisible();
      await dialog.getByRole('switch', { name: 'Send later' }).press('Space');
      await dialog.getByText("Each creator's time zone").click();
      await expect(dialog.getByLabel('Time of day')).toHaveValue('09:00');
      await expectAccessible('.t-dialog');
      await dialog.getByRole('switch', { name: 'Send later' }).press('Space');
      await sendButton(page).click();
      await expect(page.getByText(`Invite sent to ${nameOf(creator)}.`)).toBeVisible();
    });
    await test.step('its follow-ups are paused, and on a phone stopped for good', async () => {
      await page.goto(`${hosts.web}${INVITES}?q=${encodeURIComponent(creator.username)}`);
      const row = page.getByRole('row').filter({ hasText: CAMPAIGN }).first();
      await row
        .getByRole('button', { name: `Follow-ups to ${nameOf(creator)}` })
        .first()
        .click();
      const dialog = page.getByRole('dialog', { name: `Follow-ups to ${nameOf(creator)}`, exact: true });
      await expect(dialog.getByText('Running')).toBeVisible();
      await expectAccessible('.t-dialog');
      await dialog.getByRole('button', { name: 'Pause' }).click();
      await expect(dialog.getByText('Paused')).toBeVisible();
      await dialog.getByRole('button', { name: 'Close' }).last().click();
      await page.setViewportSize({ width: 390, height: 844 });
      await row
        .getByRole('button', { name: `Follow-ups to ${nameOf(creator)}` })
        .last()
        .click();
      await dialog.getByRole('button', { name: 'Stop' }).click();
      const stop = page.getByRole('dialog', { name: `Stop follow-ups to ${nameOf(creator)}?` });
      await stop.getByRole('button', { name: 'Stop' }).click();
      await expect(dialog.getByText(/^Stopped by /)).toBeVisible();
      await expectAccessible('.t-dialog');
    });
  });

  test('[R7.036] [R8.007] [R8.008] [R8.010] a failed invite says why, closes the dialog, and enables the button again', async ({
    page,
  }) => {
    const api = await ownerApi(page);
    const [creator] = (await uninvited(api, 1)) as [FoundCreator];
    const texts = ['Paused for stock-taking.', 'An unknown error occurred.'];
    const answers = [{ code: 'conflict', message: 'Not this one.', msg: texts[0] }, { code: 'internal' }];
    await page.route(
      (url) => isInvite(url.href),
      (route) => route.fulfill({ status: answers.length > 1 ? 409 : 500, json: answers.shift() }),
    );
    await page.goto(searchFor(creator));
    const button = cardOf(page, creator).getByRole('button', { name: 'Invite to campaign' });
    for (const text of texts) {
      await button.click();
      await dialogOf(page).getByLabel('Campaign', { exact: true }).selectOption(CAMPAIGN);
      await sendButton(page).click();
      await expect(page.getByText(text, { exact: true })).toBeVisible();
      await expect(dialogOf(page)).toHaveCount(0);
      await expect(button).toBeEnabled();
    }
  });
});

test.describe('with one active campaign', () => {
  test.use({ as: 'owner' });

  test('the dialog selects it, for one creator and for a list', async ({ page }) => {
    const api = await ownerApi(page);
    const [creator] = (await uninvited(api, 1)) as [FoundCreator];
    const listId = await api.makeList(unique('Only'), [creator.id]);
    await showCampaigns(page, 1);
    await page.goto(`${hosts.web}/creator-search/lists?list=${listId}&view=cards`);
    await cardOf(page, creator).getByRole('button', { name: 'Invite to campaign' }).click();
    const chosen = dialogOf(page)
      .getByLabel('Campaign', { exact: true })
      .getByRole('option', { selected: true });
    await expect(chosen).toHaveText(CAMPAIGN);
    await expect(dialogOf(page).getByText('Sends 1 email now')).toBeVisible();
    await expect(sendButton(page)).toBeEnabled();
    await dialogOf(page).getByRole('button', { name: 'Cancel' }).click();
    await page.getByRole('button', { name: 'List actions' }).click();
    await page.getByRole('menuitem', { name: 'Invite everyone' }).click();
    await expect(chosen).toHaveText(CAMPAIGN);
    await sendButton(page).click();
    await expect(dialogOf(page)).toHaveCount(0);
    const { invites } = await api.get<{ invites: { metaData: { campaignTitle: string } }[] }>(
      `/campaign-invites/${api.brand.split('/')[2]}?search=${creator.username}`,
    );
    expect(invites[0]).toMatchObject({ metaData: { campaignTitle: CAMPAIGN } });
  });
});

test('[R5.008] [R5.009] [R8.041] [R8.042] [R8.043] a new brand sees what it needs before it can invite', async ({
  page,
}) => {
  const email = `e2e-invite-${crypto.randomUUID()}@troupe.test`;
  const brand = unique('Quiet Oven');
  await page.goto(`${hosts.web}/signup`);
  await page.getByLabel('First name').fill('Ida');
  await page.getByLabel('Last name').fill('Moss');
  await page.getByLabel('Email').fill(email);
  await page.getByLabel('Password', { exact: true }).fill(`${PASSWORD}-phrase-7`);
  await page.getByRole('button', { name: 'Continue' }).click();
  await page.getByLabel('Brand name').fill(brand);
  await page.getByLabel('Brand website').fill('quietoven.example');
  await page.getByLabel('Brand description').fill('Bread for small towns.');
  await page.getByRole('button', { name: 'Sign up' }).click();
  await expect(page.getByRole('heading', { name: 'Check your email' })).toBeVisible();
  await page.goto((await emailLinks(email)).find((link) => link.startsWith(hosts.auth)) ?? '');
  if (new URL(page.url()).origin === hosts.auth) await page.getByRole('button').first().click();
  await expect(page.getByText(brand, { exact: true }).first()).toBeVisible({ timeout: 20_000 });

  await page.goto(hosts.web + INVITES);
  await expect(page.getByText('No invites found.')).toBeVisible();
  await page.goto(`${hosts.web}/creator-search?hasEmail=true`);
  await page.getByRole('button', { name: 'Invite to campaign' }).first().click();
  const dialog = dialogOf(page);
  await expect(
    dialog.getByText('Set up your email domain or connect a mailbox before you send invites.'),
  ).toBeVisible();
  await expect(dialog.getByRole('link', { name: 'Set up email domain' })).toHaveAttribute(
    'href',
    '/account#email-settings',
  );
  await expect(dialog.getByRole('link', { name: 'View plans' })).toHaveAttribute('href', '/pricing');
  await expect(dialog.getByText('No active campaigns.')).toBeVisible();
  await expect(dialog.getByText(`No email templates found for ${brand}`)).toBeVisible();
  await expect(sendButton(page)).toBeDisabled();
  await dialog.getByRole('button', { name: 'Cancel' }).click();
  await expect(dialog).toHaveCount(0);
});

test.describe('on a phone, dark theme', () => {
  test.use({ as: 'owner', colorScheme: 'dark', viewport: { width: 390, height: 844 } });

  test('the invites and the bulk dialog have no axe findings', async ({ page, expectAccessible }) => {
    const api = await ownerApi(page);
    await expect(page.locator('.t-spinner')).toHaveCount(0);
    const creators = await uninvited(api, 2);
    const listId = await api.makeList(
      unique('Phone'),
      creators.map(({ id }) => id),
    );
    await page.goto(`${hosts.web}/creator-search/lists?list=${listId}`);
    await page.getByRole('button', { name: 'List actions' }).click();
    await page.getByRole('menuitem', { name: 'Invite everyone' }).click();
    await dialogOf(page).getByLabel('Campaign', { exact: true }).selectOption(CAMPAIGN);
    await expect(dialogOf(page).getByText('2 creators ready, one email each')).toBeVisible();
    await expectAccessible('.t-dialog');
    await dialogOf(page).getByRole('button', { name: 'Cancel' }).click();
    await api.send('POST', `${api.brand}/creator-list/${listId}/archive`, {});
  });
});

test.describe('the email preview', () => {
  test.use({ as: 'owner' });

  for (const viewport of [
    { width: 1440, height: 900 },
    { width: 1440, height: 640 },
    { width: 390, height: 844 },
  ]) {
    test(`Send stays in view at ${viewport.width}x${viewport.height} while the invite above it scrolls`, async ({
      page,
      expectAccessible,
    }) => {
      await page.setViewportSize(viewport);
      const api = await ownerApi(page);
      const creators = await uninvited(api, 2);
      const listId = await api.makeList(
        unique('Preview'),
        creators.map(({ id }) => id),
      );
      await page.goto(`${hosts.web}/creator-search/lists?list=${listId}`);
      await page.getByRole('button', { name: 'List actions' }).click();
      await page.getByRole('menuitem', { name: 'Invite everyone' }).click();
      const dialog = dialogOf(page);
      await dialog.getByLabel('Campaign', { exact: true }).selectOption(CAMPAIGN);
      await dialog.getByRole('button', { name: 'Preview' }).click();
      await expect(page.frameLocator('iframe[title="Email preview"]').locator('body')).not.toBeEmpty();
      const body = dialog.locator('.t-dialog-body');
      expect(await body.evaluate((part) => part.scrollHeight > part.clientHeight)).toBe(true);
      await expect(dialog.getByRole('heading', { name: 'Invite to campaign' })).toBeInViewport({ ratio: 1 });
      await expect(dialog.getByRole('button', { name: 'Send 2 Invites' })).toBeInViewport({ ratio: 1 });
      await expectAccessible('.t-dialog');
      await dialog.getByRole('button', { name: 'Cancel' }).click();
      await api.send('POST', `${api.brand}/creator-list/${listId}/archive`, {});
    });
  }
});

test.describe('a slow connection', () => {
  test.use({ as: 'owner' });

  test('keys typed before the campaigns have loaded choose the campaign', async ({ page }) => {
    const api = await ownerApi(page);
    const [creator] = await uninvited(api, 1);
    const { promise: letGo, resolve } = Promise.withResolvers<void>();
    // Before the page opens: it may ask for campaigns as soon as it is idle.
    await page.route(
      (url) => url.origin === hosts.api && url.searchParams.get('status') === 'publish',
      async (route) => {
        await letGo;
        await route.continue().catch(() => {});
      },
    );
    await page.goto(searchFor(creator!));
    const card = cardOf(page, creator!);
    await expect(card).toBeVisible();
    await card.getByRole('button', { name: 'Invite to campaign' }).click();
    const campaign = dialogOf(page).getByRole('combobox', { name: 'Campaign' });
    await expect(campaign).toBeFocused();
    await page.keyboard.type('aut');
    await expect(campaign).toHaveAttribute('aria-busy', 'true');
    resolve();
    await expect(campaign.locator('option:checked')).toHaveText(CAMPAIGN);
    await page.keyboard.press('Escape');
  });
});
