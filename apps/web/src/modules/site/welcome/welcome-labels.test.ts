import { expect, test } from 'vitest';
import { greeting, progressText, STEP_WORDS } from './welcome-labels.ts';

test('the progress says how many steps are done', () => {
  expect(progressText('Larkmoor', 5, 6)).toBe('5 of 6 setup steps done.');
  expect(progressText('Larkmoor', 0, 6)).toBe('0 of 6 setup steps done.');
  expect(progressText('Larkmoor', 6, 6)).toBe('Larkmoor is set up.');
});

test('the greeting fits the hour, with and without a name', () => {
  expect(greeting(8, 'Alva')).toBe('Good morning, Alva');
  expect(greeting(12, 'Alva')).toBe('Good afternoon, Alva');
  expect(greeting(23, '')).toBe('Good evening');
});

test('[R2.033] describes recent activity', () => {
  const at = '2026-02-28T10:00:00.000Z';
  const state = (name: string | null, count = 0) => ({ step: 'plan' as const, doneAt: at, name, count });
  expect(STEP_WORDS.plan.done(state('trailblazer'))).toBe('Trailblazer. 20 collaborations a month.');
  expect(STEP_WORDS.plan.done(state('self-serve'))).toBe('Self-Serve. Unlimited collaborations.');
  expect(STEP_WORDS.campaign.done(state('First Light', 1))).toBe('First Light went live.');
  expect(STEP_WORDS.campaign.done(state('First Light', 3))).toBe('First Light and 2 more went live.');
  expect(STEP_WORDS.store.done(state('Larkmoor Goods', 1))).toBe('Larkmoor Goods is connected.');
  expect(STEP_WORDS.store.done(state('Larkmoor Goods', 2))).toBe('Larkmoor Goods and 1 more are connected.');
  expect(STEP_WORDS.creator.done(state('Shortlist', 1))).toBe('1 creator saved, most recently to Shortlist.');
});
