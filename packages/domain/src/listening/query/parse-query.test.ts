import { describe, expect, test } from 'vitest';
import { parseQuery } from './parse-query.ts';
import { printQuery } from './print-query.ts';
import { lineAndColumn, QUERY_PROBLEMS } from './query-problem.ts';

/** The tree as canonical text with all brackets, or the codes of the errors. */
const read = (query: string): string => {
  const { tree, problems } = parseQuery(query);
  return tree
    ? printQuery(tree)
    : problems.flatMap((one) => (one.severity === 'error' ? one.code : [])).join(' ');
};
/** Problems as `code:text they mark`, with `>suggestion`. */
const problemsOf = (query: string): string[] =>
  parseQuery(query).problems.map(
    ({ code, start, end, suggestion }) =>
      `${code}:${query.slice(start, end)}${suggestion ? `>${suggestion.text}` : ''}`,
  );

describe('grammar', () => {
  test.each([
    ['apple juice', 'apple AND juice'],
    ['a1 OR b1 AND c1', 'a1 OR (b1 AND c1)'],
    ['a1 OR b1 NOT c1', 'a1 OR (b1 NOT c1)'],
    ['a1 AND NOT b1', 'a1 NOT b1'],
    ['NOT a1 AND b1', 'NOT a1 AND b1'],
    ['a1 NEAR/5 b1 NEAR/2f c1', '(a1 NEAR/5 b1) NEAR/2f c1'],
    ['((a1 NEAR/2 b1) OR c1) NEAR/0f d1', '((a1 NEAR/2 b1) OR c1) NEAR/0f d1'],
    ['(((a1)))', 'a1'],
    ['"apple juice"~5', '"apple juice"~5'],
    ['"apple juice" ~ 5', '"apple juice"~5'],
    ['((a1 OR b1) AND c1)~5', '((a1 OR b1) AND c1)~5'],
    ['“curly quotes”', '"curly quotes"'],
    ['{BT} OR {New York}', '{BT} OR {New York}'],
    ['title:(a1 OR "b c")', 'title:a1 OR title:"b c"'],
    ['title:(a1 NEAR/3 b1)', 'title:a1 NEAR/3 title:b1'],
    ['author: (jane OR "john doe")', 'author:jane OR author:"john doe"'],
    ['AUTHORFOLLOWERS:[10 TO 20] AND x1', 'authorFollowers:[10 TO 20] AND x1'],
    ['followers:[10 TO 20] AND x1', 'authorFollowers:[10 TO 20] AND x1'],
    ['weblogTitle:jane AND x1', 'author:jane AND x1'],
    [
      'country:gbr AND city:"new york" AND rating:[3 TO 5] AND x1',
      'country:gbr AND city:"new york" AND rating:[3 TO 5] AND x1',
    ],
    ['apple <<<why>>> AND <<<because>>> juice', 'apple AND <<<why>>> <<<because>>> juice'],
    ['#tag @name $AAPL 😀', '#tag AND @name AND $AAPL AND 😀'],
    ['don’t OR o1-preview OR A.I. OR 3.5', 'don’t OR o1-preview OR A.I. OR 3.5'],
    ['customi?e OR custom*iz*', 'customi?e OR custom*iz*'],
    ['삼성* OR 微软*', '삼성* OR 微软*'],
    ['apple\u200b \u202eAND\u00a0juice', 'apple AND juice'],
  ])('reads %s', (query, printed) => {
    expect(read(query)).toBe(printed);
  });
});

describe('errors', () => {
  test.each([
    ['', 'empty:'],
    [' <<<only a comment>>> ', 'empty: <<<only a comment>>> '],
    ['NOT a1', 'only-not:NOT a1'],
    ['a1 OR NOT b1', 'only-not:NOT b1'],
    ['NOT (a1 AND b1)', 'only-not:NOT (a1 AND b1)'],
    ['NOT NOT a1', 'only-not:NOT NOT a1'],
    ['a1 AND', 'missing-operand:AND'],
    ['OR a1', 'missing-operand:OR'],
    ['a1 AND AND b1', 'missing-operand:AND'],
    ['a1 NEAR/5', 'missing-operand:NEAR/5'],
    ['a1 NOT', 'missing-term:NOT'],
    ['(a1 OR b1', 'unclosed-bracket:('],
    ['a1 OR b1)', 'unexpected-bracket:)'],
    ['a1 AND ()', 'empty-brackets:()'],
    ['"a1', 'unclosed-quote:"'],
    ['a1 AND ""', 'empty-quotes:""'],
    ['{a1', 'unclosed-brace:{'],
    ['a1}', 'unexpected-brace:}'],
    ['a1 <<<note', 'unclosed-comment:<<<'],
    ['a1 and b1', 'operator-case:and>AND'],
    ['a1 Or b1', 'operator-case:Or>OR'],
    ['a1 NEAR b1', 'near-number:NEAR>NEAR/5'],
    ['a1 near/3f b1', 'near-number:near/3f>NEAR/3f'],
    ['a1 NEAR/150 b1', 'near-distance:NEAR/150>NEAR/50'],
    ['"a b"~51', 'near-distance:~51>~50'],
    ['a1 AND b1 NEAR/5 c1', 'near-brackets:b1 NEAR/5 c1>(b1 NEAR/5 c1)'],
    ['a1 OR b1 NEAR/5 c1', 'near-brackets:b1 NEAR/5 c1>(b1 NEAR/5 c1)'],
    ['(a1 AND b1) NEAR/5 c1', 'near-operand:(a1 AND b1)'],
    ['(a1 OR (b1 NOT c1)) NEAR/5 d1', 'near-operand:(b1 NOT c1)'],
    ['a1 NEAR/5 site:x.com', 'near-operand:site:x.com'],
    ['"a b"~', 'tilde-number:~'],
    ['(a1 OR b1)~5', 'tilde-operand:~5'],
    ['[1 TO 5]', 'range-field:[1 TO 5]'],
    ['likes:[1 to 5]', 'range-form:[1 to 5]'],
    ['likes:[5 TO 1]', 'range-order:[5 TO 1]>[1 TO 5]'],
    ['minuteOfDay:[0 TO 1440]', 'range-bounds:[0 TO 1440]'],
    ['language:english', 'field-value:english'],
    ['site: AND b1', 'field-value:site:'],
    ['engagementType:retweet', 'field-value-unknown:retweet>RETWEET'],
    ['titel:apple', 'field-unknown:titel:>title:'],
    ['re:invent', 'field-unknown:re:>"re:invent"'],
    ['*apple', 'leading-wildcard:*apple>apple*'],
    ['ap*', 'short-wildcard:ap*'],
    ['微*软', 'wildcard-script:微*软'],
    ['&&', 'no-word:&&>AND'],
    ['-spam', 'minus-sign:-spam>NOT spam'],
    ['https://www.example.com/news', 'web-address:https://www.example.com/news>links:"example.com/news"'],
    [`a${'b'.repeat(100)}`, `term-too-long:a${'b'.repeat(100)}`],
  ])('refuses %s', (query, problem) => {
    const found = parseQuery(query);
    expect(found.tree).toBeNull();
    expect(problemsOf(query)).toContain(problem);
  });

  test('tells line, column, text and what would solve it', () => {
    const query = 'apple\nAND juice\r\nor orange';
    const [problem] = parseQuery(query).problems;
    expect(problem).toMatchObject({
      code: 'operator-case',
      severity: 'error',
      message: 'Write OR in capitals, or put the word in quotation marks.',
      suggestion: { start: 17, end: 19, text: 'OR' },
    });
    expect(lineAndColumn(query, problem?.start ?? 0)).toEqual({ line: 3, column: 1 });
  });

  test('every suggestion removes its error', () => {
    for (const query of [
      'a1 and b1',
      'a1 near/3f b1',
      'a1 NEAR/99 b1',
      'a1 OR b1 NEAR/5 c1',
      '*apple',
      'x1 -spam',
      'titel:apple',
      're:invent',
      'likes:[5 TO 1] AND x1',
    ]) {
      const [problem] = parseQuery(query).problems.filter(({ severity }) => severity === 'error');
      const { start, end, text } = problem?.suggestion ?? { start: 0, end: 0, text: '' };
      const better = query.slice(0, start) + text + query.slice(end);
      expect([query, read(better)]).not.toEqual([query, '']);
      expect(parseQuery(better).problems.map(({ code }) => code)).not.toContain(problem?.code);
    }
  });

  test('every text has its values', () => {
    for (const query of [
      '',
      'a1 and b1',
      'a1 AND',
      'foo:x',
      'site:,',
      'rating:9 AND x1',
      'authorGender:X AND x1',
      'ap*',
      `${'a1 OR '.repeat(400)}a1`,
    ])
      for (const { message } of parseQuery(query).problems) expect(message).not.toMatch(/[{}]/);
    for (const [, text] of Object.values(QUERY_PROBLEMS)) expect(text).toMatch(/[.]$/);
  });
});

describe('lint', () => {
  test.each([
    ['a1 b1', 'implicit-and: b1>AND '],
    ['a1 AND b1 OR c1', 'mixed-and-or:a1 AND b1>(a1 AND b1)'],
    ['a1 OR b1 NOT c1', 'mixed-not-or:b1 NOT c1>(b1 NOT c1)'],
    ['a1 AND b1 NEAR/5 (c1 OR d1)', 'near-unbracketed:b1 NEAR/5 (c1 OR d1)>(b1 NEAR/5 (c1 OR d1))'],
    ['a OR b1', 'one-letter:a'],
    ['a1 OR b1 OR A1', 'duplicate-term:A1'],
    ['apple OR appl*', 'covered-term:apple'],
    ['a1 NOT a1', 'excludes-itself:NOT a1'],
    ['a1 NOT (b1 OR a1)', 'excludes-itself:NOT (b1 OR a1)'],
    ['a1 NOT NOT b1', 'redundant-not:NOT NOT b1'],
    ['apple~5', 'tilde-ignored:~5'],
    ['language:en AND likes:[5 TO 9]', 'no-words:language:en AND likes:[5 TO 9]'],
    ['x1 AND authorFollowers:[1 TO 999999999]', 'wide-range:authorFollowers:[1 TO 999999999]'],
    ['x1 AND country:gbr', 'field-unavailable:gbr'],
    ['country:gbr', 'only-unavailable:country:gbr'],
    ['niño', 'exact-accents:niño>nino'],
  ])('warns about %s', (query, problem) => {
    expect(parseQuery(query).tree).not.toBeNull();
    expect(problemsOf(query)).toContain(problem);
  });

  test.each([
    'apple',
    '(a1 OR b1) AND c1',
    'a1 NOT b1',
    '日',
    '"a b"~5',
    '(larkmoor OR "lark moor") NEAR/5 (jacket OR shell) NOT "larkmoor lane"',
    '{A1} OR a1',
    'STRASSE OR straße2',
  ])('says nothing about %s', (query) => {
    expect(problemsOf(query)).toEqual([]);
  });
});

describe('hostile queries', () => {
  test.each([
    ['10,000 brackets', '('.repeat(10_000), 'too-deep'],
    ['10,000 closed brackets', `${'('.repeat(8_000)}a1${')'.repeat(8_000)}`, 'too-deep'],
    ['a chain of NOT', `a1 ${'NOT '.repeat(3_000)}b1`, 'too-deep'],
    ['too many terms', 'ab OR '.repeat(2_000), 'too-many-terms'],
    ['a long text', 'a'.repeat(20_000), 'too-long'],
    ['unclosed comments', '<<<'.repeat(5_000), 'unclosed-comment'],
    ['quotation marks', '"'.repeat(16_001), 'empty-quotes'],
    ['fans of wildcards', 'a* OR '.repeat(300), 'missing-operand'],
    ['ranges', `x:${'['.repeat(16_000)}`, 'field-unknown'],
    ['tildes', `${'~'.repeat(16_000)}`, 'tilde-number'],
  ])('refuses %s at once', (_, query, code) => {
    const begun = performance.now();
    const { tree, problems } = parseQuery(query);
    expect(tree).toBeNull();
    expect(problems.map((problem) => problem.code)).toContain(code);
    // Generous: it takes a few milliseconds.
    expect(performance.now() - begun).toBeLessThan(2_000);
  });

  test('allows 32 levels and 400 terms, and no more', () => {
    const nested = (depth: number) => `${'(a1 OR '.repeat(depth)}b1${')'.repeat(depth)}`;
    expect(parseQuery(nested(32)).tree).not.toBeNull();
    expect(read(nested(33))).toBe('too-deep');
    const many = (count: number) => Array.from({ length: count }, (_, n) => `w${n}`).join(' OR ');
    expect(parseQuery(many(400)).tree).not.toBeNull();
    expect(read(many(401))).toBe('too-many-terms');
  });
});
