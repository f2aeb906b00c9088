import { expect, test } from 'vitest';
import { brandAbilities } from '../inbox/brand-overview.ts';
import { closingSteps, NewBrand } from './brand.ts';

const form = { name: 'Fjell', website: 'fjell.example', description: 'Boots' };
const refused = (change: object) =>
  NewBrand.safeParse({ ...form, ...change }).error?.issues.map(({ message }) => message);

test('a new brand has a name, a website and a description', () => {
  expect(NewBrand.parse(form)).toEqual({ ...form, website: 'https://fjell.example' });
  expect(refused({ name: ' ' })).toEqual(['Please enter a name']);
  expect(refused({ name: 'www.fjell.example/sale' })).toEqual(["Don't include URLs or email addresses"]);
  expect(refused({ name: 'Fjell.example' })).toBeUndefined();
  expect(refused({ website: ' ' })).toEqual(['Please enter the website url']);
  expect(refused({ website: 'no site' })).toEqual(['Enter a URL such as https://example.com']);
  expect(refused({ description: '' })).toEqual(['Please enter a description']);
  expect(refused({ name: 'x'.repeat(120), description: 'x'.repeat(4000) })).toBeUndefined();
  expect(refused({ name: 'x'.repeat(121) })).toHaveLength(1);
  expect(refused({ description: 'x'.repeat(4001) })).toHaveLength(1);
});

test('members can do everything except billing, team, email domain and imports for everyone', () => {
  const standing = { subscribed: true, pastDue: false, emailConfigured: true };
  const of = (role: 'brand' | 'administrator', brandRole: 'owner' | 'member' | null, change: object = {}) =>
    Object.entries(brandAbilities({ role, brandRole }, { ...standing, ...change }))
      .filter(([, { allowed, reason }]) => allowed && reason === null)
      .map(([name]) => name)
      .join(' ');
  expect(of('brand', 'member')).toBe('sendInvites buyReports');
  expect(of('brand', 'owner')).toBe('manageTeam manageBilling manageEmailDomain sendInvites buyReports');
  expect(of('administrator', null)).toBe(
    'manageTeam manageBilling manageEmailDomain importForEveryone sendInvites buyReports',
  );
  expect(of('brand', 'member', { pastDue: true })).toBe('');
  expect(of('brand', 'member', { subscribed: false, pastDue: true })).toBe('');
  expect(of('brand', 'member', { emailConfigured: false })).toBe('buyReports');
  const owing = brandAbilities(
    { role: 'brand', brandRole: 'member' },
    { ...standing, pastDue: true, emailConfigured: false },
  );
  expect(owing.sendInvites.reason).toBe(owing.buyReports.reason);
});

test('closing states how long the data is kept', () => {
  expect(closingSteps(30)).toHaveLength(4);
  expect(closingSteps(30)[3]).toContain('30 days ');
  expect(closingSteps(1)[3]).toContain('1 day ');
});
