import { chromium, type Page } from '@playwright/test';
import { findBrowser } from '@troupe/scripts/browser';
import { percentile } from '../load.ts';
import { serveBuiltWeb } from './built-web.ts';
import { type FirstLoad, measureLoad } from './first-load.ts';

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
    const slowed: FirstLoad[] = [];
    const full: number[] = [];
    for (let run = 0; run < RUNS; run++) {
      slowed.push(await measureLoad(browser, { address, slowed: SLOWED, untilShown }));
      full.push((await measureLoad(browser, { address, slowed: 1, untilShown })).largestPaint);
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

async function untilShown(page: Page): Promise<void> {
  await page.getByRole('heading', { level: 1 }).waitFor();
  // Sections that load later could be larger than the first paint.
  await page.waitForTimeout(1500);
}
