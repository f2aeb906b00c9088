import { expect, test } from 'vitest';
import {
  HEALTH_LIMITS,
  healthLevel,
  type PlacementFolder,
  placementStopReason,
  stopReason,
} from './domain-health.ts';
import { nextStep, SequenceForm, type SequenceStep } from './sequence.ts';

const ID = (n: number) => `00000000-0000-4000-8000-00000000000${n}`;
const step = (n: number): SequenceStep => ({
  id: ID(n),
  delay: { unit: 'days', count: 3 },
  condition: 'no-reply',
  body: '<p>Hello again, {{Name}}</p>',
});

test('goes through the steps in order', () => {
  const steps = [step(1), step(2)];
  expect(nextStep(steps, [])).toMatchObject({ number: 1, step: { id: ID(1) } });
  expect(nextStep(steps, [ID(1)])).toMatchObject({ number: 2, step: { id: ID(2) } });
  expect(nextStep(steps, [ID(1), ID(2)])).toBeNull();
});

test('never goes back to steps added or moved before what a creator got', () => {
  expect(nextStep([step(3), step(1), step(2)], [ID(1)])).toMatchObject({ number: 3, step: { id: ID(2) } });
  expect(nextStep([step(2), step(1)], [ID(1)])).toBeNull();
  // A step added behind is sent, and one that was removed is not.
  expect(nextStep([step(1), step(4)], [ID(1)])).toMatchObject({ step: { id: ID(4) } });
  expect(nextStep([step(4), step(5)], [ID(1)])).toMatchObject({ number: 2, step: { id: ID(5) } });
  expect(nextStep([step(4)], [ID(1)])).toBeNull();
});

test('a sequence has one to six follow-ups with a name and a delay', () => {
  const wrong = (form: object) =>
    SequenceForm.safeParse({ name: 'Warm', steps: [step(1)], ...form }).error?.issues.map(
      ({ path, message }) => `${path.join('.')}: ${message}`,
    );
  expect(wrong({})).toBeUndefined();
  expect(wrong({ name: ' ' })).toEqual(['name: Please enter a name']);
  expect(wrong({ steps: [] })).toEqual(['steps: Add at least one follow-up']);
  expect(wrong({ steps: [1, 2, 3, 4, 5, 6, 7].map(step) })).toEqual(['steps: Use at most 6 follow-ups']);
  expect(wrong({ steps: [step(1), step(1)] })).toEqual(['steps: Two follow-ups have the same ID']);
  expect(wrong({ steps: [{ ...step(1), body: '<p>short</p>' }] })).toEqual([
    'steps.0.body: Template is too short',
  ]);
  expect(wrong({ steps: [{ ...step(1), delay: { unit: 'days', count: 0 } }] })).toHaveLength(1);
});

test('stops a domain at the limits, and only with enough cases', () => {
  const of = (sent: number, bounced: number, complaints: number) =>
    stopReason({ sent, bounced, complaints })?.reason;
  expect(of(100, 4, 0)).toBeUndefined();
  expect(of(100, 5, 0)).toBe('bounces');
  expect(of(101, 5, 0)).toBeUndefined();
  expect(of(10, 4, 1)).toBeUndefined();
  expect(of(600, 0, 2)).toBe('complaints');
  expect(of(700, 0, 2)).toBeUndefined();
  expect(of(0, 0, 0)).toBeUndefined();
  expect(healthLevel('complaints', 1, 1000)).toBe('watch');
  expect(healthLevel('complaints', 1, 1001)).toBe('good');
  expect(healthLevel('bounces', 2, 100)).toBe('watch');
  expect(HEALTH_LIMITS.complaints.stop).toBe(0.003);
});

test('stops a domain if half of its test emails land in spam, from two, however the others turn out', () => {
  const of = (...folders: (PlacementFolder | null)[]) => {
    const stop = placementStopReason(folders.map((folder) => ({ folder })));
    return stop && `${stop.count} of ${stop.sent}`;
  };
  expect(of('spam')).toBeNull();
  expect(of('spam', 'inbox')).toBeNull();
  expect(of('spam', 'spam')).toBe('2 of 2');
  expect(of('spam', 'spam', 'inbox', 'inbox')).toBe('2 of 4');
  expect(of('spam', 'spam', 'inbox', 'inbox', 'inbox')).toBeNull();
  expect(of('spam', 'spam', null, null, null)).toBeNull();
  expect(of('spam', 'spam', null, null)).toBe('2 of 4');
  expect(of('spam', 'spam', 'missing', 'missing', 'missing')).toBe('2 of 2');
  expect(of()).toBeNull();
});
