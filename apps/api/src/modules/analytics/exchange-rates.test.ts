import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { getExchangeRates } from '@troupe/contract/analytics/exchange-rate';
import {
  type ExchangeRatePort,
  type PublishedRate,
  parseRateXml,
} from '@troupe/domain/analytics/exchange-rate';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { ecb } from '../../providers/exchange-rates/ecb.ts';
import { startTestApi, type TestApi } from '../../testing/test-api.ts';
import { startTestSandbox, type TestSandbox } from '../../testing/test-sandbox.ts';
import { providerGuard } from '../discovery/provider/provider.queries.ts';
import { readCrossRates, writeRates } from './exchange-rate/exchange-rate.queries.ts';
import { loadRates } from './exchange-rates.ts';

const SHARED = process.env.TROUPE_SHARED ?? join(import.meta.dirname, '../../../../../../shared');
const FILE = join(SHARED, 'data/analytics/eurofxref-hist.csv');
if (!existsSync(FILE))
  console.warn(`${FILE} not found (set TROUPE_SHARED); real exchange rates aren't tested`);

let t: TestApi;
let sandbox: TestSandbox;
beforeAll(async () => {
  t = await startTestApi();
  sandbox = await startTestSandbox();
});
beforeEach(() => t.api.pool.query('delete from exchange_rate'));
afterAll(async () => {
  await t.stop();
  await sandbox.stop();
});

const bank = (): ExchangeRatePort =>
  ecb({ url: `${sandbox.origin}/eurofxref/`, timeoutMs: 5000, book: providerGuard(t.api.db, t.api.clock) });
const fault = (failure: string, times = 1) =>
  fetch(`${sandbox.origin}/api/faults`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ provider: 'exchange-rates', failure, times }),
  });
const count = async () =>
  Number((await t.api.pool.query('select count(distinct day)::int as n from exchange_rate')).rows[0]?.n);

/** Rates of the bank's history as its CSV file lists them. */
function realRates(): PublishedRate[] {
  const [head = '', ...lines] = readFileSync(FILE, 'utf8').trim().split(/\r?\n/);
  const names = head.split(',');
  return lines.flatMap((line) => {
    const [day = '', ...cells] = line.split(',');
    return cells.flatMap((perEuro, at) =>
      perEuro === '' || perEuro === 'N/A' ? [] : { day, currency: names[at + 1] ?? '', perEuro },
    );
  });
}

test('loads the history once, then recent days, and fills days that were late', async () => {
  await fault('late');
  await loadRates(t.api, bank());
  const late = await count();
  expect(late).toBeGreaterThan(50);
  await loadRates(t.api, bank());
  expect(await count()).toBeGreaterThan(late);
  const { rows } = await t.api.pool.query('select day from exchange_rate where extract(isodow from day) > 5');
  expect(rows).toEqual([]);
  for (const failure of ['garbage', 'error_500']) {
    await fault(failure, 5);
    await expect(loadRates(t.api, bank()), failure).rejects.toThrow();
    await fetch(`${sandbox.origin}/api/faults`, { method: 'DELETE' });
  }
});

test('reads the files of the bank, and nothing else', () => {
  const xml = `<gesmes:Envelope xmlns="http://www.ecb.int/vocabulary/2002-08-01/eurofxref"><Cube><Cube time='2026-11-27'>
    <Cube currency='USD' rate='1.0834'/><Cube currency='JPY' rate='162.37'/><Cube currency='XXX' rate='0'/></Cube></Cube>`;
  expect(parseRateXml(xml)).toEqual([
    { day: '2026-11-27', currency: 'USD', perEuro: '1.0834' },
    { day: '2026-11-27', currency: 'JPY', perEuro: '162.37' },
  ]);
  expect(parseRateXml('<html>Not found</html>')).toBeNull();
});

test.runIf(existsSync(FILE))('real rates: weekends take Friday, ended currencies have none', async () => {
  await writeRates(t.api.pool, realRates(), { source: 'ECB', now: new Date() });
  // 24 December 2022 was a Saturday, the 26th a holiday.
  const days = { from: '2022-12-23', to: '2022-12-27' };
  const rates = await readCrossRates(t.api.pool, 'EUR', ['USD', 'HRK'], days);
  const usd = rates.filter(({ currency }) => currency === 'USD');
  expect(usd.map(({ day, of }) => [day, of])).toEqual([
    ['2022-12-23', '2022-12-23'],
    ['2022-12-24', '2022-12-23'],
    ['2022-12-25', '2022-12-23'],
    ['2022-12-26', '2022-12-23'],
    ['2022-12-27', '2022-12-27'],
  ]);
  // 1 EUR was 1.0622 USD on that Friday.
  expect(usd[0]?.rate).toBe((1 / 1.0622).toFixed(10));
  // Croatia has paid in euros since 2023: a week after the last rate there is none.
  const later = await readCrossRates(t.api.pool, 'EUR', ['HRK'], { from: '2022-12-30', to: '2023-01-31' });
  expect(later.at(-1)?.day).toBe('2023-01-06');
  const brandId = await t.brand();
  const owner = await t.person({ brandId, brandRole: 'owner' });
  const { status, rates: of } = await owner.call(getExchangeRates, {
    params: { brandId },
    query: { day: '2022-12-25' },
  });
  expect(status.currencies.find(({ currency }) => currency === 'HRK')).toMatchObject({
    ended: true,
    until: '2022-12-30',
  });
  expect(of.find(({ currency }) => currency === 'USD')).toEqual({
    currency: 'USD',
    day: '2022-12-25',
    of: '2022-12-23',
    perEuro: '1.0622',
  });
});
