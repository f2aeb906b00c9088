import type { BooksFigures } from './affiliate-books.ts';
import type { ScreenFigures } from './affiliate-screens.ts';
import type { SeedSizes } from './affiliate-seed.ts';
import type { ClickFigures } from './clicks.ts';
import { megabytes, ms, type Row } from './report.ts';

const count = (value: number) => Math.round(value).toLocaleString('en-US');

/** The click host's measurements and their targets. */
export const clickRows = ({ away, killed, sustained, ...found }: ClickFigures): Row[] => [
  {
    what: 'redirects per second, click host alone',
    measured: `${count(found.rate)} (a server that only redirects: ${count(found.bareRate)}, ratio ${found.ratio.toFixed(2)}; ${found.cost.toFixed(3)} ms processor time each against ${found.bareCost.toFixed(3)})`,
    target: 'at least 5,000',
    ok: found.rate >= 5000,
  },
  {
    what: 'their duration at that rate, p95',
    measured: `${ms(found.p95)} (p50 ${ms(found.p50)})`,
    target: 'under 5 ms',
    ok: found.p95 < 5,
  },
  {
    what: `redirects while the database is away for ${away.seconds} s`,
    measured: `${count(away.asked)} asked, ${away.failed} failed, ${away.lost} lost`,
    target: '0 failed, 0 lost',
    ok: away.failed === 0 && away.lost === 0,
  },
  {
    what: `clicks lost when the click host is killed at ${count(killed.rate)} per second`,
    measured: `${count(killed.lost)} of ${count(killed.answered)}, the oldest ${ms(killed.lostMs)} old; ${killed.twice} twice`,
    target: 'at most 100 ms of clicks, none twice',
    ok: killed.lostMs <= 100 && killed.twice === 0,
  },
  {
    what: 'clicks written per second',
    measured: count(found.written),
    target: 'at least 10,000',
    ok: found.written >= 10_000,
  },
  {
    what: `clicks arriving at 10,000 per second for ${sustained.seconds} s, all stored after the last`,
    measured: `${sustained.lagSeconds.toFixed(1)} s (${count(sustained.arrived)} at ${count(sustained.rate)} per second, ${sustained.twice} twice)`,
    target: 'within 10 s, none twice',
    ok: sustained.lagSeconds <= 10 && sustained.twice === 0,
  },
];

/** Requests of a large program's screens. */
export const programRows = (
  { clicks, orders, creators }: SeedSizes,
  screens: readonly ScreenFigures[],
): Row[] =>
  screens.map(({ name, p50, p95, cost }) => ({
    what: `${name} of a program with ${count(clicks)} clicks, ${count(orders)} orders, ${count(creators)} creators, p95`,
    measured: `${ms(p95)} (p50 ${ms(p50)}; ${ms(cost)} processor time each)`,
    target: 'under 300 ms',
    ok: p95 < 300,
  }));

/** Orders that come in, and a rehearsal. */
export const bookRows = ({ line, rehearsal }: BooksFigures): Row[] => [
  {
    what: 'order webhook until its line is on the list, p95',
    measured: `${ms(line.p95)} (p50 ${ms(line.p50)})`,
    target: 'under 3 s',
    ok: line.p95 < 3000,
  },
  {
    what: `rehearsal of ${count(rehearsal.orders)} orders`,
    measured: `${rehearsal.seconds.toFixed(1)} s (${rehearsal.processorSeconds.toFixed(1)} s processor time), ${megabytes(rehearsal.memory)} more memory at most`,
    target: 'under 60 s and 200 MB',
    ok: rehearsal.seconds < 60 && rehearsal.memory < 200 * 1024 ** 2,
  },
];
