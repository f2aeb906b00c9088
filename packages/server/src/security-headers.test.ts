import { expect, test } from 'vitest';
import { securityHeaders } from './http.ts';

test('only a host under https tells browsers to keep to it, and speaks for itself alone', () => {
  expect(securityHeaders(true)['strict-transport-security']).toBe('max-age=31536000');
  expect(securityHeaders(false)).not.toHaveProperty('strict-transport-security');
  expect(securityHeaders(false)['x-content-type-options']).toBe('nosniff');
});
