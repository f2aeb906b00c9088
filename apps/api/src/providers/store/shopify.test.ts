import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { StoreFailure } from '@troupe/domain/commerce/store-platform';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { shopify } from './shopify.ts';

let error = '';
const server = createServer((_request, response) => {
  response.writeHead(400, { 'content-type': 'application/json' });
  response.end(JSON.stringify({ error }));
});
beforeAll(async () => {
  await once(server.listen(0, '127.0.0.1'), 'listening');
});
afterAll(() => void server.close());

const failureOf = (code: string) => {
  error = code;
  const platform = shopify({
    key: 'key',
    secret: 'secret',
    formerSecret: '',
    scopes: [],
    version: '2026-07',
    shopOrigin: `http://127.0.0.1:${(server.address() as AddressInfo).port}/{shop}`,
    book: { circuitOpenUntil: async () => null, reserveUnits: async () => true, recordCall: async () => {} },
    log: { warn: () => {} },
  });
  return platform.refresh('larkmoor.myshopify.com', 'token').then(
    () => null,
    (failure: unknown) => (failure instanceof StoreFailure ? failure.kind : failure),
  );
};

test("an invalid refresh token is refused; our own wrong secret isn't the store's fault", async () => {
  expect(await failureOf('invalid_grant')).toBe('refused');
  expect(await failureOf('invalid_client')).toBe('unavailable');
});
