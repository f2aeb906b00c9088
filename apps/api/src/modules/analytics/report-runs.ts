import * as contract from '@troupe/contract/analytics/report-run';
import type { Report, ReportSnapshot } from '@troupe/domain/analytics/report';
import type { EvidenceItems, ReportRun, RunOutcome } from '@troupe/domain/analytics/report-run';
import type { FormulaId } from '@troupe/domain/figure';
import { problem } from '@troupe/domain/problem';
import { pagesOf } from '@troupe/domain/shape';
import { createLimiter } from '@troupe/server/rate-counters';
import type { Api } from '../../platform/api.ts';
import { withTransaction } from '../../platform/database.ts';
import { newId } from '../../platform/id.ts';
import { fileLanguage } from '../../platform/language.ts';
import { hasReport, readReport } from './report/report.queries.ts';
import type { RunItems, reportRunTable } from './report/report.table.ts';
import { sendReportFile } from './report/report-download.ts';
import { readLogo } from './report/report-logo.queries.ts';
import {
  findRunOfRequest,
  insertRun,
  readLatestRun,
  readRun,
  readRunChanges,
  readRunItems,
  readRunPage,
} from './report/report-run.queries.ts';
import { changesSince, itemsOf } from './report-changes.ts';
import { figuresOfSnapshot, snapshotHash, takeSnapshot } from './report-snapshot.ts';

const RUNS_AN_HOUR = 30;
const HOUR_MS = 3_600_000;

/** Registers the calls about runs of reports. */
export function reportRuns(api: Api): void {
  const { implement, pool, clock, rates } = api;
  const limit = createLimiter(rates, 'run-report', RUNS_AN_HOUR, HOUR_MS);
  implement(contract.runReport, async ({ brandId, caller, params: { reportId }, idempotencyKey }) => {
    const report = await readReport(pool, brandId, reportId);
    if (!report) throw problem('not_found');
    const before = idempotencyKey && (await findRunOfRequest(pool, reportId, idempotencyKey));
    if (before) return { run: await knownRun(api, { brandId, reportId, runId: before }) };
    await limit(reportId);
    const now = clock.now();
    const made = await makeRun(api, { brandId, report, at: now, isScheduled: false });
    const row = runRow(made, { brandId, report, outcome: 'kept', now, userId: caller.userId });
    row.requestKey = idempotencyKey;
    const added = await withTransaction(pool, (tx) => insertRun(tx, row));
    // The same request came twice at once: both get the run of the first.
    const runId = added ? row.id : await findRunOfRequest(pool, reportId, idempotencyKey ?? '');
    if (!runId) throw problem('not_found');
    return { run: await knownRun(api, { brandId, reportId, runId }) };
  });
  implement(contract.listReportRuns, async ({ brandId, params: { reportId }, query: { page } }) => {
    if (!(await hasReport(pool, brandId, reportId))) throw problem('not_found');
    const { runs, total } = await readRunPage(pool, { brandId, reportId, page });
    return { runs, ...pagesOf(page, total) };
  });
  implement(contract.getReportRun, async ({ brandId, params }) => {
    const { run, snapshot } = await known(api, brandId, params);
    return { run, snapshot };
  });
  implement(contract.getReportChanges, async ({ brandId, params }) => {
    const changes = await readRunChanges(pool, Object.assign({ brandId }, params));
    if (!changes) throw problem('not_found');
    return { changes };
  });
  runFiles(api);
}

function runFiles(api: Api): void {
  const { implement, pool } = api;
  for (const [format, call] of [
    ['pdf', contract.getReportPdf],
    ['xlsx', contract.getReportXlsx],
    ['csv', contract.getReportCsv],
  ] as const)
    implement(call, async ({ brandId, params, request, reply }) => {
      const { run, snapshot } = await known(api, brandId, params);
      const file = { runId: run.id, sha256: run.sha256, snapshot };
      const how = { logo: await readLogo(pool, brandId), language: fileLanguage(request) };
      return sendReportFile(reply, { file, format, how });
    });
  implement(contract.getReportEvidence, async ({ brandId, params }) => {
    const { run, snapshot } = await known(api, brandId, params);
    const kept = await readRunItems(pool, Object.assign({ brandId }, params));
    const items = Object.entries(kept).map(([key, { cut, items: found }]): EvidenceItems => {
      const [formula = '', currency = ''] = key.split(' ');
      return { formula: formula as FormulaId, currency: currency || null, cut, items: found };
    });
    return { runId: run.id, snapshot, sha256: run.sha256, items };
  });
}

async function known({ pool }: Api, brandId: string, params: { reportId: string; runId: string }) {
  const found = await readRun(pool, Object.assign({ brandId }, params));
  if (!found) throw problem('not_found');
  return found;
}

/** Returns a run of a report; fails if the report has no such one. */
export async function knownRun(
  { pool }: Api,
  of: { brandId: string; reportId: string; runId: string },
): Promise<ReportRun> {
  const found = await readRun(pool, of);
  if (!found) throw problem('not_found');
  return found.run;
}

/** A calculated run that isn't saved. */
export interface MadeRun {
  snapshot: ReportSnapshot;
  items: RunItems;
  sha256: string;
  /** Whether every figure is as it was in the run before. */
  isSame: boolean;
}

/** Calculates a run: figures, what changed since the run before, and the hash of both. */
export async function makeRun(
  api: Api,
  given: { brandId: string; report: Report; at: Date; isScheduled: boolean },
): Promise<MadeRun> {
  const { brandId, report, at, isScheduled } = given;
  const { id: reportId, version } = report;
  const snapshot = await takeSnapshot(api, { brandId, reportId, version, form: report, at });
  const before = await readLatestRun(api.pool, reportId, isScheduled);
  if (before) snapshot.changes = await changesSince(api, { brandId, before, snapshot });
  const items = await itemsOf(api, {
    brandId,
    form: report,
    period: snapshot.period,
    figures: figuresOfSnapshot(snapshot),
  });
  const { corrections, movements } = snapshot.changes;
  const isSame =
    before !== null &&
    before.snapshot.version === version &&
    before.snapshot.period.from === snapshot.period.from &&
    before.snapshot.period.to === snapshot.period.to &&
    corrections.length === 0 &&
    movements.every((one) => one.before === one.after);
  return { snapshot, items, sha256: snapshotHash(snapshot), isSame };
}

/** Returns the row of a run. */
export function runRow(
  { snapshot, items, sha256 }: MadeRun,
  given: { brandId: string; report: Report; outcome: RunOutcome; now: Date; userId: string | null },
): typeof reportRunTable.$inferInsert {
  return {
    id: newId(),
    brandId: given.brandId,
    reportId: given.report.id,
    version: given.report.version,
    slot: null,
    requestKey: null,
    asOf: snapshot.asOf,
    from: snapshot.period.from,
    to: snapshot.period.to,
    zone: snapshot.zone,
    snapshot,
    items,
    sha256,
    outcome: given.outcome,
    corrections: snapshot.changes.corrections.length,
    previousRunId: snapshot.changes.previousRunId,
    createdAt: given.now.toISOString(),
    userId: given.userId,
  };
}
