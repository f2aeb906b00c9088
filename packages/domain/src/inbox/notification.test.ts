import { expect, test } from 'vitest';
import { DEFAULT_PREFERENCES, defaultPreferences, NOTIFICATION_NAMES } from './notification.ts';

test('members hear of opt-ins in the app, and of what waits for them by email too', () => {
  expect(DEFAULT_PREFERENCES).toEqual({
    'opt-in': 'app',
    message: 'mail',
    content: 'mail',
    rights: 'mail',
    payment: 'mail',
  });
  expect(defaultPreferences(false)).toEqual(DEFAULT_PREFERENCES);
});

test('creators get opt-ins by email', () => {
  expect(defaultPreferences(true)).toEqual({ ...DEFAULT_PREFERENCES, 'opt-in': 'mail' });
});

test('every kind has a name', () => {
  expect(Object.keys(NOTIFICATION_NAMES)).toEqual(['opt-in', 'message', 'content', 'rights', 'payment']);
  expect(Object.values(NOTIFICATION_NAMES)).not.toContain('');
});
