import PDFDocument from 'pdfkit';

/** The fonts of every PDF reader have only these characters. */
export const plain = (text: string): string => text.replace(/[^\x20-\x7e\xa0-\xff]/g, '?');

/** A PDF with a title; `write` adds what stands below it. */
export function pdfOf(title: string, write: (document: PDFKit.PDFDocument) => void): Promise<Buffer> {
  const document = new PDFDocument({ size: 'A4', margin: 56, info: { Title: title } });
  const parts: Buffer[] = [];
  const whole = new Promise<Buffer>((resolve, reject) => {
    document.on('data', (part: Buffer) => parts.push(part));
    document.on('end', () => resolve(Buffer.concat(parts)));
    document.on('error', reject);
  });
  document.fontSize(20).text(plain(title)).fontSize(10);
  write(document);
  document.end();
  return whole;
}
