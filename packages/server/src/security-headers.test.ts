import { expect, test } from 'vitest';
import { securityHeaders } from './http.ts';

test('sends HSTS only over https, without subdomains', () => {
  expect(securityHeaders(true)['strict-transport-security']).toBe('max-age=31536000');
  expect(securityHeaders(false)).not.toHaveProperty('strict-transport-security');
  expect(securityHeaders(false)['x-content-type-options']).toBe('nosniff');
});
