import { getExchangeRates } from '@troupe/contract/analytics/exchange-rate';
import type { ExchangeRatePort } from '@troupe/domain/analytics/exchange-rate';
import type { Api } from '../../platform/api.ts';
import { daysBetween } from './analytics/filter.ts';
import {
  readLatestRateDay,
  readRateSpans,
  readRatesOf,
  writeRates,
} from './exchange-rate/exchange-rate.queries.ts';

/** The file of recent rates reaches so far back. */
const RECENT_DAYS = 80;
/** A currency without a rate for so long has ended. */
const ENDED_DAYS = 14;
const LOAD = 'exchange-rates-load';

/** Registers exchange rates, and loads them every few hours: days that were late or corrected are filled. */
export function exchangeRates(api: Api, rates: ExchangeRatePort | null): void {
  const { implement, pool, clock, jobs } = api;
  implement(getExchangeRates, async ({ query }) => {
    const today = clock.now().toISOString().slice(0, 10);
    const [found, { spans, loadedAt }] = await Promise.all([
      readRatesOf(pool, query.day ?? today),
      readRateSpans(pool),
    ]);
    const latest =
      spans
        .map(({ until }) => until)
        .sort()
        .at(-1) ?? null;
    return {
      rates: found,
      status: {
        latest,
        loadedAt,
        currencies: spans.map(({ currency, since, until }) => ({
          currency,
          since,
          until,
          ended: latest !== null && daysBetween(until, latest) > ENDED_DAYS,
        })),
      },
    };
  });
  if (!rates) return;
  jobs.every('37 */3 * * *', LOAD, () => loadRates(api, rates), { policy: 'short' });
  // A new installation doesn't wait for the schedule.
  jobs.every(
    '* * * * *',
    `${LOAD}-first`,
    async () => {
      if ((await readLatestRateDay(pool)) === null) await loadRates(api, rates);
    },
    { policy: 'short' },
  );
}

/** Loads recent rates, or all if some days would be missing. @returns how many changed */
export async function loadRates(
  { pool, clock, log }: Pick<Api, 'pool' | 'clock' | 'log'>,
  port: ExchangeRatePort,
): Promise<void> {
  const now = clock.now();
  const latest = await readLatestRateDay(pool);
  const today = now.toISOString().slice(0, 10);
  const published =
    latest === null || daysBetween(latest, today) > RECENT_DAYS ? await port.history() : await port.recent();
  const changed = await writeRates(pool, published, { source: port.name, now });
  if (changed > 0) log.info({ changed }, 'loaded exchange rates');
}
