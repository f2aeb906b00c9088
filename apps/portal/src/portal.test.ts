import { expect, test } from 'vitest';
import { placeOf } from './modules/account/user/place-of.ts';
import { readConfig } from './shared/config.ts';
import { campaignAddress, idOf, inviteTokenOf, screenOf } from './shared/screen.ts';

test('a member of a brand who opens the creator app belongs to the dashboard, a creator stays', () => {
  expect(placeOf('brand')).toBe('dashboard');
  expect(placeOf('creator')).toBe('here');
  expect(placeOf('administrator')).toBe('here');
});

test('every address leads to a screen: unknown ones to home, with or without a trailing slash', () => {
  expect(screenOf('/')).toBe('home');
  expect(screenOf('/login')).toBe('login');
  expect(screenOf('/login/')).toBe('login');
  expect(screenOf('/logout')).toBe('logout');
  expect(screenOf('/campaigns/7')).toBe('home');
  expect(screenOf('/login/../x')).toBe('home');
  expect(screenOf('/invite/aB3-_x')).toBe('invite');
  expect(screenOf('/invite/aB3-_x/')).toBe('invite');
  expect(screenOf('/invite')).toBe('home');
  expect(screenOf('/invite/a/b')).toBe('home');
  const id = '0199c7a2-1111-7abc-8def-0123456789ab';
  expect(screenOf(campaignAddress(id))).toBe('campaign');
  expect(campaignAddress(id, 'aB3')).toBe(`/campaigns/${id}?invite=aB3`);
  expect(screenOf(`/opt-ins/${id}/`)).toBe('opt-in');
  expect(idOf(`/opt-ins/${id}/`)).toBe(id);
  expect(screenOf('/opt-ins/7')).toBe('home');
  expect(screenOf('/account')).toBe('account');
  expect(inviteTokenOf('/invite/aB3-_x/')).toBe('aB3-_x');
  expect(inviteTokenOf('/invite/%2e%2e')).toBeNull();
});

test('the hosts come from the page, and without any they are on the default ports', () => {
  const here = { hostname: 'box.local', origin: 'http://box.local:3001' };
  const defaults = readConfig('', here);
  expect(defaults).toMatchObject({
    apiUrl: 'http://box.local:4000',
    issuer: 'http://box.local:4001',
    webOrigin: 'http://box.local:3000',
    portalOrigin: 'http://box.local:3001',
    clientId: 'troupe-portal',
  });
  expect(readConfig('{"issuer":"https://id.example/pool","resource":""}', here)).toEqual({
    ...defaults,
    issuer: 'https://id.example/pool',
    resource: '',
  });
});
