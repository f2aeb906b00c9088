import { escapeHtml } from '@troupe/domain/html-text';
import { LANGUAGE_TAGS, LANGUAGES, language } from '@troupe/i18n/language';
import { assetPath } from '../assets.ts';
import type { Config } from '../config.ts';
import { t } from '../messages/messages.gen.ts';
import { currentPath } from '../request-language.ts';

/** Trusted HTML that isn't escaped again. */
export class Html {
  readonly #text: string;

  constructor(text: string) {
    this.#text = text;
  }

  toString(): string {
    return this.#text;
  }
}

/**
 * Values allowed in a template: null, undefined and false render nothing, lists are concatenated.
 */
export type Part = Html | string | number | null | undefined | false | Part[];

function show(part: Part): string {
  if (part === null || part === undefined || part === false) return '';
  if (Array.isArray(part)) return part.map(show).join('');
  if (part instanceof Html) return part.toString();
  return escapeHtml(String(part));
}

/** Template tag for HTML that escapes all values except `Html`. */
export function html(texts: TemplateStringsArray, ...parts: Part[]): Html {
  return new Html(texts.reduce((page, text, i) => page + show(parts[i - 1]) + text));
}

/** The page layout: logo, content, footer, and an illustration on wide screens. */
export function layout(
  config: Config,
  page: { title: string; failed?: boolean; scripts?: string[]; wide?: boolean; body: Html },
): string {
  const { terms, privacy, help } = config.links;
  return `<!doctype html>
${html`<html lang="${language()}" dir="${LANGUAGES[language()].dir}">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<meta name="robots" content="noindex">
<title>${page.failed ? t('error.titleMark', { title: page.title }) : page.title} | Troupe</title>
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
<footer><nav class="legal" aria-label="${t('layout.legal')}"><a href="${terms}">${t('layout.terms')}</a> <a href="${privacy}">${t('layout.privacy')}</a> <a href="${help}">${t('layout.help')}</a></nav>${languageMenu()}</footer>
</div>
<aside aria-label="${t('layout.about')}">
${stage()}
<p class="claim">${t('layout.claim')}</p>
<p class="support">${t('layout.support')}</p>
</aside>
</body>
</html>`}`;
}

/** The languages as links, which work without scripts. */
const languageMenu = () =>
  html`<details class="languages"><summary>${t('layout.language', { name: LANGUAGES[language()].name })}</summary><ul>${LANGUAGE_TAGS.map(
    (tag) =>
      html`<li><a href="/language?to=${tag}&back=${encodeURIComponent(currentPath())}" lang="${tag}" dir="${LANGUAGES[tag].dir}"${tag === language() && html` aria-current="true"`}>${LANGUAGES[tag].name}</a></li>`,
  )}</ul></details>`;

/** Words of a text in bold. */
export const bold = (words: Part): Html => html`<strong>${words}</strong>`;

/** Makes words of a text a link. */
export const linkTo =
  (href: string) =>
  (words: Part): Html =>
    html`<a href="${href}">${words}</a>`;

/** A page with a message: title, sentences and next steps. */
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

/** A link styled as the main button. */
export function buttonLink(href: string, label: string): Html {
  return html`<p class="actions"><a class="button" href="${href}">${label}</a></p>`;
}

/** The logo: three people on a rounded square. */
const logo = html`<svg class="mark" width="22" height="22" viewBox="0 0 22 22" aria-hidden="true" focusable="false"><rect class="mark-ground" width="22" height="22" rx="6"/><g class="mark-people"><circle cx="11" cy="6.9" r="2.2"/><circle cx="5.7" cy="8.7" r="1.7"/><circle cx="16.3" cy="8.7" r="1.7"/><path d="M7.9 16v-2.6a3.1 3.1 0 0 1 6.2 0V16zM3.4 16v-1.9a2.3 2.3 0 0 1 3.4-2 4.6 4.6 0 0 0-.3 1.6V16zM18.6 16v-1.9a2.3 2.3 0 0 0-3.4-2c.2.5.3 1 .3 1.6V16z"/></g></svg>`;

export const eye = html`<svg width="16" height="16" viewBox="0 0 24 24" aria-hidden="true" focusable="false"><path d="M10 12a2 2 0 1 0 4 0a2 2 0 0 0-4 0"/><path d="M21 12c-2.4 4-5.4 6-9 6s-6.6-2-9-6c2.4-4 5.4-6 9-6s6.6 2 9 6"/><path class="slash" d="M4 4l16 16"/></svg>`;

const scallops = Array.from({ length: 8 }, (_, i) => `M${26 + i * 51} 20c0 34 51 34 51 0`).join('');

/** A stage with its curtain open and one of three people in the light. */
const stage = (): Html =>
  html`<svg class="stage" viewBox="0 0 460 262" role="img" aria-label="${t('layout.stage')}"><g class="ink"><path d="M14 20h432"/><path d="${scallops}"/><path d="M26 38c0 66-1 122-8 196M44 44c3 54-4 96-26 116M62 44c4 58-12 102-44 116M78 40c5 68-18 112-60 120"/><path d="M14 156c7 8 18 10 28 6M20 164c9 18 16 42 20 70M26 164c14 18 26 42 31 70"/><path d="M434 38c0 66 1 122 8 196M416 44c-3 54 4 96 26 116M398 44c-4 58 12 102 44 116M382 40c-5 68 18 112 60 120"/><path d="M446 156c-7 8-18 10-28 6M440 164c-9 18-16 42-20 70M434 164c-14 18-26 42-31 70"/><path d="M2 234h456M28 254h404"/><circle cx="154" cy="134" r="14.5"/><path d="M127 234c0-50 9-76 27-76s27 26 27 76"/><circle cx="306" cy="134" r="14.5"/><path d="M279 234c0-50 9-76 27-76s27 26 27 76"/></g><g class="light"><circle cx="230" cy="96" r="14.5"/><path d="M202 234c0-74 9-113 28-113s28 39 28 113"/><path d="M230 75v-9M209 84l-7-7M251 84l7-7"/></g></svg>`;
