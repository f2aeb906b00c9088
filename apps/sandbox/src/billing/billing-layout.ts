import type { FastifyReply } from 'fastify';
import { Html, html } from '../page/html.ts';
import { moneyText } from './billing-text.ts';

/** A page of the vendor as a shopper sees it: no way to the rest of the sandbox, and fit to lie in a frame. */
export function shopperPage(options: {
  site: string;
  title: string;
  content: Html;
  /** What the script tells the page that opened this one. */
  tell?: { event: string; id: string };
  framed?: boolean;
  wide?: boolean;
}): string {
  const { site, title, content, tell, framed, wide } = options;
  return html`${new Html('<!doctype html>')}
<html lang="en">
<head>
<meta charset="utf-8">
<title>${title} - Sandbox billing</title>
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<meta name="referrer" content="no-referrer">
<link rel="icon" href="/assets/icon.svg" type="image/svg+xml">
<link rel="stylesheet" href="/assets/page.css">
<script src="/billing/pages/checkout.js" defer></script>
</head>
<body class="shopper"${tell && html` data-event="${tell.event}" data-id="${tell.id}"`}${framed && html` data-framed="yes"`}>
<header class="top"><span class="home">Sandbox billing</span><span class="quiet">${site}</span></header>
<main id="content" class="narrow${wide ? ' wide' : ''}" tabindex="-1" aria-label="${title}">
${content}
</main>
<footer class="narrow${wide ? ' wide' : ''} quiet small"><p>This is a sandbox. No money moves.</p></footer>
</body>
</html>
`.markup;
}

/** Sends a page that other sites may put into a frame, and whose forms may end on other sites. */
export function sendShopperPage(reply: FastifyReply, status: number, markup: string): FastifyReply {
  return reply
    .code(status)
    .header('cache-control', 'no-store')
    .header('cross-origin-opener-policy', 'unsafe-none')
    .header(
      'content-security-policy',
      "default-src 'none';script-src 'self';style-src 'self';img-src 'self';font-src 'self';" +
        "form-action 'self' http: https:;base-uri 'none';frame-ancestors http: https:",
    )
    .type('text/html; charset=utf-8')
    .send(markup);
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
