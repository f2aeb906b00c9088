import { existsSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { ArchiveWriter } from './backup/archive.ts';
import { connect, dumpDatabase, takeSnapshot } from './backup/database.ts';
import { addFiles } from './backup/files.ts';
import { type About, type Installation, openInstallation, readOptions } from './backup/installation.ts';
import { Failure, run } from './failure.ts';

const USAGE = 'Use: npm run backup -- FILE [--port-base N] [--data-dir DIR]';

/**
 * `npm run backup -- FILE`: writes both databases, files and keys of a running or stopped installation to one file.
 * Interrupted, the same command continues it.
 */
async function main(): Promise<undefined> {
  const options = readOptions(process.argv.slice(2), USAGE, []);
  if (existsSync(options.file)) throw new Failure(`${options.file} exists already. Choose another name.`);
  if (!existsSync(path.dirname(options.file)))
    throw new Failure(`There is no folder ${path.dirname(options.file)}.`);
  process.umask(0o077);
  if (!options.passphrase)
    console.error('The backup is not encrypted, and it contains keys. Set BACKUP_PASSPHRASE to encrypt it.');
  const installation = await openInstallation(options);
  try {
    const archive = await ArchiveWriter.create(options.file, options.passphrase);
    try {
      await write(archive, installation);
    } catch (error) {
      await archive.leave();
      throw error;
    }
  } finally {
    await installation.close();
  }
}

async function write(
  archive: ArchiveWriter,
  { databases, folders, keys, dataDir }: Installation,
): Promise<void> {
  const { api: apiKey, auth: authKey } = keys;
  if (!apiKey || !authKey)
    throw new Failure('SECRET_KEY is missing; the backup would be useless without it.');
  const created = new Date().toISOString();
  const started = performance.now();
  // Most of the bytes, before the snapshots: the database keeps old rows while those are open.
  for (const [label, folder] of Object.entries(folders)) await addFiles(archive, label, folder);
  const [api, auth] = [
    await connect(databases.api, 'troupe-backup'),
    await connect(databases.auth, 'troupe-backup'),
  ];
  let about: About;
  try {
    const at = await takeSnapshot(api);
    // Afterwards, so that the login host knows every account that the API knows.
    const snapshots = { api: at, auth: await takeSnapshot(auth) };
    console.log(`Snapshot at ${at}.`);
    // Files are written before their rows, so these are all that the snapshot refers to.
    const passes = [];
    for (const [label, folder] of Object.entries(folders))
      passes.push(await addFiles(archive, label, folder));
    about = {
      created,
      snapshots,
      databases: {
        api: await dumpDatabase(api, 'api', archive),
        auth: await dumpDatabase(auth, 'auth', archive),
      },
      keys: { api: apiKey, auth: authKey },
      folders: Object.keys(folders),
      world: dataDir ? readWorld(dataDir) : null,
    };
  } finally {
    await Promise.all([api.end(), auth.end()]);
  }
  const entries = archive.all;
  const { bytes, sha256 } = await archive.finish(about);
  const rows = entries.reduce((sum, entry) => sum + (entry.rows ?? 0), 0);
  const files = entries.filter(({ kind }) => kind === 'file').length;
  const seconds = ((performance.now() - started) / 1000).toFixed(1);
  console.log(`${rows} rows and ${files} files in ${seconds} s: ${(bytes / 1024 ** 2).toFixed(1)} MB.`);
  console.log(`sha256 ${sha256}`);
}

function readWorld(dataDir: string): string | null {
  const file = path.join(dataDir, 'world');
  return existsSync(file) ? readFileSync(file, 'utf8').trim() : null;
}

await run(main);
