import { escapeHtml } from '@troupe/domain/html-text';

/** Text that is already HTML and is not escaped again. */
export class Html {
  readonly #text: string;

  constructor(text: string) {
    this.#text = text;
  }

  toString(): string {
    return this.#text;
  }
}

/** What may stand inside a template: nothing for null, undefined and false; lists one after the other. */
export type Part = Html | string | number | null | undefined | false | Part[];

function show(part: Part): string {
  if (part === null || part === undefined || part === false) return '';
  if (Array.isArray(part)) return part.map(show).join('');
  if (part instanceof Html) return part.toString();
  return escapeHtml(String(part));
}

/** Template tag for HTML: every value is escaped unless it is `Html` itself. */
export function html(texts: TemplateStringsArray, ...parts: Part[]): Html {
  return new Html(texts.reduce((page, text, i) => page + show(parts[i - 1]) + text));
}
