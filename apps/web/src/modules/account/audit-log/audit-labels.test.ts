import type { AuditEntry } from '@troupe/domain/account/audit-log';
import { expect, test } from 'vitest';
import { addressOfObject, asRuns, outcomeLooks } from './audit-labels.ts';

const entry = (minute: number, change: Partial<AuditEntry> = {}): AuditEntry => ({
  id: String(minute),
  created: `2026-11-20T10:${String(59 - minute).padStart(2, '0')}:00.000Z`,
  action: 'updateCampaign',
  title: 'Updated campaign',
  outcome: 'done',
  problem: null,
  ip: '',
  agent: '',
  actor: { kind: 'person', id: 'p', name: 'Alva Berg' },
  object: { kind: 'campaign', id: 'c', name: 'Spring', campaignId: 'c' },
  ...change,
});

test('what saved itself again and again within ten minutes is one line with how often', () => {
  const runs = asRuns([
    entry(0),
    entry(3),
    entry(9),
    entry(20),
    entry(21, { title: 'Paused campaign' }),
    entry(22),
  ]);
  expect(runs.map(({ entry: { id }, times }) => [id, times])).toEqual([
    ...[['0', 3] as const, ['20', 1] as const, ['21', 1] as const, ['22', 1] as const],
  ]);
});

test('rejected entries, entries without an object and entries of other people are not grouped', () => {
  const refused = { outcome: 'refused' as const, problem: 'plan_limit' };
  const other = { actor: { kind: 'person' as const, id: 'q', name: 'Bo' } };
  const runs = asRuns([
    entry(0),
    entry(1, refused),
    entry(2, refused),
    entry(3, other),
    entry(4, { object: null }),
  ]);
  expect(runs.every(({ times }) => times === 1)).toBe(true);
  expect(outcomeLooks(entry(0, refused))).toEqual({ tone: 'tangerine', label: 'Rejected: plan limit' });
  expect(outcomeLooks(entry(0))).toBeNull();
});

test('an object is linked where it can be looked at, and never once it is gone', () => {
  const object = { kind: 'opt-in', id: 'o', name: 'mila', campaignId: 'c' };
  expect(addressOfObject(object)).toBe('/campaigns/c/opt-ins');
  expect(addressOfObject({ ...object, name: null })).toBeNull();
  expect(addressOfObject({ ...object, kind: 'unknown' })).toBeNull();
});
