import { Parser } from 'htmlparser2';
import { jsonOf } from '../../platform/outgoing/fetch-json.ts';

/** The longest HTML of a post that is read. */
const MAX_HTML = 200_000;
/** The longest text of a post that is passed on; more isn't stored. */
const MAX_POST_TEXT = 10_000;
const MAX_POST_LINKS = 50;
/** Deeper levels aren't read: the parser's time grows with the square of the depth. */
export const MAX_NESTING = 250;
/** Text is parsed in parts, so that parsing can stop. */
export const PARSED_PART = 16 * 1024;

const BLOCKS = new Set(
  'address article aside blockquote br dd div dl dt fieldset figcaption figure footer form h1 h2 h3 h4 h5 h6 header hr li main nav ol p pre section table td th tr ul'.split(
    ' ',
  ),
);
/** Elements whose content isn't text to read. */
const HIDDEN = new Set(
  'script style template noscript iframe object embed svg math head title select textarea'.split(' '),
);

/** The text of an HTML body, with the web addresses it links to. */
export interface PlainPost {
  text: string;
  links: string[];
}

/**
 * Converts the HTML of a post to text, in linear time. Scripts, styles and markup are left out, and blocks are lines of
 * their own. Mastodon's links, whose parts are hidden by style, become whole again.
 */
export function postText(html: string): PlainPost {
  let text = '';
  let hidden = 0;
  let depth = 0;
  const links = new Set<string>();
  const parser = new Parser({
    onopentag(name, attributes) {
      depth += 1;
      if (HIDDEN.has(name)) hidden += 1;
      else if (BLOCKS.has(name)) text += '\n';
      const { href } = attributes;
      if (name === 'a' && href && /^https?:/i.test(href) && links.size < MAX_POST_LINKS)
        links.add(href.slice(0, 2000));
    },
    ontext(part) {
      if (hidden === 0 && text.length < MAX_HTML) text += part;
    },
    onclosetag(name) {
      depth -= 1;
      if (HIDDEN.has(name)) hidden = Math.max(0, hidden - 1);
      else if (BLOCKS.has(name) && name !== 'br' && name !== 'hr') text += '\n';
    },
  });
  const most = Math.min(html.length, MAX_HTML);
  for (let from = 0; from < most && depth < MAX_NESTING; from += PARSED_PART)
    parser.write(html.slice(from, Math.min(from + PARSED_PART, most)));
  if (depth < MAX_NESTING) parser.end();
  return { text: tidyText(text), links: [...links] };
}

/** Returns text that can be stored and read: without NUL and lone surrogates, with at most one empty line in a row. */
export const tidyText = (text: string): string =>
  text
    .slice(0, MAX_HTML)
    .replaceAll('\u0000', '')
    .replace(/\r\n?/g, '\n')
    .replace(/[^\S\n]+/g, ' ')
    .replace(/ ?\n ?/g, '\n')
    .replace(/\n{3,}/g, '\n\n')
    .trim()
    .slice(0, MAX_POST_TEXT)
    .toWellFormed();

/** Returns text on one line, such as a name; null if there is none. */
export const lineOf = (text: string | null | undefined, max = 300): string | null =>
  tidyText(text ?? '')
    .replaceAll('\n', ' ')
    .slice(0, max)
    .trim()
    .toWellFormed() || null;

/** Looks like HTML rather than text: an element, or an entity. */
export const looksLikeHtml = (text: string): boolean =>
  /<\/?[a-z!][^<]*>|&(?:[a-z]{2,10}|#x?[\da-f]+);/i.test(text);

/** Returns a language code such as `en-US`; null if it is none. */
export function languageOf(code: string | null | undefined): string | null {
  const [, language, region] =
    /^([a-z]{2,3})(?:[-_]([a-z]{2}|\d{3})\b)?(?:[-_].*)?$/i.exec(code?.trim() ?? '') ?? [];
  if (!language) return null;
  return region ? `${language.toLowerCase()}-${region.toUpperCase()}` : language.toLowerCase();
}

/** Returns a web address; null if it is none. */
export function webUrl(text: string | null | undefined, base?: string): string | null {
  const url = text ? URL.parse(text.trim().slice(0, 2000), base) : null;
  return url && (url.protocol === 'https:' || url.protocol === 'http:') ? url.href : null;
}

/** Reads a cursor of ours; null if it isn't one. */
export function cursorOf<T>(cursor: string | null, is: (value: unknown) => value is T): T | null {
  const value = cursor === null ? undefined : jsonOf(Buffer.from(cursor));
  return is(value) ? value : null;
}
