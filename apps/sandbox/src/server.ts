import { pino } from 'pino';
import { startSandbox } from './app.ts';
import { readConfig } from './config.ts';

const STOP_WITHIN_MS = 8000;

// Emails and files are accessible only to its own account.
process.umask(0o077);

const config = readConfig(process.env);
const log = pino({ level: config.logLevel, name: 'sandbox' });

try {
  const sandbox = await startSandbox(config, log);
  let stopping = false;
  const stop = async (signal: string) => {
    if (stopping) return;
    stopping = true;
    log.info({ signal }, 'stopping');
    setTimeout(() => process.exit(1), STOP_WITHIN_MS).unref();
    await sandbox.close();
    log.info('stopped');
  };
  process.on('SIGTERM', stop);
  process.on('SIGINT', stop);
} catch (error) {
  const failure = error as NodeJS.ErrnoException & { port?: number };
  const text =
    failure.code === 'EADDRINUSE'
      ? `Port ${failure.port} is taken by another program. Stop it or choose another port.`
      : failure.message;
  log.fatal({ code: failure.code }, text);
  process.exitCode = 1;
}
