import { readHosts } from '@troupe/browser/host-config';
import { expect, test } from 'vitest';
import { placeOf } from './modules/account/user/user-place.ts';
import { campaignAddress, isId, isInviteToken } from './shared/address.ts';

test('a member of a brand who opens the creator app belongs to the dashboard, a creator stays', () => {
  expect(placeOf('brand')).toBe('dashboard');
  expect(placeOf('creator')).toBe('here');
  expect(placeOf('administrator')).toBe('here');
});

test('recognizes ids and tokens in the path', () => {
  const id = '0199c7a2-1111-7abc-8def-0123456789ab';
  expect(isId(id)).toBe(true);
  expect(isId(id.toUpperCase())).toBe(true);
  expect(isId('7')).toBe(false);
  expect(isId(`${id}/x`)).toBe(false);
  expect(campaignAddress(id)).toBe(`/campaigns/${id}`);
  expect(campaignAddress(id, 'aB3')).toBe(`/campaigns/${id}?invite=aB3`);
  expect(isInviteToken('aB3-_x')).toBe(true);
  expect(isInviteToken('a/b')).toBe(false);
  expect(isInviteToken('..')).toBe(false);
});

test('the hosts come from the page, and without any they are on the default ports', () => {
  const here = { hostname: 'box.local', origin: 'http://box.local:3001' };
  const defaults = readHosts({}, 'portal', here);
  expect(defaults).toMatchObject({
    apiUrl: 'http://box.local:4000',
    issuer: 'http://box.local:4001',
    webOrigin: 'http://box.local:3000',
    portalOrigin: 'http://box.local:3001',
    clientId: 'troupe-portal',
  });
  expect(readHosts({ issuer: 'https://id.example/pool', resource: '' }, 'portal', here)).toEqual({
    ...defaults,
    issuer: 'https://id.example/pool',
    resource: '',
  });
});
