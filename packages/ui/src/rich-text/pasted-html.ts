import { joined } from '@troupe/i18n/language';
import { t } from '../dashboard/messages/messages.gen.ts';

/** The longest HTML that can be imported, in characters. */
export const MAX_PASTED = 5_000_000;

const VIDEO = /^[\w-]{11}$/;

/** Returns the ID of a YouTube video from any form of its URL; null for other URLs. */
export function youtubeId(typed: string): string | null {
  const text = typed.trim().replace(/^\/\//, 'https://');
  const address = URL.parse(/^[a-z][a-z0-9+.-]*:/i.test(text) ? text : `https://${text}`);
  if (!address || !/^https?:$/.test(address.protocol)) return null;
  const host = address.hostname.replace(/^(www|m)\./, '');
  const [first = '', second = ''] = address.pathname.split('/').slice(1);
  const id =
    host === 'youtu.be'
      ? first
      : !/^youtube(-nocookie)?\.com$/.test(host)
        ? ''
        : first === 'watch'
          ? address.searchParams.get('v')
          : /^(embed|shorts|live)$/.test(first) && second;
  return id && VIDEO.test(id) ? id : null;
}

const count = (html: string, pattern: RegExp) => html.match(pattern)?.length ?? 0;

/** What rich text doesn't support: pattern, and the end of its message's key. */
const UNSUPPORTED = [
  [/<script\b/gi, 'script'],
  [/<style\b|<link\b[^>]*stylesheet/gi, 'styleSheet'],
  [/<form\b/gi, 'form'],
  [/<(?:input|textarea|select|button)\b/gi, 'formField'],
  [/<(?:object|embed|svg|canvas|audio)\b/gi, 'object'],
  [/\son[a-z]+\s*=\s*["'{(\w]/gi, 'eventHandler'],
  [/(?:href|src)\s*=\s*["']?\s*(?:javascript|vbscript):/gi, 'unsafeLink'],
  [/<img\b[^>]*\bsrc\s*=\s*["']?\s*(?!https:)\w/gi, 'picture'],
] as const;

const STYLES =
  /\sstyle\s*=\s*["'][^"']*(?:font-(?:size|family)|background|padding|margin|line-height)\s*:|<font\b/i;

/**
 * Describes the unsupported parts of HTML: parts that are removed, and parts converted to plain text. Empty if all
 * of it is supported.
 */
export function unsupportedParts(html: string): string[] {
  const parts = UNSUPPORTED.flatMap(([pattern, key]) => {
    const found = count(html, pattern);
    return found > 0 ? [t(`editor.part.${key}`, { count: found })] : [];
  });
  const frames = [...html.matchAll(/<iframe\b[^>]*?\bsrc\s*=\s*["']?([^"'\s>]*)|<iframe\b/gi)].filter(
    ([, src]) => !src || !youtubeId(src),
  ).length;
  if (frames > 0) parts.push(t('editor.part.frame', { count: frames }));
  const tables = count(html, /<table\b/gi);
  return [
    ...(parts.length > 0 ? [t('editor.removed', { parts: joined(parts) })] : []),
    ...(tables > 0 ? [t('editor.tables', { count: tables })] : []),
    ...(STYLES.test(html) ? [t('editor.styles')] : []),
  ];
}
