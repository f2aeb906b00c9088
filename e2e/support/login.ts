import { type APIResponse, expect, type Page } from '@playwright/test';
import { hosts, PASSWORD } from './hosts.ts';

/** Fills in the real login page, which must be open. */
export async function fillLogin(page: Page, email: string, password = PASSWORD): Promise<void> {
  await expect(page.getByRole('heading', { name: 'Log in' })).toBeVisible();
  await page.getByLabel('Email').fill(email);
  await page.getByLabel('Password', { exact: true }).fill(password);
  await page.getByRole('button', { name: 'Log in' }).click();
}

/** Opens an address of the dashboard signed out, logs in and arrives there. */
export async function logIn(page: Page, email: string, path = '/campaigns'): Promise<void> {
  await page.goto(hosts.web + path);
  await fillLogin(page, email);
  await page.waitForURL((url) => url.origin === hosts.web && url.pathname !== '/login');
}

/** The access token that the open page works with. */
export async function tokenOf(page: Page): Promise<string> {
  const token = await page.evaluate(() => {
    const key = Object.keys(localStorage).find((name) => name.startsWith('troupe.user:'));
    return key
      ? (JSON.parse(localStorage.getItem(key) ?? '{}') as { access_token?: string }).access_token
      : null;
  });
  if (!token) throw new Error('Nobody is signed in on this page.');
  return token;
}

interface Me {
  extraData: { selectedBrand?: string | null };
}

/**
 * Keeps the brand that is chosen to this page. It is saved with the person, as whom other journeys work at the same
 * time: one would find itself in the brand of another. Until one is chosen here it is the first one of theirs.
 */
export async function keepChoice(page: Page): Promise<void> {
  let chosen: string | null = null;
  let known: { response: APIResponse; me: Me } | undefined;
  await page.route(`${hosts.api}/me`, async (route) => {
    const request = route.request();
    if (request.method() === 'GET') {
      const response = await route.fetch();
      if (!response.ok()) return route.fulfill({ response });
      known = { response, me: (await response.json()) as Me };
    } else if (request.method() === 'POST' && known) {
      chosen = (request.postDataJSON() as { selectedBrand: string }).selectedBrand;
    } else return route.fallback();
    const { response, me } = known;
    await route.fulfill({
      response,
      json: { ...me, extraData: { ...me.extraData, selectedBrand: chosen } },
    });
  });
}
