import { existsSync, mkdirSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { isReplaced, OUTDATED_BACKUP } from '@troupe/server/migrate';
import type pg from 'pg';
import { type Archive, readArchive } from './backup/archive.ts';
import {
  connect,
  type DatabaseName,
  emptyDatabase,
  type Found,
  finishDatabase,
  inspect,
  loadDatabase,
  requireAlone,
} from './backup/database.ts';
import { emptyFolder, hasFiles, restoreFiles } from './backup/files.ts';
import {
  type About,
  fingerprint,
  type Installation,
  keyFile,
  openInstallation,
  readOptions,
} from './backup/installation.ts';
import { Failure, run } from './failure.ts';
import { root } from './folders.ts';
import { runTool } from './tools.ts';

const USAGE = 'Use: npm run restore -- FILE [--force] [--check] [--keys] [--port-base N] [--data-dir DIR]';

/**
 * `npm run restore -- FILE`: restores a backup into empty databases and folders. `--force` deletes what is there,
 * `--check` only reads the backup, `--keys` prints its keys. Interrupted, the same command continues it.
 */
async function main(): Promise<undefined> {
  const options = readOptions(process.argv.slice(2), USAGE, ['force', 'check', 'keys']);
  const archive = await readArchive<About>(options.file, options.passphrase);
  const { about } = archive;
  if (options.flags.has('keys')) {
    console.log(`SECRET_KEY=${about.keys.api}\nAUTH_SECRET_KEY=${about.keys.auth}`);
    return;
  }
  console.log(
    `The backup of ${about.snapshots.api} is complete: ${archive.entries.length} tables and files.`,
  );
  if (options.flags.has('check')) return;
  requireRecent(about);
  process.umask(0o077);
  const installation = await openInstallation(options);
  try {
    if (installation.running) throw new Failure('Troupe runs with this data folder. Stop it first.');
    await restore(archive, installation, options.flags.has('force'));
  } finally {
    await installation.close();
  }
}

async function restore(archive: Archive<About>, installation: Installation, force: boolean): Promise<void> {
  const { databases, folders } = installation;
  const started = performance.now();
  const api = await connect(databases.api, 'troupe-restore');
  const auth = await connect(databases.auth, 'troupe-restore');
  try {
    await requireAlone(api, 'DATABASE_URL');
    await requireAlone(auth, 'AUTH_DATABASE_URL');
    const found = { api: await inspect(api, archive.id), auth: await inspect(auth, archive.id) };
    const continues = found.api === 'this restore' || found.auth === 'this restore';
    await requireEmpty(found, continues, folders, force);
    // After the check that nothing is overwritten: the key belongs to the data that is there.
    adoptKeys(archive.about, installation, force || continues);
    if (force && !continues) for (const folder of Object.values(folders)) await emptyFolder(folder);
    let rows = 0;
    for (const [name, client] of [['api', api] as const, ['auth', auth] as const])
      rows += await restoreDatabase(archive, name, client, databases[name], found[name]);
    const { added, kept } = await restoreFiles(archive, folders);
    await finishDatabase(api);
    await finishDatabase(auth);
    if (installation.dataDir && archive.about.world)
      writeFileSync(path.join(installation.dataDir, 'world'), `${archive.about.world}\n`);
    const seconds = ((performance.now() - started) / 1000).toFixed(1);
    console.log(`Restored ${rows} rows and ${added + kept} files in ${seconds} s.`);
  } finally {
    await Promise.all([api.end(), auth.end()]);
  }
}

/** @throws Failure if this version no longer has the migrations that create the backup's tables */
function requireRecent({ databases }: About): void {
  for (const name of ['api', 'auth'] as const) {
    const { migratedTo } = databases[name];
    if (migratedTo !== null && isReplaced(path.join(root, 'apps', name, 'migrations'), migratedTo))
      throw new Failure(OUTDATED_BACKUP);
  }
}

/** @throws Failure if something would be overwritten */
async function requireEmpty(
  found: Record<DatabaseName, Found>,
  continues: boolean,
  folders: Record<string, string>,
  force: boolean,
): Promise<void> {
  if (force || continues) return;
  const filled: string[] = [];
  if (found.api === 'data') filled.push('the database of the API');
  if (found.auth === 'data') filled.push('the database of the login host');
  for (const folder of Object.values(folders)) if (await hasFiles(folder)) filled.push(folder);
  if (filled.length > 0)
    throw new Failure(`This would overwrite ${filled.join(' and ')}. Use --force to delete what is there.`);
}

/** A local instance gets the keys of the backup; elsewhere the environment must have them. */
function adoptKeys({ keys }: About, installation: Installation, replace: boolean): void {
  const { dataDir } = installation;
  for (const name of ['api', 'auth'] as const) {
    const set = installation.keys[name];
    if (set === keys[name] || (dataDir && (set === undefined || replace) && !process.env.SECRET_KEY))
      continue;
    throw new Failure(
      `${name === 'api' ? 'SECRET_KEY' : 'AUTH_SECRET_KEY'} differs from the backup's (${fingerprint(keys[name])}): stored keys couldn't be decrypted. Print the backup's with --keys.`,
    );
  }
  if (!dataDir) return;
  if (!existsSync(dataDir)) mkdirSync(dataDir, { recursive: true });
  if (!process.env.SECRET_KEY) writeFileSync(keyFile(dataDir), keys.api, { mode: 0o600 });
}

async function restoreDatabase(
  archive: Archive<About>,
  name: DatabaseName,
  client: pg.Client,
  url: string,
  found: Found,
): Promise<number> {
  const state = archive.about.databases[name];
  if (found !== 'this restore') {
    if (found === 'data') await emptyDatabase(client);
    const until = state.migratedTo === null ? [] : ['--to', String(state.migratedTo)];
    const { ok, said } = await runTool('node', [`apps/${name}/src/migrate.ts`, ...until], {
      quietly: true,
      env: Object.assign({}, process.env, { DATABASE_URL: url }),
    });
    if (!ok) throw new Failure(`The database ${name} couldn't be migrated:\n${said}`);
  }
  return loadDatabase(client, name, state, archive);
}

await run(main);
