import { buffer } from 'node:stream/consumers';
import { parentPort } from 'node:worker_threads';
import type { AgreementFooter } from '@troupe/domain/campaigns/agreement/agreement-text';
import PDFDocument from 'pdfkit';
import { loadFonts } from '../../../platform/pdf/pdf-fonts.ts';
import { isRightToLeft, PdfText, type TextStyle } from '../../../platform/pdf/pdf-text.ts';

/** What a PDF of an agreement says. */
export interface AgreementPdf {
  text: string;
  language: string;
  footer: AgreementFooter;
}

/** The worker's response. */
export type AgreementPdfAnswer = { pdf: Uint8Array } | { failed: string };

const MARGIN = 56;
const QUIET = '#6b6871';
const BODY: TextStyle = { size: 10 };
const TITLE: TextStyle = { size: 18, weight: 700 };
const SMALL: TextStyle = { size: 8, color: QUIET };

/** Renders the text of an agreement, and who accepted it. */
async function agreementPdf({ text, language, footer }: AgreementPdf) {
  const [title = '', ...lines] = text.trimEnd().split('\n');
  const fonts = await loadFonts([text, ...footer.sides]);
  const info = { Title: title, Author: 'Troupe' };
  const document = new PDFDocument({ size: 'A4', margin: MARGIN, lang: language, info });
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
  write(footer.accepted, { size: 12, weight: 600 });
  for (const side of footer.sides) write(side, BODY);
  y += BODY.size;
  write(footer.hash, SMALL);
  if (footer.replaced) write(footer.replaced, SMALL);
  document.end();
  return document;
}

async function answer(agreement: AgreementPdf): Promise<AgreementPdfAnswer> {
  try {
    return { pdf: await buffer(await agreementPdf(agreement)) };
  } catch (error) {
    return { failed: error instanceof Error ? (error.stack ?? error.message) : String(error) };
  }
}

parentPort?.on('message', async (agreement: AgreementPdf) =>
  parentPort?.postMessage(await answer(agreement)),
);
