import * as contract from '@troupe/contract/analytics/cost-entry';
import { type CostImport, CostKind, NewCostEntry } from '@troupe/domain/analytics/cost-entry';
import { csvAmount, toCsv } from '@troupe/domain/csv';
import { toMinor } from '@troupe/domain/money';
import { problem } from '@troupe/domain/problem';
import { pagesOf } from '@troupe/domain/shape';
import { codeOf } from '@troupe/server/error-code';
import { parse } from 'csv-parse/sync';
import type { Api } from '../../platform/api.ts';
import { withTransaction } from '../../platform/database.ts';
import { newId } from '../../platform/id.ts';
import { readBrandZone } from '../listening/listening-summary/listening-summary.queries.ts';
import { existsForBrand } from './analytics/row-name.queries.ts';
import {
  deleteCost,
  insertCost,
  readCost,
  readCostPage,
  readCosts,
  readNames,
  updateCost,
} from './cost-entry/cost-entry.queries.ts';

const MOST_EXPORTED = 100_000;
const MOST_ROWS = 5000;
const MOST_ERRORS = 100;
const UNIQUE_VIOLATION = '23505';
const COLUMNS = ['day', 'kind', 'amount', 'currency', 'campaign', 'creator', 'note', 'reference'] as const;
type Row = Partial<Record<(typeof COLUMNS)[number], string>>;

/** Registers costs: entries by hand and from files, beside payments to creators. */
export function costs(api: Api): void {
  const { implement, implementChange, pool, clock } = api;
  implement(contract.listCosts, async ({ brandId, query }) => {
    const {
      costs: page,
      sums,
      total,
    } = await readCostPage(pool, brandId, await readBrandZone(pool, brandId), query);
    return Object.assign({ costs: page, sums }, pagesOf(query.page, total));
  });
  implementChange(contract.addCost, async ({ brandId, caller, body, commit }) => {
    await requireNamed(api, brandId, body);
    const id = newId();
    await commit(async (_tx, connection) => {
      const entry = Object.assign({ id, source: 'hand' as const, userId: caller.userId }, body);
      if (!(await insertCost(connection, brandId, entry, clock.now()))) throw knownReference();
    });
    return { cost: await read(api, brandId, id) };
  });
  implementChange(contract.changeCost, async ({ brandId, params: { costId }, body, commit }) => {
    await requireNamed(api, brandId, body);
    await read(api, brandId, costId);
    await commit(async (_tx, connection) => {
      const changed = await updateCost(
        connection,
        brandId,
        Object.assign({ id: costId }, body),
        clock.now(),
      ).catch((error) => {
        throw codeOf(error) === UNIQUE_VIOLATION ? knownReference() : error;
      });
      if (!changed) throw problem('conflict');
    });
    return { cost: await read(api, brandId, costId) };
  });
  implementChange(contract.deleteCost, async ({ brandId, params: { costId }, commit }) => {
    await commit(async (_tx, connection) => {
      if (!(await deleteCost(connection, brandId, costId))) throw problem('not_found');
    });
    return {};
  });
  implement(contract.importCosts, async ({ brandId, caller, body }) => ({
    imported: await importFile(api, { brandId, userId: caller.userId, csv: body.csv }),
  }));
  implement(contract.exportCosts, async ({ brandId, query, reply }) => {
    const zone = await readBrandZone(pool, brandId);
    const all = await readCosts(pool, brandId, zone, Object.assign({ limit: MOST_EXPORTED }, query));
    const lines = all.map((one) => [
      ...[one.day, one.kind, csvAmount(one.amount, one.currency), one.currency, one.campaignTitle],
      ...[one.username, one.note, one.reference, one.source],
    ]);
    return reply
      .type('text/csv; charset=utf-8')
      .header('content-disposition', 'attachment; filename="costs.csv"')
      .send(toCsv([[...COLUMNS, 'source'], ...lines]));
  });
}

const knownReference = () =>
  problem('conflict', { message: 'A cost with this reference already exists. Edit that one instead.' });

async function read({ pool }: Api, brandId: string, costId: string) {
  const cost = await readCost(pool, brandId, costId);
  if (!cost) throw problem('not_found');
  return cost;
}

async function requireNamed(
  { pool }: Api,
  brandId: string,
  { campaignId, creatorId }: Pick<NewCostEntry, 'campaignId' | 'creatorId'>,
): Promise<void> {
  if (!(await existsForBrand(pool, brandId, { campaignId, creatorId: null })))
    throw problem('invalid', { fields: { campaignId: 'Choose one of your campaigns' } });
  if (!(await existsForBrand(pool, brandId, { campaignId: null, creatorId })))
    throw problem('invalid', { fields: { creatorId: 'Choose a creator' } });
}

async function importFile(
  { pool, clock }: Api,
  { brandId, userId, csv }: { brandId: string; userId: string; csv: string },
): Promise<CostImport> {
  const rows = readRows(csv);
  const lower = (text: string | undefined) => (text ?? '').trim().replace(/^@/, '').toLowerCase();
  const names = await readNames(pool, brandId, {
    titles: rows.map(({ campaign }) => (campaign ?? '').trim().toLowerCase()),
    usernames: rows.map(({ creator }) => lower(creator)),
  });
  const done: CostImport = { added: 0, skipped: 0, rejected: 0, errors: [] };
  const reject = (row: number, message: string) => {
    done.rejected += 1;
    if (done.errors.length < MOST_ERRORS) done.errors.push({ row, message });
  };
  await withTransaction(pool, async (_tx, connection) => {
    for (const [place, row] of rows.entries()) {
      // The first line holds the names of columns.
      const line = place + 2;
      const entry = entryOf(row, names, lower);
      if (typeof entry === 'string') reject(line, entry);
      else {
        const added = await insertCost(
          connection,
          brandId,
          Object.assign({ id: newId(), source: 'import' as const, userId }, entry),
          clock.now(),
        );
        if (added) done.added += 1;
        else done.skipped += 1;
      }
    }
  });
  return done;
}

/** Returns the entry of a row, or why it can't be read. */
function entryOf(
  row: Row,
  { campaigns, creators }: Awaited<ReturnType<typeof readNames>>,
  lower: (text: string | undefined) => string,
): NewCostEntry | string {
  const title = (row.campaign ?? '').trim().toLowerCase();
  const username = lower(row.creator);
  const campaignId = title === '' ? null : campaigns.get(title);
  const creatorId = username === '' ? null : creators.get(username);
  if (campaignId === undefined) return `There's no campaign named ${row.campaign}`;
  if (title !== '' && campaignId === null) return `Several campaigns are named ${row.campaign}`;
  if (creatorId === undefined) return `${row.creator} isn't one of this brand's creators`;
  if (username !== '' && creatorId === null) return `Several creators have the username ${row.creator}`;
  const currency = (row.currency ?? '').trim().toUpperCase();
  const kind = CostKind.safeParse((row.kind ?? '').trim().toLowerCase());
  if (!kind.success) return `Use one of these kinds: ${CostKind.options.join(', ')}`;
  const amount = toMinor(row.amount ?? '', currency);
  if (amount === null) return 'Enter an amount such as 12.50';
  const parsed = NewCostEntry.safeParse({
    day: (row.day ?? '').trim(),
    kind: kind.data,
    amount,
    currency,
    campaignId,
    creatorId,
    note: row.note ?? '',
    reference: (row.reference ?? '').trim() || null,
  });
  return parsed.success ? parsed.data : (parsed.error.issues[0]?.message ?? 'This row is invalid');
}

function readRows(csv: string): Row[] {
  let rows: Row[];
  try {
    rows = parse(csv, {
      bom: true,
      columns: (names: string[]) => names.map((name) => name.trim().toLowerCase()),
      skip_empty_lines: true,
      relax_column_count: true,
      delimiter: [',', ';', '\t'],
    });
  } catch {
    throw problem('unreadable_file', { message: "We can't read this file. Use CSV." });
  }
  const [first] = rows;
  if (!first || !('day' in first) || !('amount' in first) || !('currency' in first) || !('kind' in first))
    throw problem('unreadable_file', {
      message: 'The first row must contain the columns day, kind, amount and currency.',
    });
  if (rows.length > MOST_ROWS)
    throw problem('unreadable_file', { message: `Import up to ${MOST_ROWS} rows at a time.` });
  return rows;
}
