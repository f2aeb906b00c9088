import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { parquetReadObjects } from 'hyparquet';
import { expect, test } from 'vitest';
import { refundRingOf } from './affiliate-alert.ts';

const SHARED = process.env.TROUPE_SHARED ?? join(import.meta.dirname, '../../../../../shared');
const FILE = join(SHARED, 'data/affiliate/online_retail.parquet');
if (!existsSync(FILE))
  console.log(`${FILE} not found (set TROUPE_SHARED); the refund alarm is not measured on real orders.`);

const DAY = 86_400_000;
const WINDOW = 90 * DAY;

/** An order, and when it was canceled. */
interface Sale {
  creator: number;
  at: number;
  refundedAt: number;
}

/**
 * The orders of a year, spread over creators by buyer. A cancellation belongs to the buyer's latest order before it.
 * UCI Online Retail, CC BY 4.0.
 */
async function sales(creators: number): Promise<Sale[]> {
  const bytes = readFileSync(FILE);
  const file = bytes.buffer.slice(bytes.byteOffset, bytes.byteOffset + bytes.byteLength);
  const columns = ['InvoiceNo', 'InvoiceDate', 'CustomerID'];
  const rows = (await parquetReadObjects({ file, columns })) as unknown as {
    InvoiceNo: string;
    InvoiceDate: Date;
    CustomerID: number;
  }[];
  const invoices = new Map(
    rows
      .filter(({ CustomerID }) => Number.isFinite(CustomerID))
      .map(({ InvoiceNo, InvoiceDate, CustomerID }) => [
        InvoiceNo,
        { at: InvoiceDate.getTime(), buyer: CustomerID, canceled: InvoiceNo.startsWith('C') },
      ]),
  );
  const found: Sale[] = [];
  const latest = new Map<number, Sale>();
  for (const { at, buyer, canceled } of [...invoices.values()].sort((a, b) => a.at - b.at)) {
    const before = latest.get(buyer);
    if (canceled) {
      if (before) before.refundedAt = Math.min(before.refundedAt, at);
      continue;
    }
    const sale = { creator: (buyer * 7919) % creators, at, refundedAt: Number.POSITIVE_INFINITY };
    latest.set(buyer, sale);
    found.push(sale);
  }
  return found;
}

/** Plays orders day by day; returns when each creator's alarm went off, a settled one being quiet for a week. */
function alarmsIn(all: readonly Sale[], creators: number): { creator: number; at: number }[] {
  const [first, last] = [all[0]?.at ?? 0, all.at(-1)?.at ?? 0];
  const quietUntil = new Map<number, number>();
  const alarms: { creator: number; at: number }[] = [];
  for (let now = first + DAY; now <= last; now += DAY) {
    const own = Array.from({ length: creators }, () => ({ orders: 0, refunded: 0 }));
    const sum = { orders: 0, refunded: 0 };
    for (const { creator, at, refundedAt } of all) {
      const counts = own[creator];
      if (!counts || at > now || at <= now - WINDOW) continue;
      const refunded = refundedAt <= now ? 1 : 0;
      counts.orders++;
      counts.refunded += refunded;
      sum.orders++;
      sum.refunded += refunded;
    }
    for (const [creator, counts] of own.entries()) {
      if (now < (quietUntil.get(creator) ?? 0) || !refundRingOf(counts, sum)) continue;
      alarms.push({ creator, at: now });
      quietUntil.set(creator, now + 7 * DAY);
    }
  }
  return alarms;
}

test.runIf(existsSync(FILE))(
  'on a year of real orders and cancellations the refund alarm is silent, and a ring is found',
  { timeout: 60_000 },
  async () => {
    for (const creators of [6, 24, 60]) {
      const all = await sales(creators);
      expect(all.filter(({ refundedAt }) => Number.isFinite(refundedAt)).length).toBeGreaterThan(1500);
      expect([creators, alarmsIn(all, creators)]).toEqual([creators, []]);
    }
    // From June on, three of four orders of one creator come back after five days.
    const all = await sales(24);
    const start = Date.UTC(2011, 5, 1);
    const ring = all.map((sale, n) =>
      sale.creator === 3 && sale.at > start && n % 4 > 0
        ? Object.assign({}, sale, { refundedAt: sale.at + 5 * DAY })
        : sale,
    );
    const [alarm] = alarmsIn(ring, 24);
    expect(alarm?.creator).toBe(3);
    // Within two months, as the orders before it still count.
    expect(((alarm?.at ?? 0) - start) / DAY).toBeLessThan(60);
  },
);
