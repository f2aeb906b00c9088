import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { parquetReadObjects } from 'hyparquet';
import { expect, test } from 'vitest';
import { type CodeUse, leakOf } from './affiliate-alert.ts';
import { coldBurstOf } from './leaked-code.ts';

const SHARED = process.env.TROUPE_SHARED ?? join(import.meta.dirname, '../../../../../shared');
const FILE = join(SHARED, 'data/affiliate/online_retail.parquet');
if (!existsSync(FILE))
  console.log(`${FILE} not found (set TROUPE_SHARED); the leak alarm is not measured on real orders.`);

const HOUR = 3_600_000;
const DAY = 24 * HOUR;
const NOW = Date.UTC(2026, 5, 1);
/** Uses some days before now, of which the first are cold. */
const uses = (days: number, count: number, cold: number): CodeUse[] =>
  Array.from({ length: count }, (_, n) => ({ at: NOW - days * DAY - n, cold: n < cold }));
/** A use every second day, half of them cold. */
const usual = Array.from({ length: 14 }, (_, n) => ({ at: NOW - (3 + 2 * n) * DAY, cold: n % 2 === 0 }));

test('many cold uses in a day raise an alarm with their figures', () => {
  // 7 of 28 days were cold: 0.25 a day. Six of six: Wilson's lower bound at 1.64 is 6 / (6 + 1.64²) = 69.0%.
  expect(coldBurstOf([...usual, ...uses(0.5, 6, 6)], NOW)).toEqual({
    uses: 6,
    cold: 6,
    coldShare: 100,
    atLeast: 69,
    usualShare: 50,
    usualCold: 0.3,
  });
});

test('a busy code raises an alarm too', () => {
  // 1,000 cold uses a day, then 3,000: Wilson's lower bound is 3000 / (3000 + 1.64²) = 99.9%.
  const busy = Array.from({ length: 28 }, (_, day) => uses(2.5 + day, 2000, 1000)).flat();
  expect(coldBurstOf([...busy, ...uses(0.5, 3000, 3000)], NOW)).toEqual({
    uses: 3000,
    cold: 3000,
    coldShare: 100,
    atLeast: 99.9,
    usualShare: 50,
    usualCold: 1000,
  });
});

test('stays silent where it could be chance, a post of the creator, or a code without a past', () => {
  expect(coldBurstOf([...usual, ...uses(0.5, 3, 3)], NOW)).toBeNull();
  // Six cold ones among twelve: as usual.
  expect(coldBurstOf([...usual, ...uses(0.5, 12, 6)], NOW)).toBeNull();
  expect(coldBurstOf([...uses(10, 9, 1), ...uses(0.5, 6, 6)], NOW)).toBeNull();
  // Seen only once they are in the past.
  expect(coldBurstOf([...usual, ...uses(-0.5, 6, 6)], NOW)).toBeNull();
});

/** The times of all orders of a year, spread over codes by buyer. UCI Online Retail, CC BY 4.0. */
async function orderTimes(codes: number): Promise<number[][]> {
  const bytes = readFileSync(FILE);
  const file = bytes.buffer.slice(bytes.byteOffset, bytes.byteOffset + bytes.byteLength);
  const columns = ['InvoiceNo', 'InvoiceDate', 'CustomerID'];
  const rows = (await parquetReadObjects({ file, columns })) as unknown as {
    InvoiceNo: string;
    InvoiceDate: Date;
    CustomerID: number;
  }[];
  const times = Array.from({ length: codes }, (): number[] => []);
  const seen = new Set<string>();
  for (const { InvoiceNo, InvoiceDate, CustomerID } of rows) {
    if (!/^\d/.test(InvoiceNo) || seen.has(InvoiceNo)) continue;
    seen.add(InvoiceNo);
    const buyer = Number.isFinite(CustomerID) ? CustomerID : Number(InvoiceNo);
    times[(buyer * 7919) % codes]?.push(InvoiceDate.getTime());
  }
  return times.map((own) => own.sort((a, b) => a - b));
}

function dice(seed: number): () => number {
  let state = seed;
  return () => {
    state = (state * 48_271) % 2_147_483_647;
    return state / 2_147_483_647;
  };
}

/** Whether the job would raise an alarm right after a use. */
function isAlarm(all: readonly CodeUse[], index: number): boolean {
  const now = all[index]?.at ?? 0;
  let first = index;
  while (first > 0 && (all[first - 1]?.at ?? 0) > now - 30 * DAY) first--;
  const known = all.slice(first, index + 1);
  return coldBurstOf(known, now) !== null || leakOf(known, null, now) !== null;
}

/**
 * Plays codes through the alarm. Each code has its own share of cold uses, from 5% to 55%.
 * @param bursts adds a day with five times the usual uses every month, as posts of the creator bring them
 */
function measure(times: readonly number[][], bursts: boolean) {
  const random = dice(11);
  const codes = times.map((own, index) => {
    const share = 0.05 + (0.5 * index) / times.length;
    const [start = 0, perDay] = [own[0], own.length / 373];
    const posts = bursts
      ? Array.from({ length: 11 }, (_, month) =>
          Array.from({ length: Math.round(5 * perDay) }, () => start + (40 + 30 * month + random()) * DAY),
        ).flat()
      : [];
    return [...own, ...posts].sort((a, b) => a - b).map((at) => ({ at, cold: random() < share }));
  });
  let alarms = 0;
  let days = 0;
  for (const code of codes) {
    let quietUntil = 0;
    days += ((code.at(-1)?.at ?? 0) - (code[0]?.at ?? 0)) / DAY;
    for (const [index, { at }] of code.entries())
      if (at >= quietUntil && isAlarm(code, index)) {
        alarms++;
        // A settled alarm stays quiet for a week.
        quietUntil = at + 7 * DAY;
      }
  }
  let leaks = 0;
  let found = 0;
  for (const code of codes)
    for (let n = 0; n < 12; n++) {
      const start = code[Math.floor(code.length * (0.2 + 0.06 * n))]?.at ?? 0;
      const perDay = code.filter(({ at }) => at <= start && at > start - 28 * DAY).length / 28;
      // Three times the usual uses, for a day: strangers bring two thirds of them.
      const strangers = Array.from({ length: Math.round(2 * perDay) }, () => ({
        at: start + random() * DAY,
        cold: true,
      }));
      const all = [...code, ...strangers].sort((a, b) => a.at - b.at);
      const isFound = all.some(({ at }, index) => at > start && at <= start + DAY && isAlarm(all, index));
      leaks++;
      if (isFound) found++;
    }
  return { falseAlarms: alarms / (days / 90), found: found / leaks };
}

test.runIf(existsSync(FILE))(
  'on a year of real orders, a code has less than one false alarm in 90 days, and leaks of three times its uses are found within a day',
  { timeout: 60_000 },
  async () => {
    const measured: Record<string, ReturnType<typeof measure>> = {};
    for (const codes of [6, 12, 24]) {
      const times = await orderTimes(codes);
      const perDay = (times.flat().length / codes / 373).toFixed(1);
      measured[perDay] = measure(times, false);
      measured[`${perDay} and posts`] = measure(times, true);
    }
    console.log(measured);
    for (const { falseAlarms } of Object.values(measured)) expect(falseAlarms).toBeLessThan(1);
    // Below five uses a day, a day holds too few to be sure.
    expect(measured['9.9']?.found).toBeGreaterThanOrEqual(0.9);
    expect(measured['4.9']?.found).toBeGreaterThanOrEqual(0.9);
    expect(measured['2.5']?.found).toBeGreaterThanOrEqual(0.5);
  },
);
