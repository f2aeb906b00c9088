import { spawnSync } from 'node:child_process';
import { chownSync, existsSync, mkdirSync, realpathSync, rmSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { Failure } from '../failure.ts';
import { prepareDataDir } from '../folders.ts';
import { lives } from '../processes/processes.ts';
import { withClient } from './databases.ts';
import { type EmbeddedServer, startEmbedded } from './postgres.ts';
import { type Place, preparePlace, secretOf } from './postgres-files.ts';
import type { Settings } from './postgres-settings.ts';

/** What a copy of a running server must not contain: its process, and the log, which is streamed. */
const LEFT_OUT = ['postmaster.pid', 'postmaster.opts', 'pg_wal/*', 'pg_replslot/*', 'standby.signal'];

/**
 * Starts a streaming replica of an embedded server, copied from it while it runs. Its accounts and passwords are the
 * primary's. Delete it with `removeEmbedded`.
 * @param wanted.of the data folder of the primary, which must keep some log (`wal_keep_size`)
 */
export async function startReplica(wanted: {
  of: string;
  primary: EmbeddedServer;
  dataDir: string;
  port: number;
  extra?: Settings;
}): Promise<EmbeddedServer> {
  const { primary, dataDir, port, extra } = wanted;
  prepareDataDir(dataDir);
  const source = preparePlace(wanted.of);
  const place = preparePlace(dataDir, source.bin);
  if (!existsSync(place.cluster)) {
    try {
      await copyServer(primary, { source, place });
    } catch (error) {
      // Half a copy would start as a separate server.
      rmSync(place.cluster, { recursive: true, force: true });
      throw error;
    }
  }
  const { username, password } = new URL(primary.urlOf('postgres'));
  const settings: Settings = {
    primary_conninfo: `host=127.0.0.1 port=${primary.port} user=${username} password=${decodeURIComponent(password)}`,
    // Keeps rows on the primary that a query here still reads; otherwise the query would be canceled.
    hot_standby_feedback: 'on',
  };
  try {
    return await startEmbedded({
      dataDir,
      port,
      programs: source.bin,
      extra: Object.assign({}, extra, settings),
    });
  } catch (error) {
    rmSync(place.cluster, { recursive: true, force: true });
    throw error;
  }
}

async function copyServer(primary: EmbeddedServer, { source, place }: { source: Place; place: Place }) {
  writeFileSync(place.secret, secretOf(source), { mode: 0o600 });
  mkdirSync(place.cluster, { mode: 0o700 });
  await withClient(primary.urlOf('postgres'), async (client) => {
    // Both calls must be on one connection. Fast: does not spread the checkpoint over minutes.
    await client.query(`select pg_backup_start('replica', fast => true)`);
    copyFolder(realpathSync(source.cluster), place.cluster);
    const { rows } = await client.query('select labelfile from pg_backup_stop(wait_for_archive => false)');
    writeFileSync(path.join(place.cluster, 'backup_label'), rows[0].labelfile, { mode: 0o600 });
  });
  writeFileSync(path.join(place.cluster, 'standby.signal'), '', { mode: 0o600 });
  const { account } = place;
  if (account) {
    for (const file of ['', 'backup_label', 'standby.signal'])
      chownSync(path.join(place.cluster, file), account.uid, account.gid);
    chownSync(place.secret, account.uid, account.gid);
  }
}

/** Waits until a replica streams from its primary and has replayed everything that was written before. */
export async function untilStreaming(
  primary: EmbeddedServer,
  replica: EmbeddedServer,
  timeoutMs = 30_000,
): Promise<void> {
  const until = Date.now() + timeoutMs;
  const written = await withClient(primary.urlOf('postgres'), async (client) => {
    const { rows } = await client.query('select pg_current_wal_flush_lsn()::text as position');
    return rows[0].position as string;
  });
  const isStreaming = () =>
    withClient(replica.urlOf('postgres'), async (client) => {
      const { rows } = await client.query(
        `select pg_last_wal_replay_lsn() >= $1::pg_lsn
          and exists (select from pg_stat_wal_receiver where status = 'streaming') as is_streaming`,
        [written],
      );
      return rows[0].is_streaming === true;
    });
  while (!(await isStreaming().catch(() => false))) {
    if (!lives(replica.process)) throw new Failure('The replica ended before it was streaming.');
    if (Date.now() > until) throw new Failure(`The replica is not streaming after ${timeoutMs / 1000} s.`);
    await sleep(50);
  }
}

function copyFolder(from: string, to: string): void {
  const excluded = LEFT_OUT.map((name) => `--exclude=./${name}`);
  // Files of a running server change while tar reads them, which it reports with 1; replaying the log repairs that.
  const copied = spawnSync('sh', [
    '-c',
    'tar -C "$1" --warning=no-file-changed --warning=no-file-removed -cf - $3 . | tar -C "$2" -xpf -',
    'sh',
    from,
    to,
    excluded.join(' '),
  ]);
  if (copied.status !== 0) throw new Failure(`The database could not be copied: ${copied.stderr}`);
}
