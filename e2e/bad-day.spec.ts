import type { Page } from '@playwright/test';
import { hosts, PASSWORD, people } from './support/hosts.ts';
import { apiOf } from './support/lists.ts';
import { fillLogin, logIn } from './support/login.ts';
import { expect, test } from './support/test.ts';

const line = (page: Page) => page.locator('.t-connection');

/** Makes the API and the login host reject the session until the person logs in again. */
async function endSession(page: Page): Promise<() => Promise<void>> {
  const refused = { status: 401, json: { code: 'unauthenticated', message: 'Log in again.' } };
  await page.route(`${hosts.api}/brand/**`, (route) =>
    route.request().method() === 'OPTIONS' ? route.fallback() : route.fulfill(refused),
  );
  await page.route(`${hosts.auth}/token`, (route) =>
    route.fulfill({ status: 400, json: { error: 'invalid_grant' } }),
  );
  return async () => {
    await page.unroute(`${hosts.api}/brand/**`);
    await page.unroute(`${hosts.auth}/token`);
  };
}

test.describe('offline', () => {
  test.use({ as: 'owner' });

  test('the connection line appears, loaded data stays, and a typed note is saved once the connection is back', async ({
    page,
    context,
  }) => {
    await page.clock.install();
    const api = await apiOf(page);
    const creator = await api.findCreator(() => true);
    const list = await api.makeList(`Offline ${crypto.randomUUID()}`, [creator.id]);
    await page.goto(`${hosts.web}/creator-search/lists?list=${list}`);
    const note = page.locator('main tr[data-row]').getByRole('textbox');
    await expect(note).toBeVisible();
    await page.clock.fastForward(4000);
    await expect(line(page)).toBeAttached();
    await context.setOffline(true);
    await expect(line(page)).toHaveText(/^You're offline,/);
    await note.fill('Typed in a tunnel');
    await expect(page.locator('main tr[data-row]').getByText(/Not saved/)).toBeVisible();
    await expect(page.locator('main tr[data-row]')).toHaveCount(1);
    await context.setOffline(false);
    await expect(page.locator('main tr[data-row]').getByText('Saved', { exact: true })).toBeVisible();
    await expect(line(page)).toHaveText('');
    const { items } = await api.get<{ items: { feedback: string }[] }>(
      `${api.brand}/creator-list-items/${list}/1`,
    );
    expect(items[0]?.feedback).toBe('Typed in a tunnel');
    await api.send('POST', `${api.brand}/creator-list/${list}/archive`);
  });

  test('slow responses show a message that loading continues', async ({ page, open }) => {
    await page.clock.install();
    await open('/campaigns');
    await expect(page.getByRole('table')).toBeVisible();
    // By now the code that loads later has arrived, including the connection line.
    await page.clock.fastForward(4000);
    await expect(line(page)).toBeAttached();
    let goOn = () => {};
    const held = new Promise<void>((resolve) => {
      goOn = resolve;
    });
    await page.route(/\/creator-lists-detail\//, async (route) => {
      await held;
      await route.continue();
    });
    const asked = page.waitForRequest(/\/creator-lists-detail\//);
    await page.evaluate(() => history.pushState({}, '', '/creator-search/lists'));
    await asked;
    await page.clock.fastForward(9000);
    await expect(line(page)).toHaveText(/^Still loading\./);
    goOn();
    await expect(page.getByRole('link', { name: 'Iberia, always on' })).toBeVisible();
    await expect(line(page)).toHaveText('');
  });
});

test('after a session expires while typing, logging in returns to the same URL with the typed text', async ({
  page,
}) => {
  await logIn(page, people.member, '/creator-search/lists?sort=name#top');
  await page.getByRole('button', { name: 'New list' }).click();
  const dialog = page.getByRole('dialog', { name: 'New list' });
  await dialog.getByLabel('Title').fill('Half a thought');
  await dialog.getByLabel('Description').fill('For the spring');
  const address = page.url();
  const mend = await endSession(page);
  await dialog.getByRole('button', { name: 'Create list' }).click();
  const ended = page.getByRole('dialog', { name: 'Your session has ended' });
  await expect(ended).toBeVisible();
  await page.keyboard.press('Escape');
  await expect(ended).toHaveCount(0);
  await expect(dialog.getByLabel('Title')).toHaveValue('Half a thought');
  await page.getByRole('button', { name: 'Log In' }).click();
  await expect(ended).toBeVisible();
  await mend();
  await ended.getByRole('button', { name: 'Log In' }).click();
  await page.waitForURL(address);
  await page.getByRole('button', { name: 'New list' }).click();
  await expect(dialog.getByLabel('Title')).toHaveValue('Half a thought');
  await expect(dialog.getByLabel('Description')).toHaveValue('For the spring');
});

test.describe('a new build', () => {
  test.use({ as: 'owner' });

  /** Simulates a deployment: the server has different files than this page was built from. */
  async function deploy(page: Page): Promise<void> {
    await page.route(/\/assets\/profile-[^/]*\.js$/, (route) =>
      route.fulfill({ status: 404, contentType: 'text/plain', body: 'There is no such file.' }),
    );
    await page.route(`${hosts.web}/index.html`, (route) =>
      route.fulfill({
        contentType: 'text/html',
        body: '<script type="module" src="/assets/index-newer.js"></script>',
      }),
    );
  }
  const toProfile = (page: Page) =>
    page.getByRole('navigation', { name: 'Main' }).getByRole('link', { name: 'Profile' });

  test('a page with missing code reloads once, never in a loop, and not over unsaved text', async ({
    page,
    open,
  }) => {
    await open('/campaigns');
    await expect(page.getByRole('table')).toBeVisible();
    let loads = 0;
    page.on('request', (request) => {
      if (request.isNavigationRequest() && request.frame() === page.mainFrame()) loads += 1;
    });
    await deploy(page);
    await toProfile(page).click();
    // The page reloads, finds the same files, and leaves the next step to the user.
    await expect(page.getByRole('main').getByText('A new version of Troupe is ready.')).toBeVisible();
    expect(loads).toBe(1);
    await page.waitForTimeout(500);
    expect(loads).toBe(1);
    await page.unroute(/\/assets\/profile-[^/]*\.js$/);
    await page.getByRole('main').getByRole('button', { name: 'Reload' }).click();
    await expect(page.getByRole('heading', { name: 'Profile', level: 1 })).toBeVisible();
    expect(loads).toBe(2);

    await page.evaluate(() => sessionStorage.removeItem('troupe.reloaded'));
    await open('/creator-search/lists');
    await page.getByRole('button', { name: 'New list' }).click();
    await page.getByRole('dialog').getByLabel('Title').fill('Not yet saved');
    await page.keyboard.press('Escape');
    loads = 0;
    await deploy(page);
    await toProfile(page).click();
    await expect(page.getByRole('main').getByText('A new version of Troupe is ready.')).toBeVisible();
    expect(loads).toBe(0);
  });
});

test('a screen of the creators’ app that crashes shows a dialog, and typed text is back after Refresh', async ({
  page,
}) => {
  await page.goto(`${hosts.portal}/login`);
  await fillLogin(page, people.creator, PASSWORD);
  await page.waitForURL((url) => url.origin === hosts.portal && url.pathname === '/');
  await page
    .getByRole('link', { name: /Autumn Trail Kit|See|Open/ })
    .first()
    .click();
  await page.waitForURL(/\/opt-ins\//);
  await page.getByRole('textbox', { name: 'Message' }).fill('Half a sentence');
  await page.route(/\/creator\/opt-ins\/[0-9a-f-]{36}$/, (route) => route.fulfill({ json: { optIn: {} } }));
  await page.reload();
  const dialog = page.getByRole('dialog', { name: 'An error occurred' });
  await expect(dialog).toBeVisible();
  await page.unroute(/\/creator\/opt-ins\/[0-9a-f-]{36}$/);
  await dialog.getByRole('button', { name: 'Refresh' }).click();
  await expect(page.getByRole('textbox', { name: 'Message' })).toHaveValue('Half a sentence');
});
