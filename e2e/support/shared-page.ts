import type { EventEmitter } from 'node:events';
import { readFileSync } from 'node:fs';
import type { Browser, BrowserContext, Page } from '@playwright/test';
import { hosts } from './hosts.ts';

/** Cookies and local storage that a test starts with. */
export interface Session {
  cookies: Parameters<BrowserContext['addCookies']>[0];
  origins: { origin: string; localStorage: { name: string; value: string }[] }[];
}

/** A plain document on the dashboard's origin. */
const NOTHING = `${hosts.web}/robots.txt`;
/** Origins that only store cookies, or whose storage is cleared here. */
const HARMLESS = new Set([hosts.web, hosts.auth].map((address) => new URL(address).origin));
const LISTENED_TO = ['request', 'response', 'console', 'pageerror', 'dialog', 'popup', 'download'] as const;

/**
 * The page shared by all tests of a worker. Reloading the dashboard in the same page takes a third of the CPU
 * time of a new context. Leftover state is cleared; if that's impossible, the page or context is closed.
 */
export class SharedPage {
  #browser: Browser;
  #context: BrowserContext | undefined;
  #page: Page | undefined;
  /** The options that the context was created with. */
  #key = '';
  /** Whether the page or the context holds state that can't be cleared. */
  #pageMarked = false;
  #contextMarked = false;

  constructor(browser: Browser) {
    this.#browser = browser;
  }

  /** Returns the context for a test. Only cached files remain of earlier tests. */
  async begin(
    key: string,
    state: Session | string | undefined,
    permissions: string[] = [],
  ): Promise<BrowserContext> {
    const session = typeof state === 'string' ? (JSON.parse(readFileSync(state, 'utf8')) as Session) : state;
    if (this.#key !== key) await this.close();
    this.#key = key;
    const context = this.#context ?? (await this.#open());
    await context.clearCookies();
    await context.addCookies(session?.cookies ?? []);
    await context.grantPermissions(permissions);
    const page = this.#page ?? (await context.newPage());
    this.#page = page;
    // The previous test left the page there.
    if (page.url() !== NOTHING) await page.goto(NOTHING);
    const stored = session?.origins.find(({ origin }) => origin === new URL(hosts.web).origin);
    await page.evaluate(async (items) => {
      sessionStorage.clear();
      localStorage.clear();
      for (const { name, value } of items) localStorage.setItem(name, value);
      for (const { name = '' } of await indexedDB.databases()) indexedDB.deleteDatabase(name);
    }, stored?.localStorage ?? []);
    return context;
  }

  /** The page of the current test. */
  get page(): Page {
    if (!this.#page) throw new Error('Call begin() first.');
    return this.#page;
  }

  /** Clears the test's state and leaves the dashboard, so its requests and timers stop. */
  async end(viewport: { width: number; height: number } | null): Promise<void> {
    const [context, page] = [this.#context, this.#page];
    if (!context || !page) return;
    if (this.#contextMarked) return await this.close();
    for (const other of context.pages()) if (other !== page) await other.close();
    await context.unrouteAll({ behavior: 'ignoreErrors' });
    await context.clearPermissions();
    await context.setOffline(false);
    const events = page as unknown as EventEmitter;
    const listened = LISTENED_TO.some((event) => events.listenerCount(event) > 0);
    if (page.isClosed() || this.#pageMarked || listened) {
      await page.close();
      this.#page = undefined;
      this.#pageMarked = false;
      return;
    }
    await page.unrouteAll({ behavior: 'ignoreErrors' });
    if (viewport) await page.setViewportSize(viewport);
    await page.emulateMedia({ media: null, colorScheme: null, reducedMotion: null, forcedColors: null });
    await page.goto(NOTHING);
  }

  /** Closes the context and its page. The next test gets a new one. */
  async close(): Promise<void> {
    await this.#context?.close();
    this.#context = undefined;
    this.#page = undefined;
    this.#contextMarked = false;
    this.#pageMarked = false;
  }

  async #open(): Promise<BrowserContext> {
    // The other options come from the test.
    const context = await this.#browser.newContext({ storageState: undefined });
    this.#context = context;
    const markContext = () => (this.#contextMarked = true);
    const markPage = () => (this.#pageMarked = true);
    before(context, ['addInitScript', 'exposeFunction', 'exposeBinding'], markContext);
    before(context.clock, ['install', 'setFixedTime', 'setSystemTime', 'pauseAt'], markContext);
    before(context, ['newCDPSession'], markPage);
    context.on('page', (page) => {
      before(page, ['addInitScript', 'exposeFunction', 'exposeBinding'], markPage);
      keepCache(page);
      page.on('framenavigated', (frame) => {
        const { origin, protocol } = new URL(frame.url());
        if (protocol.startsWith('http') && !HARMLESS.has(origin)) markContext();
      });
    });
    return context;
  }
}

/** The part of Playwright's own page that sends commands to the browser. */
interface Internals {
  _connection: {
    toImpl(page: Page): {
      delegate: {
        _networkManager: {
          _forEachSession(
            send: (info: { session: { send(method: string, given: object): Promise<unknown> } }) => unknown,
          ): Promise<void>;
        };
      };
    };
  };
}

/**
 * Keeps the HTTP cache while requests are intercepted. Playwright disables it, and loading all files of the app again
 * takes twice the processor time. Routes for files of the app, or for everything, disable it, since cached files may
 * not be requested.
 */
function keepCache(page: Page): void {
  const route = page.route.bind(page);
  let filesRouted = false;
  const routed: Page['route'] = async (...given) => {
    const intercepted = await route(...given);
    filesRouted ||= /assets|^\*\*\/\*$/.test(given[0] instanceof RegExp ? given[0].source : String(given[0]));
    const { delegate } = (page as unknown as Internals)._connection.toImpl(page);
    await delegate._networkManager._forEachSession(({ session }) =>
      session.send('Network.setCacheDisabled', { cacheDisabled: filesRouted }),
    );
    return intercepted;
  };
  Object.defineProperty(page, 'route', { value: routed });
  const unrouteAll = page.unrouteAll.bind(page);
  const released: Page['unrouteAll'] = async (...given) => {
    filesRouted = false;
    await unrouteAll(...given);
  };
  Object.defineProperty(page, 'unrouteAll', { value: released });
}

/** Calls `tell` before each call of these methods. */
function before<T extends object>(owner: T, methods: (keyof T)[], tell: () => void): void {
  for (const name of methods) {
    const method = owner[name] as (...given: unknown[]) => unknown;
    const told = (...given: unknown[]) => {
      tell();
      return method.apply(owner, given);
    };
    Object.defineProperty(owner, name, { value: told });
  }
}
