import type { FastifyReply } from 'fastify';
import { Html, html } from './html.ts';

/** The product's mark: three people on a stage. */
export const logo = html`<svg class="logo" viewBox="0 0 24 24" aria-hidden="true"><rect width="24" height="24" rx="6" fill="#4f46e5"/><g fill="#fff"><circle cx="12" cy="7.6" r="2.1"/><circle cx="6.9" cy="9.8" r="1.6"/><circle cx="17.1" cy="9.8" r="1.6"/><path d="M4 17v-2.4a2.9 2.9 0 0 1 4.6-2.3A3.4 3.4 0 0 1 12 10.6a3.4 3.4 0 0 1 3.4 1.7A2.9 2.9 0 0 1 20 14.6V17z"/></g></svg>`;

/** A whole page in the product's look. */
export function page(options: {
  title: string;
  content: Html;
  current?: 'home' | 'mail' | 'dns' | 'audience' | 'social' | 'billing' | 'shopify' | 'widgets';
}): string {
  const mark = (name: string) => options.current === name && html` aria-current="page"`;
  return html`${new Html('<!doctype html>')}
<html lang="en">
<head>
<meta charset="utf-8">
<title>${options.title} - Troupe sandbox</title>
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<meta name="referrer" content="no-referrer">
<link rel="icon" href="/assets/icon.svg" type="image/svg+xml">
<link rel="stylesheet" href="/assets/page.css">
<script src="/assets/page.js" defer></script>
</head>
<body>
<a class="skip" href="#content">Skip to content</a>
<header class="top">
<a class="home" href="/">${logo}<span>Troupe <span class="quiet">sandbox</span></span></a>
<nav aria-label="Sandbox"><a href="/"${mark('home')}>What it plays</a><a href="/mail"${mark('mail')}>Mailbox</a><a href="/audience"${mark('audience')}>Audience data</a><a href="/social"${mark('social')}>Social platforms</a><a href="/billing"${mark('billing')}>Billing</a><a href="/shopify"${mark('shopify')}>Stores</a><a href="/dns"${mark('dns')}>DNS</a><a href="/widgets"${mark('widgets')}>Widgets</a></nav>
</header>
<main id="content" class="sheet" tabindex="-1">
${options.content}
</main>
</body>
</html>
`.markup;
}

/** Sends a page that shows how things stand now. */
export const sendPage = (reply: FastifyReply, markup: string): FastifyReply =>
  reply.type('text/html; charset=utf-8').header('cache-control', 'no-store').send(markup);

/** Time for people: the script turns it into their own time zone; without it, it reads as UTC. */
export function timeTag(iso: string): Html {
  const shown = `${iso.slice(0, 10)} ${iso.slice(11, 16)} UTC`;
  return html`<time datetime="${iso}" title="${shown}">${shown}</time>`;
}

/** Bytes for people. */
export function sizeText(bytes: number): string {
  if (bytes < 1000) return `${bytes} B`;
  if (bytes < 1_000_000) return `${(bytes / 1000).toFixed(1).replace(/\.0$/, '')} kB`;
  return `${(bytes / 1_000_000).toFixed(1).replace(/\.0$/, '')} MB`;
}
