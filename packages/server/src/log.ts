import { type Logger, pino } from 'pino';

export type { Logger };

/**
 * What a failure says without the values it was about: the query builder writes them into its message, and the
 * database puts the row into fields beside it.
 */
export function withoutValues(error: unknown): unknown {
  if (!(error instanceof Error)) return error;
  const { name, message, stack, cause } = error;
  return {
    type: name,
    message: message.split('\nparams:')[0],
    ...('code' in error ? { code: error.code } : {}),
    stack: stack?.slice(stack.indexOf('\n    at ')),
    ...(cause === undefined ? {} : { cause: withoutValues(cause) }),
  };
}

/** Structured log lines on standard output; what could name a person or open a door is left out. */
export function createLogger(app: string, level: string): Logger {
  const options = {
    level,
    base: { app },
    serializers: { err: withoutValues, detail: withoutValues },
    redact: { paths: ['req.headers', 'email', '*.email', 'token', '*.token', '*.password'], remove: true },
    timestamp: pino.stdTimeFunctions.isoTime,
  };
  // No request waits for its line to be written: lines go out together, at the latest after half a second and when
  // the process ends.
  const destination = pino.destination({ dest: 1, sync: false, minLength: 4096, periodicFlush: 500 });
  return pino(options, destination);
}
