import { globSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { expect, test } from 'vitest';
import { BREAKPOINTS } from './breakpoints.ts';

const root = path.resolve(import.meta.dirname, '../../../..');
const { small, mobile, tablet, wide } = BREAKPOINTS;
/** Up to a width, or from the next one; wide starts at its own. */
const ALLOWED = {
  max: [small, mobile, tablet, wide - 1],
  min: [small + 1, mobile + 1, tablet + 1, wide],
};

test('[R9.053] layouts change at 480, 767, 980 and 1200 px and at no other width of the window', () => {
  expect(BREAKPOINTS).toEqual({ small: 480, mobile: 767, tablet: 980, wide: 1200 });
  const files = globSync(
    ['packages/ui/src/**/*.{css,ts,tsx}', 'apps/{web,portal,auth}/src/**/*.{css,ts,tsx}'],
    {
      cwd: root,
    },
  );
  expect(files.length).toBeGreaterThan(100);
  const seen = new Set<number>();
  const odd = files.flatMap((file) =>
    [...readFileSync(path.join(root, file), 'utf8').matchAll(/(?:@media|matchMedia|useMediaQuery)[^{;]*/g)]
      .flatMap(([condition]) => [...condition.matchAll(/(min|max)-width: ?(\d+)px/g)])
      .flatMap(([text, side, width]) => {
        seen.add(Number(width));
        return ALLOWED[side as 'min' | 'max'].includes(Number(width)) ? [] : [`${file}: ${text}`];
      }),
  );
  expect(odd).toEqual([]);
  expect([...seen]).toEqual(expect.arrayContaining([small, mobile, tablet, wide - 1]));
});
