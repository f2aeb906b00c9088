import { readFileSync } from 'node:fs';
import path from 'node:path';
import { stripVTControlCharacters } from 'node:util';
import { root } from '../folders.ts';

const REASON_LINES = 8;

type VitestFile = {
  name: string;
  status: string;
  message: string;
  assertionResults: { status: string; fullName: string; failureMessages?: string[] }[];
};

type PlaywrightSuite = {
  specs?: {
    file: string;
    line: number;
    title: string;
    tests: { status: string; results: { error?: { message?: string } }[] }[];
  }[];
  suites?: PlaywrightSuite[];
};

/** Number of passed tests, and the failures; skipped tests count as neither. */
export type Tally = { passed: number; failures: FailedTest[] };

/** A failure: file, full title and reason. */
export type FailedTest = { file: string; title: string; reason: string };

/** Adds up tallies. */
export function sum(tallies: Tally[]): Tally {
  return {
    passed: tallies.reduce((all, { passed }) => all + passed, 0),
    failures: tallies.flatMap(({ failures }) => failures),
  };
}

/** Formats failures for the end of the output, which may be all that is kept. */
export function listFailures(failures: FailedTest[]): string {
  return failures
    .map(({ file, title, reason }) => {
      const lines = stripVTControlCharacters(reason).trim().split('\n').slice(0, REASON_LINES);
      return [`failed  ${file} > ${title}`, ...lines.map((line) => `        ${line}`)].join('\n');
    })
    .join('\n');
}

/**
 * Reads Vitest's JSON report. A file that couldn't be loaded counts as one failure.
 * @param ok whether Vitest itself succeeded: an error outside tests is a failure too
 */
export function readVitest(file: string, ok: boolean): Tally {
  const report = readReport(file);
  if (!report) return unreadable(file);
  const failures = (report.testResults as VitestFile[]).flatMap(
    ({ name, status, message, assertionResults }) => {
      const file = path.relative(root, name);
      const tests = assertionResults.filter((test) => test.status === 'failed');
      if (status === 'failed' && tests.length === 0)
        return [{ file, title: 'the file itself', reason: message }];
      return tests.map(({ fullName, failureMessages }) => ({
        file,
        title: fullName,
        reason: failureMessages?.[0] ?? '',
      }));
    },
  );
  return withOutcome('vitest', { passed: report.numPassedTests, failures }, ok);
}

/**
 * Reads Playwright's JSON report. A test that passed on retry counts as passed, and is mentioned.
 * @param ok whether Playwright itself succeeded
 */
export function readPlaywright(file: string, ok: boolean): Tally {
  const report = readReport(file);
  if (!report) return unreadable(file);
  const { expected, flaky } = report.stats;
  if (flaky > 0) console.log(`${flaky} passed at the second try`);
  return withOutcome('playwright', { passed: expected + flaky, failures: failedJourneys(report) }, ok);
}

function failedJourneys(suite: PlaywrightSuite): FailedTest[] {
  const own = (suite.specs ?? []).filter(({ tests }) => tests.some(({ status }) => status === 'unexpected'));
  return [
    ...own.map(({ file, line, title, tests }) => ({
      file: `e2e/${file}:${line}`,
      title,
      reason: tests.flatMap(({ results }) => results.at(-1)?.error?.message ?? [])[0] ?? '',
    })),
    ...(suite.suites ?? []).flatMap(failedJourneys),
  ];
}

/** An error without a test counts as its own failure. */
function withOutcome(tool: string, tally: Tally, ok: boolean): Tally {
  if (ok || tally.failures.length > 0) return tally;
  return { ...tally, failures: [{ file: tool, title: 'outside of every test', reason: 'See above.' }] };
}

const unreadable = (file: string): Tally => ({
  passed: 0,
  failures: [{ file: path.basename(file), title: 'no report was written', reason: 'See above.' }],
});

function readReport(file: string) {
  try {
    return JSON.parse(readFileSync(file, 'utf8'));
  } catch {
    return undefined;
  }
}
