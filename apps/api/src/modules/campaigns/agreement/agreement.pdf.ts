import { Buffer } from 'node:buffer';
import { agreementFooter } from '@troupe/domain/campaigns/agreement/agreement-text';
import type { AgreementDocument } from '@troupe/domain/campaigns/agreement-document';
import { problem } from '@troupe/domain/problem';
import { inLanguage } from '@troupe/i18n/language';
import { TaskThread } from '../../../platform/task-thread.ts';
import type { AgreementPdf, AgreementPdfAnswer } from './agreement.pdf.worker.ts';

/** The longest clauses in scripts that need their own fonts take a second. */
const thread = new TaskThread<AgreementPdf, AgreementPdfAnswer>(
  new URL('./agreement.pdf.worker.ts', import.meta.url),
  { heapMb: 256, longestMs: 30_000 },
);

const unavailable = (detail: unknown) =>
  problem('unavailable', { message: "Couldn't create the PDF. Try again in a moment.", detail });

/** Renders a version of an agreement as PDF, in its language, in a worker thread. @throws unavailable if it takes too long */
export async function renderAgreement(agreement: AgreementDocument): Promise<Buffer> {
  const { text, language } = agreement;
  const footer = inLanguage(language, () => agreementFooter(agreement));
  const answer = await thread.run({ text, language, footer }).catch((error: unknown) => {
    throw unavailable(error);
  });
  if ('failed' in answer) throw unavailable(answer.failed);
  return Buffer.from(answer.pdf);
}
