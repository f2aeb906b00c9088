import { hosts, people } from './support/hosts.ts';
import { logIn, pinBrand } from './support/login.ts';
import { expect, test } from './support/test.ts';

const flags = (list: string) => [{ name: 'featureFlag', value: list, url: hosts.web }];
const PHONE = { width: 390, height: 844 };

test.describe('side menu', () => {
  test.use({ as: 'owner' });

  test('[R2.076] [R6.004] [R6.005] [R6.006] entries appear in order; two need a flag', async ({
    page,
    open,
    context,
  }) => {
    const entries = page.getByRole('navigation', { name: 'Main' }).getByRole('listitem');
    const plain = [
      'Welcome',
      'Campaigns',
      'Creator Recruitment',
      'Social Listening',
      'Affiliate',
      'Inbox',
      'Profile',
      'Account',
    ];
    await open('/campaigns');
    await expect(entries).toHaveText(plain.map((name) => new RegExp(`^${name}`)));
    await context.addCookies(flags('WHATSNEW, analyticsdashboardbeta'));
    await page.reload();
    const all = [...plain.slice(0, 3), 'Analytics', ...plain.slice(3), "What's New"];
    await expect(entries).toHaveText(all.map((name) => new RegExp(`^${name}`)));
  });

  test('[R2.077] [R2.032] [R2.078] [R2.079] [R2.034] [R2.080] [R2.081] [R2.082] [R2.043] [R2.084] [R2.051] [R2.085] [R2.048] each entry opens its screen', async ({
    page,
    open,
    context,
  }) => {
    await context.addCookies(flags('analyticsDashboardBeta'));
    await open('/inbox');
    const menu = page.getByRole('navigation', { name: 'Main' });
    for (const [name, path, heading] of [
      ['Welcome', '/welcome', /^Good (morning|afternoon|evening), /],
      ['Campaigns', '/campaigns', 'Campaigns'],
      ['Creator Recruitment', '/creator-search', 'Creator Recruitment'],
      ['Analytics', '/analytics', 'Analytics'],
      ['Social Listening', '/social-listening', 'Social Listening'],
      ['Affiliate', '/affiliate/dashboard', 'Affiliate'],
      ['Profile', '/profile', 'Profile'],
      ['Account', '/account', 'Account'],
    ] as const) {
      const entry = menu.getByRole('link', { name: new RegExp(`^${name}`) });
      await entry.click();
      await expect(page).toHaveURL(hosts.web + path);
      await expect(entry).toHaveAttribute('aria-current', 'page');
      await expect(page.getByRole('heading', { level: 1, name: heading })).toBeVisible();
    }
  });

  test("[R2.086] [R2.087] [R6.008] What's New opens the product updates", async ({ page, open, context }) => {
    await context.addCookies(flags('whatsNew'));
    await open('/campaigns');
    await page.getByRole('button', { name: "What's New" }).click();
    const widget = page.getByRole('dialog', { name: "What's New" });
    await expect(widget.getByRole('listitem').first()).toBeVisible();
    await page.keyboard.press('Escape');
    await expect(widget).toBeHidden();
    await expect(page.getByRole('button', { name: "What's New" })).toBeFocused();
  });

  test('[R2.083] [R2.088] [R2.046] Inbox opens the inbox of the first published or paused campaign', async ({
    page,
    open,
  }) => {
    const answer = page.waitForResponse((response) =>
      /\/brand\/[^/]+$/.test(new URL(response.url()).pathname),
    );
    await open('/campaigns');
    const brand = (await (await answer).json()) as { campaigns: { id: string; status: string }[] };
    const first = brand.campaigns.find(({ status }) => status === 'publish' || status === 'paused');
    await page
      .getByRole('navigation', { name: 'Main' })
      .getByRole('link', { name: /^Inbox/ })
      .click();
    await expect(page).toHaveURL(new RegExp(`/inbox/${first?.id}/?$`));
    await expect(page.getByRole('heading', { name: 'Inbox' })).toBeVisible();
  });

  test('[R2.089] [R2.090] [R2.091] Inbox shows a compact unread count, with an orange dot only for unread messages', async ({
    page,
    open,
    withoutLiveEvents,
  }) => {
    const inbox = page.getByRole('navigation', { name: 'Main' }).getByRole('link', { name: /^Inbox/ });
    // Other tests read and write messages, so compare with the latest response.
    let expected = 0;
    page.on('response', async (response) => {
      if (!/\/brand\/[^/]+$/.test(response.url()) || response.request().method() !== 'GET') return;
      const { campaigns } = (await response.json()) as {
        campaigns: { status: string; unreadMessageCount: number }[];
      };
      expected = campaigns
        .filter(({ status }) => ['publish', 'paused'].includes(status))
        .reduce((sum, { unreadMessageCount }) => sum + unreadMessageCount, 0);
    });
    await open('/campaigns');
    await expect.poll(() => expected).toBeGreaterThan(0);
    await expect(async () => {
      await expect(inbox).toContainText(`${expected} unread messages`, { timeout: 500 });
    }).toPass({ timeout: 10_000 });
    await expect(inbox.locator('.t-dot')).toHaveCSS('background-color', 'rgb(228, 87, 10)');
    let unread = 1200;
    await withoutLiveEvents();
    await page.route(/\/brand\/[^/]+$/, async (route) => {
      const response = await route.fetch();
      const brand = await response.json();
      const campaigns = brand.campaigns.map((campaign: { status: string }) => ({
        ...campaign,
        unreadMessageCount: campaign.status === 'paused' ? unread : 0,
      }));
      await route.fulfill({ response, json: { ...brand, campaigns } });
    });
    await page.reload();
    await expect(inbox).toContainText('1.2k unread messages');
    unread = 0;
    await page.reload();
    await expect(page.getByRole('table')).toBeVisible();
    await expect(inbox).toHaveText('Inbox');
    await expect(inbox.locator('.t-dot')).toHaveCount(0);
  });

  test('[R2.075] the menu is on the side from 768 px, as icons up to 980 px', async ({ page, open }) => {
    const menu = page.getByRole('navigation', { name: 'Main' });
    const widthOf = async () => (await menu.locator('..').boundingBox())?.width;
    await page.setViewportSize({ width: 1440, height: 900 });
    await open('/campaigns');
    await expect.poll(widthOf).toBe(232);
    await page.setViewportSize({ width: 981, height: 900 });
    await expect.poll(widthOf).toBe(232);
    for (const width of [980, 768]) {
      await page.setViewportSize({ width, height: 900 });
      await expect.poll(widthOf).toBe(64);
      await expect(menu.getByRole('link', { name: 'Campaigns' })).toBeVisible();
    }
    await page.setViewportSize({ width: 767, height: 900 });
    await expect(menu).toBeHidden();
  });

  test('the menu collapses to icons and stays collapsed; hovering an icon shows its name', async ({
    page,
    open,
  }) => {
    await open('/campaigns');
    await page.getByRole('button', { name: 'Collapse' }).click();
    await page.reload();
    const menu = page.getByRole('navigation', { name: 'Main' });
    expect((await menu.locator('..').boundingBox())?.width).toBe(64);
    await menu.getByRole('link', { name: 'Profile' }).hover();
    await expect(page.getByRole('tooltip')).toHaveText('Profile');
    await page.getByRole('button', { name: 'Expand' }).click();
    await expect(page.getByRole('button', { name: 'Collapse' })).toBeVisible();
  });
});

test.describe('header', () => {
  test('[R2.098] [R2.099] [R2.100] [R2.101] [R2.102] [R2.103] [R2.105] visitors see the logo, five links and three ways to get started', async ({
    page,
    open,
  }) => {
    await open('/pricing');
    const header = page.getByRole('banner');
    await expect(header.getByRole('link', { name: 'Troupe home' })).toBeVisible();
    for (const name of [
      'Collaboration Hub',
      'Pricing',
      'Blog',
      'Contact',
      'Help Center',
      'Log In',
      'Sign Up',
      'Request Demo',
    ]) {
      await expect(header.getByRole('link', { name })).toHaveAttribute('href', /^(\/|https?:)/);
    }
    await header.getByRole('link', { name: 'Contact' }).click();
    await expect(page).toHaveURL(`${hosts.web}/book-a-demo`);
    await header.getByRole('link', { name: 'Pricing' }).click();
    await expect(page).toHaveURL(`${hosts.web}/pricing`);
  });

  test('[R2.106] the mobile menu mirrors the header for visitors', async ({ page, open }) => {
    await page.setViewportSize(PHONE);
    await open('/pricing');
    await page.getByRole('button', { name: 'Menu' }).click();
    const menu = page.getByRole('dialog', { name: 'Menu' });
    for (const name of [
      'Collaboration Hub',
      'Pricing',
      'Blog',
      'Contact',
      'Help Center',
      'Log In',
      'Sign Up',
      'Request Demo',
    ]) {
      await expect(menu.getByRole('link', { name })).toBeVisible();
    }
    await expect(menu.getByRole('link', { name: 'Sign Out' })).toHaveCount(0);
  });
});

test.describe('on a phone', () => {
  test.use({ as: 'owner', viewport: PHONE });

  test('[R2.106] [R2.107] the mobile menu contains everything from header and side menu, and Sign Out', async ({
    page,
    open,
  }) => {
    await open('/campaigns');
    await page.getByRole('button', { name: 'Menu', exact: true }).click();
    const menu = page.getByRole('dialog', { name: 'Menu' });
    for (const name of [
      'Collaboration Hub',
      'Pricing',
      'Blog',
      'Contact',
      'Help Center',
      'Profile',
      'Account',
      'Sign Out',
      'Creator Recruitment',
    ]) {
      await expect(menu.getByRole('link', { name })).toBeVisible();
    }
    await menu.getByRole('link', { name: 'Profile' }).click();
    await expect(menu).toBeHidden();
    await expect(page).toHaveURL(`${hosts.web}/profile`);
  });

  test('[R2.109] [R2.110] [R2.111] a small-screen warning suggests a tablet or desktop and can be closed', async ({
    page,
    open,
  }) => {
    await open('/campaigns');
    const warning = page.getByRole('complementary', { name: 'Screen size' });
    await expect(warning).toContainText(
      'The dashboard is not optimized for small screens. Try a tablet or desktop.',
    );
    await warning.getByRole('button', { name: 'Close warning' }).click();
    await expect(warning).toBeHidden();
    await page.reload();
    await expect(page.getByRole('heading', { name: 'Campaigns' })).toBeVisible();
    await expect(warning).toBeHidden();
  });

  test('[R2.112] screens that work on phones show no warning', async ({ page, open }) => {
    const warning = page.getByRole('complementary', { name: 'Screen size' });
    for (const path of [
      '/pricing',
      '/pricing/starter_annually',
      '/welcome',
      '/account',
      '/profile',
      '/social-listening',
      '/analytics',
      '/book-a-demo',
      '/faq',
      '/terms',
      '/demo-confirmation',
    ]) {
      await open(path);
      await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
      await expect(warning, path).toBeHidden();
    }
    for (const path of ['/campaigns', '/creator-search', '/affiliate/dashboard', '/inbox', '/updates']) {
      await open(path);
      await expect(warning, path).toBeVisible();
    }
  });

  test('no warning appears above 767 px', async ({ page, open }) => {
    await page.setViewportSize({ width: 768, height: 900 });
    await open('/campaigns');
    await expect(page.getByRole('heading', { name: 'Campaigns' })).toBeVisible();
    await expect(page.getByRole('complementary', { name: 'Screen size' })).toBeHidden();
  });
});

test.describe('command palette', () => {
  test.use({ as: 'owner' });

  test('Ctrl+K finds screens, creators, lists and campaigns with the keyboard only', async ({
    page,
    open,
  }) => {
    await open('/campaigns');
    await expect(page.getByRole('table')).toBeVisible();
    await page.keyboard.press('Control+k');
    const field = page.getByRole('combobox', { name: 'Search or jump to' });
    await expect(field).toBeFocused();
    await page.keyboard.type('prof');
    await expect(page.getByRole('option', { name: 'Profile' })).toHaveAttribute('aria-selected', 'true');
    await page.keyboard.press('Enter');
    await expect(page).toHaveURL(`${hosts.web}/profile`);

    await page.keyboard.press('Control+k');
    await expect(field).toBeFocused();
    await page.keyboard.type('autumn');
    await page.getByRole('option', { name: 'Autumn Trail Kit', exact: true }).click();
    await expect(page.getByRole('heading', { name: 'Autumn Trail Kit' })).toBeVisible();

    await page.keyboard.press('Control+k');
    await expect(field).toBeFocused();
    await page.keyboard.type('maria');
    const creators = page.getByRole('group', { name: 'Creators' }).getByRole('option');
    await expect(creators.first()).toContainText(/maria/i);
    await page.keyboard.press('Enter');
    await expect(page).toHaveURL(/\/creator-search\?.*creator=/);
  });

  test('keys pressed before the commands load are kept, including Enter', async ({ page, open }) => {
    // Block late-loading code until released.
    const { promise: letGo, resolve } = Promise.withResolvers<void>();
    await page.route(/\/palette[^/]*\.js/, async (route) => {
      await letGo;
      await route.continue().catch(() => {});
    });
    await open('/campaigns');
    await page.keyboard.press('Control+k');
    await page.keyboard.type('profile');
    await page.keyboard.press('Enter');
    await expect(page.getByRole('combobox', { name: 'Search or jump to' })).toHaveValue('profile');
    await expect(page.getByRole('option')).toHaveCount(0);
    resolve();
    await expect(page).toHaveURL(`${hosts.web}/profile`);
  });

  test('keys pressed before the dialog code loads are kept', async ({ page, open }) => {
    const { promise: letGo, resolve } = Promise.withResolvers<void>();
    await page.route(/\/modal-[^/]*\.js/, async (route) => {
      await letGo;
      await route.continue().catch(() => {});
    });
    await open('/campaigns');
    await expect(page.getByRole('heading', { name: 'Campaigns' })).toBeVisible();
    await page.keyboard.press('Control+k');
    await page.keyboard.type('prof');
    resolve();
    const field = page.getByRole('combobox', { name: 'Search or jump to' });
    await expect(field).toHaveValue('prof');
    await page.keyboard.type('ile');
    await expect(field).toHaveValue('profile');
    await page.keyboard.press('Enter');
    await expect(page).toHaveURL(`${hosts.web}/profile`);
  });

  test('the first key after Ctrl+K on a fresh page is kept', async ({ page, open }) => {
    await open('/campaigns');
    await page.keyboard.press('Control+k');
    await page.keyboard.type('larissa');
    await expect(page.getByRole('combobox', { name: 'Search or jump to' })).toHaveValue('larissa');
  });

  test('the palette needs no request on a page that is idle, and is there within three frames', async ({
    page,
    open,
  }) => {
    // On a busy machine, a frame may be late: one of a few fresh pages shows how fast it can be.
    await expect(async () => {
      await page.unrouteAll();
      await open('/campaigns');
      await expect(page.getByRole('heading', { name: 'Campaigns' })).toBeVisible();
      await page.waitForFunction(() => {
        const loaded = performance.getEntriesByType('resource').map(({ name }) => name);
        return /\/modal-[^/]*\.js/.test(loaded.join()) && /\/palette[^/]*\.js/.test(loaded.join());
      });
      await page.route('**/*', (route) => route.abort());
      await page.evaluate(() =>
        addEventListener(
          'keydown',
          () => {
            let frames = 0;
            const look = () => {
              frames++;
              if (document.querySelector('.palette-input')) document.body.dataset.frames = String(frames);
              else requestAnimationFrame(look);
            };
            requestAnimationFrame(look);
          },
          { capture: true, once: true },
        ),
      );
      await page.keyboard.press('Control+k');
      const frames = page.locator('body[data-frames]');
      await frames.waitFor();
      expect(Number(await frames.getAttribute('data-frames'))).toBeLessThanOrEqual(3);
    }).toPass();
    await page.keyboard.type('prof');
    await expect(page.getByRole('option', { name: 'Profile' })).toHaveAttribute('aria-selected', 'true');
  });

  test('Escape closes the palette and returns the focus', async ({ page, open }) => {
    await open('/campaigns');
    const box = page.getByRole('button', { name: /^Search or jump to/ });
    await box.click();
    await expect(page.getByRole('combobox', { name: 'Search or jump to' })).toBeFocused();
    await page.keyboard.press('Escape');
    await expect(page.getByRole('combobox')).toHaveCount(0);
    await expect(box).toBeFocused();
  });
});

test.describe('keyboard and titles', () => {
  test.use({ as: 'owner' });

  test('the first tab stop skips to the content, and navigation moves focus to the title', async ({
    page,
    open,
  }) => {
    await open('/campaigns');
    await expect(page.getByRole('table')).toBeVisible();
    await page.keyboard.press('Tab');
    await expect(page.getByRole('link', { name: 'Skip to content' })).toBeFocused();
    const entry = page.getByRole('navigation', { name: 'Main' }).getByRole('link', { name: 'Profile' });
    await entry.focus();
    await page.keyboard.press('Enter');
    await expect(page.getByRole('heading', { name: 'Profile' })).toBeFocused();
    await expect(page).toHaveTitle('Profile | Troupe');
    await page.goBack();
    await expect(page).toHaveTitle('Campaigns | Troupe');
  });

  test('another tab of a screen renders neither header nor side menu again', async ({
    page,
    open,
    withoutLiveEvents,
  }) => {
    await withoutLiveEvents();
    await open('/creator-search/archived');
    const frame = page.locator('.header-search, .side-menu-foot button');
    await expect(frame).toHaveCount(2);
    const tabs = page.getByRole('navigation', { name: 'Creator Recruitment' }).getByRole('link');
    const names = [/^Lists/, /^Archived/];
    // Parts that load late render the frame once more.
    await expect(async () => {
      await frame.evaluateAll((all) => {
        // React stores the props of the last rendering on the element.
        const rendered = (one: Element) =>
          Object.entries(one).find(([name]) => name.startsWith('__reactProps$'))?.[1];
        const before = all.map(rendered);
        const again = () => all.filter((one, at) => rendered(one) !== before[at]).length;
        Object.assign(globalThis, { renderedAgain: again });
      });
      const other = tabs.filter({ hasText: names[0] });
      names.reverse();
      await other.click();
      await expect(other).toHaveAttribute('aria-current', 'page');
      expect(await page.evaluate('renderedAgain()')).toBe(0);
    }).toPass();
  });

  test('arrow keys move through campaigns and Enter opens one', async ({ page, open }) => {
    await open('/campaigns');
    const rows = page.getByRole('row');
    await rows.nth(1).focus();
    await page.keyboard.press('ArrowDown');
    await expect(rows.nth(2)).toBeFocused();
    await page.keyboard.press('Enter');
    await expect(page).toHaveURL(/\/campaigns\/[0-9a-f-]{36}$/);
  });
});

test.describe('errors', () => {
  test.use({ as: 'owner' });
  test.beforeEach(async ({ withoutLiveEvents }) => await withoutLiveEvents());
  const failBrand = (status: number, body: Record<string, unknown>) => ({ status, json: body });

  test('[R8.032] [R8.033] [R2.126] [R2.128] 401 is shown as 403 on the error page, which links home and to help', async ({
    page,
    open,
  }) => {
    await page.route(/\/brand\/[^/]+$/, (route) =>
      route.fulfill(failBrand(401, { message: 'Not your brand.' })),
    );
    await open('/creator-search');
    await expect(page.getByRole('heading', { name: 'An error occurred' })).toBeVisible();
    await expect(page.getByText(/^Status 403/)).toBeVisible();
    await expect(page.getByText('Not your brand.')).toBeVisible();
    await expect(page.getByRole('table')).toHaveCount(0);
    await expect(page.getByRole('link', { name: 'Need Help' })).toHaveAttribute('href', /^(\/|http)/);
    await page.getByRole('link', { name: 'Go Home' }).click();
    await expect(page).toHaveURL(`${hosts.web}/campaigns`);
  });

  test('the error page stays during a retry, and its links work', async ({ page, open }) => {
    let answer = () => {};
    const answered = new Promise<void>((resolve) => {
      answer = resolve;
    });
    let waiting = 0;
    let hold = false;
    await page.route(/\/brand\/[^/]+$/, async (route) => {
      if (hold) {
        waiting += 1;
        await answered;
      }
      await route.fulfill(failBrand(404, { message: 'Not your brand.' }));
    });
    await open('/creator-search');
    const home = page.getByRole('link', { name: 'Go Home' });
    await expect(home).toBeVisible();
    hold = true;
    // Hovering the link preloads the next screen.
    await home.hover();
    await expect.poll(() => waiting).toBeGreaterThan(0);
    await page.evaluate(() => new Promise((drawn) => requestAnimationFrame(() => setTimeout(drawn))));
    await expect(page.getByRole('heading', { name: 'An error occurred' })).toBeVisible();
    await home.click();
    await expect(page).toHaveURL(`${hosts.web}/campaigns`);
    answer();
  });

  test('[R2.127] Refresh reloads the page', async ({ page, open }) => {
    await page.route(/\/brand\/[^/]+$/, (route) => route.fulfill(failBrand(404, {})));
    await open('/campaigns');
    await expect(
      page.getByText('Sorry, something went wrong. Please refresh the page or try again later.'),
    ).toBeVisible();
    await page.unroute(/\/brand\/[^/]+$/);
    await page.getByRole('button', { name: 'Refresh' }).click();
    await expect(page.getByRole('heading', { name: 'Campaigns' })).toBeVisible();
  });

  test('[R8.034] [R8.035] 403, 404 and 500 have their own illustrations; other codes use the one of 500', async ({
    page,
    open,
  }) => {
    const drawings: string[] = [];
    for (const status of [403, 404, 500, 418]) {
      await page.route(/\/brand\/[^/]+$/, (route) => route.fulfill(failBrand(status, {})));
      await open('/campaigns');
      await expect(page.getByText(new RegExp(`^Status ${status}`))).toBeVisible();
      const drawing = page.locator('main svg').first();
      await expect(drawing.locator('path').first()).toBeAttached();
      drawings.push(await drawing.innerHTML());
      await page.unroute(/\/brand\/[^/]+$/);
    }
    expect(new Set(drawings.slice(0, 3)).size).toBe(3);
    expect(drawings[3]).toBe(drawings[2]);
  });

  test("[R7.072] [R8.036] [R8.037] [R8.038] the error page shows the server's err, else its message, else the standard sentence", async ({
    page,
    open,
  }) => {
    for (const [body, text] of [
      [{ err: 'From err.', message: 'From message.' }, 'From err.'],
      [{ message: 'From message.' }, 'From message.'],
      [{}, 'Sorry, something went wrong. Please refresh the page or try again later.'],
    ] as const) {
      await page.route(/\/brand\/[^/]+$/, (route) => route.fulfill(failBrand(500, body)));
      await open('/campaigns');
      await expect(page.getByRole('main').getByText(text, { exact: true })).toBeVisible();
      await page.unroute(/\/brand\/[^/]+$/);
    }
  });

  test('[R8.039] a screen that crashes while rendering shows a dialog', async ({ page, open }) => {
    await page.route(/\/brand\/[^/]+\/campaigns/, (route) =>
      route.fulfill({ json: { campaigns: [{ id: 'x' }] } }),
    );
    await open('/campaigns');
    const dialog = page.getByRole('dialog', { name: 'An error occurred' });
    await expect(dialog).toBeVisible();
    await page.unroute(/\/brand\/[^/]+\/campaigns/);
    await dialog.getByRole('button', { name: 'Refresh' }).click();
    await expect(page.getByRole('table')).toBeVisible();
  });

  test('campaigns that fail to load can be retried', async ({ page, open }) => {
    await page.route(/\/brand\/[^/]+\/campaigns/, (route) =>
      route.fulfill(failBrand(503, { message: 'Busy.' })),
    );
    await open('/campaigns');
    await expect(page.getByText("Couldn't load the campaigns.")).toBeVisible();
    await page.unroute(/\/brand\/[^/]+\/campaigns/);
    await page.getByRole('button', { name: 'Retry' }).click();
    await expect(page.getByRole('table')).toBeVisible();
  });

  test('[R9.031] code that loads within 300 ms shows no spinner, slower code does', async ({
    page,
    open,
  }) => {
    /** Counts how often a spinner appears while a screen's code takes this many milliseconds. */
    const ringsOnTheWayTo = async (name: string, wait: number): Promise<number> => {
      await open('/campaigns');
      await expect(page.getByRole('table')).toBeVisible();
      await page.route(new RegExp(`assets/${name.toLowerCase()}(\\.index)?-[^/]*\\.js`), async (route) => {
        await new Promise((resolve) => setTimeout(resolve, wait));
        await route.continue();
      });
      await page.evaluate(() => {
        const counted = Object.assign(window, { rings: 0 });
        new MutationObserver(() => {
          if (document.querySelector('main .t-spinner')) counted.rings += 1;
        }).observe(document.body, { subtree: true, childList: true });
      });
      await page.getByRole('navigation', { name: 'Main' }).getByRole('link', { name }).click();
      await expect(page.getByRole('heading', { name, level: 1 })).toBeVisible();
      return page.evaluate(() => (window as unknown as { rings: number }).rings);
    };
    // On a busy machine the code may be late anyway.
    await expect(async () => expect(await ringsOnTheWayTo('Profile', 100)).toBe(0)).toPass();
    expect(await ringsOnTheWayTo('Account', 1200)).toBeGreaterThan(0);
  });
});

test.describe('campaigns of other brands', () => {
  test.describe('without access to the brand', () => {
    test.use({ as: 'owner' });
    test('[R2.056] the campaign list explains it and shows no campaign', async ({ page, open }) => {
      const foreign = crypto.randomUUID();
      await page.route(`${hosts.api}/me`, async (route) => {
        const response = await route.fetch();
        const me = await response.json();
        const profile = { brandId: foreign, role: 'owner', brand: { id: foreign, name: 'Foreign' } };
        const extraData = { ...me.extraData, selectedBrand: foreign };
        await route.fulfill({ response, json: { ...me, brandProfiles: [profile], extraData } });
      });
      const refused = page.waitForResponse(`${hosts.api}/brand/${foreign}/campaigns*`);
      // The brand call fails too; if it failed first, the list would never be requested.
      await page.route(`${hosts.api}/brand/${foreign}`, async (route) => {
        await refused;
        await route.fallback();
      });
      await open('/campaigns');
      expect((await refused).status()).toBe(403);
      await expect(page.getByText(/^Status 403/)).toBeVisible();
      await expect(page.getByRole('link', { name: 'Autumn Trail Kit' })).toHaveCount(0);
      await expect(page.getByRole('table')).toHaveCount(0);
    });
  });

  test('[R2.057] [R2.058] a campaign of another brand is not found', async ({ page, open }) => {
    await pinBrand(page);
    await logIn(page, people.multi);
    await page.getByRole('button', { name: /switch brand/ }).click();
    await page.getByRole('menuitemradio', { name: 'Copper & Bean' }).click();
    await expect(page.getByRole('button', { name: /^Copper & Bean/ })).toBeVisible();
    await page.getByRole('table').getByRole('link').first().click();
    const foreign = new URL(page.url()).pathname;
    await page.getByRole('button', { name: /switch brand/ }).click();
    await page.getByRole('menuitemradio', { name: 'Larkmoor' }).click();
    await expect(page).toHaveURL(`${hosts.web}/campaigns`);
    for (const path of [foreign, `${foreign}/metrics`, foreign.replace('campaigns', 'campaign-builder')]) {
      await open(path);
      await expect(page.getByText(/^Status 404/)).toBeVisible();
    }
  });

  test.describe('own campaigns', () => {
    test.use({ as: 'owner' });
    test('a menu opened while the next screen loads stays open', async ({ page, open }) => {
      let answer = () => {};
      const opened = new Promise<void>((resolve) => {
        answer = resolve;
      });
      // Delays the code that renders the screen.
      await page.route(/assets\/campaigns\._campaignId[^/]*\.js$/, async (route) => {
        await opened;
        await route.fallback();
      });
      await open('/campaigns');
      await page.getByRole('link', { name: 'Autumn Trail Kit' }).click();
      await page.getByRole('button', { name: /^User menu/ }).click();
      await expect(page.getByRole('menu')).toBeVisible();
      answer();
      await expect(page.getByRole('heading', { name: 'Autumn Trail Kit' })).toBeVisible();
      await expect(page.getByRole('menuitem').first()).toBeFocused();
    });

    test('Arrow Down opens the menu of a row, and Escape returns the focus', async ({ page, open }) => {
      await open('/campaigns');
      const button = page.getByRole('button', { name: 'Actions for Autumn Trail Kit' });
      await button.focus();
      await page.keyboard.press('ArrowDown');
      await expect(page.getByRole('menuitem').first()).toBeFocused();
      await page.keyboard.press('ArrowDown');
      await expect(page.getByRole('menuitem').nth(1)).toBeFocused();
      await page.keyboard.press('Escape');
      await expect(page.getByRole('menu')).toHaveCount(0);
      await expect(button).toBeFocused();
    });

    test('on a phone, the menu of a row is in sight without scrolling its table', async ({ page, open }) => {
      await page.setViewportSize(PHONE);
      for (const path of ['/campaigns', '/account/payments', '/affiliate/links', '/affiliate/codes']) {
        await open(path);
        const button = page
          .getByRole('table')
          .getByRole('button', { name: /actions for/i })
          .first();
        await expect(button).toBeVisible();
        const box = await button.boundingBox();
        expect((box?.x ?? PHONE.width) + (box?.width ?? 0), path).toBeLessThanOrEqual(PHONE.width);
        expect(Math.min(box?.width ?? 0, box?.height ?? 0), path).toBeGreaterThanOrEqual(44);
      }
    });

    test('[R2.027] [R2.028] [R2.030] a campaign of the brand opens, with a tab and in the builder', async ({
      page,
      open,
    }) => {
      await open('/campaigns');
      await page.getByRole('link', { name: 'Autumn Trail Kit' }).click();
      await expect(page.getByRole('heading', { name: 'Autumn Trail Kit' })).toBeVisible();
      const { pathname } = new URL(page.url());
      for (const path of [`${pathname}/metrics`, pathname.replace('campaigns', 'campaign-builder')]) {
        await open(path);
        await expect(page.getByRole('heading', { name: 'Autumn Trail Kit' })).toBeVisible();
        await page.getByRole('link', { name: 'Campaigns', exact: true }).first().click();
        await expect(page).toHaveURL(`${hosts.web}/campaigns`);
      }
    });
  });
});
