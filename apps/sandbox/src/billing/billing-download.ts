import { createHmac, randomBytes, timingSafeEqual } from 'node:crypto';
import { pdfOf, plain } from '../page/pdf.ts';
import type { BillingInvoice } from './billing-entity.ts';
import { type BillingStore, seconds } from './billing-store.ts';

const HOUR = 3600;
/** Addresses that were given out end with the process. */
const secret = randomBytes(16);

/** Minor units as people read them: `$995.00`. */
export const moneyText = (amount: number): string =>
  new Intl.NumberFormat('en-US', { style: 'currency', currency: 'USD' }).format(amount / 100);

const day = new Intl.DateTimeFormat('en-US', { dateStyle: 'medium', timeZone: 'UTC' });
/** Unix seconds as a day: `Nov 20, 2026`. */
export const dayText = (at: number): string => day.format(new Date(at * 1000));

const signatureOf = (id: string, until: number) =>
  createHmac('sha256', secret).update(`${id} ${until}`).digest('hex');

/** Where the PDF of an invoice can be downloaded for an hour. */
export function downloadAddress({ id }: BillingInvoice, origin: string) {
  const until = seconds() + HOUR;
  const query = `until=${until}&signature=${signatureOf(id, until)}`;
  return { download_url: `${origin}/billing/pages/invoices/${id}.pdf?${query}`, valid_till: until };
}

/** Whether such an address is valid. */
export function isDownload(id: string, until: number, signature: string): boolean {
  const wanted = Buffer.from(signatureOf(id, until));
  const given = Buffer.from(signature);
  return until > seconds() && given.length === wanted.length && timingSafeEqual(given, wanted);
}

/** The invoice as a PDF. */
export function invoicePdf({ state }: BillingStore, invoice: BillingInvoice): Promise<Buffer> {
  const customer = state.customers.get(invoice.customer_id);
  const rows: [string, number][] = [
    ...invoice.line_items.map(({ description, amount }): [string, number] => [description, amount]),
    ['Total', invoice.total],
    ['Credits', -invoice.credits_applied],
    ['Paid', invoice.amount_paid],
    ['Due', invoice.amount_due],
  ];
  return pdfOf(`Invoice ${invoice.id}`, (document) => {
    document.text(`${dayText(invoice.date)}, ${invoice.status}`);
    document.text(plain([customer?.company, customer?.email].filter(Boolean).join(', '))).moveDown();
    for (const [text, amount] of rows) document.text(`${plain(text)}: ${moneyText(amount)}`);
  });
}
