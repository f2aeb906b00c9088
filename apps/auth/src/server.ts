import { createLogger } from '@troupe/server/log';
import { closeServer, stopAll } from '@troupe/server/stopping';
import { createApp } from './app.ts';
import { readConfig } from './config.ts';
import { Host } from './host.ts';

async function main(): Promise<void> {
  const config = readConfig(process.env);
  const log = createLogger('auth', config.logLevel);
  const host = await Host.open(config, log);
  const server = await createApp(host);
  await server.listen({ host: config.host, port: config.port });
  log.info({ port: config.port, issuer: config.issuer }, 'ready');

  let stopping = false;
  const stop = async () => {
    if (stopping) return;
    stopping = true;
    await stopAll(log, [
      ['requests', () => closeServer(server)],
      ['host', () => host.close()],
    ]);
    process.exit(0);
  };
  process.on('SIGTERM', stop);
  process.on('SIGINT', stop);
}

main().catch((error) => {
  // A refused connection to several addresses has its messages in its parts.
  const cause = error instanceof AggregateError ? error.errors[0] : error;
  console.error(cause instanceof Error ? cause.message : cause);
  process.exit(1);
});
