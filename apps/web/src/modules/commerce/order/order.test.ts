import { expect, test } from 'vitest';
import { readOrdersAddress } from './order-address.ts';
import { fileText, importText, sourceText, traceText, worthSeeing } from './order-labels.ts';

test('the address of the orders holds what is shown, and garbage in it is left out', () => {
  const store = '0192f1a0-0000-7000-8000-000000000001';
  const address = { page: '2', store, status: 'test', search: '#1001', import: 'new' };
  expect(readOrdersAddress(address)).toEqual(address);
  expect(
    readOrdersAddress({
      page: '-1',
      store: "' or 1=1",
      status: 'toString',
      search: '  ',
      import: ['new', 'new'],
    }),
  ).toEqual({});
});

test('an order says where it came from and what may say who sent the buyer', () => {
  expect(sourceText({ source: 'store', shop: 'larkmoor.myshopify.com' })).toBe('larkmoor.myshopify.com');
  expect(sourceText({ source: 'import', shop: 'larkmoor.myshopify.com' })).toBe('File');
  const discounts = [{ code: 'MIA15', amount: 1500, type: null }];
  expect(traceText({ discounts, ref: 'mia' })).toBe('MIA15, mia');
  expect(traceText({ discounts: [], ref: null })).toBe('');
});

test('an import of orders says how it ended', () => {
  const done = {
    id: '0192f1a0-0000-7000-8000-000000000001',
    fileName: 'orders.csv',
    kind: 'Shopify orders export',
    state: 'done' as const,
    storeId: null,
    storeName: null,
    rows: 1200,
    imported: 700,
    merged: 497,
    skipped: 0,
    rejected: 3,
    error: null,
    created: '2026-11-01T10:00:00.000Z',
    finished: '2026-11-01T10:00:09.000Z',
  };
  expect(importText(done)).toBe('1,200 rows processed, 3 rejected.');
  expect(importText({ ...done, rejected: 0 })).toBe('1,200 rows processed, none rejected.');
  expect(importText({ ...done, state: 'failed' })).toMatch(/Import it again/);
  expect(fileText(done)).toBe('Shopify orders export, not assigned to a store');
  expect(fileText({ ...done, storeName: 'Larkmoor Goods' })).toBe(
    'Shopify orders export, assigned to Larkmoor Goods',
  );
});

test('of an import the rows that were left out are shown first', () => {
  const counts = { imported: 3, merged: 2, skipped: 1, rejected: 1 };
  expect(worthSeeing(counts)).toBe('rejected');
  expect(worthSeeing({ ...counts, rejected: 0 })).toBe('skipped');
  expect(worthSeeing({ ...counts, rejected: 0, skipped: 0 })).toBe('imported');
});
