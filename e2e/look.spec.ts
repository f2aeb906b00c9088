import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import type { Page } from '@playwright/test';
import { type Finding, findingsOn } from './support/axe.ts';
import { hosts, PASSWORD, people } from './support/hosts.ts';
import { fillLogin } from './support/login.ts';
import {
  ADMIN_SCREENS,
  creatorAddresses,
  LEADING_ON,
  LOGIN_HOST_LEADING_ON,
  LOGIN_HOST_PAGES,
  MEMBER_SCREENS,
  namesFor,
  PORTAL_SCREENS,
  type Screen,
  VISITOR_SCREENS,
} from './support/screens.ts';
import { expect, test } from './support/test.ts';

// Checking everything takes a while.
test.describe.configure({ timeout: 180_000 });

const repository = path.join(import.meta.dirname, '..');
const DESK = { width: 1440, height: 900 };
const PHONE = { width: 390, height: 844 };

/**
 * Returns findings for the current page, in light on a desktop and in dark on a phone: a width and a scheme don't
 * depend on each other, and checking all four pairs takes twice as long.
 */
async function findingsOnPage(page: Page): Promise<(Finding | string)[]> {
  const found: (Finding | string)[] = [];
  for (const { size, colorScheme } of [
    { size: DESK, colorScheme: 'light' },
    { size: PHONE, colorScheme: 'dark' },
  ] as const) {
    await page.emulateMedia({ colorScheme, reducedMotion: 'reduce' });
    await page.setViewportSize(size);
    found.push(...(await findingsOn(page)));
    const sideways = await page.evaluate(() => {
      const { scrollWidth, clientWidth } = document.scrollingElement ?? document.documentElement;
      return scrollWidth - clientWidth;
    });
    if (sideways > 0) found.push(`${size.width} wide the page scrolls sideways by ${sideways}`);
  }
  await page.setViewportSize(DESK);
  return found;
}

/** Waits until the screen with this title has finished loading. */
async function waitForScreen(page: Page, title: string): Promise<void> {
  await expect(page).toHaveTitle(new RegExp(`^${title}`));
  await hasLoaded(page);
}

/** Waits until nothing is loading; lower sections load when scrolled near. */
async function hasLoaded(page: Page): Promise<void> {
  await expect(page.getByRole('heading', { level: 1 }).first()).toBeAttached();
  const busy = () =>
    page.evaluate(() => {
      const loading = document.querySelectorAll('.t-spinner, [aria-busy="true"]');
      loading[0]?.scrollIntoView();
      return loading.length;
    });
  await expect.poll(busy, { timeout: 20_000 }).toBe(0);
  await page.evaluate(() => scrollTo(0, 0));
}

/** Navigates through screens inside the app, so that it loads once, and collects findings. */
async function walk(
  page: Page,
  screens: readonly Screen[],
  names: Record<string, string> = {},
): Promise<Record<string, (Finding | string)[]>> {
  const wrong: Record<string, (Finding | string)[]> = {};
  for (const { route, address, title } of screens) {
    const filled = address.replace(/\{(\w+)\}/g, (_all, name: string) => names[name] ?? '');
    await page.evaluate((next) => history.pushState({}, '', next), filled);
    await waitForScreen(page, title);
    const found = await findingsOnPage(page);
    if (found.length > 0) wrong[route] = found;
  }
  return wrong;
}

const plain = (route: string) => route.replace(/(.)\/$/, '$1');

test('[R1.008] every route of the specification is a screen of the dashboard or redirects', () => {
  const routes = [...VISITOR_SCREENS, ...MEMBER_SCREENS].map(({ route }) => route).concat(LEADING_ON);
  // As the specification writes them, with our names for what varies.
  expect(routes).toEqual(
    expect.arrayContaining([
      ...['/', '/$', '/login', '/logout', '/signup', '/signup/$offer', '/book-a-demo', '/demo-confirmation'],
      ...[
        '/order-integration-install',
        '/pricing',
        '/pricing/$planId',
        '/campaigns',
        '/campaigns/$campaignId',
      ],
      ...['/campaigns/$campaignId/$tab', '/campaign-builder/$campaignId', '/welcome', '/creator-search'],
      ...['/creator-search/deep-insights', '/creator-search/lists', '/creator-search/invites'],
      ...['/social-listening', '/analytics', '/affiliate/$tab', '/inbox', '/inbox/$campaignId'],
      ...['/inbox/$campaignId/chat/$optInId', '/account', '/profile'],
    ]),
  );
});

test('every route of the dashboard, the login host and the creators’ app is in the list of checked screens', () => {
  const tree = readFileSync(path.join(repository, 'apps/web/src/routeTree.gen.ts'), 'utf8');
  const listed = /fullPaths:([\s\S]*?)\n {2}fileRoutesByTo/.exec(tree)?.[1] ?? '';
  const routes = new Set([...listed.matchAll(/'([^']+)'/g)].map(([, route = '']) => plain(route)));
  const looked = [...VISITOR_SCREENS, ...MEMBER_SCREENS, ...ADMIN_SCREENS].map(({ route }) => route);
  expect([...new Set([...looked, ...LEADING_ON])].sort()).toEqual([...routes].sort());

  const folder = path.join(repository, 'apps/auth/src/routes');
  const sources = readdirSync(folder).map((name) => readFileSync(path.join(folder, name), 'utf8'));
  const pages = sources.flatMap((source) =>
    [...source.matchAll(/(?:accountPage\(\s*host,|method: 'GET',\s*pattern:)\s*'([^']+)'/g)].map(
      ([, route = '']) => route,
    ),
  );
  const known = [...LOGIN_HOST_PAGES.map(({ route }) => route), ...LOGIN_HOST_LEADING_ON];
  expect([...new Set(known)].sort()).toEqual([...new Set(pages)].sort());

  const router = readFileSync(path.join(repository, 'apps/portal/src/router.tsx'), 'utf8');
  const paths = [...router.matchAll(/path: '([^']+)'/g)].map(([, route]) => route);
  expect([...PORTAL_SCREENS, '/$'].toSorted()).toEqual(paths.toSorted());
});

test('public screens have no axe findings in both color schemes and widths', async ({ page, open }) => {
  // Sections that animate in while axe scrolls would be measured half-transparent.
  await page.emulateMedia({ reducedMotion: 'reduce' });
  const wrong: Record<string, unknown> = {};
  for (const { route, address, title } of VISITOR_SCREENS) {
    // Public pages can be separate documents.
    await open(address);
    await waitForScreen(page, title);
    const found = await findingsOnPage(page);
    if (found.length > 0) wrong[route] = found;
  }
  expect(wrong).toEqual({});
});

test.describe('members', () => {
  test.use({ as: 'owner', viewport: DESK });
  const half = Math.ceil(MEMBER_SCREENS.length / 2);
  for (const [which, screens] of [
    ['first', MEMBER_SCREENS.slice(0, half)],
    ['second', MEMBER_SCREENS.slice(half)],
  ] as const) {
    test(`the ${which} half of member screens has no axe findings in both color schemes and widths`, async ({
      page,
      open,
    }) => {
      await open('/campaigns');
      await waitForScreen(page, 'Campaigns');
      expect(await walk(page, screens, await namesFor(page))).toEqual({});
    });
  }

  test('the error page and overlays have no axe findings', async ({ page, open, context }) => {
    await context.addCookies([{ name: 'featureFlag', value: 'whatsNew', url: hosts.web }]);
    await open('/campaigns/01890000-0000-7000-8000-000000000000');
    await expect(page.getByText(/^Status 404/)).toBeVisible();
    expect(await findingsOnPage(page)).toEqual([]);
    await open('/campaigns');
    await waitForScreen(page, 'Campaigns');
    await page.keyboard.press('Control+k');
    await expect(page.getByRole('option').first()).toBeVisible();
    expect(await findingsOnPage(page)).toEqual([]);
    await page.keyboard.press('Escape');
    await page.getByRole('button', { name: /^User menu/ }).click();
    await expect(page.getByRole('menu')).toBeVisible();
    expect(await findingsOn(page)).toEqual([]);
    await page.keyboard.press('Escape');
    await page.getByRole('button', { name: "What's New" }).click();
    await expect(page.getByRole('dialog', { name: "What's New" })).toBeVisible();
    expect(await findingsOn(page)).toEqual([]);
    await page.keyboard.press('Escape');
    await page.setViewportSize(PHONE);
    await page.getByRole('button', { name: 'Menu', exact: true }).click();
    await expect(page.getByRole('dialog', { name: 'Menu' })).toBeVisible();
    expect(await findingsOn(page)).toEqual([]);
  });
});

test.describe('administrators', () => {
  test.use({ as: 'admin', viewport: DESK });
  test('administration, brand picker and new brand dialog have no axe findings', async ({ page, open }) => {
    await open('/admin');
    await waitForScreen(page, 'Brands');
    expect(await walk(page, ADMIN_SCREENS)).toEqual({});
    await page.getByRole('button', { name: /, switch brand$/ }).click();
    await expect(page.getByRole('option').first()).toBeVisible();
    expect(await findingsOn(page)).toEqual([]);
    await page.keyboard.press('Escape');
    await page.getByRole('button', { name: 'Create Brand' }).click();
    await page.getByRole('dialog').getByRole('button', { name: 'Create Brand' }).click();
    await expect(page.getByText('Please enter a name')).toBeVisible();
    expect(await findingsOn(page)).toEqual([]);
  });
});

test('the login host and the creators’ app have no axe findings in both color schemes and widths', async ({
  page,
}) => {
  const wrong: Record<string, unknown> = {};
  const look = async (name: string) => {
    await hasLoaded(page);
    const found = await findingsOnPage(page);
    if (found.length > 0) wrong[name] = found;
  };
  for (const address of ['/', '/invite/nobody-has-this-link']) {
    await page.goto(hosts.portal + address);
    await look(`portal ${address}`);
  }
  await page.goto(`${hosts.portal}/login`);
  await expect(page.getByRole('heading', { name: 'Log in' })).toBeVisible();
  const login = /^.*\/interaction\/[^/?]+/.exec(page.url())?.[0] ?? '';
  for (const { route, address } of LOGIN_HOST_PAGES) {
    if (!route.startsWith('/interaction')) continue;
    await page.goto(login + address);
    await look(route);
  }
  await page.goto(`${hosts.portal}/login`);
  await fillLogin(page, people.creator, PASSWORD);
  await page.waitForURL((url) => url.origin === hosts.portal && url.pathname === '/');
  for (const address of await creatorAddresses(page)) {
    await page.goto(hosts.portal + address);
    await look(`portal ${address.replace(/[0-9a-f-]{36}/, 'ID')}`);
  }
  for (const { route, address } of LOGIN_HOST_PAGES) {
    if (route.startsWith('/interaction')) continue;
    await page.goto(hosts.auth + address);
    await look(route);
  }
  expect(wrong).toEqual({});
});

test.describe('color schemes', () => {
  test.use({ as: 'owner', colorScheme: 'light' });
  test('a chosen color scheme persists and applies before the first paint', async ({ page, open }) => {
    await open('/campaigns');
    await page.getByRole('button', { name: /^User menu/ }).click();
    await page.getByRole('menuitemradio', { name: 'Dark' }).click();
    const ground = () =>
      page.evaluate(() => (document.body ? getComputedStyle(document.body).backgroundColor : ''));
    await expect.poll(ground).toBe('rgb(18, 18, 21)');
    await page.route(/assets\/index-[^/]*\.js/, () => {});
    await page.goto(`${hosts.web}/campaigns`, { waitUntil: 'commit' });
    await expect.poll(ground).toBe('rgb(18, 18, 21)');
  });
});
