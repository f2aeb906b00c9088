import { rmSync } from 'node:fs';
import path from 'node:path';
import { withClient } from '@troupe/scripts/postgres/databases';
import {
  findPgbouncer,
  type Pgbouncer,
  type PgbouncerProgram,
  startPgbouncer,
} from '@troupe/scripts/postgres/pgbouncer';
import {
  type EmbeddedServer,
  lastWordsOf,
  removeEmbedded,
  startEmbedded,
} from '@troupe/scripts/postgres/postgres';
import { startReplica, untilStreaming } from '@troupe/scripts/postgres/replica';
import { end, lives } from '@troupe/scripts/processes/processes';
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

  /**
   * Kills a part and starts it again at once, like a supervisor; returns when it is ready, the replica when it streams.
   * Returns what was wrong: the part had ended before, or did not come back.
   */
  async kill(name: string): Promise<string[]> {
    const findings: string[] = [];
    if (!(await this.#end(name))) findings.push(this.#describeEnd(name));
    try {
      await this.#startAgain(name);
    } catch (error) {
      findings.push(`${name} did not come back: ${(error as Error).message}`);
    }
    return findings;
  }

  /** Returns the parts that ended without being stopped. */
  findEnded(): string[] {
    const nodes = [...this.#nodes].filter(([, { api }]) => !api.runs()).map(([name]) => name);
    if (this.#replica && !lives(this.#replica.process)) nodes.push('replica');
    if (this.#pooler && !this.#pooler.runs()) nodes.push('pooler');
    if (!lives(this.#primary.process)) nodes.push('primary');
    return nodes.map((name) => this.#describeEnd(name));
  }

  /** Stops the API processes. */
  async stopNodes(): Promise<void> {
    await Promise.all([...this.#nodes.keys()].map((name) => this.stopNode(name)));
  }

  async stop(): Promise<void> {
    await this.stopNodes();
    await this.#pooler?.stop();
    await removeAll();
  }

  /** Kills a part and waits until it is gone. Returns false if it had ended before. */
  async #end(name: string): Promise<boolean> {
    if (name === 'replica') {
      const process = this.#replica?.process;
      if (!process || !lives(process)) return false;
      await end([process], { signal: 'SIGKILL' });
      return true;
    }
    if (name === 'pooler') return (await this.#pooler?.crash()) ?? false;
    const node = this.#nodes.get(name);
    if (!node) throw new Error(`There is no ${name}`);
    return node.api.crash();
  }

  async #startAgain(name: string): Promise<void> {
    if (name === 'replica') return this.#startReplica();
    if (name === 'pooler') return this.#startPooler();
    const node = this.#nodes.get(name);
    if (node) node.api = await node.start();
  }

  #describeEnd(name: string): string {
    const isServer = name === 'replica' || name === 'primary';
    return `${name} had ended by itself${isServer ? ` (${lastWordsOf(path.join(folder, name))})` : ''}`;
  }

  async #startReplica(): Promise<void> {
    this.#replica = await startReplica({
      of: path.join(folder, 'primary'),
      primary: this.#primary,
      dataDir: path.join(folder, 'replica'),
      port: this.#port + 1,
      extra: { max_connections: 200 },
    });
    await untilStreaming(this.#primary, this.#replica);
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
