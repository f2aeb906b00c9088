/**
 * Licenses whose code can be part of an AGPL-3.0 program, by SPDX identifier: permissive ones, and copyleft ones that
 * version 3 of the GPL family is compatible with. OFL-1.1 covers fonts, which are only distributed with the program.
 */
const USABLE = new Set(
  [
    '0BSD AFL-3.0 AGPL-3.0-only AGPL-3.0-or-later Apache-2.0 Artistic-2.0 BSD-2-Clause BSD-3-Clause BlueOak-1.0.0 BSL-1.0',
    'CC-BY-4.0 CC0-1.0 GPL-2.0-or-later GPL-3.0-only GPL-3.0-or-later ISC LGPL-2.1-only LGPL-2.1-or-later LGPL-3.0-only',
    'LGPL-3.0-or-later MIT MIT-0 MPL-2.0 OFL-1.1 PostgreSQL PSF-2.0 Python-2.0 Unicode-3.0 Unlicense WTFPL Zlib',
  ].flatMap((line) => line.split(' ')),
);

/** Licenses of packages whose package.json doesn't name one in SPDX form, with the file that does. */
export const STATED_ELSEWHERE: ReadonlyMap<string, { license: string; file: string }> = new Map([
  ['chargebee', { license: 'MIT', file: 'LICENSE' }],
  ['combine-errors', { license: 'MIT', file: 'Readme.md' }],
  ['png-js', { license: 'MIT', file: 'LICENSE' }],
]);

/**
 * Returns whether an AGPL-3.0 program can include code under an SPDX license expression. Unknown identifiers, exceptions
 * (`WITH`) and anything that isn't an expression count as unusable, so that a person looks at them.
 */
export function isUsable(expression: string): boolean {
  const words = expression.match(/\(|\)|[^\s()]+/g) ?? [];
  let at = 0;
  const one = (): boolean => {
    const word = words[at++];
    if (word !== '(') return word !== undefined && USABLE.has(word);
    const inner = either();
    return words[at++] === ')' && inner;
  };
  // AND binds tighter than OR. Both sides are always read, so that what follows is read in the right place.
  const both = (): boolean => {
    let usable = one();
    while (words[at] === 'AND') {
      at++;
      usable = one() && usable;
    }
    return usable;
  };
  const either = (): boolean => {
    let usable = both();
    while (words[at] === 'OR') {
      at++;
      usable = both() || usable;
    }
    return usable;
  };
  return either() && at === words.length;
}
