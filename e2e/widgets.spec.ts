import type { Page } from '@playwright/test';
import { sandboxWidgets } from '@troupe/scripts/hosts';
import { readWidgets } from '@troupe/scripts/web/widget-config';
import { deployedWith } from './support/deployment.ts';
import { hosts, people } from './support/hosts.ts';
import { logIn, tokenOf } from './support/login.ts';
import { expect, test } from './support/test.ts';

// The sandbox records what all pages do, so run one test at a time.
test.describe.configure({ mode: 'default' });

const widgets = readWidgets(sandboxWidgets(hosts.sandbox));
const flags = (list: string) => [{ name: 'featureFlag', value: list, url: hosts.web }];
/** Cookies set by third parties. */
const garbage = [
  { name: 'utm_source', value: '%E0%A4%A', url: hosts.web },
  { name: '__proto__', value: 'x', url: hosts.web },
];

interface Call {
  at: string;
  widget: string;
  call: string;
  args: unknown[];
  refused: string | null;
}

/** Returns what pages did with the widgets since a moment, in order. */
async function callsSince(from: Date, widget: string): Promise<Call[]> {
  const answer = await fetch(`${hosts.sandbox}/api/widgets?widget=${widget}`);
  const { calls } = (await answer.json()) as { calls: Call[] };
  return calls.filter(({ at }) => at >= from.toISOString()).reverse();
}

/** Requests to hosts other than ours. */
function askedOf(page: Page): string[] {
  const asked: string[] = [];
  page.on('request', (request) => {
    if (request.url().includes('/widgets/')) asked.push(new URL(request.url()).pathname);
  });
  return asked;
}

test.describe('a member', () => {
  test('gets the support widget, proves their identity, reads updates, and clears it all on sign-out', async ({
    page,
    context,
  }) => {
    const began = new Date();
    await context.addCookies([...flags('whatsNew'), ...garbage]);
    await logIn(page, people.member);
    await deployedWith(page, { widgets });
    await page.goto(`${hosts.web}/campaigns`);
    await expect(page.getByRole('button', { name: 'Open the support chat of the sandbox' })).toBeVisible();
    const entry = page.getByRole('button', { name: "What's New 3 unread updates" });
    await entry.click();
    const updates = page.getByRole('dialog', { name: 'Product updates of the sandbox' });
    await updates.getByRole('button', { name: 'Close' }).click();
    await expect(page.getByRole('button', { name: "What's New", exact: true })).toBeVisible();
    await page.getByRole('navigation', { name: 'Main' }).getByRole('link', { name: 'Profile' }).click();
    await expect(page.getByRole('heading', { level: 1, name: 'Profile' })).toBeVisible();
    await page.getByRole('button', { name: /User menu/ }).click();
    await page.getByRole('menuitem', { name: 'Sign Out' }).click();
    await page.waitForURL((url) => url.origin === hosts.auth);

    const support = await callsSince(began, 'intercom');
    const commands = support.filter(({ call }) => !['script', 'identity'].includes(call));
    expect(commands.filter(({ refused }) => refused)).toEqual([]);
    const order = commands.map(({ call }) => call);
    expect([order[0], order.at(-1)]).toEqual(['boot', 'shutdown']);
    expect(new Set(order.slice(1, -1))).toEqual(new Set(['update']));
    expect(support.find(({ call }) => call === 'identity')).toMatchObject({ refused: null });
    // Signed fields aren't sent again unsigned, where they could be changed.
    const settings = (commands[0]?.args[0] ?? {}) as Record<string, unknown>;
    expect(Object.keys(settings).sort()).toEqual([
      ...['api_base', 'app_id', 'company', 'created_at', 'hide_default_launcher', 'intercom_user_jwt'],
    ]);
    expect(settings.company).toMatchObject({ name: 'Larkmoor' });

    const news = await callsSince(began, 'beamer');
    expect(news.map(({ refused }) => refused)).toEqual(news.map(() => null));
    expect(news.map(({ call }) => call)).toEqual(['script', 'load', 'init', 'show', 'hide', 'destroy']);
    const tags = await callsSince(began, 'tag-manager');
    expect(tags.filter(({ refused }) => refused)).toEqual([]);
    expect(tags.map(({ args }) => args[0])).toEqual(
      expect.arrayContaining([
        { command: ['consent', 'default', expect.objectContaining({ analytics_storage: 'denied' })] },
        { 'gtm.start': expect.any(Number), event: 'gtm.js' },
      ]),
    );
    const views = tags.filter(({ args }) => (args[0] as { event?: string } | null)?.event === 'page_view');
    expect(views.map(({ args }) => args[0])).toEqual(
      ['/campaigns', '/profile'].map((page_path) => ({ event: 'page_view', page_path })),
    );
    expect(JSON.stringify([news, tags])).not.toMatch(/@|Larkmoor/);
  });
});

test.describe('an administrator', () => {
  test.use({ as: 'admin' });

  test('[R6.017] never gets the support widget, even while acting as a member, and requests nothing from it', async ({
    page,
    context,
    open,
  }) => {
    await context.addCookies(flags('whatsNew'));
    await deployedWith(page, { widgets });
    const asked = askedOf(page);
    await open('/campaigns');
    await expect(page.getByRole('table')).toBeVisible();

    const other = await context.newPage();
    await deployedWith(other, { widgets });
    await other.goto(`${hosts.web}/campaigns`);
    const askedToo = askedOf(other);
    await startActing(other, await tokenOf(page));
    await expect(other.getByRole('region', { name: 'Acting as a member' })).toBeVisible();

    for (const tab of [page, other]) {
      // By now late-loading code has arrived.
      await expect(tab.getByRole('button', { name: /^Notifications/ })).toBeVisible();
      await expect(tab.getByRole('button', { name: 'Open the support chat of the sandbox' })).toHaveCount(0);
    }
    await expect(page.getByRole('button', { name: /^What's New \d+ unread/ })).toBeVisible();
    expect(asked.filter((path) => path.includes('intercom'))).toEqual([]);
    expect(asked).toContain('/widgets/beamer/js/beamer-embed.js');
    // While acting as a member, nothing is marked as read, at the vendor either.
    expect(askedToo.filter((path) => /intercom|beamer/.test(path))).toEqual([]);
    expect(askedToo).toContain('/widgets/gtm.js');
  });
});

test.describe('an owner', () => {
  test.use({ as: 'owner' });

  test("with all widgets blocked can keep working, and What's New opens our own list", async ({
    page,
    context,
    open,
    expectAccessible,
  }) => {
    const failures: string[] = [];
    page.on('pageerror', (error) => failures.push(error.message));
    await context.addCookies(flags('whatsNew'));
    await deployedWith(page, { widgets });
    await page.route(`${hosts.sandbox}/widgets/**`, (route) => route.abort());
    await page.route(`${hosts.api}/me`, async (route) => {
      const response = await route.fetch();
      const me = await response.json();
      // Earlier runs may have read everything; start unread.
      await route.fulfill({ response, json: { ...me, extraData: { ...me.extraData, readUpdate: null } } });
    });
    await open('/campaigns');
    await page.getByRole('button', { name: /^What's New \d+ unread updates$/ }).click();
    const list = page.getByRole('dialog', { name: "What's New" });
    await expect(list.getByRole('listitem').first()).toContainText('Unread: ');
    await expectAccessible();
    await page.keyboard.press('Escape');
    await expect(page.getByRole('button', { name: "What's New", exact: true })).toBeFocused();
    await page.getByRole('navigation', { name: 'Main' }).getByRole('link', { name: 'Profile' }).click();
    await expect(page.getByRole('heading', { level: 1, name: 'Profile' })).toBeVisible();
    expect(failures).toEqual([]);
  });

  test('[R1.042] [R1.043] [R1.044] [R6.008] sees the notice that this dashboard ends only with the flag, with a link to the new one', async ({
    page,
    context,
    open,
    expectAccessible,
  }) => {
    const asked = askedOf(page);
    await deployedWith(page, { links: { newDashboard: 'https://new.example/start' } });
    const notice = page.getByRole('complementary', { name: 'New dashboard' });
    await open('/campaigns');
    await expect(page.getByRole('table')).toBeVisible();
    await expect(notice).toHaveCount(0);
    await context.addCookies(flags('other, NEW-brand-dash'));
    await page.reload();
    await expect(notice).toHaveText(
      'This dashboard is ending in September 2025. Switch to the new dashboard.',
    );
    const link = notice.getByRole('link', { name: 'Switch to the new dashboard.' });
    await expect(link).toHaveAttribute('href', 'https://new.example/start');
    await expectAccessible('.new-dashboard-notice');
    // Without configuration, nothing loads from third parties.
    expect(asked).toEqual([]);

    // A link to this dashboard itself is not shown.
    await deployedWith(page, { links: {} });
    await page.reload();
    await expect(notice).toHaveText('This dashboard is ending in September 2025.');
    await expect(notice.getByRole('link')).toHaveCount(0);
  });
});

test.describe('the legacy host', () => {
  const links = { legacyDashboard: hosts.web, newDashboard: 'http://new.localhost:9' };

  test.describe('as a member', () => {
    test.use({ as: 'owner' });

    test('[R6.024] [R6.026] [R6.027] redirects to the new dashboard, to the same screen if it exists there', async ({
      page,
      open,
    }) => {
      await deployedWith(page, { links });
      await page.route('http://new.localhost:9/**', (route) => route.fulfill({ body: 'the new dashboard' }));
      for (const [from, to] of [
        ['/campaigns/?status=paused', '/campaigns/?status=paused'],
        ['/inbox/1/chat/2', '/inbox/1/chat/2'],
        ['/profile', '/'],
        // `/` and unknown paths redirect to the campaigns.
        ['/', '/'],
        ['/unknown', '/'],
        ['/pricing', '/'],
        ['/book-a-demo', '/'],
        ['/faq', '/'],
      ] as const) {
        await open(from);
        await page.waitForURL(`http://new.localhost:9${to}`);
      }
    });
  });

  test('[R6.027] redirects visitors of public pages to the root of the new dashboard', async ({
    page,
    open,
  }) => {
    await deployedWith(page, { links });
    await page.route('http://new.localhost:9/**', (route) => route.fulfill({ body: 'the new dashboard' }));
    for (const path of ['/pricing', '/faq']) {
      await open(path);
      await page.waitForURL('http://new.localhost:9/');
    }
  });

  test.describe('as an administrator', () => {
    test.use({ as: 'admin' });

    test('[R6.024] [R6.025] stays unchanged', async ({ page, open }) => {
      await deployedWith(page, { links });
      await open('/profile');
      await expect(page.getByRole('heading', { level: 1, name: 'Profile' })).toBeVisible();
      await open('/pricing');
      await expect(page.getByRole('heading', { level: 1, name: 'Grow Faster' })).toBeVisible();
    });
  });
});

/** Makes a tab act as the demo member. */
async function startActing(page: Page, token: string): Promise<void> {
  const call = async (path: string, body?: object) => {
    const answer = await fetch(hosts.api + path, {
      headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json' },
      ...(body ? { method: 'POST', body: JSON.stringify(body) } : {}),
    });
    expect(answer.ok, path).toBe(true);
    return answer.json();
  };
  const { brands } = await call('/brands?search=Larkmoor');
  const brandId = brands[0].id;
  const { members } = await call(`/brand/${brandId}/team`);
  const member = members.find((one: { email: string }) => one.email === people.member);
  const acting = await call(`/admin/brands/${brandId}/members/${member.userId}/acting`, {
    reason: 'They ask about the support widget',
  });
  await page.evaluate((kept) => sessionStorage.setItem('troupe.acting', JSON.stringify(kept)), acting);
  await page.reload();
}
