import type { Server } from 'node:http';
import { pino } from 'pino';
import { createApp } from './app.ts';
import { readConfig } from './config.ts';
import { Host } from './host.ts';

function listen(server: Server, host: string, port: number): Promise<void> {
  return new Promise((resolve, reject) => {
    server.once('error', reject);
    server.listen({ host, port }, () => {
      server.off('error', reject);
      resolve();
    });
  });
}

async function main(): Promise<void> {
  const config = readConfig(process.env);
  const log = pino({ level: config.logLevel, base: { host: 'auth' } });
  const host = await Host.open(config, log);
  const server = createApp(host);
  await listen(server, config.host, config.port);
  log.info({ port: config.port, issuer: config.issuer }, 'The login host is ready');

  let stopping = false;
  const stop = () => {
    if (stopping) return;
    stopping = true;
    // Answers that are under way get a moment; connections that only wait are closed at once.
    server.close(async () => {
      await host.close();
      process.exit(0);
    });
    server.closeIdleConnections();
    setTimeout(() => server.closeAllConnections(), 5_000).unref();
  };
  process.on('SIGTERM', stop);
  process.on('SIGINT', stop);
}

main().catch((error) => {
  // A refused connection to several addresses of one name carries its text in its parts.
  const cause = error instanceof AggregateError ? error.errors[0] : error;
  console.error(cause instanceof Error ? cause.message : cause);
  process.exit(1);
});
