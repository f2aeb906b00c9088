import type { MailLink } from './mail.ts';

const MAX_LINKS = 200;
const MAX_URL_LENGTH = 4000;
const MAX_TEXT_LENGTH = 200;

const ENTITIES: Record<string, string> = { amp: '&', lt: '<', gt: '>', quot: '"', apos: "'", nbsp: ' ' };

function decodeEntities(text: string): string {
  return text.replace(/&(?:#(\d{1,7})|#x([\da-f]{1,6})|([a-z]{2,6}));?/gi, (whole, decimal, hex, name) => {
    if (name) return ENTITIES[name.toLowerCase()] ?? whole;
    const code = decimal ? Number(decimal) : Number.parseInt(hex, 16);
    return code > 0 && code <= 0x10ffff ? String.fromCodePoint(code) : whole;
  });
}

/** The text of a piece of HTML, white space collapsed. */
export function textOfHtml(html: string): string {
  return decodeEntities(
    html
      .replace(/<(style|script|title)\b[^>]{0,2000}>[\s\S]{0,200000}?<\/\1\s*>/gi, ' ')
      .replace(/<[^<>]{0,5000}>/g, ' '),
  )
    .replace(/\s+/g, ' ')
    .trim();
}

function usable(url: string): string | null {
  const trimmed = url.trim();
  if (trimmed.length > MAX_URL_LENGTH || !/^https?:\/\//i.test(trimmed)) return null;
  return URL.canParse(trimmed) ? trimmed : null;
}

/**
 * The http and https links of a mail: those of the HTML first, then those only the text has.
 * Nothing else (javascript:, data:, mailto:) counts as a link to click.
 */
export function linksOf(html: string | null, text: string | null): MailLink[] {
  const found = new Map<string, string>();
  const add = (url: string, label: string) => {
    const known = usable(url);
    if (!known || found.size >= MAX_LINKS) return;
    if (!found.has(known)) found.set(known, (label || known).slice(0, MAX_TEXT_LENGTH));
  };
  for (const match of (html ?? '').matchAll(
    /<a\s[^<>]{0,5000}?href\s*=\s*(?:"([^"<>]{0,5000})"|'([^'<>]{0,5000})'|([^\s"'<>]{1,5000}))[^<>]{0,5000}>([\s\S]{0,2000}?)<\/a\s*>/gi,
  )) {
    add(decodeEntities(match[1] ?? match[2] ?? match[3] ?? ''), textOfHtml(match[4] ?? ''));
  }
  for (const match of (text ?? '').matchAll(/https?:\/\/[^\s<>"'`\\^{}|]+/gi)) {
    const url = match[0].replace(/[.,;:!?]+$/, '');
    add(url.endsWith(')') && !url.includes('(') ? url.slice(0, -1) : url, '');
  }
  return [...found].map(([url, label]) => ({ url, text: label }));
}
