import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { trackPurchase } from './purchase-event.ts';

const kept = new Map<string, string>();
const storage = {
  getItem: (key: string) => kept.get(key) ?? null,
  setItem: (key: string, value: string) => void kept.set(key, value),
};

beforeEach(() => {
  kept.clear();
  vi.stubGlobal('window', {});
  vi.stubGlobal('localStorage', storage);
});
afterEach(() => vi.unstubAllGlobals());

const sale = {
  transactionId: 'inv-7',
  currency: 'USD',
  value: 9500,
  items: [{ id: 'affiliate', name: 'Affiliate Integration', price: 9500, quantity: 1 }],
};

test('a paid add-on is tracked once, in dollars, after earlier events are cleared', () => {
  trackPurchase(sale);
  trackPurchase(sale);
  expect(window.dataLayer).toEqual([
    { ecommerce: null },
    {
      event: 'purchase',
      ecommerce: {
        transaction_id: 'inv-7',
        currency: 'USD',
        value: 95,
        items: [
          {
            item_id: 'affiliate',
            item_name: 'Affiliate Integration',
            item_category: 'addon',
            price: 95,
            quantity: 1,
          },
        ],
      },
    },
  ]);
});

test('after a reload it is not told again, and a layer that is there is kept', () => {
  trackPurchase(sale);
  const earlier = [{ event: 'gtm.js' }];
  vi.stubGlobal('window', { dataLayer: earlier });
  trackPurchase(sale);
  expect(window.dataLayer).toEqual([{ event: 'gtm.js' }]);
  trackPurchase({ ...sale, transactionId: 'inv-8', value: 22550 });
  expect(window.dataLayer).toBe(earlier);
  expect(earlier).toHaveLength(3);
  expect(earlier[2]).toMatchObject({ ecommerce: { value: 225.5 } });
});

test('a browser that keeps nothing, or kept rubbish, still tells it', () => {
  kept.set('troupe.purchases', '{"not":"a list"}');
  trackPurchase(sale);
  expect(window.dataLayer).toHaveLength(2);
  vi.stubGlobal('window', {});
  vi.stubGlobal('localStorage', {
    getItem: () => {
      throw new Error('blocked');
    },
    setItem: () => {
      throw new Error('blocked');
    },
  });
  trackPurchase(sale);
  expect(window.dataLayer).toHaveLength(2);
});
