import { rmSync } from 'node:fs';
import path from 'node:path';
import { removeEmbedded, startEmbedded } from '@troupe/scripts/postgres/postgres';
import pg from 'pg';

/** A database server to measure on, and a folder for files. */
export interface Place {
  /** URL of a new database. */
  database(name: string): Promise<string>;
  filesDir: string;
  leave(): Promise<void>;
}

const root = path.resolve(import.meta.dirname, '../..');

/**
 * The server at BENCH_DATABASE_URL (whose account can create databases), else an embedded one that
 * is deleted afterwards.
 */
export async function findPlace(port: number): Promise<Place> {
  const folder = path.join(root, '.troupe', 'bench');
  const given = process.env.BENCH_DATABASE_URL;
  const own = given ? null : await startEmbedded({ dataDir: folder, port });
  const server = given ?? own?.urlOf('postgres') ?? '';
  const made: string[] = [];
  const onServer = async (statement: string) => {
    const client = new pg.Client({ connectionString: server });
    await client.connect();
    await client.query(statement).finally(() => client.end());
  };
  return {
    filesDir: path.join(folder, 'files'),
    async database(name) {
      const full = `troupe_bench_${name}`;
      await onServer(`drop database if exists ${full} with (force)`);
      await onServer(`create database ${full}`);
      made.push(full);
      return Object.assign(new URL(server), { pathname: `/${full}` }).href;
    },
    async leave() {
      for (const name of made) await onServer(`drop database if exists ${name} with (force)`);
      if (own) await removeEmbedded(folder);
      rmSync(folder, { recursive: true, force: true });
    },
  };
}
