import type { FastifyReply } from 'fastify';
import { type Html, html } from '../page/html.ts';
import { sendVendorPage, vendorPage } from '../page/vendor-page.ts';
import { moneyText } from './billing-text.ts';

/** Sends a page of the vendor as a shopper sees it, fit to lie in a frame. */
export function sendShopperPage(
  reply: FastifyReply,
  status: number,
  page: {
    site: string;
    title: string;
    content: Html;
    /** What the script tells the page that opened this one. */
    tell?: { event: string; id: string };
    /** It lies in a frame. */
    framed?: boolean;
    wide?: boolean;
  },
): FastifyReply {
  const { site, title, content, tell, framed, wide = false } = page;
  const markup = vendorPage({
    vendor: 'Sandbox billing',
    title,
    content,
    about: site,
    note: 'No money moves.',
    script: '/billing/pages/checkout.js',
    marks: html`${tell && html` data-event="${tell.event}" data-id="${tell.id}"`}${framed && html` data-framed="yes"`}`,
    wide,
  });
  return sendVendorPage(reply, status, markup, { framed: true });
}

/** Lines with their amounts and what they come to. */
export function amountTable(
  caption: string,
  lines: { text: string; amount: number }[],
  totals: { text: string; amount: number }[],
): Html {
  const row = ({ text, amount }: { text: string; amount: number }) =>
    html`<tr><td>${text}</td><td class="number">${moneyText(amount)}</td></tr>`;
  const total = ({ text, amount }: { text: string; amount: number }) =>
    html`<tr><th scope="row">${text}</th><td class="number"><strong>${moneyText(amount)}</strong></td></tr>`;
  return html`<table class="amounts"><caption>${caption}</caption><thead><tr><th scope="col">What</th><th scope="col" class="number">Amount</th></tr></thead>
<tbody>${lines.map(row)}</tbody><tfoot>${totals.map(total)}</tfoot></table>`;
}
