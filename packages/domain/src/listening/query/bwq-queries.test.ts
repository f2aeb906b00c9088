import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { exportBwq, importBwq } from './bwq-file.ts';
import { parseQuery } from './parse-query.ts';
import { printQuery } from './print-query.ts';

const SHARED = process.env.TROUPE_SHARED ?? join(import.meta.dirname, '../../../../../../shared');
const FOLDER = join(SHARED, 'data/listening/queries_bwq');
const isHere = existsSync(FOLDER);
if (!isHere) console.log('The queries of Brandwatch users are not here: they are not read.');

const filesOf = (verdict: string) =>
  isHere
    ? readdirSync(join(FOLDER, verdict)).map((name) => ({
        name,
        text: readFileSync(join(FOLDER, verdict, name), 'utf8'),
      }))
    : [];

/** Cases with another verdict here, and why. */
const OTHERWISE: Record<string, string> = {
  // Everything without both words: the origin's later rule for queries that only exclude refuses it too.
  not_with_groups: 'only-not',
  // Only warned about there; our limits are three letters before * and 50 words.
  short_wildcard: 'short-wildcard',
  short_wildcard_multiple: 'short-wildcard',
  large_proximity: 'near-distance',
  very_large_proximity: 'near-distance',
};

const cases = isHere
  ? readFileSync(join(FOLDER, 'edge_case_tests.txt'), 'utf8')
      .split('\n')
      .filter((line) => line !== '' && !line.startsWith('#'))
      .map((line) => {
        const [name = '', verdict = '', ...rest] = line.split(':');
        return { name, verdict, query: rest.join(':') };
      })
  : [];

const errorsOf = (query: string) => parseQuery(query).problems.filter(({ severity }) => severity === 'error');

describe.runIf(isHere)('queries of Brandwatch users', () => {
  test('reads all valid files, and printing them is stable', () => {
    const files = filesOf('valid');
    expect(files).toHaveLength(8);
    for (const { name, text } of files) {
      const { tree, trailing } = parseQuery(text);
      expect([name, errorsOf(text)]).toEqual([name, []]);
      const printed = tree ? printQuery(tree, trailing) : '';
      const again = parseQuery(printed);
      expect(again.tree && printQuery(again.tree, again.trailing)).toBe(printed);
    }
  });

  test('refuses the invalid file where it mixes operators', () => {
    const [file] = filesOf('invalid');
    const text = file?.text ?? '';
    const [problem] = errorsOf(text);
    expect(problem?.code).toBe('near-brackets');
    expect(text.slice(problem?.start, problem?.end)).toBe('juice NEAR/3 smoothie');
  });

  test('keeps all comments of the real query and counts its terms', () => {
    const text = filesOf('valid').find(({ name }) => name.startsWith('valid_real'))?.text ?? '';
    const { tree, trailing } = parseQuery(text);
    const printed = tree ? printQuery(tree, trailing) : '';
    const comments = (query: string) => [...query.matchAll(/<<<(.*?)>>>/g)].map(([, comment]) => comment);
    expect(comments(text)).toHaveLength(14);
    expect(comments(printed).toSorted()).toEqual(comments(text).toSorted());
  });

  test('agrees with the verdict of all cases but five', () => {
    expect(cases).toHaveLength(118);
    const refused: Record<string, string> = {};
    for (const { name, verdict, query } of cases) {
      const errors = errorsOf(query);
      for (const { start, end } of errors) {
        expect(start).toBeLessThanOrEqual(end);
        expect(end).toBeLessThanOrEqual(query.length);
      }
      if (verdict === 'invalid') expect([name, errors.length > 0]).toEqual([name, true]);
      else if (verdict !== 'check' && errors[0]) refused[name] = errors[0].code;
    }
    expect(refused).toEqual(OTHERWISE);
  });

  test('warns where the file does', () => {
    const silent = cases
      .filter(({ verdict, query }) => verdict === 'warning' && parseQuery(query).problems.length === 0)
      .map(({ name }) => name);
    // Long prefixes are cheap here.
    expect(silent).toEqual(['multiple_wildcards']);
  });

  test('files keep their queries, names and comments', () => {
    const queries = importBwq(filesOf('valid'));
    expect(queries.map(({ name }) => name)).toContain('complex_near');
    const again = importBwq(exportBwq(queries));
    expect(again).toEqual(queries);
  });
});

describe('files', () => {
  test('are named after their monitors, each differently', () => {
    const files = exportBwq([
      { name: 'Larkmoor: jackets / shells', query: 'larkmoor' },
      { name: 'larkmoor jackets shells', query: 'b1' },
      { name: '../../etc/passwd', query: 'c1' },
      { name: 'CON', query: 'd1' },
      { name: '>>> (', query: 'e1' },
    ]);
    expect(files.map(({ name }) => name)).toEqual([
      'Larkmoor-jackets-shells.bwq',
      'larkmoor-jackets-shells-2.bwq',
      'etc-passwd.bwq',
      'CON-query.bwq',
      'query.bwq',
    ]);
    expect(importBwq(files)[0]).toEqual({ name: 'Larkmoor: jackets / shells', query: 'larkmoor' });
    for (const { text } of files) expect(parseQuery(text).tree).not.toBeNull();
  });

  test('are read with a byte order mark, Windows line breaks and paths', () => {
    const text = '\ufeff<<<our brand>>>\r\nlarkmoor OR\r\n  "lark moor"\r\n';
    expect(importBwq([{ name: 'C:\\queries\\brand.BWQ', text }])).toEqual([
      { name: 'brand', query: '<<<our brand>>>\nlarkmoor OR\n  "lark moor"' },
    ]);
  });
});
