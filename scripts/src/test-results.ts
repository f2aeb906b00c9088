import { readFileSync } from 'node:fs';
import path from 'node:path';
import { stripVTControlCharacters } from 'node:util';
import { root } from './folders.ts';

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

/** How many passed and failed, and what is known of each failure; what did not run counts as neither. */
export type Tally = { passed: number; failed: number; failures?: Failed[] };

/** A test that failed: its file, its title with those around it, and what was expected, in a few lines. */
export type Failed = { file: string; title: string; reason: string };

/** The sum of tallies. */
export function sum(tallies: Tally[]): Required<Tally> {
  return {
    passed: tallies.reduce((all, { passed }) => all + passed, 0),
    failed: tallies.reduce((all, { failed }) => all + failed, 0),
    failures: tallies.flatMap(({ failures }) => failures ?? []),
  };
}

/** The failures as lines to print: a run prints thousands of lines, and only its end may be kept. */
export function listFailures(failures: Failed[]): string {
  return failures
    .map(({ file, title, reason }) => {
      const lines = stripVTControlCharacters(reason).trim().split('\n').slice(0, REASON_LINES);
      return [`failed  ${file} > ${title}`, ...lines.map((line) => `        ${line}`)].join('\n');
    })
    .join('\n');
}

/**
 * Reads Vitest's JSON report. A file that could not even be loaded counts as one failure.
 * @param ok whether Vitest itself ended well: an error outside of every test is a failure too
 */
export function readVitest(file: string, ok: boolean): Tally {
  const report = readReport(file);
  if (!report) return { passed: 0, failed: 1 };
  const files = report.testResults as VitestFile[];
  const failures = files.flatMap(({ name, status, message, assertionResults }) => {
    const file = path.relative(root, name);
    // A file that could not be loaded, or whose set-up failed, has a message of its own and no failed test.
    const tests = assertionResults.filter((test) => test.status === 'failed');
    if (status === 'failed' && tests.length === 0)
      return [{ file, title: 'the file itself', reason: message }];
    return tests.map(({ fullName, failureMessages }) => ({
      file,
      title: fullName,
      reason: failureMessages?.[0] ?? '',
    }));
  });
  const unloaded = files.filter(
    ({ status, assertionResults }) => status === 'failed' && assertionResults.length === 0,
  );
  const failed = report.numFailedTests + unloaded.length;
  return withOutcome({ passed: report.numPassedTests, failed, failures }, ok);
}

/**
 * Reads Playwright's JSON report. A test that passed when repeated has passed, and is said so.
 * @param ok whether Playwright itself ended well
 */
export function readPlaywright(file: string, ok: boolean): Tally {
  const report = readReport(file);
  if (!report) return { passed: 0, failed: 1 };
  const { expected, unexpected, flaky } = report.stats;
  if (flaky > 0) console.log(`${flaky} passed at the second try`);
  return withOutcome({ passed: expected + flaky, failed: unexpected, failures: failedJourneys(report) }, ok);
}

function failedJourneys(suite: PlaywrightSuite): Failed[] {
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

function withOutcome({ passed, failed, failures }: Tally, ok: boolean): Tally {
  return { passed, failed: ok ? failed : Math.max(failed, 1), failures };
}

function readReport(file: string) {
  try {
    return JSON.parse(readFileSync(file, 'utf8'));
  } catch {
    return undefined;
  }
}
