import type { Instance } from '../instance.ts';

/**
 * Runs an instance in the foreground: starts it, prints its URLs, and stops it on Ctrl+C, SIGTERM,
 * a closed terminal or the parent's end.
 * @returns the exit code
 */
export async function untilStopped(start: (signal: AbortSignal) => Promise<Instance>): Promise<number> {
  const asked = new AbortController();
  const startedAt = performance.now();
  // npm and the terminal both forward Ctrl+C, so it may arrive several times.
  for (const name of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.on(name, () => asked.abort());
  process.once('disconnect', () => asked.abort());
  // The channel to the parent must not keep a finished command alive.
  process.channel?.unref();
  // The reader has closed the pipe (npm start | head): don't crash and leave the database running.
  process.stdout.on('error', () => asked.abort());
  let instance: Instance;
  try {
    instance = await start(asked.signal);
  } catch (error) {
    if (asked.signal.aborted) return reportStopped();
    throw error;
  }
  console.log(greeting(instance, (performance.now() - startedAt) / 1000));
  const stopping = new Promise<void>((resolve) => {
    if (asked.signal.aborted) resolve();
    asked.signal.addEventListener('abort', () => resolve());
  });
  try {
    await Promise.race([stopping, instance.failed]);
  } finally {
    console.log('\nStopping.');
    await instance.stop();
  }
  return reportStopped();
}

function reportStopped(): number {
  console.log('Stopped.');
  return 0;
}

function greeting({ record, demo }: Instance, seconds: number): string {
  const lines = [
    '',
    `Troupe is ready after ${seconds.toFixed(1)} s.`,
    '',
    `  Dashboard      ${record.webUrl}`,
    `  Creators' app  ${record.portalUrl}`,
    `  API            ${record.apiUrl}  (its documentation: ${record.apiUrl}/docs)`,
    `  Login          ${record.authUrl}`,
    `  Mailbox        ${record.sandboxUrl}`,
    `  Stores         ${record.sandboxUrl}/shopify`,
    '',
  ];
  if (demo) {
    lines.push(
      '  Demo accounts, password troupe-demo:',
      '    admin@troupe.test    administrator',
      '    owner@troupe.test    owner of one brand',
      '    member@troupe.test   member of one brand',
      '    multi@troupe.test    member of three brands',
      '    nobody@troupe.test   no brand',
      '    creator@troupe.test  creator',
      '',
    );
  }
  lines.push('Ctrl+C stops everything.');
  return lines.join('\n');
}
