import { randomBytes, randomInt } from 'node:crypto';
import type { Page } from '@playwright/test';
import { hosts, PASSWORD, people } from './support/hosts.ts';
import { apiOf } from './support/lists.ts';
import { fillLogin } from './support/login.ts';
import { emailsTo } from './support/mailbox.ts';
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

/** Invites a new creator and returns their email address, profile and personal link. */
async function invited(page: Page) {
  const api = await apiOf(page);
  await readyToSend(api);
  const { campaigns } = await api.get<{ campaigns: { id: string; title: string }[] }>(
    `${api.brand}/campaigns?status=publish`,
  );
  const campaignId = campaigns.find(({ title }) => title === CAMPAIGN)?.id;
  // Picks one of many, so that tests can repeat and run in parallel.
  let creator: Awaited<ReturnType<typeof api.findCreator>>;
  let known: OptIns;
  do {
    let skip = randomInt(200);
    creator = await api.findCreator(
      () => skip-- <= 0,
      '&hasEmail=true&registered=false&platform=instagram&followersMax=60000',
    );
    // Some creators of the demo world already collaborate, without an account of their own.
    known = await api.get<OptIns>(`/v2/opt-ins/${campaignId}/1?search=${creator.username}`);
  } while (known.optIns.length > 0);
  const asked = { campaignId, socialProfileId: creator.id };
  const { to } = await api.send<{ to: string }>('POST', `${api.brand}/campaign-invite/preview`, asked);
  await api.send('POST', `/campaign-invite/${api.brand.split('/')[2]}`, asked);
  const link = await linkTo(to, `${hosts.portal}/invite/`);
  return { api, campaignId, creator, to, link };
}

/** Returns the newest link with this prefix from the emails to an address. */
async function linkTo(to: string, beginning: string): Promise<string> {
  const find = async () =>
    (await emailsTo(to, { wait: 5000 }))
      .flatMap(({ links }) => links)
      .find((one) => one.startsWith(beginning));
  await expect.poll(find, { timeout: 20_000 }).toBeTruthy();
  return (await find()) ?? '';
}

/** Follows a personal link and signs up with the address it was sent to. */
async function signUp(phone: Page, link: string, to: string): Promise<void> {
  await phone.goto(link);
  await phone.getByRole('button', { name: /^Join/ }).click();
  await expect(phone.getByRole('heading', { name: 'Sign up' })).toBeVisible();
  await phone.getByLabel('First name').fill('Wren');
  await phone.getByLabel('Last name').fill('Hale');
  await expect(phone.getByLabel('Email')).toHaveValue(to);
  await phone.getByLabel('Password', { exact: true }).fill('a rather long one');
  await phone.getByLabel('Password', { exact: true }).press('Enter');
  await expect(phone.getByRole('heading', { name: 'Check your email' })).toBeVisible();
  await phone.goto(await linkTo(to, hosts.auth));
}

const nameOf = (username: string) => `Imported ${username.slice(5)}`;

/** Imports a creator who is new to Troupe into a new list of the brand. */
async function importCreator(page: Page, username: string) {
  const api = await apiOf(page);
  await readyToSend(api);
  const listId = await api.makeList(nameOf(username));
  const to = `${username}@creators.example`;
  const answer = await page.request.post(`${hosts.api}${api.brand}/imports`, {
    headers: api.headers,
    multipart: {
      file: {
        name: 'creators.csv',
        mimeType: 'text/csv',
        buffer: Buffer.from(
          `network,handle,name,followers,email\nInstagram,${username},${nameOf(username)},842300,${to}\n`,
        ),
      },
    },
  });
  const { id } = ((await answer.json()) as { import: { id: string } }).import;
  await api.send('PUT', `${api.brand}/import/${id}`, { listId });
  await api.send('POST', `${api.brand}/import/${id}/start`);
  const state = async () =>
    (await api.get<{ import: { state: string } }>(`${api.brand}/import/${id}`)).import.state;
  await expect.poll(state).toBe('done');
  const { items } = await api.get<{ items: { socialProfile: { id: string } }[] }>(
    `${api.brand}/creator-list-items/${listId}/1`,
  );
  return { api, listId, to, creatorId: items[0]?.socialProfile.id ?? '' };
}

test.describe("the creators' app", () => {
  test.use({ as: 'owner' });

  test('a creator whom the brand imported has the same followers on the list, opt-in and inbox after joining', async ({
    page,
    browser,
  }) => {
    const username = `wren.${randomBytes(5).toString('hex')}`;
    const { api, listId, to, creatorId } = await importCreator(page, username);
    const { campaigns } = await api.get<{ campaigns: { id: string; title: string }[] }>(
      `${api.brand}/campaigns?status=publish`,
    );
    const campaignId = campaigns.find(({ title }) => title === CAMPAIGN)?.id;
    await api.send('POST', `/campaign-invite/${api.brand.split('/')[2]}`, {
      campaignId,
      socialProfileId: creatorId,
    });
    const context = await browser.newContext({ storageState: { cookies: [], origins: [] } });
    const theirs = await context.newPage();
    await signUp(theirs, await linkTo(to, `${hosts.portal}/invite/`), to);
    await theirs.getByRole('button', { name: 'This Is Me' }).click();
    await expect(theirs.getByRole('radio', { name: `@${username}` })).toBeChecked();
    await theirs.getByLabel('Which run will you take it on?').fill('The Peneda ridge');
    await theirs.getByLabel('What size shell do you wear?').selectOption('M');
    await theirs.getByRole('checkbox').check();
    await theirs.getByRole('button', { name: /^Opt in/ }).click();
    await expect(theirs.getByRole('status').filter({ hasText: 'Waiting for the brand' })).toBeVisible();
    await context.close();

    await page.goto(`${hosts.web}/creator-search/lists?list=${listId}&view=cards`);
    const card = page.getByRole('article').filter({ hasText: username });
    await expect(card.getByRole('button', { name: /^Followers 842\.3k,/ })).toBeVisible();
    await page.goto(`${hosts.web}/campaigns/${campaignId}/opt-ins?q=${username}`);
    const row = page.getByRole('row').filter({ hasText: nameOf(username) });
    await expect(row.getByRole('button', { name: /842\.3k/ }).first()).toBeVisible();
    const { optIns } = await api.get<{ optIns: { id: string; socialProfile: { id: string } }[] }>(
      `/v2/opt-ins/${campaignId}/1?search=${username}`,
    );
    expect(optIns.map(({ socialProfile }) => socialProfile.id)).toEqual([creatorId]);
    await page.goto(`${hosts.web}/inbox/${campaignId}/chat/${optIns[0]?.id}`);
    await expect(page.getByRole('button', { name: /^Followers 842\.3k,/ })).toBeVisible();
    // The drawer is the one of the list.
    await page.goto(`${hosts.web}/creator-search?q=${username}`);
    await expect(
      page.getByRole('article').or(page.getByRole('row')).filter({ hasText: username }),
    ).toHaveCount(1);
  });

  test('a creator opens the email link, signs up, claims the profile, opts in once, withdraws and leaves; the brand sees the opt-in', async ({
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

    await test.step('from email to account', () => signUp(phone, link, to));

    await test.step('the campaign opens, and its form rejects missing fields and keeps typed text', async () => {
      await expect(phone.getByRole('heading', { level: 1, name: CAMPAIGN })).toBeVisible();
      await button('This Is Me').click();
      await expect(phone.getByRole('radio', { name: `@${creator.username}` })).toBeChecked();
      await phone.getByLabel('Which run will you take it on?').fill('The Peneda ridge');
      await expect(phone.getByText('Saved')).toBeVisible();
      await button(/^Opt in/).click();
      await expect(phone.getByText('Accept the campaign terms to opt in')).toBeVisible();
      await phone.reload();
      await expect(phone.getByLabel('Which run will you take it on?')).toHaveValue('The Peneda ridge');
    });

    await test.step('offline nothing is lost, and a double click opts in once', async () => {
      await phone.getByLabel('What size shell do you wear?').selectOption('M');
      await phone.getByRole('checkbox').check();
      await phone.route('**/opt-in', (route) => route.abort());
      await button('Opt in for $640').click();
      await expect(phone.getByText('Your answers are saved.')).toBeVisible();
      await phone.unroute('**/opt-in');
      await button('Opt in for $640').dblclick();
      await expect(phone.getByRole('status').filter({ hasText: 'Waiting for the brand' })).toBeVisible();
    });

    const { optIns } = await api.get<OptIns>(`/v2/opt-ins/${campaignId}/1?search=${creator.username}`);
    const mine = optIns.filter(({ socialProfile }) => socialProfile.username === creator.username);
    expect(mine).toHaveLength(1);
    expect(mine[0]?.askedFee).toBe(64_000);
    expect(mine[0]?.answers[0]?.answer).toBe('The Peneda ridge');

    await test.step('home shows the opt-in, and it can be withdrawn', async () => {
      await phone.goto(hosts.portal);
      await phone.getByRole('link', { name: CAMPAIGN }).click();
      await button('Withdraw').click();
      await phone.getByRole('dialog').getByRole('button', { name: 'Withdraw' }).click();
      await expect(button('Rejoin')).toBeVisible();
    });

    await test.step('data can be exported, and the account deleted by typing a confirmation', async () => {
      await phone.goto(`${hosts.portal}/account`);
      const [file] = await Promise.all([phone.waitForEvent('download'), button('Download my data').click()]);
      expect(file.suggestedFilename()).toBe('my-data.json');
      await button('Remove account').click();
      const dialog = phone.getByRole('dialog');
      await dialog.getByLabel('Type REMOVE to confirm').fill('remove');
      await dialog.getByRole('button', { name: 'Remove account' }).click();
      await expect(dialog.getByRole('textbox')).toHaveAttribute('aria-invalid', 'true');
      await dialog.getByLabel('Type REMOVE to confirm').fill('REMOVE');
      await dialog.getByRole('button', { name: 'Remove account' }).click();
      await phone.getByLabel('Type CLOSE to confirm').fill('CLOSE');
      await button('Close account').click();
      await phone.getByRole('link', { name: 'Go to Troupe for creators' }).click();
      await expect(button('Log In')).toBeVisible();
    });
    await context.close();
  });
});

test.describe('collaborations', () => {
  test.use({ viewport: { width: 390, height: 844 } });

  test('an approved creator messages the brand and submits a video, on a phone, in light and dark, without axe findings', async ({
    page,
    expectAccessible,
  }) => {
    await page.goto(`${hosts.portal}/login`);
    await fillLogin(page, people.creator, PASSWORD);
    await page.getByRole('link', { name: CAMPAIGN }).click();
    await expect(page.getByRole('heading', { level: 1, name: CAMPAIGN })).toBeVisible();
    const words = `Which day does it ship? ${crypto.randomUUID()}`;
    // A very long word wraps and doesn't widen the page.
    await page.getByRole('textbox', { name: 'Message' }).fill('y'.repeat(20_001));
    await expect(page.getByText('Yours is 1 over the limit. Shorten it or split it.')).toBeVisible();
    expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(390);
    await page.getByRole('textbox', { name: 'Message' }).fill(words);
    await page.reload();
    await page.route('**/messages', (route) =>
      route.request().method() === 'POST' ? route.abort() : route.continue(),
    );
    await page.getByRole('button', { name: 'Send', exact: true }).click();
    await expect(page.getByText('Not sent.')).toBeVisible();
    await page.getByRole('textbox', { name: 'Message' }).fill('Typed meanwhile');
    await page.unroute('**/messages');
    await page.getByRole('button', { name: 'Retry' }).click();
    await expect(page.getByRole('log').getByText(words)).toHaveCount(1);
    await expect(page.getByRole('textbox', { name: 'Message' })).toHaveValue('Typed meanwhile');

    await page.getByRole('button', { name: 'Submit content' }).click();
    const caption = `Mud and weather ${crypto.randomUUID()}`;
    await page.getByLabel('Caption').fill(caption);
    const chooser = page.waitForEvent('filechooser');
    await page.getByRole('button', { name: 'Choose files' }).click();
    await (await chooser).setFiles([
      { name: 'river.mp4', mimeType: 'video/mp4', buffer: shortVideo() },
      { name: 'ridge.jpg', mimeType: 'image/jpeg', buffer: Buffer.from('%PDF-1.4 no picture') },
    ]);
    await expect(page.getByText(/“ridge\.jpg”/)).toBeVisible();
    await page.getByRole('button', { name: 'Submit', exact: true }).click();
    await expect(page.getByRole('button', { name: 'Submit content' })).toBeFocused();
    await expect(page.getByRole('listitem').filter({ hasText: caption })).toContainText(
      'Waiting for the brand',
    );
    await page.emulateMedia({ colorScheme: 'dark' });
    await expectAccessible();
    expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(390);
  });
});

/** Returns a unique two-second MP4 without pictures; identical files would be deduplicated. */
function shortVideo(): Buffer {
  const box = (type: string, ...parts: Buffer[]) => {
    const body = Buffer.concat([Buffer.from(type, 'latin1'), ...parts]);
    const length = Buffer.alloc(4);
    length.writeUInt32BE(body.length + 4);
    return Buffer.concat([length, body]);
  };
  const mvhd = Buffer.alloc(100);
  mvhd.writeUInt32BE(1000, 12);
  mvhd.writeUInt32BE(2000, 16);
  return Buffer.concat([
    box('ftyp', Buffer.from('isom\0\0\0\0isom', 'latin1')),
    box('mdat', randomBytes(4000)),
    box('moov', box('mvhd', mvhd)),
  ]);
}
