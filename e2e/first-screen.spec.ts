import type { Page, Request } from '@playwright/test';
import { hosts } from './support/hosts.ts';
import { apiOf } from './support/lists.ts';
import { expect, test } from './support/test.ts';

/** Scripts and styles that a screen may load before its first rows: of six connections, each file holds one for a round trip. */
const FIRST_FILES = 20;

/** Files of the app, except the illustration of an empty pane, which is decorative. */
const isFile = (request: Request) =>
  /\/assets\/(?!(troupe-)?drawings?-)[^/]+\.(js|css)$/.test(new URL(request.url()).pathname);
const isCall = (request: Request) => request.url().startsWith(hosts.api) && request.method() === 'GET';

/** Blocks the app's own scripts. Returns a function that releases them. */
async function holdApp(page: Page): Promise<() => void> {
  let release = () => {};
  const held = new Promise<void>((resolve) => {
    release = resolve;
  });
  await page.route(/\/assets\/(react|shell)-[\w-]+\.js$/, async (route) => {
    await held;
    await route.continue();
  });
  return release;
}

interface Screen {
  path: string;
  row: string;
  /** Paths of the screen's calls, without API origin and brand. */
  calls: string[];
  /** Compressed scripts and styles that the screen may load before its first rows, in bytes. */
  bytes: number;
}

/** URLs of the screens, with a list and a campaign of the brand. */
async function screens(page: Page): Promise<Screen[]> {
  const { brand, get } = await apiOf(page);
  const { lists } = await get<{ lists: { id: string; itemCount: number }[] }>(`${brand}/creator-lists`);
  const list = lists.find(({ itemCount }) => itemCount > 0)?.id;
  const { campaigns } = await get<{ campaigns: { id: string; title: string }[] }>(`${brand}/campaigns`);
  const campaign = campaigns.find(({ title }) => title === 'Autumn Trail Kit')?.id;
  return [
    {
      path: '/creator-search',
      row: 'article',
      calls: [`${brand}/creators`, `${brand}/creator-facets`],
      bytes: 203_000,
    },
    {
      path: `/creator-search/lists?list=${list}`,
      row: 'main [data-row]',
      calls: [`${brand}/creator-list-items/${list}/1`],
      bytes: 214_000,
    },
    {
      path: `/campaigns/${campaign}`,
      row: 'main table tbody tr',
      calls: [`/brand-campaign/${campaign}`, `/v2/opt-ins/${campaign}/1`],
      bytes: 209_000,
    },
    { path: '/inbox', row: '.inbox-rows a', calls: [`${brand}/inbox`], bytes: 209_000 },
  ].map((screen) => ({ ...screen, calls: ['/me', brand, ...screen.calls] }));
}

/** Runs in the page: notes when the first rows appear. */
function noteFirstRows(row: string): void {
  const watcher = new MutationObserver(() => {
    if (!document.querySelector(row)) return;
    watcher.disconnect();
    document.documentElement.dataset.rows = String(performance.now());
  });
  watcher.observe(document, { subtree: true, childList: true });
}

/** Runs in the page: the files requested before the first rows, with their compressed sizes. */
function filesBeforeRows(): { url: string; size: number }[] {
  const until = Number(document.documentElement.dataset.rows);
  return (performance.getEntriesByType('resource') as PerformanceResourceTiming[])
    .filter(({ startTime }) => startTime < until)
    .map(({ name, encodedBodySize }) => ({ url: name, size: encodedBodySize }));
}

test.describe('first screen', () => {
  test.use({ as: 'owner' });

  test('requests its data before the app starts, each call once, and nothing from the login host', async ({
    page,
    withoutLiveEvents,
  }) => {
    for (const { path, row, calls } of await screens(page)) {
      // Events of other journeys that change the brand would request it again.
      await withoutLiveEvents();
      const sent: Request[] = [];
      const note = (request: Request) => sent.push(request);
      const release = await holdApp(page);
      page.on('request', note);
      const answered = calls.map((call) =>
        page.waitForResponse(
          (response) => isCall(response.request()) && new URL(response.url()).pathname === call,
        ),
      );
      await page.goto(hosts.web + path, { waitUntil: 'commit' });
      await Promise.all(answered);
      expect(await page.locator(row).count()).toBe(0);
      release();
      await expect(page.locator(row).first()).toBeVisible();
      page.off('request', note);
      await page.unrouteAll();
      const paths = sent.filter(isCall).map((request) => new URL(request.url()).pathname);
      for (const call of calls) expect(paths.filter((one) => one === call)).toEqual([call]);
      expect(sent.filter((request) => request.url().startsWith(hosts.auth))).toEqual([]);
    }
  });

  test('the page preloads every file needed before the first rows', async ({ page: other }) => {
    for (const { path, row, bytes } of await screens(other)) {
      const page = await other.context().newPage();
      // Every screen is the first one.
      const devtools = await page.context().newCDPSession(page);
      await devtools.send('Network.setCacheDisabled', { cacheDisabled: true });
      await page.addInitScript(noteFirstRows, row);
      const requests: Request[] = [];
      const note = (request: Request) => isFile(request) && requests.push(request);
      page.on('request', note);
      const answer = await page.goto(hosts.web + path, { waitUntil: 'commit' });
      await expect(page.locator('html')).toHaveAttribute('data-rows', /./);
      page.off('request', note);
      const html = (await answer?.text()) ?? '';
      // Only complete files have an entry that tells when they were requested.
      await Promise.all(requests.map(async (request) => (await request.response())?.finished()));
      const files = (await page.evaluate(filesBeforeRows)).filter(({ url }) =>
        requests.some((request) => request.url() === url),
      );
      const unnamed = files.filter(({ url }) => !html.includes(`"${new URL(url).pathname}"`));
      expect(unnamed.map(({ url }) => url)).toEqual([]);
      const sum = files.reduce((total, { size }) => total + size, 0);
      expect(sum, path).toBeLessThan(bytes);
      // None would mean that the page kept no entries.
      expect(files.length, path).toBeGreaterThan(5);
      expect(files.length, path).toBeLessThanOrEqual(FIRST_FILES);
      await page.close();
    }
  });

  test('a list draws the rows in view first, without their buttons', async ({ page }) => {
    const { brand, get } = await apiOf(page);
    const { lists } = await get<{ lists: { id: string; itemCount: number }[] }>(`${brand}/creator-lists`);
    const long = lists.find(({ itemCount }) => itemCount > 20);
    await page.addInitScript(() => {
      const watcher = new MutationObserver(() => {
        const rows = document.querySelectorAll('main tr[data-row]').length;
        if (rows === 0) return;
        watcher.disconnect();
        const most = Math.ceil((innerHeight - 200) / 44);
        const buttons = document.querySelectorAll('main tr [data-column="actions"] button').length;
        document.documentElement.dataset.first = `${rows <= most ? 'in view' : rows}, ${buttons} buttons`;
      });
      watcher.observe(document, { subtree: true, childList: true });
    });
    await page.goto(`${hosts.web}/creator-search/lists?list=${long?.id}`);
    await expect(page.locator('main tr[data-row]').nth(20)).toBeAttached();
    await expect(page.locator('html')).toHaveAttribute('data-first', 'in view, 0 buttons');
    await expect(page.getByRole('button', { name: 'View details' }).first()).toBeVisible();
  });

  test('a campaign requests only what its first rows show before them', async ({
    page,
    withoutLiveEvents,
  }) => {
    const { path, row, calls } = (await screens(page)).find(({ path }) => path.startsWith('/campaigns/'))!;
    await withoutLiveEvents();
    await page.addInitScript((selector) => {
      const paths = new Set<string>();
      const send = window.fetch;
      window.fetch = (input, init) => {
        paths.add(new URL(input instanceof Request ? input.url : input).pathname);
        return send(input, init);
      };
      const watcher = new MutationObserver(() => {
        if (!document.querySelector(selector)) return;
        watcher.disconnect();
        requestAnimationFrame(() => {
          document.documentElement.dataset.requested = JSON.stringify([...paths].sort());
        });
      });
      watcher.observe(document, { subtree: true, childList: true });
    }, row);
    const history = page.waitForResponse(/\/history$/);
    const usage = page.waitForResponse(/\/usage$/);
    await page.goto(hosts.web + path);
    await Promise.all([history, usage]);
    await expect(page.locator('html')).toHaveAttribute('data-requested', JSON.stringify(calls.sort()));
  });

  test('the chart library is requested before its report arrives', async ({ page }) => {
    const { brand, get } = await apiOf(page);
    const { reports } = await get<{ reports: { socialProfile: { id: string } }[] }>(
      `${brand}/audience-reports`,
    );
    let release = () => {};
    const held = new Promise<void>((resolve) => {
      release = resolve;
    });
    await page.route(/\/audience-data\?/, async (route) => {
      await held;
      await route.continue();
    });
    const library = page.waitForResponse(/\/assets\/chart-drawing-[\w-]+\.js$/);
    await page.goto(`${hosts.web}/creator-search/deep-insights?creator=${reports[0]?.socialProfile.id}`);
    await library;
    await expect(page.locator('.audience-charts .t-chart-drawing')).toHaveCount(0);
    release();
    await expect(page.locator('.audience-charts .t-chart-drawing svg path').first()).toBeAttached();
  });

  test('pictures and prefetched code are requested after the rows of the search', async ({ page }) => {
    const unnamed: string[] = [];
    let html = '';
    page.on('request', (request) => {
      const { pathname } = new URL(request.url());
      if (isFile(request) && !html.includes(`"${pathname}"`)) unnamed.push(pathname);
    });
    let release = () => {};
    const held = new Promise<void>((resolve) => {
      release = resolve;
    });
    await page.route(/\/brand\/[\w-]+\/creators(\?|$)/, async (route) => {
      await held;
      await route.continue();
    });
    await page.addInitScript(() => {
      const watcher = new MutationObserver(() => {
        if (!document.querySelector('article')) return;
        watcher.disconnect();
        document.documentElement.dataset.pictures = String(
          document.querySelectorAll('article img[src]').length,
        );
      });
      watcher.observe(document, { subtree: true, childList: true });
    });
    await page.clock.install();
    html = await (
      await page.request.get(`${hosts.web}/creator-search`, { headers: { accept: 'text/html' } })
    ).text();
    await page.goto(`${hosts.web}/creator-search`);
    await expect(page.getByText('Searching').first()).toBeAttached();
    // Longer than prefetching waits after the screen appears, but shorter than its maximum wait.
    await page.clock.runFor(8000);
    expect(unnamed).toEqual([]);
    release();
    await expect(page.locator('html')).toHaveAttribute('data-pictures', '0');
    await expect(page.locator('article img[src]').first()).toBeAttached();
    await page.clock.runFor(8000);
    await expect.poll(() => unnamed.some((file) => file.includes('/oidc-'))).toBe(true);
  });
});
