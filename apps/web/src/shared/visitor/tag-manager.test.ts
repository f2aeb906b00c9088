import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import type { TagManagerConfig } from '../config.ts';

const manager: TagManagerConfig = {
  container: 'GTM-AB12CD3',
  script: 'https://www.googletagmanager.com/gtm.js',
  consent: 'denied',
};
let scripts: { src: string }[] = [];
const layer = () => (window.dataLayer ?? []) as ArrayLike<unknown>[];

beforeEach(() => {
  scripts = [];
  vi.resetModules();
  vi.stubGlobal('window', {});
  vi.stubGlobal('document', {
    createElement: () => ({ src: '' }),
    head: { append: (script: { src: string }) => scripts.push(script) },
  });
});
afterEach(() => vi.unstubAllGlobals());

/** The page shows a screen, whose route is named like its address unless said otherwise. */
async function open(pathname: string, { given = manager, route = pathname } = {}): Promise<void> {
  vi.stubGlobal('location', { pathname });
  const { trackScreen } = await import('./tag-manager.ts');
  trackScreen(given, route);
}

/** The tracked paths, in order. */
const views = () =>
  layer().flatMap((entry) => {
    const { event, page_path } = entry as { event?: string; page_path?: string };
    return event === 'page_view' ? [page_path] : [];
  });

test('the container loads once, after the default consent', async () => {
  await open('/pricing');
  await open('/campaigns');
  expect(scripts.map(({ src }) => src)).toEqual(['https://www.googletagmanager.com/gtm.js?id=GTM-AB12CD3']);
  const [consent, begin, ...more] = layer();
  expect(Array.from(consent ?? [])).toEqual([
    'consent',
    'default',
    expect.objectContaining({ ad_storage: 'denied', analytics_storage: 'denied' }),
  ]);
  // An array would be read as an event.
  expect(Object.prototype.toString.call(consent)).toBe('[object Arguments]');
  expect(begin).toEqual({ 'gtm.start': expect.any(Number), event: 'gtm.js' });
  expect(more).toEqual([
    { event: 'page_view', page_path: '/pricing' },
    { event: 'page_view', page_path: '/campaigns' },
  ]);
});

test('each navigation is one page view, by the name of its route, and what changes within a screen is none', async () => {
  const route = '/campaigns/$campaignId/opt-ins';
  await open('/campaigns/');
  await open('/campaigns/01a1c2c1/opt-ins', { route });
  await open('/campaigns/01a1c2c1/opt-ins', { route });
  await open('/campaigns/02b2d3d2/opt-ins', { route });
  await open('/', { route: '/' });
  expect(views()).toEqual(['/campaigns', route, route, '/']);
  expect(JSON.stringify(layer())).not.toContain('01a1c2c1');
});

test('a screen with a secret in its address is no page view, the way back from it is', async () => {
  await open('/campaigns');
  await open('/team-invite/secret', { route: '/team-invite/$token' });
  await open('/campaigns');
  expect(views()).toEqual(['/campaigns', '/campaigns']);
});

test('what is in the layer already stays there, and a given consent is passed on', async () => {
  const earlier = { event: 'earlier' };
  vi.stubGlobal('window', { dataLayer: [earlier] });
  await open('/', { given: { ...manager, consent: 'granted' } });
  expect(layer()[0]).toBe(earlier);
  expect(layer()[1]?.[2]).toMatchObject({ ad_user_data: 'granted' });
});

test.each(['/login', '/logout/', '/team-invite/secret', '/reopen/secret', '/order-integration-install'])(
  'tags do not read along the address %s, and begin on the next screen',
  async (pathname) => {
    await open(pathname);
    expect([scripts.length, window.dataLayer]).toEqual([0, undefined]);
    await open('/campaigns');
    expect(scripts).toHaveLength(1);
  },
);
