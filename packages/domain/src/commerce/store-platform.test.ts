import { expect, test } from 'vitest';
import { StoreFailure } from './store-platform.ts';

test('a failure of a store platform names its kind and code', () => {
  const failure = new StoreFailure('refused', 'access_denied');
  expect(failure).toMatchObject({ name: 'StoreFailure', kind: 'refused', code: 'access_denied' });
  expect(failure.message).toBe('store platform: refused (access_denied)');
});
