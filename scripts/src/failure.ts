/**
 * An error with a one-line message for the person at the terminal: what is wrong and what to do.
 * Commands print it without a stack trace and exit with code 1.
 */
export class Failure extends Error {
  override name = 'Failure';
}

/** Returns the text to print: the message of a `Failure`, the stack of other errors. */
export function reasonOf(error: unknown): string {
  if (error instanceof Failure) return error.message;
  return error instanceof Error ? (error.stack ?? error.message) : String(error);
}

/** Runs a command's main function; on failure, prints to standard error and exits with code 1. */
export async function run(main: () => Promise<number | undefined>): Promise<void> {
  try {
    process.exitCode = (await main()) ?? 0;
  } catch (error) {
    console.error(reasonOf(error));
    process.exitCode = 1;
  }
}
