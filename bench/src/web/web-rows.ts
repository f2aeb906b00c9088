import { ms, type Row } from '../report.ts';
import type { CampaignScreenFigures } from './campaign-web.ts';
import type { MarketingFigures } from './marketing.ts';
import type { SlowNetworkFigures } from './pages.ts';
import type { PricingFigures } from './pricing.ts';
import type { WebFigures } from './web.ts';

// Measurements in a browser and their targets.

const shownRow = (what: string, { p50, p95 }: { p50: number; p95: number }): Row => ({
  what,
  measured: `${ms(p95)} (p50 ${ms(p50)})`,
  target: 'under 200 ms',
  ok: p95 < 200,
});

export const campaignRows = (found: CampaignScreenFigures): Row[] => [
  shownRow(`list of ${found.campaigns} campaigns, from the click to its rows, p95`, found.list),
  shownRow(
    `conversation of ${found.messages.toLocaleString('en-US')} messages, from the click to them, p95`,
    found.conversation,
  ),
];

export const webRows = (found: WebFigures): Row[] => [
  {
    what: 'first load of the search, JavaScript and CSS, compressed',
    measured: `${(found.firstLoad / 1000).toFixed(1)} kB`,
    target: 'at most 200 kB',
    ok: found.firstLoad <= 200_000,
  },
  {
    what: 'largest contentful paint, processor slowed 4 times',
    measured: ms(found.largestPaint),
    target: 'under 1500 ms',
    ok: found.largestPaint < 1500,
  },
  {
    what: `typing to changed rows at ${found.creators.toLocaleString('en-US')} creators, p95`,
    measured: `${ms(found.typingP95)} (p50 ${ms(found.typingP50)})`,
    target: 'under 150 ms',
    ok: found.typingP95 < 150,
  },
  {
    what: 'report panel drawn after its data came, p95',
    measured: `${ms(found.panelP95)} (p50 ${ms(found.panelP50)})`,
    target: 'under 100 ms',
    ok: found.panelP95 < 100,
  },
];

const seconds = (milliseconds: number) => `${(milliseconds / 1000).toFixed(2)} s`;

export function pageRows({ pages, palette, scrollShift }: SlowNetworkFigures): Row[] {
  const beside = (bare: number) => `(by hand ${seconds(bare)})`;
  return [
    {
      what: 'Ctrl+K to the command palette, on a page that just showed its rows, slowest of 10',
      measured: `${ms(palette.slowest)} (p50 ${ms(palette.p50)})`,
      target: 'under 100 ms',
      ok: palette.slowest < 100,
    },
    {
      what: 'layout shift while scrolling through a list of 500',
      measured: scrollShift.toFixed(3),
      target: 'under 0.05',
      ok: scrollShift < 0.05,
    },
    ...pages.flatMap((page) => [
      {
        what: `${page.name}, first rows, processor slowed 4 times, 1.6 Mbit/s, 150 ms, empty cache`,
        measured: `${seconds(page.cold)} ${beside(page.bareCold)}, ${page.requests} requests`,
        target: 'under 2.5 s',
        ok: page.cold < 2500,
      },
      {
        what: 'the same with a full cache',
        measured: `${seconds(page.warm)} ${beside(page.bareWarm)}`,
        target: 'under 1.2 s',
        ok: page.warm < 1200,
      },
      {
        what: 'its layout shift, and a click to the next paint',
        measured: `${page.layoutShift.toFixed(3)}, ${ms(page.interaction)}`,
        target: 'under 0.05 and 100 ms',
        ok: page.layoutShift < 0.05 && page.interaction < 100,
      },
    ]),
  ];
}

export const pricingRows = (found: PricingFigures): Row[] => [
  {
    what: 'first visit of the pricing page, JavaScript and CSS, compressed',
    measured: `${(found.firstLoad / 1000).toFixed(1)} kB`,
    target: 'under 120 kB',
    ok: found.firstLoad < 120_000,
  },
  {
    what: 'its largest contentful paint, processor slowed 4 times',
    measured: `${ms(found.largestPaint)} (${ms(found.largestPaintFull)} not slowed)`,
    target: 'under 1200 ms',
    ok: found.largestPaint < 1200,
  },
];

export const marketingRows = (found: MarketingFigures): Row[] => [
  {
    what: 'first visit of a page for visitors, everything it loads, compressed, the heaviest',
    measured: `${(found.bytes / 1000).toFixed(1)} kB (${found.heaviest})`,
    target: 'under 60 kB',
    ok: found.bytes < 60_000,
  },
  {
    what: 'largest contentful paint of the slowest of them, processor slowed 4 times',
    measured: `${ms(found.largestPaint)} (${found.slowest})`,
    target: 'under 1000 ms',
    ok: found.largestPaint < 1000,
  },
];
