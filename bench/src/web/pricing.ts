import { type Browser, chromium } from '@playwright/test';
import { findBrowser } from '@troupe/scripts/browser';
import { percentile } from '../load.ts';
import { serveBuiltWeb } from './built-web.ts';

export interface PricingFigures {
  /** Compressed JavaScript and CSS of a visitor's first load, in bytes. */
  firstLoad: number;
  /** Largest contentful paint at a quarter of the processor's speed, in milliseconds. */
  largestPaint: number;
  /** The same at full speed. */
  largestPaintFull: number;
}

const SLOWED = 4;
const RUNS = 7;

/**
 * Opens the built pricing page with an empty cache. Without other hosts, since the page needs none.
 */
export async function measurePricing(port: number): Promise<PricingFigures> {
  const stop = await serveBuiltWeb(port);
  const browser = await chromium.launch({
    executablePath: await findBrowser(),
    args: process.getuid?.() === 0 ? ['--no-sandbox'] : [],
  });
  try {
    const address = `http://localhost:${port}/pricing`;
    const slowed: { size: number; largestPaint: number }[] = [];
    const full: number[] = [];
    for (let run = 0; run < RUNS; run++) {
      slowed.push(await load(browser, address, SLOWED));
      full.push((await load(browser, address, 1)).largestPaint);
    }
    return {
      firstLoad: Math.max(...slowed.map(({ size }) => size)),
      largestPaint: percentile(
        slowed.map(({ largestPaint }) => largestPaint),
        0.5,
      ),
      largestPaintFull: percentile(full, 0.5),
    };
  } finally {
    await browser.close();
    stop();
  }
}

async function load(browser: Browser, address: string, slowed: number) {
  const context = await browser.newContext({ viewport: { width: 1280, height: 800 } });
  const page = await context.newPage();
  const devtools = await context.newCDPSession(page);
  await devtools.send('Emulation.setCPUThrottlingRate', { rate: slowed });
  await page.goto(address);
  await page.getByRole('heading', { level: 1 }).waitFor();
  // Sections that load later could be larger than the first paint.
  await page.waitForTimeout(1500);
  const measured = await page.evaluate(
    () =>
      new Promise<{ size: number; largestPaint: number }>((resolve) => {
        const resources = performance.getEntriesByType('resource') as PerformanceResourceTiming[];
        const size = resources
          .filter(({ name }) => /\.(js|css)$/.test(new URL(name).pathname))
          .reduce((sum, { encodedBodySize }) => sum + encodedBodySize, 0);
        new PerformanceObserver((list) =>
          resolve({ size, largestPaint: list.getEntries().at(-1)?.startTime ?? Number.NaN }),
        ).observe({ type: 'largest-contentful-paint', buffered: true });
      }),
  );
  await context.close();
  return measured;
}
