import * as contract from '@troupe/contract/affiliate/affiliate-code';
import { MAX_CODE_ROWS, NewCode, type RefusedCodeRow } from '@troupe/domain/affiliate/affiliate-code';
import { csvAmount, toCsv } from '@troupe/domain/csv';
import { toMinor } from '@troupe/domain/money';
import { Problem, problem } from '@troupe/domain/problem';
import { parse } from 'csv-parse/sync';
import type { CallContext } from '../../platform/api.ts';
import type { StoreParts } from '../commerce/store-access.ts';
import { requireAddOn } from './add-on.ts';
import { readAffiliatesByUsername, readCodes } from './affiliate-code/affiliate-code.queries.ts';
import { addCode, requireCodeStore } from './affiliate-codes.ts';
import { CREATE_JOB } from './code-jobs.ts';
import { storefrontOf } from './program-stores.ts';

const MAX_EXPORTED = 10_000;
const COLUMNS = ['creator', 'code', 'percent', 'amount', 'ends', 'limit', 'once per buyer'] as const;
type Row = Partial<Record<(typeof COLUMNS)[number], string>>;

/** Registers the calls with which codes come from a file and go into one. */
export function importCodes(parts: StoreParts): void {
  const { api } = parts;
  api.implement(contract.importAffiliateCodes, (context) => importFile(parts, context));
  api.implement(contract.exportAffiliateCodes, async ({ brandId, query, reply }) => {
    const codes = await readCodes(api.pool, brandId, query, (shop) => storefrontOf(api, shop), {
      limit: MAX_EXPORTED,
    });
    const lines = codes.map((one) => [
      ...[one.creator.username, one.code],
      one.valueBp === null ? '' : one.valueBp / 100,
      one.valueMinor === null || one.currency === null ? '' : csvAmount(one.valueMinor, one.currency),
      ...[one.endsAt, one.usageLimit, one.oncePerBuyer ? 'yes' : 'no'],
      ...[one.currency, one.state, one.error, one.created],
    ]);
    return reply
      .type('text/csv; charset=utf-8')
      .header('content-disposition', 'attachment; filename="affiliate-codes.csv"')
      .send(toCsv([[...COLUMNS, 'currency', 'state', 'error', 'created'], ...lines]));
  });
}

async function importFile(
  parts: StoreParts,
  { brandId, caller, body }: CallContext<typeof contract.importAffiliateCodes>,
) {
  const { api } = parts;
  await requireAddOn(api.db, brandId);
  const store = await requireCodeStore(api.db, brandId, body.storeId);
  const rows = readRows(body.csv);
  const usernames = rows.map(({ creator = '' }) => usernameOf(creator));
  const affiliates = await readAffiliatesByUsername(api.pool, brandId, [...new Set(usernames)]);
  const refused: RefusedCodeRow[] = [];
  for (const [index, row] of rows.entries()) {
    const affiliateId = affiliates.get(usernames[index] ?? '');
    try {
      if (!affiliateId)
        throw problem('invalid', {
          message:
            affiliateId === null
              ? 'Several creators have this username.'
              : `${row.creator || 'This creator'} isn't in your program.`,
        });
      await addCode(parts, brandId, caller.userId, readRow(row, affiliateId, store));
    } catch (error) {
      if (!(error instanceof Problem)) throw error;
      const reason = Object.values(error.fields ?? {})[0] ?? error.message;
      // The header is row 1.
      refused.push({ row: index + 2, code: (row.code ?? '').slice(0, 100), reason });
    }
  }
  const accepted = rows.length - refused.length;
  if (accepted > 0) await api.jobs.send(CREATE_JOB, {});
  return { accepted, refused };
}

/** Spreadsheets and our own exports put an apostrophe before what could be a formula. */
const usernameOf = (cell: string) => cell.replace(/^['@\s]+/, '').toLowerCase();

/** Returns what separates the columns of the header row: where commas are decimals, a semicolon. */
function delimiterOf(csv: string): string {
  const [head = ''] = csv.split(/[\r\n]/, 1);
  return [';', '\t'].find((one) => head.includes(one)) ?? ',';
}

/** @throws unreadable_file, or invalid for a file with other columns or too many rows */
function readRows(csv: string): Row[] {
  let table: string[][];
  try {
    table = parse(csv, {
      bom: true,
      trim: true,
      delimiter: delimiterOf(csv),
      relax_column_count: true,
      skip_empty_lines: true,
      to: MAX_CODE_ROWS + 2,
    });
  } catch {
    throw problem('unreadable_file', { message: "We can't read this file. Use CSV with a header row." });
  }
  const [head = [], ...lines] = table;
  const names = head.map((name) => name.toLowerCase().replaceAll('_', ' ').trim());
  const missing = ['creator', 'code'].find((name) => !names.includes(name));
  if (missing) throw problem('invalid', { fields: { csv: `The column "${missing}" is missing` } });
  if (lines.length > MAX_CODE_ROWS)
    throw problem('invalid', { fields: { csv: `Files can have up to ${MAX_CODE_ROWS} rows` } });
  return lines.map((cells) => {
    const row: Row = {};
    for (const name of COLUMNS) {
      const at = names.indexOf(name);
      if (at >= 0) row[name] = cells[at] ?? '';
    }
    return row;
  });
}

/** @throws invalid */
function readRow(
  row: Row,
  affiliateId: string,
  { id, currency }: { id: string; currency: string | null },
): NewCode {
  const percent = (row.percent ?? '').replace('%', '').replace(',', '.').trim();
  const amount = (row.amount ?? '').replace(',', '.').trim();
  const ends = row.ends ? new Date(row.ends) : null;
  if (ends && Number.isNaN(ends.getTime()))
    throw problem('invalid', { message: 'Enter a valid end date, such as 2026-12-31.' });
  if (percent !== '' && amount !== '')
    throw problem('invalid', { message: 'Enter a percentage or an amount, not both.' });
  const read = NewCode.safeParse({
    affiliateId,
    storeId: id,
    code: row.code?.replace(/^'/, '') ?? '',
    kind: percent === '' ? 'amount' : 'percent',
    valueBp: percent === '' ? null : Math.round(Number(percent) * 100),
    valueMinor: amount === '' ? null : toMinor(amount, currency ?? ''),
    endsAt: ends?.toISOString() ?? null,
    usageLimit: row.limit ? Number(row.limit) : null,
    oncePerBuyer: /^(?:yes|true|1)$/i.test(row['once per buyer'] ?? ''),
  });
  if (!read.success) throw problem('invalid', { message: read.error.issues[0]?.message ?? 'Not readable' });
  return read.data;
}
