import { buffer as bufferOf } from 'node:stream/consumers';
import * as contract from '@troupe/contract/analytics/report-schedule';
import { isEmptySnapshot, type ReportSnapshot } from '@troupe/domain/analytics/report';
import type { ReportSchedule } from '@troupe/domain/analytics/report-schedule';
import { escapeHtml } from '@troupe/domain/html-text';
import { problem } from '@troupe/domain/problem';
import { inLanguage } from '@troupe/i18n/language';
import type { Api } from '../../platform/api.ts';
import { connectionOf, withTransaction } from '../../platform/database.ts';
import { publish } from '../../platform/events.ts';
import { newId } from '../../platform/id.ts';
import { oneByOne } from '../../platform/jobs.ts';
import { emailHtml, readerLanguage } from '../../platform/language.ts';
import type { MailFile } from '../../platform/outgoing/mail-transport.ts';
import { type NewMail, newMailToken, noticeDomain, queueMails } from '../outreach/mail/mail-queue.queries.ts';
import { t } from './report/messages/messages.gen.ts';
import { hasReport, readReport } from './report/report.queries.ts';
import { REPORT_FILE_TYPES, writeReport } from './report/report-download.ts';
import { correctionText, reasonsText, reportDay, reportFileName } from './report/report-file.ts';
import { readLogo } from './report/report-logo.queries.ts';
import { insertRun, linkRunMails, readMailRun } from './report/report-run.queries.ts';
import {
  type DueSchedule,
  delaySlot,
  deleteSchedule,
  dropRecipients,
  lockSchedule,
  type Recipient,
  readDueSchedules,
  readRecipients,
  readSchedule,
  takeSlot,
  writeSchedule,
} from './report/report-schedule.queries.ts';
import { latestSlot, slotsAfter } from './report/report-slots.ts';
import { type MadeRun, makeRun, runRow } from './report-runs.ts';

/** How long until a slot that failed is tried again. Doubles with each attempt. */
const RETRY_MS = 60_000;
const MOST_RETRY_MS = 3_600_000;
/** Corrections in an email; the report has all. */
const MOST_CORRECTIONS = 8;

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
    if (!(await insertRun(tx, row))) return;
    if (outcome !== 'sent') return;
    const mailIds = await queueMails(
      tx,
      recipients.map((recipient) => emailOf(api, { brandId, reportId, runId: row.id, made, recipient })),
      now,
    );
    await linkRunMails(tx, { mailIds, brandId, runId: row.id, formats: form.formats });
    const { from, to } = made.snapshot.period;
    const data = { reportId, runId: row.id, name: made.snapshot.name, from, to, sha256: made.sha256 };
    await publish(tx, { type: 'report.sent', brandId, data }, now);
  });
}

function outcomeOf({ form }: DueSchedule, made: MadeRun): NonNullable<ReportSchedule['last']>['outcome'] {
  if (form.skipIfEmpty && isEmptySnapshot(made.snapshot)) return 'empty';
  if (form.skipIfSame && made.isSame) return 'same';
  return form.recipients.length === 0 ? 'no-recipients' : 'sent';
}

const languageOf = (recipient: Recipient) => readerLanguage(Object.assign({ isCreator: false }, recipient));

function emailOf(
  api: Api,
  given: { brandId: string; reportId: string; runId: string; made: MadeRun; recipient: Recipient },
): NewMail {
  const { brandId, reportId, runId, made, recipient } = given;
  const unsubscribeToken = newMailToken();
  const { WEB_ORIGIN, API_ORIGIN } = api.config;
  const links = {
    // Only members can open it; others have the file.
    open: recipient.name ? `${WEB_ORIGIN}/analytics/reports/${reportId}?run=${runId}` : null,
    unsubscribe: `${API_ORIGIN}/unsubscribe/${unsubscribeToken}`,
  };
  const text = inLanguage(languageOf(recipient), () => emailText(made.snapshot, links));
  return Object.assign(text, {
    brandId,
    kind: 'notice' as const,
    purpose: 'report' as const,
    to: { address: recipient.address, name: recipient.name },
    dueAt: null,
    domain: noticeDomain(api),
    unsubscribable: true,
    unsubscribeToken,
  });
}

function emailText(
  snapshot: ReportSnapshot,
  links: { open: string | null; unsubscribe: string },
): Pick<NewMail, 'subject' | 'html' | 'plain'> {
  const { name, brandName: brand, period, changes } = snapshot;
  const days = { from: reportDay(period.from), to: reportDay(period.to) };
  const lead = [t('email.hello', { name, brand, from: days.from, to: days.to }), t('email.attached')];
  const corrections = changes.corrections.slice(0, MOST_CORRECTIONS).map((change) => {
    const why = reasonsText(change);
    return correctionText(snapshot, change) + (why ? ` (${why})` : '');
  });
  const more = changes.corrections.length - corrections.length;
  if (more > 0) corrections.push(t('email.changedMore', { count: more }));
  const nothing =
    changes.previousFrom !== null && changes.previousTo !== null && corrections.length === 0
      ? t('email.nothingChanged', {
          from: reportDay(changes.previousFrom),
          to: reportDay(changes.previousTo),
        })
      : null;
  const why = t('email.why', { brand });
  const link = (url: string, label: string) => `<a href="${escapeHtml(url)}">${escapeHtml(label)}</a>`;
  const list = corrections.map((item) => `<li>${escapeHtml(item)}</li>`).join('');
  return {
    subject: t('email.subject', { name, from: days.from, to: days.to }),
    plain: [
      ...lead,
      ...(corrections.length > 0
        ? [[t('email.changes'), ...corrections.map((item) => `- ${item}`)].join('\n')]
        : []),
      ...(nothing ? [nothing] : []),
      ...(links.open ? [`${t('email.open')}: ${links.open}`] : []),
      `${why}\n${t('email.unsubscribe')}: ${links.unsubscribe}\n`,
    ].join('\n\n'),
    html: emailHtml([
      ...lead.map((line) => `<p>${escapeHtml(line)}</p>`),
      ...(corrections.length > 0
        ? [`<p><strong>${escapeHtml(t('email.changes'))}</strong></p>\n<ul>${list}</ul>`]
        : []),
      ...(nothing ? [`<p>${escapeHtml(nothing)}</p>`] : []),
      ...(links.open ? [`<p>${link(links.open, t('email.open'))}</p>`] : []),
      `<p style="font-size:12px;color:#6b6b76">${escapeHtml(why)} ${link(links.unsubscribe, t('email.unsubscribe'))}</p>`,
    ]),
  };
}

/** Returns the files of an email that a report is sent with; none for other emails. Made from the frozen run. */
export async function reportMailFiles({ pool }: Pick<Api, 'pool'>, mailId: string): Promise<MailFile[]> {
  const mailed = await readMailRun(pool, mailId);
  if (!mailed) return [];
  const { brandId, address, formats, snapshot } = mailed;
  const [recipient] = await readRecipients(pool, brandId, [address]);
  const how = {
    logo: await readLogo(pool, brandId),
    language: recipient ? languageOf(recipient) : ('en' as const),
  };
  const name = reportFileName(snapshot);
  const files: MailFile[] = [];
  for (const format of formats) {
    const written = await writeReport(mailed, format, how);
    const content = typeof written === 'string' ? Buffer.from(written) : await bufferOf(written);
    files.push({ name: `${name}.${format}`, type: REPORT_FILE_TYPES[format], content });
  }
  return files;
}
