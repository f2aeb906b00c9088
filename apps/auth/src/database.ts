import { fileURLToPath } from 'node:url';
import { applyMigrations, migrateAlone } from '@troupe/server/migrate';
import { openPool } from '@troupe/server/pool';
import type pg from 'pg';

export type Database = pg.Pool;
/** A pool, or a client in a transaction. */
export type Queryable = Pick<pg.ClientBase, 'query'>;

// Any number works, if all processes of this host use the same.
const startLock = 7_201_534_118;

/** Opens the pool, which queues bursts of logins and rejects requests beyond that. */
export const openDatabase = (url: string): Database =>
  openPool(url, 10, {
    name: 'troupe-auth',
    limits: { waitMs: 5_000, maxWaiting: 1_000, statementMs: 10_000, idleInTransactionMs: 60_000 },
  });

/** Runs `work` in a transaction, rolled back on errors. */
export async function inTransaction<T>(db: Database, work: (client: Queryable) => Promise<T>): Promise<T> {
  const client = await db.connect();
  let broken: Error | undefined;
  try {
    await client.query('begin');
    const result = await work(client);
    await client.query('commit');
    return result;
  } catch (error) {
    await client.query('rollback').catch((failed: Error) => {
      broken = failed;
    });
    throw error;
  } finally {
    client.release(broken);
  }
}

/** Runs `work` while holding a lock shared by all processes of this host. */
export async function underStartLock<T>(db: Database, work: (client: Queryable) => Promise<T>): Promise<T> {
  return await inTransaction(db, async (client) => {
    // Waiting for another process must not hit the statement timeout.
    await client.query('set local statement_timeout = 0');
    await client.query('select pg_advisory_xact_lock($1)', [startLock]);
    return await work(client);
  });
}

/** Deletes expired data. Safe to run in several processes. */
export async function cleanUp(db: Queryable): Promise<void> {
  await db.query('delete from oidc_model where expires_at < now()');
  await db.query(`delete from mail_link where expires_at < now() - interval '7 days'`);
  await db.query('delete from sign_up where expires_at < now()');
  await db.query('delete from half_login where expires_at < now()');
  await db.query('delete from passkey_question where expires_at < now()');
  await db.query('delete from email_change where expires_at < now()');
  await db.query(
    `delete from session_note n where noted_at < now() - interval '1 day'
       and not exists (select from oidc_model m where m.model = 'Session' and m.uid = n.session_uid)`,
  );
  await db.query(
    `delete from revocation where revoked_at < now() - case kind when 'key' then interval '30 days' else interval '1 day' end`,
  );
  await db.query(`delete from known_place where seen_at < now() - interval '1 year'`);
  await db.query(`delete from throttle where last_at < now() - interval '2 days' and blocked_until < now()`);
}

const FOLDER = fileURLToPath(new URL('../migrations', import.meta.url));
const LOCK = 7_201_534_119;

/**
 * Migrates the login host's database. Concurrent runs take turns.
 * @param until leaves out migrations newer than this time in milliseconds
 */
export const migrate = (connectionString: string, until?: number): Promise<void> =>
  migrateAlone(connectionString, LOCK, (client) => applyMigrations(client, FOLDER, until));
