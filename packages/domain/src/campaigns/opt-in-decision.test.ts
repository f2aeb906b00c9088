import { expect, test } from 'vitest';
import type { OptInStatus } from './opt-in.ts';
import { assertOptInMove, assertOptInSeen, consumeCollaboration } from './opt-in-decision.ts';

const now = new Date('2026-11-23T12:00:00Z');
const optIn = (status: OptInStatus, approvedAt: string | null = null) => ({ status, version: 3, approvedAt });
const code = (work: () => void): string => {
  try {
    work();
    return 'done';
  } catch (error) {
    return (error as { code: string }).code;
  }
};

test('each approval uses one collaboration until none remain', () => {
  const quota = { remaining: 2, limit: 2 };
  const take = () => code(() => consumeCollaboration(optIn('pending'), quota, now));
  expect([take(), take(), take()]).toEqual(['done', 'done', 'plan_limit']);
});

test('reopening, or approving again in the same month, uses none', () => {
  const quota = { remaining: 0, limit: 2 };
  consumeCollaboration(optIn('completed', '2026-03-01T00:00:00.000Z'), quota, now);
  consumeCollaboration(optIn('rejected', '2026-11-01T00:00:00.000Z'), quota, now);
  expect(quota.remaining).toBe(0);
  expect(code(() => consumeCollaboration(optIn('rejected', '2026-10-31T23:59:59.999Z'), quota, now))).toBe(
    'plan_limit',
  );
});

test('conflicts if an opt-in started to need a collaboration after it was read', () => {
  expect(code(() => consumeCollaboration(optIn('pending'), null, now))).toBe('conflict');
});

test("conflicts on an older version, and rejects a move that isn't allowed", () => {
  expect(code(() => assertOptInSeen(optIn('pending'), 2))).toBe('conflict');
  expect(code(() => assertOptInSeen(optIn('pending'), 3))).toBe('done');
  expect(code(() => assertOptInMove(optIn('withdrawn'), 'approved', 'brand'))).toBe('invalid_transition');
});
