import * as contract from '@troupe/contract/analytics/benchmark';
import type { AnalyticsRow } from '@troupe/domain/analytics/analytics';
import type { Benchmark, BenchmarkFigure } from '@troupe/domain/analytics/benchmark';
import {
  BENCHMARK_FORMULAS,
  BENCHMARK_VERSION,
  type BenchmarkFormula,
  quartilesOf,
  shareBeaten,
  sharedQuartiles,
} from '@troupe/domain/analytics/benchmark-rules';
import { FORMULAS } from '@troupe/domain/figure-formula';
import { medianOf } from '@troupe/domain/statistics';
import { createLimiter } from '@troupe/server/rate-counters';
import type { Api } from '../../platform/api.ts';
import { withTransaction } from '../../platform/database.ts';
import { readOnly } from '../../platform/replica/replica.ts';
import { readBrandZone } from '../listening/listening-summary/listening-summary.queries.ts';
import { shiftDay } from './analytics/filter.ts';
import { filterOf, settleSums } from './analytics.ts';
import { rowsOf } from './analytics-rows.ts';
import {
  type BenchmarkItem,
  countSharing,
  readSharedFigures,
  readSharing,
  readStaleSharing,
  replaceItems,
  type SharedFigure,
  writeSharing,
} from './benchmark/benchmark.queries.ts';
import { readBookCurrencies } from './exchange-rate/exchange-rate.queries.ts';

const DAY_MS = 86_400_000;
const YEAR_DAYS = 365;
const RECENT_DAYS = 90;
const BENCHMARKS = 60;
const BENCHMARKS_MS = 10 * 60_000;
/** Figures of the installation that are read: an arbitrary but constant choice beyond. */
const MOST_SHARED_FIGURES = 50_000;
const BRANDS_AT_ONCE = 500;

const FORMULA_NAMES = Object.keys(BENCHMARK_FORMULAS) as BenchmarkFormula[];

/** Registers benchmarks and the nightly job that writes the figures of brands that share theirs. */
export function benchmarks(api: Api): void {
  const { implement, implementChange, jobs, rates, clock } = api;
  const limit = createLimiter(rates, 'benchmark', BENCHMARKS, BENCHMARKS_MS);
  implement(contract.getBenchmark, async ({ brandId }) => {
    await limit(brandId);
    return { benchmark: await readBenchmark(api, brandId) };
  });
  implementChange(contract.shareBenchmark, async ({ brandId, caller, body: { shared }, commit }) => {
    const now = clock.now();
    await commit((_tx, connection) =>
      writeSharing(connection, brandId, { shared, userId: caller.userId, now }),
    );
    return { shared };
  });
  jobs.every('50 4 * * *', 'count-benchmarks', (signal) => countShared(api, signal), { policy: 'short' });
}

/** Returns the figures of a brand's campaigns over its last days. */
async function readItems(api: Api, brandId: string, days: number): Promise<BenchmarkItem[]> {
  const zone = await readBrandZone(api.pool, brandId);
  const today = new Intl.DateTimeFormat('en-CA', { timeZone: zone }).format(api.clock.now());
  const { filter, margin } = await filterOf(api, brandId, {
    from: shiftDay(today, 1 - days),
    to: today,
    currency: 'each',
  });
  const asOf = await settleSums(api, brandId);
  const rows = await readOnly(api, async (from) => {
    const currencies = await readBookCurrencies(from.pool, brandId);
    return rowsOf(from, {
      filter,
      before: null,
      groupBy: 'campaign',
      sort: 'net-revenue',
      margin,
      asOf,
      currencies,
    });
  });
  return rows.flatMap(itemsOf);
}

function itemsOf(row: AnalyticsRow): BenchmarkItem[] {
  if (row.id === null) return [];
  const campaignId = row.id;
  return row.figures.flatMap(({ formula, version, currency, value }) =>
    value === null || !(formula in BENCHMARK_FORMULAS)
      ? []
      : [{ campaignId, formula, version, currency, value }],
  );
}

const keyOf = ({ formula, currency }: { formula: string; currency: string | null }) =>
  `${formula} ${currency ?? ''}`;

async function readBenchmark(api: Api, brandId: string): Promise<Benchmark> {
  const { pool, clock } = api;
  const now = clock.now();
  const [zone, sharing, brands] = await Promise.all([
    readBrandZone(pool, brandId),
    readSharing(pool, brandId),
    countSharing(pool),
  ]);
  const [year, recent] = [
    await readItems(api, brandId, YEAR_DAYS),
    await readItems(api, brandId, RECENT_DAYS),
  ];
  if (sharing.shared && (!sharing.countedAt || now.getTime() - sharing.countedAt.getTime() > DAY_MS))
    await withTransaction(pool, (_tx, connection) => replaceItems(connection, brandId, year, now));
  const others = sharing.shared ? await readSharedFigures(pool, MOST_SHARED_FIGURES) : [];
  const found = figuresOf(year, recent, others);
  const shown = found.some(({ figure }) => figure.installation !== null);
  const dominated = found.some(({ why }) => why === 'one-brand-dominates');
  return {
    formula: 'benchmark',
    version: BENCHMARK_VERSION,
    zone,
    asOf: now.toISOString(),
    figures: found.map(({ figure }) => figure),
    shared: sharing.shared,
    // Without sharing, even the number of others is hidden.
    brands: sharing.shared ? brands : 0,
    why: !sharing.shared ? 'not-shared' : shown ? null : dominated ? 'one-brand-dominates' : 'too-few-brands',
  };
}

interface Found {
  figure: BenchmarkFigure;
  why: Benchmark['why'];
}

/** Figures by formula and currency, in the order of formulas. */
function figuresOf(
  year: readonly BenchmarkItem[],
  recent: readonly BenchmarkItem[],
  others: readonly SharedFigure[],
): Found[] {
  const [own, late, all] = [Map.groupBy(year, keyOf), Map.groupBy(recent, keyOf), Map.groupBy(others, keyOf)];
  return FORMULA_NAMES.flatMap((formula) => {
    const { version, unit } = FORMULAS[formula];
    const { lowerIsBetter } = BENCHMARK_FORMULAS[formula];
    const currencies = new Set(
      year.filter((item) => item.formula === formula).map(({ currency }) => currency),
    );
    return [...currencies].sort().map((currency): Found => {
      const key = keyOf({ formula, currency });
      const values = (own.get(key) ?? []).map(({ value }) => value);
      const latest = (late.get(key) ?? []).map(({ value }) => value);
      const median = latest.length > 0 ? medianOf(latest) : null;
      const shared = sharedQuartiles((all.get(key) ?? []).filter((item) => item.version === version));
      return {
        figure: {
          formula,
          version,
          unit,
          currency,
          lowerIsBetter,
          own: quartilesOf(values),
          ownItems: values.length,
          recent: median,
          beats: median === null ? null : shareBeaten(median, values, { lowerIsBetter }),
          installation: 'quartiles' in shared ? shared.quartiles : null,
        },
        why: 'why' in shared ? shared.why : null,
      };
    });
  });
}

/** Writes the figures of all brands that share theirs. */
export async function countShared(api: Api, signal?: AbortSignal): Promise<void> {
  const { pool, clock, log } = api;
  const now = clock.now();
  for (const brandId of await readStaleSharing(pool, new Date(now.getTime() - DAY_MS / 2), BRANDS_AT_ONCE)) {
    if (signal?.aborted) return;
    try {
      const items = await readItems(api, brandId, YEAR_DAYS);
      await withTransaction(pool, (_tx, connection) => replaceItems(connection, brandId, items, now));
    } catch (error) {
      log.error({ error, brandId }, 'failed to count benchmark figures');
    }
  }
}
