import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll, describe, expect, test } from 'vitest';
import { root } from '../folders.ts';
import { listFailures, readPlaywright, readVitest, sum } from './test-results.ts';

const folder = mkdtempSync(path.join(tmpdir(), 'troupe-results-'));
afterAll(() => rmSync(folder, { recursive: true }));

function report(content: unknown): string {
  const file = path.join(folder, 'report.json');
  writeFileSync(file, JSON.stringify(content));
  return file;
}

describe('Vitest results', () => {
  const lists = path.join(root, 'apps/api/src/lists.test.ts');

  test('show file, title and reason of each failed test', () => {
    const file = report({
      numPassedTests: 4,
      testResults: [
        {
          name: lists,
          status: 'failed',
          message: '',
          assertionResults: [
            { status: 'passed', fullName: 'lists are kept', failureMessages: [] },
            {
              status: 'failed',
              fullName: 'lists are shared',
              failureMessages: ['expected 1 to be 2\n  at x'],
            },
          ],
        },
      ],
    });
    expect(readVitest(file, false)).toEqual({
      passed: 4,
      failures: [
        {
          file: 'apps/api/src/lists.test.ts',
          title: 'lists are shared',
          reason: 'expected 1 to be 2\n  at x',
        },
      ],
    });
  });

  test('count a file that failed to load as one failure, next to failed tests', () => {
    const failed = { status: 'failed', fullName: 'tags are kept', failureMessages: ['no tag'] };
    const file = report({
      numPassedTests: 4,
      testResults: [
        { name: lists, status: 'failed', message: 'no such module', assertionResults: [] },
        {
          name: lists.replace('lists', 'items'),
          status: 'failed',
          message: 'timeout expired',
          assertionResults: [{ status: 'skipped', fullName: 'items are kept' }],
        },
        { name: lists.replace('lists', 'tags'), status: 'failed', message: '', assertionResults: [failed] },
      ],
    });
    expect(readVitest(file, false)).toEqual({
      passed: 4,
      failures: [
        { file: 'apps/api/src/lists.test.ts', title: 'the file itself', reason: 'no such module' },
        { file: 'apps/api/src/items.test.ts', title: 'the file itself', reason: 'timeout expired' },
        { file: 'apps/api/src/tags.test.ts', title: 'tags are kept', reason: 'no tag' },
      ],
    });
  });

  test('count a failure of Vitest itself, or a missing report, as one failure', () => {
    const file = report({ numPassedTests: 4, testResults: [] });
    expect(readVitest(file, false)).toEqual({
      passed: 4,
      failures: [{ file: 'vitest', title: 'outside of every test', reason: 'See above.' }],
    });
    expect(readVitest(path.join(folder, 'unit.json'), true)).toEqual({
      passed: 0,
      failures: [{ file: 'unit.json', title: 'no report was written', reason: 'See above.' }],
    });
  });
});

test('Playwright results show each failed journey with its line, except those that passed on retry', () => {
  const journey = (title: string, status: string, message: string) => ({
    file: 'lists.spec.ts',
    line: 12,
    title,
    tests: [{ status, results: [{ error: { message: 'first' } }, { error: { message } }] }],
  });
  const file = report({
    stats: { expected: 7, unexpected: 1, flaky: 1 },
    suites: [
      {
        specs: [journey('is shared', 'flaky', '')],
        suites: [{ specs: [journey('is kept', 'unexpected', 'not visible')] }],
      },
    ],
  });
  expect(readPlaywright(file, false)).toEqual({
    passed: 8,
    failures: [{ file: 'e2e/lists.spec.ts:12', title: 'is kept', reason: 'not visible' }],
  });
});

test('lists all failures with the first lines of their reasons, without colors', () => {
  const reason = ['\u001b[31mexpected 1 to be 2\u001b[39m', ...'abcdefghij'].join('\n');
  const { passed, failures } = sum([
    { passed: 2, failures: [{ file: 'a.test.ts', title: 'adds', reason }] },
    { passed: 3, failures: [] },
  ]);
  expect(passed).toBe(5);
  expect(listFailures(failures)).toBe(
    [
      'failed  a.test.ts > adds',
      '        expected 1 to be 2',
      ...[...'abcdefg'].map((l) => `        ${l}`),
    ].join('\n'),
  );
});
