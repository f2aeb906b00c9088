import { escapeHtml } from '@troupe/domain/html-text';
import type { WebConfig } from './web-config.ts';

/**
 * Fills placeholders of prerendered pages: our hosts (`{{webOrigin}}`) and link targets
 * (`{{link:blog|/updates}}`: the configured one, or our own page).
 */
export function fillPlaces(html: string, config: WebConfig): string {
  const { apiUrl, issuer, webOrigin, portalOrigin, links } = config;
  const hosts: Record<string, string> = { apiUrl, issuer, webOrigin, portalOrigin };
  return html
    .replace(/\{\{(\w+)\}\}/g, (all, name: string) => escapeHtml(hosts[name] ?? all))
    .replace(/\{\{link:(\w+)\|([^{}]*)\}\}/g, (_, name: string, own: string) => {
      const target = links[name];
      return target ? escapeHtml(target) : own;
    });
}

/** Whether search engines may index a page. */
export const isListed = (html: string): boolean => !/<meta name="robots" content="noindex"/.test(html);

/** Builds `sitemap.xml` of the visitor pages. @param paths of the listed pages */
export function sitemap(webOrigin: string, paths: readonly string[]): string {
  const urls = paths.map((path) => `  <url><loc>${escapeHtml(webOrigin + path)}</loc></url>`);
  return [
    '<?xml version="1.0" encoding="UTF-8"?>',
    '<urlset xmlns="http://www.sitemaps.org/schemas/sitemap/0.9">',
    ...urls,
    '</urlset>',
    '',
  ].join('\n');
}

/**
 * Builds `robots.txt`. Everything can be fetched: pages that mustn't be indexed send
 * `X-Robots-Tag`, which crawlers only see if they may fetch the page.
 */
export function robots(webOrigin: string, hasSitemap: boolean): string {
  return `User-agent: *\nDisallow:\n${hasSitemap ? `\nSitemap: ${webOrigin}/sitemap.xml\n` : ''}`;
}
