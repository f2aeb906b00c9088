import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { gzipSync } from 'node:zlib';
import type { Browser, BrowserContext } from '@playwright/test';
import { withClient } from '@troupe/scripts/postgres/databases';
import { percentile } from '../load.ts';
import { type LoggedIn, logIn, withDemoInstance } from './demo-instance.ts';

/** A page over a slow connection; median times in milliseconds. */
export interface PageFigures {
  name: string;
  /** From the start of navigation to the first frame with rows, with an empty and a full cache. */
  cold: number;
  warm: number;
  /**
   * The same for a handwritten page: a document, a script and one request for the same response.
   */
  bareCold: number;
  bareWarm: number;
  /** Largest cumulative layout shift. */
  layoutShift: number;
  /** From clicking a row, menu or field to the next paint. */
  interaction: number;
  /** Requests sent before the first rows, with an empty cache. */
  requests: number;
}

/** Result of {@link measurePages}. */
export interface SlowNetworkFigures {
  pages: PageFigures[];
  /** From Ctrl+K to the first frame with the command palette, on a page that just showed its rows; in milliseconds. */
  palette: { p50: number; slowest: number };
  /** Layout shift while scrolling from the top of 500 rows to their end. */
  scrollShift: number;
}

/** A browser and a person signed in to the dashboard. */
interface SignedIn {
  browser: Browser;
  web: string;
  storageState: LoggedIn;
}

interface Target {
  name: string;
  path: string;
  /** Selector of the rows. */
  row: string;
  /** Selector of the clicked element. */
  click: string;
  /** The call whose response the rows show, without the API's origin. */
  call: RegExp;
}

const RUNS = 5;
const PALETTE_RUNS = 10;
const PROCESSOR_SLOWED = 4;
const NETWORK = {
  offline: false,
  latency: 150,
  downloadThroughput: 1_600_000 / 8,
  uploadThroughput: 750_000 / 8,
};
const LIST = '00000000-0000-4000-8000-000000000500';

/**
 * Opens four pages with throttled processor and network, on a production instance with demo data; the command palette
 * and a long list without throttling.
 */
export async function measurePages(
  portBase: number,
  say: (text: string) => void,
): Promise<SlowNetworkFigures> {
  return withDemoInstance({ name: 'pages', portBase, say }, async ({ browser, web, databaseUrl }) => {
    const targets = await prepare(databaseUrl);
    const storageState = await logIn({ browser, web });
    const pages = await measureTargets({ browser, web, storageState }, targets, say);
    const palette = await measurePalette({ browser, web, storageState });
    say(`pages: palette, ${palette.map(Math.round).join(', ')} ms`);
    return {
      pages,
      palette: { p50: percentile(palette, 0.5), slowest: Math.max(...palette) },
      scrollShift: await measureScrollShift({ browser, web, storageState }),
    };
  });
}

/** Fills a list with 500 creators, and returns the pages to measure. */
async function prepare(databaseUrl: string): Promise<Target[]> {
  return withClient(databaseUrl, async (database) => {
    const { rows } = await database.query<{ id: string; brandId: string }>(
      `select id, brand_id as "brandId" from campaign where title = 'Autumn Trail Kit'`,
    );
    const [campaign] = rows;
    if (!campaign) throw new Error('The demo has no such campaign');
    await database.query(`insert into creator_list (id, brand_id, title) values ($1, $2, '500 creators')`, [
      LIST,
      campaign.brandId,
    ]);
    await database.query(
      `insert into creator_list_item (id, brand_id, list_id, creator_id, saved_at)
       select gen_random_uuid(), $2, $1, id, now() - random() * interval '90 days' from creator
       where brand_id is null and follower_count is not null order by follower_count desc limit 500`,
      [LIST, campaign.brandId],
    );
    return [
      {
        name: 'creator search',
        path: '/creator-search',
        row: 'article',
        click: 'article',
        call: /\/creators(\?|$)/,
      },
      {
        name: 'list of 500',
        path: `/creator-search/lists?list=${LIST}`,
        row: 'main [data-row]',
        click: 'main [data-row]',
        call: /\/creator-list-items\//,
      },
      {
        name: 'campaign',
        path: `/campaigns/${campaign.id}`,
        row: 'main table tbody tr',
        click: 'main table tbody tr',
        call: /\/v2\/opt-ins\//,
      },
      { name: 'inbox', path: '/inbox', row: '.inbox-rows a', click: '.inbox-rows a', call: /\/inbox(\?|$)/ },
    ];
  });
}

/** Measures each page several times, alternating with the handwritten page. */
async function measureTargets(
  { browser, web, storageState }: SignedIn,
  targets: readonly Target[],
  say: (text: string) => void,
): Promise<PageFigures[]> {
  const figures: PageFigures[] = [];
  for (const target of targets) {
    const answer = await answerOf(browser, web, storageState, target);
    const bare = await serveBarePage(answer);
    const runs: { cold: Load; warm: Load; bareCold: Load; bareWarm: Load }[] = [];
    try {
      for (let run = 0; run < RUNS; run++) {
        const own = await browser.newContext({ storageState, viewport: { width: 1440, height: 900 } });
        const cold = await load(own, web + target.path, target.row);
        const warm = await load(own, web + target.path, target.row, target.click);
        await own.close();
        const other = await browser.newContext({ viewport: { width: 1440, height: 900 } });
        const bareCold = await load(other, bare.url, 'article');
        const bareWarm = await load(other, bare.url, 'article');
        await other.close();
        runs.push({ cold, warm, bareCold, bareWarm });
      }
    } finally {
      bare.stop();
    }
    const median = (pick: (run: (typeof runs)[number]) => number) => percentile(runs.map(pick), 0.5);
    figures.push({
      name: target.name,
      cold: median(({ cold }) => cold.rows),
      warm: median(({ warm }) => warm.rows),
      bareCold: median(({ bareCold }) => bareCold.rows),
      bareWarm: median(({ bareWarm }) => bareWarm.rows),
      layoutShift: Math.max(...runs.flatMap(({ cold, warm }) => [cold.layoutShift, warm.layoutShift])),
      interaction: median(({ warm }) => warm.interaction),
      requests: median(({ cold }) => cold.requests),
    });
    say(`pages: ${target.name}, ${JSON.stringify(figures.at(-1))}`);
  }
  return figures;
}

/** Returns the API's response for a page. */
async function answerOf(
  browser: Browser,
  web: string,
  storageState: LoggedIn,
  target: Target,
): Promise<string> {
  const context = await browser.newContext({ storageState });
  const page = await context.newPage();
  const response = page.waitForResponse(
    (one) =>
      one.request().method() === 'GET' &&
      one.request().resourceType() === 'fetch' &&
      target.call.test(one.url()),
  );
  await page.goto(web + target.path);
  const text = await (await response).text();
  await context.close();
  return text;
}

interface Load {
  /** Milliseconds from the start of navigation to the first frame with rows. */
  rows: number;
  layoutShift: number;
  interaction: number;
  requests: number;
}

/**
 * Opens a page with throttled processor and network.
 * @param click what to click once the rows are shown
 */
async function load(context: BrowserContext, url: string, row: string, click?: string): Promise<Load> {
  const page = await context.newPage();
  const devtools = await context.newCDPSession(page);
  await devtools.send('Network.enable');
  await devtools.send('Network.emulateNetworkConditions', NETWORK);
  await devtools.send('Emulation.setCPUThrottlingRate', { rate: PROCESSOR_SLOWED });
  await page.addInitScript(watchPage, row);
  await page.goto(url, { waitUntil: 'commit' });
  await page.waitForFunction(() => document.documentElement?.dataset.rows !== undefined, undefined, {
    timeout: 60_000,
  });
  const rows = await page.evaluate(() => Number(document.documentElement.dataset.rows));
  await page.waitForTimeout(1500);
  // Movement caused by the click isn't a layout shift.
  const layoutShift = await page.evaluate(() => Number(document.documentElement.dataset.shift ?? 0));
  if (click) {
    await page
      .locator(click)
      .first()
      .click({ position: { x: 4, y: 4 } });
    await page.waitForTimeout(1000);
  }
  const found = await page.evaluate((until) => {
    const { interaction = '0' } = document.documentElement.dataset;
    const sent = performance.getEntriesByType('resource').filter(({ startTime }) => startTime < until);
    return { interaction: Number(interaction), requests: sent.length + 1 };
  }, rows);
  await page.close();
  return { rows, layoutShift, ...found };
}

/** Opens the palette on pages with an empty cache as soon as they show their rows. */
async function measurePalette({ browser, web, storageState }: SignedIn): Promise<number[]> {
  const times: number[] = [];
  for (let run = 0; run < PALETTE_RUNS; run++) {
    const context = await browser.newContext({ storageState, viewport: { width: 1440, height: 900 } });
    const page = await context.newPage();
    await page.goto(`${web}/campaigns`);
    await page.locator('main table tbody tr').first().waitFor();
    await page.evaluate(() =>
      addEventListener(
        'keydown',
        ({ timeStamp }) => {
          const look = () => {
            if (!document.querySelector('.palette-input')) return requestAnimationFrame(look);
            setTimeout(() => {
              document.documentElement.dataset.palette = String(performance.now() - timeStamp);
            });
          };
          requestAnimationFrame(look);
        },
        { capture: true, once: true },
      ),
    );
    await page.keyboard.press('Control+k');
    await page.waitForFunction(() => document.documentElement.dataset.palette !== undefined);
    times.push(await page.evaluate(() => Number(document.documentElement.dataset.palette)));
    await context.close();
  }
  return times;
}

/** Scrolls through the list of 500 creators. */
async function measureScrollShift({ browser, web, storageState }: SignedIn): Promise<number> {
  const context = await browser.newContext({ storageState, viewport: { width: 1440, height: 900 } });
  const page = await context.newPage();
  await page.addInitScript(watchPage, 'main [data-row]');
  await page.goto(`${web}/creator-search/lists?list=${LIST}`);
  await page.locator('main [data-row]').first().waitFor();
  const isAtEnd = () => Math.ceil(scrollY + innerHeight) >= document.documentElement.scrollHeight;
  for (let still = 0; still < 3; still = (await page.evaluate(isAtEnd)) ? still + 1 : 0) {
    await page.evaluate(() => scrollBy(0, 600));
    await page.waitForTimeout(150);
  }
  const shift = await page.evaluate(() => Number(document.documentElement.dataset.shift ?? 0));
  await context.close();
  return shift;
}

/**
 * Runs in the page: records the first frame with rows, layout shifts and the slowest interaction.
 */
function watchPage(row: string): void {
  const note = (name: string, value: number) => {
    document.documentElement.dataset[name] = String(value);
  };
  const watcher = new MutationObserver(() => {
    if (!document.querySelector(row)) return;
    watcher.disconnect();
    requestAnimationFrame(() => setTimeout(() => note('rows', performance.now())));
  });
  watcher.observe(document, { subtree: true, childList: true });
  let shift = 0;
  new PerformanceObserver((list) => {
    for (const entry of list.getEntries() as (PerformanceEntry & {
      value: number;
      hadRecentInput: boolean;
    })[])
      if (!entry.hadRecentInput) shift += entry.value;
    note('shift', shift);
  }).observe({ type: 'layout-shift', buffered: true });
  let slowest = 0;
  new PerformanceObserver((list) => {
    for (const entry of list.getEntries() as PerformanceEventTiming[])
      if (entry.interactionId) slowest = Math.max(slowest, entry.duration);
    note('interaction', slowest);
  }).observe({ type: 'event', buffered: true, durationThreshold: 16 } as PerformanceObserverInit);
}

const BARE_SCRIPT = `const texts = (value) => typeof value === 'object' && value ? Object.values(value).flatMap(texts) : [String(value)];
const answer = await (await fetch('/answer.json')).json();
for (const row of Object.values(answer).filter(Array.isArray).sort((a, b) => b.length - a.length)[0]) {
  const card = document.createElement('article');
  for (const text of texts(row)) card.append(Object.assign(document.createElement('span'), { textContent: text }), ' ');
  document.body.append(card);
}`;
const BARE_PAGE = `<!doctype html><html lang="en"><head><meta charset="utf-8"><title>Rows</title>
<link rel="preload" as="fetch" crossorigin href="/answer.json"><script type="module" src="/app.js"></script></head><body></body></html>`;

/** Serves the handwritten page, which shows every text of every row of a response. */
async function serveBarePage(answer: string): Promise<{ url: string; stop: () => void }> {
  const files: Record<string, { type: string; content: string; cache: string }> = {
    '/': { type: 'text/html', content: BARE_PAGE, cache: 'no-cache' },
    '/app.js': { type: 'text/javascript', content: BARE_SCRIPT, cache: 'max-age=31536000, immutable' },
    '/answer.json': { type: 'application/json', content: answer, cache: 'no-store' },
  };
  const server = createServer((request, response) => {
    const file = files[request.url ?? ''];
    if (!file) return response.writeHead(404).end();
    response.writeHead(200, {
      'content-type': `${file.type}; charset=utf-8`,
      'content-encoding': 'gzip',
      'cache-control': file.cache,
    });
    response.end(gzipSync(file.content));
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return {
    url: `http://localhost:${(server.address() as AddressInfo).port}/`,
    stop: () => {
      server.closeAllConnections();
      server.close();
    },
  };
}

/** Declares what runs in the page. */
interface PerformanceEventTiming extends PerformanceEntry {
  interactionId: number;
}
