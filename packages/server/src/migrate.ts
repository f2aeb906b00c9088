import { cpSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { readMigrationFiles } from 'drizzle-orm/migrator';
import { drizzle } from 'drizzle-orm/node-postgres';
import { migrate } from 'drizzle-orm/node-postgres/migrator';
import pg from 'pg';
import { codeOf } from './error-code.ts';

/**
 * A commit with the migrations that the initial ones replaced. It migrates and restores what is older, or names the
 * commit to start before it.
 */
const BRIDGE = '72fd80c6';

/** What to do with a backup whose newest migration was replaced by the initial one. */
export const OUTDATED_BACKUP = `The backup is too old for this version of Troupe. Restore it with Troupe at commit ${BRIDGE} and start that once, then start this version. Nothing was changed.`;

/** A database that this version can't migrate; the message says what to do. */
class OutdatedDatabase extends Error {
  override name = 'OutdatedDatabase';
}

/**
 * Changes a database under an exclusive advisory lock.
 * @param lock the lock that every process of the host uses for this
 */
export async function migrateAlone(
  connectionString: string,
  lock: number,
  work: (client: pg.Client) => Promise<void>,
): Promise<void> {
  const client = new pg.Client({ connectionString, application_name: 'troupe-migrate' });
  await client.connect();
  try {
    await client.query('select pg_advisory_lock($1)', [lock]);
    await work(client);
  } finally {
    await client.end();
  }
}

/** Returns whether the initial migration of `folder` replaced the one with this time, in milliseconds. */
export function isReplaced(folder: string, time: number): boolean {
  const [initial] = readMigrationFiles({ migrationsFolder: folder });
  return initial !== undefined && time < initial.folderMillis;
}

/**
 * Applies pending migrations from `folder`, which contains them and `meta/_journal.json`. The first one replaced
 * several earlier ones and has the time of the last of them, so databases with all of these continue.
 * @param until leaves out migrations newer than this time in milliseconds, for restoring an older backup
 * @throws an error named OutdatedDatabase, changing nothing, if a database lacks some of them
 */
export async function applyMigrations(
  client: pg.Client,
  folder: string,
  until = Number.POSITIVE_INFINITY,
): Promise<void> {
  const seen = await lastMigration(client);
  if (seen !== undefined && isReplaced(folder, seen))
    throw new OutdatedDatabase(
      `The database "${client.database}" is too old for this version of Troupe. Start Troupe at commit ${BRIDGE} once with it, then this version again. Nothing was changed.`,
    );
  await withLockTimeout(client, () =>
    until === Number.POSITIVE_INFINITY
      ? migrate(drizzle(client), { migrationsFolder: folder })
      : migrateUntil(client, folder, until),
  );
}

/** How long a migration waits for a table; all requests for the table wait behind it. */
const LOCK_MS = 4_000;
const LOCK_ATTEMPTS = 100;
const LOCK_NOT_AVAILABLE = '55P03';

/** Repeats a transaction that doesn't get its locks, so that requests are served in between. */
async function withLockTimeout(client: pg.Client, work: () => Promise<void>): Promise<void> {
  await client.query(`set lock_timeout = ${LOCK_MS}`);
  for (let attempt = 1; ; attempt++) {
    try {
      await work();
      break;
    } catch (error) {
      if (codeOf(error) !== LOCK_NOT_AVAILABLE || attempt >= LOCK_ATTEMPTS) throw error;
      await sleep(500);
    }
  }
  await client.query('reset lock_timeout');
}

/** The migrator applies a whole folder, so older states come from a copy with a shorter journal. */
async function migrateUntil(client: pg.Client, folder: string, until: number): Promise<void> {
  const copy = mkdtempSync(path.join(tmpdir(), 'troupe-migrations-'));
  try {
    cpSync(folder, copy, { recursive: true });
    const file = path.join(copy, 'meta', '_journal.json');
    const journal = JSON.parse(readFileSync(file, 'utf8')) as { entries: { when: number }[] };
    journal.entries = journal.entries.filter(({ when }) => when <= until);
    writeFileSync(file, JSON.stringify(journal));
    await migrate(drizzle(client), { migrationsFolder: copy });
  } finally {
    rmSync(copy, { recursive: true, force: true });
  }
}

/** Returns the time in milliseconds given as `--to`, up to which a command migrates; undefined for all migrations. */
export function readMigrateTo(args: readonly string[]): number | undefined {
  const at = args.indexOf('--to');
  if (at < 0) return undefined;
  const until = Number(args[at + 1]);
  if (Number.isSafeInteger(until)) return until;
  throw new Error('--to takes the time of a migration in milliseconds.');
}

/** Returns the time of a database's newest migration in milliseconds; undefined for a new one. */
async function lastMigration(client: pg.Client): Promise<number | undefined> {
  const { rows } = await client.query<{ kept: boolean; earlier: boolean }>(
    `select to_regclass('drizzle.__drizzle_migrations') is not null as kept,
            to_regclass('migration') is not null as earlier`,
  );
  // The login host's former migrator used this table.
  if (rows[0]?.earlier) return 0;
  if (!rows[0]?.kept) return undefined;
  const last = await client.query<{ at: string | null }>(
    'select max(created_at) as at from drizzle.__drizzle_migrations',
  );
  const at = last.rows[0]?.at;
  return at == null ? undefined : Number(at);
}
