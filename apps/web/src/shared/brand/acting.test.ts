import { ACTING_HEADER } from '@troupe/contract/headers';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';

const kept = new Map<string, string>();
const went: string[] = [];
beforeEach(() => {
  kept.clear();
  went.length = 0;
  vi.stubGlobal('sessionStorage', {
    getItem: (key: string) => kept.get(key) ?? null,
    setItem: (key: string, value: string) => void kept.set(key, value),
    removeItem: (key: string) => void kept.delete(key),
  });
  vi.stubGlobal('location', { assign: (path: string) => void went.push(path) });
});
afterEach(() => vi.unstubAllGlobals());

/** The next page of this tab. */
async function load() {
  vi.resetModules();
  return import('./acting.ts');
}
const acting = {
  id: 'a',
  brandId: 'b',
  brandName: 'Larkmoor',
  name: 'Alva',
  expires: '2026-11-20T12:00:00Z',
};

test('until the next page everything goes out as the member, also after acting has ended', async () => {
  (await load()).beginActing(acting);
  const page = await load();
  expect(page.actingNow()).toEqual(acting);
  page.leaveActing('/admin');
  expect(page.actingHeaders()).toEqual({ [ACTING_HEADER]: 'a' });
  // A rejection in the meantime doesn't navigate again.
  page.leaveEndedActing();
  expect(went).toEqual(['/', '/admin']);
  const next = await load();
  expect(next.actingNow()).toBeNull();
  expect(next.actingHeaders()).toEqual({});
  expect(kept.size).toBe(0);
});

test('acting that the API has ended leads to the start page, once', async () => {
  (await load()).beginActing(acting);
  const page = await load();
  page.leaveEndedActing();
  page.leaveEndedActing();
  expect(went).toEqual(['/', '/']);
  expect((await load()).actingNow()).toBeNull();
});

test('an administrator who ends it goes back to where they came from, also when something else is refused first', async () => {
  (await load()).beginActing(acting);
  const page = await load();
  page.goAfterActing('/admin');
  // Something the page had asked for besides, and then the answer to the end itself.
  page.leaveEndedActing();
  page.leaveEndedActing();
  expect(went).toEqual(['/', '/admin']);
});

test('who does not act is led nowhere', async () => {
  const page = await load();
  page.leaveEndedActing();
  page.stopActing();
  expect(went).toEqual([]);
  expect(kept.size).toBe(0);
});
