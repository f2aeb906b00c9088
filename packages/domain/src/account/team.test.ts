import { expect, test } from 'vitest';
import {
  MAX_OPEN_TEAM_INVITES,
  NewTeamInvite,
  remainingSeats,
  TEAM_INVITE_DAYS,
  TEAM_INVITE_PAUSE_MINUTES,
  teamFullText,
  teamInviteExpiry,
} from './team.ts';

test('an invitation is valid for seven days', () => {
  expect([TEAM_INVITE_DAYS, MAX_OPEN_TEAM_INVITES, TEAM_INVITE_PAUSE_MINUTES]).toEqual([7, 50, 5]);
  expect(teamInviteExpiry(new Date('2026-11-20T12:00:00.000Z'))).toEqual(
    new Date('2026-11-27T12:00:00.000Z'),
  );
});

test.each([
  [{ members: 1, invited: 0, limit: 2 }, 1],
  [{ members: 1, invited: 1, limit: 2 }, 0],
  [{ members: 3, invited: 1, limit: 2 }, 0],
  [{ members: 9, invited: 9, limit: null }, Number.POSITIVE_INFINITY],
])('of %j, %d seats remain', (places, left) => {
  expect(remainingSeats(places)).toBe(left);
});

test('a full team shows its seat limit', () => {
  expect(teamFullText(1)).toContain('room for 1 person,');
  expect(teamFullText(2)).toContain('room for 2 people,');
});

test('an invitation is for an email address, with the member role by default', () => {
  expect(NewTeamInvite.parse({ email: ' Tea@Larkmoor.example ' })).toEqual({
    email: 'tea@larkmoor.example',
    role: 'member',
  });
  expect(NewTeamInvite.parse({ email: 'a@b.example', role: 'owner' }).role).toBe('owner');
  expect(NewTeamInvite.safeParse({ email: 'tea' }).error?.issues[0]?.message).toBe('Enter an email address');
  expect(NewTeamInvite.safeParse({ email: `${'x'.repeat(250)}@b.example` }).success).toBe(false);
});
