import { fieldLike, fieldNamed } from './query-fields.ts';
import { type QueryProblem, queryProblem } from './query-problem.ts';

/** A part of a query: code units, end exclusive. */
export type QueryToken = { start: number; end: number } & (
  | { is: 'open' | 'close' | 'and' | 'or' | 'not' | 'end' }
  | { is: 'near'; distance: number; ordered: boolean }
  | { is: 'tilde'; distance: number }
  | { is: 'word' | 'phrase' | 'case' | 'comment'; value: string }
  | { is: 'field'; name: string }
  | { is: 'range'; min: number; max: number }
);

/** Ends reading at the first part that can't be understood. */
export class QuerySyntaxError extends Error {
  readonly problem: QueryProblem;

  constructor(problem: QueryProblem) {
    super(problem.message);
    this.problem = problem;
  }
}

/** Unicode whitespace, and invisible characters between words. */
const BLANK = /[\s\u200b\u200e\u200f\u2060-\u2064\u202a-\u202e\u2066-\u2069\ufeff]/;
const QUOTE = /["“”„]/;
/** Characters that end a word. */
const WORD_END = /[()"“”„{}[\]~]/;
const RANGE = /\[\s*(-?\d{1,15}(?:\.\d{1,10})?)\s+TO\s+(-?\d{1,15}(?:\.\d{1,10})?)\s*\]/y;
const TILDE = /~\s*(\d{1,6})/y;
const NEAR = /^NEAR\/(\d{1,6})(f?)$/;
const NEAR_LIKE = /^near(?:\/(\d{0,6})([a-z]*)|\d*)$/i;
const FIELD = /^([A-Za-z][A-Za-z0-9]*):/;
const ADDRESS = /^(?:https?:\/\/|www\.)\S/i;

const fail = (...problem: Parameters<typeof queryProblem>): never => {
  throw new QuerySyntaxError(queryProblem(...problem));
};

/**
 * Divides a query into its parts.
 * @throws QuerySyntaxError at the first part that is none
 */
export function scanQuery(query: string): QueryToken[] {
  const tokens: QueryToken[] = [];
  let at = 0;
  while (at < query.length) {
    if (BLANK.test(query.charAt(at))) {
      at += 1;
      continue;
    }
    const token = markAt(query, at) ?? wordAt(query, at);
    tokens.push(token);
    at = token.end;
  }
  tokens.push({ is: 'end', start: query.length, end: query.length });
  return tokens;
}

/** Reads what begins with a punctuation mark. */
function markAt(query: string, at: number): QueryToken | undefined {
  const one = { start: at, end: at + 1 };
  const first = query.charAt(at);
  if (first === '(') return { is: 'open', start: at, end: at + 1 };
  if (first === ')') return { is: 'close', start: at, end: at + 1 };
  if (QUOTE.test(first)) return enclosed(query, at, 'phrase');
  if (first === '{') return enclosed(query, at, 'case');
  if (first === '}') return fail('unexpected-brace', one);
  if (query.startsWith('<<<', at)) return commentAt(query, at);
  if (first === '[' || first === ']') return rangeAt(query, at);
  if (first === '~') {
    TILDE.lastIndex = at;
    const found = TILDE.exec(query);
    if (!found) return fail('tilde-number', one);
    return { is: 'tilde', distance: Number(found[1]), start: at, end: at + found[0].length };
  }
  return undefined;
}

/** Reads a phrase in quotation marks, or a word in braces. */
function enclosed(query: string, at: number, is: 'phrase' | 'case'): QueryToken {
  let end = at + 1;
  const isEnd = (mark: string) => (is === 'phrase' ? QUOTE.test(mark) : mark === '}');
  while (end < query.length && !isEnd(query.charAt(end))) end += 1;
  const start = { start: at, end: at + 1 };
  if (end === query.length) return fail(is === 'phrase' ? 'unclosed-quote' : 'unclosed-brace', start);
  const value = query.slice(at + 1, end).trim();
  if (value === '') return fail('empty-quotes', { start: at, end: end + 1 });
  return { is, value, start: at, end: end + 1 };
}

function commentAt(query: string, at: number): QueryToken {
  const end = query.indexOf('>>>', at + 3);
  if (end < 0) return fail('unclosed-comment', { start: at, end: at + 3 });
  return { is: 'comment', value: query.slice(at + 3, end).trim(), start: at, end: end + 3 };
}

function rangeAt(query: string, at: number): QueryToken {
  RANGE.lastIndex = at;
  const found = RANGE.exec(query);
  if (!found) {
    const close = query.indexOf(']', at);
    return fail('range-form', { start: at, end: close < 0 ? at + 1 : close + 1 });
  }
  return {
    is: 'range',
    min: Number(found[1]),
    max: Number(found[2]),
    start: at,
    end: at + found[0].length,
  };
}

function wordAt(query: string, at: number): QueryToken {
  let end = at;
  while (end < query.length) {
    const next = query.charAt(end);
    if (BLANK.test(next) || WORD_END.test(next) || query.startsWith('<<<', end)) break;
    end += 1;
  }
  const value = query.slice(at, end);
  const place = { start: at, end };
  return operatorOf(value, place) ?? fieldOf(value, place) ?? { is: 'word', value, start: at, end };
}

function operatorOf(value: string, place: { start: number; end: number }): QueryToken | undefined {
  const { start, end } = place;
  const upper = value.toUpperCase();
  if (upper === 'AND' || upper === 'OR' || upper === 'NOT') {
    if (value !== upper) {
      const suggestion = { start, end, text: upper };
      return fail('operator-case', place, { operator: upper }, suggestion);
    }
    return { is: upper === 'AND' ? 'and' : upper === 'OR' ? 'or' : 'not', start, end };
  }
  const near = NEAR.exec(value);
  if (near) return { is: 'near', distance: Number(near[1]), ordered: near[2] === 'f', start, end };
  const like = NEAR_LIKE.exec(value);
  if (!like || (value === value.toLowerCase() && !value.includes('/'))) return undefined;
  const distance = /\d+/.exec(value)?.[0] ?? '5';
  const text = `NEAR/${Number(distance)}${/f$/i.test(like[2] ?? '') ? 'f' : ''}`;
  return fail('near-number', place, {}, { start, end, text });
}

function fieldOf(value: string, place: { start: number; end: number }): QueryToken | undefined {
  const { start } = place;
  if (ADDRESS.test(value)) {
    const text = `links:"${value.replace(/^https?:\/\/(?:www\.)?|^www\./i, '')}"`;
    return fail('web-address', place, {}, { start, end: place.end, text });
  }
  const typed = FIELD.exec(value)?.[1];
  if (typed === undefined) return undefined;
  const name = fieldNamed(typed);
  const end = start + typed.length + 1;
  if (name !== undefined) return { is: 'field', name, start, end };
  const like = fieldLike(typed);
  const rest = value.slice(typed.length + 1);
  const suggestion = like
    ? { start, end, text: `${like}:` }
    : rest === ''
      ? null
      : { start, end: place.end, text: `"${value}"` };
  return fail('field-unknown', { start, end }, { field: typed }, suggestion);
}
