import { describe, expect, test } from 'vitest';
import {
  CreatorListChange,
  CreatorListItemChange,
  CreatorListItemsChange,
  MAX_FEEDBACK,
  NewCreatorList,
  orderTags,
  overwritesUnseen,
} from './creator-list.ts';
import { SAVE_DEBOUNCE_MS, SAVED_INDICATOR_MS, STATUS_TAGS } from './creator-list-status.ts';

test('[R4.001] there are nine status tags, in this order', () => {
  expect(STATUS_TAGS).toEqual([
    'Awaiting response',
    'Interested',
    'Not interested',
    'In discussion',
    'In negotiation',
    'To be approved',
    'Invited',
    'Approved',
    'Rejected',
  ]);
});

test('[R9.028, R9.029] saves wait 300 ms, the saved indicator stays 2 s', () => {
  expect([SAVE_DEBOUNCE_MS, SAVED_INDICATOR_MS]).toEqual([300, 2000]);
});

test('[R4.002] removes duplicate tags and sorts them', () => {
  expect(orderTags(['Rejected', 'Interested', 'Rejected'])).toEqual(['Interested', 'Rejected']);
  expect(CreatorListItemChange.parse({ tags: ['Invited', 'Interested'] })).toEqual({
    tags: ['Interested', 'Invited'],
  });
});

test('a note has at most 100,000 characters and any text except NUL', () => {
  const note = (feedback: string) => CreatorListItemChange.safeParse({ feedback }).success;
  expect(note('x'.repeat(MAX_FEEDBACK))).toBe(true);
  expect(note('x'.repeat(MAX_FEEDBACK + 1))).toBe(false);
  expect(note('👩🏽‍🎤 مرحبا <b>\u202e')).toBe(true);
  expect(note('a\u0000b')).toBe(false);
  expect(note('')).toBe(true);
});

test('a list requires a title, and a change keeps omitted fields', () => {
  expect(NewCreatorList.parse({ title: 'Spring' })).toMatchObject({ title: 'Spring', description: '' });
  expect(NewCreatorList.safeParse({ title: '  ' }).error?.issues[0]?.message).toBe('Enter a title');
  expect(CreatorListChange.parse({ title: 'Spring' })).toEqual({ title: 'Spring' });
});

test('a bulk change has an action, at most 1,000 items and, when moving, a list', () => {
  const id = '019a0000-0000-7000-8000-000000000000';
  const ok = (change: unknown) => CreatorListItemsChange.safeParse(change).success;
  expect(ok({ action: 'archive', itemIds: [id] })).toBe(true);
  for (const action of ['unarchive', 'tag'])
    expect(CreatorListItemsChange.parse({ action, itemIds: [id] })).toEqual({
      action,
      itemIds: [id],
      ...(action === 'tag' ? { add: [], remove: [] } : {}),
    });
  for (const action of ['copy', 'move']) expect(ok({ action, itemIds: [id], listId: id })).toBe(true);
  for (const tags of ['add', 'remove']) {
    expect(ok({ action: 'tag', itemIds: [id], [tags]: Array(50).fill('Invited') })).toBe(true);
    expect(ok({ action: 'tag', itemIds: [id], [tags]: Array(51).fill('Invited') })).toBe(false);
  }
  expect(CreatorListItemChange.safeParse({ version: 2 }).success).toBe(true);
  expect(CreatorListItemChange.safeParse({ version: 0 }).success).toBe(false);
  expect(ok({ action: 'move', itemIds: [id] })).toBe(false);
  expect(ok({ action: 'burn', itemIds: [id] })).toBe(false);
  expect(ok({ action: 'archive', itemIds: [] })).toBe(false);
  expect(ok({ action: 'archive', itemIds: Array(1001).fill(id) })).toBe(false);
});

describe('detects a save that overwrites unseen values', () => {
  const standing = { feedback: 'theirs', tags: ['Rejected', 'Invited'] as const, version: 3 };
  test('from an older version with different text or tags', () => {
    expect(overwritesUnseen(standing, { feedback: 'mine', version: 2 })).toBe(true);
    expect(overwritesUnseen(standing, { tags: ['Invited'], version: 2 })).toBe(true);
  });
  test('but not from the newest version, without a version or with equal values', () => {
    expect(overwritesUnseen(standing, { feedback: 'mine', version: 3 })).toBe(false);
    expect(overwritesUnseen(standing, { feedback: 'mine' })).toBe(false);
    expect(overwritesUnseen(standing, { feedback: 'theirs', version: 1 })).toBe(false);
    expect(overwritesUnseen(standing, { tags: ['Invited', 'Rejected'], version: 1 })).toBe(false);
  });
});
