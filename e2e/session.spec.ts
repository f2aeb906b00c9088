import { hosts, people } from './support/hosts.ts';
import { fillLogin, logIn, tokenOf } from './support/login.ts';
import { expect, test } from './support/test.ts';

const atLogin = (url: URL) => url.origin === hosts.auth;

test.describe('logged out', () => {
  for (const address of ['/', '/campaigns', '/profile', '/creator-search/lists', '/no-such-path']) {
    test(`[R2.024] [R2.055] [R4.034] ${address} redirects a visitor to the external login`, async ({
      page,
      open,
    }) => {
      await open(address);
      await page.waitForURL(atLogin);
      await expect(page.getByRole('heading', { name: 'Log in' })).toBeVisible();
    });
  }

  test('[R2.003] [R2.013] [R7.002] the login without a token leaves for the login host', async ({
    page,
    open,
  }) => {
    await open('/login');
    await page.waitForURL(atLogin);
    expect(hosts.auth).not.toBe(hosts.api);
  });

  test('logging in returns to the requested URL', async ({ page }) => {
    await logIn(page, people.owner, '/campaigns?status=paused');
    await expect(page).toHaveURL(`${hosts.web}/campaigns?status=paused`);
    await expect(page.getByRole('link', { name: /^Paused \d/ })).toHaveAttribute('aria-current', 'page');
  });

  test("logging in doesn't redirect to another site", async ({ page, open }) => {
    await open('/login?returnTo=//example.com/x');
    await fillLogin(page, people.owner);
    await expect(page).toHaveURL(`${hosts.web}/campaigns`);
  });

  for (const [id, address] of [
    ['R2.001', '/book-a-demo'],
    ['R2.002', '/demo-confirmation'],
    ['R2.006', '/order-integration-install'],
    ['R2.007', '/pricing'],
  ] as const) {
    test(`[${id}] ${address} is public, with or without a trailing slash`, async ({ page, open }) => {
      for (const end of ['', '/']) {
        await open(address + end);
        await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
        expect(new URL(page.url()).pathname.replace(/\/$/, '')).toBe(address);
      }
    });
  }

  for (const address of ['/terms', '/faq']) {
    test(`${address}, a return URL of the login host, is public`, async ({ page, open }) => {
      await open(address);
      await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
      expect(new URL(page.url()).pathname).toBe(address);
    });
  }

  test('public pages make no API calls for visitors', async ({ page, open }) => {
    const asked: string[] = [];
    page.on('request', (request) => {
      if (request.url().startsWith(hosts.api)) asked.push(request.url());
    });
    await open('/pricing');
    await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
    await page.waitForLoadState('networkidle');
    expect(asked).toEqual([]);
  });

  test('[R2.005] logging out without a session ends at the login', async ({ page, open }) => {
    await open('/logout');
    await page.waitForURL(atLogin);
  });

  test('[R2.004] /login and /signup show the same screen with the matching tab selected', async ({
    page,
    open,
  }) => {
    for (const [address, tab, other] of [
      ['/login', 'Log in', 'Sign up'],
      ['/signup', 'Sign up', 'Log in'],
    ] as const) {
      await open(address);
      await page.waitForURL(atLogin);
      await expect(page.getByRole('heading', { name: 'Log in or sign up' })).toBeVisible();
      await expect(page.getByRole('link', { name: tab })).toHaveAttribute('aria-current', 'page');
      await expect(page.getByRole('textbox')).toHaveCount(tab === 'Log in' ? 2 : 4);
      await page.getByRole('link', { name: other }).click();
      await expect(page.getByRole('heading', { name: 'Log in or sign up' })).toBeVisible();
      await expect(page.getByRole('link', { name: other })).toHaveAttribute('aria-current', 'page');
    }
  });

  test('[R2.020] [R2.021] [R2.022] sign-up starts at the login host with creating an account', async ({
    page,
    open,
  }) => {
    for (const address of [
      '/signup',
      '/signup/starter_annually',
      '/signup/affiliate',
      '/signup/paid-ads-management',
    ]) {
      await open(address);
      await page.waitForURL(atLogin);
      await expect(page.getByRole('link', { name: 'Sign up' })).toHaveAttribute('aria-current', 'page');
    }
  });

  test('an abandoned login is explained and can be restarted', async ({ page, open }) => {
    await open('/campaigns');
    await page.getByRole('link', { name: 'Cancel' }).click();
    await expect(page.getByText("You didn't finish logging in. Try again.")).toBeVisible();
    await page.getByRole('button', { name: 'Log In' }).click();
    await page.waitForURL(atLogin);
  });

  test('an unreachable login host offers Retry', async ({ page, open }) => {
    await page.route(`${hosts.auth}/**`, (route) => route.abort());
    await open('/campaigns');
    await expect(page.getByText("We can't reach the login page.")).toBeVisible();
    await page.unroute(`${hosts.auth}/**`);
    await page.getByRole('button', { name: 'Log In' }).click();
    await page.waitForURL(atLogin);
  });
});

test.describe('logged in', () => {
  test.use({ as: 'owner' });

  test('[R2.014] the login page with a token continues to the start page', async ({ page, open }) => {
    for (const address of ['/login', '/signup']) {
      await open(address);
      await expect(page).toHaveURL(`${hosts.web}/campaigns`);
    }
  });

  test('[R2.025] [R2.026] [R2.054] start, campaigns and unknown paths show the campaign list', async ({
    page,
    open,
  }) => {
    for (const address of ['/', '/campaigns', '/campaigns/', '/no-such-path', '/no/such/path']) {
      await open(address);
      await expect(page.getByRole('heading', { name: 'Campaigns' })).toBeVisible();
      expect(new URL(page.url()).pathname.replace(/\/$/, '')).toBe('/campaigns');
    }
  });

  test('[R2.117] [R4.036] a slow current user shows a spinner after 300 ms and no dashboard', async ({
    page,
    open,
  }) => {
    const { promise: letGo, resolve: answer } = Promise.withResolvers<void>();
    await page.route(`${hosts.api}/me`, async (route) => {
      await letGo;
      await route.continue();
    });
    await open('/campaigns');
    await expect(page.getByRole('status')).toHaveText('Loading');
    await expect(page.getByRole('navigation', { name: 'Main' })).toHaveCount(0);
    answer();
    await expect(page.getByRole('heading', { name: 'Campaigns' })).toBeVisible();
  });

  test('[R4.036] [R4.039] a failing current user shows an error screen that says what failed', async ({
    page,
    open,
  }) => {
    await page.route(`${hosts.api}/me`, (route) =>
      route.fulfill({ status: 500, json: { code: 'internal', message: 'The database is away.' } }),
    );
    await open('/campaigns');
    await expect(page.getByRole('navigation', { name: 'Main' })).toBeVisible();
    await expect(page.getByRole('heading', { name: 'An error occurred' })).toBeVisible();
    await expect(page.getByText('The database is away.')).toBeVisible();
  });

  test('loading the current user can be retried after going offline', async ({ page, open }) => {
    await page.route(`${hosts.api}/me`, (route) => route.abort());
    await open('/campaigns');
    await expect(page.getByText("Couldn't load your account.")).toBeVisible();
    await page.unroute(`${hosts.api}/me`);
    await page.getByRole('button', { name: 'Retry' }).click();
    await expect(page.getByRole('heading', { name: 'Campaigns' })).toBeVisible();
  });

  test('[R7.001] [R6.007] every call goes to the one API host and includes the flags', async ({
    page,
    open,
    context,
  }) => {
    await context.addCookies([{ name: 'featureFlag', value: 'whatsNew,other', url: hosts.web }]);
    const calls: { origin: string; path: string; flags: string | undefined }[] = [];
    page.on('request', (request) => {
      if (!['fetch', 'xhr', 'eventsource'].includes(request.resourceType()) || request.method() === 'OPTIONS')
        return;
      const { origin, pathname } = new URL(request.url());
      calls.push({ origin, path: pathname, flags: request.headers()['x-feature-flags'] });
    });
    const called = (path: RegExp) => expect.poll(() => calls.some((call) => path.test(call.path))).toBe(true);
    await open('/campaigns');
    await expect(page.getByRole('table')).toBeVisible();
    await called(/^\/me$/);
    // The brand's live stream isn't an API client call.
    await called(/^\/brand\/[\da-f-]{36}\/events$/);

    await open('/book-a-demo');
    await page.getByLabel('Name', { exact: true }).fill('Ada Flagg');
    await page.getByLabel('Work email').fill('ada@flagg.test');
    await page.getByLabel('Company').fill('Flagg');
    await page.getByLabel('Website').fill('flagg.example');
    await page.getByLabel('Monthly budget').selectOption({ index: 1 });
    await page.getByLabel('Message').fill('Show us the inbox.');
    await page.route('**/demo-requests', (route) => route.fulfill({ status: 503, json: {} }));
    await page.getByRole('button', { name: 'Request Demo' }).click();
    await called(/^\/demo-requests$/);

    await page.route('**/shopify/installs', (route) => route.fulfill({ status: 503, json: {} }));
    await open('/order-integration-install?shop=a.myshopify.com&hmac=1&host=x&timestamp=1');
    await called(/^\/shopify\/installs$/);

    await open('/creator-search/import');
    await page.locator('input[type=file]').setInputFiles({
      name: 'creators.csv',
      mimeType: 'text/csv',
      buffer: Buffer.from('platform,username\ninstagram,flag.test'),
    });
    await called(/^\/brand\/[\da-f-]{36}\/imports/);

    const own = calls.filter(({ origin }) => origin !== hosts.auth);
    for (const { origin, path, flags } of own)
      expect({ origin, flags }, path).toEqual({ origin: hosts.api, flags: 'whatsNew,other' });
  });

  test('navigating back and forth makes no new calls while data is fresh', async ({ page, open }) => {
    const asked: string[] = [];
    page.on('request', (request) => {
      if (request.url().startsWith(hosts.api) && request.method() === 'GET')
        asked.push(new URL(request.url()).pathname);
    });
    await open('/campaigns');
    await expect(page.getByRole('table')).toBeVisible();
    const menu = page.getByRole('navigation', { name: 'Main' });
    await menu.getByRole('link', { name: 'Profile' }).click();
    await menu.getByRole('link', { name: 'Campaigns' }).click();
    await expect(page.getByRole('table')).toBeVisible();
    expect(asked.filter((path) => path === '/me')).toHaveLength(1);
    expect(asked.filter((path) => path.endsWith('/campaigns'))).toHaveLength(1);
  });
});

/** Runs in the page: lets its stored access token expire. */
function expire(): void {
  const key = Object.keys(localStorage).find((name) => name.startsWith('troupe.user:')) ?? '';
  const user = JSON.parse(localStorage.getItem(key) ?? '{}');
  localStorage.setItem(key, JSON.stringify({ ...user, expires_at: Math.floor(Date.now() / 1000) - 5 }));
}

test.describe('session end', () => {
  test('[R4.035] [R7.070] a 401 on the current user logs out', async ({ page, open }) => {
    await logIn(page, people.member);
    await page.route(`${hosts.api}/me`, (route) =>
      route.fulfill({ status: 401, json: { code: 'unauthenticated' } }),
    );
    await open('/campaigns');
    await page.waitForURL(atLogin);
    await expect(page.getByRole('heading', { name: 'Log in' })).toBeVisible();
    await page.unroute(`${hosts.api}/me`);
    await open('/book-a-demo');
    await expect(page.getByRole('link', { name: 'Log In', exact: true })).toBeVisible();
  });

  test('[R2.015] [R2.104] Sign Out ends the session in the app and at the login host', async ({
    page,
    open,
  }) => {
    await logIn(page, people.member);
    await page.getByRole('button', { name: /User menu/ }).click();
    for (const name of ['Profile', 'Account', 'Sign Out']) {
      await expect(page.getByRole('menuitem', { name })).toBeVisible();
    }
    await page.getByRole('menuitem', { name: 'Sign Out' }).click();
    await page.waitForURL(atLogin);
    await open('/campaigns');
    await page.waitForURL(atLogin);
    await expect(page.getByLabel('Email')).toBeVisible();
  });

  test('signing out in one tab signs out the others, which return to their URLs after login', async ({
    page,
    context,
  }) => {
    await logIn(page, people.member);
    const other = await context.newPage();
    await other.goto(`${hosts.web}/profile?from=here#passkeys`);
    await expect(other.getByRole('heading', { name: 'Profile' })).toBeVisible();
    await page.goto(`${hosts.web}/logout`);
    await page.waitForURL(atLogin);
    await other.waitForURL(atLogin);
    await fillLogin(other, people.member);
    await other.waitForURL(`${hosts.web}/profile?from=here#passkeys`);
  });

  test('two tabs that renew at the same time both keep their session', async ({ page, context }) => {
    await logIn(page, people.member);
    const other = await context.newPage();
    await other.goto(`${hosts.web}/campaigns`);
    await expect(other.getByRole('table')).toBeVisible();
    const before = await tokenOf(page);
    await page.evaluate(expire);
    await Promise.all([page.reload(), other.reload()]);
    for (const tab of [page, other]) await expect(tab.getByRole('table')).toBeVisible();
    expect(await tokenOf(page)).not.toBe(before);
    expect(await tokenOf(other)).toBe(await tokenOf(page));
  });

  test("a tab whose code arrives after another tab renewed doesn't use the new refresh token", async ({
    page,
    context,
  }) => {
    await logIn(page, people.member);
    const other = await context.newPage();
    await other.goto(`${hosts.web}/campaigns`);
    await expect(other.getByRole('table')).toBeVisible();
    for (const tab of [page, other])
      await tab.addInitScript(() => Object.defineProperty(navigator, 'locks', { value: undefined }));
    const { promise: renewed, resolve: release } = Promise.withResolvers<void>();
    const { promise: asked, resolve: ask } = Promise.withResolvers<void>();
    await other.route('**/assets/oidc-*.js', async (route) => {
      ask();
      await renewed;
      await route.continue();
    });
    let renewals = 0;
    other.on('request', (request) => {
      if (request.url() === `${hosts.auth}/token`) renewals++;
    });
    await page.evaluate(expire);
    const reloaded = other.reload();
    await asked;
    await page.reload();
    await expect(page.getByRole('table')).toBeVisible();
    release();
    await reloaded;
    await expect(other.getByRole('table')).toBeVisible();
    expect(renewals).toBe(0);
    expect(await tokenOf(other)).toBe(await tokenOf(page));
  });

  test('five tabs that renew at once, one with a lost response, all keep their session', async ({
    page,
    context,
  }) => {
    await logIn(page, people.member);
    const tabs = [page];
    while (tabs.length < 5) {
      const tab = await context.newPage();
      await tab.goto(`${hosts.web}/campaigns`);
      await expect(tab.getByRole('table')).toBeVisible();
      tabs.push(tab);
    }
    // Without the lock, as over plain HTTP on a local network, every tab uses the same refresh token.
    for (const tab of tabs)
      await tab.addInitScript(() => Object.defineProperty(navigator, 'locks', { value: undefined }));
    for (let renewal = 0; renewal < 3; renewal++) {
      await page.evaluate(expire);
      await Promise.all(tabs.map((tab) => tab.reload()));
      for (const tab of tabs) await expect(tab.getByRole('table')).toBeVisible();
    }

    // The login host responds after the page is gone.
    const before = await tokenOf(page);
    await page.evaluate(expire);
    const { promise: lost, resolve: lose } = Promise.withResolvers<void>();
    await page.route(`${hosts.auth}/token`, async (route) => {
      await route.fetch();
      await route.abort();
      lose();
    });
    await page.reload();
    await lost;
    await page.unroute(`${hosts.auth}/token`);
    await page.goto(`${hosts.web}/campaigns`);
    await expect(page.getByRole('table')).toBeVisible();
    expect(await tokenOf(page)).not.toBe(before);
    await expect(page.getByRole('dialog', { name: 'Your session has ended' })).toHaveCount(0);
  });

  test("a session that can't be renewed resumes after a login in another tab", async ({ page, context }) => {
    await logIn(page, people.member);
    await expect(page.getByRole('table')).toBeVisible();
    // The next call is rejected once, and the login host no longer accepts the refresh token.
    await page.route(`${hosts.api}/brand/*/campaigns*`, (route) =>
      route.fulfill({ status: 401, json: { code: 'unauthenticated', message: 'Log in again.' } }),
    );
    await page.route(`${hosts.auth}/token`, (route) =>
      route.fulfill({ status: 400, json: { error: 'invalid_grant' } }),
    );
    await page.evaluate(() => {
      window.history.pushState({}, '', '/profile');
    });
    await page.goto(`${hosts.web}/campaigns`);
    const dialog = page.getByRole('dialog', { name: 'Your session has ended' });
    await expect(dialog).toBeVisible();
    await page.unroute(`${hosts.api}/brand/*/campaigns*`);
    await page.unroute(`${hosts.auth}/token`);
    const opened = context.waitForEvent('page');
    await dialog.getByRole('link', { name: 'Use a new tab' }).click();
    const tab = await opened;
    // The login host still has a session, so the new tab logs in automatically.
    await expect(dialog).toBeHidden({ timeout: 20_000 });
    await expect(page.getByRole('table')).toBeVisible();
    if (!tab.isClosed()) await expect(tab.getByRole('heading', { name: "You're logged in" })).toBeVisible();
  });
});

test.describe('users without a brand', () => {
  test('[R2.115] [R2.116] [R4.038] a user without a brand sees Not a Brand Member and can sign out', async ({
    page,
  }) => {
    await logIn(page, people.nobody);
    await expect(page.getByRole('heading', { name: 'Not a Brand Member' })).toBeVisible();
    await expect(page.getByRole('navigation')).toHaveCount(0);
    await page.getByRole('link', { name: 'Sign Out' }).click();
    await page.waitForURL(atLogin);
  });

  test('[R1.033] [R6.021] a creator is sent to the creator app', async ({ page }) => {
    await page.route(`${hosts.portal}/**`, (route) => route.fulfill({ body: 'creator app' }));
    await page.goto(`${hosts.web}/campaigns`);
    await fillLogin(page, people.creator);
    await page.waitForURL((url) => url.origin === hosts.portal);
  });
});
