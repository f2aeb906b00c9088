import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import type { Page } from '@playwright/test';

const source = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8');

/** What our screens are held to. */
const TAGS = ['wcag2a', 'wcag2aa', 'wcag21aa', 'wcag22aa', 'best-practice'];

/** Of cards and rows that are drawn alike the first ones are looked at: all of them take ten times as long. */
const REPEATED = ['.t-card-grid > :nth-child(n + 7)', 'tbody > tr:nth-child(n + 9)'];

/** The rule that another colour scheme can break; the structure of a page is the same in both. */
export const COLOURS = ['color-contrast'];

/** What is wrong, and where. */
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
 * What axe finds wrong on the page as it is now. It runs inside the page, where it stays until the next load: so a
 * page of the app that is gone through from screen to screen reads it once.
 * @param within only inside this part of the page
 * @param rules these rules alone instead of all of WCAG 2.2 AA and good practice
 */
export async function findingsOn(page: Page, within?: string, rules?: readonly string[]): Promise<Finding[]> {
  // What is fetched of its own, such as a dialog, comes after what it belongs to.
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

/** Brings to its end what moves: colours measured half-way through a fade are not those of the screen. */
async function settled(page: Page): Promise<void> {
  await page.evaluate(async () => {
    const frame = () => new Promise((drawn) => requestAnimationFrame(drawn));
    // What was just set, such as another colour scheme, begins to move with the next frame.
    await frame();
    await frame();
    for (const animation of document.getAnimations()) {
      // What goes round and round while something loads has no end.
      if (Number.isFinite(animation.effect?.getComputedTiming().endTime)) animation.finish();
    }
    await frame();
  });
}
