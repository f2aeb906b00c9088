import { defineConfig } from '@playwright/test';
import { findChromium } from './support/chromium.ts';
import { hosts } from './support/hosts.ts';

/** Browser tests of the whole system. Start it first (`npm start`), or run `npm test`. */
export default defineConfig({
  testDir: '.',
  testMatch: '*.spec.ts',
  outputDir: process.env.E2E_OUTPUT_DIR ?? 'test-results',
  fullyParallel: true,
  forbidOnly: true,
  // Retry once for slowness on a busy machine; a second failure is real.
  retries: 1,
  workers: Number(process.env.E2E_WORKERS ?? 3),
  // Timeouts only stop tests that would hang, however busy the machine is.
  timeout: 180_000,
  expect: { timeout: 30_000 },
  reporter: process.env.E2E_REPORTER ?? 'list',
  use: {
    actionTimeout: 60_000,
    baseURL: hosts.web,
    viewport: { width: 1440, height: 900 },
    locale: 'en-GB',
    timezoneId: 'Europe/Berlin',
    // Recording would make every test about a third slower.
    trace: 'on-first-retry',
    screenshot: 'only-on-failure',
    // main-journey.spec.ts and keyboard.spec.ts keep animations, like most users.
    contextOptions: { reducedMotion: 'reduce' },
    launchOptions: await findChromium(),
  },
});
