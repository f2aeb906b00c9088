import { type Logger, pino } from 'pino';
import { namingSources } from './bundle-lines.ts';
import { scopeFields } from './request-scope.ts';

export type { Logger };

/** Strips values from a database error: the query builder adds them to the message, the database to separate fields. */
export function withoutValues(error: unknown): unknown {
  if (!(error instanceof Error)) return error;
  const { name, message, stack, cause } = error;
  return {
    type: name,
    message: message.split('\nparams:')[0],
    ...('code' in error ? { code: error.code } : {}),
    stack: stack && namingSources(stack.slice(stack.indexOf('\n    at '))),
    ...(cause === undefined ? {} : { cause: withoutValues(cause) }),
  };
}

/** Creates a logger that writes structured lines to standard output, with personal data and secrets redacted. */
export function createLogger(app: string, level: string): Logger {
  const options = {
    level,
    base: { app },
    // Lines of a request or job can be found by its ID. Lines that have an ID name it already.
    mixin: (line: object) => ('id' in line ? {} : scopeFields()),
    serializers: { err: withoutValues, detail: withoutValues },
    redact: { paths: ['req.headers', 'email', '*.email', 'token', '*.token', '*.password'], remove: true },
    timestamp: pino.stdTimeFunctions.isoTime,
  };
  // Buffered, so that requests don't wait for writes: flushed every half second and on exit.
  const destination = pino.destination({ dest: 1, sync: false, minLength: 4096, periodicFlush: 500 });
  return pino(options, destination);
}
