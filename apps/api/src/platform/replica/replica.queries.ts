import type pg from 'pg';

/** A position in the write-ahead log, in bytes since its beginning, and the cluster that it belongs to. */
export interface LogPosition {
  position: number;
  cluster: string;
}

const read = async (pool: pg.Pool, position: string, condition: string): Promise<LogPosition | null> => {
  const { rows } = await pool.query<LogPosition>(
    `select pg_wal_lsn_diff(${position}, '0/0')::float8 as position, system_identifier::text as cluster
     from pg_control_system() where ${condition}`,
  );
  return rows[0] ?? null;
};

/** Returns the primary's write position. All acknowledged commits are before it. */
export const readWritten = (pool: pg.Pool): Promise<LogPosition | null> =>
  read(pool, 'pg_current_wal_flush_lsn()', 'not pg_is_in_recovery()');

/** Returns how far a replica has replayed; null if it isn't one, for instance because it was promoted. */
export const readReplayed = (pool: pg.Pool): Promise<LogPosition | null> =>
  read(pool, 'pg_last_wal_replay_lsn()', 'pg_is_in_recovery()');
