import { expect, test } from 'vitest';
import { readRows, rowsOf } from './deliverables-field.tsx';

test('rows of content read back as what was agreed, and say what a number has to be', () => {
  const agreed = [
    { kind: 'reel' as const, count: 2 },
    { kind: 'story' as const, count: 3 },
  ];
  expect(readRows(rowsOf(agreed))).toEqual(agreed);
  for (const count of ['', '0', '51', '1.5', 'two'])
    expect(readRows([{ kind: 'reel', count }])).toBeInstanceOf(Error);
  expect(readRows([])).toEqual([]);
});
