import { createRequire } from 'node:module';
import { normalizeVariables } from '@troupe/domain/outreach/email-template';
import type sanitize from 'sanitize-html';

const load = createRequire(import.meta.url);

// An allow-list of what email clients render: nothing that runs, loads or escapes the email.

const COLOR = [
  /^#[\da-f]{3,8}$/i,
  /^[a-z]{3,20}$/i,
  /^rgba?\(\s*\d{1,3}%?(\s*,\s*\d{1,3}%?){2}(\s*,\s*[\d.]{1,5}%?)?\s*\)$/i,
];
const LENGTH = [/^\d{1,4}(\.\d{1,3})?(px|em|rem|pt|%)?$/i, /^auto$/i];
const LENGTHS = [/^(\d{1,4}(\.\d{1,3})?(px|em|rem|pt|%)?\s*){1,4}$/i];
const STYLES = {
  'text-align': [/^(left|right|center|justify)$/i],
  color: COLOR,
  'background-color': COLOR,
  'font-weight': [/^(bold|bolder|normal|[1-9]00)$/i],
  'font-style': [/^(italic|normal)$/i],
  'font-size': LENGTH,
  'line-height': LENGTH,
  'text-decoration': [/^(underline|line-through|none)$/i],
  'vertical-align': [/^(top|middle|bottom|baseline)$/i],
  width: LENGTH,
  'max-width': LENGTH,
  height: LENGTH,
  padding: LENGTHS,
  margin: LENGTHS,
  border: [/^\d{1,2}px (solid|dashed|dotted) (#[\da-f]{3,8}|[a-z]{3,20})$/i, /^(0|none)$/i],
  'border-collapse': [/^(collapse|separate)$/i],
};

const WEB = /^https?:\/\/[^\s/]/i;
const MAIL = /^mailto:[^\s]/i;
const PICTURE = /^https:\/\/[^\s/]/i;
const VIDEO =
  /^(?:https?:)?\/\/(?:www\.|m\.)?(?:youtube(?:-nocookie)?\.com\/(?:embed\/|watch\?(?:[^#]*&)?v=)|youtu\.be\/)([\w-]{11})(?:[?&#/].*)?$/i;

/** Returns a safe link target (web or mailto), or undefined. Adds a missing scheme. */
function linkOf(href: string | undefined): string | undefined {
  const address = href?.trim() ?? '';
  if (WEB.test(address) || MAIL.test(address)) return address;
  return /^(?:\/\/)?[\w-]+(?:\.[\w-]+)+(?:[/?#].*)?$/.test(address)
    ? `https://${address.replace(/^\/\//, '')}`
    : undefined;
}

const without = (attributes: sanitize.Attributes, name: string): sanitize.Attributes =>
  Object.fromEntries(Object.entries(attributes).filter(([each]) => each !== name));

const withAddress = (tagName: string, attributes: sanitize.Attributes, name: string, address?: string) => ({
  tagName,
  attribs: address ? { ...attributes, [name]: address } : without(attributes, name),
});

const OPTIONS: sanitize.IOptions = {
  allowedTags: [
    ...['p', 'div', 'span', 'br', 'hr', 'h1', 'h2', 'h3', 'h4', 'h5', 'h6', 'blockquote', 'pre', 'code'],
    ...['strong', 'b', 'em', 'i', 'u', 's', 'strike', 'del', 'ins', 'mark', 'small', 'sub', 'sup', 'a'],
    ...['ul', 'ol', 'li', 'img', 'iframe'],
    ...['table', 'caption', 'colgroup', 'col', 'thead', 'tbody', 'tfoot', 'tr', 'th', 'td'],
  ],
  allowedAttributes: {
    '*': ['style', 'align'],
    a: ['href', 'title'],
    img: ['src', 'alt', 'title', 'width', 'height'],
    iframe: ['src'],
    div: ['data-youtube-video'],
    ol: ['start', 'type'],
    table: ['width', 'border', 'cellpadding', 'cellspacing'],
    col: ['span', 'width'],
    th: ['colspan', 'rowspan', 'width', 'valign'],
    td: ['colspan', 'rowspan', 'width', 'valign'],
  },
  allowedStyles: { '*': STYLES },
  allowedSchemes: ['http', 'https', 'mailto'],
  allowedSchemesByTag: { img: ['https'], iframe: ['https'] },
  allowProtocolRelative: false,
  nestingLimit: 60,
  // Dropped with their content; other disallowed tags keep their text.
  nonTextTags: [
    ...['script', 'style', 'textarea', 'option', 'title', 'noscript', 'template', 'svg', 'math', 'object'],
    ...['applet', 'audio', 'xmp', 'noembed', 'noframes'],
  ],
  transformTags: {
    a: (tag, attributes) => withAddress(tag, attributes, 'href', linkOf(attributes.href)),
    img: (tag, attributes) =>
      withAddress(
        tag,
        attributes,
        'src',
        PICTURE.test(attributes.src?.trim() ?? '') ? attributes.src?.trim() : undefined,
      ),
    iframe: (_tag, attributes): sanitize.Tag => {
      const video = VIDEO.exec(attributes.src?.trim() ?? '')?.[1];
      return {
        tagName: 'iframe',
        attribs: video ? { src: `https://www.youtube-nocookie.com/embed/${video}` } : {},
      };
    },
    video: (_tag, attributes): sanitize.Tag => {
      const href = linkOf(attributes.src);
      return href
        ? { tagName: 'a', attribs: { href }, text: 'Watch the video' }
        : { tagName: 'span', attribs: {} };
    },
    font: (_tag, attributes): sanitize.Tag => ({
      tagName: 'span',
      attribs: attributes.color ? { style: `color: ${attributes.color}` } : {},
    }),
    center: () => ({ tagName: 'div', attribs: { style: 'text-align: center' } }),
  },
  exclusiveFilter: ({ tag, attribs }) => (tag === 'img' || tag === 'iframe') && !attribs.src,
};

/**
 * Sanitizes an email body for storage and display: text formatting, headings, links, lists, colors, alignment, https
 * images, tables. YouTube players are kept so that they stay editable; see `withoutPlayers`.
 */
export function sanitizeTemplate(html: string): string {
  // Loaded for the first email: it takes 1 MB of source text.
  const sanitizeHtml: typeof sanitize = load('sanitize-html');
  return sanitizeHtml(normalizeVariables(html), OPTIONS).trim();
}

const PLAYER = /<iframe src="https:\/\/www\.youtube-nocookie\.com\/embed\/([\w-]{11})"><\/iframe>/g;

/** Replaces video players with linked thumbnails, because email clients can't play them. */
export const withoutPlayers = (html: string): string =>
  html.replace(
    PLAYER,
    (_whole, video: string) =>
      `<a href="https://www.youtube.com/watch?v=${video}"><img src="https://i.ytimg.com/vi/${video}/hqdefault.jpg" alt="Watch the video" width="480" style="max-width:100%;height:auto;border:0" /></a>`,
  );
