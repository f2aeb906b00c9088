import { expect, test } from 'vitest';
import { batch } from './inbox.ts';

test('items that arrive during a round go into the next one, each with its own result', async () => {
  const rounds: number[][] = [];
  const double = batch<number, number>(3, async (items) => {
    rounds.push([...items]);
    await new Promise((done) => setTimeout(done, 5));
    return items.map((item) => item * 2);
  });
  expect(await Promise.all([1, 2, 3, 4].map(double))).toEqual([2, 4, 6, 8]);
  expect(rounds).toEqual([[1, 2, 3], [4]]);
  expect(await double(5)).toBe(10);
});

test('a failing round fails only its own items', async () => {
  const ask = batch<string, string>(1, async ([item]) => {
    if (item === 'bad') throw new Error('no');
    return [item ?? ''];
  });
  const results = await Promise.allSettled([ask('bad'), ask('good')]);
  expect(results.map(({ status }) => status)).toEqual(['rejected', 'fulfilled']);
  expect(await ask('again')).toBe('again');
});
