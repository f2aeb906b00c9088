import { assetPath } from '../assets.ts';
import type { Config } from '../config.ts';
import { type Html, html, type Part } from './html.ts';
import { logo, stage } from './illustration.ts';

/** The frame of every page: mark, content, footer, and the stage beside them on wide screens. */
export function layout(
  config: Config,
  page: { title: string; failed?: boolean; scripts?: string[]; wide?: boolean; body: Html },
): string {
  const { terms, privacy, help } = config.links;
  return `<!doctype html>
${html`<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<meta name="robots" content="noindex">
<title>${page.failed && 'Error: '}${page.title} | Troupe</title>
<link rel="icon" href="${assetPath('mark.svg')}" type="image/svg+xml">
<link rel="preload" href="${assetPath('inter-latin.woff2')}" as="font" type="font/woff2" crossorigin>
<link rel="stylesheet" href="${assetPath('inter.css')}">
<link rel="stylesheet" href="${assetPath('auth.css')}">
<script src="${assetPath('password.js')}" defer></script>
${page.scripts?.map((name) => html`<script src="${assetPath(name)}" defer></script>`)}
</head>
<body>
<div class="sheet">
<header><a class="brand" href="${config.webOrigin}/">${logo}<span>Troupe</span></a></header>
<main${page.wide && html` class="wide"`}>${page.body}</main>
<footer><nav class="legal" aria-label="Legal and help"><a href="${terms}">Terms</a> <a href="${privacy}">Privacy</a> <a href="${help}">Help Center</a></nav></footer>
</div>
<aside aria-label="About Troupe">
${stage}
<p class="claim">Find the right people, and know where every number comes from.</p>
<p class="support">Search, invite, agree, publish, pay. One place.</p>
</aside>
</body>
</html>`}`;
}

/** A page that only says something: title, sentences, and what to do next. */
export function messagePage(
  config: Config,
  message: { title: string; texts: Part[]; action?: Html },
): string {
  return layout(config, {
    title: message.title,
    body: html`<h1>${message.title}</h1>
${message.texts.map((text) => html`<p class="lead">${text}</p>`)}
${message.action}`,
  });
}

/** A link that looks like the main button. */
export function buttonLink(href: string, label: string): Html {
  return html`<p class="actions"><a class="button" href="${href}">${label}</a></p>`;
}
