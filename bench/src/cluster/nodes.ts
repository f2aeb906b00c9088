import { rmSync } from 'node:fs';
import path from 'node:path';
import {
  findPgbouncer,
  type Pgbouncer,
  type PgbouncerProgram,
  startPgbouncer,
} from '@troupe/scripts/postgres/pgbouncer';
import { type EmbeddedServer, removeEmbedded, startEmbedded } from '@troupe/scripts/postgres/postgres';
import { startReplica } from '@troupe/scripts/postgres/replica';
import pg from 'pg';
import { type ApiProcess, migrate, startApi } from '../api.ts';
import type { Issuer } from '../issuer.ts';
import { STORE_SETTINGS } from '../store.ts';

const folder = path.resolve(import.meta.dirname, '../../../.troupe/bench/cluster');
const DATABASE = 'troupe_bench_cluster';
const POOLER_CONNECTIONS = 20;

/** How a node reaches the database. */
type Way = 'pooler' | 'pooler, unprepared' | 'direct';

/** A primary with a streaming replica, PgBouncer in transaction mode, and API processes. */
export class Cluster {
  readonly databaseUrl: string;
  readonly issuer: Issuer;
  readonly #port: number;
  readonly #primary: EmbeddedServer;
  readonly #program: PgbouncerProgram;
  readonly #nodes = new Map<string, { api: ApiProcess; start: () => Promise<ApiProcess> }>();
  #replica: EmbeddedServer | undefined;
  #pooler: Pgbouncer | undefined;

  private constructor(
    primary: EmbeddedServer,
    { port, issuer, program }: { port: number; issuer: Issuer; program: PgbouncerProgram },
  ) {
    this.#primary = primary;
    this.#port = port;
    this.issuer = issuer;
    this.#program = program;
    this.databaseUrl = primary.urlOf(DATABASE);
  }

  /** Starts primary, replica and pooler; null where PgBouncer is not installed. */
  static async start(
    port: number,
    issuer: Issuer,
    fill: (databaseUrl: string) => Promise<void>,
  ): Promise<Cluster | null> {
    const program = findPgbouncer();
    if (!program) return null;
    await removeAll();
    // Commits are on disk before they are acknowledged, as they are by default.
    const extra = { wal_keep_size: '2GB', max_connections: 200 };
    const primary = await startEmbedded({ dataDir: path.join(folder, 'primary'), port, extra });
    const cluster = new Cluster(primary, { port, issuer, program });
    try {
      await withClient(primary.urlOf('postgres'), async (client) => {
        await client.query(`drop database if exists ${DATABASE} with (force)`);
        await client.query(`create database ${DATABASE}`);
      });
      await migrate(cluster.databaseUrl);
      await fill(cluster.databaseUrl);
      await Promise.all([cluster.#startReplica(), cluster.#startPooler()]);
      return cluster;
    } catch (error) {
      await cluster.stop();
      throw error;
    }
  }

  /** Names the pooler with its version. */
  get pooler(): string {
    return `PgBouncer ${this.#program.version}`;
  }

  /** Whether the pooler keeps prepared statements. */
  get prepares(): boolean {
    return this.#program.prepares;
  }

  /** URL of the database on the replica. */
  get replicaUrl(): string {
    return this.#replica?.urlOf(DATABASE) ?? '';
  }

  /** Starts an API process; `number` determines its port. */
  async startNode(
    name: string,
    {
      number,
      role,
      way = 'pooler',
      env = {},
    }: {
      number: number;
      role: 'http' | 'jobs';
      way?: Way;
      env?: Record<string, string>;
    },
  ): Promise<ApiProcess> {
    const settings =
      way === 'direct'
        ? {}
        : {
            DATABASE_DIRECT_URL: this.databaseUrl,
            DATABASE_PREPARED_STATEMENTS: String(this.#program.prepares && way === 'pooler'),
          };
    const start = () =>
      startApi({
        databaseUrl: way === 'direct' ? this.databaseUrl : (this.#pooler?.urlOf(this.databaseUrl) ?? ''),
        issuer: this.issuer.url,
        port: this.#port + 3 + number,
        filesDir: path.join(folder, 'files'),
        env: Object.assign(
          { TROUPE_ROLES: role, DATABASE_REPLICA_URL: this.replicaUrl },
          STORE_SETTINGS,
          settings,
          env,
        ),
      });
    const api = await start();
    this.#nodes.set(name, { api, start });
    return api;
  }

  async stopNode(name: string): Promise<void> {
    await this.#nodes.get(name)?.api.stop();
    this.#nodes.delete(name);
  }

  /** Kills a part and starts it again at once, like a supervisor; returns when it is ready. */
  async kill(name: string): Promise<void> {
    if (name === 'replica') {
      const pid = this.#replica?.process.pid;
      if (pid) process.kill(pid, 'SIGKILL');
      await this.#startReplica();
    } else if (name === 'pooler') {
      const pooler = this.#pooler;
      if (pooler) process.kill(pooler.pid, 'SIGKILL');
      await pooler?.stop();
      await this.#startPooler();
    } else {
      const node = this.#nodes.get(name);
      if (!node) throw new Error(`There is no ${name}`);
      node.api.kill();
      node.api = await node.start();
    }
  }

  async stop(): Promise<void> {
    await Promise.all([...this.#nodes.values()].map(({ api }) => api.stop()));
    await this.#pooler?.stop();
    await removeAll();
  }

  async #startReplica(): Promise<void> {
    this.#replica = await startReplica({
      of: path.join(folder, 'primary'),
      primary: this.#primary,
      dataDir: path.join(folder, 'replica'),
      port: this.#port + 1,
      extra: { max_connections: 200 },
    });
  }

  async #startPooler(): Promise<void> {
    this.#pooler = await startPgbouncer(this.#program, {
      serverUrl: this.databaseUrl,
      port: this.#port + 2,
      serverConnections: POOLER_CONNECTIONS,
    });
  }
}

async function removeAll(): Promise<void> {
  for (const name of ['replica', 'primary']) await removeEmbedded(path.join(folder, name));
  rmSync(folder, { recursive: true, force: true });
}

/** Connects, runs and disconnects. */
export async function withClient<T>(url: string, work: (client: pg.Client) => Promise<T>): Promise<T> {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  try {
    return await work(client);
  } finally {
    await client.end();
  }
}
