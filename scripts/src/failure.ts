/**
 * A failure whose message is written for the person at the terminal: one line that says what is wrong
 * and what to do next. Commands print it without a stack trace and end with exit code 1.
 */
export class Failure extends Error {
  override name = 'Failure';
}

/** The text for a terminal: the message of a `Failure`, everything else with its stack. */
export function describe(error: unknown): string {
  if (error instanceof Failure) return error.message;
  return error instanceof Error ? (error.stack ?? error.message) : String(error);
}

/** Runs a command's main function; a failure is printed to standard error and ends with exit code 1. */
export async function run(main: () => Promise<number | undefined>): Promise<void> {
  try {
    process.exitCode = (await main()) ?? 0;
  } catch (error) {
    console.error(describe(error));
    process.exitCode = 1;
  }
}
