import type { Locator, Page } from '@playwright/test';
import { apiOf } from './support/lists.ts';
import { expect, test } from './support/test.ts';

/** Presses Tab until the element has focus. */
async function tabTo(page: Page, target: Locator, key = 'Tab'): Promise<void> {
  await expect(target).toBeVisible();
  for (let presses = 0; presses < 60; presses += 1) {
    if (await target.evaluate((element) => element === document.activeElement)) return;
    await page.keyboard.press(key);
  }
  throw new Error(`Tab never reached ${target}.`);
}

test.describe('the main job', () => {
  test.use({ as: 'owner', contextOptions: { reducedMotion: 'no-preference' } });

  test('works with the keyboard only: find a creator, open their details, save them to a new list, add a note, and open the invite', async ({
    page,
    open,
  }) => {
    const { keyboard } = page;
    const list = `By keyboard ${crypto.randomUUID().slice(0, 8)}`;
    await open('/creator-search');
    await expect(page.getByRole('article').first()).toBeVisible();

    await keyboard.press('/');
    await keyboard.type('trail');
    await expect(page).toHaveURL(/q=trail/);
    const first = page.getByRole('article').first();
    // Wait until results replace the previous content.
    await expect(first).toContainText(/trail/i);
    await keyboard.press('ArrowDown');
    await expect(first).toBeFocused();
    await keyboard.press('Enter');
    const drawer = page.getByRole('complementary', { name: /Profile Details$/ });
    await expect(drawer).toBeFocused();

    await tabTo(page, drawer.getByRole('button', { name: 'Add to list' }));
    await keyboard.press('Enter');
    await tabTo(page, page.getByRole('button', { name: 'New list' }));
    await keyboard.press('Enter');
    await expect(page.getByLabel('New list')).toBeFocused();
    await keyboard.type(list);
    await keyboard.press('Enter');
    await expect(page.getByText(`1 creator saved to ${list}.`)).toBeVisible();

    await keyboard.press('Control+k');
    await expect(page.getByRole('combobox', { name: 'Search or jump to' })).toBeFocused();
    await keyboard.type(list);
    await expect(page.getByRole('option', { name: new RegExp(`^${list}`) })).toBeVisible();
    await keyboard.press('Enter');
    await expect(page.getByRole('heading', { level: 1, name: list })).toBeVisible();
    const card = page.locator('main tr[data-row]');
    await tabTo(page, card.getByRole('textbox'));
    await keyboard.type('Runs at dawn');
    await expect(card.getByText('Saved', { exact: true })).toBeVisible();
    const invite = card.getByRole('button', { name: 'Invite to campaign' });
    await tabTo(page, invite);
    await keyboard.press('Enter');
    const dialog = page.getByRole('dialog', { name: 'Invite to campaign' });
    await expect(dialog).toBeVisible();
    await keyboard.press('Escape');
    await expect(dialog).toHaveCount(0);
    await expect(invite).toBeFocused();

    await tabTo(page, card.getByRole('button', { name: 'Archive' }));
    await keyboard.press('Enter');
    await expect(page.getByText('Creator has been archived.')).toBeVisible();
    await keyboard.press('n');
    await expect(page.getByRole('button', { name: 'Undo' })).toBeFocused();
    await keyboard.press('Enter');
    await expect(card.getByRole('textbox')).toHaveValue('Runs at dawn');

    const api = await apiOf(page);
    const listId = new URL(page.url()).searchParams.get('list');
    await api.send('POST', `${api.brand}/creator-list/${listId}/archive`);
  });
});
