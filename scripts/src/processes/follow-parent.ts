/**
 * Loaded before a host's own code (`node --import`): when the start command is killed without a chance to stop
 * its hosts, they stop themselves. The channel to the parent closes with the parent.
 */
import { isMainThread } from 'node:worker_threads';

if (isMainThread && process.channel) {
  process.once('disconnect', () => {
    setTimeout(() => process.exit(1), 10_000).unref();
    process.kill(process.pid, 'SIGTERM');
  });
  process.channel.unref();
}
