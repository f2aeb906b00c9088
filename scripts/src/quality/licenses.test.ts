import { expect, test } from 'vitest';
import { isUsable } from './licenses.ts';

test.each([
  ['MIT', true],
  ['AGPL-3.0-or-later', true],
  ['(MIT OR GPL-2.0-only)', true],
  ['GPL-2.0-only OR MIT', true],
  ['MIT AND ISC AND BSD-3-Clause', true],
  ['(MIT OR CC0-1.0) AND Apache-2.0', true],
  ['GPL-2.0-only', false],
  ['MIT AND GPL-2.0-only', false],
  ['GPL-2.0-only AND MIT', false],
  // AND binds tighter: the choice is between BUSL with MIT, and SSPL.
  ['BUSL-1.1 AND MIT OR SSPL-1.0', false],
  ['MIT OR BUSL-1.1 AND SSPL-1.0', true],
  ['BSD-4-Clause', false],
  ['UNLICENSED', false],
  ['SEE LICENSE IN LICENSE.md', false],
  ['MIT extra', false],
  ['(MIT', false],
  ['', false],
])('an AGPL project can use a package under "%s": %s', (expression, usable) => {
  expect(isUsable(expression)).toBe(usable);
});
