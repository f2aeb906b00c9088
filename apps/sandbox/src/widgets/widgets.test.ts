import { createHmac } from 'node:crypto';
import { createContext, runInContext } from 'node:vm';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { startTestSandbox, type TestSandbox } from '../sandbox.testing.ts';
import type { WidgetCall } from './widgets.ts';

const SECRET = 'sandbox-intercom-messenger-secret';
let at: TestSandbox;
beforeAll(async () => {
  at = await startTestSandbox();
});
afterAll(() => at.close());
beforeEach(async () => {
  await at.ask('DELETE', '/api/widgets');
  await at.ask('DELETE', '/api/faults');
});

const calls = async (widget: string): Promise<WidgetCall[]> =>
  (await at.json<{ calls: WidgetCall[] }>(`/api/widgets?widget=${widget}`)).calls
    .filter(({ call }) => call !== 'script' && call !== 'identity')
    .toReversed();

/** A minimal browser environment for the scripts. */
class FakePage {
  readonly window: Record<string, unknown>;
  readonly storage = new Map<string, string>();
  readonly sent: Promise<unknown>[] = [];
  readonly #context: object;

  constructor() {
    const element = () => ({
      style: {},
      setAttribute: () => {},
      addEventListener: () => {},
      append: () => {},
      remove: () => {},
      focus: () => {},
    });
    const document = {
      currentScript: null as { src: string } | null,
      createElement: element,
      querySelector: (selector: string) => (selector === '#place' ? element() : null),
      querySelectorAll: () => [],
      addEventListener: () => {},
      body: { append: () => {} },
    };
    this.window = {
      document,
      URL,
      setTimeout,
      crypto,
      console: { error: () => {} },
      location: { pathname: '/inbox' },
      atob,
      localStorage: {
        getItem: (key: string) => this.storage.get(key) ?? null,
        setItem: (key: string, value: string) => void this.storage.set(key, value),
        removeItem: (key: string) => void this.storage.delete(key),
      },
      fetch: (address: string, init: RequestInit) => {
        const { keepalive: _, ...rest } = init;
        const answer = fetch(address, rest);
        this.sent.push(answer.catch(() => {}));
        return answer;
      },
    };
    this.window.window = this.window;
    this.#context = createContext(this.window);
  }

  async load(path: string): Promise<void> {
    const script = await (await at.get(path)).text();
    (this.window.document as { currentScript: object }).currentScript = { src: at.sandbox.origin + path };
    runInContext(script, this.#context);
  }

  /** Waits until everything was reported. */
  async told(): Promise<void> {
    for (let known = -1; known !== this.sent.length; ) {
      known = this.sent.length;
      await Promise.all(this.sent);
      await new Promise((resolve) => setTimeout(resolve, 5));
    }
  }

  run(code: string): unknown {
    return runInContext(code, this.#context);
  }
}

const part = (value: object) => Buffer.from(JSON.stringify(value)).toString('base64url');
function token(claims: object, secret = SECRET, header: object = { alg: 'HS256', typ: 'JWT' }): string {
  const text = `${part(header)}.${part(claims)}`;
  return `${text}.${createHmac('sha256', secret).update(text).digest('base64url')}`;
}
const later = () => Math.floor(Date.now() / 1000) + 60;

const prove = (claim: object) =>
  fetch(`${at.sandbox.origin}/widgets/intercom/identity`, { method: 'POST', body: JSON.stringify(claim) });

test('the messenger accepts a person only with a valid token', async () => {
  const good = { intercom_user_jwt: token({ user_id: 'u1', exp: later() }) };
  expect((await prove(good)).status).toBe(200);
  expect((await prove({ intercom_user_jwt: token({ user_id: 'u1' }) })).status).toBe(200);
  for (const [claim, reason] of [
    [{ intercom_user_jwt: token({ user_id: 'u1', exp: later() - 120 }) }, 'expired'],
    [{ intercom_user_jwt: token({ user_id: 'u1', exp: later() }, 'another secret') }, 'another secret'],
    [{ intercom_user_jwt: token({ exp: later() }) }, 'no user_id'],
    [{ intercom_user_jwt: token({ user_id: 'u1' }, SECRET, { alg: 'none' }) }, 'HS256'],
    [{ intercom_user_jwt: 'no.token' }, 'cannot be read'],
    [{}, 'no token'],
  ] as const) {
    const answer = await prove(claim);
    expect([answer.status, await answer.text()], reason).toEqual([400, expect.stringContaining(reason)]);
  }
  await fetch(`${at.sandbox.origin}/api/widgets/enforced`, {
    method: 'PUT',
    headers: { 'content-type': 'application/json' },
    body: '{"enforced":false}',
  });
  expect((await prove({})).status).toBe(200);
});

test('the messenger logs queued calls and rejects a wrong order', async () => {
  const page = new FakePage();
  page.window.intercomSettings = { app_id: 'sandbox1' };
  const jwt = token({ user_id: 'u1', exp: later() });
  page.window.Intercom = Object.assign(() => {}, {
    q: [['boot', { app_id: 'sandbox1', intercom_user_jwt: jwt }]],
  });
  await page.load('/widgets/intercom/widget/sandbox1');
  page.run(
    `Intercom('update'); Intercom('boot', { app_id: 'sandbox1' }); Intercom('shutdown'); Intercom('update');`,
  );
  page.run(`Intercom('nonsense')`);
  await page.told();
  expect((await calls('intercom')).map(({ call, refused }) => [call, refused])).toEqual([
    ['boot', null],
    ['update', null],
    ['boot', 'Already running.'],
    ['shutdown', null],
    ['update', 'Not running.'],
    ['nonsense', 'Unknown command.'],
  ]);
  const all = await at.json<{ calls: WidgetCall[] }>('/api/widgets?widget=intercom');
  expect(all.calls.find(({ call }) => call === 'identity')).toMatchObject({ refused: null });
});

test('the messenger reports a missing shutdown and missing settings', async () => {
  const page = new FakePage();
  await page.load('/widgets/intercom/widget/sandbox1');
  page.storage.set('sandbox-intercom-person', 'somebody before');
  page.run(`Intercom('boot', { app_id: 'sandbox1', user_id: 'u2' })`);
  await page.told();
  expect((await calls('intercom')).map(({ refused }) => refused)).toEqual([
    'intercomSettings is missing.',
    'The previous person was not shut down.',
  ]);
});

test('product updates require settings first and report unread updates until shown', async () => {
  const without = new FakePage();
  await without.load('/widgets/beamer/js/beamer-embed.js');
  without.run('Beamer.show()');
  await without.told();
  expect((await calls('beamer')).map(({ refused }) => refused)).toEqual([
    'beamer_config.product_id is missing.',
    'Not running.',
  ]);
  const page = new FakePage();
  const counts: number[] = [];
  page.window.beamer_config = {
    product_id: 'p',
    user_id: 'u1',
    callback: (count: number) => counts.push(count),
  };
  await page.load('/widgets/beamer/js/beamer-embed.js');
  expect(counts).toEqual([]);
  await expect.poll(() => counts).toEqual([3]);
  page.run('Beamer.show()');
  expect(counts).toEqual([3, 0]);
});

test('the badge requires an existing element', async () => {
  const page = new FakePage();
  await page.load('/widgets/headway/widget.js');
  const counts: number[] = [];
  page.window.ready = (widget: { getUnseenCount(): number }) => counts.push(widget.getUnseenCount());
  page.run(`Headway.init({ account: 'a', selector: '#late' })`);
  page.run(`Headway.init({ account: 'a', selector: '#place', callbacks: { onWidgetReady: ready } })`);
  await expect.poll(() => counts).toEqual([2]);
  page.run('Headway.show()');
  await page.told();
  expect((await calls('headway')).map(({ call, refused }) => [call, refused])).toEqual([
    ['load', null],
    ['init', 'Requires an account and an existing element.'],
    ['init', null],
    ['show', null],
  ]);
});

test('the tag manager finds purchases and page views that tags would misread', async () => {
  const page = new FakePage();
  page.run(`dataLayer = [{ event: 'gtm.js' }]`);
  await page.load('/widgets/gtm.js?id=GTM-SANDBOX');
  const purchase = (more: string) =>
    `{ event: 'purchase', ecommerce: { transaction_id: 't1', value: 49, currency: 'USD', items: [{ item_id: 'a' }], ${more} } }`;
  for (const [code, reason] of [
    [`dataLayer.push(${purchase('')})`, 'not cleared'],
    [`dataLayer.push({ ecommerce: null }, ${purchase(`value: '49'`)})`, 'value is not a number'],
    [`dataLayer.push({ ecommerce: null }, ${purchase('')})`, null],
    [`dataLayer.push({ ecommerce: null }, ${purchase('')})`, 'a duplicate'],
    [`dataLayer.push({ event: 'login', who: 'ann@acme.test' })`, 'email address'],
    [`dataLayer.push({ event: 'page_view', page_path: '/campaigns/01a1c2c1' })`, 'name of a screen'],
    [`dataLayer.push({ event: 'page_view', page_path: '/login?code=x' })`, 'name of a screen'],
    [`dataLayer.push({ event: 'page_view', page_path: '/campaigns/$campaignId' })`, null],
  ] as const) {
    page.run(code);
    await page.told();
    const last = (await calls('tag-manager')).at(-1)?.refused ?? null;
    if (reason === null) expect(last, code).toBeNull();
    else expect(last, code).toContain(reason);
  }
  const wrong = new FakePage();
  await wrong.load('/widgets/gtm.js?id=GTM-SANDBOX');
  await wrong.told();
  expect((await calls('tag-manager')).at(-1)?.refused).toBe('dataLayer was not defined first.');
});

test('scripts fail as configured, and can be loaded by other hosts', async () => {
  const fault = (failure: string) =>
    at.ask('POST', '/api/faults', { provider: 'widgets', target: 'beamer', failure });
  const script = () => at.get('/widgets/beamer/js/beamer-embed.js');
  expect((await script()).headers.get('cross-origin-resource-policy')).toBe('cross-origin');
  await fault('down');
  expect((await script()).status).toBe(404);
  await fault('garbage');
  expect(await (await script()).text()).toContain('<!doctype');
  await fault('throws');
  expect(await (await script()).text()).toContain('throw new Error');
  expect((await fault('explodes')).status).toBe(422);
  await at.ask('DELETE', '/api/faults');
  expect(await (await script()).text()).toContain('window.Beamer');
});

test('the control page shows page activity, and rejects reports of unknown widgets', async () => {
  await prove({});
  expect(await (await at.get('/widgets')).text()).toContain('There is no token.');
  const foreign = await fetch(`${at.sandbox.origin}/api/widgets`, {
    method: 'DELETE',
    headers: { 'sec-fetch-site': 'cross-site' },
  });
  expect(foreign.status).toBe(403);
  expect(
    (await fetch(`${at.sandbox.origin}/widgets/calls`, { method: 'POST', body: '{"widget":"x"}' })).status,
  ).toBe(422);
});
