/**
 * Preloaded by hosts (`node --import`): if the start command is killed, they stop themselves when
 * the channel to their parent closes.
 */
import { isMainThread } from 'node:worker_threads';

if (isMainThread && process.channel) {
  process.once('disconnect', () => {
    setTimeout(() => process.exit(1), 10_000).unref();
    process.kill(process.pid, 'SIGTERM');
  });
  process.channel.unref();
}
