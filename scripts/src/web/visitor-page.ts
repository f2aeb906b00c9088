import { escapeHtml } from '@troupe/domain/html-text';
import type { WebConfig } from './web-config.ts';

/**
 * Fills in what a page that was made at build time cannot know: our hosts (`{{webOrigin}}`) and the targets of links
 * (`{{link:blog|/updates}}`: what is configured, or else the page of our own that it names).
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

/** Whether search engines may list a page. */
export const isListed = (html: string): boolean => !/<meta name="robots" content="noindex"/.test(html);

/** `sitemap.xml`: the pages that visitors read. @param paths of the listed pages */
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
 * `robots.txt`. Nothing is kept from being fetched: what may not be listed says so itself (`X-Robots-Tag`), which
 * nobody would read of a page that may not be fetched.
 */
export function robots(webOrigin: string, hasSitemap: boolean): string {
  return `User-agent: *\nDisallow:\n${hasSitemap ? `\nSitemap: ${webOrigin}/sitemap.xml\n` : ''}`;
}
