import { expect, test } from 'vitest';
import { legacyTarget } from './legacy-host.ts';

const visit = (path: string, administrator = false, host = 'old.example') =>
  legacyTarget({
    at: new URL(`https://${host}${path}`),
    legacyDashboard: 'https://old.example',
    newDashboard: 'https://new.example',
    administrator,
  });

test('[R6.024] the legacy host sends everyone but administrators to the new dashboard', () => {
  expect(visit('/campaigns')).toBe('https://new.example/campaigns');
  expect(visit('/campaigns', true)).toBeNull();
  expect(visit('/campaigns', false, 'new.example')).toBeNull();
});

test('[R6.026] the five known screens keep their path and query', () => {
  for (const path of [
    '/campaigns/1/metrics',
    '/analytics',
    '/inbox/2/chat/3?x=1',
    '/social-listening',
    '/affiliate/x',
  ]) {
    expect(visit(path)).toBe(`https://new.example${path}`);
  }
});

test('[R6.027] every other path goes to the root of the new dashboard', () => {
  expect(visit('/profile')).toBe('https://new.example/');
  expect(visit('/campaigns-old')).toBe('https://new.example/');
});

test('without a configured legacy host no one is redirected', () => {
  const at = new URL('https://old.example/campaigns');
  expect(
    legacyTarget({
      at,
      legacyDashboard: undefined,
      newDashboard: 'https://new.example',
      administrator: false,
    }),
  ).toBe(null);
});
