import { createLogger } from '@troupe/server/log';
import { startMetrics } from '@troupe/server/metrics';
import { closeServer, stopAll } from '@troupe/server/stopping';
import { startTracing } from '@troupe/server/tracing';
import { createApp } from './app.ts';
import { readConfig } from './config.ts';
import { Host } from './host.ts';
import { mailMetrics } from './mail/mail.ts';

async function main(): Promise<void> {
  const config = readConfig(process.env);
  const log = createLogger('auth', config.logLevel);
  const tracing = await startTracing('auth', process.env);
  const host = await Host.open(config, log);
  const metrics = await startMetrics('auth', config.metrics, log);
  metrics?.watchPool('requests', host.db);
  metrics?.add(mailMetrics(host.db));
  const server = await createApp(host, metrics);
  await server.listen({ host: config.host, port: config.port });
  log.info({ port: config.port, issuer: config.issuer }, 'ready');

  let stopping = false;
  const stop = async () => {
    if (stopping) return;
    stopping = true;
    await stopAll(log, [
      ['requests', () => closeServer(server)],
      ['host', () => host.close()],
      ['metrics', async () => metrics?.stop()],
      ['tracing', () => tracing.stop()],
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
