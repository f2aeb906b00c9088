import { type Browser, chromium } from '@playwright/test';
import { findBrowser } from '@troupe/scripts/browser';
import { percentile } from '../load.ts';
import { serveBuiltWeb } from './built-web.ts';

export interface MarketingFigures {
  /** Compressed size of the heaviest page for a visitor with an empty cache, in bytes. */
  bytes: number;
  heaviest: string;
  /**
   * Largest contentful paint of the slowest page (median) at a quarter of the processor's speed, in
   * ms.
   */
  largestPaint: number;
  slowest: string;
}

const PAGES = ['/pricing', '/book-a-demo', '/demo-confirmation', '/terms', '/faq'];
const SLOWED = 4;
const RUNS = 5;

/** Opens each visitor page with an empty cache. Without other hosts, since the pages need none. */
export async function measureMarketing(port: number): Promise<MarketingFigures> {
  const stop = await serveBuiltWeb(port);
  const browser = await chromium.launch({
    executablePath: await findBrowser(),
    args: process.getuid?.() === 0 ? ['--no-sandbox'] : [],
  });
  try {
    const found: { path: string; bytes: number; largestPaint: number }[] = [];
    for (const path of PAGES) {
      const visits: Awaited<ReturnType<typeof visit>>[] = [];
      for (let run = 0; run < RUNS; run++)
        visits.push(await visit(browser, `http://localhost:${port}${path}`));
      found.push({
        path,
        bytes: Math.max(...visits.map(({ bytes }) => bytes)),
        largestPaint: percentile(
          visits.map(({ largestPaint }) => largestPaint),
          0.5,
        ),
      });
    }
    const [heavy] = found.toSorted((a, b) => b.bytes - a.bytes);
    const [slow] = found.toSorted((a, b) => b.largestPaint - a.largestPaint);
    if (!heavy || !slow) throw new Error('No page was measured.');
    return {
      bytes: heavy.bytes,
      heaviest: heavy.path,
      largestPaint: slow.largestPaint,
      slowest: slow.path,
    };
  } finally {
    await browser.close();
    stop();
  }
}

async function visit(browser: Browser, address: string) {
  const context = await browser.newContext({ viewport: { width: 1280, height: 800 } });
  const page = await context.newPage();
  const devtools = await context.newCDPSession(page);
  await devtools.send('Emulation.setCPUThrottlingRate', { rate: SLOWED });
  await page.goto(address, { waitUntil: 'load' });
  // Sections that load later could be larger than the first paint.
  await page.waitForTimeout(1000);
  const measured = await page.evaluate(
    () =>
      new Promise<{ bytes: number; largestPaint: number }>((resolve) => {
        const loads = [
          ...performance.getEntriesByType('navigation'),
          ...performance.getEntriesByType('resource'),
        ] as PerformanceResourceTiming[];
        const bytes = loads.reduce((sum, { encodedBodySize }) => sum + encodedBodySize, 0);
        new PerformanceObserver((list) =>
          resolve({ bytes, largestPaint: list.getEntries().at(-1)?.startTime ?? Number.NaN }),
        ).observe({ type: 'largest-contentful-paint', buffered: true });
      }),
  );
  await context.close();
  return measured;
}
