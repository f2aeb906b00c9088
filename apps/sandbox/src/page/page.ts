import { createHash } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { escapeHtml } from '@troupe/domain/html-text';
import { Problem } from '@troupe/domain/problem';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import PDFDocument from 'pdfkit';

/** Trusted markup, created only by {@link html}. */
export class Html {
  readonly markup: string;

  constructor(markup: string) {
    this.markup = markup;
  }
}

type Piece = string | number | Html | null | undefined | false | Piece[];

/** Escapes text for content and quoted attributes; control characters become visible symbols. */
function escapeText(text: string): string {
  return escapeHtml(text).replace(/(?![\t\n\r])\p{Cc}/gu, '\ufffd');
}

function markupOf(piece: Piece): string {
  if (piece === null || piece === undefined || piece === false) return '';
  if (piece instanceof Html) return piece.markup;
  if (Array.isArray(piece)) return piece.map(markupOf).join('');
  return escapeText(String(piece));
}

/** A template whose values are escaped unless they are markup. */
export function html(parts: TemplateStringsArray, ...values: Piece[]): Html {
  return new Html(parts.map((part, at) => part + markupOf(values[at])).join(''));
}

/** The product's logo: three people on a stage. */
const logo = html`<svg class="logo" viewBox="0 0 24 24" aria-hidden="true"><rect width="24" height="24" rx="6" fill="#4f46e5"/><g fill="#fff"><circle cx="12" cy="7.6" r="2.1"/><circle cx="6.9" cy="9.8" r="1.6"/><circle cx="17.1" cy="9.8" r="1.6"/><path d="M4 17v-2.4a2.9 2.9 0 0 1 4.6-2.3A3.4 3.4 0 0 1 12 10.6a3.4 3.4 0 0 1 3.4 1.7A2.9 2.9 0 0 1 20 14.6V17z"/></g></svg>`;

/** Simulated services by name, with their page and description. */
export const SECTIONS = {
  mail: ['/mail', 'Mailbox', 'Takes every mail and keeps the newest 5,000.'],
  mailboxes: [
    '/mailboxes',
    'Connected mailboxes',
    'Mailboxes on an IMAP server, at Gmail and at Microsoft 365, with OAuth.',
  ],
  audience: [
    '/audience',
    'Audience data',
    'Sells audience reports and contact details of any account, for tokens.',
  ],
  social: [
    '/social',
    'Social platforms',
    'Plays YouTube, Instagram and TikTok. Every account name resolves.',
  ],
  bluesky: ['/bluesky', 'Bluesky', 'Streams public posts by Jetstream, both versions, and answers searches.'],
  listening: [
    '/listening',
    'Listening',
    'Simulates feeds, Mastodon, Hacker News, GDELT, YouTube search, Reddit and X, with posts about the demo brands.',
  ],
  billing: ['/billing', 'Billing', 'Takes payments with test cards, keeps subscriptions and invoices.'],
  shopify: [
    '/shopify',
    'Stores',
    'Plays Shopify: stores that install the app, take test orders and give money back.',
  ],
  stripe: ['/stripe', 'Payouts', 'Plays Stripe Connect: creators set up payouts, transfers arrive or fail.'],
  deals: ['/deals', 'Deal site', 'Lists leaked discount codes. Its readers buy with them, without a link.'],
  'language-model': [
    '/language-model',
    'Language model',
    'An OpenAI-compatible endpoint that knows a few words.',
  ],
  'exchange-rates': [
    '/exchange-rates',
    'Exchange rates',
    'Publishes reference rates like the European Central Bank, on its working days.',
  ],
  dns: ['/dns', 'DNS', 'A name server: records can be added, go wrong or vanish.'],
  widgets: ['/widgets', 'Widgets', 'Simulates the support messenger, product updates and the tag manager.'],
} as const;

/** The document of all pages; `script` is a URL, `body` the whole body element. */
function documentOf(title: string, script: string, body: Html): string {
  return html`${new Html('<!doctype html>')}
<html lang="en">
<head>
<meta charset="utf-8">
<title>${title}</title>
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<meta name="referrer" content="no-referrer">
<link rel="icon" href="/assets/icon.svg" type="image/svg+xml">
<link rel="stylesheet" href="/assets/page.css">
${script && html`<script src="${script}" defer></script>`}
</head>
${body}
</html>
`.markup;
}

/** A page in the product's design. */
export function page(options: {
  title: string;
  content: Html;
  current?: keyof typeof SECTIONS | 'home';
}): string {
  const link = (name: string, path: string, text: string) =>
    html`<a href="${path}"${options.current === name && html` aria-current="page"`}>${text}</a>`;
  return documentOf(
    `${options.title} - Troupe sandbox`,
    '/assets/page.js',
    html`<body>
<a class="skip" href="#content">Skip to content</a>
<header class="top">
<a class="home" href="/">${logo}<span>Troupe <span class="quiet">sandbox</span></span></a>
<nav aria-label="Sandbox">${link('home', '/', 'What it plays')}${Object.entries(SECTIONS).map(([name, [path, text]]) => link(name, path, text))}</nav>
</header>
<main id="content" class="sheet" tabindex="-1">
${options.content}
</main>
</body>`,
  );
}

/** Sends a page with the current state. */
export const sendPage = (reply: FastifyReply, markup: string): FastifyReply =>
  reply.type('text/html; charset=utf-8').header('cache-control', 'no-store').send(markup);

/** The home page: the list of simulated services. @param facts server addresses */
export function homePage(facts: string): string {
  const content = html`<h1>The outside world, on this machine</h1>
<p class="quiet">Nothing leaves this machine. ${facts}</p>
<div class="cards">${Object.values(SECTIONS).map(([path, name, text]) => html`<section class="panel"><h2>${name}</h2><p>${text}</p><p><a class="button main" href="${path}">Open ${name}</a></p></section>`)}</div>`;
  return page({ title: 'What it plays', content, current: 'home' });
}

/** An error page with a way to continue. */
export function failurePage(message: string): string {
  return page({
    title: 'Not shown',
    content: html`<div class="empty"><h1>${message}</h1><p><a class="button" href="/mail">Open mailbox</a></p></div>`,
  });
}

/** A time, converted to the local time zone by the script; UTC without it. */
export function timeTag(iso: string): Html {
  const shown = `${iso.slice(0, 10)} ${iso.slice(11, 16)} UTC`;
  return html`<time datetime="${iso}" title="${shown}">${shown}</time>`;
}

/** Formats bytes. */
export function sizeText(bytes: number): string {
  if (bytes < 1000) return `${bytes} B`;
  const [size, unit] = bytes < 1_000_000 ? [bytes / 1000, 'kB'] : [bytes / 1_000_000, 'MB'];
  return `${size.toFixed(1).replace(/\.0$/, '')} ${unit}`;
}

/** Changes require a request from these pages rather than another site's form. */
export async function fromHere(request: FastifyRequest): Promise<void> {
  const site = request.headers['sec-fetch-site'];
  const { origin } = request.headers;
  const foreign = site
    ? site !== 'same-origin' && site !== 'none'
    : origin && new URL(origin).host !== request.host;
  if (foreign) throw new Problem('forbidden');
}

/** A static file; other sites may load it if `crossOrigin` is set. */
interface ServedFile {
  content: Buffer;
  type?: string;
  caching?: string;
  crossOrigin?: boolean;
}

/** Serves a preloaded file; a script unless another type is given. */
export function serveFile(
  app: FastifyInstance,
  path: string,
  { content, type = 'text/javascript; charset=utf-8', caching = 'no-cache', crossOrigin }: ServedFile,
): void {
  const etag = `"${createHash('sha256').update(content).digest('base64url').slice(0, 22)}"`;
  app.get(path, (request, reply) => {
    reply.header('etag', etag).header('cache-control', caching);
    if (crossOrigin) reply.header('cross-origin-resource-policy', 'cross-origin');
    if (request.headers['if-none-match'] === etag) return reply.code(304).send();
    return reply.type(type).send(content);
  });
}

/** Style sheet, script, font and icon of the pages. */
export async function registerAssets(app: FastifyInstance): Promise<void> {
  const near = (name: string) => readFile(new URL(name, import.meta.url));
  const font = import.meta.resolve('@fontsource-variable/inter/files/inter-latin-wght-normal.woff2');
  const icon = logo.markup.replace('<svg ', '<svg xmlns="http://www.w3.org/2000/svg" ');
  const files: Record<string, ServedFile> = {
    'page.css': { content: await near('page.css'), type: 'text/css; charset=utf-8' },
    'page.js': { content: await near('page.js') },
    'icon.svg': { content: Buffer.from(icon), type: 'image/svg+xml', caching: 'public, max-age=86400' },
    'inter.woff2': {
      content: await readFile(new URL(font)),
      type: 'font/woff2',
      caching: 'public, max-age=604800',
    },
  };
  for (const [name, file] of Object.entries(files)) serveFile(app, `/assets/${name}`, file);
}

/** A page of a simulated provider. */
export interface VendorPage {
  /** Name of the provider, such as `Sandbox store`. */
  vendor: string;
  title: string;
  content: Html;
  /** Subject of the page: a site, a store. */
  about?: string;
  /** Notice about what isn't real. */
  note: string;
  /** URL of the page's script. */
  script?: string;
  /** Body attributes, for script and styles. */
  marks?: Html;
  wide?: boolean;
  status?: number;
  /** Whether other sites may frame it, or open it and receive messages. */
  framed?: boolean;
}

/**
 * Sends a provider's page without links to the rest of the sandbox. Its forms may end on other
 * sites: the authorized app, or the paid shop.
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

/** Characters supported by the standard PDF fonts. */
export const plain = (text: string): string => text.replace(/[^\x20-\x7e\xa0-\xff]/g, '?');

/** Creates a PDF with a title; `write` adds the content. */
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
