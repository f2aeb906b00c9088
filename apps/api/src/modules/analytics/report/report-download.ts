import { Readable } from 'node:stream';
import { canonicalJson } from '@troupe/domain/affiliate/commission-statement';
import type { ReportFormat } from '@troupe/domain/analytics/report-schedule';
import { inLanguage, type Language } from '@troupe/i18n/language';
import type { FastifyReply } from 'fastify';
import { renderPdf } from './pdf-thread.ts';
import { type ReportFile, reportCsv, reportFileName } from './report-file.ts';
import type { ReportLogo } from './report-logo.queries.ts';
import { reportXlsx } from './report-xlsx.ts';

/** For whom a file is written. */
export interface FileReader {
  logo: ReportLogo | null;
  language: Language;
}

/** Media types of the files of a report. */
export const REPORT_FILE_TYPES: Record<ReportFormat, string> = {
  pdf: 'application/pdf',
  xlsx: 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet',
  csv: 'text/csv; charset=utf-8',
  json: 'application/json',
};

/** Writes a run as a file. Excel files are written while they are read, PDFs in a worker thread. */
export async function writeReport(
  file: ReportFile,
  format: ReportFormat,
  { logo, language }: FileReader,
): Promise<NodeJS.ReadableStream | string> {
  switch (format) {
    case 'pdf':
      return Readable.from([await renderPdf(file, { logo, language })]);
    case 'xlsx':
      return reportXlsx(file, language);
    case 'csv':
      return inLanguage(language, () => reportCsv(file));
    case 'json': {
      const { runId, snapshot, sha256 } = file;
      return canonicalJson({ runId, snapshot, sha256 });
    }
  }
}

/** Answers with a run as a file. */
export async function sendReportFile(
  reply: FastifyReply,
  { file, format, how }: { file: ReportFile; format: ReportFormat; how: FileReader },
): Promise<FastifyReply> {
  return reply
    .type(REPORT_FILE_TYPES[format])
    .header('content-disposition', `attachment; filename="${reportFileName(file.snapshot)}.${format}"`)
    .send(await writeReport(file, format, how));
}
