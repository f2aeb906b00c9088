import { expect, test } from 'vitest';
import { queryKeysFor } from './live-event-keys.ts';

test('events missed before the stream started are refetched', () => {
  const missed = queryKeysFor({ type: 'reset' });
  for (const type of ['message', 'opt-in', 'content', 'campaign', 'notification', 'brand', 'store'] as const)
    for (const key of queryKeysFor({ type })) expect(missed).toContainEqual(key);
  expect(queryKeysFor({ type: 'typing' })).toEqual([]);
});
