import { buffer } from 'node:stream/consumers';
import { parentPort } from 'node:worker_threads';
import type { AgreementDocument } from '@troupe/domain/campaigns/agreement-document';
import PDFDocument from 'pdfkit';
import { loadFonts } from '../../../platform/pdf/pdf-fonts.ts';
import { isRightToLeft, PdfText, type TextStyle } from '../../../platform/pdf/pdf-text.ts';

/** The worker's response. */
export type AgreementPdfAnswer = { pdf: Uint8Array } | { failed: string };

const MARGIN = 56;
const QUIET = '#6b6871';
const BODY: TextStyle = { size: 10 };
const TITLE: TextStyle = { size: 18, weight: 700 };
const SMALL: TextStyle = { size: 8, color: QUIET };

/** `28 November 2026 at 17:20:05 UTC`. */
const exact = (moment: string): string =>
  `${new Intl.DateTimeFormat('en-US', { dateStyle: 'long', timeStyle: 'medium', timeZone: 'UTC' }).format(new Date(moment))} UTC`;

const acceptedBy = (side: string, acceptance: AgreementDocument['brand']): string =>
  acceptance
    ? `${side}: ${acceptance.name || 'name removed'}, ${exact(acceptance.at)}`
    : `${side}: not accepted yet`;

/** Renders the text of an agreement, and who accepted it. */
async function agreementPdf({ text, hash, brand, creator, replaced }: AgreementDocument) {
  const [title = '', ...lines] = text.trimEnd().split('\n');
  const fonts = await loadFonts([text, brand?.name, creator?.name]);
  const document = new PDFDocument({ size: 'A4', margin: MARGIN, info: { Title: title, Author: 'Troupe' } });
  const writer = new PdfText(document, fonts);
  const width = document.page.width - 2 * MARGIN;
  let y = MARGIN;
  const write = (paragraph: string, style: TextStyle) => {
    const direction = isRightToLeft(paragraph) ? 'rtl' : 'ltr';
    const shown = { ...style, direction, align: direction === 'rtl' ? 'right' : 'left' } as const;
    for (const line of writer.wrap(paragraph, width, shown)) {
      if (y + style.size * 1.5 > document.page.height - MARGIN) {
        document.addPage();
        y = MARGIN;
      }
      writer.line(line, MARGIN, y, width, shown);
      y += style.size * 1.5;
    }
  };
  write(title, TITLE);
  for (const line of lines) write(line, BODY);
  y += BODY.size;
  write('Accepted', { size: 12, weight: 600 });
  write(acceptedBy('Brand', brand), BODY);
  write(acceptedBy('Creator', creator), BODY);
  y += BODY.size;
  write(`SHA-256 of the text accepted: ${hash}`, SMALL);
  if (replaced) write('There is a newer version of this agreement.', SMALL);
  document.end();
  return document;
}

async function answer(agreement: AgreementDocument): Promise<AgreementPdfAnswer> {
  try {
    return { pdf: await buffer(await agreementPdf(agreement)) };
  } catch (error) {
    return { failed: error instanceof Error ? (error.stack ?? error.message) : String(error) };
  }
}

parentPort?.on('message', async (agreement: AgreementDocument) =>
  parentPort?.postMessage(await answer(agreement)),
);
