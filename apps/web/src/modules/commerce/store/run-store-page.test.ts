import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { runStorePage } from './run-store-page.ts';
import { keepNonce } from './store-nonce.ts';

const kept = new Map<string, string>();
const storage = {
  getItem: (name: string) => kept.get(name) ?? null,
  setItem: (name: string, value: string) => void kept.set(name, value),
  removeItem: (name: string) => void kept.delete(name),
};

beforeEach(() => {
  kept.clear();
  vi.stubGlobal('localStorage', storage);
  vi.stubGlobal('sessionStorage', storage);
  vi.stubGlobal('addEventListener', () => {});
});
afterEach(() => void vi.unstubAllGlobals());

/** Comes back from a consent; answers what was done. */
function comeBack(more: string): 'kept' | 'refused' {
  vi.stubGlobal('location', {
    pathname: '/order-integration-install',
    search: `?shop=larkmoor.myshopify.com&hmac=ab12&code=c1&host=aG9zdA&timestamp=1${more}`,
  });
  let came: 'kept' | 'refused' = 'refused';
  const page = { querySelector: () => null, dataset: {} } as unknown as HTMLElement;
  runStorePage(page, { onKept: () => (came = 'kept'), onRead: () => {} })();
  return came;
}

test('a signed return is valid only with a state created in this browser', () => {
  keepNonce('begun-here', 'n1');
  for (const more of ['', '&state=', '&state=%20', '&state=begun-elsewhere']) {
    expect(comeBack(more), more).toBe('refused');
    expect(kept.has('code')).toBe(false);
  }
  expect(comeBack('&state=begun-here')).toBe('kept');
  expect(Object.fromEntries(kept)).toMatchObject({ code: 'c1', state: 'begun-here', hmac: 'ab12' });
});
