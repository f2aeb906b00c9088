import { expect, test } from 'vitest';
import { stopAll } from './stopping.ts';

test('what does not end is named and left behind; the rest still ends', async () => {
  const ended: string[] = [];
  const named: unknown[] = [];
  const log = { error: (about: unknown) => named.push(about) };
  await stopAll(
    log as never,
    [
      ['first', async () => ended.push('first')],
      ['stuck', () => new Promise(() => {})],
      ['last', async () => ended.push('last')],
    ],
    50,
  );
  expect(ended).toEqual(['first', 'last']);
  expect(named).toEqual([{ step: 'stuck' }]);
});

test('a step that fails says so', async () => {
  const log = { error: () => {} };
  await expect(stopAll(log as never, [['bad', () => Promise.reject(new Error('no'))]])).rejects.toThrow('no');
});
