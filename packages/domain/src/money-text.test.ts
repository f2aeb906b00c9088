import { expect, test } from 'vitest';
import { closingSteps } from './account/brand-closing.ts';
import { HostNames } from './host-names.ts';
import { moneyText } from './money-text.ts';

test.each([
  [495_00, 'USD', '$495'],
  [495_50, 'USD', '$495.50'],
  [1_234_567, 'USD', '$12,345.67'],
  [1500, 'JPY', '¥1,500'],
  [1500, 'KWD', 'KWD 1.500'],
  [0, 'EUR', '€0'],
  [-5_00, 'USD', '-$5'],
])('%i minor units of %s read %s', (minor, currency, text) => {
  expect(moneyText(minor, currency).replace(/\s/g, ' ')).toBe(text);
});

test('closing says for how long the data is kept', () => {
  expect(closingSteps(30)).toHaveLength(4);
  expect(closingSteps(30)[3]).toContain('30 days ');
  expect(closingSteps(1)[3]).toContain('1 day ');
});

test('host names are read from a list, and a wrong one is named', () => {
  expect(HostNames.parse('a.example, *.b.example')).toEqual(['a.example', '*.b.example']);
  expect(HostNames.safeParse('a b').error?.issues[0]?.message).toContain('"a b"');
});
