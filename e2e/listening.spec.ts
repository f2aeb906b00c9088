import { readFile } from 'node:fs/promises';
import type { Page } from '@playwright/test';
import { hosts } from './support/hosts.ts';
import { apiOf } from './support/lists.ts';
import { expect, test } from './support/test.ts';

interface Post {
  text: string;
  handle: string;
  displayName?: string;
  followers?: number;
  langs?: string[];
}

/** Publishes a post on the sandbox's Bluesky, which streams it. */
async function publish(page: Page, post: Post): Promise<string> {
  const answer = await page.request.post(`${hosts.sandbox}/api/bluesky/posts`, { data: post });
  expect(answer.ok()).toBe(true);
  return ((await answer.json()) as { post: { uri: string } }).post.uri;
}

test.describe('social listening', () => {
  test.use({ as: 'owner' });

  test('[R1.019] [R2.040] a member writes a query, replays it, sees a post arrive live, corrects it, and takes its author to the invite', async ({
    page,
    open,
    expectAccessibleInBoth,
  }) => {
    test.slow();
    const mark = crypto.randomUUID().slice(0, 6);
    const brand = `zorvex${mark}`;
    const name = `Zorvex ${mark}`;
    const author = `Pace ${mark}`;
    const cards = page.getByRole('article', { name: `Mention by ${author} on Bluesky` });
    const drawer = page.getByRole('complementary').or(page.getByRole('dialog'));
    await publish(page, {
      text: `Earlier today my ${brand} jacket arrived`,
      handle: `early${mark}.bsky.test`,
      langs: ['en'],
    });

    await test.step('the editor finds mistakes while typing and fixes one', async () => {
      await open('/social-listening/monitors?open=new');
      await page.getByLabel('Name', { exact: true }).fill(name);
      const query = page.getByRole('textbox', { name: 'Query', exact: true });
      await query.fill(`(${brand} or "zor vex") NEAR/5 jacket`);
      const problems = page.getByRole('list', { name: 'Problems in the query' });
      await expect(problems).toContainText('Write OR in capitals');
      await problems.getByRole('button', { name: 'Replace with OR' }).click();
      await expect(query).toHaveValue(`(${brand} OR "zor vex") NEAR/5 jacket`);
      await query.fill(`((${brand} OR "zor vex") NEAR/5 (jacket OR shell)) NOT "${brand} lane"`);
      await expect(page.getByText('This query works.')).toBeVisible();
      await page.getByLabel('Test the query on sample text').fill(`Roadworks: ${brand} lane, jacket soaked`);
      await expect(page.getByText(`NOT "${brand} lane" excludes this post`)).toBeVisible();
    });

    await test.step('the replay shows what it would have found', async () => {
      await page.getByRole('button', { name: 'Replay', exact: true }).click();
      await expect(page.getByText('1 post found')).toBeVisible({ timeout: 30_000 });
      await expect(page.getByText(`Earlier today my ${brand} jacket arrived`)).toBeVisible();
      await page.getByRole('button', { name: 'Create monitor' }).click();
      await expect(page.getByRole('button', { name, exact: true })).toBeVisible();
    });

    await test.step('a post appears on the open screen within seconds', async () => {
      const { brand: path, get } = await apiOf(page);
      const { monitors } = await get<{ monitors: { id: string; name: string }[] }>(
        `${path}/listening/monitors`,
      );
      const monitor = monitors.find((one) => one.name === name);
      await open(`/social-listening?monitor=${monitor?.id}`);
      await expect(page.getByText('No matching mentions')).toBeVisible();
      await publish(page, {
        text: `My ${brand} jacket zip broke again`,
        handle: `pace${mark}.bsky.test`,
        displayName: author,
        followers: 5200,
        langs: ['en'],
      });
      await expect(cards).toBeVisible({ timeout: 15_000 });
      await expect(cards.locator('mark')).toHaveText([brand, 'jacket']);
      await expect(cards).toContainText('5.2k followers');
      await expectAccessibleInBoth();
    });

    await test.step('keys correct it, and what is read stays in place', async () => {
      await cards.focus();
      await page.keyboard.press('r');
      await expect(cards.getByRole('button', { name: 'Undo “Not relevant”' })).toHaveAttribute(
        'aria-pressed',
        'true',
      );
      await page.keyboard.press('r');
      await page.keyboard.press('1');
      await expect(cards.getByRole('button', { name: 'Mark as Positive' })).toHaveAttribute(
        'aria-pressed',
        'true',
      );
      await publish(page, {
        text: `Another ${brand} shell, and it holds`,
        handle: `second${mark}.bsky.test`,
        langs: ['en'],
      });
      const show = page.getByRole('button', { name: 'Show 1 new mention' });
      await expect(show).toBeVisible({ timeout: 15_000 });
      await expect(page.getByRole('article')).toHaveCount(1);
      await show.click();
      await expect(page.getByRole('article')).toHaveCount(2);
    });

    await test.step('the author becomes a creator on a list, and the invite says that no email is known', async () => {
      const { makeList } = await apiOf(page);
      await makeList(`Fans ${mark}`);
      await cards.getByRole('button', { name: author }).click();
      await expect(drawer.getByRole('heading', { name: author })).toBeVisible();
      await drawer.getByRole('button', { name: 'Add as creator' }).click();
      const dialog = page.getByRole('dialog', { name: `Add ${author} as a creator` });
      await dialog.getByLabel('Add to list').selectOption({ label: `Fans ${mark}` });
      await dialog.getByRole('button', { name: 'Add as creator' }).click();
      await expect(page.getByText(`${author} was added as a creator.`)).toBeVisible();
      await expect(page.getByRole('dialog').getByRole('heading', { name: /^Invite/ })).toBeVisible();
      await page.keyboard.press('Escape');
    });

    await test.step('the CSV has what the screen has', async () => {
      await page.getByRole('button', { name: 'Close', exact: true }).first().click();
      const [download] = await Promise.all([
        page.waitForEvent('download'),
        page.getByRole('button', { name: 'CSV' }).click(),
      ]);
      const text = await readFile(await download.path(), 'utf8');
      expect(text).toContain(`My ${brand} jacket zip broke again`);
      expect(text).toContain('Positive,Person');
    });

    await test.step('the summary counts them, and a digest of it is chosen by keyboard', async () => {
      await page.getByRole('link', { name: 'Summary', exact: true }).click();
      await page.getByLabel('Monitor', { exact: true }).selectOption({ label: name });
      const mentions = page.getByRole('definition').filter({ hasText: /^2/ }).first();
      await expect(mentions).toBeVisible();
      await expect(page.getByRole('heading', { name: 'Mentions over time' })).toBeVisible();
      const digest = page.getByRole('region', { name: 'Email digest' });
      const frequency = digest.getByRole('group', { name: 'Frequency' });
      await frequency.getByRole('radio', { name: 'Daily' }).focus();
      await page.keyboard.press('Space');
      await page.keyboard.press('ArrowRight');
      await expect(frequency.getByRole('radio', { name: 'Weekly' })).toBeChecked();
      await digest.getByLabel('Day').selectOption({ label: 'Wednesday' });
      await expect(digest).toContainText('Saved');
      await expect(digest).toContainText(/Next email: .+ at 0?8/);
      await expectAccessibleInBoth();
      await open('/account/notifications');
      await expect(page.getByRole('region', { name: 'Email digest' }).getByLabel('Day')).toHaveValue('3');
    });

    await test.step('an alert shows the figures behind it', async () => {
      await open('/social-listening/alerts');
      const alert = page.getByRole('listitem').filter({ hasText: 'Spike in mentions of “Larkmoor”' }).last();
      await expect(alert).toContainText(
        /\d+ mentions in the hour starting .+ We expected about [\d.]+, based on \d weeks/,
      );
      await alert.getByRole('button', { name: 'Dismiss' }).click();
      await page.getByRole('dialog').getByRole('button', { name: 'Dismiss' }).click();
      await expect(page.getByRole('dialog')).toContainText('Enter a reason');
      await page.keyboard.press('Escape');
    });

    await test.step('on a phone nothing is cut off', async () => {
      await page.setViewportSize({ width: 390, height: 844 });
      const isCutOff = () =>
        page.evaluate(() => document.documentElement.scrollWidth > document.documentElement.clientWidth);
      for (const tab of ['/summary', '/alerts', '/sources', '/monitors']) {
        await open(`/social-listening${tab}`);
        await expect(page.getByRole('heading', { name: 'Social Listening', level: 1 })).toBeVisible();
        expect(await isCutOff(), tab).toBe(false);
      }
      const { brand: path, get } = await apiOf(page);
      const { monitors } = await get<{ monitors: { id: string; name: string }[] }>(
        `${path}/listening/monitors`,
      );
      await open(`/social-listening?monitor=${monitors.find((one) => one.name === name)?.id}`);
      await expect(cards).toBeVisible();
      await expect(page.getByRole('complementary', { name: 'Screen size' })).toBeHidden();
      expect(await isCutOff()).toBe(false);
      await cards.getByRole('button', { name: 'Mark as done' }).click();
      await expect(cards.getByText('Done', { exact: true })).toBeVisible();
    });
  });

  test('bad days: a wrong query, two editors, a failing save and failing sources', async ({
    page,
    open,
    expectAccessible,
  }) => {
    const mark = crypto.randomUUID().slice(0, 6);
    const name = `Quorl ${mark}`;
    await open('/social-listening/monitors?open=new');
    const query = page.getByRole('textbox', { name: 'Query', exact: true });
    await page.getByLabel('Name', { exact: true }).fill(name);

    await test.step('an invalid query is not saved, and typed text survives a reload', async () => {
      await query.fill(`(quorl${mark} OR`);
      await page.getByRole('button', { name: 'Create monitor' }).click();
      await expect(page.getByText('Fix the errors below')).toBeVisible();
      await page.reload();
      await expect(query).toHaveValue(`(quorl${mark} OR`);
      await expect(page.getByText('Restored your unsaved changes.')).toBeVisible();
      await query.fill(`quorl${mark}`);
      await page.getByRole('button', { name: 'Create monitor' }).click();
      await page.getByRole('button', { name, exact: true }).click();
      await expect(query).toHaveValue(`quorl${mark}`);
    });

    await test.step('of two editors, the second one decides', async () => {
      const { brand, get, send } = await apiOf(page);
      const { monitors } = await get<{ monitors: { id: string; name: string; version: number }[] }>(
        `${brand}/listening/monitors`,
      );
      const monitor = monitors.find((one) => one.name === name);
      await query.fill(`quorl${mark} AND boots`);
      await send('PUT', `${brand}/listening/monitors/${monitor?.id}`, {
        query: `quorl${mark} AND tents`,
        version: monitor?.version,
      });
      await page.getByRole('button', { name: 'Save', exact: true }).click();
      const conflict = page.getByRole('alert').filter({ hasText: 'Someone else saved this monitor' });
      await expect(conflict).toContainText(`quorl${mark} AND tents`);
      await expectAccessible();
      await conflict.getByRole('button', { name: 'Keep mine' }).click();
      await page.getByRole('button', { name, exact: true }).click();
      await expect(query).toHaveValue(`quorl${mark} AND boots`);
    });

    await test.step('sources that cannot be loaded can be asked again', async () => {
      await page.route(`${hosts.api}/brand/*/listening/sources`, (route) => route.abort());
      await open('/social-listening/sources');
      await expect(page.getByRole('alert').filter({ hasText: "Couldn't load the sources" })).toBeVisible();
      await page.unroute(`${hosts.api}/brand/*/listening/sources`);
      await page.getByRole('button', { name: 'Retry' }).click();
      await expect(page.getByRole('list', { name: 'Sources' })).toContainText('Bluesky');
      await expectAccessible();
    });

    await test.step('a source is connected and disconnected by keyboard, and the keyboard stays in the list', async () => {
      const feed = `Ridge ${mark}`;
      const { keyboard } = page;
      await page.getByRole('button', { name: 'Connect source' }).focus();
      await keyboard.press('Enter');
      const dialog = page.getByRole('dialog', { name: 'Connect a source' });
      await expect(dialog.getByLabel('Source', { exact: true })).toBeFocused();
      await keyboard.press('Tab');
      await keyboard.press('Enter');
      await expect(dialog.getByText('This field is required')).toBeVisible();
      await expectAccessible('[role=dialog]');
      await keyboard.type(`${hosts.sandbox}/feeds/ridge${mark}.test/rss.xml`);
      await keyboard.press('Tab');
      await keyboard.type(feed);
      await keyboard.press('Enter');
      await expect(dialog).toBeHidden();
      const list = page.getByRole('list', { name: 'Sources' });
      await expect(list).toContainText(feed);
      await page.getByRole('button', { name: `Actions for ${feed}` }).focus();
      await keyboard.press('Enter');
      await expect(page.getByRole('menuitem', { name: 'Pause' })).toBeFocused();
      await keyboard.press('Enter');
      await expect(list.getByRole('listitem').filter({ hasText: feed })).toContainText('Paused');
      // What a paused source may have missed is hatched.
      await open('/social-listening/summary');
      await expect(page.getByText(/^Hatched areas show when a source was down .+RSS and Atom/)).toBeVisible();
      await expect(page.locator('svg pattern')).not.toHaveCount(0);
      await open('/social-listening/sources');
      await page.getByRole('button', { name: `Actions for ${feed}` }).focus();
      await keyboard.press('Enter');
      await expect(page.getByRole('menuitem', { name: 'Resume' })).toBeFocused();
      await keyboard.press('ArrowDown');
      await keyboard.press('Enter');
      const asked = page.getByRole('dialog', { name: `Disconnect ${feed}?` });
      await expect(asked.getByRole('button', { name: 'Cancel' })).toBeFocused();
      await keyboard.press('Tab');
      await keyboard.press('Enter');
      await expect(list).not.toContainText(feed);
      await expect(list).toBeFocused();
    });

    await test.step('queries are imported and exported as .bwq, by keyboard too', async () => {
      await page.getByRole('link', { name: 'Monitors' }).click();
      await page.getByRole('button', { name: 'Import', exact: true }).focus();
      await page.keyboard.press('Enter');
      const dialog = page.getByRole('dialog', { name: 'Import queries' });
      const file = (title: string, query: string) => ({
        name: `${title}.bwq`,
        mimeType: 'text/plain',
        buffer: Buffer.from(query),
      });
      // Pressed on the button: the dialog may still be moving the focus to its first field.
      const [chooser] = await Promise.all([
        page.waitForEvent('filechooser'),
        dialog.getByRole('button', { name: 'Choose files' }).press('Enter'),
      ]);
      await chooser.setFiles([
        file(`Imported ${mark}`, `imported${mark} NEAR/5 jacket`),
        file(`Broken ${mark}`, `(imported${mark} OR`),
      ]);
      await expect(dialog.getByText(/^Character \d+: /)).toBeVisible();
      await expect(dialog.getByRole('button', { name: 'Close' }).first()).toBeFocused();
      await page.keyboard.press('Enter');
      await expect(page.getByRole('button', { name: `Imported ${mark}`, exact: true })).toBeVisible();
      await expect(page.getByText(`Broken ${mark}`)).toHaveCount(0);
      const [download] = await Promise.all([
        page.waitForEvent('download'),
        page.getByRole('button', { name: 'Export', exact: true }).click(),
      ]);
      const exported = await readFile(await download.path(), 'latin1');
      expect(exported).toContain(`Imported-${mark}.bwq`);
    });
  });
});
