import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { parquetReadObjects } from 'hyparquet';
import { expect, test } from 'vitest';
import { NEW_PROGRAM_RULES, type ProgramRules } from './affiliate-program.ts';
import {
  type AffiliateHistory,
  type BookOrder,
  capMonths,
  decideOrder,
  ledgerDifferences,
  type MonthEarning,
  orderEarnings,
  type ProgramVersion,
} from './order-books.ts';

const SHARED = process.env.TROUPE_SHARED ?? join(import.meta.dirname, '../../../../../shared');
const FILE = join(SHARED, 'data/affiliate/online_retail.parquet');
if (!existsSync(FILE))
  console.log(`${FILE} not found (set TROUPE_SHARED); a year of real invoices is not played through.`);

/** A line of an invoice. Prices in pence of one piece. */
interface SoldLine {
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
  buyer: string | null;
  lines: SoldLine[];
  returns: { line: SoldLine; pieces: number }[];
}

type Event = { sale: Sale; back: Sale['returns'][number] | null };

interface Row {
  InvoiceNo: string;
  StockCode: string;
  Quantity: bigint;
  InvoiceDate: Date;
  UnitPrice: number;
  CustomerID: number | null;
}

/**
 * Reads all sales, and matches each returned line with the latest earlier invoice of its buyer that has so many pieces
 * left: returns name no invoice. UCI Online Retail, CC BY 4.0.
 */
async function readSales(): Promise<{ sales: Sale[]; events: Event[]; rows: number; unmatched: number }> {
  const bytes = readFileSync(FILE);
  const file = bytes.buffer.slice(bytes.byteOffset, bytes.byteOffset + bytes.byteLength);
  const columns = ['InvoiceNo', 'StockCode', 'Quantity', 'InvoiceDate', 'UnitPrice', 'CustomerID'];
  const rows = (await parquetReadObjects({ file, columns })) as unknown as Row[];
  const sales = new Map<string, Sale>();
  const bought = new Map<string, { sale: Sale; line: SoldLine }[]>();
  const events: Event[] = [];
  let unmatched = 0;
  for (const [index, row] of rows.entries()) {
    const pieces = Number(row.Quantity);
    const price = Math.round(row.UnitPrice * 100);
    const buyer = Number.isFinite(row.CustomerID) ? String(row.CustomerID) : null;
    const key = `${buyer} ${row.StockCode}`;
    if (pieces < 0 || price < 0) {
      const found = (buyer && bought.get(key)?.findLast(({ line }) => line.left >= -pieces)) || null;
      if (!found || price < 0) {
        unmatched++;
        continue;
      }
      found.line.left += pieces;
      const back = { line: found.line, pieces: -pieces };
      found.sale.returns.push(back);
      events.push({ sale: found.sale, back });
      continue;
    }
    let sale = sales.get(row.InvoiceNo);
    if (!sale) {
      // Apart by a millisecond, so that it is known which of two came first.
      sale = {
        id: row.InvoiceNo,
        at: row.InvoiceDate.getTime() + (sales.size % 1000),
        buyer,
        lines: [],
        returns: [],
      };
      sales.set(row.InvoiceNo, sale);
      events.push({ sale, back: null });
    }
    const line = {
      id: `${row.InvoiceNo}-${index}`,
      product: row.StockCode,
      quantity: pieces,
      price,
      left: pieces,
    };
    sale.lines.push(line);
    const own = bought.get(key) ?? [];
    own.push({ sale, line });
    bought.set(key, own);
  }
  return { sales: [...sales.values()], events, rows: rows.length, unmatched };
}

/** Caps are in pence. */
const CREATORS = [
  { id: 'ten', first: 1000, repeat: 500, cap: null },
  { id: 'odd', first: 1234, repeat: 1234, cap: null },
  { id: 'small', first: 75, repeat: 33, cap: null },
  { id: 'capped', first: 1500, repeat: 1500, cap: 50_000 },
];
/** The creator whose code a buyer used: about one in four used none, one in 24 the code of the creator with a cap. */
const creatorOf = ({ buyer }: Sale) =>
  buyer === null
    ? CREATORS[1]
    : Number(buyer) % 24 === 3
      ? CREATORS[3]
      : CREATORS.slice(0, 3)[Number(buyer) % 4];

const rules: ProgramRules = NEW_PROGRAM_RULES;
const program: ProgramVersion = { version: 1, state: 'on', rules, at: 0 };
const affiliates = new Map(
  CREATORS.map(({ id, first, repeat, cap }): [string, AffiliateHistory] => {
    const capPerMonth: Record<string, number> = cap === null ? {} : { GBP: cap };
    const terms = { ...rules.terms, rateBp: first, repeatRateBp: repeat, capPerMonth };
    return [
      id,
      { versions: [{ state: 'active', terms, hasOwnRate: true, at: 0 }], ownBuyerKeys: [], campaignId: null },
    ];
  }),
);

/** An order as the books see it after some of its returns. */
function toOrder(sale: Sale, known: readonly Sale['returns'][number][], returning: boolean): BookOrder {
  const creator = creatorOf(sale);
  const total = sale.lines.reduce((all, { quantity, price }) => all + quantity * price, 0);
  const givenBack = new Map<SoldLine, number>();
  for (const { line, pieces } of known) givenBack.set(line, (givenBack.get(line) ?? 0) + pieces * line.price);
  return {
    id: sale.id,
    placedAt: sale.at,
    customerKey: sale.buyer,
    buyerEmailKey: null,
    amounts: {
      subtotal: total,
      total,
      tax: 0,
      taxesIncluded: false,
      test: false,
      cancelled: false,
      refunds: known.map(({ line, pieces }) => ({ money: pieces * line.price, goods: pieces * line.price })),
    },
    currency: 'GBP',
    shipping: 0,
    lines: sale.lines.map((line) => ({
      id: line.id,
      title: line.product,
      sku: line.product,
      productId: null,
      quantity: line.quantity,
      price: line.price,
      discount: 0,
      giftCard: false,
      returned: givenBack.get(line) ?? 0,
    })),
    paid: true,
    fulfilled: false,
    returning,
    disputed: false,
    touches: creator
      ? [
          {
            id: `code ${sale.id}`,
            kind: 'code',
            affiliateId: creator.id,
            at: sale.at,
            paidSearch: false,
            position: 0,
            discount: 0,
            campaignId: null,
          },
        ]
      : [],
  };
}

/** A ledger that events are played into; `settle` recalculates the orders whose commission may have changed. */
class Ledger {
  entries = 0;
  /** Commissions whose lines did not add up to them. */
  broken = 0;
  readonly #sums = new Map<string, number>();
  readonly #known = new Map<Sale, Set<Sale['returns'][number]>>();
  readonly #early = new Map<Sale, Set<Sale['returns'][number]>>();
  readonly #firsts = new Map<string, Sale>();
  readonly #months = new Map<string, Set<Sale>>();
  #changed = new Set<Sale>();

  play({ sale, back }: Event): void {
    if (back) {
      // A return may be heard of before its sale.
      const heard = this.#known.get(sale) ?? this.#early.get(sale) ?? new Set();
      heard.add(back);
      if (!this.#known.has(sale)) return void this.#early.set(sale, heard);
    } else if (!this.#known.has(sale)) {
      this.#known.set(sale, this.#early.get(sale) ?? new Set());
      const first = sale.buyer === null ? undefined : this.#firsts.get(sale.buyer);
      if (sale.buyer !== null && (!first || sale.at < first.at)) {
        if (first) this.#changed.add(first);
        this.#firsts.set(sale.buyer, sale);
      }
    }
    this.#changed.add(sale);
  }

  settle(): void {
    const capped = [...this.#changed].filter((sale) => creatorOf(sale)?.cap);
    this.#recalculate([...new Set([...this.#changed, ...capped.flatMap((sale) => [...this.#month(sale)])])]);
    this.#changed = new Set();
  }

  #month(sale: Sale): Set<Sale> {
    const month = new Date(sale.at).toISOString().slice(0, 7);
    const own = this.#months.get(month) ?? new Set();
    this.#months.set(month, own.add(sale));
    return own;
  }

  #recalculate(sales: readonly Sale[]): void {
    const earnings = capMonths(
      sales.flatMap((sale): MonthEarning[] => {
        const returning = sale.buyer !== null && this.#firsts.get(sale.buyer) !== sale;
        const order = toOrder(sale, [...(this.#known.get(sale) ?? [])], returning);
        const { shares } = decideOrder(order, program, affiliates);
        return orderEarnings(order, { shares, campaignId: null }, { program, affiliates }).map((earning) => {
          const { amount, lines } = earning.target;
          if (lines.reduce((all, line) => all + line.amount, 0) !== amount) this.broken++;
          return { ...earning, orderId: order.id, placedAt: order.placedAt, currency: 'GBP', zone: 'UTC' };
        });
      }),
    );
    const written = sales.flatMap((sale) => {
      const amount = this.#sums.get(sale.id);
      return amount === undefined ? [] : { orderId: sale.id, affiliateId: creatorOf(sale)?.id ?? '', amount };
    });
    for (const { orderId, delta } of ledgerDifferences(earnings, written)) {
      this.#sums.set(orderId, (this.#sums.get(orderId) ?? 0) + delta);
      this.entries++;
    }
  }

  get sums(): Map<string, number> {
    return new Map([...this.#sums].filter(([, sum]) => sum !== 0));
  }
}

/** What each sale should earn: from pieces that were kept, without anything of the books. */
function recomputed(sales: readonly Sale[]): Map<string, number> {
  const seen = new Set<string>();
  const used = new Map<string, number>();
  const sums = new Map<string, number>();
  for (const sale of [...sales].sort((a, b) => a.at - b.at)) {
    const creator = creatorOf(sale);
    const kept = sale.lines.reduce((all, { left, price }) => all + left * price, 0);
    const bp = creator && (sale.buyer !== null && seen.has(sale.buyer) ? creator.repeat : creator.first);
    if (sale.buyer !== null) seen.add(sale.buyer);
    if (!creator || bp === undefined) continue;
    let earned = Number((2n * BigInt(kept) * BigInt(bp) + 10_000n) / 20_000n);
    if (creator.cap !== null) {
      const month = new Date(sale.at).toISOString().slice(0, 7);
      const before = used.get(month) ?? 0;
      earned = Math.min(earned, creator.cap - before);
      used.set(month, before + earned);
    }
    if (earned > 0) sums.set(sale.id, earned);
  }
  return sums;
}

/** Events that reach the books together. */
const AT_ONCE = 1000;

/** The same order in each run. */
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

test.runIf(existsSync(FILE))(
  'a year of real invoices and returns, shuffled and some twice, earns to the penny what a recomputation says',
  async () => {
    const { sales, events, rows, unmatched } = await readSales();
    // 541,909 lines; 25,900 invoices, of which 3,836 are cancellations and a few hold nothing but corrections.
    expect(rows).toBe(541_909);
    expect(sales.length).toBeGreaterThan(20_000);
    expect(events.length - sales.length).toBeGreaterThan(7000);
    expect(unmatched).toBeLessThan(5000);
    const ledger = new Ledger();
    const played = shuffled([...events, ...events.filter((_, index) => index % 7 === 0)]);
    for (const [index, event] of played.entries()) {
      ledger.play(event);
      if (index % AT_ONCE === AT_ONCE - 1) ledger.settle();
    }
    ledger.settle();
    const expected = recomputed(sales);
    expect(expected.size).toBeGreaterThan(10_000);
    expect(ledger.entries).toBeGreaterThan(expected.size);
    expect(ledger.sums).toEqual(expected);
    expect(ledger.broken).toBe(0);
  },
  60_000,
);
