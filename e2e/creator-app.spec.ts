import { randomInt } from 'node:crypto';
import type { Page } from '@playwright/test';
import { hosts } from './support/hosts.ts';
import { apiOf } from './support/lists.ts';
import { mailsTo } from './support/mailbox.ts';
import { readyToSend } from './support/outreach.ts';
import { expect, test } from './support/test.ts';

const CAMPAIGN = 'Autumn Trail Kit';

interface OptIns {
  optIns: {
    id: string;
    answers: { answer: string }[];
    askedFee: number;
    socialProfile: { username: string };
  }[];
}

/** Invites a creator nobody knows yet and gives their address, profile and personal link. */
async function invited(page: Page) {
  await page.goto(`${hosts.web}/creator-search/invites`);
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
  const api = await apiOf(page);
  await readyToSend(api);
  const { campaigns } = await api.get<{ campaigns: { id: string; title: string }[] }>(
    `${api.brand}/campaigns?status=publish`,
  );
  const campaignId = campaigns.find(({ title }) => title === CAMPAIGN)?.id;
  // One of many, so that this can run again and beside others.
  let skip = randomInt(200);
  const creator = await api.findCreator(
    () => skip-- <= 0,
    '&hasEmail=true&platform=instagram&followersMax=60000',
  );
  const asked = { campaignId, socialProfileId: creator.id };
  const { to } = await api.send<{ to: string }>('POST', `${api.brand}/campaign-invite/preview`, asked);
  await api.send('POST', `/campaign-invite/${api.brand.split('/')[2]}`, asked);
  const link = await linkTo(to, `${hosts.portal}/invite/`);
  return { api, campaignId, creator, to, link };
}

/** The newest link in the mails to an address that begins like this. */
async function linkTo(to: string, beginning: string): Promise<string> {
  const find = async () =>
    (await mailsTo(to, { wait: 5000 }))
      .flatMap(({ links }) => links)
      .find((one) => one.startsWith(beginning));
  await expect.poll(find, { timeout: 20_000 }).toBeTruthy();
  return (await find()) ?? '';
}

test.describe("the creators' app", () => {
  test.use({ as: 'owner' });

  test('a creator comes by the link of the mail, signs up, claims the profile, opts in once and withdraws; the brand sees it', async ({
    page,
    browser,
  }) => {
    const { api, campaignId, creator, to, link } = await invited(page);
    const context = await browser.newContext({
      storageState: { cookies: [], origins: [] },
      viewport: { width: 390, height: 844 },
    });
    const phone = await context.newPage();
    const button = (name: string | RegExp) => phone.getByRole('button', { name });

    await test.step('from the mail to an account', async () => {
      await phone.goto(link);
      await button(/^Take Part/).click();
      await expect(phone.getByRole('heading', { name: 'Sign up' })).toBeVisible();
      await phone.getByLabel('First name').fill('Wren');
      await phone.getByLabel('Last name').fill('Hale');
      await phone.getByLabel('Email').fill(to);
      await phone.getByLabel('Password', { exact: true }).fill('a rather long one');
      await phone.getByLabel('Password', { exact: true }).press('Enter');
      await expect(phone.getByRole('heading', { name: 'Check your mail' })).toBeVisible();
      await phone.goto(await linkTo(to, hosts.auth));
    });

    await test.step('the campaign is there, its form refuses what is missing and keeps what is typed', async () => {
      await expect(phone.getByRole('heading', { level: 1, name: CAMPAIGN })).toBeVisible();
      await button('This Is Me').click();
      await expect(phone.getByRole('radio', { name: `@${creator.username}` })).toBeChecked();
      await phone.getByLabel('Which run will you take it on?').fill('The Peneda ridge');
      await expect(phone.getByText('Saved')).toBeVisible();
      await button(/^Opt In/).click();
      await expect(phone.getByText('Accept the campaign terms to opt in')).toBeVisible();
      await phone.reload();
      await expect(phone.getByLabel('Which run will you take it on?')).toHaveValue('The Peneda ridge');
    });

    await test.step('without a connection nothing is lost, and two clicks are one opt-in', async () => {
      await phone.getByLabel('Which size of shell do you wear?').selectOption('M');
      await phone.getByRole('checkbox').check();
      await phone.route('**/opt-in', (route) => route.abort());
      await button('Opt In for $640').click();
      await expect(phone.getByText('Your answers are kept.')).toBeVisible();
      await phone.unroute('**/opt-in');
      await button('Opt In for $640').dblclick();
      await expect(phone.getByRole('status').filter({ hasText: 'Waiting for the brand' })).toBeVisible();
    });

    const { optIns } = await api.get<OptIns>(`/v2/opt-ins/${campaignId}/1?search=${creator.username}`);
    const mine = optIns.filter(({ socialProfile }) => socialProfile.username === creator.username);
    expect(mine).toHaveLength(1);
    expect(mine[0]?.askedFee).toBe(64_000);
    expect(mine[0]?.answers[0]?.answer).toBe('The Peneda ridge');

    await test.step('home shows it, and it can be taken back', async () => {
      await phone.goto(hosts.portal);
      await phone.getByRole('link', { name: CAMPAIGN }).click();
      await button('Withdraw').click();
      await phone.getByRole('dialog').getByRole('button', { name: 'Withdraw' }).click();
      await expect(button('Take Part Again')).toBeVisible();
    });
    await context.close();
  });
});
