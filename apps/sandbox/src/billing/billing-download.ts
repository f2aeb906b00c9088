import { createHmac, randomBytes, timingSafeEqual } from 'node:crypto';
import PDFDocument from 'pdfkit';
import type { BillingInvoice } from './billing-entity.ts';
import { seconds } from './billing-id.ts';
import type { BillingStore } from './billing-store.ts';
import { dayText, moneyText } from './billing-text.ts';

const HOUR = 3600;
/** Addresses that were given out end with the process. */
const secret = randomBytes(16);

const signatureOf = (id: string, until: number) =>
  createHmac('sha256', secret).update(`${id} ${until}`).digest('hex');

/** Where the PDF of an invoice lies for an hour, for whoever has the address. */
export function downloadAddress(invoice: BillingInvoice, origin: string): { address: string; until: number } {
  const until = seconds() + HOUR;
  const signature = signatureOf(invoice.id, until);
  return {
    address: `${origin}/billing/pages/invoices/${invoice.id}.pdf?until=${until}&signature=${signature}`,
    until,
  };
}

/** Whether such an address still counts. */
export function addressCounts(id: string, until: number, signature: string): boolean {
  const wanted = Buffer.from(signatureOf(id, until));
  const given = Buffer.from(signature);
  return until > seconds() && given.length === wanted.length && timingSafeEqual(given, wanted);
}

/** The fonts of every PDF reader know these signs alone. */
const plain = (text: string) => text.replace(/[^\x20-\x7e\xa0-\xff]/g, '?');

/** The invoice as a file. */
export function invoicePdf(store: BillingStore, invoice: BillingInvoice): Promise<Buffer> {
  const document = new PDFDocument({ size: 'A4', margin: 56, info: { Title: `Invoice ${invoice.id}` } });
  const parts: Buffer[] = [];
  const whole = new Promise<Buffer>((resolve, reject) => {
    document.on('data', (part: Buffer) => parts.push(part));
    document.on('end', () => resolve(Buffer.concat(parts)));
    document.on('error', reject);
  });
  const customer = store.customers.get(invoice.customer_id);
  document.fontSize(20).text(`Invoice ${invoice.id}`);
  document
    .fontSize(10)
    .fillColor('#555')
    .text(`${dayText(invoice.date)}, ${invoice.status}`);
  document.moveDown().fillColor('#000');
  for (const text of [customer?.company, customer?.email].filter((one) => one !== undefined))
    document.text(plain(text));
  document.moveDown();
  const row = (text: string, amount: number) => {
    const { y } = document;
    document.text(plain(text), 56, y, { width: 360 });
    const below = document.y;
    document.text(moneyText(amount, invoice.currency_code), 416, y, { width: 123, align: 'right' });
    document.x = 56;
    document.y = Math.max(below, document.y) + 4;
  };
  for (const line of invoice.line_items) row(line.description, line.amount);
  document.moveDown();
  row('Total', invoice.total);
  if (invoice.credits_applied > 0) row('Credits', -invoice.credits_applied);
  row('Paid', invoice.amount_paid);
  row('Due', invoice.amount_due);
  document.end();
  return whole;
}
