import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { gunzipSync } from 'node:zlib';
import type { PlatformOrder, PlatformRefund } from '@troupe/domain/commerce/store-platform';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { withTransaction } from '../../platform/database.ts';
import { upsertOrders } from '../commerce/order/order-ledger.queries.ts';
import { publishOrders } from '../commerce/store-access.ts';
import { type StoreWorld, startStoreWorld } from '../commerce/stores.fixture.ts';
import { aBooksWorld, aCode, anAffiliate, changeProgram, rulesWith } from './books.fixture.ts';

const file = join(
  process.env.TROUPE_SHARED ?? join(import.meta.dirname, '../../../../../../shared'),
  'data/affiliate/online_retail_2011-06_2011-08.csv.gz',
);
if (!existsSync(file))
  console.warn(`${file} not found (set TROUPE_SHARED); real orders are not played through`);

let w: StoreWorld;
beforeAll(async () => {
  w = await startStoreWorld();
});
afterAll(() => w?.stop());

/** One line of an invoice; cancellations have a number that begins with C and a negative quantity. */
interface Row {
  invoice: string;
  product: string;
  quantity: number;
  at: number;
  /** Pence of one piece. */
  price: number;
  buyer: string;
}

/** Invoices of June 2011 of buyers who are known, and what they brought back. UCI Online Retail, CC BY 4.0. */
function readRows(): Row[] {
  const lines = gunzipSync(readFileSync(file)).toString('latin1').split(/\r?\n/).slice(1);
  return lines.flatMap((line) => {
    const cells = [...line.matchAll(/(?:^|,)(?:"((?:[^"]|"")*)"|([^,]*))/g)].map(
      ([, quoted, plain]) => quoted ?? plain ?? '',
    );
    const [invoice = '', product = '', , quantity, at = '', price, buyer = ''] = cells;
    if (buyer === '' || !at.startsWith('2011-06')) return [];
    return {
      invoice,
      product,
      quantity: Number(quantity),
      at: Date.parse(`${at.replace(' ', 'T')}Z`),
      price: Math.round(Number(price) * 100),
      buyer,
    };
  });
}

interface Line {
  id: string;
  product: string;
  quantity: number;
  price: number;
  /** Pieces that were not brought back. */
  left: number;
}

interface Sale {
  id: string;
  at: number;
  buyer: string;
  lines: Line[];
}

interface Return {
  id: string;
  sale: Sale;
  line: Line;
  pieces: number;
}

/** Matches each returned line with the latest earlier invoice of its buyer that has so many pieces left. */
function readBooks(rows: readonly Row[]): { sales: Sale[]; returns: Return[] } {
  const sales = new Map<string, Sale>();
  const returns: Return[] = [];
  for (const [index, row] of rows.entries()) {
    if (row.quantity > 0) {
      // Apart by a millisecond, so that it is known which of two came first.
      const sale = sales.get(row.invoice) ?? {
        id: row.invoice,
        at: row.at + sales.size,
        buyer: row.buyer,
        lines: [],
      };
      const { product, quantity, price } = row;
      sale.lines.push({ id: `${row.invoice}-${index}`, product, quantity, price, left: quantity });
      sales.set(row.invoice, sale);
      continue;
    }
    const own = [...sales.values()].filter(({ buyer, at }) => buyer === row.buyer && at <= row.at).reverse();
    const found = own
      .flatMap((sale) => sale.lines.map((line) => ({ sale, line })))
      .find(({ line }) => line.product === row.product && line.left >= -row.quantity);
    if (!found) continue;
    found.line.left += row.quantity;
    returns.push({ id: `${row.invoice}-${index}`, ...found, pieces: -row.quantity });
  }
  return { sales: [...sales.values()].filter(({ lines }) => lines.length <= 200), returns };
}

const RATES = [
  { code: 'TEN', first: 1000, repeat: 500 },
  { code: 'ODD', first: 1234, repeat: 1234 },
  { code: 'SMALL', first: 75, repeat: 33 },
];
const rateOf = (buyer: string) => RATES[Number(buyer) % 4];

const toOrder = ({ id, at, buyer, lines }: Sale): PlatformOrder => {
  const moment = new Date(at).toISOString();
  const total = lines.reduce((all, { quantity, price }) => all + quantity * price, 0);
  const rate = rateOf(buyer);
  return {
    externalId: id,
    name: `#${id}`,
    placed: moment,
    updated: moment,
    cancelled: null,
    financialStatus: 'paid',
    fulfillmentStatus: null,
    test: false,
    currency: 'GBP',
    total,
    subtotal: total,
    discount: 0,
    tax: 0,
    shipping: 0,
    taxesIncluded: false,
    presentment: null,
    discounts: rate ? [{ code: rate.code, amount: 0, type: null }] : [],
    attributes: [],
    lines: lines.map((line) => ({
      id: line.id,
      title: line.product,
      sku: line.product,
      quantity: line.quantity,
      price: line.price,
      discount: 0,
    })),
    ref: null,
    landingSite: null,
    referringSite: null,
    buyerEmail: null,
    customerId: buyer,
    refunds: [],
  };
};

const toRefund = ({ id, line, pieces }: Return): PlatformRefund => {
  const goods = pieces * line.price;
  return {
    id,
    money: goods,
    currency: 'GBP',
    goods,
    goodsTax: 0,
    lines: [{ lineId: line.id, goods, tax: 0 }],
    created: null,
  };
};

/** The same numbers in each run. */
function shuffled<T>(things: readonly T[]): T[] {
  let seed = 7;
  return things
    .map((thing) => {
      seed = (seed * 1_103_515_245 + 12_345) % 2_147_483_648;
      return { thing, key: seed };
    })
    .sort((a, b) => a.key - b.key)
    .map(({ thing }) => thing);
}

test.skipIf(!existsSync(file))(
  'real invoices and returns, shuffled and some twice, earn to the cent what a recomputation says',
  async () => {
    const { sales, returns } = readBooks(readRows());
    expect([sales.length > 1000, returns.length > 100]).toEqual([true, true]);
    const world = await aBooksWorld(w);
    const since = '2011-01-01T00:00:00.000Z';
    await changeProgram(world, { version: 2, rules: rulesWith(), at: since });
    for (const { code, first, repeat } of RATES) {
      const { id } = await anAffiliate(world, { terms: { rateBp: first, repeatRateBp: repeat }, since });
      await aCode(world, id, code, { from: since });
    }
    const known = new Set(sales);
    const events = shuffled([
      ...sales.flatMap((sale, index) => (index % 10 === 0 ? [{ sale }, { sale }] : [{ sale }])),
      ...returns
        .filter(({ sale }) => known.has(sale))
        .flatMap((back, index) => (index % 5 === 0 ? [{ back }, { back }] : [{ back }])),
    ]);
    const target = {
      brandId: world.brandId,
      storeId: world.storeId,
      source: 'store' as const,
      secretKey: w.t.api.config.SECRET_KEY,
    };
    for (let from = 0; from < events.length; from += 200)
      await withTransaction(w.t.api.pool, async (tx) => {
        const some = events.slice(from, from + 200);
        const orders = some.flatMap((event) =>
          'sale' in event ? { told: toOrder(event.sale), toldAt: since } : [],
        );
        const refunds = some.flatMap((event) =>
          'back' in event ? { orderId: event.back.sale.id, refund: toRefund(event.back) } : [],
        );
        const now = new Date();
        await publishOrders(
          tx,
          world.brandId,
          world.storeId,
          await upsertOrders(tx, target, { orders, refunds }, now),
          now,
        );
      });
    const { rows } = await w.t.api.pool.query<{ name: string; sum: number }>(
      'select order_name as name, sum(amount)::int as sum from commission where brand_id = $1 group by 1',
      [world.brandId],
    );
    const seen = new Set<string>();
    const expected: Record<string, number> = {};
    for (const { id, buyer, lines } of [...sales].sort((a, b) => a.at - b.at)) {
      const rate = rateOf(buyer);
      const kept = lines.reduce((all, { left, price }) => all + left * price, 0);
      const bp = rate && (seen.has(buyer) ? rate.repeat : rate.first);
      seen.add(buyer);
      if (bp === undefined) continue;
      const earned = Number((2n * BigInt(kept) * BigInt(bp) + 10_000n) / 20_000n);
      if (earned > 0) expected[`#${id}`] = earned;
    }
    expect(
      Object.fromEntries(rows.filter(({ sum }) => sum !== 0).map(({ name, sum }) => [name, sum])),
    ).toEqual(expected);
  },
  120_000,
);
