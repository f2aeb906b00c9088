import type { FastifyReply } from 'fastify';
import PDFDocument from 'pdfkit';
import { documentOf, type Html, html } from './page.ts';

/** What a page of a played vendor shows. */
export interface VendorPage {
  /** What the vendor is called here, such as `Sandbox store`. */
  vendor: string;
  title: string;
  content: Html;
  /** Whose page it is: a site, a store. */
  about?: string;
  /** What does not happen really. */
  note: string;
  /** Address of the page's script. */
  script?: string;
  /** Attributes of the body, for script and style. */
  marks?: Html;
  wide?: boolean;
  status?: number;
  /** Other sites may put it into a frame, or open it and hear of it. */
  framed?: boolean;
}

/**
 * Sends a page of a vendor as its own people see it: no way to the rest of the sandbox. Its forms may end on other
 * sites: at the app that is let in, or the shop that is paid.
 */
export function sendVendorPage(
  reply: FastifyReply,
  { vendor, title, content, status = 200, about, note, script = '', marks, wide, framed }: VendorPage,
): FastifyReply {
  const size = `narrow${wide ? ' wide' : ''}`;
  const body = html`<body class="shopper"${marks}>
<header class="top"><span class="home">${vendor}</span>${about && html`<span class="quiet">${about}</span>`}</header>
<main id="content" class="${size}" tabindex="-1" aria-label="${title}">
${content}
</main>
<footer class="${size} quiet small"><p>This is a sandbox. ${note}</p></footer>
</body>`;
  if (framed) reply.header('cross-origin-opener-policy', 'unsafe-none');
  return reply
    .code(status)
    .header('cache-control', 'no-store')
    .header(
      'content-security-policy',
      "default-src 'none';script-src 'self';style-src 'self';img-src 'self';font-src 'self';" +
        `form-action 'self' http: https:;base-uri 'none';frame-ancestors ${framed ? 'http: https:' : "'none'"}`,
    )
    .type('text/html; charset=utf-8')
    .send(documentOf(`${title} - ${vendor}`, script, body));
}

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
