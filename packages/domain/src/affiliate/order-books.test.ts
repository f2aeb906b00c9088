import { expect, test } from 'vitest';
import { NEW_PROGRAM_RULES } from './affiliate-program.ts';
import type { CommissionLine } from './commission.ts';
import {
  type AffiliateHistory,
  type BookOrder,
  type BookTouch,
  capMonths,
  decideOrder,
  ledgerDifferences,
  type MonthEarning,
  orderEarnings,
  type ProgramVersion,
} from './order-books.ts';

const JUNE = Date.UTC(2026, 5, 1);
const DAY = 86_400_000;
const rules = {
  ...NEW_PROGRAM_RULES,
  attribution: { ...NEW_PROGRAM_RULES.attribution, codeTie: 'split' as const },
};
const program: ProgramVersion = { version: 1, state: 'on', rules, at: 0 };
const creator = (rateBp: number, cap: number): AffiliateHistory => ({
  versions: [
    {
      state: 'active',
      terms: { ...rules.terms, rateBp, capPerMonth: { EUR: cap } },
      hasOwnRate: true,
      at: 0,
    },
  ],
  ownBuyerKeys: [],
  campaignId: null,
});
const affiliates = new Map([
  ['mara', creator(1234, 1000)],
  ['ben', creator(1000, 1600)],
]);

const line = (id: string, price: number, discount = 0): CommissionLine => ({
  id,
  title: id,
  sku: id,
  productId: null,
  quantity: 1,
  price,
  discount,
  giftCard: false,
  returned: 0,
});
const touch = (
  id: string,
  kind: 'code' | 'click',
  affiliateId: string,
  at: number,
  position = 0,
): BookTouch => ({
  id,
  kind,
  affiliateId,
  at,
  position,
  paidSearch: false,
  discount: 0,
  campaignId: null,
});

/** What a store says about an order at one time; the latest version counts. */
interface Version {
  changed: number;
  lines: CommissionLine[];
  paid: boolean;
  cancelled: boolean;
}
interface Refund {
  id: string;
  money: number;
  goods: number | null;
  line?: string;
}
type Event = { order: string } & ({ version: Version } | { refund: Refund } | { touch: BookTouch });

const PLACED: Record<string, number> = {
  a: JUNE + DAY,
  b: JUNE + 2 * DAY,
  c: JUNE + 3 * DAY,
  d: JUNE + 4 * DAY,
  e: JUNE + 5 * DAY,
};
const CODES: Record<string, BookTouch[]> = {
  a: [touch('a-code', 'code', 'mara', JUNE + DAY)],
  b: [touch('b-1', 'code', 'mara', JUNE + 2 * DAY), touch('b-2', 'code', 'ben', JUNE + 2 * DAY, 1)],
  d: [touch('d-code', 'code', 'mara', JUNE + 4 * DAY)],
};
const version = (
  order: string,
  changed: number,
  lines: CommissionLine[],
  more: Partial<Version> = {},
): Event => ({
  order,
  version: { changed, lines, paid: true, cancelled: false, ...more },
});
const two = [line('a1', 6000), line('a2', 3000)];

const EVENTS: Event[] = [
  version('a', 1, two),
  // A line is added later, another one returned; a refund of shipping takes nothing.
  version('a', 2, [...two, line('a3', 1005)]),
  { order: 'a', refund: { id: 'a-r1', money: 3000, goods: 3000, line: 'a2' } },
  { order: 'a', refund: { id: 'a-r2', money: 500, goods: 0 } },
  // Codes of both creators; paid later.
  version('b', 1, [line('b1', 3333, 333)], { paid: false }),
  version('b', 2, [line('b1', 3333, 333)]),
  // The click is known late, and a refund names no lines.
  version('c', 1, [line('c1', 20_000)]),
  { order: 'c', touch: touch('c-click', 'click', 'ben', JUNE + 2 * DAY) },
  { order: 'c', refund: { id: 'c-r1', money: 5000, goods: null } },
  version('d', 1, [line('d1', 4000)]),
  version('d', 2, [line('d1', 4000)], { cancelled: true }),
  // Mara's click, then Ben's code: the order is his.
  version('e', 1, [line('e1', 5000)]),
  { order: 'e', touch: touch('e-click', 'click', 'mara', JUNE + 4 * DAY) },
  { order: 'e', touch: touch('e-code', 'code', 'ben', JUNE + 5 * DAY) },
];

// a: 60.00 + 10.05 at 12.34% = 8.64
// b: 30.00, half of 12.34% is 1.85, of which the cap of 10.00 leaves Mara 1.36; half of 10% is 1.50
// c: 200.00 less 200/205 of 50.00 is 151.22 at 10% = 15.12, of which the cap of 16.00 leaves Ben 14.50
// e: 50.00 in another currency, without a cap, at 10% = 5.00
const EXPECTED = { 'a mara': 864, 'b mara': 136, 'b ben': 150, 'c ben': 1450, 'e ben': 500 };

const currencyOf = (order: string) => (order === 'e' ? 'USD' : 'EUR');

interface Known {
  version: Version | null;
  refunds: Map<string, Refund>;
  touches: Map<string, BookTouch>;
}

function toOrder(id: string, { version, refunds, touches }: Known): BookOrder | null {
  if (!version) return null;
  const { lines, paid, cancelled } = version;
  const subtotal = lines.reduce((all, { price, discount }) => all + price - discount, 0);
  const returned = (lineId: string | null) =>
    [...refunds.values()].reduce((all, { line, goods }) => all + (line === lineId ? (goods ?? 0) : 0), 0);
  return {
    id,
    placedAt: PLACED[id] ?? 0,
    customerKey: null,
    buyerEmailKey: null,
    amounts: {
      subtotal,
      total: subtotal + 500,
      tax: 0,
      taxesIncluded: false,
      test: false,
      cancelled,
      refunds: [...refunds.values()],
    },
    currency: currencyOf(id),
    shipping: 500,
    lines: lines.map((one) => ({ ...one, returned: returned(one.id) })),
    paid,
    fulfilled: false,
    returning: false,
    disputed: false,
    touches: [...(CODES[id] ?? []), ...touches.values()],
  };
}

/** Plays events into an empty ledger, which is brought up to date after each; returns its sums and entries. */
function play(events: readonly Event[]): { sums: Record<string, number>; entries: number } {
  const orders = new Map<string, Known>();
  const sums = new Map<string, { orderId: string; affiliateId: string; amount: number }>();
  let entries = 0;
  for (const event of events) {
    const known = orders.get(event.order) ?? { version: null, refunds: new Map(), touches: new Map() };
    orders.set(event.order, known);
    if ('refund' in event) known.refunds.set(event.refund.id, event.refund);
    else if ('touch' in event) known.touches.set(event.touch.id, event.touch);
    else if (event.version.changed >= (known.version?.changed ?? 0)) known.version = event.version;
    const earnings = capMonths(
      [...orders].flatMap(([id, one]): MonthEarning[] => {
        const order = toOrder(id, one);
        if (!order) return [];
        const { shares } = decideOrder(order, program, affiliates);
        return orderEarnings(order, { shares, campaignId: null }, { program, affiliates }).map((earning) => ({
          ...earning,
          orderId: id,
          placedAt: order.placedAt,
          currency: order.currency,
          zone: 'UTC',
        }));
      }),
    );
    for (const { orderId, affiliateId, delta } of ledgerDifferences(earnings, [...sums.values()])) {
      const key = `${orderId} ${affiliateId}`;
      sums.set(key, { orderId, affiliateId, amount: (sums.get(key)?.amount ?? 0) + delta });
      entries++;
    }
  }
  const nonZero = [...sums].filter(([, { amount }]) => amount !== 0);
  return { sums: Object.fromEntries(nonZero.map(([key, { amount }]) => [key, amount])), entries };
}

test('events in their own order earn what a person calculates', () => {
  expect(play(EVENTS).sums).toEqual(EXPECTED);
});

test('the same events once more write no entry', () => {
  const { entries } = play(EVENTS);
  expect(play([...EVENTS, ...EVENTS, ...[...EVENTS].reverse()]).entries).toBe(entries);
});

/** 100,000 take minutes; `TROUPE_PERMUTATIONS` sets the number. */
const PERMUTATIONS = Number(process.env.TROUPE_PERMUTATIONS ?? 5000);

test(`${PERMUTATIONS} random orders of the events, some of them twice or more, end in the same sums`, {
  timeout: 600_000,
}, () => {
  let seed = 20_260_601;
  const random = (below: number) => {
    seed = (seed * 48_271) % 2_147_483_647;
    return seed % below;
  };
  const wrong: { order: number[]; sums: Record<string, number> }[] = [];
  for (let round = 0; round < PERMUTATIONS; round++) {
    const order = EVENTS.map((_, index) => index);
    for (let more = random(5); more > 0; more--) order.push(random(EVENTS.length));
    for (let at = order.length - 1; at > 0; at--) {
      const other = random(at + 1);
      [order[at], order[other]] = [order[other] as number, order[at] as number];
    }
    const { sums } = play(order.map((index) => EVENTS[index] as Event));
    const same = Object.entries(EXPECTED).every(([key, amount]) => sums[key] === amount);
    if (!same || Object.keys(sums).length !== 5) wrong.push({ order, sums });
  }
  expect(wrong).toEqual([]);
});
