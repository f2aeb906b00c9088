import { rmSync } from 'node:fs';
import path from 'node:path';
import { type Browser, chromium } from '@playwright/test';
import { findBrowser } from '@troupe/scripts/browser';
import { startInstance } from '@troupe/scripts/instance';
import { removeEmbedded } from '@troupe/scripts/postgres/postgres';

/** A production instance with demo data, and a browser. */
export interface DemoInstance {
  browser: Browser;
  /** URL of the dashboard. */
  web: string;
  databaseUrl: string;
}

/** Cookies and local storage of a signed-in person. */
export type LoggedIn = Awaited<ReturnType<Awaited<ReturnType<Browser['newContext']>>['storageState']>>;

/**
 * Starts a separate instance for a measurement and deletes it afterwards.
 * @param name used for its folder
 * @param portBase first of its ports
 */
export async function withDemoInstance<T>(
  { name, portBase, say }: { name: string; portBase: number; say: (text: string) => void },
  measure: (instance: DemoInstance) => Promise<T>,
): Promise<T> {
  const dataDir = path.resolve(import.meta.dirname, '../../../.troupe', `bench-${name}`);
  await clear(dataDir);
  const instance = await startInstance({ portBase, dataDir, empty: false, say, databaseUrl: '' });
  const browser = await chromium.launch({
    executablePath: await findBrowser(),
    args: process.getuid?.() === 0 ? ['--no-sandbox'] : [],
  });
  try {
    const { databaseUrl } = instance.record;
    return await measure({ browser, web: `http://localhost:${portBase}`, databaseUrl });
  } finally {
    await browser.close();
    await instance.stop();
    await clear(dataDir);
  }
}

async function clear(dataDir: string): Promise<void> {
  await removeEmbedded(dataDir);
  rmSync(dataDir, { recursive: true, force: true });
}

/** Logs in as the demo brand's owner and waits for the dashboard. */
export async function logIn({ browser, web }: Pick<DemoInstance, 'browser' | 'web'>): Promise<LoggedIn> {
  const context = await browser.newContext();
  const page = await context.newPage();
  await page.goto(`${web}/creator-search`);
  await page.getByLabel('Email').fill('owner@troupe.test');
  await page.getByLabel('Password', { exact: true }).fill('troupe-demo');
  await page.getByRole('button', { name: 'Log in' }).click();
  await page.getByRole('navigation', { name: 'Main' }).waitFor({ timeout: 60_000 });
  const state = await context.storageState();
  await context.close();
  return state;
}
