import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { API_BUNDLE, isApiBuilt } from './build/build-api.ts';
import { Failure } from './failure.ts';
import { prepareDataDir } from './folders.ts';
import { apiHost, authHost, type Surroundings, sandboxHost, stepsOf, webHost } from './hosts.ts';
import type { InstanceOptions } from './options.ts';
import { type Databases, makeEmbeddedDatabases, prepareOwnDatabases } from './postgres/databases.ts';
import { type EmbeddedServer, startEmbedded } from './postgres/postgres.ts';
import { claim } from './processes/claim.ts';
import { addressesOf, type Ports, portsOf } from './processes/ports.ts';
import { type Host, ProcessGroup } from './processes/process-group.ts';
import { lives, portIsFree, taken, udpPortIsFree } from './processes/processes.ts';
import { type RunRecord, writeRunRecord } from './processes/run-record.ts';
import { copyBuilt, isBuilt } from './web/build-web.ts';

/** What to start. */
export type Wanted = InstanceOptions & {
  /** Without demo data; only at the first start of a data folder. */
  empty: boolean;
  /** Receives messages for the terminal. */
  say: (line: string) => void;
  /** The person's own database server, DATABASE_URL by default; empty for the embedded one. */
  databaseUrl?: string;
  /** How the web apps are served; built apps by default. */
  webHosts?: (portBase: number) => Host[];
  /** Node options of the hosts (watching). */
  nodeOptions?: string[];
  /** Whether hosts log to the terminal instead of files. */
  aloud?: boolean;
  /** Settings of API and login host; the environment takes precedence. */
  settings?: Record<string, string>;
};

/** A running system. */
export type Instance = {
  record: RunRecord;
  /** Whether it has demo data. */
  demo: boolean;
  /** Rejects with the reason if it can't continue. */
  failed: Promise<never>;
  stop(): Promise<void>;
};

type World = 'demo' | 'empty';

/**
 * Starts database, hosts and web apps, as parallel as possible. On failure or abort by `signal`,
 * stops everything again.
 * @throws Failure in one line
 */
export async function startInstance(wanted: Wanted, signal?: AbortSignal): Promise<Instance> {
  prepareDataDir(wanted.dataDir);
  const held = await claim(wanted.dataDir);
  let server: EmbeddedServer | undefined;
  const record: RunRecord = {
    ...held.claim,
    portBase: wanted.portBase,
    ...addressesOf(wanted.portBase),
    databaseUrl: '',
    authDatabaseUrl: '',
    processes: [],
    databaseProcess: null,
  };
  const processes = new ProcessGroup({
    ...wanted,
    onChange: (processes) => {
      record.processes = processes;
      writeRunRecord(wanted.dataDir, record);
    },
  });
  let stopped: Promise<void> | undefined;
  const stop = () => {
    stopped ??= (async () => {
      await processes.stop();
      await server?.stop();
      held.release();
    })();
    return stopped;
  };
  signal?.addEventListener('abort', () => void processes.stop());
  let works: [Promise<World>, ...Promise<void>[]] | undefined;
  try {
    await requirePorts(wanted.portBase);
    const data = async () => {
      const opened = await openDatabases(wanted);
      server = opened.server;
      record.databaseUrl = opened.databases.api;
      record.authDatabaseUrl = opened.databases.auth;
      record.databaseProcess = server?.process ?? null;
      writeRunRecord(wanted.dataDir, record);
      return startData(wanted, processes, opened.databases);
    };
    const sandbox = async () => {
      await requirePorts(wanted.portBase, ['sandbox', 'sandboxMail', 'sandboxImap', 'sandboxDns']);
      await processes.keep(watched(wanted, sandboxHost(wanted)));
    };
    works = [data(), startWeb(wanted, processes), sandbox()];
    const [world] = await Promise.all(works);
    signal?.throwIfAborted();
    const onRestart = (again: EmbeddedServer) => {
      record.databaseProcess = again.process;
      writeRunRecord(wanted.dataDir, record);
    };
    const lost = server ? watchDatabase(wanted, server, () => stopped !== undefined, onRestart) : undefined;
    return {
      record,
      demo: world === 'demo',
      failed: lost ? Promise.race([processes.failed, lost]) : processes.failed,
      stop,
    };
  } catch (error) {
    // Steps in progress end first; only then is it known what to stop.
    await processes.stop();
    await Promise.allSettled(works ?? []);
    await stop();
    throw error;
  }
}

/** What listens on each port, for messages. */
const listeners = {
  web: 'the host "web"',
  portal: 'the host "portal"',
  api: 'the host "api"',
  auth: 'the host "auth"',
  sandbox: 'the host "sandbox"',
  sandboxMail: 'mail to the sandbox',
  sandboxImap: 'mailboxes of the sandbox',
  inboundMail: 'mail to the API',
  sandboxDns: 'DNS of the sandbox',
} satisfies Partial<Record<keyof Ports, string>>;

type Listener = keyof typeof listeners;

/** @throws Failure naming the first port in use */
async function requirePorts(portBase: number, wanted = Object.keys(listeners) as Listener[]): Promise<void> {
  const ports = portsOf(portBase);
  for (const name of wanted) {
    if (!(await portIsFree(ports[name]))) throw taken(ports[name], listeners[name]);
    if (name === 'sandboxDns' && !(await udpPortIsFree(ports[name])))
      throw taken(ports[name], listeners[name]);
  }
}

async function openDatabases(
  wanted: Wanted,
): Promise<{ databases: Databases; server: EmbeddedServer | undefined }> {
  const own = wanted.databaseUrl ?? process.env.DATABASE_URL;
  if (own) {
    return {
      databases: await prepareOwnDatabases(
        own,
        wanted.databaseUrl === undefined ? process.env.AUTH_DATABASE_URL : undefined,
      ),
      server: undefined,
    };
  }
  const server = await startEmbedded({ dataDir: wanted.dataDir, port: portsOf(wanted.portBase).database });
  if (server.adopted) wanted.say('The database was still running; it is taken over.');
  try {
    return { databases: await makeEmbeddedDatabases(server), server };
  } catch (error) {
    await server.stop();
    throw error;
  }
}

/** Migrates, seeds at the first start, and starts the hosts that need a database. */
async function startData(wanted: Wanted, processes: ProcessGroup, databases: Databases): Promise<World> {
  const surroundings: Surroundings = { ...wanted, databases };
  const steps = stepsOf(surroundings);
  const noted = readWorld(wanted.dataDir);
  const world = noted ?? (wanted.empty ? 'empty' : 'demo');
  const fill = noted === undefined && world === 'demo';
  if (fill) wanted.say('First start: filling the demo world.');
  const script = apiScript(wanted, processes);
  await Promise.all([
    script,
    (async () => {
      await processes.run(steps.migrate);
      if (fill) await processes.run(steps.apiSeed);
      // Seeding takes a while, so a port may be taken by now.
      await requirePorts(wanted.portBase, ['api', 'inboundMail']);
      await processes.keep(watched(wanted, apiHost(surroundings, await script)));
    })(),
    (async () => {
      await requirePorts(wanted.portBase, ['auth']);
      await processes.keep(watched(wanted, authHost(surroundings)));
      if (fill) await processes.run(steps.authSeed);
    })(),
  ]);
  if (noted === undefined) writeFileSync(worldFile(wanted.dataDir), `${world}\n`);
  return world;
}

/** Bundles the API if needed. In watch mode, it runs from its sources. */
async function apiScript(wanted: Wanted, processes: ProcessGroup): Promise<string | undefined> {
  if (wanted.nodeOptions) return undefined;
  if (isApiBuilt()) return API_BUNDLE;
  wanted.say('Building the API.');
  await processes.run({ name: 'build-api', script: ['scripts/src/build/build-api.ts'], env: process.env });
  return API_BUNDLE;
}

async function startWeb(wanted: Wanted, processes: ProcessGroup): Promise<void> {
  if (wanted.webHosts) {
    await Promise.all(wanted.webHosts(wanted.portBase).map((host) => processes.keep(host)));
    return;
  }
  const stale = (['web', 'portal'] as const).filter((app) => !isBuilt(app));
  if (stale.length > 0) wanted.say('Building the web apps.');
  await Promise.all(
    (['web', 'portal'] as const).map(async (app) => {
      if (stale.includes(app)) {
        const env = { ...process.env, NODE_ENV: 'production' };
        await processes.run({ name: `build-${app}`, script: ['scripts/src/web/build-web.ts', app], env });
      }
      const host = webHost(app, copyBuilt(app, wanted.dataDir), wanted.portBase);
      await requirePorts(wanted.portBase, [app]);
      await processes.keep(host);
    }),
  );
}

/** Window for counting database losses. */
const lossWindow = 10 * 60_000;
const lossesAtMost = 5;

/**
 * Restarts the embedded server when it is lost. Rejects if it doesn't come back, or is lost more
 * than five times within ten minutes.
 */
async function watchDatabase(
  wanted: Wanted,
  first: EmbeddedServer,
  ended: () => boolean,
  onRestart: (again: EmbeddedServer) => void,
): Promise<never> {
  let server = first;
  const tooOften = lossCounter(lossesAtMost, lossWindow);
  for (;;) {
    await sleep(200, undefined, { ref: false });
    if (ended()) return new Promise(() => {});
    if (lives(server.process)) continue;
    if (tooOften(Date.now()))
      throw new Failure(`The database stopped more than ${lossesAtMost} times within ten minutes.`);
    wanted.say('The database stopped. Restarting it.');
    server = await startEmbedded({ dataDir: wanted.dataDir, port: first.port });
    onRestart(server);
    wanted.say('The database is back.');
  }
}

/**
 * Counts losses; returns whether more than `max`, including this one, are within `window`
 * milliseconds.
 */
export function lossCounter(max: number, window: number): (now: number) => boolean {
  let losses: number[] = [];
  return (now) => {
    losses = [...losses.filter((time) => time > now - window), now];
    return losses.length > max;
  };
}

function watched<T extends Host>(wanted: Wanted, host: T): T {
  return wanted.nodeOptions ? { ...host, nodeOptions: wanted.nodeOptions } : host;
}

const worldFile = (dataDir: string) => path.join(dataDir, 'world');

function readWorld(dataDir: string): World | undefined {
  const file = worldFile(dataDir);
  if (!existsSync(file)) return undefined;
  return readFileSync(file, 'utf8').trim() === 'empty' ? 'empty' : 'demo';
}
