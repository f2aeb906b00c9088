import { classOf, INVISIBLE, MARK, SEPARATOR, UNSPACED } from './character.ts';
import { lintQuery } from './lint-query.ts';
import { QUERY_FIELDS } from './query-fields.ts';
import { type QueryProblem, type QueryProblemCode, queryProblem } from './query-problem.ts';
import {
  MAX_DEPTH,
  MAX_DISTANCE,
  MAX_PHRASE,
  MAX_QUERY,
  MAX_TERM,
  MAX_TERMS,
  MIN_PREFIX,
  type QueryNode,
  type TextPart,
  withoutUnavailable,
} from './query-tree.ts';
import { QuerySyntaxError, type QueryToken, scanQuery } from './scan-query.ts';

/** A query that was read. */
export interface ParsedQuery {
  /** Null with an error among the problems. */
  tree: QueryNode | null;
  /** Comments after the last term. */
  trailing: string[];
  problems: QueryProblem[];
}

/** Reads a query; never throws. Problems are in the order of their places. */
export function parseQuery(query: string): ParsedQuery {
  if (query.length > MAX_QUERY) {
    const place = { start: MAX_QUERY, end: query.length };
    return refused([queryProblem('too-long', place, { max: MAX_QUERY, count: query.length })]);
  }
  const problems: QueryProblem[] = [];
  try {
    const parser = new Parser(query, scanQuery(query), problems);
    const { tree, trailing } = parser.parse();
    if (tree && !hasErrors(problems)) problems.push(...lintQuery(tree));
    problems.sort((a, b) => a.start - b.start || a.end - b.end);
    return { tree: hasErrors(problems) ? null : tree, trailing, problems };
  } catch (error) {
    if (!(error instanceof QuerySyntaxError)) throw error;
    return refused([...problems.filter(({ severity }) => severity === 'error'), error.problem]);
  }
}

const refused = (problems: QueryProblem[]): ParsedQuery => ({ tree: null, trailing: [], problems });
const hasErrors = (problems: readonly QueryProblem[]) =>
  problems.some(({ severity }) => severity === 'error');

type Place = { start: number; end: number };
/** The field whose brackets are being read. */
type FieldName = string | null;

/** Recursive descent over the tokens of one query. */
class Parser {
  readonly #query: string;
  readonly #tokens: QueryToken[];
  readonly #problems: QueryProblem[];
  #next = 0;
  #depth = 0;
  #terms = 0;
  #comments: string[] = [];
  /** Nodes written in brackets. */
  readonly #bracketed = new Set<QueryNode>();

  constructor(query: string, tokens: QueryToken[], problems: QueryProblem[]) {
    this.#query = query;
    this.#tokens = tokens;
    this.#problems = problems;
  }

  parse(): { tree: QueryNode | null; trailing: string[] } {
    if (this.#peek().is === 'end') this.#fail('empty', { start: 0, end: this.#query.length });
    const whole = this.#or(null);
    const rest = this.#peek();
    if (rest.is === 'close') this.#fail('unexpected-bracket', rest);
    if (rest.is !== 'end') this.#fail('unexpected', rest, { term: this.#textOf(rest) });
    const left = withoutUnavailable(whole);
    const open = left && unlimited(left);
    if (left === null) this.#report('only-unavailable', whole);
    if (open) this.#report('only-not', open);
    return { tree: whole, trailing: this.#comments };
  }

  /** The next token that isn't a comment. */
  #peek(): QueryToken {
    for (;;) {
      const token = this.#tokens[this.#next] as QueryToken;
      if (token.is !== 'comment') return token;
      if (token.value !== '') this.#comments.push(token.value);
      this.#next += 1;
    }
  }

  #take(): QueryToken {
    const token = this.#peek();
    this.#next += 1;
    return token;
  }

  #textOf({ start, end }: Place): string {
    return this.#query.slice(start, end);
  }

  #fail(code: QueryProblemCode, place: Place, values: Record<string, string | number> = {}): never {
    const { start, end } = place;
    throw new QuerySyntaxError(queryProblem(code, { start, end }, values));
  }

  #report(
    code: QueryProblemCode,
    { start, end }: Place,
    values: Record<string, string | number> = {},
    suggestion: QueryProblem['suggestion'] = null,
  ): void {
    this.#problems.push(queryProblem(code, { start, end }, values, suggestion));
  }

  #bracketsAround(node: Place): QueryProblem['suggestion'] {
    return { start: node.start, end: node.end, text: `(${this.#textOf(node)})` };
  }

  #or(field: FieldName): QueryNode {
    const first = this.#and(field);
    const children = [first];
    while (this.#peek().is === 'or') {
      this.#take();
      children.push(this.#and(field));
    }
    if (children.length === 1) return first;
    const node: QueryNode = { kind: 'or', children, start: first.start, end: children.at(-1)?.end ?? 0 };
    for (const child of children) {
      if (this.#bracketed.has(child)) continue;
      this.#checkNear(child, 'OR');
      if (child.kind !== 'and') continue;
      const positive = child.children.filter(({ kind }) => kind !== 'not').length;
      const code = positive > 1 ? 'mixed-and-or' : 'mixed-not-or';
      this.#report(code, child, {}, this.#bracketsAround(child));
    }
    return node;
  }

  #and(field: FieldName): QueryNode {
    const first = this.#not(field);
    const children = [first];
    const written: boolean[] = [];
    for (;;) {
      const token = this.#peek();
      if (token.is === 'and') this.#take();
      else if (!beginsTerm(token)) break;
      const node = this.#not(field);
      const explicit = token.is === 'and' || node.kind === 'not';
      if (!explicit) {
        const gap = { start: children.at(-1)?.end ?? 0, end: token.start };
        const suggestion = { start: token.start, end: token.start, text: 'AND ' };
        this.#report('implicit-and', { start: gap.start, end: node.end }, {}, suggestion);
      }
      written.push(node.kind !== 'not');
      children.push(node);
    }
    if (children.length === 1) return first;
    for (const [place, child] of children.entries()) {
      if (written[place - 1] || written[place]) this.#checkNear(child, 'AND');
    }
    return { kind: 'and', children, start: first.start, end: children.at(-1)?.end ?? 0 };
  }

  /** Requires brackets around NEAR next to AND or OR, unless an operand of NEAR is in brackets. */
  #checkNear(node: QueryNode, operator: string): void {
    if (node.kind !== 'near' || this.#bracketed.has(node)) return;
    const clear = this.#bracketed.has(node.left) || this.#bracketed.has(node.right);
    const code = clear ? 'near-unbracketed' : 'near-brackets';
    this.#report(code, node, { operator }, this.#bracketsAround(node));
  }

  #not(field: FieldName): QueryNode {
    const token = this.#peek();
    if (token.is !== 'not') return this.#near(field);
    this.#take();
    const after = this.#peek();
    if (after.is !== 'not' && !beginsTerm(after)) this.#fail('missing-term', token);
    this.#deeper(token);
    const child = this.#not(field);
    this.#depth -= 1;
    return { kind: 'not', child, start: token.start, end: child.end };
  }

  #near(field: FieldName): QueryNode {
    let left = this.#atom(field);
    for (;;) {
      const token = this.#peek();
      if (token.is !== 'near') return left;
      this.#take();
      if (token.distance > MAX_DISTANCE) {
        const text = `NEAR/${MAX_DISTANCE}${token.ordered ? 'f' : ''}`;
        const suggestion = { start: token.start, end: token.end, text };
        this.#report('near-distance', token, { max: MAX_DISTANCE }, suggestion);
      }
      if (!beginsTerm(this.#peek())) this.#fail('missing-operand', token, { operator: 'NEAR' });
      const right = this.#atom(field);
      for (const operand of [left, right]) this.#checkPositional(operand);
      const { distance, ordered } = token;
      left = { kind: 'near', left, right, distance, ordered, start: left.start, end: right.end };
    }
  }

  /** Operands of NEAR have a place in the text: AND, NOT and fields have none. */
  #checkPositional(node: QueryNode): void {
    const { kind } = node;
    if (kind === 'word' || kind === 'phrase' || kind === 'near' || kind === 'within') return;
    if (kind === 'or') {
      for (const child of node.children) this.#checkPositional(child);
      return;
    }
    const operator = kind === 'and' ? 'AND' : kind === 'not' ? 'NOT' : this.#textOf(node);
    this.#report('near-operand', node, { operator });
  }

  #deeper(place: Place): void {
    this.#depth += 1;
    if (this.#depth > MAX_DEPTH) this.#fail('too-deep', place, { max: MAX_DEPTH });
  }

  #atom(field: FieldName): QueryNode {
    const token = this.#peek();
    const comments = this.#comments;
    this.#comments = [];
    if (!beginsTerm(token)) this.#refuseStart(token);
    this.#take();
    const node =
      token.is === 'open'
        ? this.#brackets(token, field)
        : token.is === 'field'
          ? this.#field(token)
          : this.#term(token, field);
    if (comments.length > 0) node.comments = [...comments, ...(node.comments ?? [])];
    return node;
  }

  #refuseStart(token: QueryToken): never {
    const before = this.#tokens
      .slice(0, this.#next)
      .filter(({ is }) => is !== 'comment')
      .at(-1);
    const operator = (one: QueryToken | undefined) =>
      one && (one.is === 'and' || one.is === 'or' || one.is === 'near') ? one : undefined;
    if (token.is === 'close' && before?.is === 'open')
      return this.#fail('empty-brackets', { start: before.start, end: token.end });
    const lonely = operator(token) ?? operator(before);
    if (lonely) return this.#fail('missing-operand', lonely, { operator: this.#textOf(lonely) });
    if (token.is === 'close') return this.#fail('unexpected-bracket', token);
    return this.#fail('unexpected', token, { term: this.#textOf(token) });
  }

  #brackets(open: QueryToken, field: FieldName): QueryNode {
    this.#deeper(open);
    const inner = this.#or(field);
    const close = this.#peek();
    if (close.is !== 'close') this.#fail('unclosed-bracket', open);
    this.#take();
    this.#depth -= 1;
    const node = this.#peek().is === 'tilde' ? this.#within(inner) : inner;
    node.start = open.start;
    node.end = Math.max(close.end, node.end);
    this.#bracketed.add(node);
    return node;
  }

  /** `(a AND b)~5`: all of them near each other. */
  #within(inner: QueryNode): QueryNode {
    const tilde = this.#take() as QueryToken & { is: 'tilde' };
    this.#checkDistance(tilde);
    if (inner.kind !== 'and') {
      this.#report('tilde-operand', tilde);
      return inner;
    }
    for (const child of inner.children) this.#checkPositional(child);
    const { children } = inner;
    return { kind: 'within', children, distance: tilde.distance, start: inner.start, end: tilde.end };
  }

  #checkDistance(tilde: QueryToken & { is: 'tilde' }): void {
    if (tilde.distance <= MAX_DISTANCE) return;
    const suggestion = { start: tilde.start, end: tilde.end, text: `~${MAX_DISTANCE}` };
    this.#report('near-distance', tilde, { max: MAX_DISTANCE }, suggestion);
  }

  #field(token: QueryToken & { is: 'field' }): QueryNode {
    const after = this.#peek();
    const spec = QUERY_FIELDS[token.name];
    const valid = ['word', 'phrase', 'case', 'range', 'open'].includes(after.is);
    if (!valid) {
      const example =
        spec?.is === 'value' ? spec.example : `${token.name}:${spec?.is === 'range' ? '[1 TO 9]' : 'word'}`;
      this.#fail('field-value', token, { field: token.name, example });
    }
    this.#take();
    const node = after.is === 'open' ? this.#brackets(after, token.name) : this.#term(after, token.name);
    node.start = token.start;
    return node;
  }

  #count(place: Place): void {
    this.#terms += 1;
    if (this.#terms > MAX_TERMS) this.#fail('too-many-terms', place, { max: MAX_TERMS });
  }

  #term(token: QueryToken, field: FieldName): QueryNode {
    this.#count(token);
    const spec = field === null ? undefined : QUERY_FIELDS[field];
    const { start, end } = token;
    if (token.is === 'range') return this.#range(token, field);
    if (token.is !== 'word' && token.is !== 'phrase' && token.is !== 'case')
      return this.#fail('unexpected', token, { term: this.#textOf(token) });
    const { value } = token;
    if (field !== null && spec && spec.is !== 'text') return this.#fieldValue(value, token, field);
    const part: TextPart = field === null ? 'any' : 'title';
    if (token.is === 'phrase') return this.#phrase(token, part);
    this.#checkWord(value, token, token.is === 'word');
    if (this.#peek().is === 'tilde') this.#report('tilde-ignored', this.#take());
    return { kind: 'word', value, part, caseSensitive: token.is === 'case', start, end };
  }

  #phrase(token: QueryToken & { value: string }, part: TextPart): QueryNode {
    const { start, value } = token;
    let { end } = token;
    if (value.length > MAX_PHRASE) this.#report('phrase-too-long', token, { max: MAX_PHRASE });
    if (!hasWord(value)) this.#report('no-word', token, { term: value });
    let within: number | null = null;
    if (this.#peek().is === 'tilde') {
      const tilde = this.#take() as QueryToken & { is: 'tilde' };
      this.#checkDistance(tilde);
      if (/\s/.test(value)) within = tilde.distance;
      else this.#report('tilde-ignored', tilde);
      end = tilde.end;
    }
    return { kind: 'phrase', value, part, within, start, end };
  }

  #checkWord(value: string, token: Place, wildcards: boolean): void {
    const { start, end } = token;
    if (value.length > MAX_TERM) this.#report('term-too-long', token, { max: MAX_TERM });
    else if (/^-+[^-\s]/.test(value)) {
      const text = `NOT ${value.replace(/^-+/, '')}`;
      this.#report('minus-sign', token, {}, { start, end, text });
    } else if (/^[#@$]?[*?]/.test(value) && value.length > 1) {
      const text = value.replace(/[*?]/g, '');
      const suggestion = hasWord(text) ? { start, end, text: `${text}*` } : null;
      this.#report('leading-wildcard', token, {}, suggestion);
    } else if (!hasWord(value)) {
      const operator = SIGNS[value];
      this.#report('no-word', token, { term: value }, operator ? { start, end, text: operator } : null);
    } else if (wildcards) this.#checkWildcards(value, token);
  }

  #checkWildcards(value: string, token: Place): void {
    const first = value.search(/[*?]/);
    if (first < 0) return;
    const isUnspaced = (letter: string) => classOf(letter.codePointAt(0) ?? 0) === UNSPACED;
    if ([...value.slice(0, first)].some(isUnspaced)) {
      if (first !== value.length - 1 || value.at(first) !== '*') this.#report('wildcard-script', token);
      return;
    }
    const star = value.indexOf('*');
    if (star < 0) return;
    const letters = [
      ...value
        .slice(0, star)
        .normalize('NFC')
        .replace(/[#@$?]/g, ''),
    ];
    // A syllable of Hangul holds two or three letters.
    const weight = letters.reduce((sum, character) => sum + (/[\uac00-\ud7a3]/.test(character) ? 2 : 1), 0);
    if (weight < MIN_PREFIX) this.#report('short-wildcard', token, { min: MIN_PREFIX });
  }

  #fieldValue(value: string, token: Place, field: string): QueryNode {
    const spec = QUERY_FIELDS[field];
    const { start, end } = token;
    if (value.length > MAX_PHRASE) this.#report('phrase-too-long', token, { max: MAX_PHRASE });
    const values = spec && 'values' in spec ? spec.values : undefined;
    if (values && !values.includes(value)) {
      const like = values.find((one) => one.toLowerCase() === value.toLowerCase());
      const suggestion = like ? { start, end, text: like } : null;
      this.#report('field-value-unknown', token, { field, values: values.join(', ') }, suggestion);
    }
    if (spec?.is === 'value') {
      if ((spec.form && !spec.form.test(value)) || !hasWord(value))
        this.#report('field-value', token, { field, example: spec.example });
      return { kind: 'field', field: spec.field, value, start, end };
    }
    if (spec?.is === 'range' || (spec?.is === 'unavailable' && spec.min !== undefined)) {
      const number = Number(value);
      if (value.trim() === '' || Number.isNaN(number))
        this.#report('field-value', token, { field, example: `${field}:[${spec.min} TO ${spec.max}]` });
      else this.#checkBounds(number, number, token, field);
      if (spec.is === 'range') {
        return { kind: 'range', field: spec.field, min: number, max: number, start, end };
      }
    }
    const text = /^[^\s()"“”„{}[\]~<]+$/.test(value) ? value : `"${value}"`;
    return this.#unavailable(field, token, text);
  }

  #range(token: QueryToken & { is: 'range' }, field: FieldName): QueryNode {
    const spec = field === null ? undefined : QUERY_FIELDS[field];
    const { start, end, min, max } = token;
    if (field === null || !spec) return this.#fail('range-field', token);
    if (min > max) {
      const suggestion = { start, end, text: `[${max} TO ${min}]` };
      this.#report('range-order', token, {}, suggestion);
    }
    if (spec.is === 'range') {
      this.#checkBounds(min, max, token, field);
      return { kind: 'range', field: spec.field, min, max, start, end };
    }
    if (spec.is === 'unavailable' && spec.min !== undefined) this.#checkBounds(min, max, token, field);
    else {
      const example = spec.is === 'value' ? spec.example : `${field}:word`;
      this.#report('field-value', token, { field, example });
    }
    return this.#unavailable(field, token, `[${min} TO ${max}]`);
  }

  #checkBounds(low: number, high: number, token: Place, field: string): void {
    const spec = QUERY_FIELDS[field];
    const [min = 0, max = 0] = spec && 'min' in spec ? [spec.min, spec.max] : [];
    if (low < min || high > max) this.#report('range-bounds', token, { field, min, max });
  }

  #unavailable(field: string, token: Place, text: string): QueryNode {
    const { start, end } = token;
    this.#report('field-unavailable', { start, end }, { field });
    return { kind: 'unavailable', field, text, start, end };
  }
}

/** Operators of other query languages. */
const SIGNS: Record<string, string> = {
  '&': 'AND',
  '&&': 'AND',
  '+': 'AND',
  '|': 'OR',
  '||': 'OR',
  '!': 'NOT',
};

const beginsTerm = ({ is }: QueryToken) =>
  ['word', 'phrase', 'case', 'field', 'range', 'open', 'not'].includes(is);

/** Whether something of a text can be searched for. */
const hasWord = (text: string) =>
  [...text].some((character) => {
    const kind = classOf(character.codePointAt(0) ?? 0);
    return kind !== SEPARATOR && kind !== MARK && kind !== INVISIBLE;
  });

/** Returns the part of a query that nothing limits, because it only excludes. */
function unlimited(node: QueryNode): QueryNode | undefined {
  if (node.kind === 'not') return node;
  if (node.kind === 'or') return node.children.map(unlimited).find((found) => found !== undefined);
  if (node.kind !== 'and') return undefined;
  const open = node.children.map(unlimited);
  return open.every((found) => found !== undefined) ? node : undefined;
}
