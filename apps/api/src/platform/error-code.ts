/** What the database's driver says of a connection that went, without a code. */
const LOST = /Connection terminated|pool after calling end/;

/**
 * The code of a failure, or of what caused it: `23505` of the database, `ECONNREFUSED` of the network, and `ECONN` for
 * a connection to the database that was lost. Null where nothing names one.
 */
export function codeOf(error: unknown): string | null {
  for (let one = error; one instanceof Error; one = one.cause) {
    if ('code' in one && typeof one.code === 'string') return one.code;
    if (LOST.test(one.message)) return 'ECONN';
  }
  return null;
}
