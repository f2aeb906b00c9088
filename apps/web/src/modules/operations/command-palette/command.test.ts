import { expect, test } from 'vitest';
import { matches } from './command.ts';

test('the command palette finds by the beginnings of words, whatever case and accents', () => {
  expect(matches('Inês Caldeira', 'ines')).toBe(true);
  expect(matches('Creator Recruitment', 'rec cre')).toBe(true);
  expect(matches('Creator Recruitment', 'uit')).toBe(false);
  expect(matches('Autumn Trail Kit', 'trail x')).toBe(false);
  expect(matches('anything', '  ')).toBe(true);
});
