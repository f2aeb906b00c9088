import { type APIResponse, expect, type Page } from '@playwright/test';
import { hosts, PASSWORD } from './hosts.ts';

/** Fills in the login page, which must be open. */
export async function fillLogin(page: Page, email: string, password = PASSWORD): Promise<void> {
  await expect(page.getByRole('heading', { name: 'Log in' })).toBeVisible();
  await page.getByLabel('Email').fill(email);
  await page.getByLabel('Password', { exact: true }).fill(password);
  await page.getByRole('button', { name: 'Log in' }).click();
}

/** Opens a dashboard URL logged out, logs in and waits until it is back there. */
export async function logIn(page: Page, email: string, path = '/campaigns'): Promise<void> {
  await page.goto(hosts.web + path);
  await fillLogin(page, email);
  await page.waitForURL((url) => url.origin === hosts.web && url.pathname !== '/login');
}

/** Returns the access token of the open page, or of the session that the test starts with. */
export async function tokenOf(page: Page): Promise<string> {
  const token = await page.evaluate(() => {
    const key = Object.keys(localStorage).find((name) => name.startsWith('troupe.user:'));
    return key
      ? (JSON.parse(localStorage.getItem(key) ?? '{}') as { access_token?: string }).access_token
      : null;
  });
  if (!token) throw new Error('No one is logged in on this page.');
  return token;
}

interface Me {
  extraData: { selectedBrand?: string | null };
}

/**
 * Keeps the selected brand local to this page. It is normally saved with the user, whom other tests use at
 * the same time, so tests would switch each other's brand. Until a brand is selected, it is the user's first
 * one.
 */
export async function pinBrand(page: Page): Promise<void> {
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

/** Creates a brand that only this page, of an administrator, works with. */
export async function createBrandForPage(page: Page, name: string): Promise<void> {
  const answer = await page.request.post(`${hosts.api}/admin/brands`, {
    headers: { authorization: `Bearer ${await tokenOf(page)}` },
    data: { name, website: 'https://larkmoor.example', description: 'A brand for one journey.' },
  });
  const { brandId } = (await answer.json()) as { brandId: string };
  await selectBrandForPage(page, brandId);
}

/** Selects a brand that only this page works with. */
export async function selectBrandForPage(page: Page, brandId: string): Promise<void> {
  await page.route(`${hosts.api}/me`, async (route) => {
    const me = await route.fetch();
    const user = (await me.json()) as { extraData: object };
    await route.fulfill({
      response: me,
      json: { ...user, extraData: { ...user.extraData, selectedBrand: brandId } },
    });
  });
}
