import type { Browser, Page } from '@playwright/test';
import { percentile } from '../load.ts';
import { type LoggedIn, logIn, withDemoInstance } from './demo-instance.ts';
import { type FirstLoad, measureLoad } from './first-load.ts';

export interface WebFigures {
  /** Compressed JavaScript and CSS of the first load, in bytes. */
  firstLoad: number;
  /** Largest contentful paint at a quarter of the processor's speed, in milliseconds. */
  largestPaint: number;
  /** From a keystroke to updated rows, in milliseconds. */
  typingP50: number;
  typingP95: number;
  creators: number;
  /** From the end of the report's response to the first frame with its charts, in milliseconds. */
  panelP50: number;
  panelP95: number;
}

const SLOWED = 4;
const RUNS = 5;
const PANELS = 20;
const SEARCHES =
  'trail kitchen brews glow wardrobe lifts pixel gadget lens chords ink garden tribe paws gravel pages'.split(
    ' ',
  );

/** Measures the search screen in a browser, on a production instance with demo data. */
export async function measureWeb(portBase: number, say: (text: string) => void): Promise<WebFigures> {
  return withDemoInstance({ name: 'web', portBase, say }, async ({ browser, web }) => {
    const loggedIn = await logIn({ browser, web });
    const first = { address: `${web}/creator-search`, slowed: SLOWED, storageState: loggedIn, untilShown };
    const loads: FirstLoad[] = [];
    for (let run = 0; run < RUNS; run++) loads.push(await measureLoad(browser, first));
    const typing = await measureTyping(browser, web, loggedIn);
    const panels = await measurePanel(browser, web, loggedIn);
    return {
      firstLoad: Math.max(...loads.map(({ size }) => size)),
      largestPaint: percentile(
        loads.map(({ largestPaint }) => largestPaint),
        0.5,
      ),
      typingP50: percentile(typing, 0.5),
      typingP95: percentile(typing, 0.95),
      creators: 20_000,
      panelP50: percentile(panels, 0.5),
      panelP95: percentile(panels, 0.95),
    };
  });
}

const results = (page: Page) => page.getByRole('article').first().waitFor({ timeout: 60_000 });

async function untilShown(page: Page): Promise<void> {
  await results(page);
  await page.waitForTimeout(1000);
}

/** From each change of the search box to the first frame with other rows; 3 s if there is none. */
async function measureTyping(browser: Browser, web: string, storageState: LoggedIn): Promise<number[]> {
  const context = await browser.newContext({ storageState, viewport: { width: 1280, height: 800 } });
  const page = await context.newPage();
  await page.goto(`${web}/creator-search`);
  await results(page);
  const field = page.getByRole('searchbox', { name: 'Search creators' });
  await field.focus();
  await page.evaluate(() => {
    const shown = () => [...document.querySelectorAll('article')].map((card) => card.textContent).join();
    addEventListener(
      'input',
      () => {
        const before = shown();
        const startedAt = performance.now();
        const look = () => {
          const took = performance.now() - startedAt;
          if (shown() === before && took < 3000) requestAnimationFrame(look);
          else document.documentElement.dataset.took = String(took);
        };
        requestAnimationFrame(look);
      },
      true,
    );
  });
  const times: number[] = [];
  for (const text of SEARCHES) {
    await page.evaluate(() => delete document.documentElement.dataset.took);
    await field.fill(text);
    await page.waitForFunction(() => document.documentElement.dataset.took !== undefined);
    times.push(await page.evaluate(() => Number(document.documentElement.dataset.took)));
    await page.waitForTimeout(400);
  }
  await context.close();
  return times;
}

/** From a report's response to its charts, on pages opened with each report's panel. */
async function measurePanel(browser: Browser, web: string, storageState: LoggedIn): Promise<number[]> {
  const context = await browser.newContext({ storageState, viewport: { width: 1440, height: 900 } });
  await context.addInitScript(() => {
    const look = () => {
      if (!document.querySelector('.audience-charts .t-chart-drawing svg path')) return;
      watcher.disconnect();
      requestAnimationFrame(() => {
        document.documentElement.dataset.drawn = String(performance.now());
      });
    };
    const watcher = new MutationObserver(look);
    watcher.observe(document, { subtree: true, childList: true });
  });
  const page = await context.newPage();
  const listed = page.waitForResponse((response) => response.url().includes('/audience-reports'));
  await page.goto(`${web}/creator-search/deep-insights`);
  const { reports } = (await (await listed).json()) as { reports: { socialProfile: { id: string } }[] };
  const times: number[] = [];
  for (let run = 0; run < PANELS; run++) {
    const { id } = reports[run % reports.length]?.socialProfile ?? {};
    await page.goto(`${web}/creator-search/deep-insights?creator=${id}`);
    await page.waitForFunction(() => document.documentElement.dataset.drawn !== undefined);
    times.push(
      await page.evaluate(() => {
        const answers = performance.getEntriesByType('resource') as PerformanceResourceTiming[];
        const answer = answers.find(({ name }) => name.includes('/audience-data'));
        return Number(document.documentElement.dataset.drawn) - (answer?.responseEnd ?? Number.NaN);
      }),
    );
  }
  await context.close();
  return times;
}
