import { type ChildProcess, spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { mkdirSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { type Engine, missingForEngine, startEngine } from '../../discovery/engine-nodes.ts';
import { Failure } from '../../failure.ts';
import { apiHost } from '../../hosts.ts';
import { type Instance, startInstance } from '../../instance.ts';
import { withClient } from '../../postgres/databases.ts';
import { type EmbeddedServer, removeEmbedded, startEmbedded } from '../../postgres/postgres.ts';
import { startReplica, untilStreaming } from '../../postgres/replica.ts';
import { portsOf } from '../../processes/ports.ts';
import { ProcessGroup } from '../../processes/process-group.ts';
import { runTool } from '../../tools.ts';
import { startWork } from '../chaos-work.ts';

export const SCRAPE_SECONDS = 5;
const READ_EVERY_MS = 60;
const SEARCHES = ['love', 'travel', 'coffee', 'yoga', 'art', 'fit', 'home', 'music'];

interface Me {
  brandProfiles?: { brandId: string }[];
}

/** Offsets from the port base that no host uses. */
const OFFSET = { prometheus: 45, secondApi: 46, jobs: 47, metrics: 48, replica: 44 };

/**
 * A throwaway instance as a company runs it: two API processes, one with a read replica, a process for jobs, and the login
 * host, all watched by Prometheus while people work with it.
 */
export class WatchedInstance {
  readonly prometheus: string;
  readonly #folder: string;
  readonly #portBase: number;
  readonly #dataDir: string;
  readonly #stops: (() => Promise<unknown> | undefined)[] = [];
  #replica: EmbeddedServer | undefined;

  constructor(folder: string, portBase: number) {
    this.#folder = folder;
    this.#portBase = portBase;
    this.#dataDir = path.join(folder, 'data');
    this.prometheus = `http://127.0.0.1:${portBase + OFFSET.prometheus}`;
  }

  /** Starts everything, works for the given time, and stops the replica for a while in between. */
  async run(minutes: number, say: (line: string) => void): Promise<void> {
    const settings: Record<string, string> = {
      TROUPE_ROLES: 'http',
      RATE_LIMIT_PER_MINUTE: '1000000',
      METRICS_PORT: String(this.#portBase + OFFSET.metrics),
    };
    const engine = await this.#startEngine(say);
    if (engine) settings.SEARCH_URL = engine.urls.join(',');
    await this.#startPrometheus();
    say('Starting an instance with demo data.');
    const instance = await startInstance({
      portBase: this.#portBase,
      dataDir: this.#dataDir,
      settings,
      webHosts: () => [],
      empty: false,
      databaseUrl: '',
      say: () => {},
    });
    this.#stops.push(() => instance.stop());
    const primary = await this.#startReplica();
    await this.#startOthers(instance, settings);
    const tokens = {
      owner: await this.#token('owner@troupe.test'),
      admin: await this.#token('admin@troupe.test'),
    };
    say(`Working for ${minutes} minutes.`);
    const work = await startWork(instance.record, tokens);
    const readers = this.#read(instance, tokens.owner);
    this.#stops.push(
      () => work.abandon(),
      () => readers.stop(),
    );
    const part = (minutes * 60_000) / 3;
    await sleep(part);
    await failJob(instance.record.databaseUrl);
    await this.#replica?.stop();
    await sleep(part / 2);
    this.#replica = await this.#openReplica(primary);
    await sleep(part * 1.5);
  }

  async stop(): Promise<void> {
    for (const stop of this.#stops.splice(0).reverse()) await stop();
    for (const folder of ['data', 'replica']) await removeEmbedded(path.join(this.#folder, folder));
  }

  async #startEngine(say: (line: string) => void): Promise<Engine | null> {
    const missing = missingForEngine();
    if (missing) {
      say(`Without a search engine: ${missing}.`);
      return null;
    }
    const dataDir = path.join(this.#folder, 'search-engine');
    const engine = await startEngine({ nodes: 1, port: 9240, memory: '512m', dataDir, say });
    this.#stops.push(() => engine.stop());
    return engine;
  }

  async #startPrometheus(): Promise<void> {
    if (spawnSync('prometheus', ['--version']).status !== 0)
      throw new Failure('Prometheus is not installed (Debian: apt-get install prometheus).');
    const metrics = this.#portBase + OFFSET.metrics;
    // The login host takes the port after the API's.
    const services = { api: [metrics, metrics + 2], auth: [metrics + 1], jobs: [metrics + 3] };
    const scrapes = Object.entries(services).map(([service, ports]) => ({
      targets: ports.map((port) => `127.0.0.1:${port}`),
      labels: { service },
    }));
    const file = path.join(this.#folder, 'prometheus.json');
    mkdirSync(this.#folder, { recursive: true });
    writeFileSync(
      file,
      JSON.stringify({
        global: { scrape_interval: `${SCRAPE_SECONDS}s` },
        scrape_configs: [{ job_name: 'troupe', static_configs: scrapes }],
      }),
    );
    const child: ChildProcess = spawn(
      'prometheus',
      [
        `--config.file=${file}`,
        `--storage.tsdb.path=${path.join(this.#folder, 'prometheus')}`,
        `--web.listen-address=${new URL(this.prometheus).host}`,
        '--log.level=error',
      ],
      { stdio: ['ignore', 'ignore', 'inherit'] },
    );
    this.#stops.push(async () => {
      if (child.exitCode !== null) return;
      child.kill('SIGKILL');
      await once(child, 'exit');
    });
    for (let tries = 0; tries < 100; tries++) {
      if ((await fetch(`${this.prometheus}/-/ready`).catch(() => null))?.ok) return;
      if (child.exitCode !== null) break;
      await sleep(200);
    }
    throw new Failure('Prometheus did not start.');
  }

  async #startReplica(): Promise<EmbeddedServer> {
    // Takes over the one that the instance started.
    const primary = await startEmbedded({ dataDir: this.#dataDir, port: portsOf(this.#portBase).database });
    await withClient(primary.urlOf('postgres'), async (client) => {
      await client.query(`alter system set wal_keep_size = '1GB'`);
      await client.query('select pg_reload_conf()');
    });
    this.#replica = await this.#openReplica(primary);
    this.#stops.push(() => this.#replica?.stop());
    return primary;
  }

  async #openReplica(primary: EmbeddedServer): Promise<EmbeddedServer> {
    const replica = await startReplica({
      of: this.#dataDir,
      primary,
      dataDir: path.join(this.#folder, 'replica'),
      port: this.#portBase + OFFSET.replica,
    });
    await untilStreaming(primary, replica);
    return replica;
  }

  /** Starts the second API process, which has the replica, and the one for jobs. */
  async #startOthers({ record }: Instance, settings: Record<string, string>): Promise<void> {
    const group = new ProcessGroup({ dataDir: this.#dataDir, say: () => {}, onChange: () => {} });
    this.#stops.push(() => group.stop());
    const databases = { api: record.databaseUrl, auth: record.authDatabaseUrl };
    const { pathname } = new URL(record.databaseUrl);
    const replicaUrl = new URL(this.#replica?.urlOf(pathname.slice(1)) ?? '').href;
    const metrics = this.#portBase + OFFSET.metrics;
    const others: { name: string; offset: number; own: Record<string, string> }[] = [
      {
        name: 'api-2',
        offset: OFFSET.secondApi,
        own: { TROUPE_ROLES: 'http', DATABASE_REPLICA_URL: replicaUrl },
      },
      { name: 'jobs', offset: OFFSET.jobs, own: { TROUPE_ROLES: 'jobs' } },
    ];
    await Promise.all(
      others.map(async ({ name, offset, own }, place) => {
        const given = { portBase: this.#portBase, dataDir: this.#dataDir, databases };
        const host = apiHost({ ...given, settings: { ...settings, ...own } });
        const port = String(this.#portBase + offset);
        Object.assign(host.env, {
          PORT: port,
          METRICS_PORT: String(metrics + 2 + place),
          INBOUND_SMTP_PORT: '0',
        });
        await group.keep({ ...host, name, readyUrl: `http://127.0.0.1:${port}/readyz` });
      }),
    );
  }

  async #token(email: string): Promise<string> {
    const place = ['--port-base', String(this.#portBase), '--data-dir', this.#dataDir];
    const { said, ok } = await runTool('node', ['scripts/src/token.ts', email, ...place], { quietly: true });
    if (!ok) throw new Failure(said);
    return said.trim();
  }

  /** Reads screens through both processes in turn; now and then something that doesn't exist. */
  #read({ record }: Instance, token: string): { stop(): Promise<void> } {
    const urls = [record.apiUrl, `http://127.0.0.1:${this.#portBase + OFFSET.secondApi}`];
    const headers = { authorization: `Bearer ${token}` };
    const get = async (place: number, target: string) => {
      const answer = await fetch(`${urls[place % 2]}${target}`, { headers }).catch(() => null);
      return (await answer?.json().catch(() => null)) as Me | null;
    };
    let stopped = false;
    const reading = (async () => {
      const brand = `/brand/${(await get(0, '/me'))?.brandProfiles?.[0]?.brandId}`;
      const screens = (n: number) => [
        `${brand}/creators?q=${SEARCHES[n % SEARCHES.length]}`,
        `${brand}/creator-lists`,
        `${brand}/inbox`,
        `${brand}/analytics?compare=none`,
        `${brand}/creators?platform=instagram&sort=-followers`,
        `${brand}/campaigns`,
        n % 60 === 6 ? `${brand}/creator-lists/unknown` : `${brand}/creators?q=${n}`,
      ];
      for (let n = 0; !stopped; n++) {
        const all = screens(n);
        // Not awaited: people don't wait for each other.
        void get(Math.floor(n / all.length), all[n % all.length] ?? '');
        await sleep(READ_EVERY_MS);
      }
    })();
    return {
      stop() {
        stopped = true;
        return reading;
      },
    };
  }
}

/** Enqueues a job that fails at once, because its data is invalid. */
async function failJob(databaseUrl: string): Promise<void> {
  await withClient(databaseUrl, (client) =>
    client.query(
      `insert into pgboss.job (name, data, retry_limit) values ('outside-search', '{"searchId": "unknown"}', 0);
        select pg_notify('jobs_later', '0')`,
    ),
  );
}
