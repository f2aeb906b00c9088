import { buffer } from 'node:stream/consumers';
import { parentPort } from 'node:worker_threads';
import type { Language } from '@troupe/i18n/language';
// Loads the texts of all languages.
import '../../../platform/language.ts';
import type { ReportFile } from './report-file.ts';
import type { ReportLogo } from './report-logo.queries.ts';
import { reportPdf } from './report-pdf.ts';

// Renders PDFs in a worker thread with its own memory limit.

/** A PDF to render. */
export interface PdfTask {
  file: ReportFile;
  logo: ReportLogo | null;
  language: Language;
}

/** The worker's response. */
export type PdfAnswer = { pdf: Uint8Array } | { failed: string };

async function answer({ file, logo, language }: PdfTask): Promise<PdfAnswer> {
  try {
    // Messages carry bytes as `Uint8Array`, which the library doesn't read.
    const image = logo && Object.assign(logo, { png: Buffer.from(logo.png) });
    return { pdf: await buffer(await reportPdf(file, { logo: image, language })) };
  } catch (error) {
    return { failed: error instanceof Error ? (error.stack ?? error.message) : String(error) };
  }
}

parentPort?.on('message', async (task: PdfTask) => parentPort?.postMessage(await answer(task)));
