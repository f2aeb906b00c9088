import { defineConfig } from '@playwright/test';
import { findChromium } from './support/chromium.ts';
import { hosts } from './support/hosts.ts';

/** Journeys through the whole running system; start it first (`npm start`), or run `npm test`. */
export default defineConfig({
  testDir: '.',
  testMatch: '*.spec.ts',
  outputDir: process.env.E2E_OUTPUT_DIR ?? 'test-results',
  fullyParallel: true,
  forbidOnly: true,
  // A busy machine may be slow once; what fails twice is broken.
  retries: 1,
  workers: Number(process.env.E2E_WORKERS ?? 3),
  // Limits only end what would wait forever, however busy the machine is.
  timeout: 180_000,
  expect: { timeout: 30_000 },
  reporter: process.env.E2E_REPORTER ?? 'list',
  use: {
    actionTimeout: 60_000,
    baseURL: hosts.web,
    viewport: { width: 1440, height: 900 },
    locale: 'en-GB',
    timezoneId: 'Europe/Berlin',
    // Recording every journey would cost each of them about a third of its time.
    trace: 'on-first-retry',
    screenshot: 'only-on-failure',
    // main-journey.spec.ts and keyboard.spec.ts keep the motion, as most people do.
    contextOptions: { reducedMotion: 'reduce' },
    launchOptions: await findChromium(),
  },
});
