import { expect, test } from 'vitest';
import { closingSteps } from './brand-closing.ts';

test('closing says for how long the data is kept', () => {
  expect(closingSteps(30)).toHaveLength(4);
  expect(closingSteps(30)[3]).toContain('30 days ');
  expect(closingSteps(1)[3]).toContain('1 day ');
});
