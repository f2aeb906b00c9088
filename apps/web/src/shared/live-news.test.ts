import { expect, test } from 'vitest';
import { newsOf } from './live-news.ts';

test('what happened while a page waited for its stream is read anew when it begins', () => {
  const missed = newsOf({ type: 'reset' });
  for (const type of ['message', 'opt-in', 'content', 'campaign', 'notification', 'brand', 'store'] as const)
    for (const key of newsOf({ type })) expect(missed).toContainEqual(key);
  expect(newsOf({ type: 'typing' })).toEqual([]);
});
