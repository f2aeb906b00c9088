import { type Logger, pino } from 'pino';

export type { Logger };

/** Structured log lines on standard output; what could name a person or open a door is left out. */
export function createLogger(level: string): Logger {
  return pino({
    level,
    base: { app: 'api' },
    redact: { paths: ['req.headers', 'email', '*.email', 'token', '*.token', '*.password'], remove: true },
    timestamp: pino.stdTimeFunctions.isoTime,
  });
}
