import { Buffer } from 'node:buffer';
import type { AgreementDocument } from '@troupe/domain/campaigns/agreement-document';
import { problem } from '@troupe/domain/problem';
import { TaskThread } from '../../../platform/task-thread.ts';
import type { AgreementPdfAnswer } from './agreement.pdf.worker.ts';

/** The longest clauses in scripts that need their own fonts take a second. */
const thread = new TaskThread<AgreementDocument, AgreementPdfAnswer>(
  new URL('./agreement.pdf.worker.ts', import.meta.url),
  { heapMb: 256, longestMs: 30_000 },
);

const unavailable = (detail: unknown) =>
  problem('unavailable', { message: "Couldn't create the PDF. Try again in a moment.", detail });

/** Renders a version of an agreement as PDF in a worker thread. @throws unavailable if it takes too long */
export async function renderAgreement(agreement: AgreementDocument): Promise<Buffer> {
  const answer = await thread.run(agreement).catch((error: unknown) => {
    throw unavailable(error);
  });
  if ('failed' in answer) throw unavailable(answer.failed);
  return Buffer.from(answer.pdf);
}
