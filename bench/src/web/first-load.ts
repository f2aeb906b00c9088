import type { Browser, Page } from '@playwright/test';
import type { LoggedIn } from './demo-instance.ts';

export interface FirstLoad {
  /** Compressed JavaScript and CSS, in bytes. */
  size: number;
  /** Largest contentful paint, in milliseconds. */
  largestPaint: number;
}

interface LoadOptions {
  address: string;
  /** How many times slower than it is the processor runs. */
  slowed: number;
  storageState?: LoggedIn;
  untilShown(page: Page): Promise<void>;
}

/** Opens a page with an empty cache and a throttled processor. */
export async function measureLoad(browser: Browser, options: LoadOptions): Promise<FirstLoad> {
  const { address, slowed, storageState, untilShown } = options;
  const viewport = { width: 1280, height: 800 };
  const context = await browser.newContext(storageState ? { storageState, viewport } : { viewport });
  const page = await context.newPage();
  const devtools = await context.newCDPSession(page);
  await devtools.send('Emulation.setCPUThrottlingRate', { rate: slowed });
  await page.goto(address);
  await untilShown(page);
  const measured = await page.evaluate(
    () =>
      new Promise<FirstLoad>((resolve) => {
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
