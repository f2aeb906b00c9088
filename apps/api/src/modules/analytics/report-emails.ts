import { buffer as bufferOf } from 'node:stream/consumers';
import type { ReportSnapshot } from '@troupe/domain/analytics/report';
import type { ReportFormat } from '@troupe/domain/analytics/report-schedule';
import { escapeHtml } from '@troupe/domain/html-text';
import { inLanguage } from '@troupe/i18n/language';
import type { Api } from '../../platform/api.ts';
import { connectionOf, type Database } from '../../platform/database.ts';
import { publish } from '../../platform/events.ts';
import { emailHtml, readerLanguage } from '../../platform/language.ts';
import type { MailFile } from '../../platform/outgoing/mail-transport.ts';
import { type NewMail, newMailToken, noticeDomain, queueMails } from '../outreach/mail/mail-queue.queries.ts';
import { t } from './report/messages/messages.gen.ts';
import type { reportRunTable } from './report/report.table.ts';
import { REPORT_FILE_TYPES, writeReport } from './report/report-download.ts';
import { correctionText, reasonsText, reportDay, reportFileName } from './report/report-file.ts';
import { readLogo } from './report/report-logo.queries.ts';
import { countOutsideMails, insertRun, linkRunMails, readMailRun } from './report/report-run.queries.ts';
import { type Recipient, readRecipients } from './report/report-schedule.queries.ts';
import type { MadeRun } from './report-runs.ts';

/** Corrections in an email; the report has all. */
const MOST_CORRECTIONS = 8;
const DAY_MS = 86_400_000;
/** Emails with reports to people outside a brand's team in 24 hours: reports can't be used for bulk email. */
const MOST_OUTSIDE_A_DAY = 200;

/** A run to save, and to email if there are recipients. */
interface NewRun {
  row: typeof reportRunTable.$inferInsert;
  made: MadeRun;
  recipients: readonly Recipient[];
  formats: ReportFormat[];
  now: Date;
}

/**
 * Saves a run and queues its emails in the same transaction. Recipients outside the team are left out beyond the daily
 * limit. Returns false if the run exists.
 */
export async function saveRun(
  api: Api,
  tx: Database,
  { row, made, recipients, formats, now }: NewRun,
): Promise<boolean> {
  const { brandId, reportId, id: runId } = row;
  const isSending = row.outcome === 'sent';
  const allowed = isSending ? await allowedOf(tx, brandId, recipients, now) : [];
  if (isSending && allowed.length === 0) row.outcome = 'limit';
  if (!(await insertRun(tx, row))) return false;
  if (row.outcome !== 'sent' || runId === undefined) return true;
  const mailIds = await queueMails(
    tx,
    allowed.map((recipient) => emailOf(api, { brandId, reportId, runId, made, recipient })),
    now,
  );
  await linkRunMails(tx, { mailIds, brandId, runId, formats });
  const { from, to } = made.snapshot.period;
  const data = { reportId, runId, name: made.snapshot.name, from, to, sha256: made.sha256 };
  await publish(tx, { type: 'report.sent', brandId, data }, now);
  return true;
}

async function allowedOf(
  tx: Database,
  brandId: string,
  recipients: readonly Recipient[],
  now: Date,
): Promise<Recipient[]> {
  const since = new Date(now.getTime() - DAY_MS);
  let left = MOST_OUTSIDE_A_DAY - (await countOutsideMails(connectionOf(tx), brandId, since));
  return recipients.filter(({ isMember }) => {
    if (!isMember) left -= 1;
    return isMember || left >= 0;
  });
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
    open: recipient.isMember ? `${WEB_ORIGIN}/analytics/reports/${reportId}?run=${runId}` : null,
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
