import { expect, test } from 'vitest';
import { isStorePage, readStoreVisit } from './store-address.ts';

const query = 'shop=larkmoor.myshopify.com&hmac=ab12&host=YWRtaW4%3D&timestamp=1';

test('[R5.011] a start needs shop, hmac and host', () => {
  expect(readStoreVisit(query)).toEqual({ step: 'start', shop: 'larkmoor.myshopify.com', query });
  for (const name of ['shop', 'hmac', 'host']) {
    const left = new URLSearchParams(query);
    left.delete(name);
    expect(readStoreVisit(left.toString())).toMatchObject({ step: 'start', query: null });
    left.set(name, ' ');
    expect(readStoreVisit(left.toString())).toMatchObject({ step: 'start', query: null });
  }
});

test('distinguishes a return from consent, a start and a declined consent', () => {
  expect(readStoreVisit(`${query}&code=c1&state=s1`)).toMatchObject({
    step: 'returned',
    code: 'c1',
    state: 's1',
  });
  expect(readStoreVisit(`${query}&code=c1`)).toMatchObject({ step: 'returned', state: null });
  expect(readStoreVisit('error=access_denied&shop=larkmoor.myshopify.com&state=s1')).toEqual({
    step: 'declined',
    shop: 'larkmoor.myshopify.com',
  });
});

test('garbage in the address starts nothing', () => {
  for (const text of ['', '%', '%E0%A4%A', '&&==', 'shop', 'shop[]=1&hmac[]=2', `shop=${'x'.repeat(9000)}`])
    expect(readStoreVisit(text)).toMatchObject({ step: 'start', query: null });
});

test('a slash at the end of its path is the same page', () => {
  expect(isStorePage('/order-integration-install')).toBe(true);
  expect(isStorePage('/order-integration-install/')).toBe(true);
  expect(isStorePage('/order-integration-install/more')).toBe(false);
  expect(isStorePage('/')).toBe(false);
});
