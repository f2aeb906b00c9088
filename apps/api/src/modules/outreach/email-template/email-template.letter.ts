import { escapeHtml } from '@troupe/domain/html-text';
import { cutTemplate, fillTemplate, type TemplateVariable } from '@troupe/domain/outreach/email-template';
import { compile } from 'html-to-text';
import { sanitiseTemplate, withoutPlayers } from './email-template.sanitise.ts';

/** What a letter is filled with for one person. */
export interface LetterValues extends Record<TemplateVariable, string> {
  /** The personal link; letters without one leave it out. */
  link?: string;
}

/** A letter as it leaves: subject, a whole HTML document, and its words alone. */
export interface Letter {
  subject: string;
  html: string;
  plain: string;
}

/** Stands for the personal link until a letter is filled; an address that leads nowhere (RFC 2606). */
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

/** A value as a part of an address in HTML. */
const inAddress = (value: string): string =>
  escapeHtml(encodeURIComponent(value.toWellFormed()).replaceAll('%40', '@'));

/** A value as a part of a header: one line without control characters or characters that turn the line around. */
export const inHeader = (value: string): string =>
  value
    .replace(/[\p{Cc}\p{Cf}\u2028\u2029]/gu, (found) => (found === '\u200d' ? found : ' '))
    .replace(/\s+/g, ' ')
    .trim();

const button = `<p style="margin:24px 0"><a href="${LINK}" style="display:inline-block;padding:12px 20px;border-radius:8px;background-color:#4f46e5;color:#ffffff;font-weight:600;text-decoration:none">See the campaign</a></p>`;

const page = (body: string) =>
  `<!doctype html><html lang="en"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width, initial-scale=1"><meta name="color-scheme" content="light"></head><body style="margin:0;padding:24px 16px;background-color:#ffffff;color:#1c1b20;font-family:Arial,Helvetica,sans-serif;font-size:15px;line-height:1.5"><div style="max-width:600px;margin:0 auto">${body}</div></body></html>`;

export interface LetterOptions {
  /** Where personal links lead, without the token: a link to it in the body is made the personal one. */
  linkBase?: string;
}

/**
 * Makes a letter ready to be filled for many people. With `linkBase` it holds a personal link: where the body leads
 * there, else as a button below it.
 * @param written subject, and a body that `sanitiseTemplate` has seen
 */
export function compileLetter(
  written: { subject: string; body: string },
  { linkBase }: LetterOptions = {},
): (values: LetterValues) => Letter {
  const body = withoutPlayers(written.body);
  const linked = linkBase === undefined ? body : withPersonalLink(body, linkBase);
  const pieces = piecesOf(page(linked));
  const subject = cutTemplate(written.subject);
  const plain = cutTemplate(toText(linked));
  return ({ link = '', ...values }) => ({
    subject: inHeader(fillTemplate(subject, values, inHeader)).slice(0, 500),
    html: pieces
      .map(({ parts, write }) => fillTemplate(parts, values, write))
      .join('')
      .replaceAll(LINK, escapeHtml(link)),
    plain: fillTemplate(plain, values, inHeader).replaceAll(LINK, link),
  });
}

/** HTML cut at the addresses in its marks, where a value is written in another way than elsewhere. */
const piecesOf = (html: string) =>
  html.split(/(<[^<>]*>)/).flatMap((mark, place) =>
    place % 2 === 0
      ? [{ write: escapeHtml, parts: cutTemplate(mark) }]
      : mark.split(/((?:href|src)="[^"]*")/).map((piece, at) => ({
          write: at % 2 === 1 ? inAddress : escapeHtml,
          parts: cutTemplate(piece),
        })),
  );

function withPersonalLink(body: string, linkBase: string): string {
  const base = escapeHtml(linkBase.replace(/\/+$/, ''));
  const own = new RegExp(`href="${base.replace(/[.*+?^${}()|[\]\\]/g, '\\$&')}/?"`, 'gi');
  const linked = body.replace(own, `href="${LINK}"`);
  return linked === body ? body + button : linked;
}

/** An email a person formatted themselves: a whole HTML document, and its words alone. */
export function composeEmail(html: string): Pick<Letter, 'html' | 'plain'> {
  const body = withoutPlayers(sanitiseTemplate(html));
  return { html: page(body), plain: toText(body) };
}

/** The product's own letter, for campaigns without a template. */
export const STANDARD_LETTER = {
  subject: '{{Brand Name}} would like to work with you: {{Campaign Name}}',
  body: `<p>Hi {{Name}},</p>
<p>we are {{Brand Name}}, and we like what you make as {{Username}}. We are looking for creators for our campaign <strong>{{Campaign Name}}</strong> and think that you would fit.</p>
<p>The link below shows the campaign in brief. If you are interested, opt in there or simply answer this mail, and we will talk about details, dates and terms.</p>
<p>Kind regards,<br />{{Brand Name}}</p>`,
};

/** Whom a letter is filled with where nobody is chosen yet. */
export const EXAMPLE_VALUES: Record<TemplateVariable, string> = {
  Name: 'Ana Lima',
  Username: 'ana.lima',
  Email: 'ana.lima@example.com',
  'Brand Name': 'Your brand',
  'Campaign Name': 'Your campaign',
};
