import { wilson } from '../share-interval.ts';
import { tailProbability } from '../tail-probability.ts';
import type { CodeUse } from './affiliate-alert.ts';

const DAY_MS = 86_400_000;
/** Uses of the last day are judged by the 28 days before the last two. */
const RECENT_MS = DAY_MS;
const SETTLED_MS = 2 * DAY_MS;
const USUAL_DAYS = 28;
/** The fewest earlier uses that say what is usual. */
const FEWEST_USUAL = 10;
/** The fewest cold uses in a day that say something; no code with fewer uses has leaked. */
export const FEWEST_COLD = 4;
/** Growth that is no reason to look: a good week, or a season. */
const GROWTH = 1.5;
/** How unlikely so many cold uses must be. */
const UNLIKELY = 0.001;
/** Standard normal quantile of the share of cold uses, 90% from both sides. */
const Z = 1.64;

/**
 * Returns the figures of a leak when a code is used without its creator far more often than usual, or null. Finds leaks
 * of codes with few uses within a day, where the share of cold uses (`leakOf`) needs several. In the last day
 * - at least four uses were cold, and so many are less likely than 1 in 1,000 even at 1.5 times the usual rate, and
 * - their share rose too (Wilson's lower bound at 90%): a post of the creator brings many uses of both kinds.
 * @param uses of one code, in any order
 */
export function coldBurstOf(
  uses: readonly CodeUse[],
  now: number,
): Record<'uses' | 'cold' | 'coldShare' | 'atLeast' | 'usualShare' | 'usualCold', number> | null {
  const recent = uses.filter(({ at }) => at > now - RECENT_MS && at <= now);
  const before = uses.filter(
    ({ at }) => at <= now - SETTLED_MS && at > now - SETTLED_MS - USUAL_DAYS * DAY_MS,
  );
  if (before.length < FEWEST_USUAL) return null;
  const cold = recent.filter((use) => use.cold).length;
  if (cold < FEWEST_COLD) return null;
  const usual = before.filter((use) => use.cold).length;
  const usualCold = usual / USUAL_DAYS;
  const expected = GROWTH * Math.max(usualCold, 1 / USUAL_DAYS);
  if (tailProbability(cold, expected, 1) >= UNLIKELY) return null;
  const { low } = wilson(cold, recent.length, Z);
  if (low <= usual / before.length) return null;
  const percent = (share: number) => Math.round(share * 1000) / 10;
  return {
    uses: recent.length,
    cold,
    coldShare: percent(cold / recent.length),
    atLeast: percent(low),
    usualShare: percent(usual / before.length),
    usualCold: Math.round(usualCold * 10) / 10,
  };
}
