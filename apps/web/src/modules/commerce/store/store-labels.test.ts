import type { Store } from '@troupe/domain/commerce/store';
import { expect, test } from 'vitest';
import { isSyncing, scopesText, storeRemedy } from './store-labels.ts';

const store: Store = {
  id: '0192f1a0-0000-7000-8000-000000000001',
  platform: 'shopify',
  shop: 'larkmoor.myshopify.com',
  name: 'Larkmoor',
  currency: 'EUR',
  status: 'connected',
  scopes: ['read_orders'],
  missingScopes: [],
  connectedAt: '2026-11-01T10:00:00.000Z',
  lastOrderAt: null,
  lastSyncAt: '2026-11-01T10:00:05.000Z',
  orderCount: 0,
  error: null,
};

test('a store that sends orders needs nothing; any other says what to do', () => {
  expect(storeRemedy(store)).toBeNull();
  expect(storeRemedy({ ...store, error: 'The store is slow.' })).toBe('The store is slow.');
  expect(storeRemedy({ ...store, status: 'needs_reconnect' })).toMatch(/to reconnect/);
  expect(storeRemedy({ ...store, status: 'uninstalled' })).toMatch(/Install the app again/);
});

test('names what a store did not allow', () => {
  expect(scopesText(['read_products'])).toBe('products');
  expect(scopesText(['read_orders', 'write_discounts', 'read_discounts', 'read_metaobjects'])).toBe(
    'orders, discount codes and read metaobjects',
  );
});

test('orders are being fetched until an answer newer than the question is there', () => {
  expect(isSyncing({ ...store, lastSyncAt: null }, undefined)).toBe(true);
  expect(isSyncing(store, undefined)).toBe(false);
  expect(isSyncing(store, store.lastSyncAt)).toBe(true);
  expect(isSyncing({ ...store, lastSyncAt: '2026-11-01T10:09:00.000Z' }, store.lastSyncAt)).toBe(false);
  expect(isSyncing({ ...store, error: 'No answer.' }, store.lastSyncAt)).toBe(false);
});
