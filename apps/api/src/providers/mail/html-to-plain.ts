import { compile } from 'html-to-text';

/** Maximum length of HTML that is read; quotes come last, so nothing is lost in practice. */
const MAX_HTML = 1_000_000;
/**
 * Maximum nesting that is read. Parsing time grows with its square, and layouts of real emails stay
 * below 40.
 */
const MAX_DEPTH = 50;

/** Quotes of email programs, removed before converting to text. */
const QUOTES = [
  'blockquote[type=cite]',
  '.gmail_quote',
  '.gmail_quote_container',
  '.moz-cite-prefix',
  '.yahoo_quoted',
  '#divRplyFwdMsg',
  '#appendonsend',
  '#mail-editor-reference-message-container',
];
const converter = (skipped: readonly string[]) =>
  compile({
    wordwrap: false,
    limits: { maxInputLength: MAX_HTML, ellipsis: '' },
    selectors: [
      ...skipped.map((selector) => ({ selector, format: 'skip' })),
      { selector: 'a', options: { ignoreHref: true } },
      { selector: 'img', format: 'skip' },
    ],
  });
const convert = converter(QUOTES);
const convertWhole = converter([]);

/** Converts an HTML email to text without quotes marked by email programs, in linear time. */
export const htmlToPlain = (html: string): string => convert(withCappedNesting(html.slice(0, MAX_HTML)));

/** Does the same with quotes. */
export const htmlToWhole = (html: string): string => convertWhole(withCappedNesting(html.slice(0, MAX_HTML)));

const VOID = new Set('area base br col embed hr img input link meta param source track wbr'.split(' '));
/** Elements that are closed by the next one of their kind. */
const SELF_ENDING = new Set('p li td th tr dt dd option'.split(' '));
const TAG = /<(?:!--|(\/?)([a-z][^\s/>]*))/gi;

/** Drops tags nested deeper than `MAX_DEPTH` and keeps their text. */
function withCappedNesting(html: string): string {
  const open: string[] = [];
  let dropped = 0;
  let kept = '';
  let from = 0;
  TAG.lastIndex = 0;
  for (let match = TAG.exec(html); match; match = TAG.exec(html)) {
    const [whole, slash, tag] = match;
    const mark = tag ? '>' : '-->';
    const end = html.indexOf(mark, match.index + whole.length);
    if (end < 0) break;
    TAG.lastIndex = end + mark.length;
    const name = tag?.toLowerCase() ?? '';
    if (!tag || VOID.has(name)) continue;
    let drop = false;
    if (slash) {
      const at = open.lastIndexOf(name);
      if (dropped > 0) [drop, dropped] = [true, dropped - 1];
      else if (at >= 0) open.length = at;
      else drop = true;
    } else if (SELF_ENDING.has(name) && open.at(-1) === name) {
      // It closes the previous one.
    } else if (open.length < MAX_DEPTH) open.push(name);
    else [drop, dropped] = [true, dropped + 1];
    if (!drop) continue;
    // A space keeps words on both sides apart.
    kept += `${html.slice(from, match.index)} `;
    from = TAG.lastIndex;
  }
  return kept + html.slice(from);
}
