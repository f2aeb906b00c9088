import { run } from './failure.ts';
import { startInstance } from './instance.ts';
import { parseStartOptions } from './options.ts';
import { untilStopped } from './processes/until-stopped.ts';

/**
 * `npm start`: runs the whole system on this machine until Ctrl+C. Options: --port-base N,
 * --data-dir DIR, --empty.
 */
await run(() =>
  untilStopped((signal) =>
    startInstance({ ...parseStartOptions(process.argv.slice(2)), say: console.log }, signal),
  ),
);
