import { expect, test } from 'vitest';
import {
  MAX_OPEN_CLAIMS,
  mayMoveOptIn,
  NewOptIn,
  OPT_IN_STATUS_NAMES,
  OptInStatus,
  optInAbilities,
  profileToJoinAs,
  ratingAverage,
  UNDO_SECONDS,
} from './opt-in.ts';

test('the brand decides and completes, the creator withdraws and rejoins', () => {
  const moves = (by: 'brand' | 'creator') =>
    OptInStatus.options.flatMap((from) =>
      OptInStatus.options.filter((to) => mayMoveOptIn(from, to, by)).map((to) => `${from} to ${to}`),
    );
  expect(moves('brand')).toEqual([
    ...['pending to approved', 'pending to rejected', 'approved to rejected', 'approved to completed'],
    ...['rejected to pending', 'rejected to approved', 'completed to approved'],
  ]);
  expect(moves('creator')).toEqual([
    ...['pending to withdrawn', 'approved to withdrawn', 'withdrawn to pending'],
  ]);
});

test.each([
  [[5, 5, 5, 5], 5],
  [[0, 0, 0, 0], 0],
  [[5, 4, 3, 1], 3.25],
  [[1, 0, 0, 0], 0.25],
  [[4.5, 4.25, 4.1, 4], 4.21],
])(
  'averages the ratings %j to %d',
  ([content = 0, creativity = 0, communication = 0, overall = 0], average) => {
    expect(ratingAverage({ content, creativity, communication, overall })).toBe(average);
  },
);

test('labels a rejected opt-in as declined', () => {
  expect(OPT_IN_STATUS_NAMES).toEqual({
    pending: 'Pending',
    approved: 'Approved',
    rejected: 'Declined',
    completed: 'Completed',
    withdrawn: 'Withdrawn',
  });
});

test("asks to accept the terms if they aren't accepted", () => {
  expect(NewOptIn.shape.accepted.safeParse(false).error?.issues[0]?.message).toBe(
    'Accept the campaign terms to opt in',
  );
});

test('approvals can be undone for ten seconds, and at most five claims can be open', () => {
  expect([UNDO_SECONDS, MAX_OPEN_CLAIMS]).toEqual([10, 5]);
});

test('each status defines the allowed actions, with reasons for the others', () => {
  const allowed = (status: OptInStatus) =>
    Object.entries(optInAbilities(status)).flatMap(([name, ability]) => (ability.allowed ? [name] : []));
  expect(allowed('pending')).toEqual(['approve', 'decline']);
  expect(allowed('approved')).toEqual(['decline', 'complete', 'remind']);
  expect(allowed('rejected')).toEqual(['approve']);
  expect(allowed('completed')).toEqual(['reopen']);
  expect(allowed('withdrawn')).toEqual([]);
  expect(optInAbilities('approved').approve.reason).toBe('This opt-in is already approved.');
  expect(optInAbilities('withdrawn').decline.reason).toBe(
    "An opt-in can't change from withdrawn to declined.",
  );
  expect(optInAbilities('pending').remind.reason).toBe('You can only remind approved creators.');
});

test('joins as the chosen profile, else the invited one, else the first', () => {
  const profiles = [
    { socialProfileId: 'a', platform: 'tiktok', username: 'wren' },
    { socialProfileId: 'b', platform: 'instagram', username: 'Wren.Hale' },
  ];
  const invited = { platform: 'instagram', username: 'wren.hale' };
  expect(profileToJoinAs(profiles, '', invited)?.socialProfileId).toBe('b');
  expect(profileToJoinAs(profiles, 'a', invited)?.socialProfileId).toBe('a');
  expect(profileToJoinAs(profiles, '', { platform: 'tiktok', username: 'wren.hale' })?.socialProfileId).toBe(
    'a',
  );
  expect(profileToJoinAs(profiles, 'gone', undefined)?.socialProfileId).toBe('a');
  expect(profileToJoinAs([], '', invited)).toBeUndefined();
});
