import { Readable } from 'node:stream';
import { checkExternalProgram } from '@troupe/contract/affiliate/affiliate-alert';
import type { FoundAlert } from '@troupe/domain/affiliate/affiliate-alert';
import {
  type DoubleCommissionResult,
  type ExternalColumn,
  type ExternalRow,
  externalColumns,
  isDeclined,
  MAX_EXTERNAL_ROWS,
  MOST_UNREADABLE,
  matchOrder,
  orderNumberOf,
} from '@troupe/domain/affiliate/double-commission';
import { canonicalAmount, type DecimalSign, decimalSignOf } from '@troupe/domain/commerce/amount-format';
import { toDecimal, toMinor } from '@troupe/domain/money';
import { problem } from '@troupe/domain/problem';
import { createLimiter } from '@troupe/server/rate-counters';
import { parse } from 'csv-parse';
import type { Api, CallContext } from '../../platform/api.ts';
import { requireAddOn } from './add-on.ts';
import {
  findOrdersPlaced,
  findPaidOrders,
  type PaidOrder,
} from './affiliate-alert/double-commission.queries.ts';
import { raiseAlerts } from './affiliate-alerts.ts';
import { programStores } from './program-stores.ts';

/** How many files a brand can check in an hour, such as those of a year by month. */
const CHECKS_PER_HOUR = 30;
const HOUR_MS = 3_600_000;

/** Registers the call that compares another program's export with commissions paid here. */
export function doubleCommissions(api: Api): void {
  const limit = createLimiter(api.rates, 'external-program', CHECKS_PER_HOUR, HOUR_MS);
  api.implement(checkExternalProgram, async (context) => {
    await requireAddOn(api.db, context.brandId);
    await limit(context.brandId);
    return check(api, context);
  });
}

type Cells = Partial<Record<ExternalColumn, string>>;

async function check(api: Api, { brandId, body }: CallContext<typeof checkExternalProgram>) {
  const { rows, problems } = await readFile(body.csv);
  const program = body.program.trim();
  const matched = await matchRows(api, brandId, rows);
  const twice = paidTwice(matched.pairs);
  const now = api.clock.now();
  const alerts = twice.toSorted(byCommission).map((one): FoundAlert => toAlert(one, program));
  const { added, left } = await raiseAlerts(api, brandId, alerts, now);
  const single = matched.pairs.filter(({ order }) => !twice.some((one) => one.order.id === order.id)).length;
  const result: DoubleCommissionResult = {
    rows: rows.length + problems.length,
    double: matched.pairs.length - single,
    single,
    unmatched: matched.unmatched,
    ambiguous: matched.ambiguous,
    declined: rows.filter(({ declined }) => declined).length,
    unreadable: problems.length,
    orders: twice.length,
    alerts: added,
    alertsLeft: left,
    sums: sumsOf(twice),
    problems: problems.slice(0, MOST_UNREADABLE),
  };
  return { result };
}

/** Returns what separates the columns of the header row: where commas are decimals, a semicolon. */
function delimiterOf(csv: string): string {
  const [head = ''] = csv.slice(0, 10_000).split(/[\r\n]/, 1);
  return [';', '\t'].find((one) => head.includes(one)) ?? ',';
}

/** @throws unreadable_file, or invalid for a file without orders or with too many rows */
async function readFile(csv: string): Promise<{ rows: ExternalRow[]; problems: Problems }> {
  let columns: Partial<Record<ExternalColumn, number>> | null = null;
  const lines: Cells[] = [];
  const options = { bom: true, trim: true, relax_column_count: true, skip_empty_lines: true } as const;
  const parser = Readable.from([csv]).pipe(
    parse(Object.assign({ delimiter: delimiterOf(csv), max_record_size: 100_000 }, options)),
  );
  try {
    for await (const cells of parser as AsyncIterable<string[]>) {
      if (!columns) {
        columns = externalColumns(cells);
        continue;
      }
      const found: Cells = {};
      for (const [name, at] of Object.entries(columns)) found[name as ExternalColumn] = cells[at] ?? '';
      lines.push(found);
      if (lines.length > MAX_EXTERNAL_ROWS) break;
    }
  } catch {
    throw problem('unreadable_file', { message: "We can't read this file. Use CSV with a header row." });
  }
  if (
    !columns ||
    (columns.order === undefined && (columns.time === undefined || columns.amount === undefined))
  )
    throw problem('invalid', {
      fields: { csv: "Include each order's number, or its time and amount" },
    });
  if (lines.length > MAX_EXTERNAL_ROWS)
    throw problem('invalid', {
      fields: {
        csv: `Files can have up to ${MAX_EXTERNAL_ROWS.toLocaleString('en-US')} rows. Split the file, for example by month.`,
      },
    });
  return readRows(lines);
}

type Problems = DoubleCommissionResult['problems'];

function readRows(lines: readonly Cells[]): { rows: ExternalRow[]; problems: Problems } {
  let sign: DecimalSign = null;
  for (const { amount = '', commission = '' } of lines)
    for (const text of [amount, commission]) sign = decimalSignOf(sign, plainAmount(text));
  const rows: ExternalRow[] = [];
  const problems: Problems = [];
  for (const [index, cells] of lines.entries()) {
    // The header is row 1.
    const read = readRow(cells, index + 2, sign);
    if (typeof read === 'string') problems.push({ row: index + 2, reason: read });
    else rows.push(read);
  }
  return { rows, problems };
}

/** Minus signs and hyphens that spreadsheets and networks write instead of `-`. */
const MINUS = /[\u2010-\u2013\u2212\ufe63\uff0d]/g;
/** A negative amount in accounting notation, such as `(7.60)` or `$(7.60)`. */
const IN_PARENTHESES = /^[^\d()]*\(([^()]*\d[^()]*)\)[^\d()]*$/;

/** Without currency signs and codes around it. */
function plainAmount(text: string): string {
  const amount = text.replace(/^'/, '').replace(MINUS, '-');
  const [, negative] = IN_PARENTHESES.exec(amount) ?? [];
  const plain = (negative ?? amount).replace(/[^\d.,+\-\s’']/g, '').trim();
  return negative === undefined ? plain : `-${plain.replace(/^-/, '')}`;
}

function readRow(cells: Cells, row: number, sign: DecimalSign): ExternalRow | string {
  const order = orderNumberOf(cells.order ?? '');
  const currency = (cells.currency ?? '').trim().toUpperCase();
  if (currency !== '' && !/^[A-Z]{3}$/.test(currency)) return 'Unknown currency';
  const amountOf = (text = '') => {
    const plain = plainAmount(text);
    return plain === '' ? null : canonicalAmount(plain, sign, currency || 'USD');
  };
  const [amount, commission] = [amountOf(cells.amount), amountOf(cells.commission)];
  for (const text of [amount, commission])
    if (text !== null && toMinor(text, currency || 'USD') === null) return 'Invalid amount';
  const at = timeOf(cells.time ?? '');
  if (order === '' && (at === null || amount === null))
    return 'Add an order number, or both a time and an amount';
  return {
    row,
    order,
    at,
    amount,
    commission,
    currency: currency || null,
    partner: (cells.partner ?? '').replace(/^'/, '').slice(0, 100),
    declined: isDeclined(cells.status ?? ''),
  };
}

/** Times of day without an offset are in UTC; days alone don't tell a time. */
function timeOf(text: string): number | null {
  const cell = text.trim();
  if (!/\d:\d\d/.test(cell) || cell.length > 40) return null;
  const hasZone = /(?:z|utc|gmt|[+-]\d\d:?\d\d)\s*$/i.test(cell);
  const at = Date.parse(hasZone ? cell : `${cell.replace(' ', 'T')}Z`);
  const year = Number.isNaN(at) ? 0 : new Date(at).getUTCFullYear();
  return year >= 2000 && year < 2200 ? at : null;
}

interface Pair {
  row: ExternalRow;
  order: PaidOrder;
  by: 'number' | 'time';
}

/** Finds the orders of rows: by number, and what is left by time and amount. */
async function matchRows(api: Api, brandId: string, all: readonly ExternalRow[]) {
  const rows = all.filter(({ declined }) => !declined);
  const numbers = [...new Set(rows.flatMap(({ order }) => (order === '' ? [] : order)))];
  const byNumber = await findPaidOrders(api.pool, brandId, numbers);
  const pairs: Pair[] = [];
  const left: ExternalRow[] = [];
  let ambiguous = 0;
  for (const row of rows) {
    const match = matchOrder(row, byNumber.get(row.order) ?? []);
    if (match === 'several') ambiguous += 1;
    else if (match === 'none') left.push(row);
    else pairs.push({ row, order: match, by: 'number' });
  }
  const [store] = await programStores(api, brandId);
  const placed = await findOrdersPlaced(
    api.pool,
    brandId,
    left.flatMap(({ row, at, amount, currency }) => {
      const unit = currency ?? store?.currency ?? 'USD';
      const minor = amount === null ? null : toMinor(amount, unit);
      return at === null || minor === null || minor <= 0
        ? []
        : [{ row, at: new Date(at).toISOString(), amount: minor, currency: unit }];
    }),
  );
  let unmatched = 0;
  for (const row of left) {
    const [order, ...others] = placed.get(row.row) ?? [];
    if (!order) unmatched += 1;
    else if (others.length > 0) ambiguous += 1;
    else pairs.push({ row, order, by: 'time' });
  }
  return { pairs, unmatched, ambiguous };
}

interface PaidTwice {
  order: PaidOrder & { affiliateId: string };
  rows: number;
  by: Pair['by'];
  /** In minor units of the order's currency; null if the file doesn't say. */
  theirs: number | null;
  partner: string;
}

/** Orders that earn a commission in both programs. Several rows of an order, such as a reversal, are added up. */
function paidTwice(pairs: readonly Pair[]): PaidTwice[] {
  const found = new Map<string, PaidTwice>();
  for (const { row, order, by } of pairs) {
    const { affiliateId, commission } = order;
    if (affiliateId === null || commission <= 0) continue;
    // Amounts in another currency can't be added up. A row without a currency is in the order's.
    const isSame = row.currency === null || row.currency === order.currency;
    const own = row.commission === null || !isSame ? null : toMinor(row.commission, order.currency);
    const before = found.get(order.id);
    found.set(order.id, {
      order: Object.assign({}, order, { affiliateId }),
      rows: (before?.rows ?? 0) + 1,
      by,
      theirs: own === null ? (before?.theirs ?? null) : (before?.theirs ?? 0) + own,
      partner: before?.partner || row.partner,
    });
  }
  return [...found.values()].filter(({ theirs }) => theirs === null || theirs > 0);
}

/** Largest amounts first; of different currencies by their figures. */
const byCommission = ({ order: a }: PaidTwice, { order: b }: PaidTwice) =>
  Number(toDecimal(b.commission, b.currency)) - Number(toDecimal(a.commission, a.currency));

function toAlert({ order, rows, by, theirs, partner }: PaidTwice, program: string): FoundAlert {
  const { id, name, commission, currency, affiliateId, username } = order;
  const figures: FoundAlert['figures'] = {
    order: name,
    program,
    ours: commission,
    currency,
    matchedBy: by,
    rows,
  };
  if (theirs !== null) figures.theirs = theirs;
  if (partner !== '') figures.partner = partner;
  return {
    kind: 'double-commission',
    subject: id,
    affiliateId,
    username: username ?? '',
    figures,
  };
}

function sumsOf(twice: readonly PaidTwice[]): DoubleCommissionResult['sums'] {
  const sums = new Map<string, { currency: string; ours: number; theirs: number | null }>();
  for (const { order, theirs } of twice) {
    const { currency, commission } = order;
    const sum = sums.get(currency) ?? { currency, ours: 0, theirs: null };
    sum.ours += commission;
    if (theirs !== null) sum.theirs = (sum.theirs ?? 0) + theirs;
    sums.set(currency, sum);
  }
  return [...sums.values()].sort((a, b) => (a.currency < b.currency ? -1 : 1));
}
