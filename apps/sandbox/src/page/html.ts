import { escapeHtml } from '@troupe/domain/html-text';

/** Markup that may be sent as it is. Made only by {@link html}. */
export class Html {
  readonly markup: string;

  constructor(markup: string) {
    this.markup = markup;
  }
}

type Piece = string | number | Html | null | undefined | false | Piece[];

/** Text made safe for content and quoted attributes; control characters become a visible sign. */
function escapeText(text: string): string {
  return escapeHtml(text).replace(/(?![\t\n\r])\p{Cc}/gu, '\ufffd');
}

function markupOf(piece: Piece): string {
  if (piece === null || piece === undefined || piece === false) return '';
  if (piece instanceof Html) return piece.markup;
  if (Array.isArray(piece)) return piece.map(markupOf).join('');
  return escapeText(String(piece));
}

/** A template whose values are escaped unless they are markup already. */
export function html(parts: TemplateStringsArray, ...values: Piece[]): Html {
  return new Html(parts.map((part, at) => part + markupOf(values[at])).join(''));
}
