import { expect, test } from 'vitest';
import { fullReason, nameOf, placesText, removalText } from './team-labels.ts';

test('the team says how many it is and for how many there is room', () => {
  expect(placesText({ members: 4, invited: 0, limit: null }, 'Trailblazer')).toBe(
    '4 people. No limit on Trailblazer.',
  );
  expect(placesText({ members: 1, invited: 1, limit: 2 }, 'Self-Serve')).toBe(
    '1 person, 1 pending invitation. Limit on Self-Serve: 2.',
  );
  expect(placesText({ members: 1, invited: 0, limit: null }, null)).toBe('1 person');
});

test('open invitations take their place', () => {
  expect(fullReason({ members: 1, invited: 1, limit: 2 })).toContain('up to 2');
  expect(fullReason({ members: 1, invited: 0, limit: 2 })).toBeUndefined();
  expect(fullReason({ members: 90, invited: 9, limit: null })).toBeUndefined();
});

test('says before an owner is removed that their keys keep working', () => {
  const sam = { firstName: 'Sam', lastName: 'Lee', email: 'sam@larkmoor.example' };
  expect(removalText({ ...sam, role: 'owner' })).toContain(
    "The brand's API keys and webhooks, including any they created, keep working",
  );
  expect(removalText({ ...sam, role: 'member' })).toMatch(
    /^Sam Lee will lose access to this brand immediately\./,
  );
  expect(removalText({ ...sam, role: 'member' })).not.toContain('API keys');
});

test('names a person without a name by their email', () => {
  expect(nameOf({ firstName: '', lastName: ' ', email: 'sam@larkmoor.example' })).toBe(
    'sam@larkmoor.example',
  );
});
