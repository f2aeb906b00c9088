import * as contract from '@troupe/contract/analytics/report-schedule';
import { isEmptySnapshot } from '@troupe/domain/analytics/report';
import type { ReportSchedule } from '@troupe/domain/analytics/report-schedule';
import { problem } from '@troupe/domain/problem';
import { createLimiter } from '@troupe/server/rate-counters';
import type { Api } from '../../platform/api.ts';
import { connectionOf, withTransaction } from '../../platform/database.ts';
import { newId } from '../../platform/id.ts';
import { oneByOne } from '../../platform/jobs.ts';
import { hasReport, readReport } from './report/report.queries.ts';
import { findRunOfRequest } from './report/report-run.queries.ts';
import {
  type DueSchedule,
  delaySlot,
  deleteSchedule,
  dropRecipients,
  lockSchedule,
  noteOutcome,
  readDueSchedules,
  readRecipients,
  readSchedule,
  takeSlot,
  writeSchedule,
} from './report/report-schedule.queries.ts';
import { latestSlot, slotsAfter } from './report/report-slots.ts';
import { saveRun } from './report-emails.ts';
import { knownRun, type MadeRun, makeRun, runRow } from './report-runs.ts';

/** How long until a slot that failed is tried again. Doubles with each attempt. */
const RETRY_MS = 60_000;
const MOST_RETRY_MS = 3_600_000;
const SENDS_AN_HOUR = 5;
const HOUR_MS = 3_600_000;

/** Registers the calls about schedules, and the job that runs what is due. */
export function reportSchedules(api: Api): void {
  const { implement, implementChange, pool, clock, jobs, events } = api;
  implement(contract.getReportSchedule, async ({ brandId, params: { reportId } }) => {
    if (!(await hasReport(pool, brandId, reportId))) throw problem('not_found');
    return { schedule: await readSchedule(pool, brandId, reportId, clock.now()) };
  });
  implementChange(
    contract.putReportSchedule,
    async ({ brandId, caller, params: { reportId }, body, commit }) => {
      const { version, ...form } = body;
      await commit(async (_tx, connection) => {
        const found = await lockSchedule(connection, brandId, reportId);
        if (found === null) throw problem('not_found');
        if (found !== version) throw problem('conflict', { extra: { version: found } });
        const given = { id: newId(), brandId, reportId, version: version + 1, form, userId: caller.userId };
        await writeSchedule(connection, given, clock.now());
      });
      const schedule = await readSchedule(pool, brandId, reportId, clock.now());
      if (!schedule) throw problem('not_found');
      return { schedule };
    },
  );
  implementChange(contract.deleteReportSchedule, async ({ brandId, params: { reportId }, commit }) => {
    await commit(async (_tx, connection) => {
      if (!(await deleteSchedule(connection, brandId, reportId))) throw problem('not_found');
    });
    return {};
  });
  events.subscribe('mail.unsubscribed', (tx, unsubscribed) =>
    dropRecipients(
      connectionOf(tx),
      unsubscribed.map(({ data }) => data.mailId),
    ),
  );
  sendNow(api);
  jobs.every('* * * * *', 'run-reports', () => runDueReports(api), { policy: 'short' });
}

/** Runs and sends the reports that are due. Each slot once, however often and by however many processes this runs. */
export async function runDueReports(api: Api): Promise<void> {
  const { pool, clock, log } = api;
  const due = await readDueSchedules(pool, clock.now());
  await oneByOne(log, 'failed to run a report', due, async (one) => {
    try {
      await runSlot(api, one);
    } catch (error) {
      const wait = Math.min(MOST_RETRY_MS, RETRY_MS * 2 ** Math.min(one.attempts, 10));
      const retryAt = new Date(clock.now().getTime() + wait);
      await delaySlot(pool, one, error instanceof Error ? error.message : String(error), retryAt);
      throw error;
    }
  });
}

async function runSlot(api: Api, due: DueSchedule): Promise<void> {
  const { pool, clock } = api;
  const { brandId, reportId, form } = due;
  const now = clock.now();
  const slot = latestSlot(form, new Date(due.nextAt), now);
  const report = await readReport(pool, brandId, reportId);
  if (!report) return;
  const made = await makeRun(api, { brandId, report, at: slot, isScheduled: true });
  const outcome = outcomeOf(due, made);
  const row = runRow(made, { brandId, report, outcome, now, userId: null });
  row.slot = slot.toISOString();
  const [following] = slotsAfter(form, new Date(Math.max(now.getTime(), slot.getTime())), 1);
  const recipients = outcome === 'sent' ? await readRecipients(pool, brandId, form.recipients) : [];
  await withTransaction(pool, async (tx) => {
    const taken = { slot, outcome, next: following?.at ?? null };
    // The first process to commit this runs the slot; everything else is in the same transaction.
    if (!(await takeSlot(connectionOf(tx), due, taken))) return;
    await saveRun(api, tx, { row, made, recipients, formats: form.formats, now });
    if (row.outcome === 'limit') await noteOutcome(connectionOf(tx), due.id, 'limit');
  });
}

function outcomeOf({ form }: DueSchedule, made: MadeRun): NonNullable<ReportSchedule['last']>['outcome'] {
  if (form.skipIfEmpty && isEmptySnapshot(made.snapshot)) return 'empty';
  if (form.skipIfSame && made.isSame) return 'same';
  return form.recipients.length === 0 ? 'no-recipients' : 'sent';
}

/** Runs a report and emails it to the recipients of its schedule, outside of its times. */
function sendNow(api: Api): void {
  const { implement, pool, clock, rates } = api;
  const limit = createLimiter(rates, 'send-report', SENDS_AN_HOUR, HOUR_MS);
  implement(contract.sendReport, async ({ brandId, caller, params: { reportId }, idempotencyKey }) => {
    const report = await readReport(pool, brandId, reportId);
    if (!report) throw problem('not_found');
    const requestKey = idempotencyKey && `send ${idempotencyKey}`;
    const before = requestKey && (await findRunOfRequest(pool, reportId, requestKey));
    if (before) return { run: await knownRun(api, { brandId, reportId, runId: before }) };
    const now = clock.now();
    const schedule = await readSchedule(pool, brandId, reportId, now);
    if (!schedule || schedule.recipients.length === 0)
      throw problem('invalid', { message: 'Add recipients to the schedule first.' });
    await limit(reportId);
    const recipients = await readRecipients(pool, brandId, schedule.recipients);
    const made = await makeRun(api, { brandId, report, at: now, isScheduled: true });
    const row = runRow(made, { brandId, report, outcome: 'sent', now, userId: caller.userId });
    row.requestKey = requestKey;
    const { formats } = schedule;
    const added = await withTransaction(pool, (tx) =>
      saveRun(api, tx, { row, made, recipients, formats, now }),
    );
    // The same request came twice at once: both get the run of the first.
    const runId = added ? row.id : await findRunOfRequest(pool, reportId, requestKey ?? '');
    if (!runId) throw problem('not_found');
    return { run: await knownRun(api, { brandId, reportId, runId }) };
  });
}
