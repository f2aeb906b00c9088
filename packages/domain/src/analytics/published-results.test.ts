import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { parquetReadObjects } from 'hyparquet';
import { expect, test } from 'vitest';
import { meanOf } from '../statistics.ts';
import { compareWithPast } from './counterfactual.ts';
import {
  bandsOf,
  forecastOf,
  judgeForecasts,
  maseScale,
  rehearseForecasts,
  repeatSeason,
} from './forecast-methods.ts';
import { LIFT_BUCKET_MS, measureLift } from './lift.ts';
import { expectedOrders, fitPurchases, fitValues } from './purchase-model.ts';

const SHARED = process.env.TROUPE_SHARED ?? join(import.meta.dirname, '../../../../../shared');
const FOLDER = join(SHARED, 'data/analytics');
const SHOP = join(SHARED, 'data/affiliate/online_retail.parquet');
const [hasFolder, hasShop] = [existsSync(FOLDER), existsSync(SHOP)];
for (const [found, path] of [
  [hasFolder, FOLDER],
  [hasShop, SHOP],
] as const)
  if (!found)
    console.log(`${path} not found (set TROUPE_SHARED); statistics aren't compared with published results.`);

const HOUR = 3_600_000;
const DAY = 24 * HOUR;

const linesOf = (file: string): string[] => readFileSync(join(FOLDER, file), 'utf8').trim().split(/\r?\n/);
const numbersOf = (file: string, separator = ','): number[][] =>
  linesOf(file)
    .slice(1)
    .map((line) => line.split(separator).map((cell) => Number(cell.replaceAll('"', ''))));
const column = (rows: readonly number[][], at: number): number[] => rows.map((row) => row[at] as number);

/** Effects that the R program CausalImpact prints, and the rows before the change. */
const CAUSAL_IMPACT = [
  { file: 'arma_data.csv', y: 1, controls: [0], before: 70, mean: 0.89, low: 0.27, high: 1.5, tells: true },
  { file: 'basque.csv', y: 1, controls: [2], before: 21, mean: -0.76, low: -1.4, high: -0.2, tells: true },
  {
    file: 'comparison_data.csv',
    y: 1,
    controls: [2, 3, 4],
    before: 90,
    mean: -657,
    low: -2076,
    high: 832,
    tells: false,
  },
  { file: 'google_data.csv', y: 0, controls: [1, 2], before: 61, mean: 27, low: 18, high: 36, tells: true },
  {
    file: 'volks_data.csv',
    y: 1,
    controls: [2, 3],
    before: 246,
    mean: -44,
    low: -55,
    high: -33,
    tells: true,
  },
];

test.runIf(hasFolder)('five series have the effects that CausalImpact publishes', () => {
  for (const { file, y, controls, before, mean, low, high, tells } of CAUSAL_IMPACT) {
    const rows = numbersOf(`causalimpact/${file}`, file.startsWith('volks') ? ' ' : ',');
    // The origin adds 1 to the last 30 rows of this series.
    const values = column(rows, y).map((value, row) =>
      file.startsWith('arma') && row >= before ? value + 1 : value,
    );
    const found = compareWithPast(
      values,
      controls.map((at) => column(rows, at)),
      before,
    );
    const { effect } = found ?? expect.fail(file);
    expect(Math.sign(effect.mean), file).toBe(Math.sign(mean));
    expect(effect.low > 0 || effect.high < 0, file).toBe(tells);
    expect(effect.low, file).toBeLessThan(high);
    expect(effect.high, file).toBeGreaterThan(low);
    // Closer than that: the mean lies within a fifth of the published interval's width of the published mean.
    expect(Math.abs(effect.mean - mean), file).toBeLessThan((high - low) / 5);
  }
});

test.runIf(hasFolder)('BG/NBD and Gamma-Gamma find the published parameters of CDNOW', () => {
  const rows = numbersOf('cdnow/cdnow_customers_summary.csv');
  const found = fitPurchases(
    rows.map(([, frequency = 0, recency = 0, age = 0]) => ({ frequency, recency, age, buyers: 1 })),
  );
  const rates = 'rates' in found ? found.rates : expect.fail(found.why);
  expect(rates.r).toBeCloseTo(0.243, 3);
  expect(rates.alpha).toBeCloseTo(4.414, 2);
  expect(rates.a).toBeCloseTo(0.793, 3);
  expect(rates.b).toBeCloseTo(2.426, 3);
  // Fader and Hardie's spreadsheet: 39 more weeks of a buyer with two more orders.
  expect(expectedOrders(rates, { frequency: 2, recency: 30.43, age: 38.86 }, 39)).toBeCloseTo(1.226, 3);
  const values = numbersOf('cdnow/cdnow_customers_summary_with_transactions.csv')
    .filter(([, frequency = 0]) => frequency > 0)
    .map(([, orders = 0, , , mean = 0]) => ({ orders, mean }));
  const { p, q, v } = fitValues(values) ?? expect.fail('no fit');
  expect(p).toBeCloseTo(6.25, 1);
  expect(q).toBeCloseTo(3.74, 1);
  expect(v).toBeCloseTo(15.44, 1);
});

test.runIf(hasFolder)(
  'forecasts of M4 weekly series beat the naive forecast by 5%, and bands hold 75 to 90%',
  () => {
    const seriesOf = (file: string) =>
      linesOf(file)
        .slice(1)
        .map((line) => {
          const [name = '', ...cells] = line.split(',').map((cell) => cell.replaceAll('"', ''));
          return [name, cells.filter((cell) => cell !== '' && cell !== 'NA').map(Number)] as const;
        });
    const tests = new Map(seriesOf('m4_weekly_test_sample.csv'));
    const [own, naive, seasonal]: number[][] = [[], [], []];
    let [within, of] = [0, 0];
    for (const [name, known] of seriesOf('m4_weekly_train_sample.csv')) {
      const actual = tests.get(name) ?? [];
      if (actual.length === 0) continue;
      const horizon = actual.length;
      const { median } = forecastOf(known, 1, horizon);
      const scale = maseScale(known, 1);
      const mase = (forecast: readonly number[]) =>
        meanOf(actual.map((value, h) => Math.abs(value - (forecast[h] as number)))) / scale;
      own?.push(mase(median));
      naive?.push(mase(repeatSeason(known, 1, horizon)));
      seasonal?.push(mase(repeatSeason(known, 52, horizon)));
      const past = [];
      for (
        let origin = known.length - horizon;
        origin >= Math.max(30, known.length - horizon - 60);
        origin -= 3
      )
        past.push({
          forecast: forecastOf(known.slice(0, origin), 1, horizon).median,
          actual: known.slice(origin, origin + horizon),
          naive: [],
        });
      for (const [h, band] of bandsOf(median, past, 0.8, 0.5).entries()) {
        if (!band) continue;
        of += 1;
        if ((actual[h] as number) >= band.low && (actual[h] as number) <= band.high) within += 1;
      }
    }
    const [ours, last, year] = [own, naive, seasonal].map((values) => meanOf(values ?? []));
    console.log(
      `M4 weekly: MASE ${ours?.toFixed(3)}, last value ${last?.toFixed(3)}, last year ${year?.toFixed(3)}; 80% band held ${((100 * within) / of).toFixed(1)}%`,
    );
    expect(ours).toBeLessThan(0.95 * (last as number));
    expect(ours).toBeLessThan(0.95 * (year as number));
    expect(within / of).toBeGreaterThan(0.75);
    expect(within / of).toBeLessThan(0.9);
  },
);

interface Sale {
  at: number;
  value: number;
}

/** Paid orders of a year of a real shop. UCI Online Retail, CC BY 4.0. */
async function readShop(): Promise<Sale[]> {
  const bytes = readFileSync(SHOP);
  const file = bytes.buffer.slice(bytes.byteOffset, bytes.byteOffset + bytes.byteLength);
  const rows = (await parquetReadObjects({
    file,
    columns: ['InvoiceNo', 'Quantity', 'InvoiceDate', 'UnitPrice'],
  })) as { InvoiceNo: string; Quantity: bigint; InvoiceDate: Date; UnitPrice: number }[];
  const sales = new Map<string, Sale>();
  for (const row of rows) {
    const pieces = Number(row.Quantity);
    if (pieces <= 0 || row.UnitPrice <= 0 || row.InvoiceNo.startsWith('C')) continue;
    const sale = sales.get(row.InvoiceNo) ?? { at: row.InvoiceDate.getTime(), value: 0 };
    sale.value += pieces * row.UnitPrice;
    sales.set(row.InvoiceNo, sale);
  }
  return [...sales.values()].sort((a, b) => a.at - b.at);
}

const shop = hasShop ? readShop() : Promise.resolve([]);

test.runIf(hasShop)(
  'forecasts of a real shop beat repeating the last week by 5%, and bands hold 75 to 90%',
  async () => {
    const sales = await shop;
    const first = Math.floor((sales[0]?.at ?? 0) / DAY);
    const days = Math.floor((sales.at(-1)?.at ?? 0) / DAY) - first + 1;
    const [orders, value] = [new Array<number>(days).fill(0), new Array<number>(days).fill(0)];
    for (const sale of sales) {
      const day = Math.floor(sale.at / DAY) - first;
      orders[day] = (orders[day] as number) + 1;
      value[day] = (value[day] as number) + sale.value;
    }
    for (const [name, series, unit] of [
      ['orders', orders, 0.5],
      ['value', value, 50],
    ] as const) {
      const past = rehearseForecasts(series, 7, 14, { first: 63, most: 52 });
      const found = judgeForecasts(past, maseScale(series, 7), { unit, season: 7, warmUp: 8 });
      const held = found.band80.within / found.band80.of;
      console.log(
        `shop, ${name}: MASE ${found.mase?.toFixed(3)}, last week ${found.naiveMase?.toFixed(3)}; 80% band held ${(100 * held).toFixed(1)}%`,
      );
      expect(found.mase, name).toBeLessThan(0.95 * (found.naiveMase as number));
      expect(held, name).toBeGreaterThan(0.75);
      expect(held, name).toBeLessThan(0.9);
    }
  },
);

/** Numbers from 0 to 1, the same in every run (mulberry32). */
function numbers(seed: number): () => number {
  let state = seed;
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let t = Math.imul(state ^ (state >>> 15), 1 | state);
    t = (t + Math.imul(t ^ (t >>> 7), 61 | t)) ^ t;
    return ((t ^ (t >>> 14)) >>> 0) / 4_294_967_296;
  };
}

/**
 * The rule for closed days was chosen on this shop; the rest was fixed before. On the bike counts, which nothing was chosen
 * on, the interval calls 3 to 8% of quiet windows (docs/statistics.md).
 */
test.runIf(hasShop)(
  'lift calls at most 7% of single and 5% of pooled windows of a shop without posts',
  async () => {
    const sales = await shop;
    const start = Math.floor((sales[0]?.at ?? 0) / DAY) * DAY;
    const days = Math.floor(((sales.at(-1)?.at ?? 0) - start) / DAY) + 1;
    const quiet = new Uint32Array(days * 96);
    for (const { at } of sales) {
      const place = Math.floor((at - start) / LIFT_BUCKET_MS);
      quiet[place] = (quiet[place] as number) + 1;
    }
    const study = (orders: ArrayLike<number>, posts: readonly number[], windowHours: number) =>
      measureLift({
        timeline: { start, orders },
        posts: posts.map((at, i) => ({ id: String(i), at })),
        disturbances: [],
        windowHours,
        baselineWeeks: 8,
      });
    const excludes = ({ effect }: ReturnType<typeof study>) =>
      effect !== null && (effect.low > 0 || effect.high < 0);
    for (const hours of [6, 24, 48, 72]) {
      let [interval, called, all] = [0, 0, 0];
      for (let at = start + 70 * DAY + HOUR; at + hours * HOUR < start + days * DAY; at += 43 * HOUR) {
        const found = study(quiet, [at], hours);
        if (!found.effect) continue;
        all += 1;
        if (excludes(found)) interval += 1;
        if (found.verdict !== 'cannot-tell') called += 1;
      }
      console.log(
        `lift, one window of ${hours} h: interval ${((100 * interval) / all).toFixed(1)}%, called ${((100 * called) / all).toFixed(1)}% of ${all}`,
      );
      expect(interval / all, `${hours} h`).toBeLessThan(0.07);
      expect(called / all, `${hours} h`).toBeLessThan(0.07);
    }
    const random = numbers(11);
    const seen = new Map<string, number>();
    let [falsely, quietStudies] = [0, 0];
    for (const posts of [5, 10, 20])
      for (const rise of [0, 0.2, 0.5]) {
        const studies = rise === 0 ? 60 : 15;
        let [interval, called, half] = [0, 0, 0];
        for (let n = 0; n < studies; n += 1) {
          const times: number[] = [];
          while (times.length < posts) {
            const at = start + 70 * DAY + Math.floor(random() * (days - 73) * 24) * HOUR;
            if (times.every((other) => Math.abs(other - at) >= 48 * HOUR)) times.push(at);
          }
          const orders = quiet.slice();
          if (rise > 0)
            for (const at of times) {
              const from = Math.floor((at - start) / LIFT_BUCKET_MS);
              for (let i = from; i < from + 192; i += 1)
                for (let k = quiet[i] as number; k > 0; k -= 1)
                  if (random() < rise) orders[i] = (orders[i] as number) + 1;
            }
          const found = study(orders, times, 48);
          if (excludes(found)) interval += 1;
          if (found.verdict === 'lift' || (rise === 0 && found.verdict === 'drop')) called += 1;
          if (found.effect) half += Math.log((1 + found.effect.high) / (1 + found.effect.low)) / 2;
        }
        seen.set(`${posts} ${rise}`, called / studies);
        console.log(
          `lift, ${posts} windows, +${100 * rise}%: interval ${((100 * interval) / studies).toFixed(0)}%, called ${((100 * called) / studies).toFixed(0)}%, half width ${(100 * Math.expm1(half / studies)).toFixed(0)}%`,
        );
        if (rise === 0) [falsely, quietStudies] = [falsely + called, quietStudies + studies];
      }
    expect(falsely / quietStudies).toBeLessThanOrEqual(0.05);
    // The design measured 79, 96 and 97% for the interval alone; asking for the rank too costs some of it.
    expect(seen.get('10 0.5')).toBeGreaterThan(0.8);
    expect(seen.get('20 0.5')).toBeGreaterThan(0.9);
  },
);
