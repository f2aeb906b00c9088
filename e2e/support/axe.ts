import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import type { Page } from '@playwright/test';

const source = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8');

/** The rule sets our screens must pass. */
const TAGS = ['wcag2a', 'wcag2aa', 'wcag21aa', 'wcag22aa', 'best-practice'];

/** Check only the first of repeated cards and rows; checking all takes ten times as long. */
const REPEATED = ['.t-card-grid > :nth-child(n + 7)', 'tbody > tr:nth-child(n + 9)'];

/** The rule that depends on the color scheme; the page structure is the same in both. */
export const COLOURS = ['color-contrast'];

/** A violation and where it is. */
export interface Finding {
  id: string;
  help: string;
  where: string[];
}

interface Axe {
  run: (context: object, options: object) => Promise<{ violations: AxeViolation[] }>;
}
interface AxeViolation {
  id: string;
  help: string;
  nodes: { target: (string | string[])[] }[];
}

/**
 * Returns the axe findings for the current page. axe is injected and stays until the next load, so in-app
 * navigation injects it once.
 * @param within check only this part of the page
 * @param rules check only these rules instead of WCAG 2.2 AA and best practices
 */
export async function findingsOn(page: Page, within?: string, rules?: readonly string[]): Promise<Finding[]> {
  // Late-loading parts, such as a dialog, appear after what they belong to.
  if (within) await page.locator(within).first().waitFor();
  await settled(page);
  if (!(await page.evaluate(() => 'axe' in window))) await page.evaluate(source);
  return page.evaluate(
    async ([include, only, tags, repeated]) => {
      const { axe } = window as unknown as { axe: Axe };
      const { violations } = await axe.run(
        { ...(include ? { include: [include] } : {}), exclude: repeated },
        {
          runOnly: only ? { type: 'rule', values: only } : { type: 'tag', values: tags },
          resultTypes: ['violations'],
          iframes: false,
        },
      );
      return violations.map(({ id, help, nodes }) => ({
        id,
        help,
        where: nodes.map(({ target }) => target.flat().join(' ')),
      }));
    },
    [within, rules, TAGS, REPEATED] as const,
  );
}

/** Finish animations: colors measured during a fade would be wrong. */
async function settled(page: Page): Promise<void> {
  await page.evaluate(async () => {
    const frame = () => new Promise((drawn) => requestAnimationFrame(drawn));
    // Transitions of a changed color scheme start with the next frame.
    await frame();
    await frame();
    for (const animation of document.getAnimations()) {
      // Loading animations never finish.
      if (Number.isFinite(animation.effect?.getComputedTiming().endTime)) animation.finish();
    }
    await frame();
  });
}
