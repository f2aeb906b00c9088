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

/** Marks what in the content is a stop of the Tab key; a radio group has one. Rows and cards move theirs later. */
async function markStops(page: Page): Promise<void> {
  await page.evaluate(() => {
    const main = document.querySelector('main');
    const all =
      main?.querySelectorAll<HTMLElement>('a[href], button, input, select, textarea, [tabindex="0"]') ?? [];
    for (const one of all) {
      if (one.tabIndex < 0 || one.matches(':disabled') || !one.checkVisibility()) continue;
      if (one.closest('[inert]') || (one.matches('[type=radio]') && !one.matches(':checked'))) continue;
      one.dataset.stop = '';
    }
  });
}

/** Returns the stops that didn't get the focus. */
async function unreached(page: Page): Promise<string[]> {
  return page.evaluate(() =>
    [...document.querySelectorAll('[data-stop]:not([data-reached])')].map(
      (one) => one.getAttribute('aria-label') ?? (one.textContent?.trim() || one.outerHTML.slice(0, 80)),
    ),
  );
}

/** Marks the element with focus. @returns how it shows the focus; null outside of the content */
async function markFocus(page: Page): Promise<{ shown: boolean; name: string } | null> {
  return page.evaluate(() => {
    const { activeElement: one } = document;
    const isElement = one instanceof HTMLElement || one instanceof SVGElement;
    if (!isElement || !one.closest('main')) return null;
    one.dataset.reached = '';
    const name = one.getAttribute('aria-label') ?? one.textContent?.trim() ?? '';
    const marks = (part: Element | null, before?: string) => {
      if (!part) return false;
      const style = getComputedStyle(part, before);
      return (style.outlineStyle !== 'none' && style.outlineWidth !== '0px') || style.boxShadow !== 'none';
    };
    // Fields show it on their frame, hidden inputs on what stands for them.
    const around = [
      one,
      one.parentElement,
      one.nextElementSibling,
      one.closest('.t-control, .t-row-link, [data-row]'),
    ];
    return { shown: around.some((part) => marks(part)), name };
  });
}

test.describe('every screen', () => {
  test.use({ as: 'owner' });

  const CAMPAIGN_TABS = ['', '/opt-ins?status=pending', '/metrics', '/content-previews'];

  test('lets the keyboard reach every control in its content, and shows where the focus is', async ({
    page,
    open,
  }) => {
    await open('/campaigns');
    await expect(page.getByRole('heading', { name: 'Campaigns' })).toBeVisible();
    const { brand, get } = await apiOf(page);
    const { campaigns } = await get<{ campaigns: { id: string; title: string }[] }>(`${brand}/campaigns`);
    const campaign = campaigns.find(({ title }) => title === 'Autumn Trail Kit')?.id;
    const addresses = [
      '/campaigns?view=cards',
      ...CAMPAIGN_TABS.map((tab) => `/campaigns/${campaign}${tab}`),
      '/campaign-builder/new',
      `/campaign-builder/${campaign}?step=deliverables`,
      '/inbox',
      '/welcome',
      '/account',
      '/account/email-settings',
      '/account/payments',
    ];
    for (const address of addresses)
      await test.step(address, async () => {
        await open(address);
        await expect(page.getByRole('main').getByRole('heading', { level: 1 })).toBeVisible();
        await expect(page.locator('main [aria-busy="true"], main .t-spinner')).toHaveCount(0);
        await page.getByRole('main').focus();
        await markStops(page);
        const hidden: string[] = [];
        // Rows move with arrow keys, so a table has few stops.
        for (let presses = 0; presses < 250; presses += 1) {
          await page.keyboard.press('Tab');
          const at = await markFocus(page);
          if (at === null && presses > 0) break;
          if (at && !at.shown) hidden.push(at.name);
        }
        expect(await unreached(page)).toEqual([]);
        expect(hidden).toEqual([]);
      });
  });
});
