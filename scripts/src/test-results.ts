import { readFileSync } from 'node:fs';

/** How many passed and failed; what did not run counts as neither. */
export type Tally = { passed: number; failed: number };

/** The sum of tallies. */
export function sum(tallies: Tally[]): Tally {
  return tallies.reduce((a, b) => ({ passed: a.passed + b.passed, failed: a.failed + b.failed }), {
    passed: 0,
    failed: 0,
  });
}

/**
 * Reads Vitest's JSON report. A file that could not even be loaded counts as one failure.
 * @param ok whether Vitest itself ended well: an error outside of every test is a failure too
 */
export function readVitest(file: string, ok: boolean): Tally {
  const report = readReport(file);
  if (!report) return { passed: 0, failed: 1 };
  const unloaded = (report.testResults as { status: string; assertionResults: unknown[] }[]).filter(
    ({ status, assertionResults }) => status === 'failed' && assertionResults.length === 0,
  );
  return withOutcome({ passed: report.numPassedTests, failed: report.numFailedTests + unloaded.length }, ok);
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
  return withOutcome({ passed: expected + flaky, failed: unexpected }, ok);
}

function withOutcome({ passed, failed }: Tally, ok: boolean): Tally {
  return { passed, failed: ok ? failed : Math.max(failed, 1) };
}

function readReport(file: string) {
  try {
    return JSON.parse(readFileSync(file, 'utf8'));
  } catch {
    return undefined;
  }
}
