import { expect, test } from 'vitest';
import { brandAbilities } from './brand-overview.ts';
import { DEFAULT_PREFERENCES, defaultPreferences } from './notification.ts';

const standing = { subscribed: true, pastDue: false, emailConfigured: true };
const member = { role: 'brand', brandRole: 'member' } as const;
const administrator = { role: 'administrator', brandRole: null } as const;

test('[R5.008, R5.009] inviting requires a plan and a domain, with a reason for each refusal', () => {
  expect(brandAbilities(member, standing).sendInvites).toEqual({ allowed: true, reason: null });
  expect(brandAbilities(member, { ...standing, emailConfigured: false })).toMatchObject({
    sendInvites: {
      allowed: false,
      reason: 'Set up your email domain or connect a mailbox before you send invites.',
    },
    buyReports: { allowed: true },
  });
  expect(brandAbilities(administrator, { ...standing, subscribed: false })).toMatchObject({
    sendInvites: { allowed: false, reason: 'You need a plan for this. Choose one to continue.' },
    buyReports: { allowed: false },
  });
});

test("members of a past-due brand can't spend, administrators can", () => {
  const owing = { ...standing, pastDue: true };
  expect(brandAbilities(member, owing).sendInvites.allowed).toBe(false);
  expect(brandAbilities(administrator, owing).sendInvites.allowed).toBe(true);
});

test('only owners manage billing, team and email domain', () => {
  const owner = { role: 'brand', brandRole: 'owner' } as const;
  expect(brandAbilities(owner, standing).manageEmailDomain.allowed).toBe(true);
  expect(brandAbilities(member, standing).manageEmailDomain).toEqual({
    allowed: false,
    reason: 'Only owners can do this.',
  });
});

test('members are notified of opt-ins in the app, and of pending items by email too', () => {
  expect(DEFAULT_PREFERENCES).toEqual({
    'opt-in': 'app',
    message: 'mail',
    content: 'mail',
    affiliate: 'mail',
    listening: 'app',
    safety: 'app',
    analytics: 'mail',
    search: 'mail',
    rights: 'mail',
    domain: 'mail',
    payment: 'mail',
  });
  expect(defaultPreferences(false)).toEqual(DEFAULT_PREFERENCES);
});

test('creators are notified of opt-ins by email', () => {
  expect(defaultPreferences(true)).toEqual({ ...DEFAULT_PREFERENCES, 'opt-in': 'mail' });
});
