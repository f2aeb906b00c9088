import { mkdirSync } from 'node:fs';
import path from 'node:path';
import { test as base } from '@playwright/test';
import { COLOURS, findingsOn } from './axe.ts';
import { speedUpByRole } from './by-role.ts';
import { expect } from './expect.ts';
import { hosts, type Person, people } from './hosts.ts';
import { logIn } from './login.ts';
import { type Session, SharedPage } from './shared-page.ts';

interface Options {
  /** The account the page starts with; null starts logged out. */
  as: Person | null;
}

interface Fixtures {
  /** Opens a dashboard URL. */
  open: (path: string) => Promise<void>;
  /**
   * Blocks live events: otherwise the first event of a stream reloads everything at a random moment and
   * clears the errors of failed calls.
   */
  withoutLiveEvents: () => Promise<void>;
  /** Expects no axe findings on the current page. */
  expectAccessible: (within?: string) => Promise<void>;
  /** Also checks contrast in the dark scheme. */
  expectAccessibleInBoth: (within?: string) => Promise<void>;
}

interface WorkerFixtures {
  /** Logs in when the session file gets too old, usually once per worker, and returns the file. */
  sessionFile: (person: Person) => Promise<string>;
  keptPage: SharedPage;
}

/** How long a session file is used: tests call the API with its access token, which expires after 30 minutes. */
const SESSION_MS = 15 * 60_000;

/** `test.use({ as: 'owner' })` opens the page logged in through the real login page. */
export const test = base.extend<Options & Fixtures, WorkerFixtures>({
  as: [null, { option: true }],

  sessionFile: [
    async ({ browser }, use, worker) => {
      const folder = path.join(worker.project.outputDir, 'sessions');
      mkdirSync(folder, { recursive: true });
      const known = new Map<Person, { file: Promise<string>; at: number }>();
      const make = async (person: Person) => {
        const file = path.join(folder, `${worker.workerIndex}-${person}.json`);
        const context = await browser.newContext({ storageState: { cookies: [], origins: [] } });
        await logIn(await context.newPage(), people[person]);
        await context.storageState({ path: file });
        await context.close();
        return file;
      };
      await use((person) => {
        let session = known.get(person);
        if (!session || performance.now() - session.at > SESSION_MS) {
          session = { file: make(person), at: performance.now() };
          known.set(person, session);
        }
        return session.file;
      });
    },
    { scope: 'worker' },
  ],

  storageState: async ({ as, sessionFile }, use) => {
    await use(as ? await sessionFile(as) : { cookies: [], origins: [] });
  },

  keptPage: [
    async ({ browser }, use) => {
      const kept = new SharedPage(browser);
      await use(kept);
      await kept.close();
    },
    { scope: 'worker' },
  ],

  context: async (
    { keptPage, storageState, permissions, viewport, locale, timezoneId, colorScheme, contextOptions },
    use,
  ) => {
    const key = JSON.stringify({ viewport, locale, timezoneId, colorScheme, contextOptions });
    await use(await keptPage.begin(key, storageState as Session | string | undefined, permissions));
    // Pending responses don't matter after the test.
    await keptPage.end(viewport);
  },

  page: async ({ context: _begun, keptPage }, use) => {
    speedUpByRole(keptPage.page);
    await use(keptPage.page);
  },

  open: async ({ page }, use) => {
    await use(async (address) => {
      await page.goto(hosts.web + address);
    });
  },

  withoutLiveEvents: async ({ page }, use) => {
    await use(async () => {
      await page.route(`${hosts.api}/brand/*/events`, () => {});
    });
  },

  expectAccessible: async ({ page }, use) => {
    await use(async (within) => {
      expect(await findingsOn(page, within)).toEqual([]);
    });
  },

  expectAccessibleInBoth: async ({ page }, use) => {
    await use(async (within) => {
      await page.emulateMedia({ colorScheme: 'dark' });
      expect(await findingsOn(page, within, COLOURS)).toEqual([]);
      await page.emulateMedia({ colorScheme: 'light' });
      expect(await findingsOn(page, within)).toEqual([]);
    });
  },
});

export { expect };
