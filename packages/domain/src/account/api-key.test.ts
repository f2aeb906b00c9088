import { expect, test } from 'vitest';
import { API_KEY_PREFIX, apiKeyState, MAX_API_KEYS, NewApiKey } from './api-key.ts';

const now = new Date('2026-11-20T12:00:00.000Z');
const state = (expires: string | null, revoked: string | null = null) =>
  apiKeyState({ expires, revoked }, now);

test('a key is active until it is revoked or expires', () => {
  expect([API_KEY_PREFIX, MAX_API_KEYS]).toEqual(['troupe_', 50]);
  expect(state(null)).toBe('active');
  expect(state('2026-11-20T12:00:00.001Z')).toBe('active');
  expect(state('2026-11-20T12:00:00.000Z')).toBe('expired');
  expect(state('2026-11-20T12:00:00.001Z', '2026-11-01T00:00:00.000Z')).toBe('revoked');
});

test('trims the name of a new key and never expires it by default', () => {
  expect(NewApiKey.parse({ name: ' Reports ', scope: 'read' })).toEqual({
    name: 'Reports',
    scope: 'read',
    expires: null,
  });
  for (const name of [' ', 'x'.repeat(61)])
    expect(NewApiKey.safeParse({ name, scope: 'read' }).success).toBe(false);
  expect(NewApiKey.safeParse({ name: 'x'.repeat(60), scope: 'write' }).success).toBe(true);
  expect(NewApiKey.safeParse({ name: 'a', scope: 'all' }).success).toBe(false);
});
