/** How bad a problem is: an error prevents saving, a warning shows likely mistakes, a note explains. */
export type Severity = 'error' | 'warning' | 'note';

/** Every problem of a query: severity and English text. Screens translate by the code and fill in the same values. */
export const QUERY_PROBLEMS = {
  empty: ['error', 'Enter a query.'],
  'too-long': ['error', 'A query can have at most {max} characters. This one has {count}.'],
  'too-many-terms': ['error', 'A query can have at most {max} terms.'],
  'too-deep': ['error', 'Parentheses can be nested up to {max} levels deep.'],
  'missing-operand': ['error', '{operator} needs a term on both sides.'],
  'missing-term': ['error', 'NOT needs a term after it.'],
  'unclosed-bracket': ['error', "This parenthesis isn't closed."],
  'unexpected-bracket': ['error', 'This closing parenthesis has no opening parenthesis.'],
  'empty-brackets': ['error', 'These parentheses are empty.'],
  'unclosed-quote': ['error', "This quotation mark isn't closed."],
  'empty-quotes': ['error', 'These quotation marks are empty.'],
  'unclosed-brace': ['error', "This brace isn't closed."],
  'unexpected-brace': ['error', 'This closing brace has no opening brace.'],
  'unclosed-comment': ['error', "This comment isn't closed. Close it with >>>."],
  'operator-case': ['error', 'Write {operator} in capitals, or put the word in quotation marks.'],
  'near-number': ['error', 'NEAR needs a distance, such as NEAR/5 or NEAR/5f.'],
  'near-distance': ['error', 'The distance can be at most {max} words.'],
  'near-brackets': ['error', 'Put parentheses around NEAR when you combine it with {operator}.'],
  'near-operand': [
    'error',
    "NEAR can't be applied to {operator}. Use words, phrases or terms joined with OR.",
  ],
  'tilde-number': ['error', '~ needs a distance, such as "rain jacket"~5.'],
  'tilde-operand': ['error', '~ must follow a phrase or words in parentheses.'],
  'range-field': ['error', 'A range needs a field before it, such as authorFollowers:[1000 TO 50000].'],
  'range-form': ['error', 'Write a range as [1000 TO 50000].'],
  'range-order': ['error', 'The first number of a range must be the smaller one.'],
  'range-bounds': ['error', '{field} must be between {min} and {max}.'],
  'field-unknown': ['error', 'Unknown field: {field}.'],
  'field-value': ['error', '{field} needs a value, such as {example}.'],
  'field-value-unknown': ['error', '{field} must be one of these: {values}.'],
  'leading-wildcard': ['error', "A word can't start with a wildcard."],
  'short-wildcard': ['error', 'Enter at least {min} characters before *.'],
  'wildcard-script': [
    'error',
    'In Chinese, Japanese, Thai and similar scripts, * can only be at the end of a word.',
  ],
  'no-word': ['error', '{term} contains no words to search for.'],
  'term-too-long': ['error', 'A word can have at most {max} characters.'],
  'phrase-too-long': ['error', 'A phrase can have at most {max} characters.'],
  'minus-sign': ['error', "A minus sign doesn't exclude a word. Use NOT instead."],
  'web-address': ['error', 'Use links: or url: to find URLs.'],
  'only-not': [
    'error',
    "This query matches every post that isn't excluded. Add a term that posts must contain.",
  ],
  unexpected: ['error', 'Unexpected {term}.'],
  'field-unavailable': ['warning', "{field} isn't available here and is ignored."],
  'only-unavailable': ['warning', 'None of these fields are available here, so nothing can match.'],
  'implicit-and': [
    'warning',
    'Terms without an operator between them must all appear. Add AND to make this clear.',
  ],
  'mixed-and-or': ['warning', 'AND is applied before OR. Add parentheses to make this clear.'],
  'mixed-not-or': ['warning', 'NOT applies only to its own side of OR. Add parentheses to make this clear.'],
  'near-unbracketed': ['warning', 'Put parentheses around NEAR to make clear what it applies to.'],
  'one-letter': ['warning', 'A single character matches too many posts to be useful.'],
  'duplicate-term': ['warning', '{term} is already part of this group.'],
  'covered-term': ['warning', '{other} already finds {term}.'],
  'excludes-itself': ['warning', '{term} is both required and excluded, so nothing can match.'],
  'redundant-not': ['warning', 'Two NOTs cancel each other out.'],
  'tilde-ignored': ['warning', '~ has no effect on a single word.'],
  'no-words': ['warning', 'This query has no search words, so it finds every post that matches its fields.'],
  'wide-range': ['warning', 'This range excludes almost nothing.'],
  'exact-accents': ['note', '{term} finds only this spelling. {plain} finds it with and without accents.'],
} as const satisfies Record<string, readonly [Severity, string]>;

export type QueryProblemCode = keyof typeof QUERY_PROBLEMS;

/** A replacement that solves a problem. */
export interface QuerySuggestion {
  start: number;
  end: number;
  text: string;
}

/** A problem of a query, with its place: code units, end exclusive. */
export interface QueryProblem {
  code: QueryProblemCode;
  severity: Severity;
  start: number;
  end: number;
  message: string;
  values: Record<string, string | number>;
  suggestion: QuerySuggestion | null;
}

/** Returns a problem with its English text. */
export function queryProblem(
  code: QueryProblemCode,
  { start, end }: { start: number; end: number },
  values: Record<string, string | number> = {},
  suggestion: QuerySuggestion | null = null,
): QueryProblem {
  const [severity, text] = QUERY_PROBLEMS[code];
  const message = text.replace(/\{(\w+)\}/g, (whole, name) => String(values[name] ?? whole));
  return { code, severity, start, end, message, values, suggestion };
}

/** Returns line and column of a place in a query, both from 1. */
export function lineAndColumn(query: string, offset: number): { line: number; column: number } {
  const before = query.slice(0, offset).split(/\r\n|\r|\n/);
  return { line: before.length, column: (before.at(-1) ?? '').length + 1 };
}
