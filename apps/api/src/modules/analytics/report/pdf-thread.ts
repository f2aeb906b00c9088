import { problem } from '@troupe/domain/problem';
import type { Language } from '@troupe/i18n/language';
import { TaskThread } from '../../../platform/task-thread.ts';
import type { PdfAnswer, PdfTask } from './pdf-thread.worker.ts';
import type { ReportFile } from './report-file.ts';
import type { ReportLogo } from './report-logo.queries.ts';

/** The longest reports take a few seconds. */
const thread = new TaskThread<PdfTask, PdfAnswer>(new URL('./pdf-thread.worker.ts', import.meta.url), {
  heapMb: 256,
  longestMs: 60_000,
});

const unavailable = (detail: unknown) =>
  problem('unavailable', { message: "Couldn't create the PDF. Try again in a moment.", detail });

/** Renders a run as PDF in a worker thread. Throws `unavailable` if it takes too long or too much memory. */
export async function renderPdf(
  { runId, sha256, snapshot }: ReportFile,
  { logo, language }: { logo: ReportLogo | null; language: Language },
): Promise<Buffer> {
  const task: PdfTask = { file: { runId, sha256, snapshot }, logo, language };
  const answer = await thread.run(task).catch((error: unknown) => {
    throw unavailable(error);
  });
  if ('failed' in answer) throw unavailable(answer.failed);
  return Buffer.from(answer.pdf);
}
