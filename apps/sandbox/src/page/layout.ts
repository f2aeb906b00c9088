import type { FastifyReply } from 'fastify';
import { Html, html } from './html.ts';

/** The product's mark: three people on a stage. */
export const logo = html`<svg class="logo" viewBox="0 0 24 24" aria-hidden="true"><rect width="24" height="24" rx="6" fill="#4f46e5"/><g fill="#fff"><circle cx="12" cy="7.6" r="2.1"/><circle cx="6.9" cy="9.8" r="1.6"/><circle cx="17.1" cy="9.8" r="1.6"/><path d="M4 17v-2.4a2.9 2.9 0 0 1 4.6-2.3A3.4 3.4 0 0 1 12 10.6a3.4 3.4 0 0 1 3.4 1.7A2.9 2.9 0 0 1 20 14.6V17z"/></g></svg>`;

/** Everything that is played, by its name: where its page is, and what it does. */
export const SECTIONS = {
  mail: ['/mail', 'Mailbox', 'Takes every mail and keeps the newest 5,000.'],
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
  billing: ['/billing', 'Billing', 'Takes payments with test cards, keeps subscriptions and invoices.'],
  shopify: [
    '/shopify',
    'Stores',
    'Plays Shopify: stores that install the app, take test orders and give money back.',
  ],
  dns: ['/dns', 'DNS', 'A name server: records can be added, go wrong or vanish.'],
  widgets: [
    '/widgets',
    'Widgets',
    'Stands in for the support messenger, product updates and the tag manager.',
  ],
} as const;

/** The document that every page is; `script` is its address, `body` the whole body element. */
export function documentOf(title: string, script: string, body: Html): string {
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

/** A whole page in the product's look. */
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

/** Sends a page that shows how things stand now. */
export const sendPage = (reply: FastifyReply, markup: string): FastifyReply =>
  reply.type('text/html; charset=utf-8').header('cache-control', 'no-store').send(markup);

/** The front page: what the sandbox plays. @param facts addresses of the servers */
export function homePage(facts: string): string {
  const content = html`<h1>The outside world, on this machine</h1>
<p class="quiet">Nothing leaves this machine. ${facts}</p>
<div class="cards">${Object.values(SECTIONS).map(([path, name, text]) => html`<section class="panel"><h2>${name}</h2><p>${text}</p><p><a class="button main" href="${path}">Open ${name}</a></p></section>`)}</div>`;
  return page({ title: 'What it plays', content, current: 'home' });
}

/** A failure, in words, with a way on. */
export function failurePage(message: string): string {
  return page({
    title: 'Not shown',
    content: html`<div class="empty"><h1>${message}</h1><p><a class="button" href="/mail">Open mailbox</a></p></div>`,
  });
}

/** Time for people: the script turns it into their own time zone; without it, it reads as UTC. */
export function timeTag(iso: string): Html {
  const shown = `${iso.slice(0, 10)} ${iso.slice(11, 16)} UTC`;
  return html`<time datetime="${iso}" title="${shown}">${shown}</time>`;
}

/** Bytes for people. */
export function sizeText(bytes: number): string {
  if (bytes < 1000) return `${bytes} B`;
  const [size, unit] = bytes < 1_000_000 ? [bytes / 1000, 'kB'] : [bytes / 1_000_000, 'MB'];
  return `${size.toFixed(1).replace(/\.0$/, '')} ${unit}`;
}
