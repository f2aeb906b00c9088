import { escapeHtml } from '@troupe/domain/html-text';
import { fillTemplate, splitTemplate, type VariableValues } from '@troupe/domain/outreach/email-template';
import { compile } from 'html-to-text';
import { sanitizeTemplate, withoutPlayers } from './email-template.sanitize.ts';

/** The values that fill an email for one recipient. */
export type EmailValues = VariableValues & {
  /** The personal link, if the email has one. */
  link?: string;
};

/** A rendered email: subject, full HTML document and plain text. */
export interface RenderedEmail {
  subject: string;
  html: string;
  plain: string;
}

/** A placeholder for the personal link; a reserved domain that never resolves (RFC 2606). */
const LINK = 'https://personal-link.invalid/';

const toText = compile({
  wordwrap: false,
  selectors: [
    {
      selector: 'a',
      options: { hideLinkHrefIfSameAsText: true, noAnchorUrl: true, linkBrackets: ['<', '>'] },
    },
    { selector: 'img', format: 'skip' },
    ...['h1', 'h2', 'h3', 'h4', 'h5', 'h6'].map((selector) => ({ selector, options: { uppercase: false } })),
    { selector: 'table', options: { uppercaseHeaderCells: false } },
  ],
  limits: { maxDepth: 80 },
});

/** Escapes a value for a URL inside HTML. */
const escapeForUrl = (value: string): string =>
  escapeHtml(encodeURIComponent(value.toWellFormed()).replaceAll('%40', '@'));

/** Sanitizes a value for a header: one line, no control or bidirectional characters. */
export const inHeader = (value: string): string =>
  value
    .replace(/[\p{Cc}\p{Cf}\u2028\u2029]/gu, (found) => (found === '\u200d' ? found : ' '))
    .replace(/\s+/g, ' ')
    .trim();

const button = `<p style="margin:24px 0"><a href="${LINK}" style="display:inline-block;padding:12px 20px;border-radius:8px;background-color:#4f46e5;color:#ffffff;font-weight:600;text-decoration:none">See the campaign</a></p>`;

const page = (body: string) =>
  `<!doctype html><html lang="en"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width, initial-scale=1"><meta name="color-scheme" content="light"></head><body style="margin:0;padding:24px 16px;background-color:#ffffff;color:#1c1b20;font-family:Arial,Helvetica,sans-serif;font-size:15px;line-height:1.5"><div style="max-width:600px;margin:0 auto">${body}</div></body></html>`;

export interface EmailOptions {
  /** The base URL of personal links, without token: links to it in the body become personal. */
  linkBase?: string;
}

/**
 * Compiles an email to be filled for many recipients. With `linkBase` it contains a personal link: where the body
 * links there, else as a button below it.
 * @param written the subject, and a body sanitized by `sanitizeTemplate`
 */
export function compileEmail(
  written: { subject: string; body: string },
  { linkBase }: EmailOptions = {},
): (values: EmailValues) => RenderedEmail {
  const body = withoutPlayers(written.body);
  const linked = linkBase === undefined ? body : withPersonalLink(body, linkBase);
  const pieces = piecesOf(page(linked));
  const subject = splitTemplate(written.subject);
  const plain = splitTemplate(toText(linked));
  return ({ link = '', ...values }) => ({
    subject: inHeader(fillTemplate(subject, values, inHeader)).slice(0, 500),
    html: pieces
      .map(({ parts, write }) => fillTemplate(parts, values, write))
      .join('')
      .replaceAll(LINK, escapeHtml(link)),
    plain: fillTemplate(plain, values, inHeader).replaceAll(LINK, link),
  });
}

/** Splits HTML at URLs in attributes, where values need different escaping. */
const piecesOf = (html: string) =>
  html.split(/(<[^<>]*>)/).flatMap((mark, place) =>
    place % 2 === 0
      ? [{ write: escapeHtml, parts: splitTemplate(mark) }]
      : mark.split(/((?:href|src)="[^"]*")/).map((piece, at) => ({
          write: at % 2 === 1 ? escapeForUrl : escapeHtml,
          parts: splitTemplate(piece),
        })),
  );

function withPersonalLink(body: string, linkBase: string): string {
  const base = escapeHtml(linkBase.replace(/\/+$/, ''));
  const own = new RegExp(`href="${base.replace(/[.*+?^${}()|[\]\\]/g, '\\$&')}/?"`, 'gi');
  const linked = body.replace(own, `href="${LINK}"`);
  return linked === body ? body + button : linked;
}

/** Renders an email that a person formatted: full HTML document and plain text. */
export function composeEmail(html: string): Pick<RenderedEmail, 'html' | 'plain'> {
  const body = withoutPlayers(sanitizeTemplate(html));
  return { html: page(body), plain: toText(body) };
}

/** The default email for campaigns without a template. */
export const DEFAULT_EMAIL = {
  subject: '{{Brand Name}} would like to work with you: {{Campaign Name}}',
  body: `<p>Hi {{Name}},</p>
<p>We’re {{Brand Name}}, and we love what you make as {{Username}}. We’re looking for creators for our campaign <strong>{{Campaign Name}}</strong> and think you’d be a great fit.</p>
<p>Use the link below to see the campaign. If you’re interested, opt in there or just reply to this email, and we’ll talk about details, dates and terms.</p>
<p>Best,<br />{{Brand Name}}</p>`,
};

/** Sample values for previews without a recipient. */
export const EXAMPLE_VALUES: VariableValues = {
  Name: 'Ana Lima',
  Username: 'ana.lima',
  Email: 'ana.lima@example.com',
  'Brand Name': 'Your brand',
  'Campaign Name': 'Your campaign',
  'First Name': 'Ana',
  'Latest Post': 'Sunrise above the clouds',
  'List Note': 'Loved the trail series',
};
