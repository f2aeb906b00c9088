import type { Page } from '@playwright/test';
import { openPhone } from './support/collaboration.ts';
import { hosts } from './support/hosts.ts';
import { apiOf, type FoundCreator } from './support/lists.ts';
import { emailsTo, replyTo } from './support/mailbox.ts';
import { brandIdOf, nameOf, readyToSend, uninvited, writeTemplate } from './support/outreach.ts';
import { expect, test } from './support/test.ts';

const CAMPAIGN = 'Autumn Trail Kit';
const OTHER_CAMPAIGN = 'First Light Runs';
const unique = (title: string) => `${title} ${crypto.randomUUID().slice(0, 8)}`;

async function readyApi(page: Page) {
  await page.goto(`${hosts.web}/creator-search/invites`);
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
  const api = await apiOf(page);
  await readyToSend(api);
  return api;
}

type Api = Awaited<ReturnType<typeof readyApi>>;

async function campaignId(api: Api, title: string): Promise<string> {
  const { campaigns } = await api.get<{ campaigns: { id: string; title: string }[] }>(
    `${api.brand}/campaigns?status=publish`,
  );
  return campaigns.find((campaign) => campaign.title === title)?.id ?? '';
}

async function openInviteDialog(page: Page, { username, platform }: FoundCreator) {
  await page.goto(
    `${hosts.web}/creator-search?q=${encodeURIComponent(username)}&platform=${platform}&view=cards`,
  );
  await page
    .getByRole('article')
    .filter({ has: page.getByRole('link', { name: `@${username} (opens the profile)`, exact: true }) })
    .getByRole('button', { name: 'Invite to campaign' })
    .click();
  return page.getByRole('dialog', { name: 'Invite to campaign' });
}

test.describe('an owner', () => {
  test.use({ as: 'owner' });

  test('a teammate hears who contacted a creator, and can go ahead; a reply by the creator ends follow-ups', async ({
    page,
    browser,
    sessionFile,
    expectAccessible,
  }) => {
    const api = await readyApi(page);
    const [creator] = (await uninvited(api, 1)) as [FoundCreator];
    const label = unique('Guard');
    const templateId = await writeTemplate(api, label);
    const { sequence } = await api.send<{ sequence: { id: string } }>('POST', `${api.brand}/sequences/NEW`, {
      name: label,
      steps: [
        {
          id: crypto.randomUUID(),
          delay: { unit: 'days', count: 3 },
          condition: 'no-reply',
          body: '<p>Did you see my last email?</p>',
        },
      ],
    });
    const invite = {
      campaignId: await campaignId(api, CAMPAIGN),
      socialProfileId: creator.id,
      templateId,
      sequenceId: sequence.id,
    };
    const { to } = await api.send<{ to: string }>('POST', `${api.brand}/campaign-invite/preview`, invite);
    // Both decide at the same time: the teammate's dialog is open before the owner's invite is sent.
    const context = await browser.newContext({ storageState: await sessionFile('member') });
    const teammate = await context.newPage();
    const dialog = await openInviteDialog(teammate, creator);
    await api.send('POST', `/campaign-invite/${brandIdOf(api)}`, invite);

    await dialog.getByLabel('Campaign', { exact: true }).selectOption(OTHER_CAMPAIGN);
    await dialog.getByRole('button', { name: 'Send Invite' }).click();
    const warning = teammate.getByRole('dialog', { name: 'Someone else recently contacted this creator' });
    await expect(warning).toContainText(/^.*Alva Berg is following up with this creator\./);
    await warning.getByRole('button', { name: 'Cancel' }).click();
    await context.close();

    const ours = async () => (await emailsTo(to)).filter(({ subject }) => subject.includes(label));
    await expect.poll(async () => (await ours()).length, { timeout: 60_000 }).toBe(1);
    const [sent] = await ours();
    if (sent) await replyTo(sent, 'Yes, gladly.');
    await page.goto(`${hosts.web}/creator-search/invites?q=${encodeURIComponent(creator.username)}`);
    await page
      .getByRole('button', { name: `Follow-ups to ${nameOf(creator)}` })
      .first()
      .click();
    await expect(page.getByText('Stopped because the creator replied.')).toBeVisible();
    await expectAccessible('.t-dialog');
  });

  test('an email that would have a gap is named before it is sent, also for a custom field of the list', async ({
    page,
  }) => {
    const api = await readyApi(page);
    const creators = await uninvited(api, 2);
    const label = unique('Sizes');
    const listId = await api.makeList(
      label,
      creators.map(({ id }) => id),
    );
    const fieldId = crypto.randomUUID();
    await api.send('PUT', `${api.brand}/creator-list/${listId}/fields`, {
      fields: [{ id: fieldId, name: `Size ${label}`, kind: 'text', choices: [] }],
      seen: [],
    });
    await page.goto(`${hosts.web}/account/email-templates`);
    await page.getByRole('button', { name: 'New template' }).click();
    const drawer = page.getByRole('dialog');
    await drawer.getByLabel('Label').fill(label);
    await drawer.getByRole('textbox', { name: 'Subject' }).fill('A shirt for you');
    await drawer.getByRole('textbox', { name: 'Body' }).click();
    await page.keyboard.type('We have a shirt in {{field');
    await page.getByRole('option', { name: `Field: Size ${label}` }).click();
    await drawer.getByRole('button', { name: 'Create template' }).click();
    await expect(page.getByRole('row').filter({ hasText: label })).toBeVisible();

    await page.goto(`${hosts.web}/creator-search/lists?list=${listId}`);
    await page.getByLabel(`Size ${label} for ${nameOf(creators[0]!)}`).fill('XL');
    await page.keyboard.press('Enter');
    await page.getByRole('button', { name: 'List actions' }).click();
    await page.getByRole('menuitem', { name: /^Invite/ }).click();
    const dialog = page.getByRole('dialog').last();
    await dialog.getByLabel('Campaign', { exact: true }).selectOption(CAMPAIGN);
    await dialog.getByRole('switch', { name: 'Custom message' }).press('Space');
    await dialog.getByLabel('Template').selectOption(label);
    await expect(dialog.getByText(`{{Field: Size ${label}}} is empty for 1 creator`)).toBeVisible();
    await api.send('POST', `${api.brand}/creator-list/${listId}/archive`, {});
  });

  test('creators whose stories would be lost are named with the reason, and asked in their app', async ({
    page,
    browser,
    expectAccessible,
  }) => {
    const api = await readyApi(page);
    await page.goto(`${hosts.web}/campaigns/${await campaignId(api, CAMPAIGN)}/overview`);
    const risks = page.getByRole('region', { name: /^No access to story metrics for \d+ of \d+ creators$/ });
    await expect(risks.getByText('Instagram account not connected.').first()).toBeVisible();
    await expectAccessible('.story-preflight');
    const ask = risks.getByRole('button', { name: 'Ask creators for access' });
    // Each creator is asked once; an earlier run may have done it.
    if (await ask.isVisible()) await ask.click();
    await expect(risks.getByText(/Access requested \d/).first()).toBeVisible();

    const phone = await openPhone(browser);
    await phone.getByRole('link', { name: CAMPAIGN }).click();
    const notice = phone.getByRole('region', { name: 'Connect your Instagram account' });
    await expect(notice).toContainText(/Larkmoor asked you to post stories for Autumn Trail Kit/);
    await notice.getByRole('link', { name: 'Go to connected accounts' }).click();
    await expect(phone.getByRole('heading', { name: 'Connected accounts' })).toBeVisible();
    await phone.context().close();
  });

  test('before a draft is published, creators on lists whose stories would be lost are named', async ({
    page,
  }) => {
    const api = await readyApi(page);
    const creator = await api.findCreator(({ platform }) => platform === 'instagram', '&platform=instagram');
    const listId = await api.makeList(unique('Stories'), [creator.id]);
    const { id } = await api.send<{ id: string }>('POST', `${api.brand}/campaigns`, {
      title: unique('Stories'),
      socialChannels: ['instagram'],
      deliverables: [{ kind: 'story', count: 2 }],
      liveDue: new Date(Date.now() + 5 * 86_400_000).toISOString(),
    });
    await page.goto(`${hosts.web}/campaign-builder/${id}?step=review`);
    await expect(page.getByRole('button', { name: 'Publish' })).toBeVisible();
    const risks = page.getByRole('region', {
      name: /^No access to (the creator's story metrics|story metrics for [1-9]\d* of \d+ creators)$/,
    });
    await expect(risks.getByText('Instagram account not connected.').first()).toBeVisible();
    await api.send('PUT', `${api.brand}/campaign/${id}/status`, { status: 'archived' });
    await api.send('POST', `${api.brand}/creator-list/${listId}/archive`, {});
  });
});
