import { expect, type Page } from '@playwright/test';
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
