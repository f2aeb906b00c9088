import { createHash } from 'node:crypto';
import { existsSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { parseArgs } from 'node:util';
import { Failure } from '../failure.ts';
import { type InstanceOptions, instanceOptions, parse, toInstance } from '../options.ts';
import { type Databases, makeEmbeddedDatabases, withDatabase } from '../postgres/databases.ts';
import { startEmbedded } from '../postgres/postgres.ts';
import { portsOf } from '../processes/ports.ts';
import { lives } from '../processes/processes.ts';
import { readRunRecord } from '../processes/run-record.ts';
import type { DatabaseName, DatabaseState } from './database.ts';

/** What a backup holds besides tables and files. */
export interface About {
  /** When it was started. */
  created: string;
  /** The database server's time of each snapshot: the backup has everything acknowledged before it. */
  snapshots: Record<DatabaseName, string>;
  databases: Record<DatabaseName, DatabaseState>;
  /** `SECRET_KEY` of the API and of the login host. */
  keys: Record<DatabaseName, string>;
  /** Names of the file folders, such as `files`. */
  folders: string[];
  /** Whether the local instance began with demo data; null elsewhere. */
  world: string | null;
}

/** An installation to back up or restore. */
export interface Installation {
  databases: Databases;
  /** File folders by their name in the backup. */
  folders: Record<string, string>;
  /** Keys that are set; undefined where the installation has none yet. */
  keys: Record<DatabaseName, string | undefined>;
  /** Data folder of a local instance; null where the environment names the databases. */
  dataDir: string | null;
  /** Whether `npm start` runs it now. */
  running: boolean;
  /** Stops the processes started to reach it. */
  close(): Promise<void>;
}

/** Options of the command line. */
export interface Options {
  file: string;
  flags: Set<string>;
  portBase: number;
  dataDir: string;
  passphrase: string | undefined;
}

/** @throws Failure with the usage */
export function readOptions(args: string[], usage: string, flags: readonly string[]): Options {
  const own = Object.fromEntries(flags.map((name) => [name, { type: 'boolean' as const }]));
  const { values, positionals } = parse(() =>
    parseArgs({
      args,
      options: Object.assign({}, instanceOptions, own) as typeof instanceOptions,
      strict: true,
      allowPositionals: true,
    }),
  );
  const [file] = positionals;
  if (!file || positionals.length > 1) throw new Failure(usage);
  return {
    file: path.resolve(process.env.INIT_CWD ?? process.cwd(), file),
    flags: new Set(flags.filter((name) => (values as Record<string, unknown>)[name])),
    portBase: toInstance(values).portBase,
    dataDir: toInstance(values).dataDir,
    passphrase: readPassphrase(),
  };
}

function readPassphrase(): string | undefined {
  const file = process.env.BACKUP_PASSPHRASE_FILE;
  const passphrase = file ? readFileSync(file, 'utf8').trim() : process.env.BACKUP_PASSPHRASE;
  if (passphrase !== undefined && passphrase !== '' && passphrase.length < 12)
    throw new Failure('The passphrase must have at least 12 characters.');
  return passphrase || undefined;
}

/** Finds the installation that the environment or the data folder describes; starts a stopped local database. */
export async function openInstallation({ portBase, dataDir }: InstanceOptions): Promise<Installation> {
  const { DATABASE_URL, AUTH_DATABASE_URL, FILES_DIR, SECRET_KEY, AUTH_SECRET_KEY } = process.env;
  if (DATABASE_URL) {
    const files = FILES_DIR || path.join(dataDir, 'files');
    const key = SECRET_KEY || readKey(dataDir);
    return {
      databases: {
        api: DATABASE_URL,
        auth: AUTH_DATABASE_URL || withDatabase(DATABASE_URL, (name) => `${name}_auth`),
      },
      folders: { files },
      keys: { api: key, auth: AUTH_SECRET_KEY || key },
      dataDir: null,
      running: false,
      close: async () => {},
    };
  }
  const key = SECRET_KEY || readKey(dataDir);
  const local = {
    folders: { files: path.join(dataDir, 'files'), sandbox: path.join(dataDir, 'sandbox') },
    keys: { api: key, auth: key },
    dataDir,
  };
  const record = readRunRecord(dataDir);
  if (record?.databaseUrl && lives(record)) {
    const databases = { api: record.databaseUrl, auth: record.authDatabaseUrl };
    return { ...local, databases, running: true, close: async () => {} };
  }
  const server = await startEmbedded({ dataDir, port: portsOf(portBase).database });
  const databases = await makeEmbeddedDatabases(server);
  return {
    ...local,
    databases,
    running: false,
    close: server.adopted ? async () => {} : () => server.stop(),
  };
}

/** File with the secret of a local instance. */
export const keyFile = (dataDir: string): string => path.join(dataDir, 'secret');

function readKey(dataDir: string): string | undefined {
  const file = keyFile(dataDir);
  return existsSync(file) ? readFileSync(file, 'utf8').trim() : undefined;
}

/** Identifies a key without revealing it. */
export const fingerprint = (key: string): string =>
  createHash('sha256').update(key).digest('hex').slice(0, 8);
