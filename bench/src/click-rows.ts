import type { ClickFigures } from './clicks.ts';
import { ms, type Row } from './report.ts';

const count = (value: number) => Math.round(value).toLocaleString('en-US');

/** The click host's measurements and their targets. */
export const clickRows = ({ away, killed, ...found }: ClickFigures): Row[] => [
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
    measured: `${count(killed.lost)} of ${count(killed.answered)}, the oldest ${ms(killed.lostMs)} old`,
    target: 'at most 100 ms of clicks',
    ok: killed.lostMs <= 100,
  },
  {
    what: 'clicks written per second',
    measured: count(found.written),
    target: 'at least 10,000',
    ok: found.written >= 10_000,
  },
];
