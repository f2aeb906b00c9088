/** Driver messages for a lost or missing connection, which have no code. */
const LOST =
  /Connection terminated|pool after calling end|connection error and is not queryable|Query read timeout/;

/** Errors that ended database connections, to tell them apart from other network errors. */
const connectionsLost = new WeakSet<Error>();

/** Records an error that ended a database connection. All its pending statements fail with it. */
export const recordLostConnection = (error: Error): void => void connectionsLost.add(error);

const isLost = (error: Error): boolean => connectionsLost.has(error) || LOST.test(error.message);

/**
 * Returns the code of an error or its cause: `23505` from the database, `ECONNREFUSED` from the network, and `ECONN`
 * for a lost or unavailable database connection. Null if there is none.
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
 * SQLSTATEs of an unavailable server: connection exceptions (08), too many connections (53300), shutting down or
 * starting up (57P01-57P03), dropped database (57P04), idle session ended (57P05, 25P03), statement timeout (57014).
 */
const UNAVAILABLE = /^(?:08...|53300|57P0[1-5]|25P03|57014|ECONN)$/;

/** Returns whether the database was unreachable or too slow: worth retrying soon. */
export function isDatabaseUnavailable(error: unknown): boolean {
  for (let one = error; one instanceof Error; one = one.cause) {
    if (one instanceof DatabaseUnavailable || isLost(one)) return true;
    // Network codes count only if raised by the driver, see above: providers raise them too.
    if ('severity' in one && 'code' in one && UNAVAILABLE.test(String(one.code))) return true;
  }
  return false;
}

/** No database connection: the server is down or unreachable, or the pool is exhausted. */
export class DatabaseUnavailable extends Error {
  constructor(message: string, options?: ErrorOptions) {
    super(message, options);
    this.name = 'DatabaseUnavailable';
  }
}
