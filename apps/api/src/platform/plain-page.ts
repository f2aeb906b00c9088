import { createHash } from 'node:crypto';
import { escapeHtml } from '@troupe/domain/html-text';

const STYLE = `:root{color-scheme:light dark}body{font:16px/24px system-ui,sans-serif;margin:0;padding:48px 24px;background:light-dark(#f6f5f2,#121215);color:light-dark(#1d1b23,#eeedf1)}main{max-width:480px;margin:0 auto;padding:32px;background:light-dark(#fff,#19191d);border:1px solid light-dark(#e7e5e0,#2a2a30);border-radius:12px}h1{font-size:20px;line-height:28px;margin:0 0 8px;overflow-wrap:anywhere}p,ul{margin:0 0 16px;overflow-wrap:anywhere}ul{padding-left:20px}a{color:light-dark(#4338ca,#aaa6ff)}button{font:inherit;font-weight:500;padding:8px 16px;border:0;border-radius:8px;background:#4f46e5;color:#fff;cursor:pointer}`;

/** The content security policy that goes with a {@link plainPage}. */
export const PLAIN_PAGE_POLICY = `default-src 'none'; style-src 'sha256-${createHash('sha256').update(STYLE).digest('base64')}'; form-action 'self'; base-uri 'none'; frame-ancestors 'none'`;

/**
 * A small page of the API itself, for people who come without the web app.
 * @param more HTML after the text, trusted
 */
export const plainPage = (title: string, text: string, more = ''): string => `<!doctype html>
<html lang="en"><head><meta charset="utf-8"><title>${escapeHtml(title)}</title>
<meta name="viewport" content="width=device-width, initial-scale=1"><meta name="robots" content="noindex">
<style>${STYLE}</style></head>
<body><main><h1>${escapeHtml(title)}</h1><p>${escapeHtml(text)}</p>${more}</main></body></html>`;
