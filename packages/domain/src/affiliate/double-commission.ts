import { z } from 'zod';
import { toMinor } from '../money.ts';
import { text } from '../shape.ts';

/** The most rows of another program's export that are checked at a time. */
export const MAX_EXTERNAL_ROWS = 50_000;
/** The most rows that couldn't be read that are listed. */
export const MOST_UNREADABLE = 100;
/** The largest export, in characters. */
export const MAX_EXTERNAL_CHARACTERS = 6 * 1024 * 1024;

/** An export of another program, to be compared with commissions paid here. */
export const ExternalProgramFile = z.object({
  /** The other program, as alerts name it. */
  program: text({ min: 1, max: 60, required: 'Enter the name of the other program' }),
  csv: z
    .string()
    .min(1, { error: 'Choose a file' })
    .max(MAX_EXTERNAL_CHARACTERS, { error: 'Choose a file no larger than 6 MB' }),
});

/** What comparing an export found. Every row is in one of the counts. */
export const DoubleCommissionResult = z.object({
  rows: z.int(),
  /** Rows of orders that earn a commission here too. */
  double: z.int(),
  /** Rows of orders of the brand that earn nothing here. */
  single: z.int(),
  /** Rows that match no order, or several. */
  unmatched: z.int(),
  ambiguous: z.int(),
  /** Declined or reversed there, so nothing is paid twice. */
  declined: z.int(),
  unreadable: z.int(),
  /** Orders that are paid twice, and those with a new alert. */
  orders: z.int(),
  alerts: z.int(),
  /** Orders without an alert, because a check adds the 1,000 largest amounts; another check adds more. */
  alertsLeft: z.int(),
  /** What both programs pay for these orders, in minor units. `theirs` is null if the file has no commissions. */
  sums: z.array(z.object({ currency: z.string(), ours: z.int(), theirs: z.int().nullable() })),
  /** The first rows that couldn't be read; the header is row 1. */
  problems: z.array(z.object({ row: z.int(), reason: z.string() })).max(MOST_UNREADABLE),
});
export type DoubleCommissionResult = z.infer<typeof DoubleCommissionResult>;

/** The columns of an export that are read. */
const COLUMNS = ['order', 'time', 'amount', 'commission', 'currency', 'partner', 'status'] as const;
export type ExternalColumn = (typeof COLUMNS)[number];

/** What networks and affiliate apps call these columns, most specific first. */
const HEADINGS: Record<ExternalColumn, readonly string[]> = {
  order: [
    ...['order number', 'order name', 'order id', 'order no', 'order', 'order ref', 'order reference'],
    ...['advertiser reference', 'transaction id', 'transaction', 'invoice id', 'reference', 'reference id'],
  ],
  time: [
    ...['order date', 'order time', 'transaction date', 'event date', 'sale date', 'conversion date'],
    ...['created at', 'created', 'date', 'time', 'datetime'],
  ],
  amount: ['order amount', 'sale amount', 'order total', 'order value', 'amount', 'total', 'revenue', 'sale'],
  commission: ['commission amount', 'commission', 'payout', 'earnings', 'publisher commission', 'reward'],
  currency: ['currency', 'currency code'],
  partner: ['affiliate', 'affiliate name', 'partner', 'publisher', 'publisher name', 'influencer', 'creator'],
  status: ['status', 'state', 'commission status', 'approval status'],
};

const plainHeading = (name: string) =>
  name
    .toLowerCase()
    .replace(/[_\-.]+/g, ' ')
    .replace(/\s+/g, ' ')
    .trim();

/** Returns where the columns of an export are. */
export function externalColumns(header: readonly string[]): Partial<Record<ExternalColumn, number>> {
  const names = header.map(plainHeading);
  const found: Partial<Record<ExternalColumn, number>> = {};
  for (const column of COLUMNS) {
    const at = HEADINGS[column].map((name) => names.indexOf(name)).find((index) => index >= 0);
    if (at !== undefined) found[column] = at;
  }
  return found;
}

/** A row of an export. Amounts are decimals as text, because the currency may only be known from the order. */
export interface ExternalRow {
  /** In the file; the header is 1. */
  row: number;
  /** Lowercase, without `#`; empty if there is none. */
  order: string;
  /** Milliseconds since 1970; null if missing, or only a day. */
  at: number | null;
  amount: string | null;
  commission: string | null;
  currency: string | null;
  partner: string;
  /** Declined, reversed or the like. */
  declined: boolean;
}

/** Returns the number of an order as it is compared: lowercase, without `#`. */
export const orderNumberOf = (name: string): string =>
  name
    .normalize('NFKC')
    .replace(/^['#\s]+/, '')
    .trim()
    .toLowerCase()
    .slice(0, 100);

const DECLINED =
  /^(?:declined|denied|rejected|reversed|void|voided|canceled|cancelled|refunded|unqualified|invalid)$/i;

/** Returns whether another program pays nothing for a row with this status. */
export const isDeclined = (status: string): boolean => DECLINED.test(status.trim());

/** How far apart the clocks of two programs may be. */
export const EXTERNAL_TOLERANCE_MS = 15 * 60_000;
const NUMBER_TOLERANCE_MS = 3 * 86_400_000;

/** An order that a row may be about. Amounts in minor units of its currency. */
export interface OrderCandidate {
  id: string;
  placedAt: number;
  currency: string;
  total: number;
  subtotal: number;
  net: number;
}

/**
 * Returns the order that a row is about: the one with its number, if there are several the one of its amount and time.
 * A number alone is enough unless both amount and time say otherwise, because programs number their own
 * transactions too.
 * @param candidates orders with the number of the row, or placed at its time
 */
export function matchOrder<T extends OrderCandidate>(
  row: Pick<ExternalRow, 'at' | 'amount' | 'currency'>,
  candidates: readonly T[],
): T | 'none' | 'several' {
  const isNear = ({ placedAt }: T) => row.at === null || Math.abs(placedAt - row.at) <= NUMBER_TOLERANCE_MS;
  const isEqual = ({ total, subtotal, net, currency }: T) => {
    if (row.amount === null) return true;
    if (row.currency !== null && row.currency !== currency) return false;
    const amount = toMinor(row.amount, currency);
    return amount !== null && [total, subtotal, net].includes(amount);
  };
  const possible = candidates.filter((one) => isNear(one) || isEqual(one));
  if (possible.length <= 1) return possible[0] ?? 'none';
  const narrowed = possible.filter((one) => isNear(one) && isEqual(one));
  const [first] = narrowed;
  return first && narrowed.length === 1 ? first : 'several';
}
