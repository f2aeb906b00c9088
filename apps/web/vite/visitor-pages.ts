import { rmSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { pathToFileURL } from 'node:url';
import { escapeHtml } from '@troupe/domain/html-text';
import { readCatalogs } from '@troupe/i18n/catalog-files';
import { LANGUAGE_TAGS } from '@troupe/i18n/language';
import sharp from 'sharp';
import { build, type Plugin, type Rolldown } from 'vite';
import type { RenderedPage } from '../src/routes/-visitor/visitor-pages.tsx';

const TEMPLATE = 'visitor.html';
const PREVIEW = 'preview.png';
/** The workspaces whose messages the pages contain. */
const WITH_MESSAGES = ['apps/web', 'packages/domain', 'packages/ui', 'packages/browser'];
/** The part of the font that these pages need. */
const FONT = 'inter-basic';

/**
 * Writes the pages for visitors as HTML in every language (`pricing.html` is English, `pricing.de.html` German): each
 * from the built template `visitor.html`, with its content rendered from the components that the app shows too. Our hosts and the targets of configured links stay places (`{{webOrigin}}`) that
 * the web server fills in. Also draws the picture that goes with links to them.
 * @param root folder of the app
 */
export function visitorPages(root: string): Plugin {
  return {
    name: 'troupe-visitor-pages',
    apply: 'build',
    generateBundle: {
      // After the template itself was written.
      order: 'post',
      async handler(_options, bundle) {
        const template = bundle[TEMPLATE];
        if (template?.type !== 'asset') throw new Error(`There is no ${TEMPLATE} among the built pages.`);
        delete bundle[TEMPLATE];
        const font = Object.keys(bundle).find((file) => file.includes(FONT));
        if (!font) throw new Error(`There is no ${FONT} among the built files.`);
        const [pages, picture] = await Promise.all([
          renderPages(root),
          sharp(path.join(root, 'vite', 'preview.svg'))
            .png({ palette: true })
            .toBuffer(),
        ]);
        for (const page of pages) {
          const source = fill(String(template.source), page, font);
          this.emitFile({ type: 'asset', fileName: fileName(page), source });
        }
        this.emitFile({ type: 'asset', fileName: PREVIEW, source: picture });
      },
    },
  };
}

const fill = (template: string, page: RenderedPage, font: string): string =>
  template
    .replace('<html lang="en">', () => htmlTag(page))
    .replace('<!--about-->', () => about(page))
    .replace('<!--page-->', () => page.html)
    .replace(
      /(<link rel="preload" href=")[^"]*(" as="font")/,
      (_, open: string, end: string) => `${open}/${font}${end}`,
    );

/** English is at the page's own address, which the web server serves in the language of the visitor. */
const addressOf = (address: string, language: string): string =>
  `{{webOrigin}}${address}${language === 'en' ? '' : `?language=${language}`}`;

const fileName = ({ path: address, language }: RenderedPage): string =>
  `${address.slice(1)}${language === 'en' ? '' : `.${language}`}.html`;

const htmlTag = ({ language, dir }: RenderedPage): string =>
  `<html lang="${language}"${dir === 'rtl' ? ' dir="rtl"' : ''}>`;

/** The links that tell search engines of the page in other languages. */
function alternates(address: string): string[] {
  const link = (tag: string, href: string) => `<link rel="alternate" hreflang="${tag}" href="${href}" />`;
  return [
    ...LANGUAGE_TAGS.map((tag) => link(tag, `{{webOrigin}}${address}?language=${tag}`)),
    link('x-default', `{{webOrigin}}${address}`),
  ];
}

/** What the page's head says of it. */
function about({
  path: address,
  language,
  title,
  description,
  listed,
  data,
  pictureText,
}: RenderedPage): string {
  const url = addressOf(address, language);
  const meta = (kind: 'name' | 'property', name: string, content: string) =>
    `<meta ${kind}="${name}" content="${escapeHtml(content)}" />`;
  return [
    `<title>${escapeHtml(title)}</title>`,
    meta('name', 'description', description),
    ...(listed ? [] : [meta('name', 'robots', 'noindex')]),
    `<link rel="canonical" href="${url}" />`,
    ...(listed ? alternates(address) : []),
    meta('property', 'og:type', 'website'),
    meta('property', 'og:site_name', 'Troupe'),
    meta('property', 'og:title', title),
    meta('property', 'og:description', description),
    meta('property', 'og:url', url),
    meta('property', 'og:image', `{{webOrigin}}/${PREVIEW}`),
    meta('property', 'og:image:width', '1200'),
    meta('property', 'og:image:height', '630'),
    meta('property', 'og:image:alt', pictureText),
    meta('name', 'twitter:card', 'summary_large_image'),
    ...(data
      ? [`<script type="application/ld+json">${JSON.stringify(data).replaceAll('<', '\\u003c')}</script>`]
      : []),
  ].join('\n    ');
}

/** Bundles `src/routes/-visitor/visitor-pages.tsx` for Node and renders its pages in every language. */
async function renderPages(root: string): Promise<RenderedPage[]> {
  const result = (await build({
    root,
    configFile: false,
    logLevel: 'error',
    build: { ssr: 'src/routes/-visitor/visitor-pages.tsx', write: false },
    ssr: { noExternal: [/^@troupe\//, /^@tabler\//] },
  })) as Rolldown.RolldownOutput;
  const chunk = result.output.find((file) => file.type === 'chunk' && file.isEntry);
  if (chunk?.type !== 'chunk') throw new Error('The pages for visitors could not be bundled.');
  // Beside the sources, so that its libraries are found.
  const file = path.join(root, 'node_modules', `.prerender-${process.pid}.mjs`);
  writeFileSync(file, chunk.code);
  try {
    const { renderedPages } = (await import(
      pathToFileURL(file).href
    )) as typeof import('../src/routes/-visitor/visitor-pages.tsx');
    const catalogs = readCatalogs(path.resolve(root, '..', '..'), WITH_MESSAGES);
    return LANGUAGE_TAGS.flatMap((tag) =>
      renderedPages(tag, Object.fromEntries(catalogs.map(({ id, texts }) => [id, texts[tag] ?? {}]))),
    );
  } finally {
    rmSync(file, { force: true });
  }
}
