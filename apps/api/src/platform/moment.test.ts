import { expect, test } from 'vitest';
import { isoMoment } from './moment.ts';

test('moments read alike with any number of decimals and in any time zone', () => {
  expect(
    [
      '2026-11-20 11:07:29+00',
      '2026-11-20 11:07:29.1+00',
      '2026-11-20 11:07:29.12+00',
      '2026-11-20 11:07:29.123+00',
      '2026-11-20 11:07:29.123456+00',
      '2026-11-20 12:07:29.123+01',
      '2026-11-20 16:37:29.123+05:30',
    ].map(isoMoment),
  ).toEqual([
    '2026-11-20T11:07:29.000Z',
    '2026-11-20T11:07:29.100Z',
    '2026-11-20T11:07:29.120Z',
    ...Array(4).fill('2026-11-20T11:07:29.123Z'),
  ]);
});
