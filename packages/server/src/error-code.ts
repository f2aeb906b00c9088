/** Texts of the database driver for a lost or missing connection, which carry no code. */
const LOST =
  /Connection terminated|pool after calling end|connection error and is not queryable|Query read timeout/;

/** Errors that ended database connections, to tell them apart from network errors of other hosts. */
const connectionsLost = new WeakSet<Error>();

/** Remembers an error that ended a database connection. All pending statements of the connection fail with it. */
export const noteLostConnection = (error: Error): void => void connectionsLost.add(error);

const isLost = (error: Error): boolean => connectionsLost.has(error) || LOST.test(error.message);

/**
 * Returns the code of a failure, or of its cause: `23505` from the database, `ECONNREFUSED` from the network, and
 * `ECONN` for a database connection that was lost or could not be had. Null when nothing names one.
 */
export function codeOf(error: unknown): string | null {
  for (let one = error; one instanceof Error; one = one.cause) {
    if (connectionsLost.has(one)) return 'ECONN';
    if ('code' in one && typeof one.code === 'string') return one.code;
    if (LOST.test(one.message)) return 'ECONN';
    if (one instanceof DatabaseUnavailable && !(one.cause instanceof Error)) return 'ECONN';
  }
  return null;
}

/**
 * SQLSTATEs of a server that cannot answer now: connection exceptions (08), too many connections (53300), shutting down
 * or starting up (57P01-57P03), a dropped database (57P04), an idle session ended (57P05, 25P03), a statement over its
 * time limit (57014).
 */
const UNAVAILABLE = /^(?:08...|53300|57P0[1-5]|25P03|57014|ECONN)$/;

/** Returns whether the database could not be reached, or could not answer in time: worth retrying soon. */
export function isDatabaseUnavailable(error: unknown): boolean {
  for (let one = error; one instanceof Error; one = one.cause) {
    if (one instanceof DatabaseUnavailable || isLost(one)) return true;
    // Network codes count only where the driver met them, see above: providers have some of their own.
    if ('severity' in one && 'code' in one && UNAVAILABLE.test(String(one.code))) return true;
  }
  return false;
}

/** No connection to the database: it is down, unreachable, or all connections are in use. */
export class DatabaseUnavailable extends Error {
  constructor(message: string, options?: ErrorOptions) {
    super(message, options);
    this.name = 'DatabaseUnavailable';
  }
}
